"""Cards to cut out and play with: 63 × 88 mm, printed on both sides, or 70 × 120 mm, folded in the middle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from builder.errors import ExportError
from builder.record import Record, replace
from builder.sheets.block import Strip, height_of, moved, place_strips, take
from builder.sheets.card_backs import back_strips, back_words, lines_of
from builder.sheets.card_fronts import BOX, foot_strips, front_strips
from builder.sheets.card_parts import CHECK, GAP
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.head import JOIN
from builder.sheets.identical import numbered
from builder.sheets.packing import Content
from builder.sheets.page import (
    CARD,
    HEADING,
    PLAIN,
    Colour,
    Drawing,
    FieldRun,
    FieldSet,
    Fill,
    Item,
    PageField,
    Placed,
    Rect,
    Segment,
    Stay,
    Style,
)
from builder.sheets.roster_list import list_to_scan
from builder.sheets.rule_lines import Room, Words, set_words
from builder.sheets.signs import BLACK, scan_code
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Accent, Card, Head, RosterPage, RuleText, UnitCard, VehicleCard, number

Face = tuple[Item, ...]


class CardSize(Record, frozen=True, kw_only=True):
    """The size of cards in mm: `pad` stays white inside the cut, `bar` is the height of the coloured head of a front.

    So many stand `across` a page; folded ones have their back beside their front.
    """

    width: float
    height: float
    pad: float
    bar: float
    across: int
    folded: bool = False

    @property
    def inner(self) -> float:
        """The width between the pads."""
        return self.width - 2 * self.pad

    @property
    def bottom(self) -> float:
        """Where the lower pad begins."""
        return self.height - self.pad


LOST = 9.1
"""The width of the field for HP lost, in mm."""
ROW = 3.3
"""The height of a row of words, in mm."""
LOW_BAR = 6.0
"""The height of the head of a back, in mm."""
FOOT, CODE = 18.0, 16.0
"""The foot of the back of a folded card, and the side of the code to scan on it, in mm."""
MOST_SCANNED = 260
"""Bytes; more would make the squares of a code smaller than 0.28 mm."""
MOST_NAMES = 3
"""Lines of a name on the bar of a front."""
LEAST_NOTES = 9.0
"""Less white in mm is no room for notes."""
PATTERN, PATTERN_STEP = 1.5, 1.2
"""The height of the pattern under a bar, and from one of its signs to the next, in mm."""
LEAST_CONTRAST = 4.5
"""White words on a colour have at least this contrast; others are black."""
CARD_SIZES = {
    "63x88": CardSize(width=63.0, height=88.0, pad=2.5, bar=8.6, across=3),
    "70x120": CardSize(width=70.0, height=120.0, pad=3.0, bar=11.6, across=1, folded=True),
}
TICK, TICK_GAP, CROSS = 2.0, 0.8, 1.2
"""Crop marks: their length, their distance from the cards, and half the width of a cross between cards, in mm."""
FRONT_KEY = "front · on the next page the back: flip on the long edge · cut along the marks"
BACK_KEY = "back · cut along the marks"
FOLDED_KEY = "cut along the marks, fold on the dotted line"


class _Printed(Record, frozen=True):
    """A card with both of its faces; the last may be empty."""

    card: Card
    front: Face
    back: Face
    part: int
    parts: int


def card_pages(
    setter: Typesetter, cards: Sequence[Card], roster: RosterPage, size: CardSize, room: float, merge: bool
) -> list[Content]:
    """Return the cards of an army on pages of `room` mm: fronts, then backs in mirrored columns, or both abreast.

    Identical units are one card, marked `2 ×`, where cards are to be merged.
    """
    printed = [each for card in (_merged(cards) if merge else cards) for each in _printed(setter, card, roster, size)]
    lines = max(1, int(room // size.height))
    each = size.across * lines
    pages: list[Content] = []
    for first in range(0, len(printed), each):
        some = printed[first : first + each]
        if size.folded:
            pages.append(_page(setter, some, size, back=None))
        else:
            pages += [_page(setter, some, size, back=False), _page(setter, some, size, back=True)]
    return pages


def _merged(cards: Sequence[Card]) -> Iterator[Card]:
    found: dict[Card, list[Card]] = {}
    for card in cards:
        found.setdefault(numbered(card)[0], []).append(card)
    for same in found.values():
        name = same[0].head.name if len(same) == 1 else f"{len(same)} × {same[0].head.name}"
        yield replace(same[0], head=replace(same[0].head, name=name))


def _printed(setter: Typesetter, card: Card, roster: RosterPage, size: CardSize) -> Iterator[_Printed]:
    """Yield a card, and further ones where its faces are more than two."""
    faces = faces_of(setter, card, roster, size)
    pairs = [*zip_longest(faces[::2], faces[1::2], fillvalue=())]
    for part, (front, back) in enumerate(pairs, 1):
        yield _Printed(card, front, back, part, len(pairs))


def _page(setter: Typesetter, printed: Sequence[_Printed], size: CardSize, back: bool | None) -> Content:
    """Return the fronts of some cards, their backs, or both beside each other where `back` is None."""
    across = 2 if size.folded else size.across
    left = (setter.design.grid.width - across * size.width) / 2
    items: list[Item] = [*_marks(setter, size, left, across, -(-len(printed) // size.across))]
    stays: list[Stay] = []
    for n, each in enumerate(printed):
        line, column = divmod(n, size.across)
        top = line * size.height
        if back is not True and each.front:
            items.append(moved((CARD, *each.front), left + column * size.width, top))
        if back is not False and each.back:
            items.append(moved((CARD, *each.back), left + (across - 1 - column) * size.width, top))
        if not back:
            stays.append(Stay(each.card.id, each.card.head.name, top, size.height, each.part, each.parts))
    key = FOLDED_KEY if back is None else BACK_KEY if back else FRONT_KEY
    return Content(tuple(items), tuple(stays), key=key)


def _marks(setter: Typesetter, size: CardSize, left: float, across: int, lines: int) -> Iterator[Item]:
    """Crop marks outside, crosses where four cards meet, and a dotted line where a card is folded."""
    weight = setter.design.lines.thin
    right, bottom = left + across * size.width, lines * size.height
    xs = [left, right] if size.folded else [left + n * size.width for n in range(across + 1)]
    ys = [n * size.height for n in range(lines + 1)]
    for x in xs:
        yield Segment(x, -TICK_GAP - TICK, x, -TICK_GAP, weight)
        yield Segment(x, bottom + TICK_GAP, x, bottom + TICK_GAP + TICK, weight)
    for y in ys:
        yield Segment(left - TICK_GAP - TICK, y, left - TICK_GAP, y, weight)
        yield Segment(right + TICK_GAP, y, right + TICK_GAP + TICK, y, weight)
    for x in xs[1:-1]:
        for y in ys[1:-1]:
            yield Segment(x - CROSS, y, x + CROSS, y, weight)
            yield Segment(x, y - CROSS, x, y + CROSS, weight)
    if size.folded:
        yield Segment(left + size.width, 0, left + size.width, bottom, weight, dotted=True)


# -- faces ----------------------------------------------------------------------
def faces_of(setter: Typesetter, card: Card, roster: RosterPage, size: CardSize) -> list[Face]:
    """Return the front of a card and its back, and further faces for what two do not hold.

    Raises:
        ExportError: a part of it is higher than a card.
    """
    design = setter.design
    grid = replace(design.grid, row=ROW, baseline=2.5, width=size.inner, left=size.inner, gutter=0.0)
    boxes = replace(design.boxes, hit_point=BOX, lost=LOST, check=CHECK, group_gap=1.6)
    hand = setter.in_design(replace(design, grid=grid, boxes=boxes))
    hand.unit = card.id
    front_top, back_top = size.pad + size.bar + PATTERN + GAP, size.pad + LOW_BAR + PATTERN + GAP
    facts, shown = _facts(hand, card.head)
    foot = [*foot_strips(hand, card)]
    start = size.bottom - height_of(foot)
    body = [*shown, *front_strips(hand, card, start - front_top - height_of(shown))]
    count = take(body, start - front_top + 0.05)
    items: list[Item] = [*_bar(hand, card.head, roster.accent, size.bar)]
    items += place_strips(body[:count], front_top - size.pad, 1.0)
    items += place_strips(foot, start - size.pad, 1.0)
    white = front_top + height_of(body[:count])
    if start - white >= LEAST_NOTES and count == len(body):
        items += set_words(hand, (), [Room(0, white - size.pad, size.inner, start - white - GAP)])[0]
    faces = [_face(items, size)]
    left, words = [*body[count:], *back_strips(hand, card)], [*facts, *back_words(card)]
    while left or words or len(faces) < 2:
        lowest = size.bottom - (FOOT if size.folded and len(faces) == 1 else 0)
        room = lowest - back_top
        count = take(left, room + 0.05)
        if left and not count:
            raise ExportError(f"'{card.head.name}' has a part that is higher than a card of {size.height:g} mm")
        top = back_top + height_of(left[:count]) - size.pad
        items = [*_low_bar(hand, card, roster.accent)]
        items += place_strips(left[:count], back_top - size.pad, 1.0)
        left = left[count:]
        if not left:
            area, words = _words(hand, words, Room(0, top, size.inner, lowest - size.pad - top))
            items += area
        if lowest < size.bottom:
            items += _army_foot(hand, card, roster, lowest - size.pad)
        faces.append(_face(items, size))
    return faces


def _army_foot(setter: Typesetter, card: Card, roster: RosterPage, top: float) -> Iterator[Item]:
    """Yield what army a card belongs to, the tokens that its unit gives, and the list as a code to scan."""
    styles, width = setter.design.styles, setter.design.grid.width
    limit = f" of {number(roster.limit)}" if roster.limit is not None else ""
    yield Segment(0, top + 0.5, width, top + 0.5, setter.design.lines.head)
    given = [
        f"{token.name}: {source.removeprefix(f'{card.head.name}, ')}"
        for token in roster.tokens
        for source in token.sources
        if source.startswith((f"{card.head.name}, ", f"{card.head.name} "))
    ]
    told = [(roster.title, styles.group), (f"{roster.system} · {number(roster.points)}{limit} points", styles.fact)]
    told += [(f"gives {'; '.join(given)}", styles.cell_name)] if given else []
    y = top + 3.8
    lines = [(line, style) for text, style in told for line in setter.wrap(text, style, width - CODE - 2)]
    for line, style in lines[:5]:
        yield setter.text(0, y, line, style)
        y += ROW - 0.2
    yield Placed(width - CODE, top + 1.3, scan_code(setter, list_to_scan(roster, MOST_SCANNED), CODE))


def _facts(setter: Typesetter, head: Head) -> tuple[list[str], list[Strip]]:
    """Return the facts of a head for which its line has no room, and the line."""
    style, left = setter.design.styles.caption, [*head.facts]
    while left and setter.width(JOIN.join(left), style) > setter.design.grid.width:
        left.pop()
    rest = JOIN.join(head.facts[len(left) :])
    more = [rest[:1].upper() + rest[1:]] if rest else []
    return more, lines_of(setter, JOIN.join(left), style, setter.design.grid.width)


def _face(items: Iterable[Item], size: CardSize) -> Face:
    return (moved(_drawn(items), size.pad, size.pad),)


def _words(setter: Typesetter, words: Sequence[Words], room: Room) -> tuple[list[Item], list[Words]]:
    """Set rules and notes into a room: where not all have a line of their own, the last ones are named in one."""
    items, left = set_words(setter, words, [room])
    rules = [each for each in words if isinstance(each, RuleText)]
    others = [each for each in words if isinstance(each, str)]
    for named in range(2, len(rules) + 1) if left else ():
        names = " · ".join(rule.title for rule in rules[len(rules) - named :])
        shorter, still = set_words(setter, [*others, *rules[: len(rules) - named], names], [room])
        if not still:
            return shorter, []
    return items, left


def _drawn(items: Iterable[Item]) -> Iterator[Item]:
    """Yield what items draw: a card is filled in with a pencil, its fields are on the sheet of its unit."""
    for item in items:
        if isinstance(item, Placed) and not item.drawing.shared:
            inner = Drawing(item.drawing.width, item.drawing.height, (*_drawn(item.drawing.items),), shared=False)
            yield Placed(item.x, item.y, inner)
        elif not isinstance(item, PageField | FieldRun | FieldSet):
            yield item


def _bar(setter: Typesetter, head: Head, accent: Accent, height: float) -> Iterator[Item]:
    """Yield the head of a front: slot and id, name and points on the colour of the faction, its pattern below."""
    styles, width = setter.design.styles, setter.design.grid.width
    yield from _ground(setter, accent, height)
    slot = setter.text(1.4, height / 2 - 0.4, head.slot, _on_bar(setter, accent, styles.slot, 9.5))
    code = setter.text(1.4, height / 2 + 2.6, head.code, _on_bar(setter, accent, styles.code, 7.0))
    points = setter.text(
        width - 1.4, height / 2 + 1.5, head.points, _on_bar(setter, accent, styles.slot, 12.0), "right"
    )
    left = max(9.7, 1.4 + max(slot.width, code.width) + 1.6)
    room = points.x - 1.5 - left
    size = next((size for size in (11.0, 10.0, 9.0) if _fits(setter, head.name, accent, size, room)), 8.0)
    style = _on_bar(setter, accent, styles.slot, size)
    names = setter.wrap(head.name, style, room)
    if len(names) > 2:
        size = SMALLEST_TYPE
        style = _on_bar(setter, accent, styles.slot, size)
        names = setter.wrap(head.name, style, room)
    leading = size * 0.4
    first = height / 2 + size * 0.125 - (min(MOST_NAMES, len(names)) - 1) * leading / 2
    yield HEADING
    for n, name in enumerate(names[:MOST_NAMES]):
        yield setter.text(left, first + n * leading, name, style)
    yield from (PLAIN, slot, code, points)
    if len(names) > MOST_NAMES:
        setter.report("sheet-name", f"the name '{head.name}' is longer than a card has room: shorten it")


def _fits(setter: Typesetter, name: str, accent: Accent, size: float, room: float) -> bool:
    return setter.width(name, _on_bar(setter, accent, setter.design.styles.slot, size)) <= room


def _low_bar(setter: Typesetter, card: Card, accent: Accent) -> Iterator[Item]:
    """Yield the head of a back: the name, and what the figures below are."""
    styles, width = setter.design.styles, setter.design.grid.width
    yield from _ground(setter, accent, LOW_BAR)
    words = "HP off behind a save" if isinstance(card, UnitCard | VehicleCard) and card.saves else ""
    aside = setter.text(width - 1.4, 3.9, words, _on_bar(setter, accent, styles.code, 7.0), "right")
    style = _on_bar(setter, accent, styles.slot, 9.5)
    room = aside.x - 3.0 - setter.width("…", style)
    name = setter.wrap(card.head.name, style, room)[0] if card.head.name else ""
    yield HEADING
    yield setter.text(1.4, 4.2, name if name == card.head.name else f"{name}…", style)
    yield from (PLAIN, aside)


def _ground(setter: Typesetter, accent: Accent, height: float) -> Iterator[Item]:
    """Yield a bar of the accent's colour with its pattern below; an outline where ink is saved."""
    width = setter.design.grid.width
    fill = None if setter.ink_saver else _fill(setter, accent)
    yield Rect(0, 0, width, height, 0.7 if fill is None else 0, fill)
    yield Placed(0, height, setter.kept(Drawing, ("pattern", accent.pattern, width), lambda: _pattern(accent, width)))


def _fill(setter: Typesetter, accent: Accent) -> Fill:
    if not setter.colour or not accent.colour:
        return BLACK
    return Colour(*(int(accent.colour[n : n + 2], 16) / 255 for n in (1, 3, 5)))


def _on_bar(setter: Typesetter, accent: Accent, style: Style, size: float) -> Style:
    """Return a style for words on a bar: white, or black where that cannot be read."""
    fill = _fill(setter, accent)
    light = setter.ink_saver or (isinstance(fill, Colour) and 1.05 / (_luminance(fill) + 0.05) < LEAST_CONTRAST)
    return setter.scaled(setter.blackened(style) if light else style, size)


def _luminance(colour: Colour) -> float:
    """Return how light a colour is, from 0 to 1, as WCAG reckons."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _pattern(accent: Accent, width: float) -> Drawing:
    """Return a strip of signs, which tells factions apart where colours are grey."""
    items: list[Item] = []
    top, bottom = 0.25, PATTERN
    if accent.pattern == "-":
        items = [Segment(0, y, width, y, 0.5) for y in (top + 0.1, (top + bottom) / 2 + 0.05, bottom)]
    elif accent.pattern:
        count = int(width / PATTERN_STEP)
        for n in range(count):
            left, right = n * width / count, (n + 1) * width / count
            middle = (left + right) / 2
            if accent.pattern in "/x":
                items.append(Segment(left, bottom, right, top, 0.5))
            if accent.pattern in "\\x":
                items.append(Segment(left, top, right, bottom, 0.5))
            if accent.pattern == "|":
                items.append(Segment(middle, top, middle, bottom, 0.7))
            if accent.pattern == ".":
                items.append(Rect(middle - 0.3, (top + bottom) / 2 - 0.3, 0.6, 0.6, 0, BLACK))
    return Drawing(width, PATTERN, tuple(items))

"""Cards to cut out and play with: 63 × 88 mm, printed on both sides, or 70 × 120 mm, folded in the middle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from builder.errors import ExportError
from builder.record import Record, replace
from builder.sheets.block import Strip, height_of, moved, place_strips, take
from builder.sheets.card_backs import back_strips, back_words, further_words, lines_of
from builder.sheets.card_fronts import foot_strips, front_strips
from builder.sheets.card_parts import CHECK, GAP, LOW_BAR, PATTERN, high_bar, low_bar
from builder.sheets.card_size import LEAST_MARGIN, LIFT, CardSize, crop_marks
from builder.sheets.card_stats import BOX
from builder.sheets.head import JOIN
from builder.sheets.identical import name_of, shared
from builder.sheets.packing import Content
from builder.sheets.page import (
    CARD,
    PLAIN,
    Drawing,
    FieldRun,
    FieldSet,
    Image,
    Item,
    Mark,
    PageField,
    Picture,
    Placed,
    Rect,
    Role,
    Segment,
    Stay,
    Style,
    Text,
    flat,
)
from builder.sheets.roster_list import list_to_scan
from builder.sheets.rule_lines import TOP, Room, before_names, words_height, words_in
from builder.sheets.rule_words import LEADING, Words, lines_placed, paragraphs
from builder.sheets.rules_sheet import in_faces, named_apart, own_first, rules_on
from builder.sheets.signs import scan_code
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Card, Head, ProfileCard, RosterPage, RuleText, number
from builder.text import on_one_line

Face = tuple[Item, ...]


LOST = 9.1
"""The width of the field for HP lost, in mm."""
ROW = 3.3
"""The height of a row of words, in mm."""
FOOT, CODE = 18.0, 16.0
"""The foot of the back of a folded card, and the side of the code to scan on it, in mm."""
MOST_SCANNED = 154
"""Bytes; more would make the squares of a code smaller than 0.35 mm, and hard to read in prints of 300 dpi."""
FOOT_LINES = 5
"""Lines of words that stand beside the code at the foot of a folded card."""
AFTER_NAME = ",:\u00a0 "
"""What stands between the name of a unit and its tokens."""
WHITE_OVER_FOOT = 1.2
"""Between what a picture leaves free of a front and the boxes at its foot, in mm."""
LEAST_NOTES = 9.0
"""Less white in mm is no room for notes."""
LEAST_PICTURE, LEAST_SHOWN = 18.0, 0.5
"""Less white in mm is no room for a picture; of a high one at least this share is shown."""
WHOLE = 40
"""Lines of a rule: as many as its card has."""
RULES = "Rules"
"""The name of the cards that have those for which the others have no room."""
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
    setter: Typesetter,
    cards: Sequence[Card],
    roster: RosterPage,
    size: CardSize,
    room: float,
    merge: bool,
    pictures: Mapping[str, Picture],
    *,
    rules: bool,
    margin: float,
) -> list[Content]:
    """Return the cards of an army on pages of `room` mm: fronts, then backs in mirrored columns, or both abreast.

    Where the `margin` over the head of a page is wide enough, the head stands higher.

    Rules that cards have no room to tell whole are on cards of their own, where no sheet of `rules` is printed. Units
    that are alike are one card, marked `2 ×`, where cards are to be merged. `pictures` are by the ids of their units.
    """
    shown = {card: pictures[row.unit] for row in roster.rows if row.unit in pictures for card in row.cards}
    played = [card for card in cards if not _is_choice(card)] or cards
    chosen = own_first([*_merged(played)] if merge else played)
    printed = [each for card in chosen for each in _printed(setter, card, roster, size, shown.get(card.id))]
    printed += () if rules else _rule_cards(setter, _untold(printed), roster, size)
    lines = max(1, int(room // size.height))
    each = size.across * lines
    lift = LIFT if margin >= LEAST_MARGIN else 0.0
    down = min(size.top, max(0.0, room - lines * size.height)) if lift else 0.0
    pages: list[Content] = []
    for first in range(0, len(printed), each):
        some = printed[first : first + each]
        if size.folded:
            pages.append(_page(setter, some, size, back=None, lifted=lift > 0))
        else:
            pages += [_page(setter, some, size, back=back, lifted=lift > 0) for back in (False, True)]
    return [
        replace(
            page,
            items=(moved(page.items, 0, down),) if down else page.items,
            stays=tuple(replace(stay, top=stay.top + down) for stay in page.stays),
            lift=lift,
        )
        for page in pages
    ]


def _untold(printed: Sequence[_Printed]) -> list[RuleText]:
    """Return the rules that cards do not tell with all of their words, by name."""
    said: dict[Card, str] = {}
    for each in printed:
        texts = (item.text for face in (each.front, each.back) for item in flat(face) if isinstance(item, Text))
        said[each.card] = said.get(each.card, "") + _letters("".join(texts))
    return named_apart(
        (rule, card.head.name)
        for card, words in said.items()
        for rule in rules_on(card)
        if rule.text and _letters(rule.title + on_one_line(rule.text)) not in words
    )


def _letters(text: str) -> str:
    return "".join(text.split()).rstrip(".")


def _rule_cards(
    setter: Typesetter, rules: Sequence[RuleText], roster: RosterPage, size: CardSize
) -> Iterator[_Printed]:
    """Yield cards with rules in full, as many as these need."""
    hand = _in_hand(setter, size)
    tops = (size.bar + PATTERN + GAP, LOW_BAR + PATTERN + GAP)
    lowest = (size.bottom - size.pad, size.bottom - size.pad - (FOOT if size.folded else 0))
    most = [int((low - top - TOP) / LEADING) for top, low in zip(tops, lowest, strict=True)]
    faces = in_faces([*paragraphs(hand, rules, size.inner)], most)
    count = -(-len(faces) // 2)
    for n in range(count):
        card = ProfileCard(head=Head("", "", f"{RULES} {n + 1} of {count}" if count > 1 else RULES, "", caption=""))
        bar, _ = high_bar(hand, card.head, roster.accent, size.bar, size.name, "")
        sides = [bar, [*low_bar(hand, card, roster.accent)] if size.folded or faces[2 * n + 1 :] else []]
        for side, face, top in zip(sides, faces[2 * n : 2 * n + 2], tops, strict=False):
            side += lines_placed(hand, face, 0, top + TOP)
        if size.folded:
            sides[1] += _army_foot(hand, card, roster, lowest[1])
        front, back = (_face(side, size) for side in sides)
        yield _Printed(card, front, back, 1, 1)


def _is_choice(card: Card) -> bool:
    """Whether a card has nothing that is played with, as choices of a whole force in data of others have it."""
    return isinstance(card, ProfileCard) and not (card.statistics or card.tables or card.texts or card.counters)


def _merged(cards: Sequence[Card]) -> Iterator[Card]:
    found: dict[Card, list[Card]] = {}
    for card in cards:
        found.setdefault(shared(card), []).append(card)
    for same in found.values():
        yield replace(same[0], head=replace(same[0].head, name=name_of(same)))


def _printed(
    setter: Typesetter, card: Card, roster: RosterPage, size: CardSize, picture: Picture | None
) -> Iterator[_Printed]:
    """Yield a card, and further ones where its faces are more than two."""
    faces = faces_of(setter, card, roster, size, picture)
    pairs = [*zip_longest(faces[::2], faces[1::2], fillvalue=())]
    for part, (front, back) in enumerate(pairs, 1):
        yield _Printed(card, front, back, part, len(pairs))


def _page(
    setter: Typesetter, printed: Sequence[_Printed], size: CardSize, *, back: bool | None, lifted: bool
) -> Content:
    """Return the fronts of some cards, their backs, or both beside each other where `back` is None."""
    across = 2 if size.folded else size.across
    left = (setter.design.grid.width - across * size.width) / 2
    items: list[Item] = [*crop_marks(setter, size, left, across, -(-len(printed) // size.across), lifted=lifted)]
    stays: list[Stay] = []
    for n, each in enumerate(printed):
        line, column = divmod(n, size.across)
        top = line * size.height
        if back is not True and each.front:
            items.append(moved((CARD, *each.front), left + column * size.width, top))
        if back is not False and each.back:
            items.append(moved((CARD, *each.back), left + (across - 1 - column) * size.width, top))
        if not back and each.card.id:
            stays.append(Stay(each.card.id, each.card.head.name, top, size.height, each.part, each.parts))
    key = FOLDED_KEY if back is None else BACK_KEY if back else FRONT_KEY
    return Content(tuple(items), tuple(stays), key=key)


# -- faces ----------------------------------------------------------------------
def _in_hand(setter: Typesetter, size: CardSize) -> Typesetter:
    """Return a typesetter for cards of a size."""
    design = setter.design
    grid = replace(design.grid, row=ROW, baseline=2.5, width=size.inner, left=size.inner, gutter=0.0, block_rows=0.0)
    boxes = replace(design.boxes, hit_point=BOX, lost=LOST, check=CHECK, group_gap=1.6)
    hand = setter.in_design(replace(design, grid=grid, boxes=boxes))
    hand.elsewhere = f"See {RULES}"
    return hand


def faces_of(
    setter: Typesetter, card: Card, roster: RosterPage, size: CardSize, picture: Picture | None = None
) -> list[Face]:
    """Return the front of a card and its back, and further faces where the back does not hold all weapons.

    A picture stands where the front has room for it.

    Raises:
        ExportError: a part of it is higher than a card.
    """
    hand = _in_hand(setter, size)
    hand.unit = card.id
    front_top, back_top = size.pad + size.bar + PATTERN + GAP, size.pad + LOW_BAR + PATTERN + GAP
    facts, line = _facts(hand, card.head)
    bar, told = high_bar(hand, card.head, roster.accent, size.bar, size.name, line)
    shown = [] if told else lines_of(hand, line, hand.design.styles.caption, size.inner)
    foot = [*foot_strips(hand, card)]
    start = size.bottom - height_of(foot)
    body = [*shown, *front_strips(hand, card, start - front_top - height_of(shown), grows=picture is None)]
    count = take(body, start - front_top + 0.05)
    white = start - front_top - height_of(body[:count]) if count == len(body) else 0.0
    highest = white - GAP - WHITE_OVER_FOOT
    drawn = [] if picture is None or setter.ink_saver else [*_pictured(hand, card, picture, highest)]
    strips = [*drawn, *body[:count]] if size.folded else [*body[:count], *drawn]
    items = [*bar, *place_strips(strips, front_top - size.pad, 1.0)]
    white -= height_of(drawn)
    items += place_strips(foot, start - size.pad, 1.0)
    rest, words, further = body[count:], [*facts, *back_words(card)], [*further_words(card)]
    high = size.bottom - (FOOT if size.folded else 0) - back_top
    left = [*rest, *back_strips(hand, card)]
    if height_of(left) + words_height(hand, words, size.inner) > high:
        left = [*rest, *back_strips(hand, card, close=True)]
    # Words begin on the front where there is nothing else; otherwise those go there that the back has no room for.
    begins = not left and not foot and body == shown
    white_room = Room(0, start - white - size.pad, size.inner, white - GAP)
    spare = [white_room] if white >= LEAST_NOTES else []
    sides = [items]
    while left or words or len(sides) < 2:
        lowest = size.bottom - (FOOT if size.folded and len(sides) == 1 else 0)
        count = take(left, lowest - back_top + 0.05)
        if left and not count:
            raise ExportError(f"'{card.head.name}' has a part that is higher than a card of {size.height:g} mm")
        top = back_top + height_of(left[:count]) - size.pad
        items = [*low_bar(hand, card, roster.accent)]
        items += place_strips(left[:count], back_top - size.pad, 1.0)
        left = left[count:]
        if not left:
            own = Room(0, top, size.inner, lowest - size.pad - top)
            rooms = [*spare, own] if begins else [own, *spare]
            areas, words = _own_rules_told(hand, card, words, further, rooms)
            for room, area in zip(rooms, areas, strict=True):
                (items if room is own else sides[0]).extend(area)
            spare = []
        if lowest < size.bottom:
            items += _army_foot(hand, card, roster, lowest - size.pad)
        sides.append(items)
    return [_face(side, size) for side in sides]


def _own_rules_told(
    setter: Typesetter, card: Card, words: Sequence[Words], further: Sequence[Words], rooms: Sequence[Room]
) -> tuple[list[list[Item]], list[Words]]:
    """Set words into rooms: rules that come last, which many units have, leave no other without a word.

    They are named instead, as few as it takes, and stand on the cards of rules.
    """
    areas, left = words_in(setter, words, further, rooms, WHOLE)
    rules = [each for each in words if isinstance(each, RuleText) and each.text]
    if not isinstance(card, ProfileCard) or left:
        return areas, left
    named = [n for n, rule in enumerate(rules) if not _is_told(setter, rule, areas)]
    own = max(named, default=0) + 1
    most = own - len(named)
    for first in range(len(rules) - 1, own - 1, -1) if named else ():
        behind = rules[first:]
        names = before_names(setter, behind) + ", ".join(rule.title for rule in behind)
        other, over = words_in(setter, [*(each for each in words if each not in behind), names], further, rooms, WHOLE)
        told = sum(_is_told(setter, rule, other) for rule in rules[:own])
        if not over and told > most:
            areas, most = other, told
    return areas, left


def _is_told(setter: Typesetter, rule: RuleText, areas: Sequence[Sequence[Item]]) -> bool:
    """Whether a rule stands on a line of its own, with words."""
    style = setter.design.styles.cell_name
    title = setter.wrap(rule.title, style, setter.design.grid.width)[0]
    return any(item.text == title and item.style is style for area in areas for item in area if isinstance(item, Text))


def _pictured(setter: Typesetter, card: Card, picture: Picture, room: float) -> Iterator[Strip]:
    """Yield a picture of a unit as high as it is, or as `room` has it, in mm; little of it is cut off."""
    width = setter.design.grid.width
    if room < LEAST_PICTURE:
        setter.report("art", f"the card of '{card.head.name}' has no room for its picture: choose larger cards")
        return
    high = min(room - GAP, width * picture.height / picture.width)
    wide = min(width, high * picture.width / picture.height / LEAST_SHOWN)
    left = (width - wide) / 2
    frame = Rect(left, GAP, wide, high, setter.design.lines.thin)
    told = Mark(Role.FIGURE, f"A picture of {card.head.name}")
    yield Strip(high + 2 * GAP, (told, Image(left, GAP, wide, high, picture), PLAIN, frame))


def _army_foot(setter: Typesetter, card: Card, roster: RosterPage, top: float) -> Iterator[Item]:
    """Yield what army a card belongs to, the tokens that its unit gives, and the list as a code to scan."""
    styles, width = setter.design.styles, setter.design.grid.width
    limit = f" of {number(roster.limit)}" if roster.limit is not None else ""
    yield Segment(0, top + 0.5, width, top + 0.5, setter.design.lines.head)
    given: list[tuple[str, str]] = []
    for token in roster.tokens:
        own = [each for each in token.sources if each.startswith((f"{card.head.name}, ", f"{card.head.name}:"))]
        told = [each.removeprefix(card.head.name).lstrip(AFTER_NAME).rpartition(":\u00a0") for each in own]
        counts = [int(count) for *_, count in told if count.lstrip("+").isdecimal()]
        if len(told) > len(counts) or not told:
            continue
        names = [name if len(told) == 1 else f"{name}\u00a0{count}" for name, _, count in told if name]
        given.append((f"{sum(counts)}\u00a0{token.name}", f"{': ' if names else ''}{', '.join(names)}"))
    army = (roster.title, styles.group)
    about = (f"{roster.system} · {number(roster.points)}{limit} points", styles.fact)
    scan = ("scan: the list", styles.fact)
    none = [("gives no tokens", styles.cell_name)] if roster.tokens else []
    tokens = [(f"gives {'; '.join(map(''.join, given))}", styles.cell_name)] if given else none
    fewer = [(f"gives {', '.join(count for count, _ in given)}", styles.cell_name)] if given else none
    y, lines = top + 3.8, list[tuple[str, Style]]()
    for words in (
        (army, about, scan, *tokens),
        (army, about, *tokens),
        (army, about, *fewer),
        (about, *fewer),
        fewer,
    ):  # The first that has room.
        lines = [(line, style) for text, style in words for line in setter.wrap(text, style, width - CODE - 2)]
        if len(lines) <= FOOT_LINES:
            break
    for line, style in lines[:FOOT_LINES]:
        yield setter.text(0, y, line, style)
        y += ROW - 0.2
    yield Placed(width - CODE, top + 1.3, scan_code(setter, list_to_scan(roster, MOST_SCANNED), CODE))


def _facts(setter: Typesetter, head: Head) -> tuple[list[str], str]:
    """Return the facts of a head for which its line has no room, and the line."""
    style, left = setter.design.styles.caption, [*head.facts]
    while left and setter.width(JOIN.join(left), style) > setter.design.grid.width:
        left.pop()
    rest = JOIN.join(head.facts[len(left) :])
    return [rest[:1].upper() + rest[1:]] if rest else [], JOIN.join(left)


def _face(items: Iterable[Item], size: CardSize) -> Face:
    return (moved(_drawn(items), size.pad, size.pad),)


def _drawn(items: Iterable[Item]) -> Iterator[Item]:
    """Yield what items draw: a card is filled in with a pencil, its fields are on the sheet of its unit."""
    for item in items:
        if isinstance(item, Placed) and not item.drawing.shared:
            inner = Drawing(item.drawing.width, item.drawing.height, (*_drawn(item.drawing.items),), shared=False)
            yield Placed(item.x, item.y, inner)
        elif not isinstance(item, PageField | FieldRun | FieldSet):
            yield item

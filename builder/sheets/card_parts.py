"""Parts of cards to cut out: bars in the colour of the faction, stat lines, boxes to check, panels, formations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from builder.record import replace
from builder.sheets.block import Strip, height_of, moved, place_strips
from builder.sheets.card_backs import lines_of
from builder.sheets.card_stats import stat_lines
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.page import (
    HEADING,
    PLAIN,
    Colour,
    Drawing,
    Fill,
    Item,
    Placed,
    Rect,
    Segment,
    Style,
    Text,
)
from builder.sheets.panels import STRIKE_HEIGHT, panel_strips
from builder.sheets.signs import BLACK, box, filling, hull_drawing
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Accent,
    Card,
    Check,
    CheckRow,
    Column,
    ColumnKind,
    DiceTable,
    Head,
    HullPanel,
    Panel,
    PanelCard,
    RuleGroup,
    States,
    Table,
    TablePanel,
    Tally,
    UnitCard,
    VehicleCard,
)

GAP = 0.8
CHECK, LABEL_GAP, ACROSS = 3.4, 0.7, 6
"""The side of boxes to check, the gap to their labels in mm, and how many stand on a line at most."""
_FIRST_WORD = re.compile(r"(?<=\w{5}) .*")
"""What follows a first word that says enough (`Falling back`)."""
HULL, BESIDE_HULL = 19.6, 21.6
"""The side of a hull, and where what stands beside it begins, in mm."""
LOW_STRIKE = 5.8
"""The height of a line of square boxes to strike off, in mm."""
LOW_BAR = 6.0
"""The height of the head of a back, in mm."""
SLOT_SIZES, WIDEST_SLOT, SLOT_LEADING = (9.5, SMALLEST_TYPE), 12.0, 2.9
"""Sizes of a slot on a bar in points; the width in mm beyond which it is small and on two lines, and their pitch."""
NAME_SIZES, POINTS_SIZE = (15.5, 14.0, 12.5, 11.0, 10.0, 9.0), 12.0
"""Sizes of a name on the bar of a front, and the least of the points, in points."""
LOW_NAME_SIZES = (9.5, 8.5, 8.0, 7.5, SMALLEST_TYPE)
"""Sizes of a name on the bar of a back, in points."""
LOW_NAMES, LOW_LEADING = 2, 2.5
"""Lines of a name on the bar of a back, and their pitch in mm."""
LEAST_ROOMY, NAME_UP, FACTS_UP = 11.0, 1.7, 2.2
"""A bar so high has room for a line of facts, so far over its lower edge; the name stands so much higher, in mm."""
MOST_NAMES = 3
"""Lines of a name on the bar of a front."""
LONGEST_CODE = 12
"""Letters of an id on a bar; longer ones, which other programs give, would leave no room to the name."""
MOST_BETWEEN = 0.9
"""White between the panels of a card, in mm, where it has that much to spare."""
PATTERN, PATTERN_STEP = 1.5, 0.8
"""The height of the pattern under a bar, and from one of its signs to the next, in mm."""
LEAST_CONTRAST = 4.5
"""White words on a colour have at least this contrast; others are black."""


# -- bars -----------------------------------------------------------------------
def high_bar(
    setter: Typesetter, head: Head, accent: Accent, height: float, largest: float, facts: str
) -> tuple[list[Item], bool]:
    """Return the head of a front, and whether it has room for the line of facts, as that of a large card has.

    It has the slot, the id, the name (in type of the `largest` size or less) and the points on the colour of the
    faction, and its pattern below.
    """
    styles, width = setter.design.styles, setter.design.grid.width
    shown = head.code if len(head.code) <= LONGEST_CODE and head.code != head.name.casefold() else ""
    slot = _slot(setter, head.slot, accent, height / 2 + (-0.4 if shown else 1.2), 1 if shown else 2)
    code = setter.text(1.4, height / 2 + 2.6, shown, _on_bar(setter, accent, styles.code, 7.0))
    style = _on_bar(setter, accent, styles.slot, max(POINTS_SIZE, largest))
    points = setter.text(width - 1.4, height / 2 + 1.5, head.points, style, "right")
    left = max(9.7, 1.4 + max(code.width, *(each.width for each in slot)) + 1.6)
    room = points.x - 1.5 - left
    sizes = (size for size in NAME_SIZES if size <= largest)
    size = next((size for size in sizes if _fits(setter, head.name, accent, size, room)), 8.0)
    style = _on_bar(setter, accent, styles.slot, size)
    names = setter.wrap(head.name, style, room)
    if len(names) > 2:
        size = SMALLEST_TYPE
        style = _on_bar(setter, accent, styles.slot, size)
        names = setter.wrap(head.name, style, room)
    if len(names) > MOST_NAMES:
        setter.report("sheet-name", f"the name '{head.name}' is longer than a card has room: shorten it")
        names = _cut(setter, names, MOST_NAMES, style, room)
    leading = size * 0.4
    first = height / 2 + size * 0.125 - (len(names) - 1) * leading / 2
    small = _on_bar(setter, accent, styles.code, SMALLEST_TYPE)
    caption = setter.text(width - 1.4, height - FACTS_UP, head.caption, small, "right")
    told = setter.text(left, height - FACTS_UP, facts, small)
    roomy = height >= LEAST_ROOMY and len(names) == 1 and told.width < caption.x - 2 - left
    up = NAME_UP if roomy else 0.0
    raised = [replace(each, y=each.y - up) for each in (*slot, points)]
    items: list[Item] = [*_ground(setter, accent, height), HEADING]
    items += [setter.text(left, first + n * leading - up, name, style) for n, name in enumerate(names)]
    items += [PLAIN, *raised, replace(code, y=height - FACTS_UP) if roomy else code]
    return [*items, *((told, caption) if roomy else ())], roomy


def _cut(setter: Typesetter, lines: list[str], most: int, style: Style, room: float) -> list[str]:
    """Return so many lines of a name; an ellipsis says that there are more."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"{setter.wrap(lines[most - 1], style, room - setter.width('…', style))[0]}…"]


def _slot(setter: Typesetter, slot: str, accent: Accent, y: float, most: int) -> list[Text]:
    """Return the slot on a bar: a long one is small, and on `most` lines about `y`, which leaves room to the name."""
    large, small = (_on_bar(setter, accent, setter.design.styles.slot, size) for size in SLOT_SIZES)
    if setter.width(slot, large) <= WIDEST_SLOT:
        return [setter.text(1.4, y, slot, large)]
    widest = max(WIDEST_SLOT, *(setter.width(word, small) for word in slot.split()))
    first, *more = setter.wrap(slot, small, widest) if most > 1 else [slot]
    lines = [first, " ".join(more)] if more else [first]
    up = SLOT_LEADING * (len(lines) - 1) / 2
    return [setter.text(1.4, y - up + n * SLOT_LEADING, line, small) for n, line in enumerate(lines)]


def _fits(setter: Typesetter, name: str, accent: Accent, size: float, room: float) -> bool:
    return setter.width(name, _on_bar(setter, accent, setter.design.styles.slot, size)) <= room


def low_bar(setter: Typesetter, card: Card, accent: Accent) -> Iterator[Item]:
    """Yield the head of a back: the name, and what the figures below are."""
    styles, width = setter.design.styles, setter.design.grid.width
    yield from _ground(setter, accent, LOW_BAR)
    for words in (*_about_figures(card), ""):  # As much as leaves room to the name.
        aside = setter.text(width - 1.4, 3.9, words, _on_bar(setter, accent, styles.code, 7.0), "right")
        room = aside.x - (3.0 if words else 1.4)
        size = next((size for size in LOW_NAME_SIZES if _fits(setter, card.head.name, accent, size, room)), None)
        if size:
            break
    style = _on_bar(setter, accent, styles.slot, size or LOW_NAME_SIZES[-1])
    names = setter.wrap(card.head.name, style, room) if card.head.name else [""]
    names = _cut(setter, names, LOW_NAMES, style, room)
    up = LOW_LEADING * (len(names) - 1) / 2
    yield HEADING
    yield from (setter.text(1.4, 4.2 - up + n * LOW_LEADING, name, style) for n, name in enumerate(names))
    yield from (PLAIN, aside)


def _about_figures(card: Card) -> tuple[str, ...]:
    """Return what the figures at the right of weapons are, in many words and in few."""
    if isinstance(card, UnitCard | VehicleCard):
        return ("HP off behind a save", "HP off") if card.saves else ()
    if not isinstance(card, PanelCard):
        return ()
    tables = (panel.table for panel in (*card.left, *card.right, *card.below) if isinstance(panel, TablePanel))
    results = ([column.title for column in table.columns if column.kind is ColumnKind.RESULT] for table in tables)
    return next((tuple(titles) for titles in results if len(titles) == 1), ())


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
    top, bottom = 0.0, PATTERN
    if accent.pattern == "-":
        items = [Segment(0, bottom * share, width, bottom * share, 0.5) for share in (0.35, 0.7)]
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
    edge = [Segment(0, bottom, width, bottom, 0.4)] if items else []
    return Drawing(width, PATTERN, (*items, *edge))


# -- panels ---------------------------------------------------------------------
def panel_front(setter: Typesetter, panel: Panel, width: float) -> Iterator[Strip]:
    """Yield a panel where its boxes and words have little room; tables of words are on the back."""
    styles = setter.design.styles
    match panel:
        case TablePanel() if _is_stat_line(panel) and not panel.checks:
            yield from lines_of(setter, panel.caption, styles.caption, width)
            yield from stat_lines(setter, _with_names(panel.table))
        case TablePanel():
            yield from _column(setter, [check for check in panel.checks if check], width)
        case HullPanel():
            drawing = hull_drawing(setter, panel.hull, HULL, HULL)
            design, left = setter.design, width - BESIDE_HULL
            narrow = setter.in_design(replace(design, grid=replace(design.grid, width=left)))
            parts = [[*panel_front(narrow, other, left)] for other in panel.beside]
            beside = spread(parts, HULL - 1.0)
            items = (*drawing.items, *place_strips(beside, 0, 1.0, BESIDE_HULL))
            yield Strip(max(HULL, height_of(beside)) + GAP, items)
        case States():  # The first is that of a unit to which nothing has happened; what each means is on the back.
            yield from check_strips(setter, [check for check, _ in panel.cells[1:]])
        case DiceTable():
            for row in panel.rows:
                heads = lines_of(setter, f"{row.label} {row.condition}", styles.caption, width)
                labels = (
                    (f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else f"{faces[0]}", check)
                    for faces, check in row.results
                )
                checks = [replace(check, label=f"{told} {check.label.removeprefix('crew ')}") for told, check in labels]
                strips = [*heads, *check_strips(setter, checks)]
                yield Strip(height_of(strips), tuple(place_strips(strips, 0, 1.0)))
        case RuleGroup():
            return  # The back tells them.
        case CheckRow():
            yield from lines_of(setter, panel.title, styles.caption, width)
            yield from check_strips(setter, [*panel.checks, *([panel.blank] if panel.blank else [])])
        case Tally() if not panel.bullets and not panel.remark:
            for strip in in_mm(setter, panel_strips(setter, panel, width)):
                lower = STRIKE_HEIGHT - LOW_STRIKE if strip.rows >= STRIKE_HEIGHT else 0.0  # Not that of a title.
                yield Strip(strip.rows - lower, (moved(strip.items, 0, -lower),))
        case _:
            yield from in_mm(setter, panel_strips(setter, panel, width))


def spread(parts: Sequence[Sequence[Strip]], room: float) -> list[Strip]:
    """Return what parts are made of, with white between them where so many mm have that much to spare."""
    spare = room - height_of(strip for part in parts for strip in part)
    gap = Strip(max(0.0, min(MOST_BETWEEN, spare / max(1, len(parts)))), ())
    return [strip for part in parts for strip in (*part, gap)]


def _column(setter: Typesetter, checks: Sequence[Check], width: float) -> Iterator[Strip]:
    """Yield boxes one under the other, each with its label in as many lines as it needs; short ones in two columns."""
    style, left = setter.design.styles.label, CHECK + LABEL_GAP
    half = (width - GAP) / 2
    if len(checks) > 1 and all(left + setter.width(check.label, style) <= half for check in checks):
        columns = [[*_column(setter, [check], half)] for check in checks]
        for n in range(0, len(columns), 2):
            (one,), *others = columns[n : n + 2]
            yield Strip(one.rows, (*one.items, *(moved(other.items, half + GAP, 0) for (other,) in others)))
        return
    for check in checks:
        items: list[Item] = [box(check.shape, 0, 0.3, CHECK, setter.design.lines.box)]
        if check.checked:
            items += filling(setter, check.shape, 0, 0.3, CHECK)
        lines = setter.wrap(check.label, style, width - left)
        items += [setter.text(left, 3.0 + n * 3.0, line, style) for n, line in enumerate(lines)]
        yield Strip(max(CHECK + 0.5, len(lines) * 3.0 + 0.9), tuple(items))


def _is_stat_line(panel: TablePanel) -> bool:
    kinds = {column.kind for column in panel.table.columns}
    return not panel.groups and not kinds & {ColumnKind.TEXT, ColumnKind.RESULT}


def _with_names(table: Table) -> Table:
    """Return a stat line whose first column has names, be they empty."""
    if table.columns[0].kind is ColumnKind.NAME:
        return table
    rows = tuple(replace(row, cells=("", *row.cells)) for row in table.rows)
    return Table((Column("", ColumnKind.NAME), *table.columns), rows)


def in_mm(setter: Typesetter, strips: Iterable[Strip]) -> Iterator[Strip]:
    """Yield strips of the grid as strips in mm."""
    return (Strip(strip.rows * setter.design.grid.row, strip.items) for strip in strips)


def shortened(setter: Typesetter, label: str, style: Style, room: float) -> str:
    """Return a label or its first word, cut with a point, as far as a column holds it."""
    star = "*" if label.endswith("*") else ""
    word = label.removesuffix("*").partition(" ")[0]
    whole = next((each for each in (label, word + star) if setter.width(each, style) <= room), None)
    if whole:
        return whole
    while len(word) > 1 and setter.width(f"{word}.{star}", style) > room:
        word = word[:-1]
    return f"{word}.{star}"


def check_strips(setter: Typesetter, checks: Sequence[Check], title: str = "") -> Iterator[Strip]:
    """Yield boxes with their labels on as many lines as they need, behind a title or, where that saves none, below it.

    A line is spread over the width; boxes of several lines stand below each other where they can.
    """
    width = setter.design.grid.width
    name = setter.text(0, 2.7, title, setter.design.styles.cell_name)
    start = name.width + 2 * GAP if title else 0.0
    first: tuple[Item, ...] = (name,) if title else ()
    if title and len(_labels_across(setter, checks, width - start)[0]) < len(checks):
        yield Strip(CHECK + 0.2, first)
        start, first = 0.0, ()
    lines, left = [], [*checks]
    while left:
        labels, spare = _labels_across(setter, left, width - start)
        some, left = left[: len(labels)], left[len(labels) :]
        gap = spare / max(1, len(some) - 1)
        ends = accumulate((_wide(setter, label) + gap for label in labels), initial=start)
        lines.append([*zip(some, labels, ends, strict=False)])
    for n, line in enumerate(_in_columns(setter, checks, len(lines)) or lines):
        items: list[Item] = [*first]
        for check, label, x in line:
            items.append(box(check.shape, x, 0, CHECK, setter.design.lines.box))
            if check.checked:
                items += filling(setter, check.shape, x, 0, CHECK)
            items.append(setter.text(x + CHECK + LABEL_GAP, 2.7, label, setter.design.styles.label))
        yield Strip(CHECK + (0.4 if n + 1 < len(lines) else 0.1), tuple(items))
        first = ()


def _wide(setter: Typesetter, label: str) -> float:
    """Return how wide a box is with its label and the white behind it."""
    return CHECK + LABEL_GAP + 1 + setter.width(label, setter.design.styles.label)


def _in_columns(setter: Typesetter, checks: Sequence[Check], lines: int) -> list[list[tuple[Check, str, float]]]:
    """Return boxes of several lines with their labels and where they begin, in columns; empty if that takes more."""
    across, width = -(-len(checks) // max(1, lines)), setter.design.grid.width
    columns = [max(_wide(setter, check.label) for check in checks[n::across]) for n in range(across)]
    spare = width + 1 - sum(columns)
    if lines < 2 or spare < 0:
        return []
    pitch = (width + GAP) / across
    alike = max(columns) <= pitch
    ends = [*accumulate((pitch if alike else wide + spare / across for wide in columns), initial=0.0)]
    rows = [checks[first : first + across] for first in range(0, len(checks), across)]
    return [[(check, check.label, x) for check, x in zip(row, ends, strict=False)] for row in rows]


def _labels_across(setter: Typesetter, checks: Sequence[Check], width: float) -> tuple[list[str], float]:
    """Return the labels of as many boxes as a line holds, shortened where that holds one more, and what is to spare."""
    style = setter.design.styles.label
    for count in range(min(ACROSS, len(checks)), 0, -1):
        whole = [check.label for check in checks[:count]]
        room = width + 1 - count * (CHECK + LABEL_GAP + 1)
        for labels in (whole, [_FIRST_WORD.sub("", label) for label in whole]):
            spare = room - sum([setter.width(label, style) for label in labels])
            if spare >= 0 or count == 1:
                return labels, max(0.0, spare)
    return [], 0.0

"""Parts of the fronts of cards to cut out: stat lines, boxes to check, panels and formations, as strips in mm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from builder.record import replace
from builder.sheets.block import Strip, height_of, place_strips
from builder.sheets.card_backs import lines_of
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.page import Item, Polygon, Segment, Style
from builder.sheets.panels import panel_strips
from builder.sheets.signs import box, filling, hull_drawing, star
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Check,
    ColumnKind,
    DiceTable,
    FormationCard,
    HullPanel,
    Panel,
    Shape,
    States,
    Table,
    TablePanel,
)

GAP = 0.8
CHECK, LABEL_GAP, ACROSS = 3.4, 0.7, 4
"""The side of boxes to check, the gap to their labels in mm, and how many stand on a line at most."""
_FIRST_WORD = re.compile(r"(?<=\w{5}) .*")
"""What follows a first word that says enough (`Falling back`)."""
LEAST_LAST, LEAST_PITCH = 7.0, 3.9
"""The room of the last column of a stat line, such as `3+/4++`, and from one figure to the next, in mm, at least."""
ROW = 3.5
"""The height of the titles of a stat line, in mm."""
HULL, BESIDE_HULL = 19.6, 21.6
"""The side of a hull, and where what stands beside it begins, in mm."""
UNIT_PITCH, UNIT_BOX, STAR = 7.1, 6.2, 3.1
"""From one unit of a formation to the next, the side of its box, and the radius of a blast marker, in mm."""


def panel_front(setter: Typesetter, panel: Panel, width: float) -> Iterator[Strip]:
    """Yield a panel where its boxes and words have little room; tables of words are on the back."""
    styles = setter.design.styles
    match panel:
        case TablePanel() if _is_stat_line(panel) and not panel.checks:
            yield from lines_of(setter, panel.caption, styles.caption, width)
            yield from stat_lines(setter, panel.table)
        case TablePanel():
            yield from _column(setter, [check for check in panel.checks if check], width)
        case HullPanel():
            drawing = hull_drawing(setter, panel.hull, HULL, HULL)
            tables = [beside for beside in panel.beside if isinstance(beside, TablePanel)]
            weapons = [check for table in tables for check in table.checks if check]
            beside = [*_column(setter, weapons, width - BESIDE_HULL)]
            items = (*drawing.items, *place_strips(beside, 0, 1.0, BESIDE_HULL))
            yield Strip(max(HULL, height_of(beside)) + GAP, items)
            for other in panel.beside:
                if not isinstance(other, TablePanel):
                    yield from panel_front(setter, other, width)
        case States():  # The first is that of a unit to which nothing has happened; what each means is on the back.
            yield from check_strips(setter, [check for check, _ in panel.cells[1:]])
        case DiceTable():
            for row in panel.rows:
                yield from lines_of(setter, f"{row.label} {row.condition}", styles.caption, width)
                labels = (
                    (f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else f"{faces[0]}", check)
                    for faces, check in row.results
                )
                yield from check_strips(
                    setter, [replace(check, label=f"{told} {check.label}") for told, check in labels]
                )
        case _:
            yield from in_mm(setter, panel_strips(setter, panel, width))


def _column(setter: Typesetter, checks: Sequence[Check], width: float) -> Iterator[Strip]:
    """Yield boxes one under the other, each with its label in as many lines as it needs."""
    style, left = setter.design.styles.label, CHECK + LABEL_GAP
    for check in checks:
        items: list[Item] = [box(check.shape, 0, 0.3, CHECK, setter.design.lines.box)]
        if check.checked:
            items += filling(setter, check.shape, 0, 0.3, CHECK)
        lines = setter.wrap(check.label, style, width - left)
        items += [setter.text(left, 3.0 + n * 3.0, line, style) for n, line in enumerate(lines)]
        yield Strip(max(CHECK + 0.7, len(lines) * 3.0 + 0.9), tuple(items))


def _is_stat_line(panel: TablePanel) -> bool:
    kinds = {column.kind for column in panel.table.columns}
    return not panel.groups and not kinds & {ColumnKind.TEXT, ColumnKind.RESULT}


def in_mm(setter: Typesetter, strips: Iterable[Strip]) -> Iterator[Strip]:
    """Yield strips of the grid as strips in mm."""
    return (Strip(strip.rows * setter.design.grid.row, strip.items) for strip in strips)


def stat_lines(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """Yield the titles of a stat line and its values: large ones where all models are alike."""
    styles, lines, width = setter.design.styles, setter.design.lines, setter.design.grid.width
    titles = [column.title for column in table.columns[1:]]
    if not titles or not table.rows:
        return
    alone = len({row.cells[1:] for row in table.rows}) == 1
    style, named = setter.scaled(styles.value, 11.0 if alone else 9.0), setter.scaled(styles.cell_name, 7.0)
    last = max(LEAST_LAST, *(setter.width(row.cells[-1], style) + 1 for row in table.rows)) if len(titles) > 1 else 0.0
    last = min(last, width / 3)
    wanted = max(setter.width(row.cells[0], named) + 1.2 for row in table.rows)
    names = 0.0 if alone else min(wanted, width - last - LEAST_PITCH * (len(titles) - 1))
    pitch = (width - names - last) / max(1, len(titles) - 1)
    middles = [*(names + (n + 0.5) * pitch for n in range(len(titles) - 1)), width - last / 2]
    rooms = [*[pitch] * (len(titles) - 1), last or width]
    smallest = setter.scaled(style, SMALLEST_TYPE)
    widest = [
        max(setter.width(title, styles.head), *(setter.width(row.cells[n], smallest) for row in table.rows))
        for n, title in enumerate(titles, 1)
    ]
    if any(wide > room - 0.3 for wide, room in zip(widest, rooms, strict=True)):
        yield from _told(setter, table)
        return
    heads = [
        setter.text(x, 2.5, title, _narrow(setter, title, styles.head, pitch), "centre")
        for title, x in zip(titles, middles, strict=True)
    ]
    yield Strip(ROW, (*heads, Segment(0, ROW - 0.2, width, ROW - 0.2, lines.head)))
    for row in table.rows[:1] if alone else table.rows:
        name = [] if alone else setter.wrap(row.cells[0], named, names - 0.8)
        high = max(4.8 if alone else 4.1, len(name) * 3.0 + 0.8)
        items: list[Item] = [setter.text(0, 2.9 + n * 3.0, text, named) for n, text in enumerate(name)]
        for cell, x, room in zip(row.cells[1:], middles, rooms, strict=True):
            fitted = _narrow(setter, cell, style, room)
            items.append(setter.text(x, 3.8 if alone else 3.2, cell, fitted, "centre"))
        yield Strip(high, (*items, Segment(0, high - 0.2, width, high - 0.2, lines.medium)))


def _told(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """Yield stat lines in words, where their values are wider than columns."""
    styles, width = setter.design.styles, setter.design.grid.width
    for row in table.rows:
        yield from lines_of(setter, row.cells[0], styles.cell_name, width)
        values = (f"{column.title} {cell}" for column, cell in zip(table.columns[1:], row.cells[1:], strict=True))
        yield from lines_of(setter, ", ".join(values), styles.cell, width)


def _narrow(setter: Typesetter, text: str, style: Style, room: float) -> Style:
    """Return the largest type in which a text fits, down to the smallest."""
    size = style.size
    while size > SMALLEST_TYPE and setter.width(text, style) * size / style.size > room - 0.3:
        size -= 0.5
    return setter.scaled(style, max(SMALLEST_TYPE, size))


# -- formations -----------------------------------------------------------------
def formation_strips(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    """Yield the units to cross off, the blast markers, the damage of war engines, weapons that fire once."""
    width = setter.design.grid.width
    across = int((width + UNIT_PITCH - UNIT_BOX) // UNIT_PITCH)
    yield from lines_of(setter, "Units, cross off", setter.design.styles.caption, width)
    for first in range(0, len(card.units), across):
        yield Strip(UNIT_PITCH, tuple(_unit_boxes(setter, card.units[first : first + across])))
    yield from lines_of(setter, "Blast markers, fill from the left", setter.design.styles.caption, width)
    for first in range(0, len(card.markers), across):
        here = range(first, min(first + across, len(card.markers)))
        yield Strip(UNIT_PITCH, tuple(_markers(setter, card, here)))
    rows = [("Damage of", each) for each in card.damage] + [("Fire once:", each) for each in card.once]
    for title, unit in rows:
        yield from lines_of(setter, f"{title} {unit.label}", setter.design.styles.caption, width)
        for first in range(0, len(unit.checks), across):
            blank = [replace(check, label="") for check in unit.checks[first : first + across]]
            yield Strip(UNIT_PITCH, tuple(_unit_boxes(setter, blank)))


def _unit_boxes(setter: Typesetter, units: Sequence[Check]) -> Iterator[Item]:
    for n, unit in enumerate(units):
        x = n * UNIT_PITCH
        yield box(unit.shape, x, 0, UNIT_BOX, setter.design.lines.head)
        if unit.label:
            yield setter.text(x + UNIT_BOX / 2, UNIT_BOX / 2 + 1.2, unit.label, setter.design.styles.faint, "centre")
        if unit.checked:
            yield from filling(setter, unit.shape, x, 0, UNIT_BOX)


def _markers(setter: Typesetter, card: FormationCard, here: range) -> Iterator[Item]:
    styles, lines = setter.design.styles, setter.design.lines
    for n in here:
        middle, breaks = (n - here.start) * UNIT_PITCH + STAR, n + 1 == card.broken_at
        yield Polygon(star(middle, STAR, STAR, STAR * 0.74), lines.strong if breaks else lines.thin)
        if card.markers[n].checked:
            yield from filling(setter, Shape.CIRCLE, middle - 2, STAR - 2, 4)
        style = styles.milestone if breaks else styles.faint if 0 < card.broken_at <= n else styles.label
        yield setter.text(middle, STAR + 1.0, str(n + 1), style, "centre")


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


def check_strips(setter: Typesetter, checks: Sequence[Check]) -> Iterator[Strip]:
    """Yield boxes with their labels, spread over the width, on as many lines as they need."""
    style, width = setter.design.styles.label, setter.design.grid.width
    left = [*checks]
    while left:
        some = left[:ACROSS]
        room = width - len(some) * (CHECK + LABEL_GAP + 1)
        labels = [check.label for check in some]
        if sum([setter.width(label, style) for label in labels]) > room:
            labels = [_FIRST_WORD.sub("", label) for label in labels]
        while len(some) > 1 and sum([setter.width(label, style) for label in labels]) > room:
            some, labels, room = some[:-1], labels[:-1], room + CHECK + LABEL_GAP + 1
        left = left[len(some) :]
        gap = (room + len(some) - sum([setter.width(label, style) for label in labels])) / max(1, len(some) - 1)
        items: list[Item] = []
        x = 0.0
        for check, label in zip(some, labels, strict=True):
            items.append(box(check.shape, x, 0, CHECK, setter.design.lines.box))
            if check.checked:
                items += filling(setter, check.shape, x, 0, CHECK)
            items.append(setter.text(x + CHECK + LABEL_GAP, 2.7, label, style))
            x += CHECK + LABEL_GAP + setter.width(label, style) + gap
        yield Strip(CHECK + (0.6 if left else 0.1), tuple(items))

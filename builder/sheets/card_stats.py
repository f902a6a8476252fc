"""Stat lines of cards to cut out: titles, values below them, and names of models; and the boxes of these models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from builder.record import replace
from builder.sheets.block import Strip, height_of, moved
from builder.sheets.card_backs import lines_of
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.groups import band_items, fill_bands, pieces_of
from builder.sheets.page import Item, Rect, Segment, Style
from builder.sheets.signs import damage
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import HitPoints, Table

LEAST_LARGE = 50.0
"""Stat lines so wide, in mm, have large values where all models are alike."""
LEAST_LAST, LEAST_PITCH = 7.0, 3.9
"""The room of the last column of a stat line, such as `3+/4++`, and from one figure to the next, in mm, at least."""
BOX, NUMBERS = 3.8, 3.2
"""The side of an HP box, and the height of the numbers below, in mm."""
LOST_FIELD, LOST_SHARE, MODELS_GAP = 15.0, 2.4, 2.5
"""The width of a field for the HP that a group has lost, how often that of a box beside larger boxes, and the white
behind a group, in mm."""
ROW = 3.5
"""The height of the titles of a stat line, in mm."""
WIDE, WHITE, COLUMN_WHITE, LEAST_NAMES = 1.8, 1.0, 0.6, 13.0
"""Between values where names can be broken for it, else, and between those of the smallest type, and what names of
models have beside these, in mm, at least."""


def stat_lines(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """Yield the titles of a stat line and its values: large ones where all models are alike."""
    styles, lines, width = setter.design.styles, setter.design.lines, setter.design.grid.width
    titles = [column.title for column in table.columns[1:]]
    if not titles or not table.rows:
        return
    alone = len({row.cells[1:] for row in table.rows}) == 1
    style, named = (
        setter.scaled(styles.value, 11.0 if alone and width >= LEAST_LARGE else 9.0),
        setter.scaled(styles.cell_name, 7.0),
    )
    over = False
    wide_last = (
        setter.width(titles[-1], styles.head) + 1,
        *(setter.width(row.cells[-1], style) + 1 for row in table.rows),
    )
    last = min(max(LEAST_LAST, *wide_last), width / 3) if len(titles) > 1 else 0.0
    wanted = max(setter.width(row.cells[0], named) + 1.2 for row in table.rows)
    names = 0.0 if alone else min(wanted, width - last - LEAST_PITCH * (len(titles) - 1))
    pitch = (width - names - last) / max(1, len(titles) - 1)
    rooms = [*[pitch] * (len(titles) - 1), last or width]
    widest = _widest(setter, table, style)
    if widest[-1] > rooms[-1] - 0.3 or any(wide > pitch - WHITE for wide in widest[:-1]):
        for size, white in ((style.size, WIDE), (style.size, WHITE), (8.0, WHITE), (SMALLEST_TYPE, COLUMN_WHITE)):
            widest = _widest(setter, table, setter.scaled(style, size))
            spare = width - sum(widest[:-1]) - rooms[-1] - white * (len(titles) - 1)
            names = 0.0 if alone else min(wanted, spare)  # Columns as wide as they need, with narrower names.
            over = names < (0.0 if alone else min(wanted, LEAST_NAMES))
            names = 0.0 if over else names
            if spare >= 0 and not over:
                break
        if len(titles) == 1 or widest[-1] > rooms[-1] - 0.3 or spare < 0:
            yield from _told(setter, table)
            return
        white += (spare - names) / (len(titles) - 1)
        rooms[:-1] = [wide + white for wide in widest[:-1]]
    ends = [*accumulate(rooms[:-1], initial=names)]
    middles = [*((left + right) / 2 for left, right in pairwise(ends)), width - last / 2]
    heads = [
        setter.text(x, 2.5, title, _narrow(setter, title, styles.head, room - 0.3), "centre")
        for title, x, room in zip(titles, middles, rooms, strict=True)
    ]
    yield Strip(ROW, (*heads, Segment(0, ROW - 0.2, width, ROW - 0.2, lines.head)))
    for row in table.rows[:1] if alone else table.rows:
        name = [] if alone else setter.wrap(row.cells[0], named, width if over else names - 0.8)
        top = len(name) * 3.0 if over else 0.0  # Names stand over their values where these leave no room beside them.
        high = top + 4.1 if over else max(4.8 if alone else 4.1, len(name) * 3.0 + 0.8)
        items: list[Item] = [setter.text(0, 2.9 + n * 3.0, text, named) for n, text in enumerate(name)]
        for cell, x, room in zip(row.cells[1:], middles, rooms, strict=True):
            fitted = _narrow(setter, cell, style, room - COLUMN_WHITE)
            items.append(setter.text(x, top + (3.8 if alone else 3.2), cell, fitted, "centre"))
        yield Strip(high, (*items, Segment(0, high - 0.2, width, high - 0.2, lines.medium)))


def _widest(setter: Typesetter, table: Table, style: Style) -> list[float]:
    """Return how wide columns are: their titles, and their values in a style."""
    titles = (setter.width(column.title, setter.design.styles.head) for column in table.columns[1:])
    return [max(wide, *(setter.width(row.cells[n], style) for row in table.rows)) for n, wide in enumerate(titles, 1)]


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
    while size > SMALLEST_TYPE and setter.width(text, style) * size / style.size > room:
        size -= 0.5
    return setter.scaled(style, max(SMALLEST_TYPE, size))


# -- models ---------------------------------------------------------------------
def model_groups(setter: Typesetter, groups: Sequence[HitPoints], room: float, sides: Sequence[float]) -> list[Strip]:
    """Return the HP of the models as boxes of 10, of the first of some sides that has room, or of the usual one.

    Where these are too many, they are a box for each model, and a field.
    """
    boxes = setter.design.boxes
    for side in sides:
        larger = setter.in_design(replace(setter.design, boxes=replace(boxes, hit_point=side, lost=side * LOST_SHARE)))
        if height_of(strips := _banded(larger, groups)) <= room:
            return strips
    strips = _banded(setter, groups)
    return strips if height_of(strips) <= room else [*_models(setter, groups)]


def _banded(setter: Typesetter, groups: Sequence[HitPoints]) -> list[Strip]:
    width, row, side = setter.design.grid.width, setter.design.grid.row, setter.design.boxes.hit_point
    pieces = [piece for group in groups for piece in pieces_of(setter, group, width)]
    bands = fill_bands(setter, pieces, width)
    heights = [row + (band.rows - 2) * side + NUMBERS for band in bands]
    return [Strip(high, tuple(band_items(setter, band, 0, 0))) for band, high in zip(bands, heights, strict=True)]


def _models(setter: Typesetter, groups: Sequence[HitPoints]) -> Iterator[Strip]:
    """Yield groups with a box for each model, the number left inside, and a field for HP lost, side by side."""
    width = setter.design.grid.width
    items: list[Item] = []
    x = high = 0.0
    for group in groups:
        drawn, wide, tall = _group_of_models(setter, group)
        if x and x + wide > width:
            yield Strip(high, tuple(items))
            items, x, high = [], 0.0, 0.0
        items.append(moved(drawn, x, 0))
        x, high = x + wide + MODELS_GAP, max(high, tall)
    if items:
        yield Strip(high, tuple(items))


def _group_of_models(setter: Typesetter, group: HitPoints) -> tuple[list[Item], float, float]:
    """Return the boxes of a group with its width and height: few have the field behind them, many a line above."""
    design, width = setter.design, setter.design.grid.width
    title = f"{group.name}  {group.each} HP each" if group.models > 1 else f"{group.name}  {group.each} HP"
    behind = group.models * BOX + 1 + LOST_FIELD <= width
    names = setter.wrap(title, design.styles.group, width if behind else width - LOST_FIELD - 1)
    top = len(names) * 3.3 + 0.8
    across = group.models if behind else int(width // BOX)
    left, field_top, field_high = (across * BOX + 1, top, BOX) if behind else (width - LOST_FIELD, 0.3, top - 0.7)
    items: list[Item] = [setter.text(0, 2.9 + n * 3.3, name, design.styles.group) for n, name in enumerate(names)]
    items.append(Rect(left, field_top, LOST_FIELD, field_high, design.lines.medium))
    items.append(setter.text(left + 0.5, field_top + 2.6, "HP lost", design.styles.faint))
    gone = group.lost // group.each if group.each else 0
    for n in range(group.models):
        x, y = n % across * BOX, top + n // across * BOX
        items.append(Rect(x, y, BOX, BOX, design.lines.box))
        items.append(setter.text(x + BOX / 2, y + 2.8, str(group.models - n), design.styles.faint, "centre"))
        if n < gone:
            items += damage(setter, x + 0.6, y + 0.6, BOX - 1.2, BOX - 1.2)
    wide = max(left + LOST_FIELD, *(setter.width(name, design.styles.group) for name in names))
    return items, wide, top + -(-group.models // max(1, across)) * BOX + 0.6

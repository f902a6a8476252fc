"""Hit points of a group of models as boxes, and bands of groups side by side (overflow rules 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from builder.sheets.page import Drawing, Field, FieldKind, FieldRun, Item, Line, Placed, Rect
from builder.sheets.signs import damage
from builder.sheets.tables import BASELINE
from builder.sheets.typesetter import Boxes, Typesetter
from builder.systems.blocks import HitPoints, number

TALLEST = 5
"""Boxes in a column at most; a higher toughness takes further columns."""
LEAST_TALL = 4
"""Rows that the square for the HP lost has at least."""
TITLE_ROWS = 2
DAMAGE_INSET = 0.6
OVERHANG = 1.4
"""Millimetres by which the name of a group may stand out into the gap behind it."""
BLANK_COUNT = "     ×      HP"
"""Over a group to fill in by hand: one without models."""
SLACK = 1e-6
"""Forgives rounding where widths are compared."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A group in a band, or as much of one as a band holds: its columns from `first` to before `last`.

    Args:
        width: from its left edge to the gap; `reach` is how far its words go, into the gap at most.
        tall: rows of boxes.
    """

    group: HitPoints
    first: int
    last: int
    width: float
    reach: float
    title: tuple[str, ...]
    square: bool
    tall: int


@dataclass(frozen=True, slots=True)
class Band:
    """Groups side by side; `rows` of the grid are those of name, count, boxes, numbers."""

    pieces: tuple[Piece, ...]
    rows: int

    def width(self, gap: float) -> float:
        """Its width in mm, with `gap` between two groups."""
        *before, last = self.pieces
        return sum(piece.width + gap for piece in before) + last.reach


def columns_of(group: HitPoints) -> tuple[int, ...]:
    """The heights of the columns of one model: one for each wound, or columns of five for a high toughness."""
    if group.boxes <= TALLEST:
        return (group.boxes,) * group.wounds
    full, rest = divmod(group.boxes * group.wounds, TALLEST)
    return (TALLEST,) * full + ((rest,) if rest else ())


def pieces_of(setter: Typesetter, group: HitPoints, width: float) -> list[Piece]:
    """A group as one piece, or as several when it is wider than a band; the square stands behind the last.

    Pieces end between two models, unless one model alone is wider than the band.
    """
    size, square = setter.design.boxes.hit_point, setter.design.boxes.lost
    model = len(columns_of(group))
    total = group.models * model
    tall = max(LEAST_TALL, min(group.boxes, TALLEST))
    room = int((width + SLACK) // size)
    with_square = int((width - square + SLACK) // size)
    pieces: list[Piece] = []
    first = 0
    while True:
        left = total - first
        last = total
        if left > with_square:
            last = first + min(room, left - 1)
            if model <= room and last - last % model > first:
                last -= last % model
        ends = last == total
        drawn = (last - first) * size + (square if ends else 0)
        title, needed = _title(setter, group, drawn, width, continued=first > 0)
        reach = max(drawn, needed)
        pieces.append(
            Piece(group, first, last, drawn if reach <= drawn + OVERHANG else reach, reach, title, ends, tall)
        )
        if ends:
            return pieces
        first = last


def fill_band(setter: Typesetter, pieces: Sequence[Piece], width: float) -> Band:
    """As many pieces, from the first, as stand side by side in a width; at least one."""
    gap = setter.design.boxes.group_gap
    taken: list[Piece] = []
    left = 0.0
    for piece in pieces:
        if taken and left + piece.reach > width + SLACK:
            break
        taken.append(piece)
        left += piece.width + gap
    return Band(tuple(taken), TITLE_ROWS + max(piece.tall for piece in taken) + 1)


def fill_bands(setter: Typesetter, pieces: Sequence[Piece], width: float) -> list[Band]:
    """All pieces in as many bands as they need."""
    bands: list[Band] = []
    left = list(pieces)
    while left:
        bands.append(fill_band(setter, left, width))
        left = left[len(bands[-1].pieces) :]
    return bands


def band_items(setter: Typesetter, band: Band, x: float, y: float) -> Iterator[Item]:
    """What a band draws, with its fields; x and y are its top left corner."""
    for piece in band.pieces:
        group = piece.group
        key = (
            *("group", group.name, piece.title, group.models, group.wounds, group.boxes, group.lost),
            *(piece.first, piece.last, piece.width),
        )
        yield Placed(x, y, setter.furniture(key, partial(_drawing, setter, piece)))
        yield from _fields(setter, piece, x, y)
        x += piece.width + setter.design.boxes.group_gap


def _title(
    setter: Typesetter, group: HitPoints, drawn: float, width: float, continued: bool
) -> tuple[tuple[str, ...], float]:
    """The lines over a group (name and count; or a name of two lines, count behind) and the width that they need."""
    styles = setter.design.styles
    if not group.models:
        return ("", BLANK_COUNT), drawn
    count = f"{group.models} × {group.each} HP" + (f" = {number(group.total)}" if group.models > 1 else "")
    if continued:
        count += ", continued"
    counted = setter.width(count, styles.caption)
    room = max(min(drawn + OVERHANG, width), counted)
    while True:
        lines = setter.wrap(group.name, styles.group, room)
        if len(lines) == 1:
            return (lines[0], count), max(counted, setter.width(lines[0], styles.group))
        if len(lines) == 2 and setter.width(lines[1], styles.group) + 2 + counted <= room:
            return (*lines, count), room
        if room >= width:
            break
        room = min(width, room + 2)
    setter.report("sheet-name", f"the group name '{group.name}' is too long for a sheet: shorten it")
    return (lines[0], count), width


def _drawing(setter: Typesetter, piece: Piece) -> Drawing:
    """Title, boxes, numbers and square of a piece; without ids, so that equal groups share it."""
    row, height = setter.design.grid.row, (TITLE_ROWS + piece.tall + 1) * setter.design.grid.row
    items = [*_title_items(setter, piece), *_damage(setter, piece)]
    for model, columns in groupby(range(piece.first, piece.last), lambda n: n // len(columns_of(piece.group))):
        items.extend(_model_items(setter, piece, model, tuple(columns)))
    if piece.square:
        items.extend(_square_items(setter, piece))
    return Drawing(piece.reach, max(height, row), tuple(items))


def _title_items(setter: Typesetter, piece: Piece) -> Iterator[Item]:
    styles, row = setter.design.styles, setter.design.grid.row
    *names, count = piece.title
    if not piece.group.models:
        line = setter.design.lines.fine
        yield Line(0, row - 0.4, piece.reach, row - 0.4, line, dotted=True)
    for n, name in enumerate(names):
        yield setter.text(0, n * row + BASELINE, name, styles.group)
    if len(names) == 1:
        yield setter.text(0, row + BASELINE, count, styles.caption)
    else:
        yield setter.text(piece.reach, row + BASELINE, count, styles.caption, "right")


def _model_items(setter: Typesetter, piece: Piece, model: int, columns: tuple[int, ...]) -> Iterator[Item]:
    """The boxes of one model, or of its columns in this piece, and under its first box how many models are left."""
    design, heights = setter.design, columns_of(piece.group)
    size, fine, top = design.boxes.hit_point, design.lines.fine, TITLE_ROWS * design.grid.row
    left = (columns[0] - piece.first) * size
    tall = [heights[n % len(heights)] for n in columns]
    for n, height in enumerate(tall):
        x = left + n * size
        yield from (Line(x, top + m * size, x + size, top + m * size, fine) for m in range(1, height))
        if n:
            yield Line(x, top, x, top + height * size, fine)
    edge = design.lines.medium if len(heights) > 1 else design.lines.box
    full = [height for height in tall if height == tall[0]]
    yield Rect(left, top, len(full) * size, tall[0] * size, edge)
    if len(full) < len(tall):
        yield Rect(left + len(full) * size, top, size, tall[-1] * size, edge)
    if columns[0] % len(heights) == 0:
        y = top + max(heights) * size + BASELINE
        middle = left + len(tall) * size / 2
        yield setter.text(middle, y, str(piece.group.models - model), design.styles.number, "centre")


def _square_items(setter: Typesetter, piece: Piece) -> Iterator[Item]:
    design = setter.design
    size, top = design.boxes.hit_point, TITLE_ROWS * design.grid.row
    left, height = (piece.last - piece.first) * size, piece.tall * size
    yield Rect(left, top, design.boxes.lost, height, design.lines.medium)
    yield setter.text(left + 0.9, top + 2.7, "HP lost", design.styles.faint)
    if piece.group.lost:
        lost = number(piece.group.lost)
        yield setter.text(left + design.boxes.lost / 2, top + height / 2 + 2.4, lost, design.styles.written, "centre")


def _damage(setter: Typesetter, piece: Piece) -> Iterator[Item]:
    """Blocks in the boxes of the HP that are lost, as printed in the middle of a game."""
    lost = piece.group.lost // piece.group.box - _boxes_before(piece)
    for left, top, width, height in _boxes(setter, piece)[: max(0, lost)]:
        inner = (left + DAMAGE_INSET, top + DAMAGE_INSET, width - 2 * DAMAGE_INSET, height - 2 * DAMAGE_INSET)
        yield from damage(setter, *inner)


def _boxes(setter: Typesetter, piece: Piece) -> Boxes:
    """Left, top, width and height of the boxes of a piece, in the order in which they are filled."""
    size, top = setter.design.boxes.hit_point, TITLE_ROWS * setter.design.grid.row
    heights = columns_of(piece.group)
    return tuple(
        ((n - piece.first) * size, top + m * size, size, size)
        for n in range(piece.first, piece.last)
        for m in range(heights[n % len(heights)])
    )


def _boxes_before(piece: Piece) -> int:
    heights = columns_of(piece.group)
    return sum(heights[n % len(heights)] for n in range(piece.first)) if piece.first else 0


def _fields(setter: Typesetter, piece: Piece, x: float, y: float) -> Iterable[Item]:
    group, boxes, row = piece.group, setter.design.boxes, setter.design.grid.row
    key = ("group", columns_of(group), piece.first, piece.last)
    yield FieldRun(group.box_prefix, _boxes_before(piece) + 1, x, y, setter.boxes(key, partial(_boxes, setter, piece)))
    if piece.square:
        left = x + (piece.last - piece.first) * boxes.hit_point
        top = y + TITLE_ROWS * row
        yield Field(group.lost_id, FieldKind.NUMBER, left, top, boxes.lost, piece.tall * boxes.hit_point)

"""Hit points of a group of models as boxes, and bands of groups side by side (overflow rules 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from builder.record import Record, replace
from builder.sheets.block import line_to_write_on
from builder.sheets.page import (
    Boxes,
    Drawing,
    FieldKind,
    FieldRun,
    FieldSet,
    Item,
    Mark,
    PageField,
    Placed,
    Rect,
    Role,
    Segment,
)
from builder.sheets.signs import damage
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import HitPoints, number

TALLEST = 5
"""Boxes in a column at most; a higher toughness takes further columns."""
LEAST_TALL = 3
"""Rows that the square for the HP lost has at least."""
TITLE_ROWS = 1
DAMAGE_INSET = 0.6
OVERHANG = 0.6
"""Millimetres by which the name of a group may stand out into the gap behind it."""
SLACK = 1e-6
"""Forgives rounding where widths are compared."""


class Portion(Record, frozen=True):
    """As much of a group as a band holds, without its ids: its columns from `first` to before `last`.

    Groups of equal names and numbers share their portions.

    Args:
        width: from its left edge to the gap; `reach` is how far its words go, into the gap at most.
        tall: rows of boxes.
        fields: relative to its top left corner, with 0 for the id of the group.
    """

    first: int
    last: int
    width: float
    reach: float
    title: str
    tall: int
    fields: tuple[PageField | FieldRun, ...]
    drawing: Drawing


class Piece(Record, frozen=True):
    """A portion with the group whose ids its fields have."""

    group: HitPoints
    portion: Portion


class Band(Record, frozen=True):
    """Groups side by side; `rows` of the grid are those of name, count, boxes, numbers."""

    pieces: tuple[Piece, ...]
    rows: int

    def width(self, gap: float) -> float:
        """Its width in mm, with `gap` between two groups."""
        *before, last = self.pieces
        return sum([piece.portion.width + gap for piece in before]) + last.portion.reach


def columns_of(group: HitPoints) -> tuple[int, ...]:
    """Return the heights of the columns of one model: one for each wound, or columns of five for a high toughness."""
    if group.boxes <= TALLEST:
        return (group.boxes,) * group.wounds
    full, rest = divmod(group.boxes * group.wounds, TALLEST)
    return (TALLEST,) * full + ((rest,) if rest else ())


def pieces_of(setter: Typesetter, group: HitPoints, width: float) -> list[Piece]:
    """Return a group as one piece, or as several when it is wider than a band; the square stands behind the last."""
    key = ("portions", group.name, group.models, group.wounds, group.boxes, group.box, group.lost, width)
    portions: tuple[Portion, ...] = setter.kept(tuple, key, lambda: tuple(_portions(setter, group, width)))
    return [Piece(group, portion) for portion in portions]


def _portions(setter: Typesetter, group: HitPoints, width: float) -> Iterator[Portion]:
    """Portions end between two models, unless one model alone is wider than the band."""
    size, square = setter.design.boxes.hit_point, setter.design.boxes.lost
    model = len(columns_of(group))
    total = group.models * model
    room = int((width + SLACK) // size)
    with_square = int((width - square + SLACK) // size)
    first = 0
    ends = False
    while not ends:
        left = total - first
        last = total
        if left > with_square:
            last = first + min(room, left - 1)
            if model <= room and last - last % model > first:
                last -= last % model
        ends = last == total
        yield _portion(setter, group, (first, last), width, ends)
        first = last


def _portion(setter: Typesetter, group: HitPoints, columns: tuple[int, int], width: float, square: bool) -> Portion:
    first, last = columns
    sizes, row = setter.design.boxes, setter.design.grid.row
    drawn = (last - first) * sizes.hit_point + (sizes.lost if square else 0)
    title, needed = _title(setter, group, drawn, width, continued=first > 0)
    reach = max(drawn, needed)
    tall = max(LEAST_TALL, min(group.boxes, TALLEST))
    heights = columns_of(group)
    before = sum(heights[n % len(heights)] for n in range(first)) if first else 0
    boxes = _boxes(setter, heights, first, last)
    shape = ("boxes", group.models, heights, first, last, square, group.lost // group.box)
    body = setter.kept(
        Drawing, shape, lambda: _body(setter, group, columns, boxes[: max(0, group.lost // group.box - before)], square)
    )
    items: list[Item] = [*_title_items(setter, group, title, reach), Placed(0, 0, body)]
    if square and group.lost:
        middle, top = drawn - sizes.lost / 2, TITLE_ROWS * row + tall * sizes.hit_point / 2
        items.append(setter.text(middle, top + 3.2, number(group.lost), setter.design.styles.written, "centre"))
    any_group = replace(group, id="0")
    fields: list[PageField | FieldRun] = [FieldRun(any_group.box_prefix, before + 1, 0, 0, boxes)]
    if square:
        left, top = (last - first) * sizes.hit_point, TITLE_ROWS * row
        fields.append(PageField(any_group.lost_id, FieldKind.NUMBER, left, top, sizes.lost, tall * sizes.hit_point))
    height = (TITLE_ROWS + tall + 1) * row
    return Portion(
        first=first,
        last=last,
        width=drawn if reach <= drawn + OVERHANG else reach,
        reach=reach,
        title=title,
        tall=tall,
        fields=tuple(fields),
        drawing=Drawing(reach, height, tuple(items)),
    )


def fill_band(setter: Typesetter, pieces: Sequence[Piece], width: float) -> Band:
    """As many pieces, from the first, as stand side by side in a width; at least one."""
    gap = setter.design.boxes.group_gap
    taken: list[Piece] = []
    left = 0.0
    for piece in pieces:
        if taken and left + piece.portion.reach > width + SLACK:
            break
        taken.append(piece)
        left += piece.portion.width + gap
    return Band(tuple(taken), TITLE_ROWS + max([piece.portion.tall for piece in taken]) + 1)


def fill_bands(setter: Typesetter, pieces: Sequence[Piece], width: float) -> list[Band]:
    """Return all pieces in as many bands as they need."""
    bands: list[Band] = []
    left = list(pieces)
    while left:
        bands.append(fill_band(setter, left, width))
        left = left[len(bands[-1].pieces) :]
    return bands


def band_items(setter: Typesetter, band: Band, x: float, y: float) -> list[Item]:
    """Return what a band draws, with its fields; x and y are its top left corner."""
    gap = setter.design.boxes.group_gap
    items: list[Item] = []
    for piece in band.pieces:
        portion = piece.portion
        items += (Placed(x, y, portion.drawing), FieldSet((piece.group.id,), x, y, portion.fields))
        x += portion.width + gap
    return items


def _title(setter: Typesetter, group: HitPoints, drawn: float, width: float, continued: bool) -> tuple[str, float]:
    """Return the line over a group and the width that it needs."""
    style = setter.design.styles.group
    if not group.models:
        return "", drawn
    name = f"{group.name}, continued" if continued else group.name
    lines = setter.wrap(name, style, width)
    if len(lines) > 1:
        setter.report("sheet-name", f"the group name '{group.name}' is too long for a sheet: shorten it")
    return lines[0], max(drawn, setter.width(lines[0], style))


def _title_items(setter: Typesetter, group: HitPoints, title: str, reach: float) -> Iterator[Item]:
    row = setter.design.grid.row
    if not group.models:
        yield line_to_write_on(setter, 0, row - 0.4, reach)
    yield setter.text(0, setter.baseline, title, setter.design.styles.group)


def _body(setter: Typesetter, group: HitPoints, columns: tuple[int, int], lost: Boxes, square: bool) -> Drawing:
    """Boxes, numbers and square of a portion, with blocks in the boxes that are lost; without words and ids."""
    first, last = columns
    sizes, row = setter.design.boxes, setter.design.grid.row
    tall = max(LEAST_TALL, min(group.boxes, TALLEST))
    items: list[Item] = [Mark(Role.FIGURE, _in_words(group, last - first, square))]
    for left, top, width, height in lost:
        inner = (left + DAMAGE_INSET, top + DAMAGE_INSET, width - 2 * DAMAGE_INSET, height - 2 * DAMAGE_INSET)
        items.extend(damage(setter, *inner))
    for model, some in groupby(range(first, last), lambda n: n // len(columns_of(group))):
        items.extend(_model_items(setter, group, model, tuple(some), first))
    width = (last - first) * sizes.hit_point
    if square:
        top = TITLE_ROWS * row
        items.append(Rect(width, top, sizes.lost, tall * sizes.hit_point, setter.design.lines.medium))
        words = f"of {number(group.total)}" if group.models else "HP lost"
        items.append(setter.text(width + sizes.lost - 0.7, top + 2.7, words, setter.design.styles.faint, "right"))
        width += sizes.lost
    return Drawing(width, (TITLE_ROWS + tall + 1) * row, tuple(items))


def _in_words(group: HitPoints, columns: int, square: bool) -> str:
    """Return what boxes show, for those who do not see them."""
    lost = f", {number(group.lost)} HP lost" if group.lost else ""
    field = ", and a field for the HP lost" if square else ""
    return f"{columns} columns of {group.boxes} boxes, a box for {group.box} HP{lost}{field}"


def _model_items(
    setter: Typesetter, group: HitPoints, model: int, columns: tuple[int, ...], first: int
) -> Iterator[Item]:
    """The boxes of one model, or of its columns in this portion, and under its first box how many models are left."""
    design, heights = setter.design, columns_of(group)
    size, fine, top = design.boxes.hit_point, design.lines.fine, TITLE_ROWS * design.grid.row
    left = (columns[0] - first) * size
    tall = [heights[n % len(heights)] for n in columns]
    for n, height in enumerate(tall):
        x = left + n * size
        yield from (Segment(x, top + m * size, x + size, top + m * size, fine) for m in range(1, height))
        if n:
            yield Segment(x, top, x, top + height * size, fine)
    edge = design.lines.medium if len(heights) > 1 else design.lines.box
    full = [height for height in tall if height == tall[0]]
    yield Rect(left, top, len(full) * size, tall[0] * size, edge)
    if len(full) < len(tall):
        yield Rect(left + len(full) * size, top, size, tall[-1] * size, edge)
    if columns[0] % len(heights) == 0:
        y = top + max(heights) * size + setter.baseline
        middle = left + len(tall) * size / 2
        yield setter.text(middle, y, str(group.models - model), design.styles.number, "centre")


def _boxes(setter: Typesetter, heights: tuple[int, ...], first: int, last: int) -> Boxes:
    """Return the boxes of columns, in the order in which they are filled; equal ones are kept once."""
    size, top = setter.design.boxes.hit_point, TITLE_ROWS * setter.design.grid.row

    def make() -> Boxes:
        return tuple(
            ((n - first) * size, top + m * size, size, size)
            for n in range(first, last)
            for m in range(heights[n % len(heights)])
        )

    return setter.kept(tuple, ("box places", heights, first, last), make)

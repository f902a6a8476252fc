"""Results by dice: the faces of a die before the box for what they bring, results standing in columns."""

from __future__ import annotations

from collections.abc import Iterator

from builder.sheets.block import Strip, check_box
from builder.sheets.page import Circle, Item, Line, Rect
from builder.sheets.signs import BLACK
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import DiceRow, DiceTable

ROW_HEIGHT = 6.2
FACE = 3.2
CONDITION_LEFT = 22.0
RESULTS_LEFT = 40.0
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.25, 0.2), (0.75, 0.2), (0.25, 0.5), (0.75, 0.5), (0.25, 0.8), (0.75, 0.8)),
}


def dice_strips(setter: Typesetter, table: DiceTable, width: float) -> Iterator[Strip]:
    """Yield the rows of results as one strip, then the lines at the foot."""
    design = setter.design
    items: list[Item] = [Line(0, 0.2, width, 0.2, design.lines.head)]
    for n, row in enumerate(table.rows):
        y = 0.2 + n * ROW_HEIGHT
        items.extend(_row(setter, row, y, width))
        last = n == len(table.rows) - 1
        bottom = y + ROW_HEIGHT
        items.append(Line(0, bottom, width, bottom, design.lines.medium if last else design.lines.rule))
    height = 0.2 + len(table.rows) * ROW_HEIGHT
    yield Strip(-(-round(10 * height) // round(10 * design.grid.row)), tuple(items))
    for note in table.footnotes:
        for line in setter.wrap(note, design.styles.caption, width):
            yield Strip(1, (setter.text(0, setter.baseline, line, design.styles.caption),))


def _row(setter: Typesetter, row: DiceRow, y: float, width: float) -> Iterator[Item]:
    design = setter.design
    middle = y + ROW_HEIGHT / 2
    size = design.boxes.hit
    yield setter.text(0, middle + 1.1, row.label, design.styles.group)
    yield setter.text(CONDITION_LEFT, middle + 1.0, row.condition, design.styles.label)
    pitch = (width - RESULTS_LEFT) / max(1, len(row.results))
    for n, (faces, check) in enumerate(row.results):
        x = RESULTS_LEFT + n * pitch
        for m, face in enumerate(faces):
            yield from _face(face, x + m * (FACE + 0.3), middle - FACE / 2, design.lines.thin)
        x += 2 * (FACE + 0.3) + 1.0
        yield from check_box(setter, check, x, middle - size / 2, size, design.lines.strong)
        yield setter.text(x + size + 1.6, middle + 1.0, check.label, design.styles.label)


def _face(face: int, x: float, y: float, line: float) -> Iterator[Item]:
    yield Rect(x, y, FACE, FACE, line)
    for across, down in _SPOTS[face]:
        yield Circle(x + across * FACE, y + down * FACE, 0.3, 0, BLACK)

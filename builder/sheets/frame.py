"""The room on a paper: how large, how turned, how many rows of the grid."""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import InputError
from builder.sheets.design import Design
from builder.sheets.options import SheetOptions

FIRST_ROW = 2
"""Content begins below the running head and an empty row."""
LARGER = 1.35
"""At this scale a paper turned sideways holds the grid, and two standard cards under each other."""
TRUE_TO_SCALE = frozenset({"tokens", "template", "cards"})
"""Sheets that are cut out or measured with: never larger."""
FILLED_IN = frozenset({"units", "vehicles"})
"""Sheets of cards that a player fills in: they may be compact."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A page for one sheet: width, height and margin are those of the paper in mm, `rows` those below the head.

    `compact` tells that the rows are those of the compact design.
    """

    width: float
    height: float
    margin: float
    scale: float
    rows: int
    compact: bool = False

    def left(self, content: float) -> float:
        """Where content of a width begins, in mm of the content: it stands in the middle."""
        return (self.width / self.scale - content) / 2

    @property
    def top(self) -> float:
        """The upper margin, in mm of the content."""
        return self.margin / self.scale


def frame_for(design: Design, options: SheetOptions, sheet: str) -> Frame:
    """The frame of a sheet; cards are compact where that is chosen, or where a page would not hold two of them.

    Those of 63 × 88 mm always are.

    Raises:
        InputError: the design has no such paper, or it is too small for larger text.
    """
    paper = design.paper(options.paper)
    width, height, scale = paper.width, paper.height, 1.0
    margin = min(design.grid.margin, paper.margin)
    if options.larger_text and sheet not in TRUE_TO_SCALE:
        width, height, scale = max(width, height), min(width, height), LARGER
        if width / scale < design.grid.width:
            raise InputError(f"paper '{options.paper}' is too small for larger text; choose a4 or letter")
    room = (height - 2 * margin) / scale - FIRST_ROW * design.grid.row
    rows = int(room // design.grid.row)
    scarce = rows < 2 * design.grid.block_rows + 1
    close = sheet == "cards" or (sheet in FILLED_IN and (options.compact or scarce))
    if design.compact and close:
        return Frame(width, height, margin, scale, int(room // design.compact.grid.row), compact=True)
    return Frame(width, height, margin, scale, rows)

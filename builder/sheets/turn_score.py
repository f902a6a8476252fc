"""The score by turns, to be filled in or as a game has it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from builder.sheets.block import Strip
from builder.sheets.page import CELL, KEY, ROW, TITLES, FieldKind, Item, PageField, Segment
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ScoreRow

SCORE_LEFT, ALL_TURNS, SCORE_ROWS = 32.0, 1.3, 1.5
"""Where the boxes of the score begin, in mm; how much wider the box for all is, the rows of each line."""


def score_strip(setter: Typesetter, score: Sequence[ScoreRow], width: float) -> Strip:
    """Return a table to keep the score in, turn by turn."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    turns = len(score[0].turns) - 1
    pitch = (width - SCORE_LEFT) / (turns + ALL_TURNS)
    edges = [*(SCORE_LEFT + n * pitch for n in range(turns + 1)), width]
    titles = [*map(str, range(1, turns + 1)), "all"]
    top, high = 2 * row, SCORE_ROWS * row
    bottom = top + len(score) * high
    title = setter.text(0, row + 0.5, "Score", styles.panel)
    items: list[Item] = [Segment(0, 0, width, 0, lines.block), TITLES, CELL, title]
    for turn, (left, right) in zip(titles, pairwise(edges), strict=True):
        items += (CELL, setter.text((left + right) / 2, row + 0.5, turn, styles.strong, "centre"))
    for n, told in enumerate(score):
        y = top + n * high
        label = setter.text(0, y + (high - row) / 2 + setter.baseline, told.label, styles.label)
        items += (Segment(0, y, width, y, lines.rule), ROW, KEY, label)
        for figure, (left, right) in zip(told.turns, pairwise(edges), strict=True):
            items.append(CELL)
            items.append(PageField(figure.id, FieldKind.NUMBER, left + 0.4, y + 0.4, right - left - 0.8, high - 0.8))
            if figure.value is not None:
                base = y + (high - row) / 2 + setter.baseline
                items.append(setter.text((left + right) / 2, base, str(figure.value), styles.strong, "centre"))
    items += [Segment(0, bottom, width, bottom, lines.medium)]
    items += [Segment(x, top, x, bottom, lines.rule) for x in edges]
    return Strip(2 + len(score) * SCORE_ROWS, tuple(items))

"""The charts of 40K: what a die must show to hit in close combat, and to wound; each as a table to look up."""

from __future__ import annotations

from collections.abc import Callable

from builder.systems.blocks import Column, ColumnKind, ReferenceTable, Row, Table
from builder.systems.fortyk.wording import NONE

BEST, WORST = 2, 6
VALUES = tuple(range(1, 11))
"""Every WS, S and T."""


def to_hit(ws: int, target: int) -> int:
    """Return what a die must show to hit (A-07): 3 against a lower WS, 4 up to twice as high, 5 above that."""
    if target < ws:
        return 3
    return 4 if target <= 2 * ws else 5


def to_wound(s: int, t: int) -> int | None:
    """Return what a die must show to wound (A-08): 4 at S = T, one point each way; None where it cannot, from S + 4."""
    if t >= s + 4:
        return None
    return max(BEST, min(WORST, 4 + t - s))


def score_charts() -> tuple[ReferenceTable, ReferenceTable]:
    """Return both charts, to hit and to wound."""
    return (
        _chart("To hit", "own WS", "by the target's WS", to_hit),
        _chart("To wound", "own S", "by the target's T", to_wound),
    )


def _chart(title: str, key: str, aside: str, score: Callable[[int, int], int | None]) -> ReferenceTable:
    """Return a chart of scores on a D6; a dash where none is enough."""
    columns = (Column(key, ColumnKind.NAME), *(Column(str(other), ColumnKind.VALUE) for other in VALUES))
    rows = (
        Row((str(own), *(f"{needed}+" if (needed := score(own, other)) else NONE for other in VALUES)))
        for own in VALUES
    )
    return ReferenceTable(title=title, aside=aside, table=Table(columns, tuple(rows)))

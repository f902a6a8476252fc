"""Leadership: the order points that a unit bears before its tests fail (tables 2 and 3 of the rules)."""

from __future__ import annotations

TEST_COST = 25
"""Order points that a leadership test adds (D-10)."""

LIMITS = {2: 6, 3: 17, 4: 33, 5: 56, 6: 83, 7: 117, 8: 144, 9: 167, 10: 183}
"""Ld to the most order points with which a test is passed (D-10, table 2)."""

LIMITS_WITH_REROLL = {2: 11, 3: 32, 4: 61, 5: 96, 6: 132, 7: 165, 8: 185, 9: 194, 10: 199}
"""The same with a re-roll (D-10, table 3)."""


def limit(ld: int, reroll: bool = False) -> int | None:
    """The most order points with which leadership `ld` passes; None when it always fails (D-10, D-12)."""
    table = LIMITS_WITH_REROLL if reroll else LIMITS
    return table.get(min(ld, max(table)))


def passes(op: int, ld: int, reroll: bool = False) -> bool:
    """Whether a unit passes with `op` order points, those of the test included (D-10)."""
    highest = limit(ld, reroll)
    return highest is not None and op <= highest

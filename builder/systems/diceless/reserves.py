"""Reserves: how many units may arrive in each turn (D-80)."""

from __future__ import annotations

LAST_TURN = 5
"""The turn in which all that are left arrive."""


def arrivals(units: int, bonus: int = 0) -> tuple[int, ...]:
    """Units that may arrive in turns 1 to 5; `bonus` is added in each turn from 2 to 4 (D-80)."""
    left, turns = units, [0]
    for turn in range(2, LAST_TURN + 1):
        half = left // 2 if turn == 2 else (left + 1) // 2
        arriving = left if turn == LAST_TURN else min(left, max(0, half + bonus)) if left else 0
        turns.append(arriving)
        left -= arriving
    return tuple(turns)

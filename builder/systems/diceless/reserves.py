"""Reserves: how many units may arrive in each turn (D-80), and outflanking (D-81)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.systems.diceless.worked import Worked, count, signed

FIRST_TURN, LAST_TURN = 2, 5
"""The turns in which the first units and all that are left arrive."""


@dataclass(frozen=True, slots=True)
class Outflanked:
    """What became of a unit that outflanks."""

    edge: str
    arrived: bool


def arrivals(units: int, bonus: int = 0) -> tuple[int, ...]:
    """Units that may arrive in turns 1 to 5; `bonus` is added in each turn from 2 to 4 (D-80)."""
    left, turns = units, []
    for turn in range(1, LAST_TURN + 1):
        turns.append(arriving(turn, left, bonus))
        left -= turns[-1]
    return tuple(turns)


def arriving(turn: int, left: int, bonus: int = 0) -> int:
    """Units that may arrive in one turn, of those left (D-80).

    Args:
        turn: from 1 on.
        left: units still in reserve.
        bonus: +1 for a re-roll, and the sum of what is added to reserve rolls.
    """
    if turn < FIRST_TURN or not left:
        return 0
    if turn >= LAST_TURN:
        return left
    half = left // 2 if turn == FIRST_TURN else (left + 1) // 2
    return min(left, max(0, half + bonus))


def arrivals_with_delays(
    units: int, bonus: int = 0, delayed: Mapping[int, int] | None = None
) -> Worked[Mapping[int, int]]:
    """Units that arrive in each turn, those that their player delays by one turn counted where they arrive (D-80).

    A delayed unit has been picked: it is not among those left of which half arrive next.

    Args:
        units: in reserve.
        bonus: see `arriving`.
        delayed: by turn, how many of those that may arrive are put off to the next.

    Raises:
        ValueError: more are delayed than may arrive, or any in turn 5.
    """
    put_off = dict(delayed or {})
    turns: dict[int, int] = {}
    steps, left = [f"{count(units, 'unit')} in reserve, none in turn 1"], units
    picked = dict(enumerate(arrivals(units, bonus), 1))
    for turn in range(FIRST_TURN, LAST_TURN + 1):
        late, may = put_off.pop(turn, 0), picked[turn]
        if late and turn == LAST_TURN:
            raise ValueError(f"in turn {LAST_TURN} all that are left arrive: none can be delayed")
        if late > may:
            raise ValueError(f"in turn {turn} only {may} may arrive: no more can be delayed")
        if may:
            steps.append(
                f"turn {turn}: {_why(turn, bonus)} of {left} left: {may}" + (f", {late} delayed" if late else "")
            )
        left -= may
        for when, number in ((turn, may - late), (turn + 1, late)):
            if number:
                turns[when] = turns.get(when, 0) + number
    if any(put_off.values()):
        raise ValueError(f"units are delayed in turns {FIRST_TURN} to {LAST_TURN - 1}, not in turn {min(put_off)}")
    if delayed:
        steps.append("arrive: " + ", ".join(f"{number} in turn {turn}" for turn, number in sorted(turns.items())))
    return Worked(dict(sorted(turns.items())), tuple(steps))


def outflank(edge: str, can_be_placed: bool) -> Worked[Outflanked]:
    """A unit that outflanks comes from the edge that its player picks; one without room is removed (D-81)."""
    words = f"it arrives from the {edge} edge" if can_be_placed else "it cannot be placed: removed from play"
    return Worked(Outflanked(edge, can_be_placed), (f"its player picks the {edge} edge", words))


def _why(turn: int, bonus: int) -> str:
    if turn == LAST_TURN:
        return "all"
    rounded = "down" if turn == FIRST_TURN else "up"
    return f"half, rounded {rounded}{f', {signed(bonus)}' if bonus else ''},"

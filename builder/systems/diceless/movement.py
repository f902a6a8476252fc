"""Moves with fixed lengths, what terrain leaves of others, and when units come from reserve; all in inches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

from builder.record import Record
from builder.scalars import counted, signed
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.aim import inches_text
from builder.systems.fortyk.model import FortykArmy, Unit

FIXED_MOVES: Mapping[str, int] = {
    "fall back": 7,
    "fast fall back": 10,
    "run": 4,
    "consolidate": 4,
    "hit and run": 10,
}
"""Moves whose length is rolled for in the base game; jump infantry, bikes, beasts and cavalry are fast (D-17)."""
_FAST = ("jump", "bike", "beast", "cavalry")
COVER_MOVE = 5
"""The most inches of a move through cover inside difficult terrain (D-18)."""
TREMOR = 2
"""Inches that a subterranean blast takes off the move of a unit it hits (D-104)."""
TURNS_WITHOUT_TECHMARINE = 1
"""Turns that servitors work alone (D-105)."""
FIRST_TURN, LAST_TURN = 2, 5
"""The turns in which the first units and all that are left arrive."""
POD_ASSAULT = "drop pod assault"
"""The rule by which half of the drop pods, rounded up, come in turn 1, as in the base game."""
RELAY, INTERCEPTION = "telepathic relay", "intercept reserves"
"""Wargear by which one more of its own side's units, and one fewer of the other side's, arrives in each turn."""


def fall_back(unit_types: Iterable[str]) -> int:
    """Inches that a unit of these types falls back: as far as the slowest of its models (D-17)."""
    fast = all(any(word in each.casefold() for word in _FAST) for each in unit_types)
    return FIXED_MOVES["fast fall back" if fast else "fall back"]


def inside_difficult_terrain(move: Fraction, before: Fraction, through_cover: bool = False) -> Explained[Fraction]:
    """Return how far a model gets into difficult terrain: half of what is left at its edge (D-18).

    Args:
        move: its movement.
        before: the way to the edge; 0 for a model that starts inside.
        through_cover: it moves through cover: not halved, up to 5".
    """
    left = max(Fraction(0), move - before)
    steps = [f"{inches_text(move)} − {inches_text(before)} to the edge: {inches_text(left)} left"]
    if left == 0:
        return Explained(left, (*steps, "it does not get inside"))
    inside = min(left, Fraction(COVER_MOVE)) if through_cover else left / 2
    steps.append(
        f"move through cover: {inches_text(inside)} inside"
        if through_cover
        else f"halved: {inches_text(inside)} inside"
    )
    return Explained(inside, tuple(steps))


def after_tremor(move: Fraction) -> Explained[Fraction]:
    """Return what a tremor leaves of a unit's move: 2" less, not below 0 (D-104)."""
    left = max(Fraction(0), move - TREMOR)
    return Explained(left, (f'{inches_text(move)} − {TREMOR}" = {inches_text(left)}',))


def servitors_work(turns_alone: int) -> bool:
    """Whether servitors still work after so many turns without a Techmarine or Master of the Forge (D-105)."""
    return turns_alone <= TURNS_WITHOUT_TECHMARINE


class Outflanked(Record, frozen=True):
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
) -> Explained[Mapping[int, int]]:
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
    steps, left = [f"{counted(units, 'unit')} in reserve, none in turn 1"], units
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
    return Explained(dict(sorted(turns.items())), tuple(steps))


def outflank(edge: str, can_be_placed: bool) -> Explained[Outflanked]:
    """Return what becomes of a unit that outflanks: its player picks the edge; without room it is removed (D-81)."""
    words = f"it arrives from the {edge} edge" if can_be_placed else "it cannot be placed: removed from play"
    return Explained(Outflanked(edge, can_be_placed), (f"its player picks the {edge} edge", words))


def _why(turn: int, bonus: int) -> str:
    if turn == LAST_TURN:
        return "all"
    rounded = "down" if turn == FIRST_TURN else "up"
    return f"half, rounded {rounded}{f', {signed(bonus)}' if bonus else ''},"


def reserve_bonus(army: FortykArmy | None, opponent: FortykArmy | None = None) -> int:
    """Return what an army and its opponent's add to its reserve rolls, one for each bearer (D-80)."""
    return _bearers(army, RELAY) - _bearers(opponent, INTERCEPTION)


def planned_arrivals(army: FortykArmy, waiting: Iterable[str]) -> tuple[int, ...]:
    """Return how many units may arrive in turns 1 to 5 of those of an army that wait, each with whom it brings (D-80).

    Args:
        army: with what it brings for its own reserve; what the opponent brings is not known before the game.
        waiting: ids of its units that come by themselves.
    """
    units = [unit for unit in army.units if unit.id in waiting]
    pods = ceil(sum(has_rule(unit.rules, POD_ASSAULT) for unit in units) / 2)
    return (pods, *arrivals(len(units) - pods, reserve_bonus(army))[1:])


def _bearers(army: FortykArmy | None, gear: str) -> int:
    return sum(_bears(unit, gear) for unit in army.units) if army else 0


def _bears(unit: Unit, gear: str) -> int:
    return sum(group.models for group in unit.groups if has_rule(group.gear, gear))

"""Who of a side may come from reserve, and when (D-80)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from builder.systems.common.model import has_rule
from builder.systems.diceless.play.queries import gone, led_by, units_of
from builder.systems.diceless.play.state import Flag, GameState, Phase, SideState
from builder.systems.diceless.reserves import FIRST_TURN, LAST_TURN, POD_ASSAULT, arriving


@dataclass(frozen=True, slots=True)
class Waiting:
    """The reserve of a side in one of its turns.

    Args:
        turn: the turn of the game.
        left: units of which a part may arrive in it, those that came in it already counted.
        may: how many of them may.
        picked: how many came, or were put off, in it already.
        due: ids of units that were put off before and arrive now, beside those.
        free: ids of the others that wait.
    """

    turn: int
    left: int
    may: int
    picked: int
    due: tuple[str, ...]
    free: tuple[str, ...]

    @property
    def more(self) -> int:
        """How many more may arrive, beside those that are due."""
        return max(0, self.may - self.picked)


def waits(side: SideState, unit: str) -> bool:
    """Whether a unit is in reserve."""
    return unit in side.bodies and Flag.RESERVE in side.bodies[unit].flags and not gone(side, unit)


def comes_with(side: SideState, unit: str) -> str | None:
    """The id of the unit in reserve with which another comes: its transport, or the unit that it leads."""
    return next((other for other in _takes_along(side, unit) if waits(side, other)), None)


def held_back(side: SideState, unit: str) -> bool:
    """Whether a unit is still in reserve: itself, its transport, the unit that it leads, or the transport of that."""
    found = [unit]
    for each in found:
        found += [other for other in _takes_along(side, each) if other not in found]
    return any(waits(side, each) for each in found)


def waiting(side: SideState, turn: int) -> Waiting:
    """The reserve of a side in a turn (D-80).

    A unit aboard of another, and a character with the unit that he leads, come with it and are not counted by
    themselves. One that was put off was picked in that turn: it arrives in the next, beside those that then may.
    """
    inside = [unit for unit in side.bodies if waits(side, unit) and comes_with(side, unit) is None]
    due = tuple(unit for unit in inside if _put_off_before(side, unit, turn))
    late = [unit for unit in inside if side.bodies[unit].put_off == turn]
    came = [unit for unit, now in side.bodies.items() if now.arrived == turn and not _put_off_before(side, unit, turn)]
    left = len({*inside, *came} - {*due})
    return Waiting(
        turn=turn,
        left=left,
        may=arriving(turn, left, side.reserve_bonus),
        picked=len(late) + len(came),
        due=due,
        free=tuple(unit for unit in inside if unit not in (*due, *late, *came)),
    )


def pods(side: SideState, turn: int) -> tuple[str, ...]:
    """The ids of the units of which some may come in turn 1 already, by Drop Pod Assault; none where none may."""
    if turn >= FIRST_TURN:
        return ()
    assault = [unit for unit, each in units_of(side).items() if has_rule(each.rules, POD_ASSAULT)]
    still = tuple(unit for unit in assault if waits(side, unit))
    came = sum(side.bodies[unit].arrived == turn for unit in assault)
    return still if came < ceil((len(still) + came) / 2) else ()


def next_arrivals(state: GameState, side: int) -> Waiting:
    """The reserve of a side in the next turn in which somebody may arrive, this one up to its movement phase."""
    over = state.clock.active == side and state.clock.phase not in (Phase.DEPLOYMENT, Phase.MOVEMENT)
    passed = state.clock.active != side and side == state.clock.first and state.clock.phase != Phase.DEPLOYMENT
    first = max(state.clock.turn + (over or passed), FIRST_TURN)
    turns = (waiting(state.sides[side], turn) for turn in range(first, max(first, LAST_TURN) + 1))
    found = next((reserve for reserve in turns if reserve.more or reserve.due), None)
    return found or waiting(state.sides[side], first)


def reserve_text(state: GameState, side: int) -> str:
    """What may arrive of a side, in a sentence; empty where nothing waits."""
    names = {unit: body.name for unit, body in state.sides[side].bodies.items()}
    arrivals = next_arrivals(state, side)
    when = (
        "this turn" if arrivals.turn == state.clock.turn and state.clock.active == side else f"in turn {arrivals.turn}"
    )
    parts = []
    if early := pods(state.sides[side], state.clock.turn):
        parts.append(f"half of the drop pods, rounded up, come in turn 1: {_listed(names, early)}")
    if arrivals.due:
        parts.append(f"{_listed(names, arrivals.due)} to arrive {when}, delayed before")
    if arrivals.free and arrivals.more >= len(arrivals.free):
        parts.append(f"{_listed(names, arrivals.free)} to arrive {when}")
    elif arrivals.free:
        parts.append(f"{arrivals.more} of {len(arrivals.free)} may arrive {when}: {_listed(names, arrivals.free)}")
    return "; ".join(parts)


def _takes_along(side: SideState, unit: str) -> Iterator[str]:
    """Yield the ids of the units that take another along: its transport, and the unit that it leads."""
    others = (side.bodies[unit].aboard, led_by(side, unit))
    return (other for other in others if other is not None and other in side.bodies)


def _put_off_before(side: SideState, unit: str, turn: int) -> bool:
    put_off = side.bodies[unit].put_off
    return put_off is not None and put_off < turn


def _listed(names: dict[str, str], units: tuple[str, ...]) -> str:
    return ", ".join(names[unit] for unit in units)

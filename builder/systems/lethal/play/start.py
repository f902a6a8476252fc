"""How a game of Lethal 40K begins: armies as plain data, nobody lost, every unit with its ammunition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from builder.errors import PlayError
from builder.roster.view import PlannedGroup
from builder.systems.lethal.attacks import AT_START
from builder.systems.lethal.model import LethalArmyUnit
from builder.systems.lethal.planned import UnitGroup, planned_groups
from builder.systems.lethal.play.state import (
    AMMUNITION,
    DEEP_STRIKE,
    DEPLOYMENT,
    RESERVE,
    Battle,
    Hull,
    Lethal,
    LethalUnit,
    StoredArmy,
)
from builder.systems.play.changes import GameBegun
from builder.systems.play.events import Event, Player, begin
from builder.systems.play.game import Clock, Side
from builder.systems.play.lookup import numbered, told_apart

if TYPE_CHECKING:
    from builder.systems.lethal.reading import LethalReading


WAITING = {"reserve": RESERVE, "deep_strike": DEEP_STRIKE}
"""The marks of units that come later, and their flags."""


class LethalBegun(GameBegun, frozen=True, kw_only=True, tag="begun"):
    """A game begins, with the armies of both sides; None for a side that is only a name."""

    armies: tuple[StoredArmy | None, StoredArmy | None]

    def begin(self) -> Lethal:
        """The state that it brings.

        Raises:
            PlayError: an army has two units or vehicles of one id, so the log is damaged.
        """
        one, other = (_side(name, army) for name, army in zip(self.names, self.armies, strict=True))
        game = Lethal(sides=(one, other), extra=Battle(armies=self.armies), clock=Clock(phase=DEPLOYMENT))
        return told_apart(game)


def start(players: Sequence[Player[LethalReading]]) -> Event[LethalBegun]:
    """The first event of a game of two players."""
    one, other = players
    begun = LethalBegun(names=(one.name, other.name), armies=(_stored(one), _stored(other)))
    return begin(begun, players)


def unit_groups(army: StoredArmy) -> tuple[UnitGroup, ...]:
    """The unit groups that an army planned."""
    return planned_groups(army.army, army.planned)


def _stored(player: Player[LethalReading]) -> StoredArmy | None:
    if player.army is None:
        return None
    planned = (PlannedGroup(id=each.id, name=each.name, units=_ids(each)) for each in player.army.groups)
    return StoredArmy(army=player.army.army, planned=tuple(planned))


def _ids(group: UnitGroup) -> tuple[str, ...]:
    return tuple(unit.id for unit in group.units)


def _side(name: str, stored: StoredArmy | None) -> Side[LethalUnit]:
    units = stored.army.units if stored else ()
    ids = [each for unit in units for each in (unit.id, *(hull.id for hull in unit.vehicles if hull.id != unit.id))]
    if len(ids) != len({*ids}):
        raise PlayError(f"two units or vehicles of {name} have one id: the log of this game is damaged")
    names = numbered({unit.id: unit.name for unit in units})
    return Side.of(name, (_body(unit, names) for unit in units))


def _body(unit: LethalArmyUnit, names: Mapping[str, str]) -> LethalUnit:
    """A unit as it begins; a mark that names no unit of the army counts for nothing."""
    marks = {mark.kind: mark.target for mark in unit.marks if mark.target is None or mark.target in names}
    name = names[unit.id]
    return LethalUnit(
        id=unit.id,
        name=name,
        unit=unit,
        flags=frozenset(flag for mark, flag in WAITING.items() if mark in marks),
        leader=marks.get("led_by"),
        aboard=marks.get("riding_in"),
        counters={AMMUNITION: AT_START + unit.extra_ammo} if unit.has_ammunition else {},
        parts={
            hull.id: Hull(id=hull.id, name=name if hull.id == unit.id else hull.name, vehicle=hull)
            for hull in unit.vehicles
        },
    )

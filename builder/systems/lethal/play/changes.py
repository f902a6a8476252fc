"""The outcomes of a game of Lethal 40K, beside those that any game has; `LethalBegun` makes the first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from builder.errors import PlayError
from builder.roster.marks import PlannedGroup
from builder.systems.common.marks import marks_in_game
from builder.systems.lethal.attacks import AT_START
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.groups import UnitGroup, planned_groups
from builder.systems.lethal.model import LethalArmyUnit
from builder.systems.lethal.play.state import (
    AMMUNITION,
    DEEP_STRIKE,
    DEPLOYMENT,
    RESERVE,
    Activation,
    Battle,
    Combat,
    Corridor,
    Deeds,
    LethalGame,
    LethalHull,
    LethalUnit,
    OwedCheck,
    ShotLosses,
    StoredArmy,
)
from builder.systems.play.changes import Change, GameBegun, Moved, Number, OnPart, OnUnit, SideNumber
from builder.systems.play.events import Event, Player, begin
from builder.systems.play.game import Clock, Side, UnitRef, with_body, with_part
from builder.systems.play.lookup import numbered, with_distinct_names

if TYPE_CHECKING:
    from builder.systems.lethal.reading import LethalReading

WAITING = {"reserve": RESERVE, "deep_strike": DEEP_STRIKE}
"""The marks of units that come later, and their flags."""


class LethalBegun(GameBegun, frozen=True, kw_only=True, tag="begun"):
    """A game begins, with the armies of both sides; None for a side that is only a name."""

    armies: tuple[StoredArmy | None, StoredArmy | None]

    def begin(self) -> LethalGame:
        """Return the state that it brings.

        Raises:
            PlayError: an army has two units or vehicles of one id, so the log is damaged.
        """
        one, other = (_side(name, army) for name, army in zip(self.names, self.armies, strict=True))
        game = LethalGame(sides=(one, other), extra=Battle(armies=self.armies), clock=Clock(phase=DEPLOYMENT))
        return with_distinct_names(game)


def start(players: Sequence[Player[LethalReading]]) -> Event[LethalBegun]:
    """Return the first event of a game of two players."""
    one, other = players
    begun = LethalBegun(names=(one.name, other.name), armies=(_stored(one), _stored(other)))
    return begin(begun, players)


def unit_groups(army: StoredArmy) -> tuple[UnitGroup, ...]:
    """Return the unit groups that an army planned."""
    return planned_groups(army.army, army.planned)


def _stored(player: Player[LethalReading]) -> StoredArmy | None:
    if player.army is None:
        return None
    planned = (PlannedGroup(id=each.id, name=each.name, units=_ids(each)) for each in player.army.groups)
    army, marks = player.army.army, marks_in_game(player.army.army.units)
    units = tuple(replace(unit, marks=marks[unit.id]) for unit in army.units)
    return StoredArmy(army=replace(army, units=units), planned=tuple(planned))


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
            hull.id: LethalHull(id=hull.id, name=name if hull.id == unit.id else hull.name, vehicle=hull)
            for hull in unit.vehicles
        },
    )


class Lost(OnUnit, frozen=True, kw_only=True, tag="lost"):
    """The models that a unit has lost in all, by group; `by` is the shot that it was, if any (L-30)."""

    models: Mapping[str, Number]
    by: str = ""
    checked: bool = False

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        body = game.body(self.about)
        volley = body.volley if self.by and body.volley and body.volley.by == self.by else None
        if self.by:
            volley = volley or ShotLosses(by=self.by, before=body.models)
            volley = replace(volley, checked=volley.checked or self.checked)
        return with_body(game, self.about, lost={**body.lost, **self.models}, volley=volley)


class StructureLost(OnUnit, frozen=True, kw_only=True, tag="structure"):
    """The structure points that a group of models or a vehicle has lost in all (L-53)."""

    of: str
    points: Number

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_body(game, self.about, damage={**game.body(self.about).damage, self.of: self.points})


class Damaged(OnPart, frozen=True, kw_only=True, tag="vehicle"):
    """What a vehicle has lost: weapons, by id, its tracks, or all (L-52)."""

    weapons: tuple[str, ...] = ()
    immobilised: bool = False
    destroyed: bool = False

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_part(
            game,
            self.about,
            destroyed_weapons=self.weapons,
            immobilised=self.immobilised,
            destroyed=self.destroyed,
        )


class MoraleChanged(OnUnit, frozen=True, kw_only=True, tag="morale"):
    """A unit comes to a state, for this combat phase alone or until it changes (L-31, L-14)."""

    state: MoraleState
    for_phase: bool = False

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_body(game, self.about, morale=self.state, for_phase=self.for_phase)


class ChecksOwed(OnUnit, frozen=True, kw_only=True, tag="owes"):
    """The checks that a unit must still take."""

    checks: tuple[OwedCheck, ...] = ()

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_body(game, self.about, owed=self.checks)


class Acted(OnUnit, frozen=True, kw_only=True, tag="acted"):
    """What a unit has done this turn, and how far it went in its last action."""

    deeds: Deeds
    speed: Number = 0

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_body(game, self.about, deeds=self.deeds, speed=self.speed)


class Sheltered(OnUnit, frozen=True, kw_only=True, tag="cover"):
    """The cover that a unit stands in; None in the open (L-41)."""

    cover: Cover | None = None

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_body(game, self.about, cover=self.cover)


class Grouped(Change, frozen=True, kw_only=True, tag="grouped"):
    """The unit group that a unit is in, and whether it was formed on its CM; none where its name is empty (L-14).

    It is no act of the unit, which remembers what it did before: another one of its group may bring it about.
    """

    side: SideNumber
    unit: str
    group: str = ""
    forms: bool = False

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return with_body(game, UnitRef(self.side, self.unit), group=self.group, forms=self.forms)


class Seized(Change, frozen=True, kw_only=True, tag="initiative"):
    """A side has the initiative this turn (L-60)."""

    side: SideNumber

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        return _battle(replace(game, clock=replace(game.clock, active=self.side)), initiative=self.side)


class Activated(Change, frozen=True, kw_only=True, tag="activated"):
    """Units are activated, or where there are none, the next activation is that of the side."""

    side: SideNumber
    units: tuple[str, ...] = ()
    stance: str = ""

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        activation = Activation(self.side, self.units, self.stance) if self.units else None
        for ref in (UnitRef(self.side, each) for each in self.units):
            game = with_body(game, ref, deeds=replace(game.body(ref).deeds, activated=True))
        return _battle(replace(game, clock=replace(game.clock, active=self.side)), activation=activation)


class CorridorChanged(Change, frozen=True, kw_only=True, tag="corridor"):
    """A corridor of fire is made, or ends (L-92, L-94)."""

    corridor: Corridor
    ends: bool = False

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        others = {key: each for key, each in game.extra.corridors.items() if key != self.corridor.id}
        return _battle(game, corridors=others if self.ends else {**others, self.corridor.id: self.corridor})


class CombatChanged(Change, frozen=True, kw_only=True, tag="combat"):
    """How a close combat stands, or that it ends."""

    combat: Combat
    ends: bool = False

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        others = {key: each for key, each in game.extra.combats.items() if key != self.combat.id}
        return _battle(game, combats=others if self.ends else {**others, self.combat.id: self.combat})


class ClockMoved(Moved[LethalGame], frozen=True, kw_only=True, tag="phase"):
    """The clock moves; with a new turn nobody has done anything, and nobody has the initiative."""

    def apply(self, game: LethalGame) -> LethalGame:
        """Return the game after it."""
        if self.turn != game.clock.turn:
            for ref in game.refs(0, 1):
                body = game.body(ref)
                game = with_body(game, ref, deeds=Deeds(began=body.morale), volley=None)
            game = _battle(game, initiative=None, activation=None)
        return super().apply(game)


def _battle(game: LethalGame, **values: Any) -> LethalGame:
    extra: Battle = replace(game.extra, **values)
    return replace(game, extra=extra)

"""How a game of Diceless 40K stands: what units and vehicles have beside what any game's bodies and parts have."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.fortyk.model import FortykArmy, ModelGroup, Unit, Vehicle
from builder.systems.play.game import Body, Clock, Game, Part, Side


class Phase(enum.StrEnum):
    """The parts of a player's turn, in order; armies are deployed before the first."""

    DEPLOYMENT = "deployment"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    ASSAULT = "assault"
    OVER = "over"


class Flag(enum.StrEnum):
    """The states that a unit or a vehicle can be in, one or several at once."""

    RESERVE = "reserve"
    FALLING_BACK = "falling back"
    ENGAGED = "engaged"
    LOCKED = "locked"
    PINNED = "pinned"
    TREMOR = "tremor"
    DESTROYED = "destroyed"


PSYCHIC_TEST = "psychic"
"""A psychic test that was passed, among the tests that a unit took in a phase."""
POWER_USED = "power"
"""Beside it: a power was used for which it was taken, other than by a shot."""


class Crew(enum.StrEnum):
    """How the crew of a vehicle is for now, whatever boxes are checked (D-55)."""

    STEADY = "steady"
    SHAKEN = "shaken"
    STUNNED = "stunned"


class VehicleState(Part, frozen=True, kw_only=True):
    """A vehicle as it stands.

    Args:
        vehicle: as it was when the game began, called as sentences call it.
        rows: its hits.
        lines: DMG on them, by letter.
        destroyed_weapons: the ids of those that are gone.
        speed: how far it moved in its side's last turn; None where nobody noted that.
        shaken: the turn of its side at whose end its crew is shaken no more; 0 where it is not.
        stunned: the same for a stunned crew.
    """

    vehicle: Vehicle
    rows: HitRows
    lines: Mapping[str, int] = {}
    destroyed_weapons: frozenset[str] = frozenset()
    speed: Speed | None = None
    shaken: int = 0
    stunned: int = 0

    @property
    def gone(self) -> bool:
        """Whether it is destroyed by its hits."""
        return self.rows.destroyed

    @property
    def crew(self) -> Crew:
        """How its crew is for now."""
        if self.stunned:
            return Crew.STUNNED
        return Crew.SHAKEN if self.shaken else Crew.STEADY


class OwedTest(Struct, frozen=True):
    """A test that a unit owes: which one, what for, and what the act that takes it must be given."""

    test: str
    why: str
    given: Mapping[str, str] = {}


class UnitState(Body, frozen=True, kw_only=True):
    """A unit as it stands.

    Args:
        unit: as it was when the game began, called as sentences call it.
        parts: its vehicles, by id.
        pools: its models and HP, by the ids of its groups.
        op: its order points, from 0 on.
        put_off: the turn in which its arrival was delayed to the next (D-80).
        arrived: the turn in which it came from reserve.
        removed: models that it lost in this phase.
        tested: the tests that it took in this phase: pinning, morale, leadership; of psychic ones those it passed.
        owes: the tests that it owes from earlier phases, each with why.
        foes: the ids of the enemy units that it fights.
    """

    unit: Unit
    parts: Mapping[str, VehicleState] = {}
    pools: Mapping[str, Pool] = {}
    op: int = 0
    put_off: int | None = None
    arrived: int | None = None
    removed: int = 0
    tested: tuple[str, ...] = ()
    owes: tuple[OwedTest, ...] = ()
    foes: tuple[str, ...] = ()

    @property
    def army_notes(self) -> Sequence[str]:
        """What its player wrote of it in the army."""
        return (self.unit.notes,)

    @property
    def dead(self) -> bool:
        """Whether no model of it is left; of a unit of vehicles alone, whether all are wrecked."""
        if self.unit.groups:
            return not any(pool.models for pool in self.pools.values())
        return all(hull.gone for hull in self.parts.values())

    @property
    def size(self) -> int:
        """Its models that are left, vehicles among them."""
        return sum(not hull.gone for hull in self.parts.values()) + sum(pool.models for pool in self.pools.values())

    @property
    def room(self) -> int | None:
        """The room of its vehicles, 0 where the data does not say how much they have; guns with a crew have none."""
        room = sum(hull.vehicle.profile.capacity or 0 for hull in self.parts.values())
        return None if not self.parts or (self.unit.groups and not room) else room

    @property
    def leads(self) -> bool:
        """Whether it is one model alone, a character."""
        return sum(group.models for group in self.unit.groups) == 1


class SideState(Side[UnitState], frozen=True, kw_only=True):
    """A side as it stands.

    Args:
        army: as it was when the game began; None for an opponent who is only a name.
        reserve_bonus: the sum of what is added to its reserve rolls, +1 for a re-roll (D-80).
    """

    army: FortykArmy | None = None
    reserve_bonus: int = 0


class AttackMade(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Shots or blows of one type of weapon at an enemy.

    Args:
        side: of those who attack.
        target: the id of the unit or vehicle that is attacked.
        attacker: that of whom attacks; empty where nobody said.
        weapon: its name; empty for DMG that players know, as `mode`, the way it is used.
        bearers: how many of it are used, by the ids of the groups and vehicles that carry it.
        close: in close combat.
        once: a weapon that is used once a game.
        pins: its target takes a pinning test.
        lost: HP that it cost the target.
        whole: fired with all that the attacker fires at that target, so that it shoots no more in this phase.
    """

    side: int
    target: str
    attacker: str = ""
    weapon: str = ""
    mode: str = ""
    bearers: Mapping[str, int] = {}
    close: bool = False
    once: bool = False
    pins: bool = False
    lost: int = 0
    whole: bool = False


class Extra(Struct, frozen=True, kw_only=True):
    """What is kept of a whole game beside what any game keeps.

    Args:
        night: night fighting (D-82).
        warp_used: a Warp token was used in this player turn (D-74).
        attacks: those of this phase, in order.
        used_up: those with weapons that are used once a game.
        largest_first: points of DMG left over go to the largest groups, without a question (D-25).
    """

    night: bool = False
    warp_used: bool = False
    attacks: tuple[AttackMade, ...] = ()
    used_up: tuple[AttackMade, ...] = ()
    largest_first: bool = False


class GameState(Game[UnitState, Extra], frozen=True, kw_only=True):
    """A game as it stands."""

    sides: tuple[SideState, SideState]
    extra: Extra = Extra()
    clock: Clock = Clock(phase=Phase.DEPLOYMENT)


TOKEN_NAMES: Mapping[str, str] = {"scatter": "Scatter", "gets_hot": "Gets Hot!", "warp": "Warp"}
"""The kinds of tokens, and what players call them (D-70 to D-72)."""


def attacks_now(state: GameState) -> tuple[AttackMade, ...]:
    """The attacks of this phase; none during deployment, where players stay who do not play by phases."""
    return () if state.clock.phase == Phase.DEPLOYMENT else state.extra.attacks


def unit_of(side: SideState, unit: str) -> Unit:
    """The unit of a side with an id, as the game began.

    Raises:
        KeyError: there is none.
    """
    return side.bodies[unit].unit


def groups_left(side: SideState, unit: str) -> Iterator[tuple[ModelGroup, Pool]]:
    """Yield the groups of a unit that have models left, with their pools."""
    body = side.bodies[unit]
    for group in body.unit.groups:
        if body.pools[group.id].models:
            yield group, body.pools[group.id]


def hull_of(side: SideState, vehicle: str) -> VehicleState:
    """The vehicle of a side with an id, as it stands.

    Raises:
        KeyError: there is none.
    """
    return side.bodies[side.owners[vehicle]].parts[vehicle]


def hulls(side: SideState) -> Iterator[VehicleState]:
    """Yield every vehicle of a side as it stands."""
    for body in side.bodies.values():
        yield from body.parts.values()


def vehicle_of(side: SideState, vehicle: str) -> tuple[Unit, Vehicle]:
    """The vehicle of a side with an id, as the game began, and the unit that it belongs to.

    Raises:
        KeyError: there is none.
    """
    body = side.bodies[side.owners[vehicle]]
    return body.unit, body.parts[vehicle].vehicle

"""How a game of Diceless 40K stands: two sides with their units, vehicles and tokens, and whose turn it is."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping

from msgspec import Struct

from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.fortyk.model import Army, ModelGroup, Unit, Vehicle


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


class UnitState(Struct, frozen=True, kw_only=True):
    """A unit as it stands.

    Args:
        pools: its models and HP, by the ids of its groups.
        op: its order points, from 0 on.
        riding_in: the id of the vehicle's unit that it is aboard.
        led_by: the id of the unit of the character who leads it.
        put_off: the turn in which its arrival was delayed to the next (D-80).
        arrived: the turn in which it came from reserve.
        removed: models that it lost in this phase.
        tested: the tests that it took in this phase: pinning, morale, leadership.
        last: the last act that changed anything of it.
    """

    pools: Mapping[str, Pool]
    op: int = 0
    flags: frozenset[Flag] = frozenset()
    riding_in: str | None = None
    led_by: str | None = None
    put_off: int | None = None
    arrived: int | None = None
    removed: int = 0
    tested: tuple[str, ...] = ()
    note: str = ""
    last: str = ""


class Crew(enum.StrEnum):
    """How the crew of a vehicle is for now, whatever boxes are checked (D-55)."""

    STEADY = "steady"
    SHAKEN = "shaken"
    STUNNED = "stunned"


USUAL_SPEED = Speed.CRUISING
"""What a vehicle counts as until its player says how it moved, which changes no BS (D-50)."""


class VehicleState(Struct, frozen=True, kw_only=True):
    """A vehicle as it stands.

    Args:
        rows: its hits.
        lines: DMG on them, by letter.
        destroyed_weapons: the ids of those that are gone.
        speed: how far it moved in its side's last turn; None where nobody noted that.
        shaken: the turn of its side at whose end its crew is shaken no more; 0 where it is not.
        stunned: the same for a stunned crew.
        last: the last act that changed anything of it.
    """

    rows: HitRows
    lines: Mapping[str, int] = {}
    destroyed_weapons: frozenset[str] = frozenset()
    speed: Speed | None = None
    shaken: int = 0
    stunned: int = 0
    note: str = ""
    last: str = ""

    @property
    def crew(self) -> Crew:
        """How its crew is for now."""
        if self.stunned:
            return Crew.STUNNED
        return Crew.SHAKEN if self.shaken else Crew.STEADY


TOKEN_NAMES: Mapping[str, str] = {"scatter": "Scatter", "gets_hot": "Gets Hot!", "warp": "Warp"}
"""The kinds of tokens, and what players call them (D-70 to D-72)."""


class Tokens(Struct, frozen=True):
    """Tokens of one kind that a side holds: how many are left of how many it was given."""

    left: int
    total: int


class SideState(Struct, frozen=True, kw_only=True):
    """A side as it stands.

    Args:
        name: of its army or player.
        army: as it was when the game began; None for an opponent who is only a name.
        units: by id; every unit has a state, those of vehicles alone too.
        vehicles: by the ids of the vehicles.
        tokens: that it holds, given by its opponent, by kind.
        points: victory points.
        reserve_bonus: the sum of what is added to its reserve rolls, +1 for a re-roll (D-80).
    """

    name: str
    army: Army | None = None
    units: Mapping[str, UnitState] = {}
    vehicles: Mapping[str, VehicleState] = {}
    tokens: Mapping[str, Tokens] = {}
    points: int = 0
    reserve_bonus: int = 0


class Volley(Struct, frozen=True, kw_only=True, omit_defaults=True):
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


class GameState(Struct, frozen=True, kw_only=True):
    """A game as it stands.

    Args:
        turn: from 1; 0 during deployment.
        active: the side whose turn it is.
        first: the side that has the first turn (D-83).
        warp_used: a Warp token was used in this player turn (D-74).
        attacks: those of this phase, in order.
        used_up: those with weapons that are used once a game.
        largest_first: points of DMG left over go to the largest groups, without a question (D-25).
        night: night fighting (D-82).
    """

    sides: tuple[SideState, SideState]
    turn: int = 0
    active: int = 0
    first: int = 0
    phase: Phase = Phase.DEPLOYMENT
    mission: str = ""
    night: bool = False
    warp_used: bool = False
    attacks: tuple[Volley, ...] = ()
    used_up: tuple[Volley, ...] = ()
    largest_first: bool = False
    notes: tuple[str, ...] = ()


def attacks_now(state: GameState) -> tuple[Volley, ...]:
    """The attacks of this phase; none during deployment, where players stay who do not play by phases."""
    return () if state.phase is Phase.DEPLOYMENT else state.attacks


def moment(state: GameState) -> str:
    """Turn and phase in figures: `2.1` to `2.3` are the phases of the player who begins, `2.4` to `2.6` the other's."""
    if state.phase not in (Phase.MOVEMENT, Phase.SHOOTING, Phase.ASSAULT):
        return str(state.turn)
    phase = (Phase.MOVEMENT, Phase.SHOOTING, Phase.ASSAULT).index(state.phase) + 1
    return f"{state.turn}.{phase + 3 * (state.active != state.first)}"


def unit_of(side: SideState, unit: str) -> Unit:
    """The unit of a side with an id, as the game began.

    Raises:
        KeyError: there is none.
    """
    for each in side.army.units if side.army else ():
        if each.id == unit:
            return each
    raise KeyError(unit)


def groups_left(side: SideState, unit: str) -> Iterator[tuple[ModelGroup, Pool]]:
    """Yield the groups of a unit that have models left, with their pools."""
    pools = side.units[unit].pools
    for group in unit_of(side, unit).groups:
        if pools[group.id].models:
            yield group, pools[group.id]


def vehicle_of(side: SideState, vehicle: str) -> tuple[Unit, Vehicle]:
    """The vehicle of a side with an id, and the unit that it belongs to.

    Raises:
        KeyError: there is none.
    """
    for unit in side.army.units if side.army else ():
        for each in unit.vehicles:
            if each.id == vehicle:
                return unit, each
    raise KeyError(vehicle)

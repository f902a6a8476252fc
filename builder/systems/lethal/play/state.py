"""How a game of Lethal 40K stands: units with their losses and states, vehicles, corridors of fire, close combats.

Distances are in cm. What a unit did is kept for the turn (`Deeds`); how far it went in its last action is kept until it
acts again, since the save of fast units hangs on it (L-04).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from builder.roster.marks import PlannedGroup
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.model import LethalArmy, LethalArmyUnit, LethalModelGroup, LethalVehicle, TroopType
from builder.systems.play.game import Body, Game, Part, UnitRef

AMMUNITION = "ammo"
"""The counter of ammunition (L-20)."""
ENTRENCHED, AT_EDGE, HULL_DOWN = "entrenched", "at the edge of its cover", "hull down"
FINDING, EMPTY = "finding ammunition", "out of ammunition"
RESERVE, DEEP_STRIKE, SCOUTED = "in reserve", "deep strike", "free move made"
DEPLOYMENT, INITIATIVE, COMMAND, COMBAT, ENDING = "deployment", "initiative", "command", "combat", "end"
"""What comes before the first turn, and the phases of a turn (L-60)."""
CheckKind: TypeAlias = Literal["morale", "confusion", "ammo", "corridor", "titan killer"]
"""What a unit still has to roll for."""


class OwedCheck(Struct, frozen=True):
    """A check that a unit must still take; `cause` says why.

    Of a corridor it is the id and the weapon, of a Titan Killer the points, with `, glancing` where it only glanced.
    """

    kind: CheckKind
    cause: str = ""


class ShotLosses(Struct, frozen=True, kw_only=True):
    """The losses of a unit from one shot of one enemy, which call for one check together (L-30).

    Args:
        by: the shot that it was.
        before: models before it.
        checked: whether a check was called for by it already.
    """

    by: str
    before: int
    checked: bool = False


class Deeds(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a unit did this turn.

    Args:
        activated: it was activated (L-60).
        action: the name of its action.
        used: the actions that are used, of two.
        moved: cm that it moved, by confusion too.
        came: it arrived, or got out of a transport that had acted, which counts as a move (L-67, L-72).
        boarded: somebody got in or out of it (L-65).
        shots: shots that its action still allows, the one that has begun among them.
        fired: the weapons that were fired in the shot that has begun.
        shot: how many shots have begun.
        strained: heavy weapons, or rapid fire under 30 cm, were fired (L-63).
        under_fire: who fired at it, and the corridors that it was hit in, each of which calls for one confusion check.
        battery: which weapons of a vehicle its action fires beside the defensive ones: main, ordnance, barrage, all.
        power: the psychic ability that it used (L-87).
        power_fired: that was an attack, and it was fired.
        began: its state at the start of the turn (L-13).
        finished: it does nothing more this turn.
        won: it has won a close combat, and may make one move action for that (L-104).
    """

    activated: bool = False
    action: str = ""
    used: int = 0
    moved: int = 0
    came: bool = False
    boarded: bool = False
    shots: int = 0
    fired: tuple[str, ...] = ()
    shot: int = 0
    strained: bool = False
    under_fire: tuple[str, ...] = ()
    battery: str = ""
    power: str = ""
    power_fired: bool = False
    began: MoraleState = MoraleState.UNBROKEN
    finished: bool = False
    won: bool = False


class LethalHull(Part, frozen=True, kw_only=True):
    """A vehicle as it stands; `destroyed_weapons` holds ids (L-52)."""

    vehicle: LethalVehicle
    destroyed_weapons: tuple[str, ...] = ()
    immobilised: bool = False
    destroyed: bool = False

    @property
    def gone(self) -> bool:
        """Whether it is destroyed."""
        return self.destroyed


class LethalUnit(Body, frozen=True, kw_only=True, dict=True):
    """A unit as it stands; who is left of it is worked out once for each state (`dict` lets it be kept).

    Args:
        unit: what it was when the game began.
        lost: models lost, by group of models.
        damage: structure points lost, by group of models or vehicle (L-53).
        morale: its state; of a vehicle that of its crew (L-31, L-52).
        for_phase: it is shaken for this combat phase alone (L-14).
        owed: the checks that it must still take.
        cover: the cover that it stands in; None in the open (L-41).
        group: the name of the unit group that it is in this turn; empty for none.
        forms: that group was formed on its CM (L-14).
        deeds: what it did this turn.
        speed: cm of its last action, or of both its moves (L-04).
        volley: its losses from the last shot at it.
    """

    unit: LethalArmyUnit
    parts: Mapping[str, LethalHull] = {}
    lost: Mapping[str, int] = {}
    damage: Mapping[str, int] = {}
    morale: MoraleState = MoraleState.UNBROKEN
    for_phase: bool = False
    owed: tuple[OwedCheck, ...] = ()
    cover: Cover | None = None
    group: str = ""
    forms: bool = False
    deeds: Deeds = Deeds()
    speed: int = 0
    volley: ShotLosses | None = None

    @property
    def army_notes(self) -> Sequence[str]:
        """What its player wrote of it in the army."""
        return (self.unit.notes,)

    def left(self, group: LethalModelGroup) -> int:
        """Return the models of a group that are left."""
        return group.models - self.lost.get(group.id, 0)

    @cached_property
    def groups(self) -> tuple[LethalModelGroup, ...]:
        """The groups of models of which somebody is left."""
        return tuple(group for group in self.unit.groups if self.left(group) > 0)

    @cached_property
    def hulls(self) -> tuple[LethalHull, ...]:
        """The vehicles that are left."""
        return tuple(hull for hull in self.parts.values() if not hull.destroyed)

    @property
    def on_foot(self) -> int:
        """The models on foot that are left."""
        return sum(self.left(group) for group in self.unit.groups)

    @property
    def models(self) -> int:
        """The models that are left, vehicles included."""
        return self.on_foot + len(self.hulls)

    @property
    def infantry(self) -> bool:
        """Whether it has models on foot, and so ammunition counters (L-20)."""
        return bool(self.unit.groups)

    @property
    def walker(self) -> bool:
        """Whether it is walkers, which move and fight as infantry does (L-01)."""
        return not self.infantry and all(hull.vehicle.profile.walker for hull in self.parts.values())

    @property
    def fights_as_infantry(self) -> bool:
        """Whether it fights in close combat as infantry does, walkers too, and tests its morale there (L-01, L-101)."""
        return self.infantry or self.walker

    @property
    def dead(self) -> bool:
        """Whether nobody of it is left."""
        return not self.hulls and not self.groups

    @property
    def has_moved(self) -> bool:
        """Whether it moved this turn, or counts as if it had (L-67, L-83)."""
        return self.deeds.moved > 0 or self.deeds.came

    @property
    def size(self) -> int:
        """The seats that it takes."""
        return self.on_foot

    @property
    def room(self) -> int | None:
        """The seats of its vehicles; None where nobody can ride."""
        seats = [hull.vehicle.profile.capacity for hull in self.parts.values() if hull.vehicle.profile.capacity]
        return sum(seats) if seats else None

    @property
    def leads(self) -> bool:
        """Whether it is a character, who can lead a unit."""
        return self.unit.type is TroopType.CHARACTER


class Activation(Struct, frozen=True):
    """The units of a side that are activated, and their stance; it is empty where the action of one unit decides it."""

    side: int
    units: tuple[str, ...]
    stance: str = ""


class CorridorWeapon(Struct, frozen=True, kw_only=True):
    """Weapons of one kind that make a corridor."""

    name: str
    count: int
    ap: int
    hot: bool = False


class Corridor(Struct, frozen=True, kw_only=True):
    """A corridor of fire; it stays until the firer's next turn (L-94).

    Args:
        id: its id.
        side, unit: who fires it.
        turn: the turn in which it was made.
        weapons: those that make it.
    """

    id: str
    side: int
    unit: str
    turn: int
    weapons: tuple[CorridorWeapon, ...] = ()


class Combat(Struct, frozen=True, kw_only=True):
    """A close combat.

    Args:
        id: its id.
        units: the ids of the units of each side.
        began: the side that began it.
        charging: the units that charge, as refs (`0:u1`); none after a Shoot-Move (L-63).
        assaulting: those that began by assaulting, charging or not.
        round: from 1.
        suffered: models lost in this round, by side.
        struck: who struck in this round, as refs with the group of models behind them, or who stood and shot.
        fallen: models that were struck down in this round and still strike, since all strike at once, by the same.
        joined: the side of the unit that joined it last in this round.
    """

    id: str
    units: tuple[tuple[str, ...], tuple[str, ...]]
    began: int
    charging: tuple[str, ...] = ()
    assaulting: tuple[str, ...] = ()
    round: int = 1
    suffered: tuple[int, int] = (0, 0)
    struck: tuple[str, ...] = ()
    fallen: Mapping[str, int] = {}
    joined: int | None = None

    @property
    def refs(self) -> Iterator[UnitRef]:
        """Yield its units, those of the side that began it first."""
        for side in (self.began, 1 - self.began):
            yield from (UnitRef(side, each) for each in self.units[side])


class StoredArmy(Struct, frozen=True, kw_only=True):
    """The army of a side as its game began, with the unit groups that were planned."""

    army: LethalArmy
    planned: tuple[PlannedGroup, ...] = ()


class Battle(Struct, frozen=True, kw_only=True):
    """What Lethal keeps of the whole game.

    Args:
        armies: those of both sides; None where a side is only a name.
        initiative: the side that has it this turn (L-60).
        activation: the unit or group that acts.
        corridors: by id.
        combats: by id.
    """

    armies: tuple[StoredArmy | None, StoredArmy | None] = (None, None)
    initiative: int | None = None
    activation: Activation | None = None
    corridors: Mapping[str, Corridor] = {}
    combats: Mapping[str, Combat] = {}


class LethalGame(Game[LethalUnit, Battle], frozen=True, kw_only=True):
    """A game of Lethal 40K as it stands."""


def ref_key(ref: UnitRef) -> str:
    """Return a unit as combats and corridors write it."""
    return f"{ref.side}:{ref.id}"

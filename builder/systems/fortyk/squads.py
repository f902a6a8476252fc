"""Units on 40K profiles as they stand in a game that is played with dice: wounds lost, vehicles, the states they share.

The system whose game it is and modules that add to it meet here: both read these bodies, and neither knows the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from builder.systems.fortyk.model import ModelGroup, Unit
from builder.systems.fortyk.model import Vehicle as VehicleModel
from builder.systems.play.changes import Number, OnPart, OnUnit
from builder.systems.play.game import AnyGame, Body, Game, Part, Ref, UnitRef, with_body, with_part

MOVED, SHOT, CHARGED = "moved", "shot", "charged"
"""What a unit did in its player's turn."""
STOOD_TO_FIRE = "stood still to fire"
"""It stood still to fire heavy weapons, or twice with pistols or rapid fire."""
ENGAGED, LOCKED = "engaged", "locked"
FALLING_BACK, PINNED = "falling back", "pinned"
RESERVE = "reserve"
DEEDS = (MOVED, SHOT, STOOD_TO_FIRE, CHARGED)
"""The states that end with the player's turn in which they began."""
MOVEMENT, SHOOTING, ASSAULT = "movement", "shooting", "assault"
"""The phases of a player's turn, in order."""
DECLARED, BEFORE_MOVE = "declared", "before move"
"""The moments of an assault: a unit has declared whom it charges, and it is about to move. Both are about the unit that
charges, and then whom it charges."""
SHOT_AT = "shot at"
"""The moment at which a unit has shot, in the turn of its player: about it, and then at whom."""
ASSAULT_RANGE = "assault range"
"""The name of the variant by which units assault another distance than that of their datasheet: a function of the game
and the unit that gives inches, or None."""

SHAKEN, STUNNED, IMMOBILISED, WRECKED = "shaken", "stunned", "immobilised", "wrecked"
HULL_STATES = (SHAKEN, STUNNED, IMMOBILISED, WRECKED)


class VehiclePart(Part, frozen=True, kw_only=True):
    """A vehicle as it stands; `destroyed_weapons` holds ids."""

    vehicle: VehicleModel
    states: frozenset[str] = frozenset()
    destroyed_weapons: tuple[str, ...] = ()

    @property
    def gone(self) -> bool:
        """Whether it is wrecked."""
        return WRECKED in self.states


class FortykUnit(Body, frozen=True, kw_only=True):
    """A unit as it stands.

    Args:
        unit: what it was when the game began.
        wounds: the wounds that its models lost, by group.
    """

    unit: Unit
    parts: Mapping[str, VehiclePart] = {}
    wounds: Mapping[str, int] = {}

    @property
    def army_notes(self) -> Sequence[str]:
        """What its player wrote of it in the army."""
        return (self.unit.notes,)

    def left(self, group: ModelGroup) -> int:
        """The models of a group that are left; wounds fall on one model until it is dead."""
        return group.models - self.wounds.get(group.id, 0) // group.wounds_each

    def wounds_left(self, group: ModelGroup) -> int:
        """The wounds that the models of a group have left."""
        return group.wounds - self.wounds.get(group.id, 0)

    @property
    def groups(self) -> tuple[ModelGroup, ...]:
        """The groups of models of which somebody is left."""
        return tuple(group for group in self.unit.groups if self.left(group) > 0)

    @property
    def on_foot(self) -> int:
        """The models that are left, without vehicles."""
        return sum(self.left(group) for group in self.unit.groups)

    @property
    def size(self) -> int:
        """The room that it takes."""
        return self.on_foot

    @property
    def room(self) -> int | None:
        """The models that its vehicles carry; None where nobody can ride."""
        rooms = [part.vehicle.profile.capacity for part in self.parts.values() if part.vehicle.profile.capacity]
        return sum(rooms) if rooms else None

    @property
    def dead(self) -> bool:
        """Whether nobody of it is left."""
        return not self.groups and all(part.gone for part in self.parts.values())

    @property
    def leads(self) -> bool:
        """Whether it is an independent character."""
        return any(rule.casefold() == "independent character" for rule in self.unit.rules)

    @property
    def is_vehicle(self) -> bool:
        """Whether it has armour, and nobody on foot."""
        return not self.unit.groups

    @property
    def leadership(self) -> int | None:
        """The best Ld of those who are left; None where nobody has any."""
        return max((group.profile.ld for group in self.groups if group.profile.ld is not None), default=None)


Extra = TypeVar("Extra")


class FortykGame(Game[FortykUnit, Extra], Generic[Extra], frozen=True, kw_only=True):
    """A game of units on 40K profiles that is played with dice."""


class Wounded(OnUnit, frozen=True, kw_only=True, tag="wounds"):
    """So many wounds of a group of models are lost, all in all."""

    group: str
    lost: Number

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        wounds = {**game.body(self.about).wounds, self.group: self.lost}
        return with_body(game, self.about, wounds=wounds)


class HullChanged(OnPart, frozen=True, kw_only=True, tag="hull"):
    """A vehicle enters a state, or leaves it; or one of its weapons is destroyed, or works again."""

    state: str = ""
    weapon: str = ""
    on: bool = True

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        part: VehiclePart = game.body(self.about).parts[self.vehicle]
        if self.weapon:
            others = tuple(each for each in part.destroyed_weapons if each != self.weapon)
            return with_part(game, self.about, destroyed_weapons=(*others, *((self.weapon,) if self.on else ())))
        states = part.states | {self.state} if self.on else part.states - {self.state}
        return with_part(game, self.about, states=states)


def key(ref: UnitRef) -> str:
    """A unit as modules write it in what they keep of a game."""
    return f"{ref.side}:{ref.id}"


def ref_of(written: str) -> UnitRef:
    """The unit that such a key means."""
    side, _, identity = written.partition(":")
    return UnitRef(int(side), identity)


def squad(game: Game[Any, Any], ref: Ref) -> FortykUnit:
    """A unit of a game as it stands.

    Raises:
        TypeError: the game is not one of units on 40K profiles.
    """
    body = game.body(ref)
    if not isinstance(body, FortykUnit):
        raise TypeError(f"{type(body).__name__} is not a unit on 40K profiles")
    return body


def suffer(body: FortykUnit, ref: UnitRef, wounds: int, order: tuple[ModelGroup, ...]) -> tuple[Wounded, ...]:
    """The changes of a unit that loses wounds, which fall on groups in an order; those that find nobody are lost."""
    changes = []
    for group in order:
        taken = min(wounds, body.wounds_left(group))
        if taken:
            lost = body.wounds.get(group.id, 0) + taken
            changes.append(Wounded(side=ref.side, unit=ref.id, group=group.id, lost=lost))
            wounds -= taken
    return tuple(changes)

"""The weapons of an attacker in a game: who still carries each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from builder.systems.diceless.damage import Bearer
from builder.systems.diceless.play.queries import unit_with, vehicle_name
from builder.systems.diceless.play.state import GameState, SideState, VehicleState, groups_left, hull_of
from builder.systems.diceless.weapon_rules import in_hands
from builder.systems.fortyk.model import ModelGroup, Unit, Vehicle, Weapon, WeaponMode
from builder.systems.play.game import Ref

BARE = Weapon(
    name="Close combat", modes=(WeaponMode(name="Close combat", range="-", strength="User", ap="-", kind="melee"),)
)
"""What models fight with that carry no weapon for it."""


UNNAMED = Weapon(name="", modes=(WeaponMode(name="the attack", range="-", strength="X", ap="-"),))
"""What DMG comes from that a player knows without naming a weapon."""


@dataclass(frozen=True, slots=True)
class Wielders:
    """Models, or a vehicle, that carry a weapon.

    Args:
        name: theirs.
        profile: their stat line.
        weapons: how many of it are left, or used.
        group: the id of the group; empty for a vehicle.
        vehicle: the id of the vehicle; empty for a group.
        full: how many of it there were when the game began.
        more_attacks: what each of them strikes with beyond its profile.
        more_strength: what is added to its S, where the weapon goes by that.
    """

    name: str
    profile: Bearer
    weapons: int
    group: str = ""
    vehicle: str = ""
    full: int = 0
    more_attacks: int = 0
    more_strength: int = 0

    @property
    def id(self) -> str:
        """That of the group or the vehicle; empty for nobody in particular."""
        return self.group or self.vehicle


@dataclass(frozen=True, slots=True)
class WeaponStack:
    """A weapon of an attacker and all who carry it."""

    weapon: Weapon
    wielders: tuple[Wielders, ...]

    @property
    def count(self) -> int:
        """How many of it are left."""
        return sum(each.weapons for each in self.wielders)


@dataclass(frozen=True, slots=True)
class Attacker:
    """Who attacks: a side, a unit of it, and what still shoots or strikes."""

    ref: Ref
    unit: Unit
    name: str
    stacks: tuple[WeaponStack, ...]

    @property
    def profile(self) -> Bearer:
        """A stat line of it."""
        bodies: Sequence[ModelGroup | Vehicle] = (*self.unit.groups, *self.unit.vehicles)
        return bodies[0].profile

    def words(self, mode: WeaponMode, wielders: Sequence[Wielders]) -> str:
        """Who attacks with what, for the log."""
        return self.name if mode in UNNAMED.modes else f"{self.name}, {number_of(wielders)} × {mode.name},"


def attacker_of(state: GameState, ref: Ref, silent: Collection[str] = ()) -> Attacker:
    """A unit with all its vehicles but those that are `silent`, or one vehicle, with the weapons that are left."""
    side = state.sides[ref.side]
    unit = unit_with(side, ref.id)
    alone = ref.id in side.owners
    vehicles = [each for each in unit.vehicles if (each.id == ref.id if alone else each.id not in silent)]
    carried: dict[Weapon, list[Wielders]] = {}
    for group, pool in groups_left(side, unit.id) if not alone else ():
        for weapon, number, full in _of_group(group, pool.models):
            carried.setdefault(weapon, []).append(
                Wielders(group.name, group.profile, number, group=group.id, full=full)
            )
    for vehicle in vehicles:
        for weapon, number, full in _of_vehicle(vehicle, hull_of(side, vehicle.id)):
            carried.setdefault(weapon, []).append(
                Wielders(vehicle.name, vehicle.profile, number, vehicle=vehicle.id, full=full)
            )
    name = vehicle_name(unit, vehicles[0]) if alone else unit.name
    return Attacker(
        ref, unit, name, tuple(WeaponStack(weapon, tuple(wielders)) for weapon, wielders in carried.items())
    )


def weapons_left(side: SideState, unit: Unit) -> Iterator[Weapon]:
    """Yield the weapons that are left to a unit and its vehicles."""
    for group, pool in groups_left(side, unit.id):
        yield from (weapon for weapon, number, _ in _of_group(group, pool.models) if number)
    for vehicle in unit.vehicles:
        yield from (weapon for weapon, _, _ in _of_vehicle(vehicle, hull_of(side, vehicle.id)))


def _of_group(group: ModelGroup, models: int) -> Iterator[tuple[Weapon, int, int]]:
    """Yield the weapons that so many models of a group still carry, with how many they were.

    Where none of them is for close combat, they fight with bare hands.
    """
    for each in group.weapons:
        yield in_hands(each.weapon, group.profile), each.count // group.models * models, each.count
    if group.profile.s and not any(_melee(each.weapon) for each in group.weapons):
        yield in_hands(BARE, group.profile), models, group.models


def _of_vehicle(vehicle: Vehicle, now: VehicleState) -> Iterator[tuple[Weapon, int, int]]:
    """Yield the weapons of a vehicle that are whole, with how many they were; a walker fights without one too."""
    if now.rows.destroyed:
        return
    whole = [weapon for identity, weapon in vehicle.weapons if identity not in now.destroyed_weapons]
    began = [weapon for _, weapon in vehicle.weapons]
    for weapon in dict.fromkeys(whole):
        yield weapon, whole.count(weapon), began.count(weapon)
    if vehicle.profile.walker and not any(_melee(weapon) for weapon in whole):
        yield BARE, 1, 1


def _melee(weapon: Weapon) -> bool:
    return any(mode.kind == "melee" for mode in weapon.modes)


def fires(mode: WeaponMode) -> bool:
    """Whether a mode is for shooting."""
    return mode.kind not in ("melee", "grenade") and bool(mode.kind or mode.blast or mode.shots)


def strikes(mode: WeaponMode) -> bool:
    """Whether a mode is for close combat, grenades against vehicles counted."""
    return mode.kind in ("melee", "grenade")


def runs_hot(weapon: Weapon) -> bool:
    """Whether a weapon has the rule Gets Hot! in one of its modes (D-31)."""
    return any("gets hot" in mode.rules for mode in weapon.modes)


def usable(stacks: Iterable[WeaponStack], fits: Callable[[WeaponMode], bool]) -> list[tuple[WeaponStack, WeaponMode]]:
    """Every mode of every weapon left that fits."""
    return [(stack, mode) for stack in stacks for mode in stack.weapon.modes if fits(mode) and stack.count]


def number_of(wielders: Sequence[Wielders]) -> int:
    """How many of a weapon are used."""
    return sum(each.weapons for each in wielders)

"""The weapons of an attacker: who still carries each, in which order they are offered, and what players call them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from builder.errors import PlayError
from builder.systems.diceless.damage import Bearer, strength_of
from builder.systems.diceless.play.queries import unit_with, vehicle_name
from builder.systems.diceless.play.state import GameState, SideState, VehicleState, groups_left, hull_of
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.weapon_rules import ONE_USE, in_hands
from builder.systems.fortyk.model import ModelGroup, Unit, Vehicle, Weapon, WeaponMode, mode_name
from builder.systems.parameters import Choice, keys_named
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
        """Return who attacks with what, for the log."""
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
        weapon = in_hands(each.weapon, group.profile)
        yield (
            weapon,
            _used(weapon, each.count // group.models * models, models),
            _used(weapon, each.count, group.models),
        )
    if group.profile.s and not any(_melee(each.weapon) for each in group.weapons):
        yield in_hands(BARE, group.profile), models, group.models


def _used(weapon: Weapon, number: int, models: int) -> int:
    """How many of a weapon are used at once: who holds two for close combat strikes once, with an attack more."""
    return min(number, models) if all(mode.kind == "melee" for mode in weapon.modes) else number


def is_armed(hull: VehicleState) -> bool:
    """Whether a vehicle has a weapon left that is fired."""
    return any(fires(mode) for weapon, _, _ in _of_vehicle(hull.vehicle, hull) for mode in weapon.modes)


def _of_vehicle(vehicle: Vehicle, now: VehicleState) -> Iterator[tuple[Weapon, int, int]]:
    """Yield the weapons of a vehicle that are whole, with how many they were; a walker fights without one too."""
    if now.rows.destroyed:
        return
    whole = [weapon for identity, weapon in vehicle.weapons if identity not in now.destroyed_weapons]
    began = [weapon for _, weapon in vehicle.weapons]
    for weapon in dict.fromkeys(whole):
        yield weapon, _used(weapon, whole.count(weapon), 1), _used(weapon, began.count(weapon), 1)
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
    """Return how many of a weapon are used."""
    return sum(each.weapons for each in wielders)


Found = TypeVar("Found")
Fitting = list[tuple[WeaponStack, WeaponMode]]
"""Modes with their weapons, those first that are likeliest to be used."""
USUAL_STRENGTH, UNDER_A_BLAST = 4, 3
"""For the order alone: the S of what wounds by another rule, and how many a blast hits."""
SPARED = 2
"""How far those are held back that are used once a game, or thrown one at a time."""
Remark = Callable[[WeaponStack], str]
"""What stands beside the number of a weapon."""


def fitting(attacker: Attacker, fits: Callable[[WeaponMode], bool], at_vehicle: bool) -> Fitting:
    """Every mode left that fits: guns by S against vehicles, else by S and shots in all; then pistols and grenades."""

    def rank(each: tuple[WeaponStack, WeaponMode]) -> tuple[int, int]:
        stack, mode = each
        if not fires(mode):
            return 0, 0
        strength = strength_of(mode, stack.wielders[0].profile) or USUAL_STRENGTH
        shots = (int(mode.shots) if mode.shots.isdecimal() else 1) * (UNDER_A_BLAST if mode.blast else 1)
        return held_back(stack, mode), -(strength if at_vehicle else strength * shots * stack.count)

    return sorted(usable(attacker.stacks, fits), key=rank)


def held_back(stack: WeaponStack, mode: WeaponMode) -> int:
    """Return how far a mode is held back behind others: pistols, and `SPARED` what is used once or thrown."""
    return SPARED if ONE_USE in mode.rules or is_hand_grenade(stack.weapon, mode) else int(mode.kind == "pistol")


def weapon_choices(left: Fitting, remark: Remark) -> Iterator[Choice[str]]:
    """Yield the weapons with their number; those of one mode with its figures."""
    for name, stack in by_name(left).items():
        figures = _figures(stack, stack.weapon.modes[0]) if len(modes_of(stack, left)) == 1 else ""
        yield Choice(name, ": ".join(filter(None, (f"{name} ×{stack.count}{remark(stack)}", figures))))


def mode_choices(weapon: str, left: Fitting) -> Iterator[Choice[str]]:
    """Yield the modes of a weapon by name, with their figures."""
    stack = called(weapon, by_name(left), "weapon")
    for name, mode in modes_of(stack, left).items():
        yield Choice(name, f"{name}: {_figures(stack, mode)}")


def _figures(stack: WeaponStack, mode: WeaponMode) -> str:
    from builder.systems.diceless.weapons import mode_figures  # Tables are printed by few commands; all decide acts.

    return mode_figures(mode, stack.wielders[0].profile)


def modes_of(stack: WeaponStack, left: Fitting) -> dict[str, WeaponMode]:
    """The modes of a weapon that are left, by what players call them."""
    return {mode_name(stack.weapon, mode) or mode.name: mode for each, mode in left if each == stack}


def by_name(left: Fitting) -> dict[str, WeaponStack]:
    """Weapons by what players call them; different ones of one name are told apart by S and AP, or by who has them."""
    found: dict[str, list[WeaponStack]] = {}
    for stack in dict.fromkeys(stack for stack, _ in left):
        found.setdefault(stack.weapon.name, []).append(stack)
    return {name: stack for first, alike in found.items() for name, stack in _with_distinct_names(first, alike)}


def _with_distinct_names(name: str, alike: Sequence[WeaponStack]) -> Iterable[tuple[str, WeaponStack]]:
    """Yield different weapons of one name under names of their own."""
    figures = [f"S {stack.weapon.modes[0].strength} AP {stack.weapon.modes[0].ap}" for stack in alike]
    for stack, told in zip(alike, figures, strict=True):
        if figures.count(told) > 1:
            told = ", ".join(dict.fromkeys(each.name for each in stack.wielders))
        yield (name if len(alike) == 1 else f"{name} ({told})"), stack


def called(wanted: str, known: Mapping[str, Found], what: str) -> Found:
    """Return what a player means by a name, or by a part of one that no other has."""
    found = keys_named(wanted, {name: name for name in known})
    if len(found) > 1:
        raise PlayError(f"'{wanted}' can be more than one {what}: {', '.join(found)}")
    if not found:
        raise PlayError(f"'{wanted}' is no {what}; there are: {', '.join(known)}")
    return known[found[0]]

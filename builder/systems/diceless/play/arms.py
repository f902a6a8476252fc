"""The weapons of an attacker in a game: who still carries each, and how a player's words find one of their modes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from builder.errors import PlayError
from builder.systems.diceless.damage import Bearer
from builder.systems.diceless.play.acts import Ref
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attack_parameters import DAMAGE, MODE, MODELS, WEAPON
from builder.systems.diceless.play.standing import units_of, vehicle_name
from builder.systems.diceless.play.state import GameState, groups_left
from builder.systems.diceless.weapons import mode_name
from builder.systems.fortyk.model import ModelGroup, Unit, Vehicle, Weapon, WeaponMode
from builder.systems.play import Choice

BARE = Weapon(
    name="Close combat", modes=(WeaponMode(name="Close combat", range="-", strength="User", ap="-", kind="melee"),)
)
"""What models fight with that carry no weapon for it."""


UNNAMED = Weapon(name="", modes=(WeaponMode(name="the attack", range="-", strength="X", ap="-"),))
"""What DMG comes from that a player knows without naming a weapon."""


@dataclass(frozen=True, slots=True)
class Bearers:
    """Models, or a vehicle, that carry a weapon: their stat line, how many of it are left, the group (empty: none)."""

    name: str
    profile: Bearer
    weapons: int
    group: str = ""


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon of an attacker and all who carry it."""

    weapon: Weapon
    bearers: tuple[Bearers, ...]

    @property
    def count(self) -> int:
        """How many of it are left."""
        return sum(each.weapons for each in self.bearers)


@dataclass(frozen=True, slots=True)
class Attacker:
    """Who attacks: a side, a unit of it, and what still shoots or strikes."""

    ref: Ref
    unit: Unit
    name: str
    arms: tuple[Arm, ...]

    @property
    def profile(self) -> Bearer:
        """A stat line of it."""
        bodies: Sequence[ModelGroup | Vehicle] = (*self.unit.groups, *self.unit.vehicles)
        return bodies[0].profile

    def words(self, mode: WeaponMode, bearers: Sequence[Bearers]) -> str:
        """Who attacks with what, for the log."""
        return self.name if mode in UNNAMED.modes else f"{self.name}, {number_of(bearers)} × {mode.name},"


def attacker_of(state: GameState, ref: Ref) -> Attacker:
    """A unit with all its vehicles, or one vehicle, with the weapons that are left."""
    side = state.sides[ref.side]
    carried: dict[Weapon, list[Bearers]] = {}
    unit = next(unit for unit in units_of(side).values() if ref.id in (unit.id, *(each.id for each in unit.vehicles)))
    mine = [vehicle for vehicle in unit.vehicles if ref.id in (vehicle.id, unit.id)]
    alone = ref.id in side.vehicles
    for group, pool in groups_left(side, unit.id) if not alone else ():
        for each in group.weapons:
            left = -(-each.count * pool.models // group.models)
            carried.setdefault(each.weapon, []).append(Bearers(group.name, group.profile, left, group.id))
        if not any(mode.kind == "melee" for each in group.weapons for mode in each.weapon.modes) and group.profile.s:
            carried.setdefault(BARE, []).append(Bearers(group.name, group.profile, pool.models, group.id))
    for vehicle in mine:
        now = side.vehicles[vehicle.id]
        whole = (
            []
            if now.rows.destroyed
            else [w for identity, w in vehicle.weapons if identity not in now.destroyed_weapons]
        )
        for weapon in dict.fromkeys(whole):
            carried.setdefault(weapon, []).append(Bearers(vehicle.name, vehicle.profile, whole.count(weapon)))
        if (
            vehicle.profile.walker
            and not now.rows.destroyed
            and not any(_melee(mode) for w in whole for mode in w.modes)
        ):
            carried.setdefault(BARE, []).append(Bearers(vehicle.name, vehicle.profile, 1))
    name = vehicle_name(unit, mine[0]) if alone else unit.name
    return Attacker(ref, unit, name, tuple(Arm(weapon, tuple(bearers)) for weapon, bearers in carried.items()))


def _melee(mode: WeaponMode) -> bool:
    return mode.kind == "melee"


def fires(mode: WeaponMode) -> bool:
    """Whether a mode is for shooting."""
    return mode.kind not in ("melee", "grenade") and bool(mode.kind or mode.blast or mode.shots)


def strikes(mode: WeaponMode) -> bool:
    """Whether a mode is for close combat, grenades against vehicles counted."""
    return mode.kind in ("melee", "grenade")


def usable(arms: Iterable[Arm], fits: Callable[[WeaponMode], bool]) -> list[tuple[Arm, WeaponMode]]:
    """Every mode of every weapon left that fits."""
    return [(arm, mode) for arm in arms for mode in arm.weapon.modes if fits(mode) and arm.count]


def chosen(attacker: Attacker, fits: Callable[[WeaponMode], bool], asking: Asking) -> tuple[Arm, WeaponMode]:
    """The weapon and mode that an attack is made with; asked for where there are several, none for known DMG.

    Raises:
        PlayError: it has none, or none that is called so.
    """
    if asking[DAMAGE] is not None and asking[WEAPON] is None:
        return Arm(UNNAMED, (Bearers(attacker.name, attacker.profile, 1),)), UNNAMED.modes[0]
    left = usable(attacker.arms, fits)
    if not left:
        raise PlayError(f"{attacker.name} has no weapon left for that: give the DMG itself, as damage")
    arms = list(dict.fromkeys(arm for arm, _ in left))
    wanted = asking.one(
        WEAPON, f"Which weapon of {attacker.name}?", [Choice(arm.weapon.name, _counted(arm)) for arm in arms]
    )
    named = [arm for arm in arms if arm.weapon.name.casefold() == wanted.casefold()]
    if not named:
        known = ", ".join(arm.weapon.name for arm in arms)
        raise PlayError(f"'{wanted}' is no weapon that {attacker.name} has left for that; there are: {known}")
    arm = named[0]
    modes = [mode for each, mode in left if each == arm]
    choices = [Choice(mode_name(arm.weapon, mode) or mode.name, mode.text or mode.name) for mode in modes]
    wanted = asking.one(MODE, f"Which {arm.weapon.name}?", choices)
    for choice, mode in zip(choices, modes, strict=True):
        if wanted.casefold() in (choice.value.casefold(), mode.name.casefold()):
            return arm, mode
    raise PlayError(
        f"'{wanted}' is no mode of {arm.weapon.name}; there are: {', '.join(each.value for each in choices)}"
    )


def used(arm: Arm, asking: Asking) -> tuple[Bearers, ...]:
    """Those who use a weapon: all who have it left, or as many as were said, in the order of their groups.

    Raises:
        PlayError: fewer are left.
    """
    wanted: int = asking[MODELS] or arm.count
    if wanted > arm.count:
        raise PlayError(f"{arm.count} × {arm.weapon.name} are left, not {wanted}: give another number as models")
    found: list[Bearers] = []
    for each in arm.bearers:
        number = min(wanted, each.weapons)
        wanted -= number
        if number:
            found.append(replace(each, weapons=number))
    return tuple(found)


def number_of(bearers: Sequence[Bearers]) -> int:
    """How many of a weapon are used."""
    return sum(each.weapons for each in bearers)


def _counted(arm: Arm) -> str:
    return f"{arm.weapon.name} ×{arm.count}"

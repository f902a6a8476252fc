"""Units on 40K profiles: stat lines, weapons, model groups and vehicles, as the systems on them read a roster."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from builder.record import Record
from builder.systems.common.units import BaseUnit, BaseVehicleProfile


class Toughness(Record, frozen=True):
    """Toughness as printed: `4`, or `4(5)` with the value for wounds in brackets (D-03)."""

    first: int
    bracket: int | None = None

    @property
    def full(self) -> int:
        """The bracketed value where there is one, which counts for hit points."""
        return self.first if self.bracket is None else self.bracket

    def __str__(self) -> str:
        return str(self.first) if self.bracket is None else f"{self.first}({self.bracket})"


class ModelProfile(Record, frozen=True, kw_only=True):
    """A model's stat line (D-01); None where the profile has no such value, saves as 2…6 for 2+…6+."""

    name: str
    ws: int | None
    bs: int | None
    s: int | None
    t: Toughness
    w: int
    i: int | None
    a: int | None
    ld: int | None
    save: int | None
    invulnerable: int | None = None
    unit_type: str = ""


class VehicleProfile(BaseVehicleProfile, frozen=True, kw_only=True):
    """A vehicle's stat line (D-06); ws, s, i and a are those of walkers."""

    bs: int | None
    front: int
    side: int
    rear: int
    ws: int | None = None
    s: int | None = None
    i: int | None = None
    a: int | None = None


THROW = 8
"""Inches that a grenade is thrown."""


class WeaponMode(Record, frozen=True, kw_only=True):
    """One way to fire a weapon, or one of its ammunitions.

    Args:
        strength: as printed: a number, `User`, `+2`, `×2`, `X`, `D`.
        kind: `rapid fire`, `assault`, `heavy`, `pistol`, `ordnance`, `melee`, `salvo`, `grenade`, `primary weapon`,
            `bomb` or empty when not understood.
        shots: as printed after the kind, `D6` or `2/4` included; empty for none.
        blast: `blast`, `large blast`, `template` or empty.
        rules: lower case, without punctuation (`gets hot`, `twin-linked`, `melta`).
        text: the type as the data writes it.
    """

    name: str
    range: str
    strength: str
    ap: str
    kind: str = ""
    shots: str = ""
    blast: str = ""
    rules: tuple[str, ...] = ()
    text: str = ""


class Weapon(Record, frozen=True, kw_only=True):
    """A weapon with its modes, at least one; the first is the one it is known by."""

    name: str
    modes: Annotated[tuple[WeaponMode, ...], Meta(min_length=1)]

    @property
    def psychic(self) -> bool:
        """Whether it is a psychic shooting attack."""
        return any("psychic" in mode.rules for mode in self.modes)


class Carried(Record, frozen=True):
    """A weapon and how many of it a group (or a unit) carries in all."""

    weapon: Weapon
    count: int


class ModelGroup(Record, frozen=True, kw_only=True):
    """Identical models: same profile, same equipment. `weapons` and `gear` (names) are those of the whole group."""

    id: str
    name: str
    models: int
    profile: ModelProfile
    weapons: tuple[Carried, ...] = ()
    gear: tuple[str, ...] = ()

    @property
    def wounds_each(self) -> int:
        """The wounds of one model, at least 1."""
        return max(1, self.profile.w)

    @property
    def wounds(self) -> int:
        """The wounds of all of them."""
        return self.models * self.wounds_each


class Vehicle(Record, frozen=True, kw_only=True):
    """One vehicle; each of its weapons can be destroyed on its own, so weapons come one by one with ids (`u.w1`)."""

    id: str
    name: str
    profile: VehicleProfile
    weapons: tuple[tuple[str, Weapon], ...] = ()
    gear: tuple[str, ...] = ()


class Unit(BaseUnit[ModelGroup, Vehicle], frozen=True, kw_only=True):
    """A unit of a roster, read for 40K profiles; its points are its cost with everything in it.

    Args:
        rule_texts: also those of wargear and powers for which the data has a text.
        powers: names of its psychic powers.
        psykers: how many psykers it has; a brotherhood of psykers is one (D-72).
        place: among the units of the roster as its player wrote it, from 0.
    """

    powers: tuple[str, ...] = ()
    psykers: int = 0
    place: int = 0

    @property
    def weapons(self) -> tuple[Carried, ...]:
        """Every weapon of the unit with its whole count, equal ones added up, in order of first appearance."""
        counts: dict[Weapon, int] = {}
        for group in self.groups:
            for carried in group.weapons:
                counts[carried.weapon] = counts.get(carried.weapon, 0) + carried.count
        for vehicle in self.vehicles:
            for _, weapon in vehicle.weapons:
                counts[weapon] = counts.get(weapon, 0) + 1
        return tuple(Carried(weapon, count) for weapon, count in counts.items())


class FortykArmy(Record, frozen=True, kw_only=True):
    """A roster read for 40K profiles."""

    name: str
    units: tuple[Unit, ...]
    points: Decimal
    limit: Decimal | None = None


def equipment_report(unit: Unit) -> dict[str, object]:
    """Return the weapons and the vehicles of a unit, ready for JSON."""
    return {
        "weapons": [{"name": carried.weapon.name, "count": carried.count} for carried in unit.weapons],
        "vehicles": [
            {
                "id": vehicle.id,
                "name": vehicle.name,
                "front": vehicle.profile.front,
                "side": vehicle.profile.side,
                "rear": vehicle.profile.rear,
                "weapons": [{"id": weapon_id, "name": weapon.name} for weapon_id, weapon in vehicle.weapons],
            }
            for vehicle in unit.vehicles
        ],
    }


def mode_name(weapon: Weapon, mode: WeaponMode) -> str:
    """Return the name of a mode without that of its weapon: `krak` of `Missile launcher (krak)`.

    Empty if it adds nothing.
    """
    name = mode.name
    if name.lower().startswith(weapon.name.lower()):
        name = name[len(weapon.name) :].strip(" -–—:,()[]")
    return name

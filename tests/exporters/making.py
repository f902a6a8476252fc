"""Weapons of the sample armies, and short forms for making units."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeVar

from builder.record import Record, replace
from builder.roster.marks import Mark
from builder.systems.fortyk.model import (
    Carried,
    ModelGroup,
    ModelProfile,
    Toughness,
    Unit,
    Vehicle,
    VehicleProfile,
    Weapon,
    WeaponMode,
)

T = TypeVar("T")


def twin(value: T, mark: str) -> T:
    """The same with other ids: `mark` before each."""
    if isinstance(value, tuple):
        return type(value)(twin(part, mark) for part in value)
    if not isinstance(value, Record):
        return value
    parts = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return replace(
        value, **{name: f"{mark}{part}" if name in ("id", "code") else twin(part, mark) for name, part in parts}
    )


def profile(name: str, stats: str, save: int | None, invulnerable: int | None = None) -> ModelProfile:
    """A stat line from `WS BS S T W I A Ld`; T may be written 4(5)."""
    ws, bs, s, t, w, i, a, ld = stats.split()
    first, _, bracket = t.partition("(")
    toughness = Toughness(int(first), int(bracket.rstrip(")")) if bracket else None)
    return ModelProfile(
        name=name,
        ws=int(ws),
        bs=int(bs),
        s=int(s),
        t=toughness,
        w=int(w),
        i=int(i),
        a=int(a),
        ld=int(ld),
        save=save,
        invulnerable=invulnerable,
    )


def mode(
    name: str, range_: str, strength: str, ap: str, kind: str, shots: str = "", blast: str = "", *rules: str
) -> WeaponMode:
    return WeaponMode(
        name=name, range=range_, strength=strength, ap=ap, kind=kind, shots=shots, blast=blast, rules=rules
    )


def weapon(
    name: str, range_: str, strength: str, ap: str, kind: str, shots: str = "", blast: str = "", *rules: str
) -> Weapon:
    return Weapon(name=name, modes=(mode(name, range_, strength, ap, kind, shots, blast, *rules),))


BOLTGUN = weapon("Boltgun", '24"', "4", "5", "rapid fire")
BOLT_PISTOL = weapon("Bolt pistol", '12"', "4", "5", "pistol")
STORM_BOLTER = weapon("Storm bolter", '24"', "4", "5", "assault", "2")
PLASMA_GUN = weapon("Plasma gun", '24"', "7", "2", "rapid fire", "", "", "gets hot")
COMBI_PLASMA = Weapon(
    name="Combi-plasma",
    modes=(
        mode("Combi-plasma", '24"', "7", "2", "rapid fire", "", "", "gets hot", "one shot"),
        mode("boltgun", '24"', "4", "5", "rapid fire"),
    ),
)
MISSILES = Weapon(
    name="Missile launcher",
    modes=(
        mode("Missile launcher (frag)", '48"', "4", "6", "heavy", "1", "blast"),
        mode("Missile launcher (krak)", '48"', "8", "3", "heavy", "1"),
    ),
)
POWER_FIST = weapon("Power fist", "-", "×2", "-", "melee", "", "", "unwieldy")
POWER_SWORD = weapon("Power sword", "-", "User", "-", "melee")
ASSAULT_CANNON = weapon("Assault cannon", '24"', "6", "4", "heavy", "4", "", "rending")
FORCE_WEAPON = weapon("Force weapon", "-", "User", "-", "melee")
VORTEX = weapon("Vortex of Doom", '12"', "10", "1", "heavy", "1", "blast")
SMITE = weapon("Smite", '12"', "4", "2", "assault", "4")
SNIPER = weapon("Sniper rifle", '36"', "X", "6", "heavy", "1", "", "sniper")
MULTI_MELTA = weapon("Multi-melta", '24"', "8", "1", "heavy", "1", "", "melta")
FISTS = weapon("Close combat weapon", "-", "×2", "-", "melee")
HEAVY_BOLTER = weapon("Heavy bolter", '36"', "5", "4", "heavy", "3")
AUTOCANNON = weapon("Autocannon, turret", '48"', "7", "4", "heavy", "2")
CERBERUS = weapon("Cerberus launcher", "-", "-", "-", "", "", "")
DEMOLISHER = weapon("Demolisher cannon", '24"', "10", "2", "ordnance", "1", "large blast")
SLUGGA = weapon("Slugga", '12"', "4", "6", "pistol")
CHOPPA = weapon("Choppa", "-", "User", "-", "melee")
BIG_CHOPPA = weapon("Big choppa", "-", "+2", "-", "melee", "", "", "two-handed")
POWER_KLAW = weapon("Power klaw", "-", "×2", "-", "melee", "", "", "unwieldy")
TWIN_SHOOTA = weapon("Twin shoota", '18"', "4", "6", "assault", "2", "", "twin-linked")
SHOOTA = weapon("Shoota", '18"', "4", "6", "assault", "2")
BIG_SHOOTA = weapon("Big shoota", '36"', "5", "5", "assault", "3")
ROKKIT = weapon("Rokkit launcha", '24"', "8", "3", "assault", "1")
SKORCHA = weapon("Kombi-skorcha", "Template", "4", "5", "assault", "1", "template")
MEGA_SLUGGA = weapon("Mega-slugga", '12"', "8", "2", "pistol", "", "", "gets hot")
SYRINGE = weapon("'Urty syringe", "-", "-", "-", "melee", "", "", "poisoned 4+")
STIKKBOMBZ = weapon("Stikkbombz", "-", "4", "-", "grenade")
DAKKAGUN = weapon("Twin dakkagun", '18"', "5", "5", "assault", "3", "", "twin-linked")
KANNON = weapon("Kannon", '36"', "8", "3", "heavy", "1")


def group(id_: str, name: str, models: int, stats: ModelProfile, *weapons: Weapon) -> ModelGroup:
    return ModelGroup(
        id=id_, name=name, models=models, profile=stats, weapons=tuple(Carried(one, models) for one in weapons)
    )


def unit(
    id_: str,
    slot: str,
    name: str,
    points: int,
    groups: tuple[ModelGroup, ...] = (),
    vehicles: tuple[Vehicle, ...] = (),
    rules: tuple[str, ...] = (),
    marks: tuple[Mark, ...] = (),
    notes: str = "",
    powers: tuple[str, ...] = (),
    psykers: int = 0,
) -> Unit:
    return Unit(
        id=id_,
        entry=name.lower().replace(" ", "-"),
        name=name,
        slot=slot,
        category=slot,
        points=Decimal(points),
        groups=groups,
        vehicles=vehicles,
        rules=rules,
        marks=marks,
        notes=notes,
        powers=powers,
        psykers=psykers,
    )


def vehicle(
    id_: str,
    slot: str,
    name: str,
    points: int,
    stats: VehicleProfile,
    weapons: tuple[Weapon, ...],
    rules: tuple[str, ...] = (),
) -> Unit:
    mounted = tuple((f"{id_}.w{n}", one) for n, one in enumerate(weapons, 1))
    return unit(
        id_, slot, name, points, vehicles=(Vehicle(id=id_, name=name, profile=stats, weapons=mounted),), rules=rules
    )


def hull(name: str, armour: str, bs: int, *types: str, capacity: int | None = None) -> VehicleProfile:
    front, side, rear = (int(value) for value in armour.split("/"))
    return VehicleProfile(name=name, bs=bs, front=front, side=side, rear=rear, types=types, capacity=capacity)

"""Weapons in words: the rows of a unit's weapon table, and the mounted weapons of a vehicle."""

from __future__ import annotations

from collections.abc import Iterable

from builder.systems.blocks import Check, Column, ColumnKind, Mounted, MountedMode, Row, Table
from builder.systems.diceless.damage import UNKNOWN, Bearer, damage_text, strength_of
from builder.systems.fortyk.model import ModelGroup, Vehicle, Weapon, WeaponMode

COLUMNS = (
    Column("", ColumnKind.COUNT),
    Column("Weapon", ColumnKind.NAME),
    Column("Range", ColumnKind.VALUE),
    Column("S", ColumnKind.VALUE),
    Column("AP", ColumnKind.VALUE),
    Column("Type", ColumnKind.TEXT),
    Column("DMG", ColumnKind.RESULT),
)

Line = tuple[str, str, str, str, str, str]
"""Name, range, strength, AP, type and DMG of one mode."""


def weapon_table(groups: Iterable[ModelGroup]) -> Table:
    """The weapons of a unit, counted over its groups; bearers who deal different DMG stand in different rows."""
    counts: dict[tuple[Line, ...], int] = {}
    for group in groups:
        for carried in group.weapons:
            lines = tuple(_line(carried.weapon, mode, group.profile) for mode in carried.weapon.modes)
            counts[lines] = counts.get(lines, 0) + carried.count
    rows = (
        Row(("" if sub else str(count), *line), sub=bool(sub))
        for lines, count in counts.items()
        for sub, line in enumerate(lines)
    )
    return Table(COLUMNS, tuple(rows))


def mounted_weapons(vehicle: Vehicle) -> tuple[Mounted, ...]:
    """The weapons of a vehicle one by one, each with the box that says that it is destroyed."""
    return tuple(
        Mounted(
            Check(weapon_id, weapon.name),
            tuple(
                MountedMode(_mode_text(weapon, mode, vehicle), damage_text(mode, vehicle.profile))
                for mode in weapon.modes
            ),
        )
        for weapon_id, weapon in vehicle.weapons
    )


def mode_name(weapon: Weapon, mode: WeaponMode) -> str:
    """The name of a mode without that of its weapon: `krak` of `Missile launcher (krak)`; empty if it adds nothing."""
    name = mode.name
    if name.lower().startswith(weapon.name.lower()):
        name = name[len(weapon.name) :].strip(" -–—:,()[]")
    return name


def type_text(mode: WeaponMode) -> str:
    """The type as players read it: `Heavy 4, rending`; what was not understood as the data writes it."""
    if not mode.kind:
        return mode.text or UNKNOWN
    if mode.kind == "grenade":
        return "Vehicles only"
    first = f"{mode.kind.capitalize()} {mode.shots}".strip()
    blast = "" if mode.blast.lower() == mode.range.lower() else mode.blast
    return ", ".join((first, *((blast,) if blast else ()), *mode.rules))


def _line(weapon: Weapon, mode: WeaponMode, bearer: Bearer) -> Line:
    name = mode_name(weapon, mode)
    if mode is weapon.modes[0]:
        name = f"{weapon.name}, {name}" if name else weapon.name
    return name, _dash(mode.range), _strength(mode, bearer), _dash(mode.ap), type_text(mode), damage_text(mode, bearer)


def _mode_text(weapon: Weapon, mode: WeaponMode, vehicle: Vehicle) -> str:
    """A mode in one line; what is a dash is left out."""
    values = {"": mode.range, "S ": _strength(mode, vehicle.profile), "AP ": mode.ap}
    parts = [f"{label}{value.strip()}" for label, value in values.items() if _dash(value) != UNKNOWN]
    kind = type_text(mode)
    name = mode_name(weapon, mode)
    return (f"{name}: " if name else "") + " · ".join((*parts, *((kind,) if kind != UNKNOWN else ())))


def _strength(mode: WeaponMode, bearer: Bearer) -> str:
    strength = strength_of(mode, bearer)
    return _dash(mode.strength) if strength is None else str(strength)


def _dash(text: str) -> str:
    return UNKNOWN if text.strip() in {"", "-", "–", "—"} else text.strip()

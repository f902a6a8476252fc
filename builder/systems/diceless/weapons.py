"""Weapons in words: the rows of a unit's weapon table, and the mounted weapons of a vehicle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.systems.blocks import Check, Column, ColumnKind, Mounted, MountedMode, Row, Table
from builder.systems.diceless.damage import UNKNOWN, Bearer, damage_text, strength_of
from builder.systems.fortyk.model import ModelGroup, Vehicle, Weapon, WeaponMode
from builder.systems.fortyk.wording import GRENADES, dash, kind_rank, mode_name, type_text

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
    """Return the weapons of a unit, counted over its groups: what shoots first, grenades last.

    Bearers who deal different DMG stand in different rows; grenades of as many models stand in one.
    """
    counts: dict[tuple[Line, ...], int] = {}
    kinds: dict[tuple[Line, ...], int] = {}
    for group in groups:
        for carried in group.weapons:
            lines = tuple(_line(carried.weapon, mode, group.profile) for mode in carried.weapon.modes)
            counts[lines] = counts.get(lines, 0) + carried.count
            kinds[lines] = max(kind_rank(mode) for mode in carried.weapon.modes)
    rows: list[tuple[int, tuple[Line, ...]]] = []
    for lines in sorted(counts, key=kinds.__getitem__):
        joined = _joined(rows[-1], counts[lines], lines) if rows and kinds[lines] == GRENADES else None
        if joined is None:
            rows.append((counts[lines], lines))
        else:
            rows[-1] = (counts[lines], (joined,))
    return Table(COLUMNS, tuple(_rows(rows)))


def _rows(rows: Iterable[tuple[int, tuple[Line, ...]]]) -> Iterator[Row]:
    for count, lines in rows:
        for sub, line in enumerate(lines):
            yield Row(("" if sub else str(count), *line), sub=bool(sub))


def _joined(above: tuple[int, tuple[Line, ...]], count: int, lines: tuple[Line, ...]) -> Line | None:
    """One row for grenades in equal numbers that differ in name and strength alone: `Frag, krak grenades`."""
    if above[0] != count or len(above[1]) != 1 or len(lines) != 1:
        return None
    (name, *first), (other, *second) = above[1][0], lines[0]
    names, last = name.rpartition(" ")[::2]
    if first[0] != second[0] or first[2:] != second[2:] or not names or not other.endswith(f" {last}"):
        return None
    both = f"{names}, {other[:1].lower()}{other[1:]}"
    return both, first[0], f"{first[1]}, {second[1]}", first[2], first[3], first[4]


def mounted_weapons(vehicle: Vehicle) -> tuple[Mounted, ...]:
    """Return the weapons of a vehicle one by one, each with the box that says that it is destroyed."""
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


def _line(weapon: Weapon, mode: WeaponMode, bearer: Bearer) -> Line:
    name = mode_name(weapon, mode)
    if mode is weapon.modes[0]:
        name = f"{weapon.name}, {name}" if name else weapon.name
    reach = "Tpl" if mode.range.casefold() == "template" else dash(mode.range)
    return name, reach, _strength(mode, bearer), dash(mode.ap), type_text(mode), damage_text(mode, bearer)


def mode_figures(mode: WeaponMode, bearer: Bearer) -> str:
    """Return what a mode is in one line: `48" · S 8 · AP 3 · Heavy 1`; what is a dash is left out."""
    values = {"": mode.range, "S ": _strength(mode, bearer), "AP ": mode.ap}
    parts = [f"{label}{value.strip()}" for label, value in values.items() if dash(value) != UNKNOWN]
    kind = type_text(mode)
    return " · ".join((*parts, *((kind,) if kind != UNKNOWN else ())))


def _mode_text(weapon: Weapon, mode: WeaponMode, vehicle: Vehicle) -> str:
    name = mode_name(weapon, mode)
    return (f"{name}: " if name else "") + mode_figures(mode, vehicle.profile)


def _strength(mode: WeaponMode, bearer: Bearer) -> str:
    strength = strength_of(mode, bearer)
    return dash(mode.strength) if strength is None else str(strength)

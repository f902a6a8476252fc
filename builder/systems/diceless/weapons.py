"""Weapons in words: the rows of a unit's weapon table, the mounted weapons of a vehicle, and what saves leave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from builder.scalars import small_number
from builder.systems.blocks import Check, Column, ColumnKind, Mounted, MountedMode, Row, Table
from builder.systems.diceless.damage import UNKNOWN, Bearer, by_toughness, damage_text, strength_of
from builder.systems.diceless.saves import SAVES, hp_lost, pierces, rending_parts
from builder.systems.diceless.weapon_rules import NO_ARMOUR, has
from builder.systems.fortyk.model import ModelGroup, Vehicle, Weapon, WeaponMode, mode_name
from builder.systems.fortyk.wording import GRENADES, WEAPON_COLUMNS, dash, kind_rank, own_words, type_text

COLUMNS = (*WEAPON_COLUMNS, Column("DMG", ColumnKind.RESULT))

SAVE_COLUMNS = tuple(Column(f"{save}+", ColumnKind.VALUE) for save in SAVES)
ON_LINE = "a model, on the line"
"""Stands in the place of the HP lost behind saves where a weapon hurts vehicles alone (D-60)."""
BEHIND_SAVES = (
    Column("Weapon", ColumnKind.NAME),
    Column("", ColumnKind.TEXT),
    Column("", ColumnKind.TEXT),
    Column("DMG", ColumnKind.RESULT),
    *SAVE_COLUMNS,
)
USUAL_TOUGHNESS = 4
"""What goes by the target's toughness is told for this one (D-30, D-42)."""
_NUMBER = re.compile(r"(\d+)")
SHORT_RANGES = {"template": "Tpl", "unlimited": "any"}
"""Ranges in the words that fit a column."""
Line = tuple[str, str, str, str, str, str]
"""Name, range, strength, AP, type and DMG of one mode."""


def weapon_table(groups: Iterable[ModelGroup]) -> Table:
    """Return the weapons of a unit, counted over its groups: what shoots first, grenades last.

    Bearers who deal different DMG stand in different rows, the fewer ones by name; grenades of as many models stand in
    one.
    """
    counts: dict[tuple[Line, ...], int] = {}
    kinds: dict[tuple[Line, ...], int] = {}
    bearers: dict[tuple[Line, ...], list[str]] = {}
    for group in groups:
        for carried in group.weapons:
            lines = tuple(_line(carried.weapon, mode, group.profile) for mode in carried.weapon.modes)
            counts[lines] = counts.get(lines, 0) + carried.count
            kinds[lines] = max(kind_rank(mode) for mode in carried.weapon.modes)
            bearers.setdefault(lines, []).append(group.profile.name)
    places = {lines[0][0]: n for n, lines in reversed([*enumerate(counts)])}
    rows: list[tuple[int, tuple[Line, ...]]] = []
    for lines in sorted(counts, key=lambda lines: (kinds[lines], places[lines[0][0]])):
        alike = [other for other in counts if other[0][0] == lines[0][0]]
        told = _named(lines, alike, counts, bearers)
        joined = _joined(rows[-1], counts[lines], told) if rows and kinds[lines] == GRENADES else None
        if joined is None:
            rows.append((counts[lines], told))
        else:
            rows[-1] = (counts[lines], (joined,))
    return Table(COLUMNS, tuple(_rows(rows)))


def _named(
    lines: tuple[Line, ...],
    alike: Sequence[tuple[Line, ...]],
    counts: Mapping[tuple[Line, ...], int],
    bearers: Mapping[tuple[Line, ...], Sequence[str]],
) -> tuple[Line, ...]:
    """Return a weapon with the names of those who bear it, where others deal other DMG with it and are no fewer.

    `alike` are the weapons of its name.
    """
    if len(alike) < 2 or counts[lines] > max([counts[other] for other in alike if other is not lines]):
        return lines
    short = own_words([name for other in alike for name in bearers[other]])
    (name, reach, strength, ap, kind, damage), *others = lines
    named = ", ".join(dict.fromkeys([name, *(short[bearer] for bearer in bearers[lines])]))
    return (named, reach, strength, ap, kind, damage), *others


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
    reach = SHORT_RANGES.get(mode.range.casefold(), dash(mode.range))
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


def saves_table(carried: Iterable[tuple[Weapon, Bearer]]) -> Table:
    """Return what each mode of some weapons takes off behind each armour save: name, figures, type, DMG, HP lost.

    Grenades hurt vehicles alone, and have no HP behind saves; bearers who deal different DMG are named.
    """
    rows: dict[tuple[str, ...], list[str]] = {}
    for weapon, bearer in sorted(carried, key=lambda pair: max(map(kind_rank, pair[0].modes))):
        for mode in weapon.modes:
            rows.setdefault(_behind(weapon, mode, bearer), []).append(bearer.name)
    rows = _grenades_joined(rows)
    alike: dict[str, list[list[str]]] = {}
    for cells, bearers in rows.items():
        alike.setdefault(cells[0], []).append(bearers)
    told = []
    for cells, bearers in rows.items():
        short = own_words(name for others in alike[cells[0]] for name in others)
        whose = f" ({', '.join(dict.fromkeys(short[name] for name in bearers))})" if len(alike[cells[0]]) > 1 else ""
        told.append(Row((f"{cells[0]}{whose}", *cells[1:])))
    return Table(BEHIND_SAVES, tuple(told))


def _grenades_joined(rows: Mapping[tuple[str, ...], list[str]]) -> dict[tuple[str, ...], list[str]]:
    """Return the rows with those in one that differ in the name before their last word and in strength alone."""
    joined: dict[tuple[str, ...], list[str]] = {}
    for cells, bearers in rows.items():
        name, figures, *rest = cells
        last = next(reversed(joined), ("", ""))
        names, word = last[0].rpartition(" ")[::2]
        if rest[2] in ("", ON_LINE) and names and name.endswith(f" {word}") and tuple(rest) == last[2:]:
            joined[(f"{names}, {name[:1].lower()}{name[1:]}", f"{last[1]}, {figures}", *rest)] = joined.pop(last)
        else:
            joined[cells] = bearers
    return joined


def _behind(weapon: Weapon, mode: WeaponMode, bearer: Bearer) -> tuple[str, ...]:
    toughness = None if by_toughness(mode) is None else USUAL_TOUGHNESS
    damage = damage_text(mode, bearer, toughness)
    name = ", ".join(filter(None, (weapon.name, mode_name(weapon, mode), f"T {toughness}" if toughness else "")))
    kind = type_text(mode)
    figures = mode_figures(mode, bearer).removesuffix(kind).rstrip(" ·")
    if mode.kind == "grenade" or damage == UNKNOWN:
        remark = ON_LINE if mode.kind == "grenade" else ""
        return name, figures, kind, damage, remark, *("",) * (len(SAVES) - 1)
    return name, figures, kind, damage, *behind_saves(damage, mode)


def behind_saves(damage: str, mode: WeaponMode) -> tuple[str, ...]:
    """Return DMG as printed with each of its numbers after each armour save (D-23, D-29, D-37)."""
    return _behind_saves(damage, small_number(mode.ap), has(mode, NO_ARMOUR), "rending" in mode.rules)


@cache
def _behind_saves(damage: str, ap: int | None, unsaved: bool, rending: bool) -> tuple[str, ...]:
    """Return the same by what it rests on: armies have few kinds of damage, and many weapons."""

    def left(number: int, save: int) -> int:
        if unsaved or pierces(ap, save):
            return number
        if rending:
            through, usual = rending_parts(number)
            return through + hp_lost(usual, save)
        return hp_lost(number, save)

    parts = _NUMBER.split(damage.removesuffix(" a hit"))
    return tuple(
        "".join(part if n % 2 == 0 else str(left(int(part), save)) for n, part in enumerate(parts)) for save in SAVES
    )

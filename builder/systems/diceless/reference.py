"""Tables to look up: saves, leadership, damage on vehicles, and the army's weapons against each save."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.systems.blocks import Column, ColumnKind, ReferenceTable, Row, Table
from builder.systems.common.texts import small_number
from builder.systems.diceless.angle import steps_text
from builder.systems.diceless.damage import UNKNOWN, Bearer, by_toughness, damage_text
from builder.systems.diceless.leadership import LIMITS, LIMITS_WITH_REROLL, TEST_COST
from builder.systems.diceless.monsters import in_hands
from builder.systems.diceless.protection import pierces
from builder.systems.diceless.saves import SAVES, TABLE_END, hp_lost, rending_parts
from builder.systems.diceless.vehicles import LINES
from builder.systems.diceless.weapon_rules import NO_ARMOUR, has
from builder.systems.diceless.weapons import mode_name
from builder.systems.fortyk.model import Army, Weapon, WeaponMode

SAVES_ABREAST = 5
NAME, VALUE, RESULT = ColumnKind.NAME, ColumnKind.VALUE, ColumnKind.RESULT
SAVE_COLUMNS = tuple(Column(f"{save}+", VALUE) for save in SAVES)
TOUGHNESS = (3, 4, 5)
"""Targets of weapons that go by toughness instead of strength."""
NUMBER = re.compile(r"\d+")


def reference_tables(army: Army) -> Iterator[ReferenceTable]:
    """Yield tables 1 to 4 of the rules, the army's own leaderships boxed, then its weapons' DMG against each save."""
    yield _save_table()
    yield _leadership_table(army)
    yield _line_table()
    weapons = tuple(_weapon_rows(army))
    if weapons:
        columns = (Column("Weapon", NAME), Column("AP", VALUE), Column("DMG", RESULT), *SAVE_COLUMNS)
        yield ReferenceTable(
            title="This army's weapons: HP that one model takes off behind armour",
            aside="all of the DMG where AP is as good as the save",
            table=Table(columns, weapons),
        )


def _save_table() -> ReferenceTable:
    """Table 1 (D-23)."""
    rows = (Row((str(damage), *(str(hp_lost(damage, save)) for save in SAVES))) for damage in range(1, TABLE_END + 1))
    return ReferenceTable(
        title="Saves: HP lost",
        aside=f"over {TABLE_END} DMG: the value of each full {TABLE_END} and that of the rest",
        table=Table((Column("DMG", RESULT), *SAVE_COLUMNS), tuple(rows)),
        abreast=SAVES_ABREAST,
    )


def _leadership_table(army: Army) -> ReferenceTable:
    """Tables 2 and 3 (D-10) with the leaderships of the army's models boxed."""
    columns = (Column("Ld", NAME), *(Column(str(ld), VALUE) for ld in LIMITS))
    rows = (
        Row(("Order points", *(str(points) for points in LIMITS.values()))),
        Row(("With a re-roll", *(str(points) for points in LIMITS_WITH_REROLL.values()))),
    )
    own = {group.profile.ld for unit in army.units for group in unit.groups}
    return ReferenceTable(
        title=f"Leadership test: add {TEST_COST} order points; failed above",
        aside="boxed: the Ld of this army",
        table=Table(columns, rows),
        boxed=frozenset(str(min(ld, max(LIMITS))) for ld in own if ld is not None),
    )


def _line_table() -> ReferenceTable:
    """Table 4 (D-51, D-52)."""
    most = max(len(line.thresholds) for line in LINES)
    columns = (Column("Line", NAME), Column("AV−S", VALUE), *(Column(f"hit {n}", VALUE) for n in range(1, most + 1)))
    rows = (
        Row((line.letter, line.text, *steps_text(line), *("" for _ in range(most - len(line.thresholds)))))
        for line in LINES
    )
    return ReferenceTable(
        title="Damage on vehicles",
        aside="DMG on the line that scores a glancing (G) or a penetrating (P) hit",
        table=Table(columns, tuple(rows)),
    )


def _weapon_rows(army: Army) -> Iterator[Row]:
    """A row for each mode of each weapon; where bearers deal different DMG, one for each, with their names.

    What goes by the target's toughness (D-30, D-42) has a row for each that is common. Grenades, which hurt vehicles
    alone, and weapons whose DMG nothing says have none.
    """
    bearers: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for weapon, bearer in _carried(army):
        for mode in (mode for mode in weapon.modes if mode.kind != "grenade"):
            for toughness in (None,) if by_toughness(mode) is None else TOUGHNESS:
                target = f"T {toughness}" if toughness else ""
                name = ", ".join(filter(None, (weapon.name, mode_name(weapon, mode), target)))
                values = _values(mode, bearer, toughness)
                if UNKNOWN in values[-len(SAVES) :]:
                    continue
                names = bearers.setdefault(name, {}).setdefault(values, [])
                if bearer.name not in names:
                    names.append(bearer.name)
    for name, variants in bearers.items():
        for values, names in variants.items():
            yield Row((name if len(variants) == 1 else f"{name} ({', '.join(names)})", *values))


def _carried(army: Army) -> Iterator[tuple[Weapon, Bearer]]:
    for unit in army.units:
        for group in unit.groups:
            yield from ((in_hands(carried.weapon, group.profile), group.profile) for carried in group.weapons)
        for vehicle in unit.vehicles:
            yield from ((weapon, vehicle.profile) for _, weapon in vehicle.weapons)


def _values(mode: WeaponMode, bearer: Bearer, toughness: int | None) -> tuple[str, ...]:
    damage = damage_text(mode, bearer, toughness)
    ap = UNKNOWN if small_number(mode.ap) is None else mode.ap
    return ap, damage, *(_after(damage, mode, save) for save in SAVES)


def _after(damage: str, mode: WeaponMode, save: int) -> str:
    """DMG as printed with each of its numbers after the save (D-23, D-29, D-37)."""
    return NUMBER.sub(lambda match: str(_left(int(match[0]), mode, save)), damage.removesuffix(" a hit"))


def _left(damage: int, mode: WeaponMode, save: int) -> int:
    if has(mode, NO_ARMOUR) or pierces(small_number(mode.ap), save):
        return damage
    if "rending" in mode.rules:
        through, usual = rending_parts(damage)
        return through + hp_lost(usual, save)
    return hp_lost(damage, save)

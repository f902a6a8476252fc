"""The card of a vehicle, and the tables of weapons that cards of units have too (L-03, L-04, L-40, L-52)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from builder.systems.blocks import (
    Check,
    CheckRow,
    Column,
    ColumnKind,
    DiceRow,
    DiceTable,
    Head,
    Hull,
    HullPanel,
    PanelCard,
    Row,
    RuleText,
    Shape,
    Table,
    TablePanel,
    Tally,
)
from builder.systems.common.listing import own_rules
from builder.systems.lethal.attacks import AP_ALONE, DAMAGE, NO_EFFECT, SPEED_SAVE, SPEED_TABLES, VEHICLE_DAMAGE, Hit
from builder.systems.lethal.contact import cover_reaches
from builder.systems.lethal.model import (
    LethalArmyUnit,
    LethalVehicle,
    LethalVehicleProfile,
    LethalWeapon,
    LethalWeaponMode,
)
from builder.systems.lethal.values import KINDS, Roll, mount

NONE = "–"
KEY = "cm; reach: contact range × WRM in the open, and where light, medium or hard cover begins"
TOLD_BY_NAME = frozenset({"close combat", "main"})
"""Kinds of weapons that need no words."""
_RULE = re.compile(r"\((L-\d+)\)")
_REACH = ("open", "½", "¼", "1/10")
_FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def save_text(save: Roll | None) -> str:
    """Return a save as sheets have it; M where it comes from the speed (L-04)."""
    return "M" if save is None else roll_text(save)


def roll_text(roll: Roll) -> str:
    """Return a skill or a save as sheets have it, with the sign of multiplication."""
    return str(roll).replace("x", "×")


def gear_text(gear: Sequence[str]) -> str:
    """Return what is carried besides weapons, as a note; empty for nothing."""
    return f"Carries {', '.join(gear)}." if gear else ""


def value_columns(first: str, values: Iterable[str]) -> tuple[Column, ...]:
    """Return a column of names and columns of values."""
    return (Column(first, ColumnKind.NAME), *(Column(value, ColumnKind.VALUE) for value in values))


def weapon_columns(counted: bool) -> tuple[Column, ...]:
    """Return the columns of a table of weapons, with their reach in cm by where cover begins (L-40, L-41)."""
    count = (Column("", ColumnKind.COUNT),) if counted else ()
    return (
        *count,
        Column("Weapon", ColumnKind.NAME),
        Column("Kind", ColumnKind.TEXT),
        *(Column(title, ColumnKind.VALUE) for title in ("Shots", "AP", "WRM")),
        *(Column(title, ColumnKind.RESULT if title == _REACH[0] else ColumnKind.VALUE) for title in _REACH),
    )


def empty_weapons(counted: bool, rows: int) -> Iterator[Row]:
    """Yield rows to fill in by hand."""
    yield from (Row(("",) * len(weapon_columns(counted))) for _ in range(rows))


def weapon_rows(weapon: LethalWeapon, contact: int, count: str | None = None) -> Iterator[Row]:
    """Yield a weapon's row and one for each further mode; with modes of their own names the weapon has the first."""
    for n, mode in enumerate(weapon.modes):
        name = weapon.name if not n else mode.name
        if not n and mode.name:
            name = f"{weapon.name}, {mode.name}"
        counted = () if count is None else (count if not n else "",)
        kinds = _on_foot(mode) if count is not None else (mount(mode.kinds), *_without_mount(mode))
        yield Row((*counted, name, ", ".join((*kinds, *_remarks(mode))), *_numbers(mode, contact)), sub=bool(n))


def _on_foot(mode: LethalWeaponMode) -> tuple[str, ...]:
    """Return the kinds of a weapon of models on foot; that it is not fired is said only where nothing else is."""
    return tuple(kind for kind in mode.kinds if kind != "close combat") or mode.kinds


def _without_mount(mode: LethalWeaponMode) -> Iterator[str]:
    own = mount(mode.kinds)
    return (kind for kind in mode.kinds if kind not in (own, "heavy"))


def _remarks(mode: LethalWeaponMode) -> Iterator[str]:
    if mode.minimum:
        yield f"from {mode.minimum} cm"
    if mode.text:
        yield mode.text


def _numbers(mode: LethalWeaponMode, contact: int) -> tuple[str, ...]:
    penetration = f"+{mode.ap}" if mode.adds else str(mode.ap)
    if mode.multiplier is None:
        return (NONE, penetration, NONE, *(NONE for _ in _REACH))
    multiplier = _FRACTIONS.get(mode.multiplier, str(mode.multiplier))
    return (str(mode.shots), penetration, multiplier, *map(str, cover_reaches(contact, mode.multiplier)))


def rule_number(text: str) -> str:
    """Return the id of the rule that a text names; empty where it names none."""
    found = _RULE.search(text)
    return found[1] if found else ""


def kind_rules(weapons: Iterable[LethalWeapon]) -> tuple[RuleText, ...]:
    """Return what the kinds of weapons mean, but for those that say it themselves (L-81 to L-86)."""
    kinds = dict.fromkeys(kind for weapon in weapons for mode in weapon.modes for kind in mode.kinds)
    told = ((kind, KINDS.get(kind)) for kind in kinds if kind not in TOLD_BY_NAME)
    return tuple(RuleText(kind.capitalize(), text, "") for kind, text in told if text)


CONDITIONS = {
    Hit.GLANCING: "= AV",
    Hit.PENETRATING: "> AV",
    Hit.CATASTROPHIC: "AV + 3",
}
SHAPES = {Hit.GLANCING: Shape.CIRCLE, Hit.PENETRATING: Shape.SQUARE, Hit.CATASTROPHIC: Shape.DIAMOND}
GLANCES = "; AP equal to AV glances at least, without a roll"
PASSENGERS = (
    "Passengers: destroyed – they pass SU or are removed, survivors are paralysed; explodes – removed;"
    " penetrating or worse after 30 cm or less – they get out."
)


def vehicle_card(
    vehicle: LethalVehicle,
    unit: LethalArmyUnit,
    settings: Iterable[tuple[str, str]],
    companions: tuple[str, ...],
    points: str,
) -> PanelCard:
    """Return the card of a vehicle.

    `companions` say who acts with it, `points` are a dash where its unit has another card.
    """
    settings = tuple(settings)
    profile = vehicle.profile
    kinds = [kind.capitalize() for kind in profile.types if kind != "open-topped"]
    carries = [f"carries {profile.capacity}"] if profile.capacity else []
    roof = "open-topped" if profile.open_topped else "enclosed"
    own_name = len(unit.vehicles) == 1 and not unit.groups
    name = unit.name if own_name else vehicle.name
    named = [unit.data_name] if own_name and unit.data_name else []
    facts = (*named, *kinds, *carries, roof, *companions)
    rows: list[Row] = []
    checks: list[Check | None] = []
    for weapon_id, weapon in vehicle.weapons:
        modes = list(weapon_rows(weapon, profile.cr))
        rows.extend(modes)
        checks.extend([Check(f"{weapon_id}.destroyed", weapon.name), *(None for _ in modes[1:])])
    return _card_of_vehicle(
        vehicle.id,
        Head(vehicle.id, unit.slot, name, points, facts=facts),
        profile,
        TablePanel(table=Table(weapon_columns(False), tuple(rows)), checks=tuple(checks)),
        settings,
        tuple(note for note in (gear_text(unit.gear), unit.notes) if note),
        own_rules(unit, rule_number),
        (*kind_rules(weapon for _, weapon in vehicle.weapons), *_ammunition(vehicle)),
    )


def _ammunition(vehicle: LethalVehicle) -> Iterator[RuleText]:
    """Yield when a vehicle is out of ammunition, which it does not count: only one that can make a corridor is."""
    if any("suppressive fire" in mode.kinds for _, weapon in vehicle.weapons for mode in weapon.modes):
        yield RuleText("Ammunition", "No counters; out only after suppressive fire (L-20, L-96).", "")


def _card_of_vehicle(
    id: str,
    head: Head,
    profile: LethalVehicleProfile | None,
    weapons: TablePanel,
    settings: Iterable[tuple[str, str]],
    notes: tuple[str, ...],
    rules: tuple[RuleText, ...] = (),
    weapon_rules: tuple[RuleText, ...] = (),
) -> PanelCard:
    """Return the card of a vehicle.

    One without a profile is filled in by hand, and has its values in the right column, where a hand finds room.
    """
    settings = tuple(settings)
    beside = tuple(_beside_hull(id, profile, settings))
    hull = Hull(profile.front, profile.side, profile.rear, profile.walker) if profile else Hull(0, 0, 0)
    return PanelCard(
        head=head,
        sheet="vehicles",
        key=KEY,
        left=(HullPanel(hull, beside if profile else beside[1:]),),
        right=(
            *(() if profile else beside[:1]),
            weapons,
            CheckRow(
                tuple(
                    Check(f"{id}.{label.replace(' ', '_').lower()}", label)
                    for label in ("Shaken", "Stunned", "Hull down", "Out of ammunition")
                )
            ),
        ),
        below=(_damage(id, VEHICLE_DAMAGE.chosen(settings), carries=profile is None or bool(profile.capacity)),),
        notes=notes,
        rules=rules,
        weapon_rules=weapon_rules,
    )


def _beside_hull(
    id: str, profile: LethalVehicleProfile | None, settings: Iterable[tuple[str, str]]
) -> Iterator[TablePanel | Tally]:
    titles = ("M", "SS", "CR", "CM", "CS", "AP", "SU")
    cells: tuple[str, ...] = ("",) * len(titles)
    if profile:
        fights = profile.walker
        cells = (
            str(profile.m),
            roll_text(profile.ss),
            str(profile.cr),
            f"{profile.cm}+",
            roll_text(profile.cs) if fights else NONE,
            str(profile.ap) if fights else NONE,
            save_text(profile.su),
        )
    yield TablePanel(table=Table(tuple(Column(title, ColumnKind.VALUE) for title in titles), (Row(cells),)))
    if profile is None or profile.su is None:
        yield speed_saves(settings)
    yield Tally(id=f"{id}.structure", title="Structure points", boxes=profile.structure if profile else 2)


def speed_saves(settings: Iterable[tuple[str, str]]) -> TablePanel:
    """Return the saves of SU (M), by the table that the list chooses (L-04)."""
    table = SPEED_TABLES[SPEED_SAVE.chosen(tuple(settings))]
    last = table[-1][0]
    columns = tuple(Column(f"{cm}+" if cm == last else str(cm), ColumnKind.VALUE) for cm, _ in table)
    saves = Row(tuple(f"{save}+" for _, save in table))
    return TablePanel(table=Table(columns, (saves,)), caption="SU (M): save after a move of, cm")


def _damage(id: str, comparison: str, carries: bool) -> DiceTable:
    """Return the damage table; what befalls passengers stands below that of a vehicle that `carries` any."""
    alone = comparison == AP_ALONE
    compared = "AP" if alone else "D6 + AP"
    return DiceTable(
        title="Damage",
        rows=tuple(
            DiceRow(
                hit.capitalize(),
                CONDITIONS[hit],
                tuple(
                    (faces, Check(f"{id}.{hit}.{faces[0]}", result, SHAPES[hit]))
                    for faces, result in DAMAGE[hit]
                    if result != NO_EFFECT
                ),
                next((each for each in DAMAGE[hit] if each[1] == NO_EFFECT), None),
            )
            for hit in CONDITIONS
        ),
        remark=f"{compared} against AV: equal, more, or three and more above; roll again and check"
        + ("" if alone else GLANCES),
        footnotes=(PASSENGERS,) if carries else (),
    )


def blank_vehicle(code: str) -> PanelCard:
    """Return a vehicle to fill in by hand."""
    weapons = TablePanel(
        table=Table(weapon_columns(False), tuple(empty_weapons(False, 5))),
        checks=tuple(Check(f"{code}.w{n}.destroyed", "") for n in range(1, 6)),
    )
    return _card_of_vehicle(code, Head(code, "", "", ""), None, weapons, (), ())

"""The cards that Plain 40K is played with, and its list: stat lines, weapons, a box for each wound, states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.errors import Finding
from builder.record import replace
from builder.systems import blocks
from builder.systems.blocks import (
    Check,
    CheckRow,
    Column,
    ColumnKind,
    Head,
    HullPanel,
    PanelCard,
    Row,
    RuleGroup,
    RuleText,
    Table,
    TablePanel,
    Tally,
    number,
)
from builder.systems.common.listing import errors_first, own_rules, roster_marks, totals, waits, worded_rules
from builder.systems.common.marks import carriers, distinct_names, names_on_cards
from builder.systems.fortyk.charts import score_charts
from builder.systems.fortyk.model import Carried, FortykArmy, ModelGroup, Unit, Vehicle, Weapon, mode_name
from builder.systems.fortyk.wording import (
    NONE,
    PROFILE_COLUMNS,
    WEAPON_COLUMNS,
    card_id,
    companions,
    dash,
    kind_rank,
    profile_table,
    roster_row,
    type_text,
    unit_notes,
    vehicle_facts,
)

WORDS = blocks.ListWords("unit", "model", "W", "wounds")
NAME = "Plain 40K"
STATES = ("Reserve", "Falling back", "Locked", "Pinned", "Destroyed")
HULL_STATES = ("Shaken", "Stunned", "Immobilised", "Wrecked")
UNITS, VEHICLES, GROUPS, WEAPONS = 3, 4, 3, 6
"""Blank cards that a page holds, and what a blank card has room for."""


def army_cards(army: FortykArmy, only: str | None = None) -> tuple[PanelCard, ...]:
    """Return the cards of all units, in the order of the army, or those of the unit with this id."""
    relations = companions(army, names_on_cards(army.units))
    units = (unit for unit in army.units if only in (None, unit.id))
    return tuple(card for unit in units for card in unit_cards(unit, relations[unit.id]))


def unit_cards(unit: Unit, relations: Sequence[str] = ()) -> Iterator[PanelCard]:
    """Yield the card of a unit's models, and one for each of its vehicles."""
    if unit.groups:
        yield _unit_card(unit, relations)
    for place, vehicle in enumerate(unit.vehicles):
        yield _vehicle_card(unit, vehicle, relations, first=not unit.groups and place == 0)


def blank_cards() -> tuple[PanelCard, ...]:
    """Return a page of unit cards and one of vehicle cards, to fill in by hand."""
    empty = TablePanel(table=Table(PROFILE_COLUMNS, (Row(("",) * len(PROFILE_COLUMNS)),) * GROUPS))
    weapons = Table(WEAPON_COLUMNS, (Row(("",) * len(WEAPON_COLUMNS)),) * WEAPONS)
    units = (
        PanelCard(
            head=Head(code, "", "", ""),
            sheet="units",
            left=(Tally(id=f"{code}.1.w", title="Wounds", boxes=20),),
            right=(empty, TablePanel(table=weapons)),
            below=(_states(code, STATES),),
        )
        for code in (f"u{n}" for n in range(1, UNITS + 1))
    )
    vehicles = (
        PanelCard(
            head=Head(code, "", "", ""),
            sheet="vehicles",
            left=(HullPanel(blocks.Hull(0, 0, 0), ()), _states(code, HULL_STATES)),
            right=(TablePanel(table=weapons, checks=tuple(Check(f"{code}.w{n}", "") for n in range(1, WEAPONS + 1))),),
        )
        for code in (f"v{n}" for n in range(1, VEHICLES + 1))
    )
    return (*units, *vehicles)


def _states(code: str, words: Iterable[str], *ticked: str) -> CheckRow:
    return CheckRow(
        tuple(Check(f"{code}.{word.lower().replace(' ', '_')}", word, checked=word in ticked) for word in words)
    )


def _head(unit: Unit, code: str, name: str, facts: Iterable[str]) -> Head:
    alone = bool(unit.groups) + len(unit.vehicles) == 1
    caption = "points" if alone else "points in all"
    each_once = dict.fromkeys(filter(None, (unit.data_name, *facts)))
    return Head(code, unit.slot, name, number(unit.points), caption, tuple(each_once))


def _unit_card(unit: Unit, relations: Sequence[str]) -> PanelCard:
    rules = own_rules(unit)
    return PanelCard(
        head=_head(unit, unit.id, unit.name, _facts(unit, relations)),
        sheet="units",
        left=(TablePanel(table=profile_table(unit.groups)),),
        right=(
            TablePanel(table=_weapon_table(unit.groups)),
            *(Tally(id=f"{group.id}.w", title=_wounds_title(group), boxes=group.wounds) for group in unit.groups),
        ),
        below=(_states(unit.id, STATES, *(STATES[:1] if waits(unit) else ())),),
        notes=unit_notes(_untold((name for group in unit.groups for name in group.gear), rules), unit),
        rules=rules,
    )


def _untold(gear: Iterable[str], rules: Sequence[RuleText]) -> Iterator[str]:
    """Yield the gear that no rule of the card tells."""
    told = {rule.title.casefold() for rule in rules if rule.text}
    return (name for name in gear if name.casefold() not in told)


def _wounds_title(group: ModelGroup) -> str:
    each = f", {group.profile.w} wounds each" if group.profile.w > 1 and group.models > 1 else ""
    return f"{group.name}{each}"


def _facts(unit: Unit, relations: Sequence[str]) -> Iterator[str]:
    models = sum(group.models for group in unit.groups)
    yield "1 model" if models == 1 else f"{models} models"
    yield from (mark.kind.replace("_", " ") for mark in unit.marks if mark.target is None)
    yield from relations


def _weapon_table(groups: Iterable[ModelGroup]) -> Table:
    """The weapons of a unit, counted over its groups: what shoots first, grenades last."""
    counts: dict[Weapon, int] = {}
    for group in groups:
        for carried in group.weapons:
            counts[carried.weapon] = counts.get(carried.weapon, 0) + carried.count
    weapons = sorted(counts, key=lambda weapon: max(map(kind_rank, weapon.modes)))
    rows = (row for weapon in weapons for row in _weapon_rows(Carried(weapon, counts[weapon])))
    return Table(WEAPON_COLUMNS, tuple(rows))


def _weapon_rows(carried: Carried) -> Iterator[Row]:
    for place, mode in enumerate(carried.weapon.modes):
        name = mode_name(carried.weapon, mode)
        if not place:
            name = f"{carried.weapon.name}, {name}" if name else carried.weapon.name
        reach = "Tpl" if mode.range.casefold() == "template" else dash(mode.range)
        count = "" if place else str(carried.count)
        kind = "Grenade" if mode.kind == "grenade" else type_text(mode)
        yield Row((count, name, reach, dash(mode.strength), dash(mode.ap), kind), sub=bool(place))


def _vehicle_card(unit: Unit, vehicle: Vehicle, relations: Sequence[str], first: bool) -> PanelCard:
    code, profile = card_id(unit, vehicle), vehicle.profile
    rules = own_rules(unit) if first else ()
    rows: list[Row] = []
    checks: list[Check | None] = []
    for weapon_id, weapon in vehicle.weapons:
        modes = list(_weapon_rows(Carried(weapon, 1)))
        rows += modes
        checks += [Check(f"{weapon_id}.destroyed", weapon.name), *(None for _ in modes[1:])]
    columns = WEAPON_COLUMNS[1:]
    table = Table(columns, tuple(Row(row.cells[1:], sub=row.sub) for row in rows))
    return PanelCard(
        head=_head(
            unit,
            code,
            unit.name if code == unit.id else vehicle.name,
            vehicle_facts(unit, vehicle, relations),
        ),
        sheet="vehicles",
        left=(
            HullPanel(blocks.Hull(profile.front, profile.side, profile.rear, profile.walker), ()),
            _states(vehicle.id, HULL_STATES),
        ),
        right=(TablePanel(table=table, checks=tuple(checks)),) if rows else (),
        notes=unit_notes(_untold(vehicle.gear, rules), unit if first else None),
        rules=rules,
    )


def roster_page(
    army: FortykArmy, findings: Sequence[Finding], slots: Sequence[blocks.Slot] = (), source: str = ""
) -> blocks.RosterPage:
    """Return the list of an army with its findings, errors first, and the rules that its data words."""
    relations, carried_by = companions(army, distinct_names(army.units)), carriers(army.units)
    return blocks.RosterPage(
        title=army.name,
        system=NAME,
        words=WORDS,
        points=army.points,
        limit=army.limit,
        source=source,
        token_title="",
        totals=tuple(totals(army.units)),
        slots=tuple(slots),
        rows=tuple(
            roster_row(unit, relations[unit.id], roster_marks(unit, carried_by, set()), value=_wounds(unit))
            for unit in army.units
        ),
        findings=errors_first(findings),
        rules=worded_rules(army.units),
        aids=blocks.Aids(quick=(quick_reference(),)),
    )


def _wounds(unit: Unit) -> str:
    return str(sum(group.wounds for group in unit.groups)) if unit.groups else NONE


TURN = (
    RuleGroup(
        "Movement",
        (
            RuleText("On foot", '6"', ""),
            RuleText("Difficult ground", "the higher of 2D6 in inches", ""),
            RuleText("Dangerous ground", "a D6 for each model: a 1 wounds it", ""),
        ),
    ),
    RuleGroup(
        "Shooting",
        (
            RuleText("Target", "one unit that is seen and in range", ""),
            RuleText("To hit", "a D6 for each shot, by BS", ""),
            RuleText("To wound", "a D6 for each hit, S against T", ""),
            RuleText("Save", "one for each wound: armour, invulnerable or cover", ""),
            RuleText("Morale", "a quarter of a unit fell in the phase: leadership test, or it falls back", ""),
        ),
    ),
    RuleGroup(
        "Assault",
        (
            RuleText("Charge", '6", from the sixth edition on 2D6"', ""),
            RuleText("Blows", "the highest I first, equal ones together", ""),
            RuleText("Dice", "A of each model, +1 charging, +1 for a second weapon", ""),
            RuleText("Result", "who dealt more wounds wins; the loser tests morale, or falls back", ""),
        ),
    ),
)
TESTS = RuleGroup(
    "Tests",
    (
        RuleText("Leadership", "2D6, at most Ld", ""),
        RuleText("Other values", "a D6, at most the value; a 6 fails", ""),
        RuleText("Pinning", "a leadership test; failed, the unit is pinned", ""),
    ),
)


def quick_reference() -> blocks.QuickReference:
    """Return the page to play by: what the editions from the third to the seventh have in common."""
    skills = range(1, 6)
    shooting = blocks.ReferenceTable(
        title="To hit in shooting",
        table=Table(
            (Column("BS", ColumnKind.NAME), *(Column(str(bs), ColumnKind.VALUE) for bs in skills)),
            (Row(("a die shows", *(f"{7 - bs}+" for bs in skills))),),
        ),
    )
    hit, wound = score_charts()
    saves = RuleGroup(
        "Saves and wounds",
        (
            RuleText("AP", "as low as the armour save or lower: no armour save", ""),
            RuleText("Several saves", "the best one that is left, once", ""),
            RuleText("S twice T or more", "a wound that is not saved kills, however many are left", ""),
        ),
    )
    vehicles = RuleGroup(
        "Vehicles",
        (
            RuleText("Armour", "D6 + S against AV of the side that is hit", ""),
            RuleText("Equal", "a glancing hit", ""),
            RuleText("More", "a penetrating hit; what either does is in your rulebook", ""),
        ),
    )
    return blocks.QuickReference(
        title="The turn",
        aside="what editions have in common; yours comes first",
        steps=TURN,
        lookup=(shooting, replace(hit, title="To hit in close combat"), wound, saves, vehicles),
        below=(TESTS,),
    )

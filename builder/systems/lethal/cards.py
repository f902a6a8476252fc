"""The cards that Lethal 40K is played with: units, vehicles, and the planned groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from builder.systems.blocks import (
    Bracket,
    Check,
    CheckRow,
    Column,
    ColumnKind,
    Head,
    Panel,
    PanelCard,
    Row,
    States,
    Strength,
    Table,
    TablePanel,
    Tally,
    number,
)
from builder.systems.common.listing import own_rules
from builder.systems.common.marks import names_on_cards
from builder.systems.lethal.attacks import AT_START
from builder.systems.lethal.command import MoraleState, best_command, losses_that_check
from builder.systems.lethal.groups import UnitGroup
from builder.systems.lethal.model import LethalArmy, LethalArmyUnit, LethalModelProfile
from builder.systems.lethal.vehicle_cards import (
    KEY,
    NONE,
    blank_vehicle,
    empty_weapons,
    gear_text,
    kind_rules,
    roll_text,
    rule_number,
    save_text,
    speed_saves,
    value_columns,
    vehicle_card,
    weapon_columns,
    weapon_rows,
)
from builder.text import without_number

BRIEF = {
    MoraleState.UNBROKEN: "every action",
    MoraleState.SHAKEN: "one action, no shooting; only Reform clears it",
    MoraleState.STUNNED: "only Reform or Find Ammo; then shaken",
    MoraleState.PARALYSED: "nothing; destroyed if assaulted, then shaken",
    MoraleState.ROUTED: "two moves to fall-back; morale check each turn",
}
"""What a state allows, in two short lines (L-34)."""
STATS = ("M", "CR", "CS", "SS", "AP", "AV", "SU", "CM")
"""The values of a kind of model on foot."""
RIDES = "rides in "
"""How the head of a card tells what a unit rides in."""
FOUND_AGAIN = 4
"""Small boxes for ammunition that is found (L-22)."""
TURNS = 6
UNITS, VEHICLES, MODELS, WEAPONS, AMMUNITION = 3, 3, 20, 6, 3
"""Blank cards that a page holds, and the models, weapons and ammunition of a blank unit."""


def army_cards(army: LethalArmy, groups: Sequence[UnitGroup], only: str | None = None) -> tuple[PanelCard, ...]:
    """Return a card for each unit and each vehicle, in the order of the units, and one for the planned groups.

    Those of the unit with the id `only`, or of the units that it becomes, if one is asked for.
    """
    units = [unit for unit in army.units if only in (None, unit.id, unit.whole)]
    cards = [card for unit in units for card in unit_cards(unit, army, groups)]
    return (*cards, *([_groups_card(groups)] if groups and only is None else []))


def unit_cards(unit: LethalArmyUnit, army: LethalArmy, groups: Sequence[UnitGroup] = ()) -> Iterator[PanelCard]:
    """Yield the card of a unit's models, and one for each of its vehicles."""
    facts = tuple(_companions(unit, army, groups))
    if unit.groups:
        group = next((group.name for group in groups if unit in group.units), "")
        yield _unit_card(unit, facts, army.settings, group)
    for vehicle in unit.vehicles:
        shared = len(unit.vehicles) > 1 or bool(unit.groups)
        yield vehicle_card(vehicle, unit, army.settings, facts, NONE if shared else number(unit.points))


def card_ids(unit: LethalArmyUnit) -> tuple[str, ...]:
    """Return the ids of the cards of a unit."""
    return (*((unit.id,) if unit.groups else ()), *(vehicle.id for vehicle in unit.vehicles))


def blank_cards() -> tuple[PanelCard, ...]:
    """Return a page of unit cards and one of vehicle cards, to fill in by hand."""
    units = (_blank_unit_card(f"u{n}") for n in range(1, UNITS + 1))
    return (*units, *(blank_vehicle(f"v{n}") for n in range(1, VEHICLES + 1)))


def _companions(unit: LethalArmyUnit, army: LethalArmy, groups: Sequence[UnitGroup]) -> Iterator[str]:
    """Yield who acts with a unit, and whom it carries."""
    names = names_on_cards(army.units)
    for mark in unit.marks:
        match mark.kind:
            case "riding_in":
                yield f"{RIDES}{names.get(mark.target or '', mark.target)}"
            case "led_by":
                yield f"led by {names.get(mark.target or '', mark.target)}"
            case _:
                yield mark.kind.replace("_", " ")
    for group in groups:
        others = Counter(other.name for other in group.units if other is not unit)
        if unit in group.units and others:
            own = without_number(unit.name)
            alike = sum(times for name, times in others.items() if without_number(name) == own != name)
            told = [f"another {own}" if alike == 1 else f"{alike} more {own}"] if alike else []
            told += [
                name if times == 1 else f"{times} {name}"
                for name, times in others.items()
                if not (alike and without_number(name) == own)
            ]
            yield f"grouped with {' and '.join(told)}"


# -- units -------------------------------------------------------------------
def _unit_card(
    unit: LethalArmyUnit, companions: tuple[str, ...], settings: Iterable[tuple[str, str]], group: str
) -> PanelCard:
    on_foot = sum(group.models for group in unit.groups)
    facts = [*filter(None, [unit.data_name]), f"{on_foot} models" if on_foot > 1 else "1 model", *_types(unit)]
    if unit.extra_ammo:
        facts.append(f"{unit.extra_ammo} extra ammunition")
    if unit.bond != "separate":
        facts.append(str(unit.bond))
    rows = tuple(
        row for carried in unit.weapons for row in weapon_rows(carried.weapon, carried.contact, str(carried.count))
    )
    profiles = tuple(_profile_row(group.name, group.profile) for group in unit.groups)
    structure = max(group.profile.structure for group in unit.groups)
    left: tuple[Panel, ...] = (_stat_line(profiles), _ammunition(unit.id, AT_START + unit.extra_ammo, by_hand=False))
    if structure > 1:
        left = (*left, Tally(id=f"{unit.id}.structure", title="Structure points", boxes=structure))
    if any(each.profile.su is None for each in unit.groups):
        left = (*left, speed_saves(settings))
    return PanelCard(
        head=Head(unit.id, unit.slot, unit.name, number(unit.points), facts=(*facts, *companions)),
        sheet="units",
        key=KEY,
        left=(*left, *_checks(unit.id, group)),
        right=(TablePanel(table=Table(weapon_columns(True), rows)), _strength(unit.id, on_foot, by_hand=False)),
        below=(_morale(unit.id, _command(unit)),),
        notes=tuple(note for note in (gear_text(unit.gear), *_powers(unit), unit.notes) if note),
        rules=tuple(rule for rule in own_rules(unit, rule_number) if rule.title.casefold() not in facts),
        weapon_rules=kind_rules(carried.weapon for carried in unit.weapons),
    )


def _blank_unit_card(code: str) -> PanelCard:
    """Return a card to fill in by hand: its weapons stand over the whole width, where a hand finds room."""
    empty = Row(("",) * (len(STATS) + 1))
    count, *columns = weapon_columns(True)
    weapons = Table((Column("No", count.kind), *columns), tuple(empty_weapons(True, WEAPONS)))
    strength = _strength(code, MODELS, by_hand=True)
    return PanelCard(
        head=Head(code, "", "", ""),
        sheet="units",
        key=KEY,
        left=(_ammunition(code, AMMUNITION, by_hand=True),),
        right=(_stat_line((empty, empty)),),
        below=(TablePanel(table=weapons), strength, *_checks(code), _morale(code, "CM")),
    )


def _types(unit: LethalArmyUnit) -> Iterator[str]:
    """Yield what a unit is: spears count more against riders, a character is the third of a group (L-11, L-112)."""
    kinds = dict.fromkeys(kind for group in unit.groups for kind in group.profile.types)
    yield from (kind.capitalize() for kind in kinds)


def _command(unit: LethalArmyUnit) -> str:
    """Return the CM of a unit, and what it is without the models whose CM is the best: `CM 2+; no Champion: CM 3+`."""
    best = min(group.profile.cm for group in unit.groups)
    leaders = [group.name for group in unit.groups if group.profile.cm == best]
    others = [group.profile.cm for group in unit.groups if group.profile.cm != best]
    without = best_command(min(others), [rule.casefold() for rule in (*unit.rules, *unit.lent)]) if others else 0
    worse = f"; no {' or '.join(leaders)}: CM {without}+" if without > unit.command else ""
    return f"CM {unit.command}+{worse}"


def _stat_line(profiles: tuple[Row, ...]) -> TablePanel:
    return TablePanel(table=Table(value_columns("Model", STATS), profiles))


def _strength(id: str, models: int, *, by_hand: bool) -> Strength:
    """Return the models of a unit; of one that is filled in by hand nobody knows how many are half of it."""
    return Strength(
        id=f"{id}.c",
        title="Models",
        models=models,
        remark="check: so many lost at once, or below half",
        brackets=tuple(_brackets(models)),
        below=0 if by_hand else (models - 1) // 2,
        below_words="below half",
    )


def _ammunition(id: str, boxes: int, *, by_hand: bool) -> Tally:
    return Tally(
        id=f"{id}.ammo",
        title="Ammunition",
        boxes=boxes,
        remark="" if by_hand else "cross off on a 1; none left: out of ammo",
        further=FOUND_AGAIN,
        further_words="found: back to 1",
        bullets=True,
    )


def _checks(id: str, grouped: str = "") -> tuple[CheckRow, CheckRow]:
    """Return the boxes for where a unit is, with whom, and what it has done."""
    place = CheckRow(
        (Check(f"{id}.entrenched", "Entrenched"), Check(f"{id}.cover", "In cover")),
        Check(f"{id}.grouped", f"Grouped: {grouped}" if grouped else "Grouped with"),
    )
    used = CheckRow(
        (
            Check(f"{id}.used_1", "1 action used"),
            Check(f"{id}.used_2", "2 used"),
            Check(f"{id}.corridor", "In a corridor"),
            Check(f"{id}.aboard", "Aboard"),
        )
    )
    return place, used


def _morale(id: str, command: str) -> States:
    return States(
        title="Morale",
        cells=tuple((Check(f"{id}.{state}", state.capitalize()), BRIEF[state]) for state in MoraleState),
        remark=f"{command}: two dice, the lower one must reach it; each failed check is one step to the right;"
        " in close combat it destroys the unit",
    )


def _brackets(models: int) -> Iterator[Bracket]:
    """Yield, by models left, how many lost at once call for a check (L-30)."""
    most = models
    while most > 0:
        losses = losses_that_check(most)
        least = next((left for left in range(1, most + 1) if losses_that_check(left) == losses), most)
        yield Bracket(str(losses), most, least)
        most = least - 1


def _profile_row(name: str, profile: LethalModelProfile) -> Row:
    values = (profile.m, profile.cr, roll_text(profile.cs), roll_text(profile.ss), profile.ap, profile.av)
    return Row((name, *map(str, values), save_text(profile.su), f"{profile.cm}+"))


def _powers(unit: LethalArmyUnit) -> Iterator[str]:
    yield from (f"{name}: {text}" for name, text in unit.powers)


# -- groups ------------------------------------------------------------------
def _groups_card(groups: Sequence[UnitGroup]) -> PanelCard:
    """Return the planned groups with the CM that forms each (L-14), and boxes for the turns they are grouped in."""
    columns = (
        Column("Group", ColumnKind.NAME),
        Column("Units", ColumnKind.TEXT),
        Column("Best CM", ColumnKind.RESULT),
    )
    rows = tuple(
        Row((group.name, ", ".join(unit.name for unit in group.units), f"{group.leader.command}+, {group.leader.name}"))
        for group in groups
    )
    turns = tuple(
        CheckRow(
            tuple(Check(f"{group.id}.turn.{turn}", str(turn)) for turn in range(1, TURNS + 1)),
            title=f"{group.name}, {'grouped from the start' if group.fixed else 'test passed in turn'}",
        )
        for group in groups
    )
    head = Head("groups", "", "Unit groups", str(len(groups)), "groups", facts=("one test each on the best CM",))
    return PanelCard(head=head, sheet="units", key=KEY, right=(TablePanel(table=Table(columns, rows)), *turns))

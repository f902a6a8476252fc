"""The details of what is under the cursor: profiles, weapons, what it brings to the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import Finding
from builder.record import replace
from builder.roster.marks import unit_of_part
from builder.roster.naming import own_name, unit_names
from builder.roster.view import ProfileView, SelectionView, points_of, points_type
from builder.scalars import capitalized, counted, number
from builder.services.army.opening import Army
from builder.services.editor.choice_groups import GroupKey, GroupOrder
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.tree import own_points, sum_of, units_within
from builder.services.editor.view import belongs, place_of
from builder.services.editor.weapon_words import is_of_weapons
from builder.systems.blocks import (
    Card,
    Column,
    ColumnKind,
    FormationCard,
    HullPanel,
    Panel,
    PanelCard,
    ProfileCard,
    Row,
    Strength,
    Table,
    TablePanel,
    Tally,
    UnitCard,
    VehicleCard,
)
from builder.systems.protocol import UnitSummary, sizes
from builder.text import without_colon, without_markup, without_rule_numbers

BREAKS = re.compile(r"<br\s*/?>", re.IGNORECASE)
"""How some data breaks a value into lines."""

LONG = 7
"""Values of more signs than this are words, which a narrow table does without."""

WORDY = 12
"""So are values of weapons of formations that have more: `AP5+ / AT6+` is none."""

FIGURE = re.compile(r"([A-Z]{1,3}) (\S+)")
"""A figure of a weapon of a vehicle: `AP 3`."""

GIVEN = "to the opponent"
"""Who gets most tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What is worth knowing of one thing; its choices come first, then the tables of what it is and what it carries.

    Args:
        unit: the id of the unit that it is or is below, or the path of an entry of the catalogue.
        order: that of the groups of its choices, where they stay as they were shown before.
        models: how many models it has, where that is one of its facts.
        takes: what an entry of the catalogue could take once it is added, with what that costs.
        rules: names with their texts.
        ties: what holds of it and others, each behind the name of the action that changes it.
    """

    unit: str = ""
    title: str = ""
    slot: str = ""
    points: str = ""
    facts: tuple[str, ...] = ()
    models: int = 0
    findings: tuple[Finding, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[str, ...] = ()
    choices: tuple[ChoiceRow, ...] = ()
    order: GroupOrder | None = None
    takes: tuple[tuple[str, str], ...] = ()
    weapons: tuple[Table, ...] = ()
    gives: str = ""
    notes: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    ties: tuple[tuple[str, str], ...] = ()

    def in_order(self, headings: Sequence[GroupKey | None], cursor: int) -> Details:
        """Return them with groups as they were shown in such lines, new ones below that in which the cursor is."""
        above = sum(key is not None for key in headings[: cursor + 1])
        return replace(self, order=GroupOrder(tuple(key for key in headings if key is not None), above))

    @property
    def every_weapon(self) -> tuple[Table, ...]:
        """The tables of weapons, those too that a card has among its figures."""
        return (*self.weapons, *filter(is_of_weapons, self.tables))

    @property
    def profiles(self) -> tuple[Table, ...]:
        """The tables of its own figures, without those of weapons among them."""
        return tuple(table for table in self.tables if not is_of_weapons(table))


def force_details(army: Army, id: str) -> Details | None:
    """Return what is worth knowing of the force of this id: its own points, units and findings; None where none is."""
    force = next((each for each in army.view.all_forces() if each.id == id), None)
    if force is None:
        return None
    forces = [*force.walk()]
    parts = {part.id for each in forces for unit in each.selections for part in unit.walk()}
    ids = parts | {each.id for each in forces}
    units = [unit for unit in army.reading.units if unit_of_part(unit.id) in parts]
    return Details(
        unit=id,
        title=own_name(force),
        points=number(sum_of(force, points_type(army.view))),
        facts=(force.catalogue_name, *army.system.list_words().counted(*sizes(units))),
        findings=tuple(found for found in army.findings if ids & {place_of(found), found.at.owner_id}),
        notes=force.custom_notes or "",
    )


def unit_details(army: Army, unit: SelectionView, choices: tuple[ChoiceRow, ...]) -> Details:
    """Those of a unit: its card, its choices, the tokens that it gives."""
    card = next(iter(army.reading.cards(unit.id)), None)
    parts = [found for found in army.reading.units if belongs(found.id, unit.id)]
    summary = next(iter(parts), None)
    head = card.head if card else None
    models = summary.models if summary else 0
    around = next((each for each in army.view.units() if any(part is unit for part in each.walk())), unit)
    return Details(
        unit=unit.id,
        title=unit_names(army.view).get(unit.id) or own_name(unit),
        slot=without_colon(unit.primary_name or around.primary_name or (summary.slot if summary else "")),
        points=_points_words(army, unit) if head else "",
        facts=tuple(dict.fromkeys(_facts(army, unit, card, parts))),
        models=models if head and counted(models, "model") in head.facts else 0,
        findings=tuple(finding for finding in army.findings if _is_about(finding, unit)),
        tables=tuple(_profile_tables(card) if card else _plain_tables(unit.profiles)),
        lines=tuple(_card_lines(card)) if card else (),
        choices=choices,
        weapons=tuple(_weapon_tables(card)) if card else (),
        gives=told_counters(
            (counter.remark, counter.name, count)
            for counter in army.reading.counters
            if (count := sum(part.count for part in counter.parts if belongs(part.unit, unit.id)))
        ),
        notes=unit.custom_notes or "",
        rules=_rules_of(unit, card),
    )


def _facts(army: Army, unit: SelectionView, card: Card | None, parts: Sequence[UnitSummary]) -> Iterator[str]:
    """Yield what a unit is, in a few words each: of one that deploys as several alike, how many these are."""
    if unit.custom_name and unit.name not in unit.custom_name:
        yield unit.name
    models = {part.models for part in parts}
    for fact in card.head.facts if card else ():
        is_of_each = len(parts) > 1 and [fact] == [counted(each, "model") for each in models]
        yield f"{len(parts)} units of {fact}" if is_of_each else fact
    yield from _key_figures(card)
    if _has_hull(card) and parts and parts[0].value:
        yield f"{army.system.list_words().title} {parts[0].value}"


def _key_figures(card: Card | None) -> Iterator[str]:
    """Yield what is asked of a unit most often: `AV 8/6/5`, `Ld 9 fails above 167`, `initiative 2+`."""
    match card:
        case UnitCard():
            yield from (f"{limit.words} {limit.value}" for limit in card.track.thresholds[:1])
        case FormationCard():
            yield f"initiative {card.initiative}"
        case PanelCard():
            for panel in _panels(card):
                if isinstance(panel, HullPanel):
                    yield f"AV {panel.hull.front}/{panel.hull.side}/{panel.hull.rear}"


def _has_hull(card: Card | None) -> bool:
    return isinstance(card, PanelCard) and any(isinstance(panel, HullPanel) for panel in _panels(card))


def _points_words(army: Army, unit: SelectionView) -> str:
    """Return what a unit costs, beside what the units cost that it takes with it: `170 + Rhino 35`."""
    kind = points_type(army.view)
    own = number(own_points(unit, kind))
    dear = [(each, cost) for each in units_within(unit) if (cost := points_of(each, kind))]
    return " + ".join((own, *(f"{each.name} {number(cost)}" for each, cost in dear)))


def _rules_of(unit: SelectionView, card: Card | None) -> tuple[tuple[str, str], ...]:
    if isinstance(card, ProfileCard):
        return tuple((text.title, without_rule_numbers(text.text)) for text in card.texts)
    own = [(rule.title, without_markup(rule.description)) for one in unit.walk() for rule in one.rules]
    of_weapons = card.weapon_rules if isinstance(card, PanelCard) else ()
    named = {name.casefold() for name, _ in own}
    told = (*own, *((each.title, each.text) for each in of_weapons if each.title.casefold() not in named))
    return tuple(dict.fromkeys((title, without_rule_numbers(text)) for title, text in told))


def part_details(army: Army, unit: SelectionView, part: SelectionView, choices: tuple[ChoiceRow, ...]) -> Details:
    """Those of a model or a choice of a unit: what its data says."""
    return Details(
        unit=unit.id,
        title=part.custom_name or part.name,
        facts=(f"of {unit.custom_name or unit.name}", *((f"{part.number} of them",) if part.number > 1 else ())),
        findings=tuple(finding for finding in army.findings if place_of(finding) == part.id),
        tables=tuple(map(_without_texts, _plain_tables(part.profiles))),
        choices=choices,
        notes=part.custom_notes or "",
        rules=(*((rule.title, without_markup(rule.description)) for rule in part.rules), *_texts_of(part.profiles)),
    )


def _without_texts(table: Table) -> Table:
    """A table without its longer texts, which stand below it, where all of them have room."""
    kept = [place for place, column in enumerate(table.columns) if column.kind is not ColumnKind.TEXT]
    rows = dict.fromkeys(replace(row, cells=tuple(row.cells[place] for place in kept)) for row in table.rows)
    return Table(tuple(table.columns[place] for place in kept), tuple(rows))


def _texts_of(profiles: tuple[ProfileView, ...]) -> Iterator[tuple[str, str]]:
    """Yield the texts without room in tables, by the titles of their columns, and by their rows if several."""
    texts = (
        (f"{row.cells[0]}: {column.title}" if len(table.rows) > 1 else column.title, row.cells[place])
        for table in _plain_tables(profiles)
        for place, column in enumerate(table.columns)
        for row in table.rows
        if column.kind is ColumnKind.TEXT and row.cells[place] not in ("", "-", "–")
    )
    yield from dict.fromkeys(texts)


def _is_about(finding: Finding, unit: SelectionView) -> bool:
    place = place_of(finding)
    return bool(place) and (finding.at.unit == unit.id or any(part.id == place for part in unit.walk()))


def _in_one_line(text: str) -> str:
    """A text whose lines, which data parts with `<br/>`, stand beside each other."""
    return " / ".join(part for line in BREAKS.split(text) if (part := without_markup(line).strip()))


def _plain_tables(profiles: tuple[ProfileView, ...]) -> Iterator[Table]:
    """Yield a table for each type of profile."""
    kinds: dict[tuple[str, tuple[str, ...]], list[ProfileView]] = {}
    for profile in profiles:
        titles = tuple(cell.name for cell in profile.characteristics)
        kinds.setdefault((profile.type_name, titles), []).append(profile)
    for (name, titles), same in kinds.items():
        rows = tuple(
            dict.fromkeys(
                Row((profile.name, *(_in_one_line(cell.value) for cell in profile.characteristics))) for profile in same
            )
        )
        kept = [max(len(row.cells[place]) for row in rows) for place in range(1, len(titles) + 1)]
        sorts = (ColumnKind.TEXT if size > LONG else ColumnKind.VALUE for size in kept)
        columns = (Column(name or "Profile", ColumnKind.NAME), *map(Column, titles, sorts))
        yield Table(columns, rows)


def _profile_tables(card: Card) -> Iterator[Table]:
    match card:
        case UnitCard():
            yield card.profiles
        case VehicleCard():
            sides = ("Front", "Side", "Rear")
            values = (card.hull.front, card.hull.side, card.hull.rear)
            armour = (Column("Armour", ColumnKind.NAME), *(Column(side, ColumnKind.VALUE) for side in sides))
            yield Table(armour, (Row(("AV", *map(str, values))),))
        case FormationCard():
            columns = tuple(
                Column(title, ColumnKind.NAME if place == 1 else ColumnKind.VALUE)
                for place, title in enumerate(card.unit_titles)
            )
            yield Table(columns, tuple(Row(row.cells) for row in card.rows))
        case ProfileCard():
            yield from card.statistics
        case PanelCard():
            for panel in _panels(card):
                if isinstance(panel, TablePanel):
                    yield from (_named_by(part.caption, part.table) for part in panel.parts)


def _named_by(caption: str, table: Table) -> Table:
    """A table whose rows have no names has its caption there: figures alone say nothing."""
    if not caption or any(column.kind is ColumnKind.NAME for column in table.columns):
        return table
    rows = (replace(row, cells=("", *row.cells)) for row in table.rows)
    return Table((Column(caption, ColumnKind.NAME), *table.columns), tuple(rows))


def _panels(card: PanelCard) -> Iterator[Panel]:
    """The panels of a card, with those beside a hull, in the order in which they are read."""
    for panel in (*card.left, *card.right, *card.below):
        yield panel
        if isinstance(panel, HullPanel):
            yield from panel.beside


def _panel_lines(card: PanelCard) -> Iterator[str]:
    for panel in _panels(card):
        match panel:
            case Tally():
                yield f"{panel.title}: {'; '.join(filter(None, (str(panel.boxes), panel.remark)))}"
            case Strength() if panel.remark:
                most = next((each.label for each in panel.brackets), "so many")
                yield f"{panel.title}: {panel.models}; {panel.remark.replace('so many', most)}"


def _card_lines(card: Card) -> Iterator[str]:
    match card:
        case UnitCard():
            track = card.track
            limits = ", ".join(f"{threshold.words} {threshold.value}" for threshold in track.thresholds)
            yield f"{track.title}: {limits}" if limits else track.title
            yield from track.hints
        case VehicleCard():
            yield from filter(None, (card.reminder,))
        case FormationCard():
            yield f"Initiative {card.initiative}, broken at {card.broken_at} marker{'s' * (card.broken_at != 1)}"
            yield from filter(None, (card.transport,))
        case ProfileCard():
            yield from (f"{card.boxes_title}: {group.models} × {group.wounds} {group.name}" for group in card.boxes)
        case PanelCard():
            yield from _panel_lines(card)


def _mounted_table(card: VehicleCard) -> Table:
    """The weapons of a vehicle, their figures in columns: its card has them in words, `48" · S 8 · AP 3 · Heavy 1`."""
    told = [
        (weapon.check.label, at, mode.damage, *_figures_of(mode.text))
        for weapon in card.weapons
        for at, mode in enumerate(weapon.modes)
    ]
    labels = tuple(dict.fromkeys(label for *_, figures, _ in told for label in figures))
    rows = tuple(
        Row(
            (
                name if at else ", ".join(filter(None, (weapon, name))),
                *(figures.get(label, "–") for label in labels),
                words,
                damage,
            ),
            sub=at > 0,
        )
        for weapon, at, damage, name, figures, words in told
    )
    values = (Column(label, ColumnKind.VALUE) for label in labels)
    ends = Column("", ColumnKind.TEXT), Column("DMG", ColumnKind.RESULT)
    return Table((Column("Weapon", ColumnKind.NAME), *values, *ends), rows)


def _figures_of(text: str) -> tuple[str, Mapping[str, str], str]:
    """The name of a mode, its figures by what they are, and the rest of what is told of it."""
    first, *parts = text.split(" · ")
    name, _, reach = first.rpartition(": ")
    found, words = dict[str, str](), list[str]()
    for part in (reach, *parts):
        if labelled := FIGURE.fullmatch(part):
            found[labelled[1]] = labelled[2]
        elif part is reach and parts:
            found["Range"] = part
        else:
            words.append(part)
    return name, found, " · ".join(words)


def told_counters(counters: Iterable[tuple[str, str, int]]) -> str:
    """What is brought to the table, by who gets it: `Gives Scatter 2`, `At hand for both players: Blast markers 9`."""
    found: dict[str, list[str]] = {}
    for remark, name, count in counters:
        found.setdefault(remark, []).append(f"{name} {count}")
    return "; ".join(
        f"Gives {', '.join(told)}" if remark == GIVEN else f"{capitalized(remark)}: {', '.join(told)}"
        for remark, told in found.items()
    )


def weapons_beside(army: Army, unit: SelectionView) -> tuple[Table, ...]:
    """Return the tables of weapons of a unit's further cards: each vehicle of a squadron has one of its own."""
    others = army.reading.cards(unit.id)[1:]
    tables = (table for card in others for table in (*_weapon_tables(card), *_profile_tables(card)))
    return tuple(filter(is_of_weapons, tables))


def _weapon_tables(card: Card) -> Iterator[Table]:
    match card:
        case UnitCard():
            yield card.weapons
        case VehicleCard():
            yield _mounted_table(card)
        case ProfileCard():
            yield from card.tables
        case FormationCard():
            weapons = tuple(dict.fromkeys(Row(weapon) for row in card.rows for weapon in row.weapons))
            longest = [max(map(len, cells)) for cells in zip(*(row.cells for row in weapons), strict=True)]
            values = (ColumnKind.TEXT if size > WORDY else ColumnKind.VALUE for size in longest[1:])
            yield Table(tuple(map(Column, card.weapon_titles, (ColumnKind.NAME, *values))), weapons)

"""The details of what is under the cursor: profiles, weapons, what it brings to the table; what a choice does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from builder.errors import EditError, Finding, Severity
from builder.record import replace
from builder.roster.model import Force
from builder.roster.view import ProfileView, SelectionView, points_of, points_type
from builder.scalars import number
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Add, State
from builder.services.editor.quick_fixes import over_limit
from builder.services.editor.suggestions import mend_of, taking
from builder.services.editor.tree import own_points, units_within
from builder.services.editor.view import ChoiceRow, EntryStatus, belongs, place_of
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

BREAKS = re.compile(r"<br\s*/?>", re.IGNORECASE)
"""How some data breaks a value into lines."""

LONG = 7
"""Values of more signs than this are words, which a narrow table does without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What is worth knowing of one thing; its choices come first, then the tables of what it is and what it carries.

    Args:
        unit: the id of the unit that it is or is below, or the path of an entry of the catalogue.
        rules: names with their texts.
        ties: what holds of it and others, each behind the name of the action that changes it.
    """

    unit: str = ""
    title: str = ""
    slot: str = ""
    points: str = ""
    facts: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[str, ...] = ()
    choices: tuple[ChoiceRow, ...] = ()
    weapons: tuple[Table, ...] = ()
    gives: str = ""
    notes: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    ties: tuple[tuple[str, str], ...] = ()


def unit_details(army: Army, unit: SelectionView, choices: tuple[ChoiceRow, ...]) -> Details:
    """Those of a unit: its card, its choices, the tokens that it gives."""
    card = next(iter(army.reading.cards(unit.id)), None)
    summary = next((found for found in army.reading.units if belongs(found.id, unit.id)), None)
    head = card.head if card else None
    return Details(
        unit=unit.id,
        title=unit.custom_name or unit.name,
        slot=next((each.name for each in unit.categories if each.primary), summary.slot if summary else ""),
        points=_points_words(army, unit, head.caption) if head else "",
        facts=(*((unit.name,) if unit.custom_name else ()), *(head.facts if head else ())),
        findings=tuple(finding for finding in army.findings if _is_about(finding, unit)),
        tables=tuple(_profile_tables(card) if card else _plain_tables(unit.profiles)),
        lines=tuple(_card_lines(card)) if card else (),
        choices=choices,
        weapons=tuple(_weapon_tables(card)) if card else (),
        gives=", ".join(
            f"{counter.name} {count}"
            for counter in army.reading.counters
            if (count := sum(part.count for part in counter.parts if belongs(part.unit, unit.id)))
        ),
        notes=unit.custom_notes or "",
        rules=_rules_of(unit, card),
    )


def _points_words(army: Army, unit: SelectionView, caption: str) -> str:
    """Return what a unit costs, beside what the units cost that it takes with it: `170 + Rhino 35 points`."""
    kind = points_type(army.view)
    own = number(own_points(unit, kind))
    dear = [(each, cost) for each in units_within(unit) if (cost := points_of(each, kind))]
    return f"{' + '.join((own, *(f'{each.name} {number(cost)}' for each, cost in dear)))} {caption}"


def _rules_of(unit: SelectionView, card: Card | None) -> tuple[tuple[str, str], ...]:
    if isinstance(card, ProfileCard):
        return tuple((text.title, text.text) for text in card.texts)
    return tuple(dict.fromkeys((rule.name, rule.description) for one in unit.walk() for rule in one.rules))


def part_details(army: Army, unit: SelectionView, part: SelectionView, choices: tuple[ChoiceRow, ...]) -> Details:
    """Those of a model or a choice of a unit: what its data says."""
    return Details(
        unit=unit.id,
        title=part.custom_name or part.name,
        facts=(f"of {unit.custom_name or unit.name}", *((f"{part.number} of them",) if part.number > 1 else ())),
        findings=tuple(finding for finding in army.findings if place_of(finding) == part.id),
        tables=tuple(_plain_tables(part.profiles)),
        choices=choices,
        notes=part.custom_notes or "",
        rules=tuple((rule.name, rule.description) for rule in part.rules),
    )


def _is_about(finding: Finding, unit: SelectionView) -> bool:
    place = place_of(finding)
    return bool(place) and (finding.at.unit == unit.id or any(part.id == place for part in unit.walk()))


def _in_one_line(text: str) -> str:
    """A text whose lines, which data parts with `<br/>`, stand beside each other."""
    return " / ".join(part for line in BREAKS.split(text) if (part := line.strip()))


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
                    yield from (part.table for part in panel.parts)


def _panels(card: PanelCard) -> Iterator[Panel]:
    """The panels of a card, with those beside a hull, in the order in which they are read."""
    for panel in (*card.left, *card.right, *card.below):
        yield panel
        if isinstance(panel, HullPanel):
            yield from panel.beside


def _panel_lines(card: PanelCard) -> Iterator[str]:
    for panel in _panels(card):
        match panel:
            case HullPanel():
                yield f"Armour: front {panel.hull.front}, side {panel.hull.side}, rear {panel.hull.rear}"
            case Tally():
                yield f"{panel.title}: {panel.boxes} {panel.remark}".rstrip()
            case Strength():
                yield f"{panel.title}: {panel.models} {panel.remark}".rstrip()


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


def _weapon_tables(card: Card) -> Iterator[Table]:
    match card:
        case UnitCard():
            yield card.weapons
        case VehicleCard():
            mounted = (
                Column("Weapon", ColumnKind.NAME),
                Column("", ColumnKind.TEXT),
                Column("DMG", ColumnKind.RESULT),
            )
            rows = (
                Row((weapon.check.label if place == 0 else "", mode.text, mode.damage), sub=place > 0)
                for weapon in card.weapons
                for place, mode in enumerate(weapon.modes)
            )
            yield Table(mounted, tuple(rows))
        case ProfileCard():
            yield from card.tables
        case FormationCard():
            columns = tuple(
                Column(title, ColumnKind.NAME if place == 0 else ColumnKind.VALUE)
                for place, title in enumerate(card.weapon_titles)
            )
            yield Table(columns, tuple(dict.fromkeys(Row(weapon) for row in card.rows for weapon in row.weapons)))


MOST_WRONG = 2
"""So many of the findings that a choice would lead to are told."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What taking a choice changes beside what it costs: `brief` has room beside its name, `whole` says all of it."""

    brief: str = ""
    whole: str = ""


def effect_of(session: ArmyDocument, choice: ChoiceRow) -> Effect:
    """Return what one more of a choice changes in its unit; of what is taken and cannot be taken again, what it is.

    Of what cannot be taken as the unit stands, it is what Enter does to allow it, and what that changes.
    """
    now = session.army
    then = now
    mend = mend_of(session, choice) if choice.reason and not choice.number else None
    try:
        if mend is not None:
            then = session.preview(mend.operations)
        elif not choice.reason and (choice.control == "number" or not choice.number):
            then = session.preview(taking(session, choice, choice.number + choice.step))
    except EditError:
        return Effect()
    before, after = (_details_in(army, choice.unit) for army in (now, then))
    fire, what = _weapon_words(before, after, choice.name)
    held, holds = (_tokens_of(army, choice.unit) for army in (now, then))
    gained = [f"{name} {_signed(holds[name] - held[name])}" for name in holds if holds[name] != held[name]]
    health = _hit_points(then, choice.unit) - _hit_points(now, choice.unit)
    then_so = " · ".join(fact for fact in after.facts if fact not in before.facts)
    known = {(finding.code, finding.at) for finding in now.findings}
    wrong = (each for each in then.findings if each.severity is not Severity.INFO and (each.code, each.at) not in known)
    over = f"{number(over_limit(then))} over the limit"
    told = [over if each.code == "cost-limit" else each.message for each in islice(wrong, MOST_WRONG)]
    brief = (fire, *gained, *([f"HP {_signed(health)}"] if health and mend is None else []))
    whole = [what, then_so and f"then {then_so}", *gained, *_profile_changes(before, after)]
    if mend is not None:
        whole = [f"Enter ({_signed(mend.price)}) {mend.words}", *told, *whole]
    else:
        whole += told
    whole.append("" if what else _rule_words(before, after, choice.name))
    return Effect(", ".join(filter(None, brief)), " · ".join(filter(None, whole)))


def _details_in(army: Army, id: str) -> Details:
    unit = next((part for top in army.view.units() for part in top.walk() if part.id == id), None)
    return unit_details(army, unit, ()) if unit is not None else Details()


def _tokens_of(army: Army, unit: str) -> Counter[str]:
    parts = ((counter.name, part) for counter in army.reading.counters for part in counter.parts)
    found: Counter[str] = Counter()
    for name, part in parts:
        found[name] += part.count * belongs(part.unit, unit)
    return found


def _hit_points(army: Army, unit: str) -> int:
    return sum(found.hp or 0 for found in army.reading.units if belongs(found.id, unit))


def _signed(change: Decimal | int) -> str:
    return f"{'−' if change < 0 else '+'}{number(-change if change < 0 else change)}"


def _rule_words(before: Details, after: Details, name: str) -> str:
    """Return the text of what is called so, or else of all that comes with the choice."""
    named = [text for title, text in after.rules if title.casefold() == name.casefold()]
    return " ".join(named or [f"{title}: {text}" for title, text in after.rules if (title, text) not in before.rules])


def _weapon_words(before: Details, after: Details, name: str) -> tuple[str, str]:
    """Return what the weapons called so do, in short and in full; where none is, those that come with the choice."""
    old = {_values(table, row) for table in before.weapons for row in table.rows}
    named, new = list[tuple[Table, Row]](), list[tuple[Table, Row]]()
    for table in after.weapons:
        above = False
        for row in table.rows:
            above = above if row.sub else _name_in(table, row).casefold().startswith(name.casefold())
            if above:
                named.append((table, row))
            elif _values(table, row) not in old:
                new.append((table, row))
    told = named or new
    results = [cell for table, row in told for cell in _cells(table, row, ColumnKind.RESULT)]
    columns = (column for table, _ in told for column in table.columns)
    title = next((column.title for column in columns if column.kind is ColumnKind.RESULT), "")
    full = []
    for table, row in told:
        mode = _name_in(table, row).removeprefix(name).lstrip(",–- ")
        full.append(": ".join(filter(None, (mode, ", ".join(_labelled(table, row))))))
    return f"{title} {' or '.join(dict.fromkeys(results))}" if results else "", "; ".join(full)


def _values(table: Table, row: Row) -> tuple[str, ...]:
    pairs = zip(table.columns, row.cells, strict=True)
    return tuple(cell for column, cell in pairs if column.kind is not ColumnKind.COUNT)


def _cells(table: Table, row: Row, kind: ColumnKind) -> Iterator[str]:
    pairs = zip(table.columns, row.cells, strict=True)
    return (cell for column, cell in pairs if column.kind is kind and cell not in ("", "–"))


def _name_in(table: Table, row: Row) -> str:
    return next(_cells(table, row, ColumnKind.NAME), "")


def _labelled(table: Table, row: Row) -> Iterator[str]:
    """Yield the values of a weapon, each with the title of its column."""
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell not in ("", "–") and column.kind not in (ColumnKind.NAME, ColumnKind.COUNT):
            yield f"{column.title} {cell}" if column.title and column.kind is not ColumnKind.TEXT else cell


def _profile_changes(before: Details, after: Details) -> Iterator[str]:
    """Yield the values of profiles that are others now; a number without a title is how many there are of its row."""
    old = {_name_in(table, row): row.cells for table in before.tables for row in table.rows}
    for table in after.tables:
        for row in table.rows:
            name = _name_in(table, row)
            for column, was, now in zip(table.columns, old.get(name, ()), row.cells, strict=False):
                if was != now and column.kind is ColumnKind.VALUE:
                    yield f"{column.title or name} {was} → {now}"


def standing_of(session: ArmyDocument, force: Force, path: str) -> EntryStatus | None:
    """Return how an entry of the catalogue stands now; None for one that is gone."""
    try:
        option = session.option(force.id, path)
    except EditError:
        return None
    added = session.addition(force, option.entry)
    price = added.of_type(session.points_type)
    return EntryStatus(taken=option.number, left=option.left, price=price, needs=added.needs, reason=option.reason)


def facts_of(standing: EntryStatus) -> tuple[str, ...]:
    """What is said of how an entry stands: how many there are, how many more may be or why none, what to choose."""
    taken = f"{standing.taken} in the army" if standing.taken else "not in the army"
    left = "any number more" if standing.left is None else f"{standing.left} more allowed"
    needs = (f"needs a choice of {' and '.join(standing.needs)}",) if standing.needs else ()
    return taken, standing.reason or left, *needs


def preview_of(session: ArmyDocument, force: Force, path: str) -> Details:
    """The details of a unit as it is when it is added to a force without any others, with all that it carries."""
    apart = session.apart()
    bare = replace(force, selections=(), forces=())
    apart.state = State(replace(apart.state.roster, forces=(bare,), groups=()))
    try:
        army = apart.preview((Add(unit=path, force=force.id),))
    except EditError:
        return Details()
    unit = army.view.forces[0].selections[0]
    # What it gives, and whether the army is right with it, depends on the rest of the army.
    return replace(unit_details(army, unit, ()), unit=path, findings=(), gives="")

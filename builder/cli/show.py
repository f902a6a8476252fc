"""`muster show`, and how units and what they can take are written."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

import click

from builder.catalogue.model import Cost
from builder.cli.army import ARMY, JSON, head
from builder.cli.output import SYSTEM, can_be_typed, echo, show_json, styled, table
from builder.errors import Finding, Severity, is_unmade
from builder.roster.evaluate import Evaluator
from builder.roster.model import Force
from builder.roster.naming import unit_names
from builder.roster.view import ForceView, SelectionView
from builder.scalars import counted, number
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.army.reports import exact, head_report
from builder.services.data.army_data import find_data
from builder.services.editor.choice_effects import Adds, all_they_add, unit_around
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.details import part_details, unit_details
from builder.services.editor.document import ArmyDocument
from builder.services.editor.finding_places import untold
from builder.services.editor.joining import ties_of
from builder.services.editor.lookup import find_part
from builder.services.editor.new_army import blank_army, forces_of
from builder.services.editor.offers import (
    OptionOffer,
    UnitOffer,
    costs_below,
    offer_report,
    offers,
    part_report,
    unit_alone,
    unit_offer_report,
    unit_offers,
)
from builder.services.editor.operations import EditContext
from builder.services.editor.prices import price_words, with_more
from builder.services.editor.tree import editor_view
from builder.services.editor.view import TreeRow, rows_above
from builder.systems.blocks import ColumnKind, ListWords, Table
from builder.text import without_bold

Row = tuple[str, str, str]
"""An id, costs, and a name set in by its depth: the longest comes last, so that all others are aligned."""


@click.command()
@ARMY
@click.argument("word", metavar="[ID]", required=False)
@SYSTEM
@JSON
@click.option("--plain", is_flag=True, help="Write sentences, in the order in which a screen reader reads them.")
def show(army: str, word: str | None, system: str | None, as_json: bool, plain: bool) -> int:
    """Show all that is in ARMY as a tree with ids and costs; with ID, a unit with what it can take.

    ID is a unit, a part of one, or a force, which shows the units that it can take: an id, or a name.
    """
    if as_json and plain:
        raise click.UsageError("--json and --plain exclude each other")
    if word is not None:
        return _show_part(army, word, as_json, plain)
    opened = open_army(army, system=system)
    if plain:
        for line in _army_sentences(opened):
            echo(line)
        return 0
    if as_json:
        forces = [_force_report(force) for force in opened.view.forces]
        show_json({"format": "muster-show", "version": 1, **head_report(opened), "forces": forces})
        return 0
    head(opened)
    gone = frozenset(found.at.selection for found in opened.findings if found.code == "entry-missing")
    rows = [row for force in opened.view.forces for row in _force_rows(force, 0, gone)]
    table([("Id", "Cost", ""), *rows], right=frozenset({1}))
    if opened.data is not None:
        echo(f"\nWhat a unit or force can take: muster show {shlex.quote(army)} ID")
    return 0


def _show_part(source: str, word: str, as_json: bool, plain: bool) -> int:
    session = ArmyDocument.open(source)
    roster, army = session.state.roster, session.army
    part = find_part(roster, word)
    if isinstance(part, Force):
        units = tuple(unit_offers(session.evaluator, session.ground, roster, part))
        if as_json:
            force = {"id": part.id, "name": part.custom_name or part.name}
            listed = [unit_offer_report(unit) for unit in units]
            show_json(
                {"format": "muster-show-force", "version": 1, **head_report(army), "force": force, "units": listed}
            )
            return 0
        if plain:
            for line in _offer_sentences((unit.slot or "Others", unit) for unit in units):
                echo(line)
            return 0
        echo(styled(part.custom_name or part.name, bold=True), f" [{part.id}]\n")
        show_units(units)
        echo(f"\nAdd one: muster edit {shlex.quote(source)} add NAME")
        return 0
    view = next(found for unit in army.view.units() for found in unit.walk() if found.id == part.id)
    if plain:
        for line in _part_sentences(session, view):
            echo(line)
        return 0
    found = tuple(offers(session.evaluator, session.ground.data.library, roster, part.walk()))
    adds = all_they_add(session, view)
    if as_json:
        listed = [offer_report(offer, adds.get((offer.under, offer.entry))) for offer in found]
        told = {"unit": part_report(view), "offers": listed}
        show_json({"format": "muster-show-unit", "version": 1, **head_report(army), **told})
        return 0
    show_part(view, found, adds)
    if found:
        echo(f"\nChoose one: muster edit {shlex.quote(source)} set {part.id} OPTION [NUMBER] [--under MODEL]")
    return 0


def show_part(view: SelectionView, found: Sequence[OptionOffer], adds: Adds | None = None, *, ids: bool = True) -> None:
    """Write a unit, or a part of one, as a tree, with ids or without, then what it can take and what that adds."""
    found = [offer for offer in found if not (offer.default and offer.instead)]
    rows = [("Id", "Cost", ""), *_part_rows(view, 0)]
    table(rows if ids else [row[1:] for row in rows], right=frozenset({1 if ids else 0}))
    if found:
        echo("\nWhat it can take:")
        _offers(((_title(offer), offer) for offer in found), adds or {})


def show_units(units: Iterable[UnitOffer]) -> None:
    """Write the units that a force can take, by slot."""
    _offers(((unit.slot or "Others", unit) for unit in units), {})


def show_catalogue(identity: str, force: str | None, as_json: bool) -> int:
    """Write the units that a force of a catalogue can take, and what other forces there are."""
    data = find_data(identity)
    roster = blank_army(data, force)
    frame = roster.forces[0]
    evaluator = Evaluator(data.library, by_name=False)
    units = tuple(unit_offers(evaluator, EditContext(data, data.system or ""), roster, frame))
    others = [entry for entry in forces_of(data) if entry.id != frame.entry_id]
    if as_json:
        told = {
            "id": data.id,
            "force": {"entry": frame.entry_id, "name": frame.name},
            "other_forces": [{"entry": entry.id, "name": entry.name} for entry in others],
            "units": [unit_offer_report(unit) for unit in units],
        }
        show_json({"format": "muster-data-units", "version": 1, **told})
        return 0
    echo(styled(data.name, bold=True), f" · {without_bold(frame.name)} · {counted(len(units), 'unit')}\n")
    show_units(units)
    if others:
        echo("\nOther forces, with --force:")
        for entry in others:
            echo(f"  {without_bold(entry.name)}")
    echo(f'\nWhat a unit can take: muster data show "{data.id}" UNIT')
    return 0


def show_catalogue_unit(identity: str, unit: str, force: str | None, as_json: bool) -> int:
    """Write a unit of a catalogue as it is added, with what it can take."""
    data = find_data(identity)
    view, found = unit_alone(data, unit, force)
    if as_json:
        told = {"id": data.id, "unit": part_report(view), "offers": [offer_report(offer) for offer in found]}
        show_json({"format": "muster-data-unit", "version": 1, **told})
        return 0
    show_part(view, found, ids=False)
    return 0


def _title(offer: OptionOffer) -> str:
    if offer.instead:
        return f"{offer.under_name}, instead of {offer.instead}"
    return f"{offer.under_name}: {offer.group}" if offer.group else offer.under_name


def _offers(titled: Iterable[tuple[str, OptionOffer | UnitOffer]], adds: Adds) -> None:
    rows: list[tuple[str, ...] | str] = [("Taken", "More", "Cost", "")]
    for (title, _), group in groupby(titled, lambda pair: (pair[0], getattr(pair[1], "group", ""))):
        rows.append(title)
        rows.extend(_offer_row(offer, adds) for _, offer in group)
    table(rows, right=frozenset({0, 1, 2}))


def _offer_row(offer: OptionOffer | UnitOffer, adds: Adds) -> tuple[str, ...]:
    left = "any" if offer.left is None else str(offer.left or "–")
    needs = offer.needs if isinstance(offer, UnitOffer) else ()
    more = adds.get((offer.under, offer.entry)) if isinstance(offer, OptionOffer) else None
    price = price_words(_cost(offer.costs), needs) if more is None else with_more(_cost(offer.costs), number(more))
    return str(offer.taken or "–"), left, price, offer.name


def _force_rows(force: ForceView, depth: int, gone: Collection[str | None]) -> Iterator[Row]:
    name = force.custom_name or force.name
    yield force.id, "", "  " * depth + (name if not force.catalogue_name else f"{name} · {force.catalogue_name}")
    for unit in force.selections:
        yield from _part_rows(unit, depth + 1, gone)
    for child in force.forces:
        yield from _force_rows(child, depth + 1, gone)


def _part_rows(view: SelectionView, depth: int, gone: Collection[str | None] = ()) -> Iterator[Row]:
    number = f"{view.number} " if view.number != 1 else ""
    own = f"{view.custom_name} ({view.name})" if view.custom_name else view.name
    lost = ", not in the data" if view.id in gone else ""
    marks = "".join(f", {mark.kind.replace('_', ' ')} {mark.target or ''}".rstrip() for mark in view.marks)
    yield view.id if can_be_typed(view.id) else "", _cost(costs_below(view)), "  " * depth + number + own + marks + lost
    for child in view.children:
        yield from _part_rows(child, depth + 1, gone)


def _army_sentences(army: Army) -> Iterator[str]:
    """Yield an army as a screen reader is to read it: totals, findings, then slot by slot, a unit a line."""
    shown = editor_view(army)
    totals = shown.totals
    yield f"{shown.name}, {shown.system}, {shown.data}."
    spent = f"{exact(totals.points)} points"
    if totals.limit is not None:
        left = totals.limit - totals.points
        spent += f" of {exact(totals.limit)}, {exact(abs(left))} {'left' if left >= 0 else 'over'}"
    yield f"{', '.join((spent, *totals.counted))}."
    for counter in totals.counters:
        later = f", {counter.start} when the game starts" if counter.start != counter.total else ""
        yield f"{counter.whose}: {counter.name} {counter.total}{later}."
    for finding in sorted(army.findings, key=lambda found: (list(Severity).index(found.severity), is_unmade(found))):
        yield _spoken(finding)
    if army.view.custom_notes:
        yield f"Notes: {' '.join(army.view.custom_notes.split()).rstrip('.')}."
    words, names = "", unit_names(army.view)  # A leader is told of by these: units of one name need their numbers.
    units = {unit.id: unit for top in army.view.units() for unit in top.walk() if unit.type == "unit"}
    for group in army.view.groups:
        yield f"Group {group.name or group.id}: {', '.join(names[unit] for unit in group.units if unit in names)}."
    noted, counts = "", army.system.list_words()
    for place, row in enumerate(shown.rows):
        joins = row.kind in ("model", "choice", "mark", "open")
        if words and not joins:
            yield f"{words}{noted}."
            noted = ""
        # Who listens does not see that a transport stands below the unit that took it.
        above = tuple(rows_above(shown.rows, place))
        owner = next((names.get(each.id, each.name) for each in above if each.kind == "unit"), "")
        said = _row_words(row, names.get(row.id, row.name), counts, _kind(units.get(row.id)))
        parts = [each for each in above if each.kind in ("model", "choice")]
        deep = bool(parts)
        if row.points and any(each.points for each in parts):  # What is above it costs that with it.
            said = f"{said.removesuffix(f' {exact(row.points)} points')} for {exact(row.points)} of them"
        if row.kind == "unit":
            notes = (units[row.id].custom_notes or "") if row.id in units else ""
            noted = f"; notes: {' '.join(notes.split()).rstrip('.')}" if notes.strip() else ""
            words = f"{said}, of {owner}" if owner else said
            continue
        words = f"{words}{_between(shown.rows[place - 1], row, deep=deep)}{said}" if joins and words else said
    if words:
        yield f"{words}{noted}."


def _kind(unit: SelectionView | None) -> str:
    """What kind of unit one is that has a name of its own, unless that or its models say so."""
    if unit is None or not unit.custom_name:
        return ""
    told = (unit.custom_name, *(each.name for each in unit.children))
    return "" if any(unit.name in each for each in told) else f", {unit.name}"


def _between(before: TreeRow, row: TreeRow, *, deep: bool) -> str:
    """What is said between a row and the one before it: who listens does not see which is below which.

    `deep` is a row below a model, or below a choice, of the unit.
    """
    if row.kind in ("mark", "open") or before.depth > row.depth:
        return "; "
    if before.depth < row.depth:
        return ": " if before.kind == "unit" else " with "
    return ", " if deep or row.kind == before.kind == "choice" else "; "


SPOKEN = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Note"}


def _spoken(finding: Finding) -> str:
    kind = "Open choice" if is_unmade(finding) else SPOKEN[finding.severity]
    return f"{kind}: {finding.message.rstrip('.')}."


def _row_words(row: TreeRow, name: str, counts: ListWords, kind: str = "") -> str:
    cost = f" {exact(row.points)} points" if row.points else ""
    match row.kind:
        case "slot" if row.slot is not None:
            most = "" if row.slot.most is None else f" of at most {row.slot.most}"
            least = f", at least {row.slot.least}" if row.slot.least else ""
            return f"{row.name}: {row.slot.taken}{most}{least},{cost or ' no points'}"
        case "force" | "group":
            return f"{row.name}:{cost or ' empty'}"
        case "unit":
            told = counts.members_of(row.models - row.vehicles, row.vehicles) if row.models > 1 else ()
            models = "".join(f", {each}" for each in told)
            aboard = f", {row.aboard_words}" if row.aboard else ""
            return f"{name}{kind}{models}{aboard},{cost or ' free'}"
    return f"{row.number} {row.name}{cost}" if row.number > 1 else f"{row.name}{cost}"


def _part_sentences(session: ArmyDocument, part: SelectionView) -> Iterator[str]:
    """Yield a unit, or a part of one, as a screen reader is to read it: what the editor shows of it, in its order."""
    army = session.army
    unit = unit_around(session, part)
    choices = choices_of(session, unit.id, part.id)
    told = unit_details(army, unit, choices) if part is unit else part_details(army, unit, part, choices)
    yield ", ".join(filter(None, (told.title, told.points and f"{told.points} points", *told.facts))) + "."
    for finding in untold(session, told.findings, choices):
        yield _spoken(finding)
    for group in grouped(choices):
        title = group.title.replace(" · ", ", ")
        yield f"{title}{group.summary.replace(' → ', ', now ').replace(': ', ', ', 1)}."
        if group.taken and group.reason:
            yield f"  Of the others none, {group.reason}."
        for choice in group.rows:
            yield f"  {', '.join(_choice_words(choice, told=bool(group.reason)))}."
    for _, words in ties_of(session, unit) if part is unit else ():
        yield f"{words}."
    for each in (*told.tables, *told.weapons):
        yield from _table_sentences(each)
    for text in (*told.lines, told.gives, *(f"{name}: {text}" for name, text in told.rules)):
        if text.strip():
            yield f"{' '.join(text.split()).rstrip('.')}."


def _table_sentences(table: Table) -> Iterator[str]:
    """Yield each row of a table with the titles of its figures; who listens does not see what stands above them."""
    kinds = [column.kind for column in table.columns]
    named = kinds.index(ColumnKind.NAME) if ColumnKind.NAME in kinds else None
    for row, same in groupby(table.rows):
        name, times = row.cells[named] if named is not None else "", len([*same])
        told = [f"or {name}" if row.sub and name else f"{times} {name}" if times > 1 else name]
        for column, cell in zip(table.columns, row.cells, strict=True):
            if column.kind is ColumnKind.COUNT and not row.sub:
                told[0] = f"{cell} {told[0]}".strip()
            elif column.kind is not ColumnKind.NAME and cell not in ("", "-", "–"):
                told.append(cell if column.kind is ColumnKind.TEXT else f"{column.title} {cell}".strip())
        yield f"{', '.join(filter(None, told))}."


def _choice_words(choice: ChoiceRow, *, told: bool) -> Iterator[str]:
    """Yield what is said of a choice; not why it cannot be made if that was `told` of all of its group."""
    there = choice.others
    yield "Models" if there else choice.name
    if choice.number:
        yield f"{choice.number + choice.others} taken" if choice.number > 1 else "taken"
    if choice.control == "number" and choice.least != choice.most:
        least = choice.least + there
        yield f"{least} or more" if choice.most is None else f"{least} to {choice.most + there}"
    own, each = (choice.cost, " each") if choice.control == "number" else (choice.cost * choice.step, "")
    price = f"{exact(own)} points{each}" if own else ""
    yield (price or "free") if choice.adds is None else with_more(price, f"{exact(choice.adds)} points")
    if choice.reason and not choice.number and not told:
        yield f"not now: {choice.reason}"


def _offer_sentences(titled: Iterable[tuple[str, OptionOffer | UnitOffer]]) -> Iterator[str]:
    for title, group in groupby(titled, lambda pair: pair[0]):
        yield f"{title}:"
        for _, offer in group:
            taken = f"{offer.taken} taken, " if offer.taken > 1 else "taken, " if offer.taken else ""
            barred = f", not now: {offer.reason}" if offer.reason and not offer.taken else ""
            needs = offer.needs if isinstance(offer, UnitOffer) else ()
            yield f"  {offer.name}, {taken}{price_words(_cost(offer.costs, ' points'), needs)}{barred}."


def _cost(costs: Sequence[Cost], of_first: str = "") -> str:
    return ", ".join(
        f"{number(cost.value)}{of_first}" if at == 0 else f"{number(cost.value)} {cost.name}"
        for at, cost in enumerate(costs)
    )


def _force_report(force: ForceView) -> dict[str, object]:
    return {
        "id": force.id,
        "entry": force.entry_id,
        "name": force.name,
        "custom_name": force.custom_name,
        "catalogue": force.catalogue_id,
        "units": [part_report(unit) for unit in force.selections],
        "forces": [_force_report(child) for child in force.forces],
    }

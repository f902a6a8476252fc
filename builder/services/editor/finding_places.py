"""What a finding is about: choices, the slot, the forces that lack something, and what they offer for it.

And what the parts of an army were made of, which tells what stands there by itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.catalogue.entries import Linked, LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.errors import EditError, Finding
from builder.record import Record
from builder.roster.count import LIMIT
from builder.roster.model import Force, Roster, Selection
from builder.roster.naming import unit_names
from builder.roster.options import EntryOption
from builder.roster.view import RosterView, SelectionView
from builder.services.editor.choice_row import MANY, ChoiceKey, ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.choosing import choosing
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Operation
from builder.text import without_bold, without_colon

MOST_MODELS = 20
"""So many models more than a unit has are looked at."""

LEAST_NAME = 3
"""A name of fewer signs in a message may be any word."""


def options_about(session: ArmyDocument, finding: Finding) -> Iterator[tuple[str, EntryOption]]:
    """Yield the options that a finding about a unit or a part of it means, with the id of what takes them."""
    about = session.state.roster.selection(finding.at.selection or "")
    for part in about.walk() if about is not None else ():
        for option in session.options(part.id):
            groups = option.entry.group.around if option.entry.group else ()
            around: tuple[LinkedEntry | LinkedGroup, ...] = (option.entry, *groups)
            if not option.hidden and any(finding.at.entry in (one.id, *one.link_id) for one in around):
                yield part.id, option


def group_about(session: ArmyDocument, finding: Finding) -> Sequence[ChoiceRow]:
    """The choices of its unit that a finding is about."""
    unit = finding.at.unit or ""
    keys = [(under, option.entry.path) for under, option in options_about(session, finding)]
    return [row for row in choices_of(session, unit, unit) if any(map(row.stands_for, keys))] if keys else ()


MOST_AT_ONCE = 3
"""So many are chosen at once, whatever another unit has."""


def fillings(session: ArmyDocument, finding: Finding) -> Iterator[tuple[str, tuple[Operation, ...]]]:
    """Yield what chooses at once all that several choices of a unit lack: as another of its kind has it, the first."""
    rows = group_about(session, finding)
    missing = max((row.missing for row in rows), default=0)
    unit = session.state.roster.selection(finding.at.unit or "")
    if missing < MOST_AT_ONCE - 1 or unit is None:
        return
    names = unit_names(session.army.view)
    for other in session.state.roster.units():
        if other.entry_path != unit.entry_path or other.id == unit.id:
            continue
        has = {(row.name, row.group): row.number for row in choices_of(session, other.id, other.id)}
        taken = [(row, number) for row in rows if (number := has.get((row.name, row.group), 0)) > row.number]
        operations = tuple(each for row, number in taken for each in choosing(row, number))
        yield f"as {names[other.id]}: {', '.join(row.name for row, _ in taken)}", operations
    free = sorted((row for row in rows if row.most == 1 and not (row.number or row.reason)), key=lambda row: row.cost)
    if missing <= min(MOST_AT_ONCE, len(free)):
        first = free[:missing]
        words = f"{', '.join(row.name for row in first[:-1])} and {first[-1].name}"
        yield words, tuple(each for row in first for each in choosing(row, row.step))


def choice_about(session: ArmyDocument, finding: Finding) -> ChoiceKey | None:
    """The first choice that a finding is about, if it is about one."""
    return next(((under, option.entry.path) for under, option in options_about(session, finding)), None)


def untold(session: ArmyDocument, findings: Sequence[Finding], choices: Sequence[ChoiceRow]) -> tuple[Finding, ...]:
    """The findings that choices which are still to be made do not tell of themselves."""
    missing = [choice for choice in choices if choice.missing]

    def is_told(finding: Finding) -> bool:
        key = choice_about(session, finding) if missing and finding.code == "min" else None
        return key is not None and any(choice.stands_for(key) for choice in missing)

    return tuple(finding for finding in findings if not is_told(finding))


def slot_about(session: ArmyDocument, finding: Finding) -> str:
    """The id of the row of the slot that a finding is about; no row has it where it is about something else."""
    at = finding.at
    wanted = at.owner_entry if at.owner == "category" else at.entry
    forces = (force for force in session.state.roster.all_forces() if at.owner_id in (None, force.id))
    return next((f"{force.id}/{category_of(session, force, wanted)}" for force in forces), "")


def category_of(session: ArmyDocument, force: Force, id: str | None) -> str | None:
    """The category that a slot of a force, by its id, is of; an id of anything else stays."""
    frame = session.ground.data.library.force_entries.get(force.entry_id)
    links = frame.category_links if frame else ()
    return next((link.target_id for link in links if link.id == id), id)


def places_of(roster: Roster, finding: Finding) -> Iterator[Force]:
    """The forces that something may be added to where a finding lacks it."""
    at = finding.at
    return (each for each in roster.all_forces() if at.owner not in ("force", "category") or at.owner_id == each.id)


def fitting(session: ArmyDocument, force: Force, finding: Finding) -> Sequence[EntryOption]:
    """What a force offers of that which a finding lacks, also where it cannot be taken now."""
    at = finding.at
    wanted = category_of(session, force, at.owner_entry if at.owner == "category" else at.entry)
    found = list(session.options(force.id))
    exact = [each for each in found if at.entry in (each.entry.id, *each.entry.link_id)]
    if exact:
        return exact
    library = session.ground.data.library

    def may_be(option: EntryOption) -> bool:
        if wanted in option.categories:
            return True
        # What is hidden may become one of the category by what it needs to be shown.
        giving = (change.modifier for change in (*option.entry.changes.get("category", ()), *option.entry.relative))
        return option.hidden and any(each.field == "category" and each.value == wanted for each in giving)

    return [each for each in found if may_be(each)] if wanted in library.categories else []


def is_of_costs(session: ArmyDocument, finding: Finding) -> bool:
    """Whether the limit of a force, a slot or the whole army that a finding is about counts what things cost."""
    costs = session.ground.data.library.cost_types
    return any(field.removeprefix(LIMIT) in costs for field in _counted(session, finding))


def is_of_forces(session: ArmyDocument, finding: Finding) -> bool:
    """Whether the limit that a finding is about counts forces."""
    return "forces" in _counted(session, finding)


def _counted(session: ArmyDocument, finding: Finding) -> Iterator[str]:
    """What the limit counts that a finding is about: the limit of a force, a slot or the whole army."""
    library = session.ground.data.library
    frames = library.force_entries.values()
    slots = (link for frame in frames for link in frame.category_links)
    declared = (limit for each in (*frames, *library.categories.values(), *slots) for limit in each.constraints)
    return (limit.query.field for limit in declared if limit.id == finding.at.constraint)


def option_in(session: ArmyDocument, force: Force, path: str) -> EntryOption | None:
    """What a force offers under this path; None where it offers no such thing."""
    try:
        return session.option(force.id, path)
    except EditError:
        return None


Named = Callable[[str], bool]
"""Whether something of this name is meant."""


def one_of(names: Collection[str]) -> Named | None:
    """Tells what is of these names; None where there are none."""
    known = {name.casefold().strip() for name in names}
    return (lambda name: name.casefold().strip() in known) if known else None


def told_in(text: str) -> Named | None:
    """Tells what a text of the data names, in which nothing else says what it means; None of an empty one."""
    text = text.casefold()

    def has_name(name: str) -> bool:
        name = name.casefold().strip()
        return len(name) >= LEAST_NAME and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None

    return has_name if text else None


def choices_named(session: ArmyDocument, named: Named, unit: str | None) -> Iterator[tuple[str, tuple[Operation, ...]]]:
    """Yield how choices that are meant are taken or taken away, in a few words: those of this unit first."""
    units, names = [each.id for each in session.army.view.units()], unit_names(session.army.view)
    for id in sorted(units, key=lambda each: each != unit):
        for choice in choices_of(session, id, id):
            if not named(choice.name):
                continue
            whose = f" of {names[id]}" if id != unit else ""
            if choice.number > choice.least:
                yield f"Do without {choice.name}{whose}", choosing(choice, choice.least)
            elif not choice.number and not choice.reason:
                yield f"Take {choice.name}{whose}", choosing(choice, choice.step)
            elif not choice.number and (there := _taken_by_other(session, choice, units)) is not None:
                words = f"Take {choice.name}{whose}, not of {names[there.unit]}"
                yield words, (*choosing(there, 0), *choosing(choice, choice.step))


def sizes_without(session: ArmyDocument, finding: Finding) -> Iterator[tuple[str, tuple[Operation, ...]]]:
    """Yield the nearest sizes of a unit without what is wrong with one of its choices, in a few words, and how."""
    at = finding.at
    if not finding.needs or at.unit is None or at.selection is None:
        return
    name = unit_names(session.army.view).get(at.unit, at.unit)

    def is_gone(operations: Sequence[Operation]) -> bool:
        try:
            return finding not in session.preview(operations).findings
        except EditError:
            return False

    for model in (each for each in choices_of(session, at.unit, at.unit) if each.model and each.least != each.most):
        least, most = max(model.least, 1), MANY if model.most is None else model.most
        more = range(model.number + model.step, min(most, model.number + MOST_MODELS) + 1, model.step)
        for numbers in (more, range(model.number - model.step, least - 1, -model.step)):
            # Once a number is right, those behind it are: the nearest one is found by halves.
            near = bisect_left(numbers, True, key=lambda wanted: is_gone(choosing(model, wanted)))
            if near < len(numbers):
                yield f"Bring {name} to {numbers[near] + model.beside} models", choosing(model, numbers[near])


def _taken_by_other(session: ArmyDocument, choice: ChoiceRow, units: Iterable[str]) -> ChoiceRow | None:
    """What another unit has taken that one unit may have at a time."""
    every = (each for id in units if id != choice.unit for each in choices_of(session, id, id))
    return next((each for each in every if each.name == choice.name and each.number > each.least), None)


def riders_of(session: ArmyDocument, transports: Collection[str | None]) -> Iterator[str]:
    """Yield the ids of the units that ride in one of these transports."""
    for unit in session.army.view.units():
        for part in unit.walk():
            if any(mark.kind == "riding_in" and mark.target in transports for mark in part.marks):
                yield part.id


def forces_about(roster: Roster, finding: Finding) -> Iterator[Force]:
    """The force that a finding is about, if it is about one."""
    return (force for force in roster.all_forces() if finding.at.owner == "force" and force.id == finding.at.owner_id)


def counts_as(session: ArmyDocument, unit: Selection, wanted: str | None) -> bool:
    """Whether a unit, or anything that it takes with it, is of an entry or a category, or of the slot of this id."""
    seen = next((each for each in session.army.view.units() if each.id == unit.id), None)
    frames = session.ground.data.library.force_entries.values()
    slots = {link.target_id for frame in frames for link in frame.category_links if link.id == wanted}
    ids = {wanted, *slots}
    return any(part.entry_path.split("::").count(wanted or "") for part in unit.walk()) or any(
        each.entry_id in ids for part in (seen.walk() if seen is not None else ()) for each in part.categories
    )


def entries_of(view: RosterView, library: Library) -> Iterator[tuple[str, LinkedEntry]]:
    """Yield what the parts of units were made of, by the ids of these, as far as the data of an army has it."""
    for force in view.all_forces():
        for unit in force.selections:
            if (entry := library.root_entry(force.catalogue_id, unit.entry_id)) is not None:
                yield from _below(unit, entry)


def _below(view: SelectionView, entry: LinkedEntry) -> Iterator[tuple[str, LinkedEntry]]:
    yield view.id, entry
    for child in view.children:
        if (found := entry.by_path.get(child.entry_id)) is not None:
            yield from _below(child, found)


def is_usual(entry: LinkedEntry | None) -> bool:
    """Whether an entry stands in its group by itself."""
    groups = entry.groups_around if entry is not None else ()
    return any(entry is not None and each.default is not None and each.default.path == entry.path for each in groups)


class Unmade(Record, frozen=True):
    """What is still to be chosen: what it is called, how many of it are, of how many at `least`; 0 is not known."""

    name: str
    taken: int
    least: int

    @property
    def words(self) -> str:
        """What is told of it: `Psychic powers: 1 of 2`."""
        told = f"{self.taken} of {self.least}" if self.least > self.taken else "choose more"
        return f"{without_colon(self.name)}: {told}"


def unmade_of(finding: Finding, parts: Sequence[SelectionView], entries: Mapping[str, LinkedEntry]) -> Unmade | None:
    """Return what a finding says is still to be chosen; None where that is unknown."""
    about = next((each for each in parts if each.id == finding.at.selection), None)
    for part in about.walk() if about is not None else ():
        entry = entries.get(part.id)
        for found in (*entry.all_groups, *entry.entries) if entry is not None else ():
            if finding.at.entry in (found.id, *found.link_id):
                paths = {each.path for each in (found.entries if isinstance(found, LinkedGroup) else (found,))}
                taken = sum(each.number for each in part.children if each.entry_id in paths)
                return Unmade(without_bold(found.name), taken, _least(found))
    return None


def _least(found: Linked) -> int:
    """How many are to be chosen of it whatever the army has; 0 where that hangs on something."""
    most = Decimal(0)
    for each in found.minimums:
        least = each.constraint.value
        for change in found.changes.get(each.constraint.id, ()):
            modifier = change.modifier
            if next(change.queries(), None) is not None or modifier.type not in ("increment", "set"):
                return 0
            least = Decimal(modifier.value) + (least if modifier.type == "increment" else 0)
        most = max(most, least)
    return int(most)

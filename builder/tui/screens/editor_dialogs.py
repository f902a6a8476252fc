"""The questions of the editor: each asks, and gives what to do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from textual.app import App

from builder.roster.marks import MEANT, Mark, mark_words
from builder.scalars import BUDGETS, number, read_budget, read_name, read_whole, signed
from builder.services.editor import grouping, joining, suggestions
from builder.services.editor.choice_row import MANY, ChoiceRow
from builder.services.editor.operations import (
    ARMY,
    AddGroup,
    ChooseModule,
    ChooseReading,
    Limit,
    Move,
    RemoveGroup,
    Rename,
    SetMark,
    Unmark,
    WriteNote,
)
from builder.services.editor.session import EditorSession
from builder.services.editor.view import EditorView, TreeRow
from builder.services.files import is_there
from builder.systems.registry import usable_modules
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.dialogs.dialog import Dialog
from builder.tui.dialogs.prompts import LIMITS, Ask, Write, in_a_folder
from builder.tui.screens.edit_step import EditStep
from builder.tui.sentences import keyed

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Prompter:
    """Who asks, and about what.

    Args:
        app: the app, whose dialogs ask.
        session: the army.
        view: the army as it is shown.
        row: the row under the cursor, if there is one.
        marked: the units that are marked; that under the cursor where none is.
    """

    app: App[Any]
    session: EditorSession
    view: EditorView
    row: TreeRow | None
    marked: tuple[str, ...] = ()

    async def ask(self, dialog: Dialog[Answer]) -> Answer | None:
        """Return the answer of a dialog; None where it was cancelled."""
        answer: Answer | None = await self.app.push_screen_wait(dialog)
        return answer

    @property
    def named(self) -> TreeRow | None:
        """The row under the cursor, where it stands for something that can have a name; what tells of a unit is it."""
        row = self.row
        if row is not None and row.kind in ("mark", "open"):
            row = next((each for each in self.view.rows if each.id == row.unit), None)
        return row if row is not None and row.kind not in ("slot", "group") else None

    @property
    def unit(self) -> str:
        """The id of the unit under the cursor; empty where there is none."""
        return self.row.unit if self.row is not None else ""


Prompt = Callable[[Prompter], Awaitable[EditStep | None]]
"""Asks, and gives what to do; nothing where the player would rather not."""


def _or_empty(read: Callable[[str], object]) -> Callable[[str], object]:
    """Read a line so, or take it as it is where nothing is in it."""
    return lambda text: read(text) if text.strip() else ""


async def ask_name(prompter: Prompter) -> EditStep | None:
    """Ask for a name of a unit or a force, of the army elsewhere."""
    row = prompter.named
    groups = prompter.session.session.state.roster.groups
    group = next((each for each in groups if prompter.row is not None and each.id == prompter.row.id), None)
    if group is not None:
        called = await prompter.ask(Ask("Name", "The name of the group.", group.name, read_name))
        again = (RemoveGroup(group=group.id), AddGroup(name=called or "", units=group.units))
        return EditStep(again) if called else None
    if row is None:
        return await ask_army_name(prompter)
    words = "A name of its own; empty for that of the data."
    name = await prompter.ask(Ask(f"Name: {prompter.session.name_of(row.id)}", words, row.name, _or_empty(read_name)))
    return EditStep([Rename(id=row.id, name=name)], row.id) if name not in (None, row.name) else None


async def ask_army_name(prompter: Prompter) -> EditStep | None:
    """Ask for the army's name."""
    name = await prompter.ask(Ask("Name", "The army's name.", prompter.view.name, read_name))
    return EditStep([Rename(id=ARMY, name=name)]) if name not in (None, prompter.view.name) else None


async def ask_note(prompter: Prompter) -> EditStep | None:
    """Ask for notes to a unit, a force or the army."""
    row = prompter.named
    id = row.id if row is not None else ARMY
    title = f"Notes: {prompter.session.name_of(id) or prompter.view.name}"
    words = "Printed on its sheet, line by line; an empty text clears them."
    text = await prompter.ask(Write(title, words, prompter.session.notes_of(id)))
    return EditStep([WriteNote(id=id, text=text)], row.id if row else None) if text is not None else None


async def ask_limit(prompter: Prompter) -> EditStep | None:
    """Ask what the army may cost."""
    limit = prompter.view.totals.limit
    words = f"The points that the army may cost: a number {BUDGETS}; empty for no limit."
    value = f"{limit:f}" if limit is not None else ""
    offers = {**LIMITS, "no limit": ""}
    text = await prompter.ask(Ask("Limit", words, value, _or_empty(read_budget), offers))
    return EditStep([Limit(number=text.strip() or "none")]) if text is not None else None


async def ask_mark(prompter: Prompter) -> EditStep | None:
    """Ask for a mark to set, or to take away where it is set."""
    unit = prompter.session.unit(prompter.unit)
    if unit is None:
        return None
    document, choices = prompter.session.session, []
    system = prompter.session.army.system
    marks = tuple(dict.fromkeys((*map(Mark, system.arrivals), *unit.marks)))
    if not marks:
        prompter.app.notify(f"Units of {system.name} have no marks before a game.", severity="warning")
        return None
    for place, mark in enumerate(marks):
        taken, setting = mark in unit.marks, SetMark(id=unit.id, mark=tuple(mark.kind.split("_")))
        refusal = "" if taken else suggestions.problem(document, (setting,))
        words = mark_words(mark.kind, prompter.session.name_of(mark.target or ""))
        box = "[x]" if taken else "[-]" if refusal else "[ ]"
        choices.append(ListChoice(str(place), f"{box} {words}", refusal or MEANT.get(mark.kind, ""), bool(refusal)))
    chosen = await prompter.ask(Choose(f"Marks: {prompter.session.name_of(unit.id)}", choices))
    if chosen is None:
        return None
    mark = marks[int(chosen)]
    operation = Unmark if mark in unit.marks else SetMark
    return EditStep([operation(id=unit.id, mark=tuple(mark.kind.split("_")))], unit.id)


async def ask_companion(prompter: Prompter) -> EditStep | None:
    """Ask whom the unit under the cursor leads or is led by."""
    offered = joining.joinable(prompter.session.session, prompter.unit)
    title = f"Join: {prompter.session.name_of(prompter.unit)}"
    return await _ask_for(prompter, title, offered, "It can join nobody.", prompter.unit)


async def ask_transport(prompter: Prompter) -> EditStep | None:
    """Ask what the unit under the cursor rides in."""
    offered = joining.transports(prompter.session.session, prompter.unit)
    title = f"Transport: {prompter.session.name_of(prompter.unit)}"
    return await _ask_for(prompter, title, offered, "There is nothing that it can ride in.", prompter.unit)


async def ask_what_fits(prompter: Prompter) -> EditStep | None:
    """Ask which of the things that the points that are left buy to take."""
    document = prompter.session.session.apart()
    left = suggestions.points_left(document.army)
    if left is None:
        said = "The army has no limit yet: {editor.limit} sets one, and {editor.fits} shows what still fits."
        prompter.app.notify(keyed(said), severity="warning")
        return None
    offered = suggestions.Offered(await asyncio.to_thread(suggestions.what_fits, document))
    words = f"{number(left)} left" if left >= 0 else f"{number(-left)} over"
    return await _ask_for(prompter, f"What fits: {words}", offered, f"Nothing fits: {words}.")


async def _ask_for(
    prompter: Prompter, title: str, offered: suggestions.Offered, none: str, at: str = ""
) -> EditStep | None:
    """Ask which of the things that are right to do, with what stands against the others; that alone is told at once."""
    if not offered.right and len(offered.refusals) < 2:
        prompter.app.notify(" ".join((none, *offered.refusals)), severity="warning")
        return None
    chosen = await prompter.ask(Choose(title, _offers(offered)))
    if chosen is None:
        return None
    suggestion = offered.right[int(chosen)]
    return EditStep(suggestion.operations, suggestion.at or at or None)


def _offers(offered: suggestions.Offered) -> list[ListChoice]:
    """The lines of what is right to do, by its place, and of what stands against the rest."""
    choices = [
        ListChoice(str(place), each.words, signed(each.cost, each.detail)) for place, each in enumerate(offered.right)
    ]
    return [*choices, *(ListChoice("", refusal, dim=True) for refusal in offered.refusals)]


async def ask_place(prompter: Prompter) -> EditStep | None:
    """Ask behind which unit, or into which force, a unit goes."""
    units, choices = prompter.marked, []
    shown = {row.id: place for place, row in enumerate(prompter.view.rows)}
    forces = list(prompter.session.session.state.roster.all_forces())
    for force in forces:
        where = prompter.session.name_of(force.id) if len(forces) > 1 else "the army"
        choices.append(ListChoice(f"to {force.id}", f"To the end of {where}"))
        choices.extend(
            ListChoice(f"after {other.id}", f"  behind {prompter.session.name_of(other.id)}")
            for other in sorted(force.selections, key=lambda each: shown.get(each.id, 0))
            if other.id not in prompter.marked
        )
    title = f"Move {', '.join(map(prompter.session.name_of, units))}"
    where, _, target = (await prompter.ask(Choose(title, choices)) or "").partition(" ")
    if not where:
        return None
    if where == "to":
        return EditStep([Move(id=unit, to=target) for unit in units], units[0])
    return EditStep([Move(id=unit, after=target) for unit in reversed(units)], units[0])


async def ask_force(prompter: Prompter) -> EditStep | None:
    """Ask which force to add, of the army's catalogue or another one, or which to remove with its units."""
    document = prompter.session.session
    rows = [*suggestions.forces_to_add(document), *suggestions.forces_to_remove(document)]
    choices, others = _force_lines(rows), suggestions.other_catalogues(document)
    if others:
        choices.append(ListChoice("", "Other catalogues: allies and the like"))
        choices.append(ListChoice("other", "Add a force of another catalogue", f"{len(others)} catalogues"))
    chosen = await prompter.ask(Choose("Forces", choices, at=1))
    if chosen == "other":
        found = await prompter.ask(Choose("Catalogue", [ListChoice(id, name) for id, name in others.items()]))
        if not found:
            return None
        rows = suggestions.forces_to_add(document, found)
        chosen = await prompter.ask(Choose(f"A force of {others[found]}", _force_lines(rows), at=1))
    return EditStep(rows[int(chosen)].operations) if chosen else None


def _force_lines(rows: Sequence[suggestions.Suggestion]) -> list[ListChoice]:
    """The lines of forces; those with nothing to do are headings."""
    return [ListChoice(str(n) if each.operations else "", each.words, each.detail) for n, each in enumerate(rows)]


async def ask_group(prompter: Prompter) -> EditStep | None:
    """Group the units that are marked; else ask which group the unit under the cursor joins, or which to break up.

    One that deploys as several can be a group of its own; for any other it is told how more are marked.
    """
    if len(prompter.marked) > 1:
        return await _group_them(prompter)
    row, unit = prompter.row, prompter.unit
    offered = grouping.groups_for(prompter.session.session, unit)
    several = row is not None and grouping.is_several(prompter.session.session, unit)
    choices = [ListChoice("new", f"Plan a new group with {row.name}")] if row is not None and several else []
    choices += _offers(offered)
    more = keyed("A group is made of several units: mark them with {editor.tick}, then {editor.groups} groups them")
    if not choices:
        prompter.app.notify(f"{more}.", severity="warning")
        return None
    choices += [ListChoice("", more, dim=True)] if not several else []
    chosen = await prompter.ask(Choose("Groups", choices))
    if chosen == "new":
        called = await prompter.ask(Ask("New group", "What is it called?", read=read_name))
        operations = grouping.grouping(prompter.session.session, (unit,), called) if called else ()
    else:
        operations = offered.right[int(chosen)].operations if chosen else ()
    return EditStep(operations, unit or None) if operations else None


async def _group_them(prompter: Prompter) -> EditStep | None:
    """Group the units that are marked, which leave the groups that they are in; say why not, and which they could."""
    document, units = prompter.session.session, prompter.marked
    operations = grouping.grouping(document, units)
    refusal = grouping.refusal_of(document, units)
    if refusal:
        instead = grouping.groups_instead(document, units, refusal)
        return await _ask_for(prompter, "Groups that these could join", instead, "No group.", units[0])
    prompter.session.by_groups = True
    return EditStep(operations, units[0])


async def ask_rule(prompter: Prompter) -> EditStep | None:
    """Ask which modules the list is played with, and how it reads a rule that can be read in several ways."""
    roster, system = prompter.session.session.state.roster, prompter.session.army.system
    choices = []
    modules = [each for each in usable_modules() if not each.refusal(system)]
    if modules:
        choices.append(ListChoice("", "Modules"))
    for module in modules:
        box = "[x]" if module.id in roster.modules else "[ ]"
        choices.append(ListChoice(f"\n{module.id}", f"{box} {module.name}"))
    for setting in system.settings():
        choices.append(ListChoice("", setting.name.replace("_", " ").capitalize(), setting.rule))
        now = setting.chosen(roster.settings)
        for name, words in setting.choices.items():
            box = "(o)" if name == now else "( )"
            choices.append(ListChoice(f"{setting.name}\n{name}", f"{box} {words or name}"))
    answer = await prompter.ask(Choose("House rules", choices, at=1))
    if answer is None:
        return None
    name, _, chosen_one = answer.partition("\n")
    if not name:
        return EditStep([ChooseModule(module=chosen_one, off=chosen_one in roster.modules)])
    return EditStep([ChooseReading(setting=name, choice=chosen_one)])


PROMPTS: Mapping[str, Prompt] = {
    "rename": ask_name,
    "name_army": ask_army_name,
    "note": ask_note,
    "limit": ask_limit,
    "fits": ask_what_fits,
    "marks": ask_mark,
    "join": ask_companion,
    "transport": ask_transport,
    "move": ask_place,
    "forces": ask_force,
    "groups": ask_group,
    "rules": ask_rule,
}
"""The questions, by the actions of the editor that ask them."""


OFFERED = 20
"""So many numbers at most are offered to be clicked; they stand in one line."""


async def ask_number(app: App[Any], choice: ChoiceRow) -> int | None:
    """Ask how many of an option."""
    most = MANY if choice.most is None else choice.most + choice.others

    def read(text: str) -> int:
        wanted = read_whole(text)
        if wanted > most:
            raise ValueError(f"write a whole number up to {most}")
        return wanted

    least, now = choice.least + choice.others, choice.number + choice.others
    numbers = range(least, most + 1, choice.step)
    offers = {str(each): str(each) for each in numbers} if len(numbers) <= OFFERED else None
    text: str | None = await app.push_screen_wait(
        Ask(choice.name, f"How many? {least} to {most}", str(now), read, offers)
    )
    return read(text) - choice.others if text is not None else None


async def ask_file(app: App[Any], source: str | None) -> str | None:
    """Ask for another file to go on in; `source` is the one there is."""

    def read(path: str) -> str:
        target = in_a_folder(path)
        if is_there(str(target)):
            raise ValueError(f"{target.name} is already there: choose another name")
        return str(target)

    words = "The file to go on in; it must not be there yet."
    path: str | None = await app.push_screen_wait(Ask("Save as", words, source or "", read))
    return read(path) if path is not None else None

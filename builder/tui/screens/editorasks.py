"""What the editor asks before it does something: a name, a number, one of several things."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from builder.roster.view import Mark
from builder.scalars import BUDGETS, read_budget, read_name, read_whole
from builder.services.editor.operations import (
    ARMY,
    AddForce,
    AddGroup,
    ChooseReading,
    Limit,
    Move,
    RemoveForce,
    RemoveGroup,
    Rename,
    SetMark,
    Unmark,
    WriteNote,
)
from builder.services.editor.view import MANY, TreeRow
from builder.services.editor.view import ChoiceRow as Taken
from builder.services.files import is_there
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose
from builder.tui.dialogs.write import Write

if TYPE_CHECKING:
    from builder.tui.screens.editor import EditorScreen
    from builder.tui.screens.editorsaving import SavingScreen


def _or_empty(read: Callable[[str], object]) -> Callable[[str], object]:
    """Read a line so, or take it as it is where nothing is in it."""
    return lambda text: read(text) if text.strip() else ""


def ask_name(screen: EditorScreen, row: TreeRow | None) -> None:
    """Ask for a name of a unit, a force or the army."""
    id = row.id if row is not None else ARMY

    def answer(name: str | None) -> None:
        if name is not None:
            screen.do(Rename(id=id, name=name), at=row.id if row else None)

    if row is None:
        asked = Ask("Name", "The army's name.", screen.picture.name, read_name)
    else:
        asked = Ask("Name", "Its name; empty for that of the data.", row.name, _or_empty(read_name))
    screen.app.push_screen(asked, answer)


def ask_note(screen: EditorScreen, row: TreeRow | None) -> None:
    """Ask for notes to a unit, a force or the army."""
    if screen.desk is None:
        return
    id = row.id if row is not None else ARMY

    def answer(text: str | None) -> None:
        if text is not None:
            screen.do(WriteNote(id=id, text=text), at=row.id if row else None)

    title = f"Notes: {row.name if row else screen.picture.name}"
    words = "Printed on its sheet, line by line; an empty text clears them."
    screen.app.push_screen(Write(title, words, screen.desk.notes_of(id)), answer)


def ask_number(screen: EditorScreen, choice: Taken) -> None:
    """Ask how many of an option."""
    most = MANY if choice.most is None else choice.most

    def read(text: str) -> int:
        number = read_whole(text)
        if number > most:
            raise ValueError(f"write a whole number up to {most}")
        return number

    def answer(text: str | None) -> None:
        if text is not None:
            screen.take(choice, read(text))

    screen.app.push_screen(Ask(choice.name, f"How many? {choice.least} to {most}", str(choice.number), read), answer)


def ask_limit(screen: EditorScreen) -> None:
    """Ask what the army may cost."""
    limit = screen.picture.totals.limit

    def answer(text: str | None) -> None:
        if text is not None:
            screen.do(Limit(number=text.strip() or "none"))

    words = f"The points that the army may cost: a number {BUDGETS}; empty for no limit."
    value = f"{limit:f}" if limit is not None else ""
    screen.app.push_screen(Ask("Limit", words, value, _or_empty(read_budget)), answer)


def ask_mark(screen: EditorScreen) -> None:
    """Ask for a mark to set, or to take away where it is set."""
    row = screen.tree_row
    unit = screen.desk.unit(row.unit) if screen.desk is not None and row is not None else None
    if unit is None:
        return
    marks = {(mark.kind, mark.target) for mark in unit.marks}
    others = [other for other in screen.picture.rows if other.kind == "unit" and other.id != unit.id]
    wanted: list[tuple[str, str | None]] = [("reserve", None), ("deep_strike", None)]
    wanted += [(kind, other.id) for kind in ("led_by", "riding_in") for other in others]
    names = {other.id: other.name for other in others}
    choices, at = [], {}
    for kind, target in wanted:
        key = f"{kind} {target or ''}".strip()
        at[key] = Mark(kind, target)
        box = "[x]" if (kind, target) in marks else "[ ]"
        choices.append(
            Choice(key, f"{box} {kind.replace('_', ' ').capitalize()} {names.get(target or '', '')}".rstrip())
        )

    def answer(key: str | None) -> None:
        if key is None:
            return
        mark = at[key]
        words = (*mark.kind.split("_"), *((mark.target,) if mark.target else ()))
        operation = Unmark if (mark.kind, mark.target) in marks else SetMark
        screen.do(operation(id=unit.id, mark=words), at=unit.id)

    screen.app.push_screen(Choose(f"Marks: {unit.custom_name or unit.name}", choices), answer)


def ask_place(screen: EditorScreen) -> None:
    """Ask behind which unit, or into which force, a unit goes."""
    row = screen.tree_row
    if row is None or screen.desk is None:
        return
    unit = row.unit
    choices = []
    for force in screen.desk.session.state.roster.all_forces():
        choices.append(Choice(f"to {force.id}", f"To the end of {force.custom_name or force.name}"))
        choices.extend(
            Choice(f"after {other.id}", f"  behind {other.custom_name or other.name}")
            for other in force.selections
            if other.id != unit
        )

    def answer(key: str | None) -> None:
        if key is not None:
            where, _, target = key.partition(" ")
            move = Move(id=unit, to=target) if where == "to" else Move(id=unit, after=target)
            screen.do(move, at=unit)

    screen.app.push_screen(Choose("Move", choices), answer)


def ask_force(screen: EditorScreen) -> None:
    """Ask which force to add, or to remove with its units."""
    if screen.desk is None:
        return
    roster, library = screen.desk.session.state.roster, screen.desk.session.ground.data.library
    choices = [Choice("", "Add")]
    choices += [Choice(f"add {entry.id}", entry.name) for root in library.roots for entry in root.force_entries]
    choices.append(Choice("", "Remove, with its units"))
    choices += [
        Choice(f"remove {force.id}", force.custom_name or force.name, f"{len(force.selections)} units")
        for force in roster.all_forces()
    ]

    def answer(key: str | None) -> None:
        if key is not None:
            verb, _, id = key.partition(" ")
            screen.do(AddForce(force=id) if verb == "add" else RemoveForce(force=id))

    screen.app.push_screen(Choose("Forces", choices, at=1), answer)


def ask_group(screen: EditorScreen) -> None:
    """Ask for a group to plan with the unit under the cursor, to join, or to plan no more."""
    if screen.desk is None:
        return
    row, groups = screen.tree_row, screen.desk.session.state.roster.groups
    unit = row.unit if row is not None else ""
    choices = [Choice("new", f"Plan a new group with {row.name}")] if row is not None and unit else []
    for group in groups:
        name = group.name or group.id
        if unit and unit not in group.units:
            choices.append(Choice(f"join {group.id}", f"Add it to {name}", f"{len(group.units)} units"))
        choices.append(Choice(f"remove {group.id}", f"Plan {name} no more"))
    if not choices:
        screen.notify("Go to a unit first: a group is made of units.")
        return

    def named(name: str | None) -> None:
        if name:
            screen.do(AddGroup(name=name, units=(unit,)), at=unit)

    def answer(key: str | None) -> None:
        verb, _, id = (key or "").partition(" ")
        group = next((group for group in groups if group.id == id), None)
        if verb == "new":
            screen.app.push_screen(Ask("New group", "What is it called?", read=read_name), named)
        elif verb == "join" and group is not None:
            units = (*group.units, unit)
            again = AddGroup(name=group.name or group.id, units=units)
            screen.do(RemoveGroup(group=group.id), again, at=unit)
        elif group is not None:
            screen.do(RemoveGroup(group=group.id))

    screen.app.push_screen(Choose("Groups", choices), answer)


def ask_rule(screen: EditorScreen) -> None:
    """Ask how the list reads a rule that can be read in several ways."""
    if screen.desk is None:
        return
    chosen = dict(screen.desk.session.state.roster.settings)
    choices = []
    for setting in screen.desk.army.system.settings():
        choices.append(Choice("", setting.name.replace("_", " ").capitalize(), setting.rule))
        now = chosen.get(setting.name, next(iter(setting.choices)))
        for name, words in setting.choices.items():
            box = "(o)" if name == now else "( )"
            choices.append(Choice(f"{setting.name}\n{name}", f"{box} {words or name}"))

    def answer(key: str | None) -> None:
        if key is not None:
            setting, _, choice = key.partition("\n")
            screen.do(ChooseReading(setting=setting, choice=choice))

    screen.app.push_screen(Choose("House rules", choices, at=1), answer)


def ask_file(screen: EditorScreen) -> None:
    """Ask for another file to go on in."""
    source = screen.desk.session.source if screen.desk is not None else None

    def read(path: str) -> str:
        target = Path(path.strip()).expanduser()
        if is_there(str(target)):
            raise ValueError(f"{target.name} is already there: choose another name")
        if not target.parent.is_dir():
            raise ValueError(f"there is no folder {target.parent}: make it first")
        return str(target)

    def answer(path: str | None) -> None:
        if path is not None:
            screen.save_as(read(path))

    words = "The file to go on in; it must not be there yet."
    screen.app.push_screen(Ask("Save as", words, source or "", read), answer)


def ask_about_stranger(screen: SavingScreen) -> None:
    """Ask what to do about a file that another program has changed.

    The question comes by itself: keys that were meant for something else must neither search it nor take what destroys.
    """
    choices = [
        Choice("reload", "Open the file again: what was done here since is lost"),
        Choice("keep", "Keep what is here, and replace the file"),
        Choice("wait", "Decide later: nothing is saved until then"),
    ]
    title = "Another program has changed or removed the file"
    screen.app.push_screen(Choose(title, choices, at=2, find=False), screen.answered)

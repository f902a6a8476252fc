"""The editor: the screen where an army is made. Each action is a call of an editing operation, or a question first."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from builder.services.editor.operations import Add, Count, Duplicate, Move, Remove, RemoveForce
from builder.services.editor.view import MANY, ChoiceRow, TreeRow
from builder.tui.actions import bindings_of
from builder.tui.screens import editorasks
from builder.tui.screens.editorframe import EditorFrame
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.plaintext import Input

NEEDS_UNIT = frozenset({"duplicate", "move", "earlier", "later", "marks", "copy"})
NEEDS_ARMY = frozenset({
    "add", "findings", "print", "sheet", "text", "limit", "forces", "groups", "rules",
    "rename", "note", "name_army", "save_as",
})  # fmt: skip
LOOK_EVERY = 2.0
"""Seconds between two looks whether somebody else changed the file."""


class EditorScreen(EditorFrame):
    """The screen where an army is made."""

    scope = "editor"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("editor")]
    copied: str | None = None

    def on_mount(self) -> None:
        """Begin to look after the file."""
        self.set_interval(LOOK_EVERY, self.look)

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        if name in ("back", "search", "fold", "unfold", "tick", "choose", "list"):
            return True
        if self.desk is None:
            return False
        row = self.tree_row
        match name:
            case "undo":
                return self.desk.session.can_undo
            case "redo":
                return self.desk.session.can_redo
            case "paste":
                return self.copied is not None
            case "rules":
                return bool(self.desk.army.system.settings())
            case "remove":
                return row is not None and row.kind != "slot"
            case "more" | "fewer":
                return self.pane != "army" or (row is not None and row.kind in ("unit", "model", "choice"))
        if name in NEEDS_UNIT:
            return row is not None and bool(row.unit)
        return name in NEEDS_ARMY

    def label(self, name: str) -> str:
        """What Enter does on the line under the cursor."""
        if name != "choose":
            return ""
        entry, row = self.entry_row, self.tree_row
        if self.pane == "catalogue":
            return "Add" if entry is not None and entry.path else "Fold"
        if self.pane == "details" or row is None:
            return ""
        return "Options" if row.unit else "Fold" if row.parent else "Add"

    # -- the catalogue --------------------------------------------------------------
    def look_for(self, words: str) -> None:
        """Show the entries of the catalogue that fit these words."""
        self._query = words
        self._show_catalogue()
        self.show_details()

    def shut(self, slot: str) -> None:
        """Fold or unfold a slot of the catalogue."""
        self._shut ^= {slot}
        self._show_catalogue()

    # -- going about ---------------------------------------------------------------
    def action_choose(self) -> None:
        """Do what the line under the cursor is for."""
        match self.pane:
            case "army":
                row = self.tree_row
                if row is not None and row.kind == "slot" and not row.parent:
                    self._look_in(row.id.partition("/")[2])
                elif row is not None and not row.unit:
                    self.turn(row.id)
                else:
                    self.query_one("#details").focus()
            case "catalogue" | "search":
                self._add_or_shut()
            case "details":
                self._choose_option()

    def _look_in(self, slot: str) -> None:
        """Go to the first entry of a slot in the catalogue."""
        pane = self.query_one("#catalogue", LinePane)
        self._shut -= {slot}
        self.look_for("")
        pane.cursor = next((place for place, row in enumerate(pane.rows) if row.slot == slot and row.path), pane.cursor)
        pane.focus()

    @on(LinePane.Chosen)
    def _on_clicked(self) -> None:
        self.action_choose()

    def action_search(self) -> None:
        """Write what to look for."""
        self.query_one("#search").focus()

    @on(Input.Changed, "#search")
    def _on_search(self, event: Input.Changed) -> None:
        self.look_for(event.value)

    @on(Input.Submitted, "#search")
    def action_list(self) -> None:
        """Go from the search to the list."""
        self.query_one("#catalogue").focus()

    def action_back(self) -> None:
        """Leave the search, then go to the army, then leave the army."""
        search = self.query_one("#search", Input)
        if self.pane in ("search", "catalogue") and search.value:
            search.value = ""
            self.query_one("#catalogue").focus()
        elif self.pane != "army":
            self.query_one("#army").focus()
        else:
            self.run_worker(self._leave(), group="leave")

    async def _leave(self) -> None:
        await self.finish()
        self.dismiss()

    def action_fold(self) -> None:
        """Hide what is below the line, or go to the line that it is below."""
        self._turn_to(folded=True)

    def action_unfold(self) -> None:
        """Show what is below the line."""
        self._turn_to(folded=False)

    def action_tick(self) -> None:
        """Fold, unfold, or tick."""
        entry = self.entry_row
        if self.pane == "details":
            self._choose_option()
        elif self.pane == "catalogue" and entry is not None:
            self.shut(entry.slot)
        elif self.pane == "army" and self.tree_row is not None:
            self.turn(self.tree_row.id)

    def _turn_to(self, *, folded: bool) -> None:
        if self.pane == "catalogue":
            entry = self.entry_row
            if entry is not None and self.is_shut(entry.slot) != folded:
                self.shut(entry.slot)
            return
        row = self.tree_row
        if row is None:
            return
        if row.parent and self.is_folded(row) != folded:
            self.turn(row.id)
        elif folded:
            army = self.query_one("#army", LinePane)
            above = (place for place in range(army.cursor, -1, -1) if army.rows[place].depth < row.depth)
            army.cursor = next(above, army.cursor)

    # -- adding and choosing -------------------------------------------------------
    def action_add(self) -> None:
        """Add the entry under the cursor, or go to where one can be found."""
        if self.pane in ("catalogue", "search"):
            self._add_or_shut()
        else:
            self.query_one("#catalogue").focus()

    def _add_or_shut(self) -> None:
        entry, desk = self.entry_row, self.desk
        if entry is None or desk is None:
            return
        if not entry.path:
            self.shut(entry.slot)
        elif (force := desk.force_of(self.force_id)) is not None:
            self.do(Add(unit=entry.path, force=force.id))

    def _option(self) -> ChoiceRow | None:
        row = self.query_one("#details", LinePane).row
        return row.choice if row is not None else None

    def _choose_option(self) -> None:
        choice = self._option()
        if choice is None:
            return
        if choice.control == "number":
            editorasks.ask_number(self, choice)
        elif not choice.number:
            self.take(choice, choice.step)
        elif not choice.least:
            self.take(choice, 0)

    def take(self, choice: ChoiceRow, number: int) -> None:
        """Give a choice of the details a number, or say why it cannot have it."""
        said = ""
        if number > choice.number:
            said = choice.reason
        elif number < choice.least:
            said = choice.floor
        if said:
            self.notify(said, severity="warning")
        elif 0 <= number <= MANY and number != choice.number:
            self.act(lambda desk: desk.choose(choice, number))

    def action_more(self) -> None:
        """One more."""
        self._count(1)

    def action_fewer(self) -> None:
        """One fewer."""
        self._count(-1)

    def _count(self, by: int) -> None:
        match self.pane:
            case "details":
                choice = self._option()
                if choice is not None:
                    self.take(choice, choice.number + by * choice.step)
            case "army":
                if (row := self.tree_row) is not None:
                    number = (row.models if row.kind == "unit" else row.number) + by
                    self.do(Count(id=row.id, number=max(0, number)), at=row.id)
            case _:
                self._count_entry(by)

    def _count_entry(self, by: int) -> None:
        entry, desk = self.entry_row, self.desk
        force = desk.force_of(self.force_id) if desk is not None else None
        if entry is None or force is None:
            return
        if by > 0:
            self._add_or_shut()
            return
        taken = [unit for unit in force.selections if unit.entry_path == entry.path]
        if taken:
            self.do(Remove(id=taken[-1].id))

    # -- units -----------------------------------------------------------------------
    def _named_row(self) -> TreeRow | None:
        row = self.tree_row
        return row if row is not None and row.kind != "slot" else None

    def action_remove(self) -> None:
        """Remove what the line stands for; undo brings it back."""
        row = self._named_row()
        if row is not None:
            removal = RemoveForce(force=row.id) if row.kind == "force" else Remove(id=row.id)
            self.do(removal, at=self.neighbour())

    def action_duplicate(self) -> None:
        """Copy the unit, to stand behind the others."""
        row = self.tree_row
        if row is not None and row.unit:
            self.do(Duplicate(id=row.unit))

    def action_copy(self) -> None:
        """Remember the unit to be pasted, and give its text to other programs."""
        row = self.tree_row
        if row is not None and row.unit and self.desk is not None:
            self.copied = row.unit
            self.app.copy_to_clipboard(self.desk.text_of(row.unit))
            self.notify("Copied: v adds a copy of it.")
            self.refresh_bindings()

    def action_paste(self) -> None:
        """Add a copy of what was copied."""
        if self.copied is not None:
            self.do(Duplicate(id=self.copied))

    def action_earlier(self) -> None:
        """Move the unit up by one."""
        self._shift(-1)

    def action_later(self) -> None:
        """Move the unit down by one."""
        self._shift(1)

    def _shift(self, by: int) -> None:
        row = self.tree_row
        if row is None:
            return
        units = [other.id for other in self.picture.rows if other.kind == "unit" and other.depth == row.depth]
        place = units.index(row.unit) + by if row.unit in units else -1
        if 0 <= place < len(units):
            beside = units[place]
            move = Move(id=row.unit, before=beside) if by < 0 else Move(id=row.unit, after=beside)
            self.do(move, at=row.unit)

    def action_move(self) -> None:
        """Ask where the unit goes."""
        editorasks.ask_place(self)

    def action_rename(self) -> None:
        """Ask for a name."""
        editorasks.ask_name(self, self._named_row())

    def action_name_army(self) -> None:
        """Ask for the army's name."""
        editorasks.ask_name(self, None)

    def action_note(self) -> None:
        """Ask for notes."""
        editorasks.ask_note(self, self._named_row())

    def action_marks(self) -> None:
        """Ask for a mark to set or to take away."""
        editorasks.ask_mark(self)

    # -- the army ----------------------------------------------------------------------
    def action_undo(self) -> None:
        """Take back the last change."""
        self.act(lambda desk: desk.step(-1))

    def action_redo(self) -> None:
        """Do again what was undone."""
        self.act(lambda desk: desk.step(1))

    def action_limit(self) -> None:
        """Ask for the limit."""
        editorasks.ask_limit(self)

    def action_forces(self) -> None:
        """Ask which force to add or remove."""
        editorasks.ask_force(self)

    def action_groups(self) -> None:
        """Ask which group to plan."""
        editorasks.ask_group(self)

    def action_rules(self) -> None:
        """Ask how a rule is read."""
        editorasks.ask_rule(self)

    def action_save_as(self) -> None:
        """Ask for another file."""
        editorasks.ask_file(self)

    # -- print and share -----------------------------------------------------------
    def action_print(self) -> None:
        """Print or share the army as it is now, whether or not it is saved yet."""
        from builder.tui.screens.export import ExportScreen

        if self.desk is not None:
            army, source = self.desk.army, self.desk.session.source or self.source
            self.app.push_screen(ExportScreen(army.name, lambda: army, source))

    def action_sheet(self) -> None:
        """Show the sheet of the unit under the cursor, or all sheets, as text."""
        from builder.services.export.files import card_text, sheet_text
        from builder.tui.screens.preview import PreviewScreen

        if self.desk is None:
            return
        army, row = self.desk.army, self.tree_row
        unit = row.unit if row is not None else ""
        title = f"{army.name} > {self.desk.name_of(unit)}" if unit else army.name
        make = (lambda: card_text(army, unit) or "It has no sheet.") if unit else (lambda: sheet_text(army))
        self.app.push_screen(PreviewScreen(title, make))

    @work
    async def action_text(self) -> None:
        """Copy the list as text."""
        from builder.services.export.files import list_text

        if self.desk is not None:
            self.app.copy_to_clipboard(await asyncio.to_thread(list_text, self.desk.army))
            self.notify("The list is in the clipboard, if your terminal allows it.")

    def action_findings(self) -> None:
        """Show what is wrong, with ways to mend it."""
        from builder.tui.screens.findings import FindingsScreen

        self.app.push_screen(FindingsScreen(self), self.go_to)

    def go_to(self, id: str | None) -> None:
        """Stand on the row of an element, whatever is folded around it."""
        if id:
            self.open_around(id)
            self.query_one("#army").focus()

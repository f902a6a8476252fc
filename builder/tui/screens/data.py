"""The data that armies are built from: sets added, updated and removed, and looked through."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.scalars import counted
from builder.services.data import catalogue_store, sources
from builder.services.data.contents import EVERYTHING
from builder.services.data.listing import InstalledData
from builder.services.data.lookup import find_set
from builder.services.library.armies import library_armies
from builder.services.library.browsing import KnownSet, catalogue_of, known_sets
from builder.services.library.data_updates import add, bring_in, plan_update
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.dialogs.new_army import begin_army
from builder.tui.dialogs.pick_file import GALLERY_WANTED, PickData
from builder.tui.dialogs.prompts import Confirm, room_of_question
from builder.tui.screens.busy import BusyScreen
from builder.tui.screens.data_known import DataKnown, DataRenewed
from builder.tui.screens.data_lines import (
    DataHeading,
    about_set,
    framed,
    missed,
    planned,
    told,
)
from builder.tui.screens.data_panes import ContentsPane, SetList, SetsPane
from builder.tui.sentences import keyed
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, Container, FittedLines, Line, TextLines, Vertical, cut

SHORT = 20
"""Cells for the name of what is added, beside how far that is."""


class DataScreen(BusyScreen):
    """Lists data sets beside what the one under the cursor holds."""

    scope, keys_in_line_from = "data", 80
    CSS_PATH = "data.tcss"
    AUTO_FOCUS = "#sets"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("data")]

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (80, "-narrow"), (110, "-wide"), (160, "-huge")]
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (16, "-low"), (20, "-high")]
        self._known = DataKnown()
        self._folder: Path | None = None

    def compose(self) -> ComposeResult:
        """The head, the sets with what there is to say of one, what it holds, the keys."""
        yield TextLines(id="head")
        with Container(id="body"):
            yield SetsPane(self._known, id="setspane")
            yield ContentsPane(self._known, id="lookpane")
            with Vertical(id="entrypane", classes="pane") as right:
                right.border_title = "In full"
                yield FittedLines(id="entry")
        yield TextLines(id="standing")
        yield TextLines(id="said")
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for data."""
        self._show_head()
        self._load("")

    # -- sets ----------------------------------------------------------------------
    @work(group="sets", exclusive=True)
    async def _load(self, wanted: str) -> None:
        """Look for sets, with the cursor on the one that is wanted."""
        found = await self.unless_left(asyncio.to_thread(known_sets))
        self._known.sets = found
        self._sets.list_sets(wanted)
        self._show_head()
        self._show_about()
        self._load_users()

    @work(group="look", exclusive=True)
    async def _load_users(self) -> None:
        """Look for the armies that use sets."""
        self._known.armies = await self.unless_left(asyncio.to_thread(lambda: tuple(library_armies())))
        self._sets.work_anew()
        self._show_about()

    def _show_head(self) -> None:
        sets = self._known.sets
        updates = sum(bool(self._known.news(each.id)) for each in sets)
        told = [counted(len(sets), "set")] if sets else []
        told += [counted(updates, "update")] if updates else []
        right = ((f"{' · '.join(told)} ", "dim"),)
        self.query_one("#head", TextLines).show(Line(((" Muster > Data", "title"),), right))

    @property
    def _sets(self) -> SetList:
        return self.query_one("#sets", SetList)

    @property
    def _set(self) -> KnownSet | None:
        """The set under the cursor."""
        return self._sets.set

    @on(LinePane.CursorMoved, "#sets")
    @on(LinePane.Resized, "#sets")
    def _moved(self) -> None:
        self._sets.work_anew()
        self._show_about()
        changes = self._known.changes(self._set.id) if self._set is not None else ""
        if changes and not self.busy:
            self.say(f"{SIGNS['warning']} {changes}  {keyed('{data.update} shows all of it first')}", "warning")

    def _show_about(self) -> None:
        row = self._set
        self.query_one(SetsPane).show_about()
        users = self._known.users(row) if row is not None else ()
        self.query_one("#standing", TextLines).show(about_set(row, users, self.app.size.width))
        self.refresh_bindings()

    # -- what a set holds -------------------------------------------------------------
    @on(LinePane.Chosen, "#sets")
    def action_look(self) -> None:
        """Go to what the set under the cursor holds; a heading is folded."""
        row = self._set
        if row is None:
            self._sets.fold()
        elif row.revision is not None:
            self._turn(to_contents=True)
            if self._pane.held is None or self._pane.held.id != row.id:
                self._pane.look_through(row.id, row.name)

    def action_everything(self) -> None:
        """Go to what all sets hold together."""
        self._turn(to_contents=True)
        if self._pane.held is None or self._pane.held.id != EVERYTHING:
            self._pane.look_through(EVERYTHING, "all sets")

    def action_fold(self, name: str) -> None:
        """Fold the part of the list that the cursor is in, or unfold it."""
        self._sets.fold(name.removeprefix("fold_"))

    def _turn(self, *, to_contents: bool) -> None:
        """Go to the one pane or to the other, which has the screen alone where there is no room for both."""
        self.set_class(to_contents, "-looking")
        self.query_one("#find" if to_contents else "#sets").focus()

    @on(ContentsPane.Entered)
    def _entered(self) -> None:
        """Go to the set that is looked through: what is done with its entries must not be done with another."""
        held = self._pane.held
        if held is not None and self.is_current:
            if held.id != EVERYTHING:
                self._sets.go_to(held.id)
            self._turn(to_contents=True)

    def action_other(self) -> None:
        """Go to the other pane."""
        if self.pane != "sets":
            self._turn(to_contents=False)
        elif self._pane.held is None or (self._set is not None and self._pane.held.id != EVERYTHING):
            self.action_look()
        else:
            self._turn(to_contents=True)

    @property
    def _pane(self) -> ContentsPane:
        return self.query_one(ContentsPane)

    @on(ContentsPane.LookedThrough)
    def _looked_through(self, done: ContentsPane.LookedThrough) -> None:
        if done.held is not None:
            self._known.held[done.held.id] = done.held
            self.say("")
            self._sets.work_anew()
        elif done.error is not None:
            self.fail(done.error)

    @on(ContentsPane.Described)
    def _described(self) -> None:
        """Show one thing in full in a pane of its own, where the screen is wide enough for that."""
        self.query_one("#entry", FittedLines).fit(lambda width, height: framed(self._pane.lines(width - 2, height)))

    def action_open(self) -> None:
        """Show what is under the cursor in full."""
        self._pane.choose()

    async def action_copy(self) -> None:
        """Copy what is under the cursor as text."""
        text = await self.tried(lambda: self._pane.text)
        if text:
            self.app.copy_to_clipboard(text)
            self.notify("It is in the clipboard, if your terminal allows it.")

    def action_find(self, name: str) -> None:
        """Move the cursor while letters search."""
        self._pane.found.move(name.removeprefix("find_"))

    # -- what is done -------------------------------------------------------------------
    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        row = self._set if self.is_mounted else None
        match name:
            case "add":
                return not self.busy
            case "update" | "remove":
                return not self.busy and row is not None and not row.ours
            case "restore":
                return not self.busy and row is not None and row.has_former
            case "new":
                row = self._meant
                return row is not None and bool(row.catalogues)
            case "look":
                return row is None or row.revision is not None
            case "open":
                return self._pane.found.row is not None
            case "copy":
                return self._pane.entry is not None
        return True

    @property
    def _meant(self) -> KnownSet | None:
        """The set that an army would begin with: that of the entry under the cursor, or that under the cursor."""
        if not self.is_mounted:
            return None
        entry = self._pane.entry if self.pane == "find" else None
        return self._set if entry is None else self._known.set_of(entry, self._pane.held)

    def label(self, name: str) -> str:
        """Return what a key does where the cursor is."""
        if name == "other":
            return "Data sets" if self.pane == "find" else "Look through"
        if name in ("look", "open") and self.is_mounted:
            row = self._sets.row if name == "look" else self._pane.found.row
            if isinstance(row, DataHeading):
                return "Unfold" if row.folded else "Fold"
        return "Begin an army with it" if name == "new" and self.pane == "find" else ""

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        row = self._set
        if self.busy:
            return keyed("something else is going on; {data.back} stops it.")
        if row is None or name in ("open", "copy"):
            return "nothing is under the cursor."
        if name in ("update", "remove"):
            return "the set comes with the program."
        return "no former state of it is kept." if name == "restore" else "it has no catalogue that can be read."

    @work(group="reading")
    async def action_add(self) -> None:
        """Add a set: a folder, a zip, a file, an address, or one of the community's gallery."""
        source = await self._asked(PickData("Add data: where is it?", self._folder, gallery=True))
        if source == GALLERY_WANTED:
            source = await self._of_gallery()
        if source:
            place = source
            name = place.rstrip("/\\").replace("\\", "/").rpartition("/")[2]
            added = await self.done(f"Adding {cut(name, SHORT)}", lambda: add(place))
            if added:
                self._renew(added[0].data.id, *(each.data.id for each in added))
                self.say(" ".join(told(added)), "good")

    async def _asked(self, dialog: PickData) -> str | None:
        """Ask where data is; the next question begins in the folder of the answer."""
        source = await self.app.push_screen_wait(dialog)
        if source and source != GALLERY_WANTED and not sources.is_address(source):
            place = Path(source)
            self._folder = place if await asyncio.to_thread(place.is_dir) else place.parent
        return source

    async def _of_gallery(self) -> str | None:
        """Ask which set of the community's gallery it is."""
        found = await self.done("Fetching the gallery", sources.packages)
        if not found:
            return None
        self._known.hear({each.source: each.version for each in found})
        self._show_news()
        choices = [ListChoice(each.id, each.name, each.source.removeprefix("https://")) for each in found]
        title = "Which set? Their licences are for their authors to say"
        id = await self.app.push_screen_wait(Choose(title, choices).add_class("broad"))
        chosen = next((each for each in found if each.id == id), None)
        return None if chosen is None else f"{sources.GALLERY}#{chosen.id}" if chosen.index else chosen.source

    @work(group="reading")
    async def action_update(self) -> None:
        """Show what a new state of the set changes, and bring it in if the player agrees."""
        row = self._set
        if row is None:
            return
        source = None
        if row.source is None:
            source = await self._asked(PickData(f"Update {row.name}: where is its new state?", self._folder))
            if not source:
                return
        plan = await self.done(f"Looking at {row.name}", lambda: plan_update(row.id, source))
        if plan is None:
            return
        if plan.nothing:
            self.say(f"{row.name} is as {plan.source} has it.", "good")
            return
        used = {army.line.data.partition("/")[2] for army in row.users(self._known.armies) if army.line is not None}
        question = "\n".join(planned(plan, used, *room_of_question(self.app.size)))
        self._known.plans[row.id] = plan
        if not await self.app.push_screen_wait(Confirm(f"Update {row.name}", question, "Bring it in", "Leave it")):
            self._show_news()
        else:
            put = await self.done("Bringing it in", lambda: bring_in(plan))
            which = "older" if catalogue_store.are_older(plan.revised) else "new"
            self._renewed(put, keyed("{}: the {} state is in, {data.restore} brings back the former.", row.name, which))

    def _show_news(self) -> None:
        """Say at the sets which new states are known of."""
        self._show_head()
        self._moved()

    @work(group="reading")
    async def action_restore(self) -> None:
        """Bring back the state that the set had before its last update."""
        row = self._set
        if row is not None:
            put = await self.done("Bringing it back", lambda: catalogue_store.bring_back(find_set(row.id)))
            self._renewed(put, keyed("{}: what was before is back, {data.restore} exchanges the two again.", row.name))

    def _renewed(self, done: catalogue_store.AddedDataSet | None, words: str) -> None:
        if done is not None:
            self._renew(done.data.id, done.data.id)
            self.say(words, "good")

    def _renew(self, wanted: str, *identities: str) -> None:
        """Look for sets anew: these are others now."""
        self._pane.forget()
        self._known.forget(identities)
        self.app.post_message(DataRenewed(frozenset(identities)))
        self._load(wanted)

    @work(group="reading")
    async def action_remove(self) -> None:
        """Remove the set, after a question."""
        row = self._set
        if row is None:
            return
        # Read anew: an army may have come since, from another program too, and the question must not miss it.
        self._known.armies = await self.unless_left(asyncio.to_thread(lambda: tuple(library_armies())))
        self._sets.work_anew()
        self._show_about()
        question = f"Remove {row.name} from the library? {missed(row.users(self._known.armies))}"
        if await self.app.push_screen_wait(Confirm("Remove data", question, "Remove", "Keep")):
            gone = await self.done("Removing it", lambda: catalogue_store.remove(row.id))
            if gone is not None:
                self._renew("", row.id)
                self.say(f"{gone.id} is removed.", "good")

    @work(group="reading")
    async def action_new(self) -> None:
        """Begin an army with the set, or with the catalogue of the entry under the cursor."""
        from builder.tui.screens.editor import EditorScreen

        row, entry, held = self._meant, self._pane.entry if self.pane == "find" else None, self._pane.held
        if row is None:
            return
        known = [InstalledData(id, id.rpartition("/")[2], row.name, "", row.revision, True) for id in row.catalogues]
        try:
            data = None
            if entry is not None and held is not None:
                data = await asyncio.to_thread(catalogue_of, held.id, entry)
            elif len(known) == 1:
                data = known[0].id
            path = await begin_army(self.app, known, data)
        except MusterError as error:
            self.fail(error)
            return
        if path is not None:
            self.app.push_screen(EditorScreen(str(path)), self._used)

    def _used(self, _: str | None) -> None:
        """Name the new army among those that use the set."""
        self._load_users()

    def action_back(self) -> None:
        """Stop what goes on; else go back: from letters to all, from what a set holds to the sets, from these away."""
        find = self._pane.input
        if self.stop():
            return
        if self.pane == "find" and find.value:
            find.value = ""
        elif self.pane == "find":
            self._turn(to_contents=False)
        else:
            self.dismiss()

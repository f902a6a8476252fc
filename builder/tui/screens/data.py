"""The data that armies are built from: sets added, updated and removed, and looked through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from builder.errors import InputError, MusterError
from builder.inputs import barred, progress_to
from builder.scalars import counted
from builder.services.data import catalogue_store, sources
from builder.services.data.listing import InstalledData
from builder.services.data.lookup import find_set
from builder.services.library.armies import LibraryArmy, library_armies
from builder.services.library.browsing import KnownSet, catalogue_of, known_sets
from builder.services.library.data_updates import add, bring_in, plan_update
from builder.tui.actions import bindings_of
from builder.tui.dialogs.new_army import begin_army
from builder.tui.dialogs.pick_file import GALLERY_WANTED, PickData
from builder.tui.dialogs.prompts import Choose, Confirm, ListChoice
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.data_panes import (
    ContentsPane,
    SetRow,
    about_set,
    is_set,
    missed,
    planned,
    set_line,
    set_rows,
    told,
)
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Container, FittedLines, Line, TextLines, Vertical, cut, plain

T = TypeVar("T")
SHORT = 20
"""Cells for the name of what is added, beside how far that is."""


class DataScreen(ActionScreen):
    """Lists data sets beside what the one under the cursor holds."""

    scope = "data"
    CSS_PATH = "data.tcss"
    AUTO_FOCUS = "#sets"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("data")]

    @dataclass
    class Progressed(Message):
        """How far something is."""

        words: str

    def __init__(self) -> None:
        super().__init__()
        self._armies: tuple[LibraryArmy, ...] = ()
        self._held: dict[str, tuple[int, Sequence[str]]] = {}
        self._busy = ""
        self._stopped = False
        self._folder: Path | None = None

    def compose(self) -> ComposeResult:
        """The head, the sets with what there is to say of one, what it holds, the keys."""
        yield TextLines(id="head")
        with Container(id="body"):
            with Vertical(id="setspane", classes="pane") as left:
                left.border_title = "Data sets"
                yield LinePane[SetRow](set_line, stops=is_set, marked=True, empty="Looking for data …", id="sets")
                yield FittedLines(id="about")
            yield ContentsPane(self._takers, id="lookpane")
        yield TextLines(id="said")
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for data."""
        self.query_one("#head", TextLines).show(plain(" Muster > Data", "title"))
        self._load("")

    # -- sets ----------------------------------------------------------------------
    @work(group="sets", exclusive=True)
    async def _load(self, wanted: str) -> None:
        """Look for sets, with the cursor on the one that is wanted."""
        found = await self.unless_left(asyncio.to_thread(known_sets))
        rows = set_rows(found)
        number = sum(not each.ours for each in found)
        words = f"{counted(number, 'set')} added "
        self.query_one("#head", TextLines).show(Line(((" Muster > Data", "title"),), ((words, "dim"),)))
        place = next((n for n, row in enumerate(rows) if isinstance(row, KnownSet) and row.id == wanted), None)
        self._sets.show(rows, place)
        self._show_about()
        self._load_users()

    @work(group="look", exclusive=True)
    async def _load_users(self) -> None:
        """Look for the armies that use sets."""
        self._armies = await self.unless_left(asyncio.to_thread(lambda: tuple(library_armies())))
        self._show_about()

    @property
    def _sets(self) -> LinePane[SetRow]:
        return self.query_one("#sets", LinePane)

    @property
    def _set(self) -> KnownSet | None:
        """The set under the cursor."""
        row = self._sets.row
        return row if isinstance(row, KnownSet) else None

    @on(LinePane.CursorMoved, "#sets")
    def _show_about(self) -> None:
        self.query_one("#about", FittedLines).fit(lambda width, height: self._about(width))
        self.query_one("#about").styles.height = len(self._about(max(10, self._sets.size.width - 1))) + 1
        self.refresh_bindings()

    def _about(self, width: int) -> list[Line]:
        row = self._set
        if row is None:
            return []
        users = [army.name for army in row.users(self._armies)]
        return about_set(row, users, self._held.get(row.id), width)

    # -- what a set holds -------------------------------------------------------------
    @on(LinePane.Chosen, "#sets")
    def action_look(self) -> None:
        """Go to what the set under the cursor holds."""
        row = self._set
        if row is None or row.revision is None:
            return
        self._turn(to_contents=True)
        if self._pane.held is None or self._pane.held.id != row.id:
            self._pane.look_through(row.id, row.name, self._tell)

    def _turn(self, *, to_contents: bool) -> None:
        """Go to the one pane or to the other, which has the screen alone where there is no room for both."""
        self.set_class(to_contents, "-looking")
        self.query_one("#find" if to_contents else "#sets").focus()

    @on(ContentsPane.Entered)
    def _entered(self) -> None:
        """Go to the set that is looked through: what is done with its entries must not be done with another."""
        held = self._pane.held
        rows = enumerate(self._sets.rows)
        place = next((n for n, row in rows if held and isinstance(row, KnownSet) and row.id == held.id), None)
        if place is not None and self.is_current:
            self._sets.cursor = place
            self._turn(to_contents=True)

    def action_other(self) -> None:
        """Go to the other pane."""
        if self.pane == "sets":
            self.action_look()
        else:
            self._turn(to_contents=False)

    @property
    def _pane(self) -> ContentsPane:
        return self.query_one(ContentsPane)

    @on(ContentsPane.LookedThrough)
    def _looked_through(self, done: ContentsPane.LookedThrough) -> None:
        if done.held is not None:
            self._held[done.held.id] = len(done.held.entries), done.held.readers
            self.say("")
            self._show_about()
        elif done.error is not None:
            self.fail(done.error)

    def _takers(self, name: str) -> list[str]:
        """The names of the armies of the set under the cursor that have taken something of a name."""
        users = self._set.users(self._armies) if self._set is not None else ()
        lines = (army.line for army in users if army.line is not None)
        return [line.name for line in lines if any(name in (unit.kind, unit.name) for unit in line.units)]

    def action_open(self) -> None:
        """Show what is under the cursor in full."""
        self._pane.open_entry()

    def action_find(self, name: str) -> None:
        """Move the cursor while letters search."""
        self._pane.found.move(name.removeprefix("find_"))

    # -- what is done -------------------------------------------------------------------
    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        row = self._set if self.is_mounted else None
        match name:
            case "add":
                return not self._busy
            case "update" | "remove":
                return not self._busy and row is not None and not row.ours
            case "restore":
                return not self._busy and row is not None and row.has_former
            case "new":
                return row is not None and bool(row.catalogues)
            case "look":
                return row is not None and row.revision is not None
            case "open":
                return self._pane.entry is not None
        return True

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        row = self._set
        if self._busy:
            return "something else is going on; Esc stops it."
        if row is None or name == "open":
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
            added = await self._done(f"Adding {cut(name, SHORT)}", lambda: add(place))
            if added:
                self._pane.forget()
                self._load(added[0].data.id)
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
        found = await self._done("Fetching the gallery", sources.packages)
        if not found:
            return None
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
        plan = await self._done(f"Looking at {row.name}", lambda: plan_update(row.id, source))
        if plan is None:
            return
        if plan.nothing:
            self.say(f"{row.name} is as {plan.source} has it.", "good")
            return
        used = {army.line.data.partition("/")[2] for army in row.users(self._armies) if army.line is not None}
        question = "\n".join(planned(plan, used))
        if await self.app.push_screen_wait(Confirm(f"Update {row.name}", question, "Bring it in", "Leave it")):
            put = await self._done("Bringing it in", lambda: bring_in(plan))
            which = "older" if catalogue_store.are_older(plan.revised) else "new"
            self._renewed(put, f"{row.name}: the {which} state is in, b brings back what was before.")

    @work(group="reading")
    async def action_restore(self) -> None:
        """Bring back the state that the set had before its last update."""
        row = self._set
        if row is not None:
            put = await self._done("Bringing it back", lambda: catalogue_store.bring_back(find_set(row.id)))
            self._renewed(put, f"{row.name}: what was before is back, b exchanges the two again.")

    def _renewed(self, done: catalogue_store.AddedDataSet | None, words: str) -> None:
        if done is not None:
            self._pane.forget()
            self._load(done.data.id)
            self.say(words, "good")

    @work(group="reading")
    async def action_remove(self) -> None:
        """Remove the set, after a question."""
        row = self._set
        if row is None:
            return
        # Read anew: an army may have come since, from another program too, and the question must not miss it.
        self._armies = await self.unless_left(asyncio.to_thread(lambda: tuple(library_armies())))
        question = f"Remove {row.name} from the library? {missed(row.users(self._armies))}"
        if await self.app.push_screen_wait(Confirm("Remove data", question, "Remove", "Keep")):
            gone = await self._done("Removing it", lambda: catalogue_store.remove(row.id))
            if gone is not None:
                self._pane.forget()
                self._load("")
                self.say(f"{gone.id} is removed.", "good")

    @work(group="reading")
    async def action_new(self) -> None:
        """Begin an army with the set, or with the catalogue of the entry under the cursor."""
        from builder.tui.screens.editor import EditorScreen

        row, entry, held = self._set, self._pane.entry if self.pane == "find" else None, self._pane.held
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
        if self._busy:
            self._stopped = True
            self.say(f"{self._busy}: it stops …")
        elif self.pane == "find" and find.value:
            find.value = ""
        elif self.pane == "find":
            self._turn(to_contents=False)
        else:
            self.dismiss()

    # -- work beside the screen ----------------------------------------------------------
    async def _done(self, words: str, do: Callable[[], T]) -> T | None:
        """What comes of something that may take a while; None, and a message, if it cannot be done or was stopped."""
        self._busy, self._stopped = words, False
        self._say_busy(f"{words} …")
        self.refresh_bindings()
        try:
            with progress_to(self._tell, after=0):
                come = await self.unless_left(asyncio.to_thread(do))
            self.say("")
            return come
        except MusterError as error:
            self.fail(error)
            return None
        finally:
            self._busy = ""
            self.refresh_bindings()

    def _tell(self, words: str) -> None:
        """Tell how far something is, from the thread that does it; stop that where the player wants it.

        Raises:
            InputError: it is stopped.
        """
        if self._stopped:
            raise InputError("it is stopped; nothing was changed")
        self.post_message(self.Progressed(words))

    @on(Progressed)
    def _progress(self, progress: Progressed) -> None:
        if self._busy:
            self._say_busy(barred(f"{self._busy}: {progress.words}"))
        else:
            self.say(barred(progress.words))

    def _say_busy(self, words: str) -> None:
        """Tell how far something is, which Escape stops."""
        self.query_one("#said", TextLines).show(Line(((f" {words}", "dim"),), (("  Esc stops it ", "dim"),)))

"""The library of armies: found, opened, begun, copied, printed, deleted and brought back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.worker import get_current_worker

from builder.errors import Finding, MusterError
from builder.inputs import barred, progress_to
from builder.scalars import counted, read_name
from builder.services.army.locator import library_findings, open_army
from builder.services.data.listing import InstalledData
from builder.services.library import armies as stored
from builder.services.library import commands
from builder.services.library.armies import LibraryArmy, Starter, armies_at, library_armies, starter_armies
from builder.services.open_external import open_place
from builder.tui.actions import bindings_of
from builder.tui.screens import library_panes as panes
from builder.tui.screens.base import ActionScreen
from builder.tui.sentences import keyed
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Container, Input, Line, TextLines, Vertical, plain

PAUSE = 0.15
"""So many seconds pass at most before armies that were found are shown, while the library is looked through."""


class LibraryScreen(ActionScreen):
    """Lists armies, starter armies and data; acts on the one under the cursor, which begins at the path `at`."""

    scope = "library"
    CSS_PATH = "library.tcss"
    AUTO_FOCUS = "#armies"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("library")]

    @dataclass
    class Found(Message):
        """What the library holds, as far as it was looked through."""

        armies: tuple[LibraryArmy, ...]
        starters: tuple[Starter, ...]
        data: tuple[InstalledData, ...]
        done: bool
        refused: tuple[Finding, ...] = ()

    @dataclass
    class ReadSoFar(Message):
        """How far data that is read for the first time is."""

        words: str

    def __init__(self, at: str = "") -> None:
        super().__init__()
        self._armies: tuple[LibraryArmy, ...] = ()
        self._starters: tuple[Starter, ...] = ()
        self._data: tuple[InstalledData, ...] = ()
        self._loading, self._complete = True, False
        self._sort, self._deleted, self._wrong = next(iter(panes.SORTS)), list[str](), set[str]()
        self._wanted, self._told = at, False
        self._known: set[Path] | None = None  # before another screen was open

    def compose(self) -> ComposeResult:
        """The head, the list with its filter, the preview, the keys."""
        yield TextLines(id="head")
        with Container(id="body"):
            with Vertical(id="list", classes="pane") as pane:
                yield Input(placeholder=keyed("{library.filter} to filter: name, system, faction, unit"), id="filter")
                yield panes.Columns(id="columns")
                armies = LinePane[panes.Row](panes.paint, stops=panes.stops, empty="Looking for armies …", id="armies")
                armies.frame, pane.border_title = pane, "Armies"
                yield armies
            yield panes.Preview(id="preview").add_class("pane", update=False)
        yield TextLines(id="said")
        yield KeyLine()

    def on_screen_resume(self) -> None:
        """Look through the library: it may have changed while another screen was open."""
        self._told, self._known = False, {army.path for army in self._armies} if self._complete else None
        self.call_after_refresh(self._load)

    @work(thread=True, exclusive=True, group="load")
    def _load(self) -> None:
        worker, armies, shown = get_current_worker(), list[LibraryArmy](), monotonic()
        for army in library_armies():
            armies.append(army)
            if worker.is_cancelled:
                return
            if monotonic() - shown > PAUSE:
                shown, paths = monotonic(), {army.path for army in armies}
                rest = [army for army in self._armies if army.path not in paths]
                self.post_message(self.Found((*armies, *rest), self._starters, self._data, False))
        starters = starter_armies()
        if worker.is_cancelled:
            return
        self.post_message(self.Found(tuple(armies), starters, self._data, False))

        def told(words: str) -> None:
            worker.group = "look"  # Reading for the first time takes a while: no key waits for it from now on.
            self.post_message(self.ReadSoFar(words))

        with progress_to(told, after=0):
            from builder.services.data.datasheets import installed_data  # the list is on the screen by now

            data = installed_data()
        if not worker.is_cancelled:
            self.post_message(self.Found(tuple(armies), starters, data, True, library_findings()))

    def on_library_screen_read_so_far(self, reading: ReadSoFar) -> None:
        """Tell how far reading is; the list stands, but for the data below it, and what an act came to stays."""
        self._complete = True
        if not self._told:
            self.query_one("#said", TextLines).show(plain(f" {barred(reading.words)} …", "dim"))

    def on_library_screen_found(self, found: Found) -> None:
        """Show what was found."""
        self._armies, self._starters, self._data = found.armies, found.starters, found.data
        self._loading = not found.done
        if found.done and self._known is not None:
            self._wanted, self._known = self._wanted or stored.begun_in(self._armies, self._known), None
        self._show()
        self._complete = self._complete or found.done
        wrong = [*stored.unreadable(self._armies, self._data, found.refused)] if found.done else []
        news, self._wrong = {*wrong} - self._wrong, {*wrong} if found.done else self._wrong
        if found.done and (news or not self._told):
            self.say(panes.told_of(self._armies, self._data, wrong), "error" if wrong else "dim")

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        self._show(0 if self.query_one("#filter", Input).value else None)

    def _show(self, cursor: int | None = None) -> None:
        """Show the rows, with the cursor on the one it was on."""
        text = self.query_one("#filter", Input).value
        rows = panes.rows_of(self._armies, self._starters, self._data, text, self._sort, loading=self._loading)
        wanted = self._wanted or (panes.key_of(self._list.row) if self._complete else "")  # till then the first line
        place = next((index for index, row in enumerate(rows) if wanted and panes.key_of(row) == wanted), None)
        if self._wanted and place is not None:
            self._wanted = ""
        elif text and self._wanted in {str(army.path) for army in self._armies}:
            self.query_one("#filter", Input).value = ""  # What was just begun or brought in does not hide.
        self._list.show(rows, place if cursor is None else cursor)
        head = Line(((" Muster", "title"),), ((f"Library · {counted(len(self._armies), 'army', 'armies')} ", "dim"),))
        self.query_one("#head", TextLines).show(head)
        self._describe()

    @on(LinePane.CursorMoved, "#armies")
    def _describe(self) -> None:
        """Show the army under the cursor; what can be done with it is what the keys name."""
        self.query_one(panes.Preview).show_row(self._list.row)
        self.refresh_bindings()

    @property
    def _list(self) -> LinePane[panes.Row]:
        return self.query_one("#armies", LinePane)

    def allows(self, name: str) -> bool:
        """Whether the row under the cursor can be dealt with so."""
        row = self._list.row if self.is_mounted else None
        if name == "clear":
            return self.is_mounted and (self.pane == "filter" or self.query_one("#filter", Input).value != "")
        return bool(self._deleted) if name == "undo" else panes.allows(row, name)

    @property
    def wanted(self) -> Sequence[str]:
        """The key that brings back what was deleted, which whoever has a mouse alone finds nowhere else."""
        return ("library.undo",) if self._deleted else ()

    def why_not(self, name: str) -> str:
        """Return why the row under the cursor cannot be dealt with so."""
        return panes.why_not(self._list.row, name)

    @on(LinePane.Chosen, "#armies")
    def action_open(self) -> None:
        """Open what is under the cursor: an army in the editor, a saved roster as text, data as a new army."""
        row = self._list.row
        if isinstance(row, InstalledData):
            self._begin(row.id)
        elif isinstance(row, LibraryArmy) and row.line is not None and row.line.saved:
            self.action_preview()
        elif isinstance(row, LibraryArmy) and row.line is None:
            self._show_mistakes(row)
        elif isinstance(row, (LibraryArmy, Starter)):
            self._edit(str(row.path) if isinstance(row, LibraryArmy) else row.id)

    def _edit(self, source: str) -> None:
        from builder.tui.screens.editor import EditorScreen

        self.app.push_screen(EditorScreen(source))

    def _show_mistakes(self, army: LibraryArmy) -> None:
        from builder.tui.screens.preview import PreviewScreen

        self.app.push_screen(PreviewScreen(army.id, lambda: stored.mistakes_of(army)))

    def action_new(self) -> None:
        """Begin an army."""
        self._begin(None)

    @work
    async def _begin(self, data: str | None) -> None:
        from builder.tui.dialogs.new_army import begin_army

        try:
            path = await begin_army(self.app, await self.known(), data)
        except MusterError as error:
            self.fail(error)
            return
        if path is not None:
            self._wanted = str(path)
            self._edit(str(path))

    async def known(self) -> Sequence[InstalledData]:
        """The data to build with; it is looked for where it is not on the screen yet."""
        from builder.services.data.datasheets import installed_data

        if not self._data:
            self.say("Looking for data …")
        return self._data or await asyncio.to_thread(installed_data)

    @work
    async def action_copy(self) -> None:
        """Copy the army under the cursor into the library."""
        row = self._list.row
        if isinstance(row, (LibraryArmy, Starter)):
            copy = await self.tried(lambda: commands.copy(str(row.path)))
            self.changed(copy, keyed("It is copied: {library.rename} gives the copy another name."))

    @work
    async def action_rename(self) -> None:
        """Give the army under the cursor another name."""
        from builder.tui.dialogs.prompts import Ask

        row = self._list.row
        if not isinstance(row, LibraryArmy):
            return
        name = await self.app.push_screen_wait(Ask("Rename", "What is the army called?", row.name, read_name))
        if name and name != row.name:
            self.changed(await self.tried(lambda: commands.rename(str(row.path), name)), f"It is now “{name}”.")

    @work
    async def action_delete(self) -> None:
        """Put the army under the cursor into the trash."""
        row = self._list.row
        if not isinstance(row, LibraryArmy):
            return
        gone = await self.tried(lambda: armies_at([commands.delete(str(row.path))]))
        if gone:
            self._deleted.append(gone[0].id)
            self.changed(gone[0].path, keyed("“{}” is in the trash: {library.undo} brings it back.", row.name))

    @work
    async def action_undo(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted:
            await self._restore(self._deleted.pop())

    @work
    async def action_trash(self) -> None:
        """Bring back something from the trash."""
        from builder.tui.dialogs.choose import Choose, ListChoice

        found = await self.tried(commands.trash)
        if not found:
            self.say("The trash is empty.")
            return
        choices = [ListChoice(army.id, army.name, army.id) for army in found]
        id = await self.app.push_screen_wait(Choose("Trash: bring back which army?", choices))
        if id is not None:
            self._deleted = [other for other in self._deleted if other != id]
            await self._restore(id)

    async def _restore(self, id: str) -> None:
        back = await self.tried(lambda: armies_at([commands.restore(id)]))
        if back:
            self.changed(back[0].path, f"“{back[0].name}” is back.")

    @work
    async def action_import(self) -> None:
        """Bring an army file or a saved roster into the library."""
        from builder.tui.dialogs.new_army import import_army

        await self._bring(import_army(self.app))

    @work
    async def action_rebuild(self) -> None:
        """Build the saved roster under the cursor anew from data that is here."""
        from builder.tui.dialogs.new_army import rebuild_army

        row = self._list.row
        if isinstance(row, LibraryArmy):
            await self._bring(rebuild_army(self.app, self.known, row))

    async def _bring(self, coming: Awaitable[commands.Imported | None]) -> None:
        """Tell what was brought into the library, or why nothing was."""
        try:
            done = await self.unless_left(coming)
        except MusterError as error:
            self.fail(error)
            return
        if done is not None:
            for finding in done.findings[:3]:
                self.notify(finding.message)
            kept = "" if done.editable else keyed(" It is kept as it was saved: {library.rebuild} builds it anew.")
            found = await self.tried(lambda: armies_at([done.path]))
            self.changed(done.path, f"{found[0].name if found else done.path.stem} is in the library.{kept}")

    def action_print(self) -> None:
        """Print or share the army under the cursor."""
        from builder.tui.screens.export import ExportScreen

        source, name, id = panes.source_of(self._list.row)
        self.app.push_screen(ExportScreen(name, lambda: open_army(source), id))

    def action_preview(self) -> None:
        """Show the sheets of the army under the cursor."""
        from builder.tui.screens.sharing import show_sheets

        source, name, _ = panes.source_of(self._list.row)
        show_sheets(self, name, lambda: open_army(source))

    @work
    async def action_text(self) -> None:
        """Copy the list as text."""
        from builder.services.export.files import list_text
        from builder.tui.screens.sharing import to_clipboard

        text = await self.tried(lambda: list_text(open_army(panes.source_of(self._list.row)[0])))
        if text is not None:
            self.say(to_clipboard(self, text), "good")

    @work
    async def action_matchup(self) -> None:
        """Work out who beats whom against another army."""
        from builder.tui.screens.matchup import match_against

        await match_against(self, panes.source_of(self._list.row)[0])

    def action_games(self) -> None:
        """Show the games."""
        from builder.tui.screens.games import GamesScreen

        self.app.push_screen(GamesScreen(army=panes.source_of(self._list.row)[0]))

    @work
    async def action_folder(self) -> None:
        """Open the folder of the library."""
        folder = await self.tried(commands.folder)
        if folder is not None and not await asyncio.to_thread(open_place, folder):
            self.say(f"The library is here: {folder}", "good")

    def action_sort(self, by: str = "") -> None:
        """Sort by this, or by the next thing."""
        names = list(panes.SORTS)
        self._sort = by or names[(names.index(self._sort) + 1) % len(names)]
        self._show()

    def action_filter(self) -> None:
        """Write what armies should have."""
        self.query_one("#filter", Input).focus()

    @on(Input.Submitted, "#filter")
    def _take(self) -> None:
        """Open what alone has these words; go to the list where there is more."""
        self._list.focus()
        if sum(map(panes.stops, self._list.rows)) == 1:
            self.action_open()

    def action_list(self) -> None:
        """Go from the filter to the list."""
        self._list.focus()

    def action_clear(self) -> None:
        """Show everything again."""
        self.query_one("#filter", Input).value = ""
        self._list.focus()

    action_reload = on_screen_resume

    def changed(self, path: Path | None, said: str) -> None:
        """Tell what was done and show it, if it was."""
        if path is not None:
            self._wanted = str(path)
            self.say(said, "good")
            self._load()

    def say(self, words: str, look: str = "dim") -> None:
        """Tell what was done, or what there is."""
        self._told = True
        super().say(words, look)

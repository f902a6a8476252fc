"""Asks for a file by its path, with the folders and files that fit it below: an army, or where data is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import InputError
from builder.resources import expanded, pasted
from builder.services.army.locator import PathCompletion, places_in
from builder.services.data.sources import ENDINGS, is_address, number_in
from builder.services.files import is_there
from builder.tui.actions import bindings_of
from builder.tui.dialogs.dialog import Dialog
from builder.tui.sentences import keyed
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Input, Line, Static, Vertical


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of a list of places that is taken as it is: its words, what stands to the right, and what it gives."""

    words: str
    right: str
    gives: str


PlaceRow: TypeAlias = PathCompletion | Offer


class PickFile(Dialog[str]):
    """A path to write, with the folders and armies that fit it below; gives a file's path.

    Args:
        title: what stands in the frame.
        start: the folder to begin in.
        words: what stands above the path, such as what was wrong with the file that was taken before.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("file")]
    scopes = ("file", "dialog")
    enter = "Open"
    words = ""
    none = "No folder and no army file here is called like this."
    sought = "army file"

    def __init__(self, title: str, start: Path | None = None, words: str = "") -> None:
        super().__init__()
        self._title, self._start = title, start or Path.cwd()
        self.words = words or self.words

    def compose(self) -> ComposeResult:
        """The path and the list."""
        with Vertical(classes="dialog wide") as window:
            window.border_title = self._title
            window.border_subtitle = keyed("{file.take} opens, {file.up} folder above, {dialog.cancel} cancels")
            if self.words:
                yield Static(self.words)
            yield Input(f"{self._start}/", id="path")
            yield Static("", id="refused")
            yield LinePane[PlaceRow](_line, empty=self.none, id="places")

    def on_mount(self) -> None:
        """Stand at the end of the path."""
        self.query_one("#path", Input).focus()

    def places(self, text: str) -> Sequence[PlaceRow]:
        """Return what a whole path that is being written may become."""
        return places_in(text)

    @on(Input.Changed, "#path")
    def _written(self, changed: Input.Changed) -> None:
        self._refuse("")
        self._look(changed.value)

    def _whole(self, text: str) -> str:
        """Return what is written as a whole path: letters that replaced it go on from the folder that it began in."""
        text = pasted(text)
        if not text or is_address(text) or text.startswith("~") or Path(text).is_absolute():
            return text
        return f"{self._start}/{text}"

    @work(exclusive=True)
    async def _look(self, text: str) -> None:
        places = await asyncio.to_thread(self.places, self._whole(text))
        for pane in self.query("#places").results(LinePane):  # It may be gone by now.
            pane.show(places, 0)

    @on(Input.Submitted, "#path")
    @on(LinePane.Chosen)
    @work
    async def action_take(self) -> None:
        """Take the file under the cursor, or go into the folder; another path is taken as it is if it is there."""
        pane = self.query_one("#places", LinePane)
        row, written = pane.row, self._whole(self.query_one("#path", Input).value)
        if self.focused is not pane:
            # What is listed may be behind what was written since.
            places = await asyncio.to_thread(self.places, written)
            exact = next(
                (each for each in places if isinstance(each, PathCompletion) and str(each.path) == written), None
            )
            row = exact or (row if row in places else next(iter(places), None))
        if isinstance(row, Offer):
            self.dismiss(row.gives)
        elif not isinstance(row, PathCompletion):
            if wrong := await asyncio.to_thread(self._refusal, written):
                self._refuse(wrong)
            else:
                self.dismiss(written)
        elif row.folder and not (self.takes(row.path) and str(row.path) == written):
            self._go(f"{row.path}/")
        else:
            self.dismiss(str(row.path))

    def takes(self, folder: Path) -> bool:
        """Whether a folder that is written whole is what is looked for."""
        return False

    def _refuse(self, words: str) -> None:
        """Say below the path why it cannot be taken, or nothing any more."""
        said = self.query_one("#refused", Static)
        said.update(words)
        said.display = bool(words)

    def _refusal(self, written: str) -> str:
        """Return why nothing can be taken by what is written; empty where something can."""
        if not written:
            return f"Write where the {self.sought} is."
        if not (is_address(written) or _is_there(written)):
            return f"There is no such file or folder: {written}"
        return f"No {self.sought} is in this folder." if written.endswith("/") else ""

    def action_up(self) -> None:
        """Go to the folder above."""
        here = Path(self._whole(self.query_one("#path", Input).value))
        self._go(f"{here.parent}/".replace("//", "/"))

    def action_list(self) -> None:
        """Go to the list."""
        self.query_one("#places", LinePane).focus()

    def _go(self, text: str) -> None:
        path = self.query_one("#path", Input)
        path.value = text
        path.cursor_position = len(text)


GALLERY_WANTED = "gallery"
"""What the line for the community's gallery gives."""


class PickData(PickFile):
    """Where data is: a path with what fits it below, or an address; the gallery can be chosen where it is offered."""

    none = "No folder and no data here is called like this; an https address is taken as it is."
    sought = "data"
    words = "A folder, a zip, a file (.gst, .cat, .json), an index, or an https address of one of these."

    def __init__(self, title: str, start: Path | None = None, *, gallery: bool = False) -> None:
        super().__init__(title, start)
        self._gallery = gallery

    def places(self, text: str) -> Sequence[PlaceRow]:
        """Return what a path may become; the folder itself, before what is in it where that is data.

        The network comes first only before anything is written: Enter on a folder must not fetch what nobody asked for.
        """
        gallery = (Offer("The community's gallery", "fetched from github.com", GALLERY_WANTED),)
        here = not text or (text.endswith("/") and _is_there(text))
        offered = gallery if self._gallery and here else ()
        if not text or is_address(text):
            return offered
        found = places_in(text, ENDINGS)
        held = number_in(Path(text)) if text.endswith("/") else 0
        whole = (Offer("This folder", f"{held} files of data", text),) if held else ()
        if text.endswith("/") and not held:
            below = sum(number_in(place.path) for place in found if isinstance(place, PathCompletion) and place.folder)
            found = (*found, *((Offer("All these folders", f"{below} files of data", text),) if below else ()))
        return (*whole, *offered, *found) if text == f"{self._start}/" else (*whole, *found, *offered)

    def takes(self, folder: Path) -> bool:
        """Whether a folder holds data itself."""
        return number_in(folder) > 0


def _is_there(written: str) -> bool:
    """Whether there is something at a path as players write it; nothing is in the folder of a user that is none."""
    try:
        return is_there(str(expanded(written)))
    except InputError:
        return False


def _line(place: PlaceRow, width: int) -> Line:
    if isinstance(place, Offer):
        return Line(((place.words, "slot"),), ((f"{place.right} ", "dim"),))
    if place.folder:
        return Line(((f"{place.path.name}/", "info"),), (("folder ", "dim"),))
    return Line(((f"{place.path.name}", "text"),), ((f"{place.size / 1000:.0f} kB ", "dim"),))

"""Prompts: a line, lines of notes, yes or no, a file to write; each gives the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Click
from textual.widgets import Button as AnyButton  # noqa: TID251 - made plain below, where alone it is wanted
from textual.widgets import TextArea as AnyTextArea  # noqa: TID251

from builder.errors import InputError
from builder.resources import expanded
from builder.scalars import number
from builder.services.files import is_there
from builder.text import LONGEST, clean, find_control, too_long
from builder.tui.actions import bindings_of
from builder.tui.dialogs.dialog import FOOT, FRAMES, HIGH, WIDTH, Dialog
from builder.tui.sentences import keyed
from builder.tui.widgets.lines import Horizontal, Input, PlainText, Static, TextLines, Vertical, plain

if TYPE_CHECKING:
    from textual.app import App
    from textual.geometry import Size


class TextArea(PlainText, AnyTextArea):
    """Lines to write."""


class Button(PlainText, AnyButton):
    """A button with a text on it."""

    def __init__(self, label: str, *, id: str, compact: bool = False) -> None:
        super().__init__(Content(label), id=id, compact=compact)


LIMITS: Mapping[str, str] = {number(Decimal(limit)): str(limit) for limit in (500, 750, 1000, 1500, 2000)}
"""The limits that are played most."""


class OfferLine(TextLines):
    """Words in a row; a click on one writes what it stands for into the line beside or above it."""

    def __init__(self, offers: Mapping[str, str]) -> None:
        super().__init__()
        self._offers, words = offers, "  ".join(offers)
        self.styles.width, self.styles.height = cell_len(words), 1
        self._lines = (plain(words, "info"),)

    async def on_click(self, event: Click) -> None:
        """Write it; Enter takes it as if it had been typed."""
        value, beside = self._offers.get(self.word_at(event.screen_offset)), self.parent
        if value is not None and beside is not None:
            line = beside.query_exactly_one(Input)
            line.value = value
            line.focus()


class Ask(Dialog[str]):
    """A line to write; Enter gives it.

    Args:
        title: what stands in the frame.
        words: the question, with what may be written.
        value: what stands in the line at first.
        read: reads the line, and raises ValueError for one that cannot be taken; that is said, and the line stays.
        offers: what a click writes into the line, by the words for it.
    """

    enter = "Take"

    def __init__(
        self,
        title: str,
        words: str,
        value: str = "",
        read: Callable[[str], object] = str,
        offers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self._title, self._words, self._value, self._read, self._offers = title, words, value, read, offers

    def compose(self) -> ComposeResult:
        """The words, the line, and what is wrong with it."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = keyed("Enter takes it, {dialog.cancel} cancels")
            yield Static(self._words)
            yield Input(self._value, max_length=LONGEST)
            if self._offers:
                yield OfferLine(self._offers)
            yield Static("", id="refused")

    def on_input_changed(self) -> None:
        """Say nothing against a line that is another one now."""
        self.query_one("#refused", Static).update("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the line, or say why it cannot be taken."""
        try:
            self._read(event.value)
        except ValueError as error:
            words = str(error)
            self.query_one("#refused", Static).update(f"{words[:1].upper()}{words[1:]}.")
        else:
            self.dismiss(event.value)


class Confirm(Dialog[bool]):
    """A question with two answers; `yes` and `no` say what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("question")]
    scopes = ("question", "dialog")

    def __init__(self, title: str, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__()
        self._title, self._question, self._yes, self._no = title, question, yes, no

    def compose(self) -> ComposeResult:
        """The question and its two buttons."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            yield Static(self._question)
            with Horizontal(classes="buttons"):
                yield Button(keyed("{} ({question.yes})", self._yes), id="yes", compact=True)
                yield Button(keyed("{} ({question.no})", self._no), id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")

    def action_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)

    def action_no(self) -> None:
        """Answer no."""
        self.dismiss(False)


def room_of_question(size: Size) -> tuple[int, int]:
    """Return the cells and lines that the words of a question have on a screen of this size."""
    below = FOOT if size.height >= HIGH else 0
    return min(WIDTH, size.width) - FRAMES - 2, size.height - FRAMES - below - 2  # A blank line, buttons.


class Write(Dialog[str]):
    """Lines to write, to paste into and to copy from; nothing written is dropped without a question."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("write")]
    scopes = ("write", "dialog")

    def __init__(self, title: str, words: str, value: str = "") -> None:
        super().__init__()
        self._title, self._words, self._value = title, words, value

    def compose(self) -> ComposeResult:
        """The words, the lines, and two buttons for the mouse."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = keyed("{write.take} takes it, {dialog.cancel} cancels")
            yield Static(self._words)
            yield TextArea(self._value, compact=True, tab_behavior="focus", highlight_cursor_line=False)
            with Horizontal(classes="buttons"):
                yield Button(keyed("Take ({write.take})"), id="take", compact=True)
                yield Button(keyed("Cancel ({dialog.cancel})"), id="cancel", compact=True)

    def on_mount(self) -> None:
        """Stand at the end of what is there."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "take":
            self.action_take()
        else:
            self.action_cancel()

    @property
    def text(self) -> str:
        """What is written, without blank ends and signs that cannot be shown."""
        written = "".join(sign for sign in self.query_one(TextArea).text if not find_control(sign))
        lines = [line.rstrip() for line in clean(written.expandtabs(4)).splitlines()]
        return "\n".join(lines).strip("\n")

    def action_take(self) -> None:
        """Give the text, unless it is longer than a note can be."""
        if wrong := too_long(self.text):
            self.notify(f"This {wrong}.", severity="warning")
        else:
            self.dismiss(self.text)

    def action_cancel(self) -> None:
        """Close it; ask first where something was written."""
        if self.text == self._value:
            self.dismiss(None)
        else:
            self._ask()

    async def may_leave(self) -> bool:
        """Whether nothing was written, or the player drops it."""
        if self.text == self._value:
            return True
        question = "What you have written is not taken yet. Quit without it?"
        return await self.app.push_screen_wait(Confirm(self._title, question, "Quit", "Stay")) is True

    @work
    async def _ask(self) -> None:
        keep = await self.app.push_screen_wait(Confirm(self._title, "Keep what you have written?", "Keep", "Drop"))
        if keep is not None:
            self.dismiss(self.text if keep else None)


def in_a_folder(written: str) -> Path:
    """Return the path of a file to write.

    Raises:
        ValueError: it is none, or its folder is not there.
    """
    try:
        path = expanded(written.strip())
    except InputError as error:
        raise ValueError(str(error)) from error
    if not (is_there(str(path.parent)) and path.parent.is_dir()):
        raise ValueError(f"there is no folder {path.parent}: make it first")
    return path


async def ask_target(app: App[Any], title: str, words: str, name: str) -> Path | None:
    """A file to write, `name` in the working folder proposed; None where the player would rather not."""
    stem, dot, ending = name.rpartition(".")
    plain = "-".join("".join(c if c.isalnum() else " " for c in stem).lower().split())
    target = await app.push_screen_wait(Ask(title, words, str(Path.cwd() / f"{plain}{dot}{ending}"), in_a_folder))
    if not target or not target.strip():
        return None
    path = in_a_folder(target)
    if await asyncio.to_thread(path.is_dir):
        path = path / f"{plain}{dot}{ending}"
    if await asyncio.to_thread(path.exists):
        question = f"{path.name} is there already. Replace it?"
        if not await app.push_screen_wait(Confirm(title, question, "Replace", "Keep")):
            return None
    return path

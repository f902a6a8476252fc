"""Prompts: a line, lines of notes, yes or no, a file to write, one or some of several things; each gives the answer."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Key
from textual.widgets import Button as AnyButton  # noqa: TID251 - made plain below, where alone it is wanted
from textual.widgets import TextArea as AnyTextArea  # noqa: TID251

from builder.errors import InputError
from builder.record import replace
from builder.resources import expanded
from builder.scalars import fit
from builder.text import LONGEST, clean, find_control, too_long
from builder.tui.actions import bindings_of
from builder.tui.screens.base import Dialog
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, Input, Line, PlainText, Static, Vertical, cut, parted

if TYPE_CHECKING:
    from textual.app import App


class TextArea(PlainText, AnyTextArea):
    """Lines to write."""


class Button(PlainText, AnyButton):
    """A button with a text on it."""

    def __init__(self, label: str, *, id: str, compact: bool = False) -> None:
        super().__init__(Content(label), id=id, compact=compact)


class Ask(Dialog[str]):
    """A line to write; Enter gives it.

    Args:
        title: what stands in the frame.
        words: the question, with what may be written.
        value: what stands in the line at first.
        read: reads the line, and raises ValueError for one that cannot be taken; that is said, and the line stays.
    """

    def __init__(self, title: str, words: str, value: str = "", read: Callable[[str], object] = str) -> None:
        super().__init__()
        self._title, self._words, self._value, self._read = title, words, value, read

    def compose(self) -> ComposeResult:
        """The words, the line, and what is wrong with it."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = "Enter takes it, Esc cancels"
            yield Static(self._words)
            yield Input(self._value, max_length=LONGEST)
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
                yield Button(f"{self._yes} (y)", id="yes", compact=True)
                yield Button(f"{self._no} (n)", id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")

    def action_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)

    def action_no(self) -> None:
        """Answer no."""
        self.dismiss(False)


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
            window.border_subtitle = "Ctrl+S takes it, Esc cancels"
            yield Static(self._words)
            yield TextArea(self._value, compact=True, tab_behavior="focus", highlight_cursor_line=False)
            with Horizontal(classes="buttons"):
                yield Button("Take (Ctrl+S)", id="take", compact=True)
                yield Button("Cancel (Esc)", id="cancel", compact=True)

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


async def ask_target(app: App[Any], title: str, words: str, name: str) -> Path | None:
    """A file to write, `name` in the working folder proposed; None where the player would rather not."""
    stem, dot, ending = name.rpartition(".")
    plain = "-".join("".join(c if c.isalnum() else " " for c in stem).lower().split())
    target = await app.push_screen_wait(Ask(title, words, str(Path.cwd() / f"{plain}{dot}{ending}")))
    if not target or not target.strip():
        return None
    try:
        path = expanded(target.strip())
    except InputError as error:
        app.notify(str(error), severity="error")
        return None
    if await asyncio.to_thread(path.is_dir):
        path = path / f"{plain}{dot}{ending}"
    if await asyncio.to_thread(path.exists):
        question = f"{path.name} is there already. Replace it?"
        if not await app.push_screen_wait(Confirm(title, question, "Replace", "Keep")):
            return None
    return path


SHORT = 4
"""Cells of what stands to the right of a line that is cut for it, such as a key."""


@dataclass(frozen=True, slots=True)
class ListChoice:
    """Something to choose: what is given, its words, what stands to the right; one without a key is a heading.

    One that is of no use now is dim.
    """

    key: str
    words: str
    right: str = ""
    dim: bool = False


class Find(Input):
    """The line for what is looked for; Space is no letter of it before others are written, or where it `ticks`."""

    def __init__(self, ticks: bool) -> None:
        super().__init__(placeholder="a few letters find it", id="find")
        self._ticks = ticks

    async def _on_key(self, event: Key) -> None:
        done = {"space": "mark"} if self._ticks or not self.value else {}
        if not self.value:  # In letters these keys go to their beginning and their end.
            done |= {"home": "move('first')", "end": "move('last')"}
        if event.key in done:
            event.stop()
            event.prevent_default()
            await self.screen.run_action(done[event.key])


class Choose(Dialog[str]):
    """A list that letters narrow down; Enter gives the key of the line under the cursor, and so does Space.

    Args:
        title: what stands in the frame.
        choices: the lines.
        at: the place of the line to begin on.
        find: whether letters narrow it down; without, they do nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("choice")]
    scopes = ("choice", "lines", "dialog")
    hint = "Enter chooses, Esc cancels"
    ticks = False

    def __init__(self, title: str, choices: Sequence[ListChoice], *, at: int = 0, find: bool = True) -> None:
        super().__init__()
        self._title, self._choices, self._at, self._find = title, tuple(choices), at, find
        self._shown: Sequence[ListChoice] = self._choices

    def compose(self) -> ComposeResult:
        """The list, with a line above it for what is looked for."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = self.hint
            if self._find:
                yield Find(self.ticks)
            yield LinePane[ListChoice](
                choice_line, stops=lambda row: bool(row.key), marked=True, empty="Nothing fits.", id="choices"
            )

    def on_mount(self) -> None:
        """Show the list."""
        self._show(self._choices, self._at)
        self.query_one("#find" if self._find else "#choices").focus()

    @on(Input.Changed, "#find")
    def _narrow(self, changed: Input.Changed) -> None:
        self._show(fitting(self._choices, changed.value) if changed.value.strip() else self._choices, 0)

    def _show(self, choices: Sequence[ListChoice], at: int) -> None:
        """Show choices, each in as many lines as it takes, with the cursor on that at a place."""
        self._shown = choices
        lines = [[*whole(choice, max(20, self._pane.room))] for choice in choices]
        self._pane.show([line for those in lines for line in those], sum(map(len, lines[:at])))

    @on(LinePane.Resized)
    def _fit(self) -> None:
        key = self._pane.row.key if self._pane.row is not None else None
        self._show(self._shown, next((place for place, each in enumerate(self._shown) if each.key == key), 0))
        if self._shown is self._choices:
            self._pane.styles.height = min(len(self._pane.rows), 18)

    def action_move(self, name: str) -> None:
        """Move the cursor while letters are written."""
        self._pane.move({"first": "home", "last": "end"}.get(name, name.replace("_", "")))

    @on(LinePane.Chosen)
    @on(Input.Submitted, "#find")
    def _entered(self, event: LinePane.Chosen | Input.Submitted) -> None:
        on_sign = isinstance(event, LinePane.Chosen) and event.sign is not None
        (self.action_mark if on_sign else self.action_take)()

    def action_take(self) -> None:
        """Give what is under the cursor."""
        row = self._pane.row
        if row is not None and row.key:
            self.dismiss(row.key)

    def action_mark(self) -> None:
        """Give what is under the cursor."""
        self.action_take()

    @property
    def _pane(self) -> LinePane[ListChoice]:
        return self.query_one("#choices", LinePane)


class Tick(Choose):
    """A list in which lines are ticked with Space; Enter gives their keys, with commas between.

    The line under the cursor where nothing is ticked, nor was while it was open.
    """

    hint = "Space ticks, Enter takes what is ticked, Esc cancels"
    ticks = True

    def __init__(self, title: str, choices: Sequence[ListChoice], ticked: Iterable[str]) -> None:
        self._ticked, self._touched = [*ticked], False
        at = next((place for place, choice in enumerate(choices) if choice.key in self._ticked), 0)
        super().__init__(title, self._marked(choices), at=at)
        self._plain = tuple(choices)

    def _marked(self, choices: Sequence[ListChoice]) -> tuple[ListChoice, ...]:
        return tuple(
            replace(each, words=f"{'[x]' if each.key in self._ticked else '[ ]'} {each.words}") for each in choices
        )

    def action_mark(self) -> None:
        """Tick the line under the cursor, or take its tick away; all lines are there again."""
        row = self._pane.row
        if row is None:
            return
        self._touched = True
        if row.key in self._ticked:
            self._ticked.remove(row.key)
        else:
            self._ticked.append(row.key)
        self._choices = self._marked(self._plain)
        with self.prevent(Input.Changed):
            self.query_one(Find).value = ""
        at = next(place for place, choice in enumerate(self._choices) if choice.key == row.key)
        self._show(self._choices, at)

    def action_take(self) -> None:
        """Give what is ticked."""
        row, as_it_was = self._pane.row, not self._ticked and not self._touched
        self.dismiss(row.key if as_it_was and row is not None else ",".join(self._ticked))


PRICE = 12
"""Cells beside a line for which its words are broken; longer ones, which tell more of it, go below where they must."""


def whole(choice: ListChoice, room: int) -> Iterator[ListChoice]:
    """Yield a choice, or why something is not offered, in as many lines as it takes; what has no room beside below."""
    if choice.dim and not choice.key:
        lines = textwrap.wrap(choice.words, room - 2, subsequent_indent="  ")
        yield from (replace(choice, words=f"  {line}") for line in lines)
        return
    beside, below = cell_len(choice.right) + 3 if choice.right else 0, ""
    if beside > PRICE and cell_len(choice.words) + beside > room:
        choice, beside, below = replace(choice, right=""), 0, choice.right
    first, *others = parted(choice.words, room - beside, room - 4)
    yield replace(choice, words=first)
    yield from (ListChoice("", f"    {part}", dim=True) for part in (*others, *textwrap.wrap(below, room - 4)))


def fitting(choices: Sequence[ListChoice], text: str) -> tuple[ListChoice, ...]:
    """The choices that fit a text, each with its heading, the best first: those with it in their words."""
    words = text.casefold().split()
    scored = []
    heading = ""
    for choice in choices:
        if not choice.key:
            heading = f"{choice.words}  "
            continue
        found = ListChoice(choice.key, choice.words.lstrip(), f"{heading}{choice.right}", choice.dim)
        score = fit(found.words, "".join(words))
        if all(word in f"{found.words} {found.right}".casefold() for word in words):
            scored.append((0, score or (9, 0, 0), found))
        elif score is not None:
            scored.append((1, score, found))
    return tuple(choice for _, _, choice in sorted(scored, key=lambda found: found[:2]))


def choice_line(choice: ListChoice, width: int) -> Line:
    """A line of a list: its words, and what stands to the right as far as it has room."""
    right = cut(choice.right, max(SHORT, width - cell_len(choice.words) - 3))
    words = cut(choice.words, width - cell_len(right) - 3) if right else choice.words
    look = "dim" if choice.dim else "text" if choice.key else "slot"
    return Line(((words, look),), ((f" {right} ", "dim"),) if right else ())

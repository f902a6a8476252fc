"""Lists to choose from, one or some of several things, that letters narrow down."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key

from builder.record import replace
from builder.scalars import fit
from builder.tui.actions import bindings_of
from builder.tui.dialogs.dialog import Dialog
from builder.tui.sentences import keyed
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Input, Line, Vertical, cut, parted

SHORT = 4
"""Cells of what stands to the right of a line that is cut for it, such as a key."""


@dataclass(frozen=True, slots=True)
class ListChoice:
    """Something to choose: what is given, its words, what stands to the right; one without a key is a heading.

    One that is of no use now is dim; one that tells `more` belongs to the line above it. It is found by what it is
    `also` called.
    """

    key: str
    words: str
    right: str = ""
    dim: bool = False
    more: bool = False
    also: str = ""


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
        letters: those that do so from the beginning.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("choice")]
    scopes = ("choice", "lines", "dialog")
    enter = "Choose"
    hint, few = "{choice.take} chooses, {dialog.cancel} cancels", "{dialog.cancel} cancels"
    ticks = False

    def __init__(
        self, title: str, choices: Sequence[ListChoice], *, at: int = 0, find: bool = True, letters: str = ""
    ) -> None:
        super().__init__()
        self.letters = letters
        self._title, self._choices, self._at, self._find = title, tuple(choices), at, find
        self._shown: Sequence[ListChoice] = self._choices

    def compose(self) -> ComposeResult:
        """The list, with a line above it for what is looked for."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = keyed(self.hint)
            if self._find:
                yield Find(self.ticks)
            yield LinePane[ListChoice](
                self.line,
                stops=lambda row: bool(row.key),
                more=lambda row: row.more,
                marked=True,
                empty="Nothing fits.",
                id="choices",
            )

    def lines(self, choice: ListChoice, room: int) -> Iterator[ListChoice]:
        """Yield the lines of a choice in a list of this width."""
        return whole(choice, room)

    def line(self, choice: ListChoice, width: int) -> Line:
        """Return how a line of it looks."""
        return choice_line(choice, width)

    def on_mount(self) -> None:
        """Show the list, at the same line where letters narrow it down."""
        at = self._at
        if self.letters:
            with self.prevent(Input.Changed):
                self.query_one(Find).value = self.letters
            keys = [each.key for each in self._narrowed]
            at = keys.index(self._choices[at].key) if self._choices[at].key in keys else 0
        self._show(self._narrowed, at)
        self.query_one("#find" if self._find else "#choices").focus()

    @on(Input.Changed, "#find")
    def _narrow(self, changed: Input.Changed) -> None:
        self.letters = changed.value
        self._show(self._narrowed, 0)

    @property
    def _narrowed(self) -> Sequence[ListChoice]:
        return fitting(self._choices, self.letters) if self.letters.strip() else self._choices

    def _show(self, choices: Sequence[ListChoice], at: int) -> None:
        """Show choices, each in as many lines as it takes, with the cursor on that at a place."""
        self._shown, room = choices, self.room_in(self._pane)
        lines = [[*self.lines(choice, room)] for choice in choices]
        self._pane.show([line for those in lines for line in those], sum(map(len, lines[:at])))

    @on(LinePane.Resized)
    def _fit(self) -> None:
        self._pane.frame = self.query_one(".dialog")
        self._pane.hint(keyed(self.hint), keyed(self.few))  # A low screen has no line for keys but this.
        key = self._pane.row.key if self._pane.row is not None else None
        self._show(self._shown, next((place for place, each in enumerate(self._shown) if each.key == key), 0))
        if self._shown is self._choices:
            self._pane.styles.height = min(len(self._pane.rows), self.room - self._find)

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

    hint = "{choice.mark} ticks, {choice.take} takes what is ticked, {dialog.cancel} cancels"
    few = "{choice.mark} ticks, {dialog.cancel} cancels"
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
    told = (*others, *textwrap.wrap(below, room - 4))
    yield from (ListChoice("", f"    {part}", dim=True, more=True) for part in told)


def fitting(choices: Sequence[ListChoice], text: str) -> tuple[ListChoice, ...]:
    """The choices that fit a text, each with its heading, the best first.

    Those that have it in their words come before those of which the heading, or what they are also called, has a part.
    """
    words = text.casefold().split()
    scored: list[tuple[tuple[int, ...], ListChoice]] = []
    heading = ""
    for choice in choices:
        if not choice.key:
            heading = f"{choice.words}  "
            continue
        found = ListChoice(choice.key, choice.words.lstrip(), f"{heading}{choice.right}", choice.dim)
        score = fit(found.words, "".join(words))
        around = f"{found.words} {found.right} {choice.also}".casefold()
        own = [word for word in words if word in found.words.casefold()]
        if all(word in around for word in words):
            fits = score or (fit(found.words, "".join(own)) if own else None) or _BADLY
            scored.append(((0, score is None, len(words) - len(own), *fits), found))
        elif score is not None:
            scored.append(((1, False, 0, *score), found))
    return tuple(choice for _, choice in sorted(scored, key=lambda each: each[0]))


_BADLY = (9, 0, 0)
"""How words fit that stand in another order, or in the heading alone."""


def choice_line(choice: ListChoice, width: int) -> Line:
    """A line of a list: its words, and what stands to the right as far as it has room."""
    right = cut(choice.right, max(SHORT, width - cell_len(choice.words) - 3))
    words = cut(choice.words, width - cell_len(right) - 3) if right else choice.words
    look = "dim" if choice.dim else "text" if choice.key else "slot"
    return Line(((words, look),), ((f" {right} ", "dim"),) if right else ())

"""The rows of an act's form as a pane that is written into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from textual.events import Key, Paste
from textual.message import Message

from builder.tui.dialogs.actrows import FOLD, ActRow
from builder.tui.widgets.linepane import LinePane


class ActPane(LinePane[ActRow]):
    """The rows of the form; what is typed goes to the row under the cursor."""

    @dataclass
    class Typed(Message):
        """The player typed on a row; `edit` makes its new value of the one it has by then."""

        name: str
        edit: Callable[[str], str]

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is written into the row rather than one that does something."""
        return self._writes and character is not None and character.isprintable()

    @property
    def _writes(self) -> bool:
        return self.row is not None and self.row.kind == "text"

    async def _on_key(self, event: Key) -> None:
        row = self.row
        if row is None or row.kind == FOLD:
            return
        if event.is_printable and event.character is not None and (self._writes or event.character.isalnum()):
            event.stop()
            event.prevent_default()
            if self._writes:
                self._edit(row, partial(add, event.character))
            elif row.kind == "choice":
                self._leap(row, event.character.casefold())
        elif event.key == "backspace":
            event.stop()
            event.prevent_default()
            self._edit(row, (lambda value: value[:-1]) if self._writes else (lambda _: ""))

    def _leap(self, row: ActRow, letter: str) -> None:
        """Go to the next choice that begins with a letter."""
        values = [choice.value for choice in row.choices]
        at = values.index(row.value) + 1 if row.value in values else 0
        found = (each for each in (*row.choices[at:], *row.choices[:at]) if each.text.casefold().startswith(letter))
        choice = next(found, None)
        if choice is not None:
            self._edit(row, lambda _: choice.value)

    def _on_paste(self, event: Paste) -> None:
        event.stop()
        if self.row is not None and self._writes and event.text:
            self._edit(self.row, partial(add, event.text.splitlines()[0]))

    def _edit(self, row: ActRow, edit: Callable[[str], str]) -> None:
        self.post_message(self.Typed(row.name, edit))


def add(written: str, value: str) -> str:
    """A value with something written behind it."""
    return value + written

"""The rows of an act's form as a pane that is written into."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.events import Key, Paste

from builder.tui.dialogs.actrows import ActRow, RowKind, paint_act
from builder.tui.dialogs.choose import Choice, fitting
from builder.tui.widgets.linepane import LinePane

Edit = Callable[[str], str]
"""Makes the new value of a row of the one it has by then."""


class ActPane(LinePane[ActRow]):
    """The rows of the form; what is typed goes to the row under the cursor.

    Args:
        edit: takes what is typed into the row of a name.
    """

    def __init__(self, edit: Callable[[str, Edit], None], *, id: str) -> None:
        super().__init__(paint_act, id=id)
        self._edit = edit
        self._letters, self._lettered = "", ""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is written into the row rather than one that does something."""
        return self._writes and character is not None and character.isprintable()

    @property
    def _writes(self) -> bool:
        return self.row is not None and self.row.kind is RowKind.TEXT

    async def _on_key(self, event: Key) -> None:
        """Write what is typed, or find the choice that it means."""
        row, sign = self.row, event.character or ""
        if row is None:
            return
        if row.kind is not RowKind.FOLD and event.key == "backspace":
            self._rub_out(row)
        elif event.is_printable and self._writes:
            self._edit(row.name, partial(add, sign))
        elif row.kind is RowKind.CHOICE and sign.isalnum():
            self._leap(row, sign.casefold())
        elif row.kind is RowKind.SWITCH and sign.isalnum():
            pass
        else:
            self._letters = ""
            return
        event.stop()
        event.prevent_default()

    def _rub_out(self, row: ActRow) -> None:
        """Take back the last letter of a text, or a choice."""
        self._letters = ""
        self._edit(row.name, (lambda value: value[:-1]) if self._writes else (lambda _: ""))

    def _leap(self, row: ActRow, letter: str) -> None:
        """Go to the choice that fits the letters typed in this row best; figures may be others than those offered."""
        before = self._letters if self._lettered == row.name else ""
        for letters in (before + letter, letter):
            value = _meant(row, letters)
            if value is not None:
                self._letters, self._lettered = letters, row.name
                self._edit(row.name, partial(put, value))
                return

    def _on_paste(self, event: Paste) -> None:
        event.stop()
        if self.row is not None and self._writes and event.text:
            self._edit(self.row.name, partial(add, event.text.splitlines()[0]))


def _meant(row: ActRow, letters: str) -> str | None:
    """What letters typed in a row of choices mean; None where they fit nothing."""
    if row.figure and letters.isdecimal():
        return letters
    found = fitting([Choice(choice.value, choice.text) for choice in row.choices], letters)
    return found[0].key if found else None


def put(value: str, _: str) -> str:
    """A value in the place of the one there was."""
    return value


def add(written: str, value: str) -> str:
    """A value with something written behind it; it begins with no space."""
    return (value + written).lstrip()

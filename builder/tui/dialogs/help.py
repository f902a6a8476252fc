"""Every key of a screen, with what it does: those of the screen first, then those that every screen has."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from textual import on
from textual.app import ComposeResult

from builder.tui.actions import TITLES, Action, actions_of, key_name
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line, plain
from builder.tui.widgets.plaintext import Vertical

KEYS, LABEL = 17, 15
"""The cells of the columns for keys and label."""


class Help(Dialog[None]):
    """The keys as they are set now; `chosen` are those that the player has set, by the ids of their actions."""

    def __init__(self, scopes: Sequence[str], chosen: Mapping[str, str]) -> None:
        super().__init__()
        self._scopes, self._chosen = tuple(scopes), chosen

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="dialog wide") as window:
            window.border_title = "Keys"
            window.border_subtitle = "Esc closes, docs/keys.md says how to change them"
            yield LinePane[Line](lambda line, width: line, stops=lambda line: False, id="keys")

    def on_mount(self) -> None:
        """Stand in the list."""
        self.query_one("#keys").focus()

    async def action_help(self) -> None:
        """Close it with the key that opened it."""
        self.dismiss()

    @on(LinePane.Resized)
    def _show(self) -> None:
        pane = self.query_one("#keys", LinePane)
        pane.show(tuple(self._lines(pane.content_region.width - 3)))

    def _lines(self, width: int) -> Iterator[Line]:
        for place, scope in enumerate(self._scopes):
            if place:
                yield Line(())
            yield plain(TITLES[scope], "slot")
            for action in actions_of(scope):
                yield from self._action(action, width)

    def _action(self, action: Action, width: int) -> Iterator[Line]:
        keys = " ".join(map(key_name, self._chosen.get(action.id, action.keys).split(",")))
        first, *more = textwrap.wrap(action.tooltip, max(20, width - KEYS - LABEL))
        yield Line(((f"{keys:<{KEYS}}", "focus"), (f"{action.label:<{LABEL}}", "text"), (first, "dim")))
        for line in more:
            yield plain(" " * (KEYS + LABEL) + line, "dim")

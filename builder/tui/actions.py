"""Everything that a key can do: one table, from which bindings, footer, help, command palette and docs/keys.md come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual.binding import Binding

APP = "app"
"""The scope of actions that every screen has."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a key does.

    Args:
        id: `screen.action`: users remap keys by it, and the screen's method `action_<action>` does it.
        keys: the keys, separated by commas; the first is the one that is shown.
        label: a word or two for the footer.
        tooltip: a sentence for the help and the palette.
        panes: the panes of its screen in which it works; all where none is named.
        footer: whether the footer names it; help and palette always do.
    """

    id: str
    keys: str
    label: str
    tooltip: str
    panes: tuple[str, ...] = ()
    footer: bool = True

    @property
    def scope(self) -> str:
        """The screen it belongs to, or `app`."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """What comes behind `action_` in the name of its method."""
        return self.id.partition(".")[2]

    @property
    def shown(self) -> str:
        """Its first key as people write it."""
        return key_name(self.keys.split(",")[0])


ACTIONS: tuple[Action, ...] = (
    Action("app.palette", "ctrl+p", "Commands", "Finds any action of the screen by its name."),
    Action("app.help", "question_mark,f1", "Help", "Shows every key of this screen."),
    Action("app.theme", "ctrl+t", "Theme", "Chooses between dark, light and high contrast.", footer=False),
    Action("app.next_pane", "tab", "Next pane", "Goes to the next pane.", footer=False),
    Action("app.last_pane", "shift+tab", "Pane before", "Goes to the pane before.", footer=False),
    Action("app.quit", "q,ctrl+q", "Quit", "Ends the program; everything is saved."),
    Action("lines.up", "up", "Up", "Goes to the line above.", footer=False),
    Action("lines.down", "down", "Down", "Goes to the line below.", footer=False),
    Action("lines.page_up", "pageup", "Page up", "Goes up by what the pane shows.", footer=False),
    Action("lines.page_down", "pagedown", "Page down", "Goes down by what the pane shows.", footer=False),
    Action("lines.first", "home", "First", "Goes to the first line.", footer=False),
    Action("lines.last", "end", "Last", "Goes to the last line.", footer=False),
    Action("library.open", "enter", "Open", "Opens the army under the cursor."),
    Action("dialog.cancel", "escape", "Cancel", "Closes the dialog; nothing is changed.", footer=False),
    Action("choice.take", "enter", "Choose", "Takes the line under the cursor.", footer=False),
    Action("question.yes", "y", "Yes", "Agrees.", footer=False),
    Action("question.no", "n", "No", "Declines.", footer=False),
)
"""All actions, in the order in which footer and help name them."""

_NAMES = {
    "question_mark": "?",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "delete": "Del",
    "backspace": "Backspace",
    "escape": "Esc",
    "space": "Space",
    "enter": "Enter",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def key_name(key: str) -> str:
    """A key as people write it: `ctrl+p` is Ctrl+P, `question_mark` is ?."""
    *held, last = key.split("+")
    word = _NAMES.get(last, last if len(last) == 1 and not held else last.capitalize())
    return "+".join((*(name.capitalize() for name in held), word))


def actions_of(*scopes: str) -> Iterator[Action]:
    """Yield the actions of screens, in the order of the table."""
    return (action for action in ACTIONS if action.scope in scopes)


def bindings_of(*scopes: str) -> list[Binding]:
    """The bindings of screens, with the ids by which users remap them."""
    return [
        Binding(action.keys, action.name, action.label, id=action.id, tooltip=action.tooltip, show=action.footer)
        for action in actions_of(*scopes)
    ]


def find_action(scopes: Iterable[str], name: str) -> Action | None:
    """The action of that name in one of the screens."""
    return next((action for action in actions_of(*scopes) if action.name == name), None)

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
    Action("editor.choose", "enter", "Choose", "Adds the entry, goes to the details, or chooses the option."),
    Action("editor.add", "a", "Add", "Adds the entry of the catalogue; from the army, goes to the catalogue."),
    Action("editor.more", "plus,equals_sign", "More", "One model or one of an option more."),
    Action("editor.fewer", "minus", "Fewer", "One model or one of an option fewer."),
    Action("editor.remove", "delete,backspace,x", "Remove", "Removes what the line stands for.", ("army",)),
    Action("editor.duplicate", "d", "Duplicate", "Copies the unit, with ids of its own.", ("army",)),
    Action("editor.move", "m", "Move", "Moves the unit behind another one, or into another force.", ("army",)),
    Action("editor.earlier", "shift+up", "Earlier", "Moves the unit up by one.", ("army",), footer=False),
    Action("editor.later", "shift+down", "Later", "Moves the unit down by one.", ("army",), footer=False),
    Action("editor.rename", "r", "Rename", "Names the unit, the force or the army.", ("army", "details")),
    Action("editor.note", "n", "Note", "Writes notes for the unit, the force or the army.", ("army", "details")),
    Action("editor.marks", "k", "Marks", "Reserve, deep strike, led by, riding in.", ("army", "details")),
    Action("editor.findings", "f", "Findings", "Shows what is wrong, with ways to mend it."),
    Action("editor.search", "slash", "Search", "Finds entries of the catalogue by a few letters."),
    Action("editor.undo", "u,ctrl+z", "Undo", "Takes back the last change; again and again."),
    Action("editor.redo", "U,ctrl+y", "Redo", "Does again what was undone."),
    Action("editor.fold", "left", "Fold", "Hides what is below the line.", ("army", "catalogue"), footer=False),
    Action("editor.unfold", "right", "Unfold", "Shows what is below the line.", ("army", "catalogue"), footer=False),
    Action("editor.tick", "space", "Tick", "Folds, unfolds, or ticks the option.", footer=False),
    Action("editor.limit", "l", "Limit", "Sets what the army may cost."),
    Action("editor.forces", "F", "Forces", "Adds or removes a force."),
    Action("editor.groups", "G", "Groups", "Plans units as a group that acts together."),
    Action("editor.rules", "h", "House rules", "Chooses how the list reads rules that can be read in several ways."),
    Action("editor.copy", "c", "Copy", "Copies the unit: as text for other programs, and to be pasted here."),
    Action("editor.paste", "v", "Paste", "Adds a copy of the unit that was copied."),
    Action("editor.name_army", "R", "Name the army", "Names the army.", footer=False),
    Action("editor.save_as", "ctrl+s", "Save as", "Goes on in a file of another name.", footer=False),
    Action("editor.back", "escape", "Back", "Leaves the search, goes to the army, then to the list of armies."),
    Action("findings.go", "enter", "Go to", "Goes to what the finding is about."),
    *(
        Action(f"findings.mend_{n}", str(n), f"Mend {n}" if n == 1 else str(n), f"Does mend number {n}.")
        for n in range(1, 6)
    ),
    Action("findings.undo", "u,ctrl+z", "Undo", "Takes back the last change."),
    Action("findings.errors", "x", "Errors", "Shows or hides errors."),
    Action("findings.warnings", "w", "Warnings", "Shows or hides warnings."),
    Action("findings.notes", "i", "Notes", "Shows or hides notes."),
    Action("findings.copy", "c", "Copy", "Copies all findings as text."),
    Action("findings.back", "escape,f", "Back", "Goes back to the army."),
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

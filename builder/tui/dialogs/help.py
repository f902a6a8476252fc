"""Every action of a screen: to be read with its keys, or to be found by a few letters and done."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from textual import on
from textual.app import ComposeResult
from textual.events import Click

from builder.record import Record, replace
from builder.tui.actions import APP, TITLES, Action, actions_of
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.dialogs.dialog import Dialog
from builder.tui.key_names import key_name
from builder.tui.own_keys import keys_of
from builder.tui.screens.base import ActionScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, Vertical, plain

FRAME = frozenset({
    "back", "choose", "clear", "close", "fold", "go", "help", "last_pane", "list", "next_pane", "palette", "tick",
    "unfold",
})  # fmt: skip
"""What is no act but a way about the screen: the palette does without."""
ENTRY = "entry:"
"""What the answer begins with where it is no action but an entry of the screen's own; its key follows."""


def palette(screen: ActionScreen | None, keys: Mapping[str, str]) -> Palette:
    """A dialog that gives the id of an action, or an entry of the screen; `keys` are those that a player has chosen."""
    own = screen.listed_actions if screen else ()
    found = [
        action for action in (*own, *actions_of(APP)) if action.name not in FRAME and action.by not in ("find", "mend")
    ]
    choices = [
        ListChoice(
            action.id,
            f"{_first(action, keys):<10}{action.label}",
            action.tooltip,
            dim=screen is not None and action in own and not screen.is_offered(action),
        )
        for action in found
    ]
    entries = screen.palette_entries() if screen else ()
    choices += [ListChoice(f"{ENTRY}{entry.key}", f"{'':<10}{entry.words}", entry.about) for entry in entries]
    return Palette("What can be done", choices).add_class("broad")


class Palette(Choose):
    """What can be done: its key, what it is called and, in a column of its own, what it does."""

    def lines(self, choice: ListChoice, room: int) -> Iterator[ListChoice]:
        """Yield the lines of an act; what it does stands below it where there is no room beside."""
        beside = room - NAMED
        if beside < BROAD - NAMED:
            yield replace(choice, right="")
            yield from (
                ListChoice("", line, more=True) for line in textwrap.wrap(choice.right, max(20, room - len(BELOW)))
            )
            return
        first, *more = textwrap.wrap(choice.right, beside) or [""]
        yield replace(choice, right=first)
        yield from (ListChoice("", "", line, more=True) for line in more)

    def line(self, choice: ListChoice, width: int) -> Line:
        """Return how a line of it looks."""
        if not choice.key and choice.words:
            return plain(f"{BELOW}{choice.words}", "dim")
        look = "dim" if choice.dim else "text"
        return Line(((f" {choice.words:<{NAMED - 1}}", look), (choice.right, "dim")))


def _first(action: Action, keys: Mapping[str, str]) -> str:
    return key_name(keys_of(action, keys)[0])


NAMED, BELOW = 30, " " * 12
"""The cells of key and name in the palette, and what stands before what an act does where that has no room beside."""
KEYS, LABEL = 21, 15
"""The cells of the columns for keys and label."""
BROAD = 56
"""From this width on, what an action does stands in a column of its own."""


MOVES = tuple(f"choice.{name}" for name in ("up", "down", "page_", "first", "last"))
"""What the ids of the actions begin with that move the cursor in the list of a dialog."""
NUMBER = re.compile(r"number \d+")
"""What tells actions apart that are alike but for the place of what they are done with."""
TYPED: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "editor": (
        (
            "0 to 9",
            "Number",
            "Give the number under the cursor of the details at once; of a box 1 ticks it, 0 does not.",
        ),
        ("letters", "Search", "Search the catalogue at once where it has the cursor."),
    ),
    "data": (("letters", "Search", "Search what the set holds at once where that has the cursor."),),
    "choice": (("letters", "Find", "Find the lines that have them."),),
}
"""What is typed where no action has the key: what help and docs/keys.md call that, and say of it, by scope."""
MOUSE = (
    "A click does what Enter does once the cursor is on the line, a box, a number or the sign of a fold at once. A "
    "double click folds a heading, a drag moves a unit or joins it to another, the right button marks it, the wheel "
    "scrolls; a click on a key below or in a frame is that key, and one on a line above does what it says."
)
SIGNS = (
    "[!!] is an error, [!] what is still to be chosen or looked at, [i] a note; ▪ is marked.",
    "( ) is one of several, (o) the one that is taken; [ ] can be ticked, [x] is; (-) and [-] cannot be now; [ 9] is a "
    "number. ↳ tells whom a unit leads or rides in, and how it arrives.",
    "(D-71), (L-06) and their like name a rule of the game: the sheet “rules” of the print form has those of the army, "
    "docs/rules.md all of them.",
)


class HelpRow(Record, frozen=True):
    """A line of the help, with the id of the action that it is about: a click does that."""

    line: Line
    action: str = ""


class Help(Dialog[str]):
    """The keys as they are set now; a click on one gives the id of its action.

    Args:
        actions: the actions, by their scopes.
        chosen: the keys that the player has set, by the ids of their actions.
    """

    def __init__(self, actions: Mapping[str, Sequence[Action]], chosen: Mapping[str, str]) -> None:
        super().__init__()
        self._actions, self._chosen = actions, chosen
        self.labels = {"dialog.cancel": "Close"}

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="dialog wide") as window:
            window.border_title = "Keys"
            pane = LinePane[HelpRow](lambda row, width: row.line, stops=lambda row: False, id="keys")
            pane.frame = window
            pane.hint("a click does it, to change keys see docs/keys.md")
            yield pane

    def on_mount(self) -> None:
        """Stand in the list."""
        self.query_one("#keys").focus()

    async def action_help(self) -> None:
        """Close it with the key that opened it."""
        self.dismiss()

    async def on_click(self, event: Click) -> None:
        """Do what the line is about: whoever has a mouse alone gets to every act so."""
        pane: LinePane[HelpRow] = self.query_one("#keys", LinePane)
        place = pane.index_at(event) if event.widget is pane and pane.is_click(event) else None
        if place is not None and pane.rows[place].action:
            self.dismiss(pane.rows[place].action)

    @on(LinePane.Resized)
    def _show(self) -> None:
        pane = self.query_one("#keys", LinePane)
        pane.show(tuple(self.lines(pane.content_region.width - 3)))

    def lines(self, width: int) -> Iterator[HelpRow]:
        """Yield all lines for a width in cells."""
        for place, (scope, actions) in enumerate(self._actions.items()):
            if place:
                yield HelpRow(Line(()))
            yield HelpRow(plain(TITLES[scope], "slot"))
            # Those that move in what was found, or in the list of a dialog, do as the keys of every list.
            named = (action for action in actions if action.by != "find" and not action.id.startswith(MOVES))
            for _, alike in groupby(named, lambda action: (action.label, NUMBER.sub("", action.tooltip))):
                yield from self._action([*alike], width)
            for keys, label, tooltip in TYPED.get(scope, ()):
                yield from map(HelpRow, self._row(keys, label, tooltip, width))
        for title, told in {"Mouse": (MOUSE,), "Signs": SIGNS}.items():
            yield HelpRow(Line(()))
            yield HelpRow(plain(title, "slot"))
            for words in told:
                yield from (HelpRow(plain(f"  {line}", "dim")) for line in textwrap.wrap(words, max(20, width - 2)))

    def _action(self, actions: Sequence[Action], width: int) -> Iterator[HelpRow]:
        """Yield the lines of an action, or of several that do the same with the first, second … of something."""
        action, last = actions[0], actions[-1]
        keys = self._keys(action)
        tooltip = action.tooltip
        if len(actions) > 1:
            changed = any(each.id in self._chosen for each in actions)
            keys = " ".join(map(self._keys, actions)) if changed else f"{keys} … {self._keys(last)}"
            tooltip = NUMBER.sub(lambda found: f"{found[0]} to {len(actions)}", tooltip)
        # Of several that are alike, and of the cursor of some list, a click does not say which is meant.
        does = action.id if len(actions) == 1 and action.scope != "lines" else ""
        yield from (HelpRow(line, does) for line in self._row(keys, action.label, tooltip, width))

    def _row(self, keys: str, label: str, tooltip: str, width: int) -> Iterator[Line]:
        if width < BROAD:
            yield Line(((f"{keys}  ", "focus"), (label, "text")))
            yield from (plain(f"  {line}", "dim") for line in textwrap.wrap(tooltip, max(20, width - 2)))
            return
        first, *more = textwrap.wrap(tooltip, max(20, width - KEYS - LABEL))
        yield Line(((f"{keys:<{KEYS - 1}} ", "focus"), (f"{label:<{LABEL}}", "text"), (first, "dim")))
        for line in more:
            yield plain(" " * (KEYS + LABEL) + line, "dim")

    def _keys(self, action: Action) -> str:
        return " ".join(map(key_name, keys_of(action, self._chosen)))

"""Asks for an army: a new one, a file to bring in, data to build a roster of another game anew from."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import BindingType

from builder.catalogue.model import ForceEntry
from builder.errors import MusterError
from builder.record import Record
from builder.scalars import number, read_budget, read_name
from builder.services.army.opening import saved_systems
from builder.services.data.listing import InstalledData
from builder.services.editor.new_army import first_forces, systems_for, usual_limit
from builder.services.files import read_army_source
from builder.services.library.armies import LibraryArmy
from builder.services.library.commands import Imported, bring, create, proposed_name
from builder.systems.registry import Playable, usable_modules
from builder.text import LONGEST, folded, without_bold
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import Choose, ListChoice, choice_line, whole
from builder.tui.dialogs.dialog import HIGH, Dialog
from builder.tui.dialogs.pick_file import PickFile
from builder.tui.dialogs.prompts import LIMITS, Button, OfferLine
from builder.tui.sentences import keyed
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, Input, Static, Vertical

T = TypeVar("T")

BESIDE_POINTS = 72
"""From this width on the limits that are played most stand beside the line for the limit."""
BESIDE_LIST = 6
"""Lines of the form for a new army beside the list in it."""


async def begin_army(app: App[None], known: Sequence[InstalledData], data: str | None) -> Path | None:
    """Ask for data, game, modules, force, name and limit, and begin the army in the library; None if the player leaves.

    Raises:
        InputError: no system reads the data, or the army cannot be written.
    """
    usable = [each for each in known if each.usable]
    asks, wanted, letters = data is None, data, list[str]()
    while True:
        if asks:
            wanted = await ask_faction(app, usable, "New army: of which faction?", at=wanted, letters=letters)
        if wanted is None:
            return None
        plan = await _ask_plan(app, wanted, next((each.name for each in usable if each.id == wanted), ""), back=asks)
        if plan is not None:
            break
        if not asks:
            return None
    id = wanted
    return await asyncio.to_thread(
        lambda: create(id, plan.name, plan.limit, system=plan.system, force=plan.force, modules=plan.modules)
    )


async def _ask_plan(app: App[None], data: str, faction: str, *, back: bool) -> BegunArmy | None:
    """Ask for all but the data; None if the player leaves, or goes `back` to the factions."""
    systems, forces, limit = await asyncio.to_thread(lambda: (systems_for(data), first_forces(data), usual_limit(data)))
    usual = await asyncio.to_thread(lambda: proposed_name(faction)) if faction else ""
    title = f"New army: {faction}" if faction else "New army"
    return await app.push_screen_wait(NewArmy(title, usual, limit, systems, forces, back=back))


class BegunArmy(Record, frozen=True, kw_only=True):
    """A new army, or one that is brought: its name, what it may cost, its game, its modules, its first force."""

    name: str
    limit: Decimal | None
    system: str
    force: str | None
    modules: tuple[str, ...]


class NewArmy(Dialog[BegunArmy]):
    """All that a new army needs to be told, in one form; of one that is brought, its game and modules.

    Args:
        title: what stands in the frame.
        name: what it is called where nothing else is written; None for one that is brought, which has name and points.
        limit: what it may cost where nothing is written.
        systems: the games that it can be for, the usual one where nothing is chosen.
        forces: what it can begin with.
        back: whether Esc leads one step back, instead of leaving altogether.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("form")]
    scopes = ("form", "lines", "dialog")
    enter = "Go on"

    def __init__(
        self,
        title: str,
        name: str | None,
        limit: Decimal | None,
        systems: Sequence[Playable],
        forces: Sequence[ForceEntry],
        *,
        back: bool = False,
    ) -> None:
        super().__init__()
        self._leaving = ("Back", "goes back") if back else ("Cancel", "cancels")
        self.labels = {"dialog.cancel": self._leaving[0], "form.take": "Import" if name is None else "Begin"}
        self._title, self._name, self._games, self._forces = title, name, systems, forces
        self._empty = "no limit" if limit is None else number(limit)
        self._game = next(each for each in systems if each.usual)
        self._force = forces[0].id if len(forces) > 1 else None
        self._modules: dict[str, None] = {}

    def compose(self) -> ComposeResult:
        """Name, limit, what can be chosen, what is wrong, and two buttons for the mouse."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            ways = ", {dialog.next_pane} and {form.mark} choose" if self.app.size.width >= BESIDE_POINTS else ""
            hint = keyed(f"{{form.take}} goes on{ways}, {{dialog.cancel}} {self._leaving[1]}")
            if self._name is not None:
                with Horizontal(classes="field"):
                    yield Static("Name")
                    yield Input(self._name, id="name", max_length=LONGEST)
                with Horizontal(classes="field"):
                    yield Static("Points")
                    yield Input(placeholder=f"such as 500; left empty: {self._empty}", id="limit", max_length=LONGEST)
                    if self.app.size.width >= BESIDE_POINTS:
                        yield OfferLine(LIMITS)
            choices: LinePane[ListChoice] = LinePane(
                choice_line, stops=lambda row: bool(row.key), more=lambda row: row.more, id="choices"
            )
            choices.frame = window
            choices.hint(hint, keyed(f"{{dialog.cancel}} {self._leaving[1]}"))
            yield choices
            yield Static("", id="refused")
            with Horizontal(classes="buttons"):
                yield Button(keyed("{} ({form.take})", self.labels["form.take"]), id="begin", compact=True)
                yield Button(keyed("{} ({dialog.cancel})", self._leaving[0]), id="cancel", compact=True)

    @property
    def _pane(self) -> LinePane[ListChoice]:
        return self.query_one("#choices", LinePane)

    @property
    def _able(self) -> Sequence[str]:
        """The modules that the game can be played with."""
        return [each.id for each in usable_modules() if not each.refusal(self._game.system)]

    def on_mount(self) -> None:
        """Show what can be chosen, and stand at the name, or at the usual game where none is asked for."""
        for button in self.query(Button):
            button.can_focus = False  # Both have a key; on the way round by Tab, Enter would drop what was written.
        self._show()
        if self._name is not None:
            self.query_one("#name").focus()
            return
        chosen = (place for place, row in enumerate(self._pane.rows) if row.words.startswith("(o)"))
        self._pane.cursor = next(chosen, self._pane.cursor)
        self._pane.focus()

    def _choices(self) -> Iterator[ListChoice]:
        """Yield games, modules and forces, as far as there is anything to choose."""
        if len(self._games) > 1:
            yield ListChoice("", "For which game")
        for each in self._games if len(self._games) > 1 else ():
            yield ListChoice(f"game {each.system.id}", f"{'(o)' if each is self._game else '( )'} {each.name}")
        modules = [each for each in usable_modules() if any(not each.refusal(game.system) for game in self._games)]
        if modules:
            yield ListChoice("", "With which modules")
        for module in modules:
            refusal = module.refusal(self._game.system)
            box = "[-]" if refusal else "[x]" if module.id in self._modules else "[ ]"
            yield ListChoice(f"module {module.id}", f"{box} {module.name}", refusal, dim=bool(refusal))
        if self._force is not None:
            yield ListChoice("", "Beginning with which force")
            for force in self._forces:
                yield ListChoice(
                    f"force {force.id}", f"{'(o)' if force.id == self._force else '( )'} {without_bold(force.name)}"
                )

    @on(LinePane.Resized)
    def _show(self) -> None:
        rows = [line for choice in self._choices() for line in whole(choice, self.room_in(self._pane))]
        self._pane.display = bool(rows)
        height = self.app.size.height
        most = height * 9 // 10 if height >= HIGH else height
        self._pane.styles.height = min(len(rows), max(2, most - BESIDE_LIST))
        self._pane.show(rows)

    @on(LinePane.Chosen)
    def action_mark(self) -> None:
        """Choose what is under the cursor of the list, or tick it."""
        kind, _, id = (self._pane.row.key if self._pane.row is not None else "").partition(" ")
        if kind == "game":
            self._game = next(each for each in self._games if each.system.id == id)
        elif kind == "force":
            self._force = id
        elif kind == "module" and id in self._modules:
            del self._modules[id]
        elif kind == "module" and id in self._able:
            self._modules[id] = None
        self._show()

    def on_input_changed(self) -> None:
        """Say nothing against a line that is another one now."""
        self.query_one("#refused", Static).update("")

    @on(Input.Submitted, "#name")
    def _named(self) -> None:
        """Go on with the limit, unless no army can have this name."""
        if self._read("name", read_name) is not None:
            self.query_one("#limit").focus()

    @on(Input.Submitted, "#limit")
    @on(Button.Pressed, "#begin")
    def action_take(self) -> None:
        """Begin the army, or say what it cannot be called or cost."""
        asks = self._name is not None
        name = self._read("name", read_name) if asks else ""
        limit = self._read("limit", lambda text: (_budget(text),)) if asks else (None,)
        if name is not None and limit is not None:
            modules, system = tuple(id for id in self._able if id in self._modules), self._game.system.id
            self.dismiss(BegunArmy(name=name, limit=limit[0], system=system, force=self._force, modules=modules))

    @on(Button.Pressed, "#cancel")
    def _leave(self) -> None:
        self.dismiss(None)

    def _read(self, id: str, read: Callable[[str], T]) -> T | None:
        """Read a line; None for one that cannot be taken, which is said."""
        line = self.query_one(f"#{id}", Input)
        try:
            return read(line.value)
        except ValueError as error:
            self.query_one("#refused", Static).update(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            line.focus()
            return None

    def action_move(self, name: str) -> None:
        """Go to the part before or after, while letters are written."""
        if name == "up":
            self.focus_previous()
        elif name == "down":
            self.focus_next()


def _budget(written: str) -> Decimal | None:
    return read_budget(written) if written.strip() else None


async def ask_faction(
    app: App[None],
    known: Sequence[InstalledData],
    title: str,
    *,
    at: str | None = None,
    like: str = "",
    letters: list[str] | None = None,
) -> str | None:
    """Ask for data to build with, and give its id; None if the player leaves.

    It begins at the data of the id `at`, or at what is most `like` a name, with the `letters` that narrowed the list
    down when it was open last, and keeps there those that do now.
    """
    choices = factions([each for each in known if each.usable])
    words = {*_words(like)}
    alike = [
        (each.key == at, len(words.intersection(_words(each.words)))) if each.key else (False, -1) for each in choices
    ]
    kept = [] if letters is None else letters
    dialog = Choose(title, choices, at=alike.index(max(alike)) if choices else 0, letters="".join(kept))
    chosen = await app.push_screen_wait(dialog)
    kept[:] = [dialog.letters]
    return chosen


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]{3,}", folded(name))


def factions(usable: Sequence[InstalledData]) -> list[ListChoice]:
    """The factions below the names of their games."""
    choices = []
    for game in dict.fromkeys(each.game for each in usable):
        choices.append(ListChoice("", game))
        choices += [
            ListChoice(each.id, f"  {each.name}", _about(each), also=each.called)
            for each in usable
            if each.game == game
        ]
    return choices


def _about(data: InstalledData) -> str:
    """What data is of, and which other games armies of it can be for."""
    also = f"also {', '.join(data.others)}" if data.others else ""
    return ", ".join(filter(None, (data.source, also)))


Known = Callable[[], Awaitable[Sequence[InstalledData]]]
"""Gives the data to build with."""


async def import_army(app: App[None]) -> Imported | None:
    """Ask for a file, of a saved roster for its game and modules in one form, and bring it into the library.

    Of a file that cannot be read that is said, and another one asked for.
    """
    wrong, start = "", None
    while source := await app.push_screen_wait(PickFile("Import an army file or a saved roster", start, wrong)):
        try:
            return await _import(app, source)
        except MusterError as error:
            wrong, start = str(error), Path(source).parent
    return None


async def _import(app: App[None], source: str) -> Imported | None:
    """Bring a file into the library; None where nobody says for which game. Raises InputError if it cannot be read."""
    systems = await asyncio.to_thread(lambda: saved_systems(*read_army_source(source)))
    if not systems:  # An army file names its game and its modules itself.
        return await asyncio.to_thread(lambda: bring(source))
    usual = next(each for each in systems if each.usual)
    if len(systems) == 1 and all(module.refusal(usual.system) for module in usable_modules()):
        return await asyncio.to_thread(lambda: bring(source, system=usual.system.id))  # There is nothing to choose.
    plan = await app.push_screen_wait(NewArmy(f"Import {Path(source).name}", None, None, systems, ()))
    if plan is None:
        return None
    return await asyncio.to_thread(lambda: bring(source, system=plan.system, modules=plan.modules))


async def rebuild_army(app: App[None], known: Known, army: LibraryArmy) -> Imported | None:
    """Ask for data, that of its faction first, and build a roster anew from it: units by their names, the rest flagged.

    Raises:
        InputError: it cannot be read, or nothing of it is in that data.
    """
    faction = army.line.faction if army.line is not None else ""
    data = await ask_faction(app, await known(), "Built anew from which faction?", like=faction)
    return await asyncio.to_thread(lambda: bring(str(army.path), anew=data)) if data else None

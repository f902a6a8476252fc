"""The game screen: each key is an act of the game, asked about in a form, stored, and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from textual import on, work
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.files import write_target
from builder.systems.play.verbs import Verb
from builder.tracker.entries import LogLine
from builder.tui.actions import bindings_of, key_name
from builder.tui.dialogs.choose import Choice, Choose
from builder.tui.dialogs.confirm import Confirm
from builder.tui.dialogs.openact import OpenAct
from builder.tui.dialogs.target import ask_target
from builder.tui.screens.base import Offer
from builder.tui.screens.gameframe import FIRST, SECOND, GameFrame
from builder.tui.widgets.linepane import LinePane

if TYPE_CHECKING:
    from builder.services.export.files import Exported
    from builder.services.games.session import GameSession


@dataclass(frozen=True, slots=True)
class Shortcut:
    """An act that has a key: its verb, what is given at once, and whether it is done without a form."""

    verb: str
    given: Mapping[str, str] = field(default_factory=dict)
    at_once: bool = False


SHORTCUTS: Mapping[str, Shortcut] = {
    "shoot": Shortcut("shoot"),
    "damage": Shortcut("damage"),
    "vehicle": Shortcut("hit-vehicle"),
    "combat": Shortcut("fight"),
    "test": Shortcut("test"),
    "assault": Shortcut("lost-assault"),
    "regroup": Shortcut("regroup"),
    "psychic": Shortcut("psychic"),
    "next": Shortcut("next", at_once=True),
    "scatter": Shortcut("use", {"token": "scatter"}),
    "hot": Shortcut("gets-hot"),
    "give": Shortcut("give-back"),
    "marks": Shortcut("mark"),
    "reserve": Shortcut("arrive"),
    "points": Shortcut("points"),
    "note": Shortcut("note"),
}
"""Acts by the names of their actions; those whose verb a system does not have are not possible in its games."""

OF_THE_OTHER = ("use",)
"""Acts of the player whose turn it is not, as a rule: the tokens that he holds are used on whoever acts."""

WANTED: Mapping[str, Sequence[str]] = {
    "deployment": ("next", "side", "marks", "undo", "points", "note"),
    "movement": ("next", "side", "regroup", "reserve", "undo", "marks", "psychic", "scatter", "test"),
    "shooting": ("shoot", "damage", "side", "next", "undo", "test", "scatter", "hot", "vehicle", "psychic"),
    "assault": ("combat", "damage", "side", "next", "undo", "assault", "test", "vehicle", "psychic", "marks"),
}
"""Actions that are most wanted in a phase, the first first."""

VERB = 14
"""Cells for the verb of an act in a list."""

UNIT_NAMES, VEHICLE_NAMES = ("unit", "leader"), ("vehicle",)
"""Parameters that take the unit, or the vehicle, under the cursor."""


class GameScreen(GameFrame):
    """The screen where a game is played."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("game", first=True)]

    @classmethod
    def named(cls, name: str) -> Self:
        """The screen of a game by its id or its name."""

        def open() -> GameSession:
            from builder.services.games.games import open_game

            return open_game(name)

        return cls(open)

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        if name == "back":
            return True
        if self.session is None:
            return False
        if name in SHORTCUTS:
            return self._verb(SHORTCUTS[name].verb) is not None
        return True

    @property
    def wanted(self) -> Sequence[str]:
        """The ids of the actions that are most wanted in this phase."""
        phase = self.standing.view.phase if self.standing is not None else ""
        return [f"{self.scope}.{name}" for name in WANTED.get(phase, ())]

    def _verb(self, name: str) -> Verb | None:
        verbs = self.session.verbs if self.session is not None else ()
        return next((verb for verb in verbs if verb.name == name), None)

    # -- acts --------------------------------------------------------------------
    def play(self, verb: str, given: Mapping[str, str]) -> None:
        """Fill in the form of an act, which does it."""
        found, session = self._verb(verb), self.session
        if found is None or session is None:
            return
        against = self._against(found)
        if against:
            self.say(against, "warning")
        else:
            self.form.ask(OpenAct(session, found, dict(given), self._offered(verb)))

    def _against(self, verb: Verb) -> str:
        """Why an act is not possible beside a side that is only a name; empty where it is."""
        sides = self.standing.view.sides if self.standing is not None else ()
        needed = {each.name for each in verb.parameters if each.read is not None and each.default is None}
        for number, side in enumerate(sides):
            if not side.known and "target" in needed:
                return f"{side.name} is only a name, with nothing to attack: d types in DMG on yours."
            if not side.known and number == self.side and needed & {*UNIT_NAMES, *VEHICLE_NAMES}:
                return f"{side.name} is only a name, with no units here: o shows yours."
        return ""

    def _offered(self, verb: str) -> Mapping[str, Sequence[str]]:
        """What the cursor stands on, by the fields of acts that take it, and the player that is meant."""
        view, row = self.standing.view if self.standing is not None else None, self.row
        player = 1 - view.active if view is not None and verb in OF_THE_OTHER else self.side
        offered: dict[str, Sequence[str]] = {"player": (str(player + 1),)}
        if view is not None and row is not None:
            offered |= dict.fromkeys(view.sides[self.side].fields, (row.ref,))
            offered |= row.offers
        return offered

    def _shortcut(self, name: str) -> None:
        shortcut = SHORTCUTS[name]
        if shortcut.at_once:
            self.change(partial(_act, shortcut.verb, shortcut.given), say=False)
        else:
            self.play(shortcut.verb, shortcut.given)

    def action_shoot(self) -> None:
        """Shoot at a unit or a vehicle."""
        self._shortcut("shoot")

    def action_damage(self) -> None:
        """Give what is under the cursor DMG that is known."""
        self._shortcut("vehicle" if self.row is not None and "vehicle" in self.row.offers else "damage")

    def action_vehicle(self) -> None:
        """Give a vehicle DMG or hits that are known."""
        self._shortcut("vehicle")

    def action_combat(self) -> None:
        """Strike in close combat."""
        self._shortcut("combat")

    def action_test(self) -> None:
        """Take a leadership test."""
        self._shortcut("test")

    def action_assault(self) -> None:
        """Take the test after a lost assault."""
        self._shortcut("assault")

    def action_regroup(self) -> None:
        """Regroup."""
        self._shortcut("regroup")

    def action_psychic(self) -> None:
        """Take a psychic test."""
        self._shortcut("psychic")

    def action_next(self) -> None:
        """Go on to the next phase."""
        self._shortcut("next")

    def action_scatter(self) -> None:
        """Use Scatter tokens."""
        self._shortcut("scatter")

    def action_hot(self) -> None:
        """Use a Gets Hot! token on the bearer of a weapon."""
        self._shortcut("hot")

    def action_give(self) -> None:
        """Give tokens back."""
        self._shortcut("give")

    def action_marks(self) -> None:
        """Set or take away a mark."""
        self._shortcut("marks")

    def action_reserve(self) -> None:
        """Let a unit arrive."""
        self._shortcut("reserve")

    def action_points(self) -> None:
        """Count victory points."""
        self._shortcut("points")

    def action_note(self) -> None:
        """Write a note."""
        self._shortcut("note")

    def offers(self) -> Sequence[Offer]:
        """Every act of the game."""
        verbs = self.session.verbs if self.session is not None else ()
        return tuple(Offer(verb.name, f"{verb.name:<{VERB}} {verb.text}", verb.group) for verb in verbs)

    def take_offer(self, key: str) -> None:
        """Fill in the form of an act."""
        self.play(key, {})

    @work
    async def action_acts(self) -> None:
        """Choose any act of the game."""
        verbs = self.session.verbs if self.session is not None else ()
        offers: list[Choice] = []
        keys = self._keys()
        for group in dict.fromkeys(verb.group for verb in verbs):
            offers.append(Choice("", group))
            for verb in verbs:
                if verb.group == group:
                    offers.append(Choice(verb.name, f"  {verb.name:<{VERB}} {verb.text}", keys.get(verb.name, "")))
        chosen = await self.app.push_screen_wait(Choose("All acts", offers).add_class("broad"))
        if chosen is not None:
            self.play(chosen, {})

    def _keys(self) -> Mapping[str, str]:
        """The keys of acts as they are set, by their verbs."""
        keys = {active.binding.id: key_name(key) for key, active in reversed(self.active_bindings.items())}
        return {shortcut.verb: keys.get(f"{self.scope}.{name}", "") for name, shortcut in SHORTCUTS.items()}

    @work
    async def action_print(self) -> None:
        """Write the sheets of the side that is shown, as they stand."""
        if self.standing is None:
            return
        side = self.standing.view.sides[self.side].name
        words = f"The sheets of {side} as they stand, as PDF: where do they go?"
        path = await ask_target(self.app, "Print", words, f"{side}.pdf")
        if path is None:
            return
        try:
            made = await self.ask(partial(_printed, path, self.side))
        except MusterError as error:
            self.say(str(error), "error")
        else:
            self.say(f"{path} is written. {' '.join(finding.message for finding in made.findings)}".strip(), "good")

    def action_undo(self) -> None:
        """Take back the last act."""
        seen = self.seen
        self.change(lambda session: session.undo(seen))

    def action_redo(self) -> None:
        """Do again what was undone."""
        seen = self.seen
        self.change(lambda session: session.redo(seen))

    # -- going about ---------------------------------------------------------------
    def action_side(self) -> None:
        """Show the other side."""
        self.turn_side()

    @on(LinePane.Chosen, "#log")
    def action_log(self) -> None:
        """Show the whole log."""
        from builder.tui.screens.gamelog import GameLogScreen

        line = self.query_one("#log", LinePane).row
        self.app.push_screen(GameLogScreen(self, line.seq if isinstance(line, LogLine) else None))

    @on(LinePane.Chosen, f"#{FIRST}")
    @on(LinePane.Chosen, f"#{SECOND}")
    def _clicked(self) -> None:
        self.action_damage()

    @work
    async def action_back(self) -> None:
        """Leave the game."""
        if await self.may_leave():
            self.dismiss()

    async def may_leave(self) -> bool:
        """Whether the game is stored, or the player leaves what is not."""
        if self.standing is None or self.standing.stored:
            return True
        question = f"{self.standing.warning}. Whoever leaves now loses what could not be stored."
        leaves = await self.app.push_screen_wait(Confirm("Game", question, "Leave", "Stay"))
        return leaves is True


def _printed(path: Path, side: int, session: GameSession) -> Exported:
    from builder.services.games.sheets import game_options, print_game

    made = print_game(session, str(side + 1), game_options())
    write_target(str(path), made.data)
    return made


def _act(verb: str, given: Mapping[str, str], session: GameSession) -> LogLine:
    return session.act(verb, given)

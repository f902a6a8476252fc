"""The game screen: each key is an act of the game, asked about in a form, stored, and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from textual import on, work
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.files import write_target
from builder.systems.play.verbs import Verb
from builder.systems.play.view import Key
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


OWN = ("acts", "log", "print", "redo", "side", "undo")
"""Actions of the screen itself; the others are acts, to which a system gives their keys."""

VERB = 14
"""Cells for the verb of an act in a list."""


class GameScreen(GameFrame):
    """The screen where a game is played."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("game", first=True)]

    @classmethod
    def named(cls, name: str) -> Self:
        """The screen of a game by its id or its name."""

        def opener() -> GameSession:
            from builder.services.games.games import open_game

            return open_game(name)

        return cls(opener)

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        if name == "back":
            return True
        if self.session is None:
            return False
        return name in OWN or any(self._verb(key.verb) is not None for key in self.keys if key.action == name)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys of the acts of this game."""
        return self.standing.view.keys if self.standing is not None else ()

    @property
    def wanted(self) -> Sequence[str]:
        """The ids of the actions that are most wanted in this phase."""
        actions = {key.verb: key.action for key in self.keys if not key.table}
        wanted = self.standing.view.wanted if self.standing is not None else ()
        return [f"{self.scope}.{actions.get(name, name)}" for name in wanted]

    def _key(self, action: str) -> Key | None:
        """The act that an action opens on the row under the cursor."""
        table = self.looked_at.table
        found = [key for key in self.keys if key.action == action]
        own = (key for key in found if table is not None and key.table == table.id)
        return next(own, next((key for key in found if not key.table), None))

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
        if self.standing is None:
            return ""
        view = self.standing.view
        needed = {each.name for each in verb.parameters if each.read is not None and each.default is None}
        barred = (*view.barred.items(), *view.sides[self.side].barred.items())
        return next((why for name, why in barred if name in needed), "")

    def _offered(self, verb: str) -> Mapping[str, Sequence[str]]:
        """What the cursor stands on, by the fields of acts that take it, and the player that is meant."""
        view, row = self.standing.view if self.standing is not None else None, self.row
        waits = any(key.waiting for key in self.keys if key.verb == verb)
        player = 1 - view.active if view is not None and waits else self.side
        offered: dict[str, Sequence[str]] = {"player": (str(player + 1),)}
        if view is not None and row is not None:
            offered |= dict.fromkeys(view.sides[self.side].fields, (row.ref,))
            offered |= row.offers
        return offered

    def _start(self, action: str) -> None:
        """Open the form of the act that an action stands for, or do it at once."""
        key = self._key(action)
        if key is None:
            return
        if key.at_once:
            self.change(partial(_act, key.verb, key.given), say=False)
        else:
            self.play(key.verb, key.given)

    def action_shoot(self) -> None:
        """Shoot at a unit or a vehicle."""
        self._start("shoot")

    def action_damage(self) -> None:
        """Give what is under the cursor DMG that is known."""
        self._start("damage")

    def action_vehicle(self) -> None:
        """Give a vehicle DMG or hits that are known."""
        self._start("vehicle")

    def action_combat(self) -> None:
        """Strike in close combat."""
        self._start("combat")

    def action_test(self) -> None:
        """Take a leadership test."""
        self._start("test")

    def action_assault(self) -> None:
        """Take the test after a lost assault."""
        self._start("assault")

    def action_regroup(self) -> None:
        """Regroup."""
        self._start("regroup")

    def action_psychic(self) -> None:
        """Take a psychic test."""
        self._start("psychic")

    def action_next(self) -> None:
        """Go on to the next phase."""
        self._start("next")

    def action_scatter(self) -> None:
        """Use Scatter tokens."""
        self._start("scatter")

    def action_hot(self) -> None:
        """Use a Gets Hot! token on the bearer of a weapon."""
        self._start("hot")

    def action_give(self) -> None:
        """Give tokens back."""
        self._start("give")

    def action_marks(self) -> None:
        """Set or take away a mark."""
        self._start("marks")

    def action_reserve(self) -> None:
        """Let a unit arrive."""
        self._start("reserve")

    def action_points(self) -> None:
        """Count victory points."""
        self._start("points")

    def action_note(self) -> None:
        """Write a note."""
        self._start("note")

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
            offers.extend(
                Choice(verb.name, f"  {verb.name:<{VERB}} {verb.text}", keys.get(verb.name, ""))
                for verb in verbs
                if verb.group == group
            )
        chosen = await self.app.push_screen_wait(Choose("All acts", offers).add_class("broad"))
        if chosen is not None:
            self.play(chosen, {})

    def _keys(self) -> Mapping[str, str]:
        """The keys of acts as they are set, by their verbs."""
        keys = {active.binding.id: key_name(key) for key, active in reversed(self.active_bindings.items())}
        return {key.verb: keys.get(f"{self.scope}.{key.action}", "") for key in self.keys if not key.table}

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
    from builder.services.games.sheets import GameSheetOptions, print_game

    made = print_game(session, str(side + 1), GameSheetOptions())
    write_target(str(path), made.data)
    return made


def _act(verb: str, given: Mapping[str, str], session: GameSession) -> LogLine:
    return session.act(verb, given)

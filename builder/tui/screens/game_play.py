"""What keys of the game screen do with the acts of its game: their forms, the list of all acts, and of what is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import on, work

from builder.errors import MusterError
from builder.services.games.proposals import OpenAct
from builder.systems.play.view import Key, Reminder
from builder.tui.actions import key_name
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.screens.act_form import ActForm
from builder.tui.screens.base import ActionScreen, PaletteEntry
from builder.tui.screens.game_acts import GameActs
from builder.tui.screens.game_board import DUE, GameBoard
from builder.tui.screens.game_worker import GameSnapshot
from builder.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from builder.services.games.session import GameSession
    from builder.tracker.entries import LogLine

T = TypeVar("T")
VERB = 14
"""Cells for the verb of an act in a list."""


class GamePlay(ActionScreen):
    """The part of the game screen that opens acts and does them."""

    acts: GameActs
    board: GameBoard
    form: ActForm
    snapshot: GameSnapshot | None = None
    _leaving = _going = False
    _doing: Reminder | None = None

    async def ask(self, call: Callable[[GameSession], T]) -> T:
        """Return what the game answers."""
        raise NotImplementedError

    async def done(self, call: Callable[[GameSession], T], then: Callable[[], object] = lambda: None) -> T:
        """Change the game, show what it came to, and do something else with that."""
        raise NotImplementedError

    def change(self, call: Callable[[GameSession], LogLine]) -> object:
        """Change the game and show what it came to; or say why not."""
        raise NotImplementedError

    def say(self, words: str, look: str = "text") -> None:
        """Say something until the next thing is said."""
        raise NotImplementedError

    # -- acts --------------------------------------------------------------------
    def action_act(self, name: str) -> None:
        """Open the form of the act that an action stands for, or do it at once."""
        key = self.acts.key_of(name)
        if key is None:
            return
        if key.at_once and self.acts.moves_on(key) and self._asks_first():
            return
        if key.at_once:
            self.change(lambda session: session.act(key.verb, key.given))
        else:
            self.play(key.verb, key.given, self._again(key))

    def _again(self, key: Key) -> Mapping[str, str]:
        """What was given to the last act, as far as a key gives it again."""
        spec = self.acts.find(key.verb)
        if not key.again or spec is None or self.form.last is None:
            return {}
        names = {each.name for each in spec.fields} - {*key.again}
        return {name: value for name, value in self.form.last.given.items() if name in names}

    # -- what is due ---------------------------------------------------------------
    @property
    def due(self) -> Sequence[Reminder]:
        """What is due."""
        return self.snapshot.view.due if self.snapshot is not None else ()

    def _asks_first(self) -> bool:
        """Whether a player who goes on is shown what is due before: once, then the same key goes on."""
        if self._leaving or not any(each.before_end for each in self.due):
            self._leaving, self._going = False, True
            return False
        self._leaving = True
        self.board.due.focus()
        self.say("This is still due: the same key again goes on.", "warning")
        return True

    def action_due(self) -> None:
        """Go to what is due."""
        self._leaving = False
        self.board.due.focus()

    def action_due_back(self) -> None:
        """Go back to the tables."""
        self._leaving = False
        self.board.units.list.focus()

    def shown(self) -> None:
        """Go on to the next thing where one was done that is due still; back to the tables where none is left."""
        done, self._doing = self._doing, None
        if done is not None:
            self.board.due.next_after(done)
        # A form that is about to close gives the focus back later: one that did what was due had it from there.
        if (self.board.due.has_focus or done is not None) and (self._going or not self.due):
            self.set_focus(self.board.units.list)
        self._going = False

    @on(LinePane.Chosen, f"#{DUE}")
    @work(group="change")
    async def action_due_do(self) -> None:
        """Do what is under the cursor: at once where it is told what it comes to and nothing is asked."""
        due = self.board.due.due
        act = self._owed(due) if due is not None else None
        if due is None or act is None or await self._at_once(due):
            return
        if self._leaving:
            self.say("")
        act.after = partial(setattr, self, "_doing", due)
        self.form.ask(act)

    @work(group="change")
    async def action_due_tests(self) -> None:
        """Do all that is told what it comes to, and asks nothing."""
        seen: set[str] = set()
        while True:
            due = (await self.ask(GameSnapshot.of)).view.due
            first = next((each for each in due if each.outcome and each.verb and each.key not in seen), None)
            if first is None:
                return
            seen.add(first.key)
            await self._at_once(first)

    def action_due_wave(self) -> None:
        """Wave away what is under the cursor."""
        due, view = self.board.due.due, self.board.view
        if due is not None and view is not None:
            verb, field = view.waving
            self.change(lambda session: session.act(verb, {field: due.key}))

    def _owed(self, due: Reminder) -> OpenAct | None:
        """The act that does what is due, as far as it is given; None where there is none."""
        spec = self.acts.find(due.verb)
        return OpenAct(spec, dict(due.given), self.acts.owed(due)) if spec is not None else None

    async def _at_once(self, due: Reminder) -> bool:
        """Do what needs no answer; whether it was done, or refused."""
        act = self._owed(due) if due.outcome else None
        if act is None:
            return False
        act.take(await self.ask(act.propose))
        decision = act.proposal.decision
        if decision is None or decision.questions:
            return False
        try:
            await self.done(lambda session: session.act(act.spec.name, act.given, act.proposal.seen))
        except MusterError as error:
            self.say(str(error), "error")
        return True

    def play(self, verb: str, given: Mapping[str, str], again: Mapping[str, str] | None = None) -> None:
        """Fill in the form of an act, which does it; what was answered before is given `again` once it is asked."""
        found = self.acts.find(verb)
        if found is not None and (against := self.acts.barred(found)):
            self.say(against, "warning")
        elif found is not None:
            answered = self.form.last.proposal.asked if again and self.form.last is not None else ()
            known = {name: value for name, value in (again or {}).items() if name not in answered}
            answers = {name: value for name, value in (again or {}).items() if name in answered}
            self.form.ask(OpenAct(found, {**known, **given}, self.acts.offered(verb), answers))

    def palette_entries(self) -> Sequence[PaletteEntry]:
        """Every act of the game."""
        return tuple(
            PaletteEntry(each.name, f"{each.name:<{VERB}} {each.phrase}", each.made.group) for each in self.acts.specs
        )

    def run_palette_entry(self, key: str) -> None:
        """Fill in the form of an act."""
        self.play(key, {})

    @work
    async def action_acts(self) -> None:
        """Choose any act of the game."""
        set_keys = {active.binding.id: key_name(key) for key, active in reversed(self.active_bindings.items())}
        keys = {verb: set_keys.get(f"{self.scope}.{name}", "") for verb, name in self.acts.actions_by_verb().items()}
        offers: list[ListChoice] = []
        for group in dict.fromkeys(each.made.group for each in self.acts.specs):
            offers.append(ListChoice("", group))
            offers.extend(
                ListChoice(each.name, f"  {each.name:<{VERB}} {each.phrase}", keys.get(each.name, ""))
                for each in self.acts.specs
                if each.made.group == group
            )
        chosen = await self.app.push_screen_wait(Choose("All acts", offers).add_class("broad"))
        if chosen is not None:
            self.play(chosen, {})

"""What keys of the game screen do with the acts of its game: their forms, the list of all acts, and of what is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import work

from builder.services.games.proposals import OpenAct
from builder.systems.play.view import Key, Reminder
from builder.tui.actions import key_name
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.screens.act_form import ActForm
from builder.tui.screens.base import ActionScreen, PaletteEntry
from builder.tui.screens.game_acts import GameActs
from builder.tui.screens.game_due import GO_ON, DueScreen
from builder.tui.screens.game_worker import GameSnapshot

if TYPE_CHECKING:
    from builder.services.games.session import GameSession
    from builder.tracker.entries import LogLine

T = TypeVar("T")
VERB = 14
"""Cells for the verb of an act in a list."""


class GamePlay(ActionScreen):
    """The part of the game screen that opens acts and does them."""

    acts: GameActs
    form: ActForm
    snapshot: GameSnapshot | None = None

    async def ask(self, call: Callable[[GameSession], T]) -> T:
        """Return what the game answers."""
        raise NotImplementedError

    async def done(self, call: Callable[[GameSession], T], then: Callable[[], object] = lambda: None) -> T:
        """Change the game, show what it came to, and do something else with that."""
        raise NotImplementedError

    def change(self, call: Callable[[GameSession], LogLine], *, say: bool = True) -> object:
        """Change the game, show what it came to and say it; or say why not."""
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
        if key.at_once and self.acts.moves_on(key) and any(each.before_end for each in self.due):
            self.list_due(leaving=True)
        elif key.at_once:
            self.change(lambda session: session.act(key.verb, key.given), say=False)
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

    def owed(self, due: Reminder) -> OpenAct | None:
        """The act that does what is due, as far as it is given."""
        spec = self.acts.find(due.verb)
        return OpenAct(spec, dict(due.given), self.acts.owed(due)) if spec is not None else None

    def action_due(self) -> None:
        """List what is due."""
        self.list_due()

    @work(group="due")
    async def list_due(self, *, leaving: bool = False, at: int = 0) -> None:
        """List what is due, and do what is chosen there: in its form, from which it goes back to the list."""
        screen = DueScreen(self, leaving=leaving, at=at)
        answer = await self.app.push_screen_wait(screen)
        if answer == GO_ON:
            self.go_on()
            return
        chosen = next((each for each in self.due if answer and each.key == answer), None)
        act = self.owed(chosen) if chosen is not None else None
        if act is not None:
            act.after = partial(self._back_to_due, screen.at)
            self.form.ask(act)

    def _back_to_due(self, at: int) -> None:
        if self.due:
            self.call_after_refresh(lambda: self.list_due(at=at))

    def go_on(self) -> None:
        """Go on to the next phase, whatever is due."""
        key = next((each for each in self.acts.keys if each.at_once and self.acts.moves_on(each)), None)
        if key is not None:
            self.change(lambda session: session.act(key.verb, key.given), say=False)

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

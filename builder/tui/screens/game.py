"""The game screen: each key is an act of the game, asked about in a form, stored, and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.widget import Widget

from builder.errors import MusterError
from builder.tracker import LogLine
from builder.tui.actions import Action, bindings_of
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.prompts import Confirm
from builder.tui.key_names import key_name
from builder.tui.painting import paint
from builder.tui.screens.act_form import ActForm
from builder.tui.screens.base import ActionScreen, PaletteEntry
from builder.tui.screens.game_acts import DueActs, GameActs
from builder.tui.screens.game_board import DUE, UNITS, GameBoard
from builder.tui.screens.game_views import GameViews
from builder.tui.screens.game_worker import GameSnapshot, GameWorker
from builder.tui.screens.preview import PreviewScreen
from builder.tui.sentences import in_keys, opening
from builder.tui.widgets.game_due import MindLines
from builder.tui.widgets.game_lines import head_line, totals
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Container, FittedLines, TextLines, plain

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

T = TypeVar("T")
PAINTED_AFTER = 0.01
"""Seconds from the paint of what was done until the rest is painted: the terminal gets it meanwhile."""
LOOK_EVERY = 0.8
"""Seconds between two looks whether another program wrote into the game."""

LOW, TALL = 20, 32
"""From these heights on there is room for more than the tables, and for details of their rows."""


class GameScreen(ActionScreen):
    """The screen where a game is played; `opener` gives the game, and may take a while."""

    # Panes cover the whole screen, which is drawn anew whenever a dialog was over it.
    BLANK = True
    scope = "game"
    keys_named = None
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = f"#{UNITS}"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("game", first=True)]

    def __init__(self, opener: Callable[[], GameSession]) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (80, "-narrow"), (120, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (LOW, "-low"), (TALL, "-tall")]
        self._open = opener
        self._worker = GameWorker()
        self.board = GameBoard(id="panes")
        board = self.board
        self.mind = MindLines(id="mind")
        self.form = ActForm(self, lambda: board.room, self._ask, lambda: board.letters, lambda: board.own_letters)
        self.acts = GameActs(self, board, self.form)
        self.dues = DueActs(self, board, self.form, self.acts)
        self.views = GameViews(self, self, board, self.acts, self.action_act)
        self.session: GameSession | None = None
        self.snapshot: GameSnapshot | None = None
        self._looking = False
        self._behind = 0

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the screen of a game, by its id or its name."""

        def opener() -> GameSession:
            from builder.services.games.games import open_game

            return open_game(name)

        return cls(opener)

    def compose(self) -> ComposeResult:
        """The form over all else, the head, the panes, the totals, what to mind, the keys."""
        yield TextLines(id="head")
        with Container(id="middle"):
            # Widgets of one layer are numbered from the last: behind the others, the form would give them all new
            # numbers whenever it comes or goes, and each of them would be drawn again.
            yield self.form
            yield self.board
        yield FittedLines(id="totals")
        yield TextLines(id="warning")
        yield self.mind
        yield KeyLine()

    # -- opening -----------------------------------------------------------------
    def on_mount(self) -> None:
        """Open the game, and look after it from then on."""
        self._show_head()
        self._begin()

    def on_unmount(self) -> None:
        """Close the game, once all is done that it was asked for, and show it nowhere else any more."""
        self.views.close()
        if self.session is not None:
            self._worker.finish(self.session.close)

    @work(group="open")
    async def _begin(self) -> None:
        try:
            self.session = session = await self._worker.run(self._open)
        except MusterError as error:
            words = f"This game cannot be opened.\n\n{error}"
            self.app.push_screen(PreviewScreen("Games", lambda: words), lambda _: self.dismiss())
            return
        snapshot = await self._worker.run(lambda: GameSnapshot.of(session))
        self.acts.session = session
        self.show(snapshot)
        self.add_actions(self.acts.own_actions(self.scope))
        self.set_interval(LOOK_EVERY, self._look)

    # -- what the game is asked for ------------------------------------------------
    async def ask(self, call: Callable[[GameSession], T]) -> T:
        """Return what the game answers, after all that it was asked for before.

        Raises:
            MusterError: what the game says against it.
        """
        session = self.session
        assert session is not None
        return await self.unless_left(self._worker.run(lambda: call(session)))

    async def done(self, call: Callable[[GameSession], T], then: Callable[[], object] = lambda: None) -> T:
        """Change the game, show what it came to, and do something else with that.

        Raises:
            MusterError: what the game says against it.
        """
        try:
            answer, told = await self.ask(lambda session: (call(session), session.log[-1].text))
        except MusterError:
            self._look()
            raise
        # What is painted at one time costs as much as all that lies between, and head, tables and log are the whole
        # screen: a line says at once what was done, the rest is worked out and painted when the terminal has that.
        self._behind += 1
        self.say(told)
        paint(self.mind)
        if self.is_current:
            self._follow(then)
        else:
            await self._show_rest(then)
        return answer

    @work(group="follow")
    async def _follow(self, then: Callable[[], object]) -> None:
        """Show the rest of what an act has come to once it is painted what was done."""
        await asyncio.sleep(PAINTED_AFTER)
        await self._show_rest(then)

    async def _show_rest(self, then: Callable[[], object]) -> None:
        snapshot = await self.ask(GameSnapshot.of)
        self._behind -= 1
        then()
        at = self.board.go_on_from(snapshot.view)
        self.show(snapshot, self.board.follow_turn(snapshot.view) or at)

    @property
    def is_behind(self) -> bool:
        """Whether only the line of messages tells of the last act."""
        return self._behind > 0

    @work(group="change")
    async def change(self, call: Callable[[GameSession], LogLine]) -> None:
        """Change the game and show what it came to; or say why not."""
        if self.session is not None:
            try:
                await self.done(call)
            except MusterError as error:
                self.say(str(error), "error")

    @property
    def seen(self) -> int:
        """The last entry of the log that is shown."""
        return len(self.snapshot.log) if self.snapshot is not None else 0

    def _look(self) -> None:
        clocks = self.snapshot.clocks if self.snapshot else None
        if clocks is not None and clocks.running is not None:
            self._show_head()
        if not self._looking:
            self._looking = True
            self._refresh()

    @work(group="look")
    async def _refresh(self) -> None:
        """Show what another program has written meanwhile, or what came in with an act that was refused."""
        try:
            new, snapshot = await self.ask(lambda session: (session.refresh(), GameSnapshot.of(session)))
        except MusterError as error:
            self.say(str(error), "error")
        else:
            for line in snapshot.log[-1:] if new else ():
                self.say(f"From {line.by}: {line.text}", "info")
            # What an act of this screen has come to is shown with the side whose turn it is by then.
            if not self.is_behind and (self.snapshot is None or snapshot.mark != self.snapshot.mark):
                self.show(snapshot)
                self.form.follow()
        finally:
            self._looking = False

    # -- showing -----------------------------------------------------------------
    def show(self, snapshot: GameSnapshot, at: str = "") -> None:
        """Show the game as it stands; see `GameBoard.show`."""
        before, self.snapshot = self.snapshot, snapshot
        self._show_head()
        self.board.show(snapshot, at=at)
        view = snapshot.view
        said = tuple((side.totals, side.stock) for side in view.sides)
        self.query_one("#totals", FittedLines).fit(lambda width, height: totals(view, width), said)
        self.mind.tell(view.due)
        self.dues.follow()
        warning = self.query_one("#warning", TextLines)
        warning.show(plain(f" [!] {snapshot.warning}", "error"))
        warning.set_class(bool(snapshot.warning), "shown")
        if before is None or (before.view.phase, before.view.due) != (view.phase, view.due):
            self.refresh_bindings()

    def _show_head(self) -> None:
        now = self.snapshot
        head = head_line(now.view, now.name, now.clocks, self.app.size.width) if now else head_line(None, "…")
        self.query_one("#head", TextLines).show(head)

    def say(self, words: str, look: str = "text") -> None:
        """Say something until the next thing is said; nothing at all brings the hints back."""
        self.mind.say(opening(in_keys(words)) if look == "error" else words, look)

    def _ask(self, *, asking: bool) -> None:
        """Leave the form its room, or take it back."""
        if asking:
            self.dues.stay()
        self.board.make_room(asking=asking)
        self.mind.fold(folded=asking)

    def on_resize(self) -> None:
        """Lines depend on the room there is."""
        self._show_head()
        self.call_after_refresh(self.board.show_side)

    # -- what can be done ----------------------------------------------------------
    @property
    def scopes(self) -> Sequence[str]:
        """While a form is open, its keys are the only ones."""
        return self.form.scopes if self.form.is_open else super().scopes

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        if name == "back":
            return True
        if self.session is None:
            return False
        action = self.find_action(name)
        if action is None or action.by != "act":
            return self.dues.allows(name) and self.views.allows(name)
        return self.acts.has_action(name)

    def why_not(self, name: str) -> str:
        """Return why there is nothing that an action could be done with."""
        return self.views.why_not(name)

    def label(self, name: str) -> str:
        """Return what the system of the game calls an action."""
        return self.acts.label(name)

    @property
    def listed_actions(self) -> Sequence[Action]:
        """The actions that help and palette name."""
        return self.acts.listed(self.actions)

    def get_widget_at(self, x: int, y: int) -> tuple[Widget, Region]:
        """Return the widget at a place: what lies below a form cannot be clicked."""
        widget, region = super().get_widget_at(x, y)
        below = self.form.is_open and self.board in widget.ancestors_with_self
        return (self.form, self.form.region) if below else (widget, region)

    @property
    def wanted(self) -> Sequence[str]:
        """The ids of the actions that are most wanted in this phase."""
        return [f"{self.scope}.{name}" for name in self.acts.wanted(due=self.pane == DUE)]

    def names(self, id: str) -> bool:
        """Beside what is due only keys that have to do with it are named; some only while something is due by them."""
        return self.pane != DUE and self.acts.is_named(id.removeprefix(f"{self.scope}."))

    @on(LinePane.Chosen, f"#{UNITS}")
    def action_use(self) -> None:
        """Open the act that is wanted most of what is under the cursor."""
        self.acts.use()

    def action_act(self, name: str) -> None:
        """Open the form of the act that an action stands for, or do it at once."""
        key = self.acts.key_of(name)
        if key is None:
            return
        if not key.at_once:
            self.acts.open(key)
        elif not self.acts.moves_on(key):
            self.run_worker(self.acts.do(key), group="change")
        elif not self.dues.asks_first():
            self.views.move_on(key)

    @work
    async def action_acts(self) -> None:
        """Choose any act of the game."""
        keys = {held.binding.id or "": key_name(key) for key, held in reversed(self.active_bindings.items())}
        chosen = await self.app.push_screen_wait(Choose("All acts", self.acts.choices(keys)).add_class("broad"))
        if chosen is not None:
            self.acts.play(chosen, {})

    def palette_entries(self) -> Sequence[PaletteEntry]:
        """Every act of the game."""
        return self.acts.palette_entries

    def run_palette_entry(self, key: str) -> None:
        """Fill in the form of an act."""
        self.acts.play(key, {})

    def action_due(self) -> None:
        """Go to what is due."""
        self.dues.go()

    def action_due_back(self) -> None:
        """Go back to the tables."""
        self.dues.leave()

    @on(LinePane.Chosen, f"#{DUE}")
    @work(group="change")
    async def action_due_do(self) -> None:
        """Do what is under the cursor of what is due."""
        await self.dues.do()

    @work(group="change")
    async def action_due_tests(self) -> None:
        """Do all that is due and asks nothing."""
        await self.dues.do_all()

    def action_due_wave(self) -> None:
        """Dismiss what is due under the cursor."""
        self.dues.wave()

    @work
    async def action_serve(self) -> None:
        """Show the game on phones and other devices."""
        await self.views.serve()

    def action_look(self, name: str) -> None:
        """Show another view of the game."""
        self.views.open(name)

    def action_undo(self) -> None:
        """Take back the last act."""
        seen = self.seen
        self.change(lambda session: session.undo(seen))

    def action_redo(self) -> None:
        """Do again what was undone."""
        seen = self.seen
        self.change(lambda session: session.redo(seen))

    def action_side(self) -> None:
        """Show the other side."""
        self.board.switch_side()

    @on(LinePane.Chosen, "#log")
    def _read_log(self) -> None:
        self.views.open("log")

    @work
    async def action_back(self) -> None:
        """Go one step back: to the tables, and then to the games."""
        if not self.board.units.list.has_focus:
            self.dues.leave()
        elif await self.may_leave():
            self.dismiss()

    async def may_leave(self) -> bool:
        """Whether the game is stored, or the player leaves what is not."""
        if self.snapshot is None or self.snapshot.stored:
            return True
        question = f"{self.snapshot.warning}. Whoever leaves now loses what could not be stored."
        return await self.app.push_screen_wait(Confirm("Game", question, "Leave", "Stay")) is True

"""What the game screen shows, and how it keeps up with the game: four panes, what to mind, the keys."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.events import DescendantFocus

from builder.errors import MusterError
from builder.systems.play.view import Row
from builder.tracker.entries import LogLine
from builder.tui.dialogs.act import ActForm
from builder.tui.playing import Beside, Standing
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.fitted import FittedLines
from builder.tui.widgets.gamelines import head_line, log_line, mind, standing_lines, tokens
from builder.tui.widgets.growingpane import GrowingPane
from builder.tui.widgets.keyline import KeyLine
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Span, plain
from builder.tui.widgets.plaintext import Container, Vertical
from builder.tui.widgets.tablepane import TablePane
from builder.tui.widgets.textlines import TextLines

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

T = TypeVar("T")
LOOK_EVERY = 0.8
"""Seconds between two looks whether another program wrote into the game."""

LOW = 20
"""From this height on there is room for more than the tables."""

TALL = 32
"""From this height on tables have room for details of their rows."""

RECENT = 200
"""Entries of the log that are shown beside the tables; all of them are on a screen of their own."""

FIRST, SECOND = "first", "second"
"""The ids of the lists of the two tables."""


class Panes(Container):
    """Holds the panes, which cover all of it."""

    BLANK = True


class GameFrame(ActionScreen):
    """Shows a game; `opener` gives it, and may take a while."""

    # Panes cover the whole screen, which is drawn anew whenever a dialog was over it.
    BLANK = True
    scope = "game"
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = f"#{FIRST}"

    def __init__(self, opener: Callable[[], GameSession]) -> None:
        super().__init__()
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (LOW, "-low"), (TALL, "-tall")]
        self._open = opener
        self.beside = Beside()
        self.form = ActForm(self.beside, self.done)
        self.tables = TablePane(FIRST, least=9, empty="Opening …"), TablePane(SECOND, least=13)
        self.session: GameSession | None = None
        self.standing: Standing | None = None
        self.side = 0
        self._said: tuple[Span, ...] = ()
        self._looking = False

    def compose(self) -> ComposeResult:
        """The head, the panes, what to mind, the keys."""
        yield TextLines(id="head")
        with Panes(id="panes"):
            yield from self.tables
            held = FittedLines(id="tokens")
            held.border_title = "Tokens"
            yield held.add_class("pane")
            with Vertical(id="logpane", classes="pane") as kept:
                kept.border_title, kept.border_subtitle = "Log", "g shows all · u undoes the last"
                yield GrowingPane[LogLine](log_line, id="log")
        yield TextLines(id="warning")
        yield FittedLines(id="mind")
        yield KeyLine()

    # -- opening -----------------------------------------------------------------
    def on_mount(self) -> None:
        """Open the game, and look after it from then on."""
        self._head()
        self.app.install_screen(self.form, f"form-{id(self)}")
        self._begin()

    def on_unmount(self) -> None:
        """Let go of the game, once all is done that it was asked for."""
        if self.form not in self.app.screen_stack:
            self.app.uninstall_screen(self.form)
            if self.form.is_attached:
                self.form.remove()
        if self.session is not None:
            self.beside.last(self.session.close)

    @work(group="open")
    async def _begin(self) -> None:
        try:
            self.session = session = await self.beside.do(self._open)
        except MusterError as error:
            words = f"This game cannot be opened.\n\n{error}"
            self.app.push_screen(PreviewScreen("Games", lambda: words), lambda _: self.dismiss())
            return
        self.show(await self.beside.do(lambda: Standing.of(session)))
        self.set_interval(LOOK_EVERY, self._look)

    # -- what the game is asked for ------------------------------------------------
    async def ask(self, call: Callable[[GameSession], T]) -> T:
        """What the game answers, after all that it was asked for before.

        Raises:
            MusterError: what the game says against it.
        """
        session = self.session
        assert session is not None
        return await self.unless_left(self.beside.do(lambda: call(session)))

    async def done(self, call: Callable[[GameSession], T], before: Callable[[], object] = lambda: None) -> T:
        """Change the game, do something `before` what it came to is shown, and show that.

        Raises:
            MusterError: what the game says against it.
        """
        try:
            answer, standing = await self.ask(lambda session: (call(session), Standing.of(session)))
        except MusterError:
            self._look()
            raise
        before()
        self._said = ()
        self.show(standing)
        return answer

    @work(group="change")
    async def change(self, call: Callable[[GameSession], LogLine], *, say: bool = True) -> None:
        """Change the game, show what it came to and say it; or say why not."""
        if self.session is not None:
            try:
                line = await self.done(call)
            except MusterError as error:
                self.say(str(error), "error")
            else:
                self.say(line.text if say else "")

    @property
    def seen(self) -> int:
        """The last entry of the log that is shown."""
        return len(self.standing.log) if self.standing is not None else 0

    def _look(self) -> None:
        if not self._looking:
            self._looking = True
            self._refresh()

    @work(group="look")
    async def _refresh(self) -> None:
        """Show what another program has written meanwhile, or what came in with an act that was refused."""
        try:
            new, standing = await self.ask(lambda session: (session.refresh(), Standing.of(session)))
        except MusterError as error:
            self.say(str(error), "error")
        else:
            if new and standing.log:
                line = standing.log[-1]
                self.say(f"From {line.by}: {line.text}", "info")
            if self.standing is None or standing.told != self.standing.told:
                self.show(standing)
        finally:
            self._looking = False

    # -- showing -----------------------------------------------------------------
    def show(self, standing: Standing) -> None:
        """Show the game as it stands."""
        before, self.standing = self.standing, standing
        self._head()
        self._show_side(fit=before is None)
        self._show_log()
        held = tuple((side.stock, side.lines) for side in standing.view.sides)
        self._lines("tokens").fit(lambda width, height: tokens(standing.view, width, height), held)
        self._mind()
        warning = self.query_one("#warning", TextLines)
        warning.show(plain(f" [!] {standing.warning}", "error"))
        warning.set_class(bool(standing.warning), "shown")
        if before is None or before.view.phase != standing.view.phase:
            self.refresh_bindings()

    def _head(self) -> None:
        view, name = (self.standing.view, self.standing.name) if self.standing else (None, "…")
        self.query_one("#head", TextLines).show(head_line(view, name))

    def _show_side(self, *, fit: bool = True) -> None:
        """Show the tables of a side; `fit` where it is another side or another size."""
        if self.standing is None:
            return
        side = self.standing.view.sides[self.side]
        first, second = self.tables
        for pane, table in zip_longest((first, second), side.tables[:2]):
            pane.show(table)
            if fit and table is not None:
                pane.list.say(table.empty)
                pane.border_title = table.title
        if fit:
            first.border_title = f"{'Theirs' if self.side else 'Yours'}: {side.name}"
            if not side.known:
                first.list.say(f"{side.name} is only a name: its army is not in this game.")
            self._fit_details()
        self.describe()

    def turn_side(self) -> None:
        """Show the other side."""
        self.side = 1 - self.side
        self._show_side()

    def _show_log(self) -> None:
        """Show the end of what stands, the newest first; the cursor stays on its line unless it is on the newest."""
        assert self.standing is not None
        log, lines = self.query_one("#log", LinePane), [*islice(standing_lines(self.standing.log), RECENT)]
        at = log.row.seq if log.cursor and isinstance(log.row, LogLine) else None
        log.show(lines, next((place for place, line in enumerate(lines) if line.seq == at), 0))

    @on(LinePane.Moved, f"#{FIRST}")
    @on(LinePane.Moved, f"#{SECOND}")
    def describe(self) -> None:
        """Show the rows under the cursors; a low screen has room for one of them."""
        first, second = self.tables
        low = not self.has_class("-tall")
        first.describe(second.row if low and self.pane == SECOND else first.row)
        second.describe(second.row)

    def _fit_details(self) -> None:
        for pane in self.tables:
            pane.divide(tall=self.has_class("-tall"))

    @on(LinePane.Moved, "#log")
    def _moved_in_log(self) -> None:
        self.refresh_bindings()

    def say(self, words: str, look: str = "text") -> None:
        """Say something until the next thing is said; nothing at all brings the hints back."""
        self._said = ((words, look),) if words else ()
        self._mind()

    def _mind(self) -> None:
        view, said = self.standing.view if self.standing else None, self._said
        due = view.due if view is not None else ()
        self._lines("mind").fit(lambda width, height: mind(due, said, width, height), (due, said))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """On low screens the detail is that of the pane with the focus."""
        self.describe()

    def on_resize(self) -> None:
        """Lines depend on the room there is."""
        self._head()
        self.call_after_refresh(self._show_side)

    # -- where the cursor is -------------------------------------------------------
    @property
    def looked_at(self) -> TablePane:
        """The pane that the player looks at: the second where it has the focus, or the first has no rows."""
        first, second = self.tables
        return second if self.pane == SECOND or first.row is None else first

    @property
    def row(self) -> Row | None:
        """The row under the cursor of the pane that the player looks at."""
        return self.looked_at.row

    def _lines(self, id: str) -> FittedLines:
        return self.query_one(f"#{id}", FittedLines)

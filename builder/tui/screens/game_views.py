"""What else a game shows from its screen: its log, who beats whom, its summary, sheets on paper, pages on phones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.files import write_target
from builder.systems.play.view import Key
from builder.tracker import UNDO, LogLine
from builder.tui.actions import bindings_of
from builder.tui.dialogs.prompts import Confirm, ask_target
from builder.tui.screens.base import ActionScreen, Notice, Noticed
from builder.tui.screens.game_acts import GameActs
from builder.tui.screens.game_board import GameBoard
from builder.tui.screens.game_worker import GameSnapshot, OpenGame, PlayedGame
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.game_lines import head_line
from builder.tui.widgets.game_log import Undone, entry_line, folded_lines, log_detail, log_sums, standing_lines
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, TextLines, Vertical, plain

if TYPE_CHECKING:
    from builder.serve.server import Server
    from builder.services.export.files import Exported
    from builder.services.games.session import GameSession


MARGIN = 4
"""Cells of a screen that a text in a pane leaves free."""


class GameViews:
    """Opens other views of the game of a screen; what it says goes to that game, and `do` does an action of that."""

    def __init__(
        self,
        screen: ActionScreen,
        game: PlayedGame,
        board: GameBoard,
        acts: GameActs,
        do: Callable[[str], object],
    ) -> None:
        self._screen, self._game, self._board, self._acts, self._do = screen, game, board, acts, do
        self._server: Server | None = None

    def close(self) -> None:
        """Show the game nowhere else any more."""
        if self._server is not None:
            self._server.stop(wait=False)

    def allows(self, name: str) -> bool:
        """Whether a view can be opened: who beats whom where no dice decide."""
        session = self._acts.session
        play = session.system.play() if session is not None and name in ("targets", "matchup") else None
        return play is None or play.matcher is not None

    def why_not(self, name: str) -> str:
        """Return why a view cannot be opened."""
        session = self._acts.session
        if session is None or self.allows(name):
            return ""
        return f"in {session.system.name} dice decide, so nothing is certain of whom a unit beats."

    def open(self, name: str) -> None:
        """Open a view, by the name of the action that asks for it."""
        session, row = self._acts.session, self._board.row
        if session is None:
            return
        if name == "matchup":
            from builder.services.games.analysis import game_matchup
            from builder.tui.screens.matchup import MatchupScreen

            self._screen.app.push_screen(
                MatchupScreen(session.name, partial(game_matchup, session), self._board.letters)
            )
        elif name in ("log", "steps"):
            self._read_log(self._board.acted if name == "steps" else "", full=name == "steps")
        elif name == "print":
            self._screen.run_worker(self.print())
        elif name == "summary":
            self._sum_up(lambda: self._do(next(iter(self._acts.going_on), "")))
        elif row is not None:
            from builder.services.games.analysis import game_targets
            from builder.tui.screens.targets import TargetsScreen

            make = partial(game_targets, session, row.ref)
            self._screen.app.push_screen(TargetsScreen(row.name, make, self._acts.play, self._board.letters))

    def _read_log(self, name: str, *, full: bool) -> None:
        """Open the log at the last entry with a name, or say that there is none; without a name at the cursor."""
        part, shown = self._board.log_pane.row, self._game.snapshot
        lines = standing_lines(shown.log) if shown is not None and name else ()
        line = next((line for line in lines if name in line.text), part.line if part is not None else None)
        if name and (line is None or name not in line.text):
            self._game.say(f"{name}: no entry of the log tells of it yet.", "warning")
            return
        self._screen.app.push_screen(GameLogScreen(self._game, line.seq if line is not None else None, full=full))

    def move_on(self, key: Key) -> None:
        """Go on to another phase as a key does; to another turn once this one is summed up."""

        def go_on() -> None:
            self._game.change(lambda session: session.act(key.verb, key.given))

        if self._board.view is not None and self._board.view.ends_turn:
            self._sum_up(go_on)
        else:
            go_on()

    def _sum_up(self, go_on: Callable[[], object]) -> None:
        """Show the turns in figures, and who has not acted in this one; then go on, where the player does."""
        session = self._acts.session
        if session is not None:
            summary = SummaryScreen(session)
            self._screen.app.push_screen(summary, lambda goes_on: _call(go_on) if goes_on else None)

    async def print(self) -> None:
        """Write the sheets of the side that is shown, as they stand."""
        side = self._board.shown_side
        if side is None:
            return
        words = f"The sheets of {side.name} as they stand, as PDF: where do they go?"
        path = await ask_target(self._screen.app, "Print", words, f"{side.name}.pdf")
        if path is None:
            return
        self._game.say("Writing the sheets …", "dim")
        try:
            made = await self._game.ask(partial(_printed, path, self._board.side))
        except MusterError as error:
            self._game.say(str(error), "error")
        else:
            found = " ".join(finding.message for finding in made.findings)
            self._game.say(f"Written: {path}. {found}".strip(), "good")
            self._screen.app.post_message(Noticed(Notice(f"Written: {path}. {found}".strip(), file=str(path))))

    async def serve(self) -> None:
        """Show the game on phones and other devices, and who may come; then who is there, or show it nowhere else."""
        from builder.serve.server import Server, invitation

        screen, session, server = self._screen, self._acts.session, self._server
        if session is None:
            return
        if server is None:
            words = "Who can reach the game by its address: all devices of this network, or only this computer?"
            lan = await screen.app.push_screen_wait(Confirm("On phones", words, "Network", "This computer"))
            if lan is None:
                return
            try:
                server = self._server = await asyncio.to_thread(Server, session.id, lan=lan)
            except MusterError as error:
                self._game.say(str(error), "error")
                return
            server.start()
        else:
            words = (
                f"The game is shown at {server.origin}. Its addresses stay the same when that is switched off and on."
            )
            goes_on = await screen.app.push_screen_wait(Confirm("On phones", words, "Who is there", "Switch it off"))
            if goes_on is False:
                await asyncio.to_thread(server.stop)
                self._server = None
                self._game.say("The game is shown on no other device any more.", "good")
            if not goes_on:
                return
        lines = partial(invitation, server, screen.size.width - 4, dark=screen.app.current_theme.dark)
        screen.app.push_screen(PreviewScreen("On phones", lambda: "\n".join(lines())))


def _call(what: Callable[[], object]) -> None:
    what()


def _printed(path: Path, side: int, session: GameSession) -> Exported:
    from builder.services.games.sheets import print_game
    from builder.sheets.options import SheetOptions

    made = print_game(session, str(side + 1), SheetOptions(), usual=True)
    write_target(str(path), made.data)
    return made


class SummaryScreen(PreviewScreen):
    """Sums a game up turn by turn, as it stands; what it is closed with says whether the player goes on."""

    def __init__(self, session: GameSession) -> None:
        super().__init__(f"Game: {session.name} > Summary", self._lines, goes_on=True)
        self._session = session
        self._turns: tuple[int | None, ...] = (None,)
        self._turn: int | None = None

    def _lines(self) -> str:
        from builder.services.games.analysis import game_summary, summary_lines
        from builder.tui.widgets.print_panes import WIDEST

        summary = game_summary(self._session, self._turn)
        self._turns = (*summary.turns, None)
        return "\n".join(summary_lines(summary, min(self.size.width - MARGIN, WIDEST)))

    def on_resize(self) -> None:
        """Lay it out anew."""
        self.fill()

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with: turns are leafed through like pages."""
        return name in ("next", "before") or super().allows(name)

    def label(self, name: str) -> str:
        """Return what the keys do here that go to another page elsewhere."""
        return {"next": "Turn", "before": "Turn before"}.get(name) or super().label(name)

    async def action_next(self) -> None:
        """Look at the turn after; at all of them after the last."""
        self._look(1)

    async def action_before(self) -> None:
        """Look at the turn before."""
        self._look(-1)

    def _look(self, by: int) -> None:
        at = self._turns.index(self._turn) + by
        self._turn = self._turns[max(0, min(len(self._turns) - 1, at))]
        self.fill()


class GameLogScreen(ActionScreen):
    """Lists every entry, the newest first, with the one under the cursor in full.

    Args:
        game: the game, as it is shown below.
        at: the number of the entry to stand on; the newest if None.
        full: whether that is read in full at once.
    """

    scope = "gamelog"
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("gamelog")]

    def __init__(self, game: OpenGame, at: int | None, *, full: bool = False) -> None:
        super().__init__()
        self._game, self._at, self._full = game, at, full
        self._folded = True

    def compose(self) -> ComposeResult:
        """The list, and one entry of it in full."""
        yield TextLines(id="head")
        with Vertical(classes="pane", id="entrypane") as listed:
            listed.border_title = "Log"
            yield LinePane[LogLine | Undone](entry_line, id="entries")
        with Vertical(classes="pane", id="fullpane"):
            yield LinePane[Line](lambda line, width: line, stops=lambda line: False, id="full")
        yield TextLines(id="mind")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the log."""
        self._show(self._at)
        if self._full:
            self.query_one("#full").focus()

    def _show(self, at: int | None = None, snapshot: GameSnapshot | None = None) -> None:
        """Show the log, as of a snapshot or as the game is shown, with the cursor on an entry or on the newest."""
        snapshot = snapshot or self._game.snapshot
        if snapshot is None:
            return
        head = head_line(snapshot.view, snapshot.name, snapshot.clocks, self.app.size.width)
        self.query_one("#head", TextLines).show(head)
        self.query_one("#entrypane").border_subtitle = f"{log_sums(snapshot.log)}, the newest first"
        rows = tuple(folded_lines(snapshot.log) if self._folded else snapshot.log[::-1])
        place = next((n for n, row in enumerate(rows) if isinstance(row, LogLine) and row.seq == at), 0)
        self.query_one("#entries", LinePane).show(rows, place)
        self._describe()

    @property
    def _line(self) -> LogLine | None:
        row = self.query_one("#entries", LinePane).row
        return row if isinstance(row, LogLine) else None

    @on(LinePane.CursorMoved, "#entries")
    @on(LinePane.Resized, "#full")
    def _describe(self) -> None:
        full = self.query_one("#full", LinePane)
        shown = self._game.snapshot
        if shown is not None:
            full.show(tuple(log_detail(self._line, max(20, full.size.width - 3), shown.view.timetable)))
        full.scroll_home(animate=False)

    @on(LinePane.Chosen, "#entries")
    def action_read(self) -> None:
        """Go to the entry in full, and back to the list."""
        entries, full = self.query_one("#entries", LinePane), self.query_one("#full", LinePane)
        (full if entries.has_focus else entries).focus()

    def action_fold(self) -> None:
        """Show what was undone, or fold it away."""
        self._folded = not self._folded
        line = self._line
        self._show(line.seq if line is not None else None)

    @work
    async def action_jump(self) -> None:
        """Put the game where it stood after the entry under the cursor, after a question."""
        line = self._line
        if line is None:
            return
        question = f"Put the game where it stood after entry {line.seq}, “{line.text}”? You can go back."
        if not await self.app.push_screen_wait(Confirm("Log", question, "Go there", "Stay")):
            return
        try:
            steps = await self._game.done(lambda session: session.jump(line.seq))
            snapshot = await self._game.ask(GameSnapshot.of)  # the game below is shown a little later
        except MusterError as error:
            self._say(str(error), "error")
            return
        self._say(f"The game stands as after entry {line.seq}. {_way_back(steps)}".strip(), "good")
        self._show(snapshot=snapshot)

    @work
    async def action_export(self) -> None:
        """Write the log into a file; its ending says whether as text or as JSON."""
        snapshot = self._game.snapshot
        if snapshot is None:
            return
        words = "Where does it go? .json writes JSON, any other ending text."
        path = await ask_target(self.app, "Write the log", words, f"{snapshot.name} log.txt")
        if path is None:
            return
        try:
            await self._game.ask(lambda session: write_target(str(path), _document(session, path)))
        except MusterError as error:
            self._say(str(error), "error")
            return
        self._say(f"{path} is written.", "good")

    def action_copy(self) -> None:
        """Copy the log as text."""
        lines = self._game.snapshot.log if self._game.snapshot is not None else ()
        self.app.copy_to_clipboard("\n".join(f"{line.moment}  {line.text}" for line in lines))
        self._say("The log is in the clipboard, if your terminal allows it.", "good")

    def action_back(self) -> None:
        """Go back to the game."""
        self.dismiss()

    def _say(self, words: str, look: str) -> None:
        self.query_one("#mind", TextLines).show(plain(f" {words}", look))


def _way_back(steps: Sequence[LogLine]) -> str:
    """How the player comes back from where a jump led: by the other key, as often as acts were undone or done again."""
    if not steps:
        return ""
    undone = steps[0].kind == UNDO
    times = "once" if len(steps) == 1 else f"{len(steps)} times"
    return f"{'U' if undone else 'u'} in the game leads back: {times}."


def _document(session: GameSession, path: Path) -> bytes:
    from builder.services.games.reports import log_document

    return log_document(session, "json" if path.suffix.lower() == ".json" else "text")

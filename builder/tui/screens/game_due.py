"""What is due in a game: each thing is done with Enter, or waved away, and stays until one or the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.games.proposals import OpenAct
from builder.systems.play.view import Reminder
from builder.tracker.entries import LogLine
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.game_worker import GameSnapshot, OpenGame
from builder.tui.widgets.game_lines import head_line
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, TextLines, cut, plain
from builder.tui.widgets.plain_text import Vertical

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

GO_ON = "next"
"""The answer of who goes on from the list."""
OTHERS = "To be minded"
"""The heading of what has none of its own."""


@dataclass(frozen=True, slots=True)
class DueRow:
    """A heading, with how many things are below it, or one thing."""

    heading: str = ""
    many: int = 0
    due: Reminder | None = None


class DueGame(OpenGame, Protocol):
    """The game whose things are listed: what makes acts of them."""

    def owed(self, due: Reminder) -> OpenAct | None:
        """The act that does what is due, as far as it is given; None where there is none."""


def due_rows(due: Sequence[Reminder]) -> Iterator[DueRow]:
    """Yield what is due by its headings, in the order in which it is told; what is only to be minded at the end."""
    kinds = sorted(dict.fromkeys(each.kind for each in due), key=lambda kind: not kind)
    for kind in kinds:
        found = [each for each in due if each.kind == kind]
        yield DueRow(kind or OTHERS, len(found))
        yield from (DueRow(due=each) for each in found)


def due_line(row: DueRow, width: int) -> Line:
    """A heading with its number, or what is due with what it would come to."""
    if row.due is None:
        return Line(((f" {row.heading}", "slot"),), ((f"{row.many} ", "dim"),))
    outcome = cut(row.due.outcome, width // 2)
    look = "error" if outcome.endswith("fails") else "dim"
    room = width - len(outcome) - 5
    return Line(((f"   {cut(row.due.text, room)}", row.due.look),), ((f"{outcome} ", look),))


class DueScreen(ActionScreen):
    """Lists what is due; its answer is `GO_ON`, the key of what is to be asked about in its form, or nothing.

    Args:
        game: the game, as it is shown below.
        leaving: whether a player was about to go on.
        at: the place of the row to stand on.
    """

    scope = "due"
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = "#dues"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("due")]

    def __init__(self, game: DueGame, *, leaving: bool = False, at: int = 0) -> None:
        super().__init__()
        self._game, self._leaving, self.at = game, leaving, at
        self._said = ""
        self._snapshot = game.snapshot

    def compose(self) -> ComposeResult:
        """The list, and what may be done with it."""
        yield TextLines(id="head")
        with Vertical(classes="pane", id="duepane") as pane:
            pane.border_title = "Due"
            pane.border_subtitle = "Enter does it · Del waves it away, kept in the log"
            yield LinePane[DueRow](due_line, stops=lambda row: row.due is not None, empty="Nothing is due.", id="dues")
        yield TextLines(id="mind")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the list."""
        self._show(self.at)

    @property
    def _pane(self) -> LinePane[DueRow]:
        return self.query_one("#dues", LinePane)

    def _show(self, at: int) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self.query_one("#head", TextLines).show(head_line(snapshot.view, snapshot.name))
        self._pane.show((*due_rows(snapshot.view.due),), at)
        words = "Space was pressed with this still due; Space again goes on." if self._leaving else ""
        self.query_one("#mind", TextLines).show(plain(f" {self._said or words}", "warning" if self._said else "text"))

    def on_screen_resume(self) -> None:
        """Show what is due by now."""
        super().on_screen_resume()
        self._snapshot = self._game.snapshot
        self._show(self._pane.cursor)

    @on(LinePane.Chosen, "#dues")
    @work(group="change")
    async def action_do(self) -> None:
        """Do what is under the cursor: at once where it is told what it comes to and nothing is asked."""
        row = self._pane.row
        if row is not None and row.due is not None and row.due.verb and not await self._at_once(row.due):
            self.at = self._pane.cursor
            self.dismiss(row.due.key)

    @work(group="change")
    async def action_tests(self) -> None:
        """Do all that is told what it comes to, and asks nothing."""
        seen: set[str] = set()
        while True:
            snapshot = self._snapshot
            due = snapshot.view.due if snapshot is not None else ()
            first = next((each for each in due if each.outcome and each.verb and each.key not in seen), None)
            if first is None:
                return
            seen.add(first.key)
            await self._at_once(first)

    async def _at_once(self, due: Reminder) -> bool:
        """Do what needs no answer; whether it was done."""
        act = self._game.owed(due) if due.outcome else None
        if act is None:
            return False
        act.take(await self._game.ask(act.propose))
        decision = act.proposal.decision
        if decision is None or decision.questions:
            return False
        return await self._changed(lambda session: session.act(act.spec.name, act.given, act.proposal.seen))

    async def _changed(self, call: Callable[[GameSession], LogLine]) -> bool:
        at = self._pane.cursor
        try:
            line = await self._game.done(call, lambda: None)
        except MusterError as error:
            self._said = str(error)
        else:
            self._said = line.text
            # The game's own screen, which is below, may be painted later.
            self._snapshot = await self._game.ask(GameSnapshot.of)
        self._show(at)
        return True

    @work(group="change")
    async def action_wave(self) -> None:
        """Wave away what is under the cursor."""
        row = self._pane.row
        if row is not None and row.due is not None:
            what: Mapping[str, str] = {"what": row.due.key}
            await self._changed(lambda session: session.act("dismiss", what))

    @work(group="change")
    async def action_undo(self) -> None:
        """Take back the last act."""
        await self._changed(lambda session: session.undo())

    def action_on(self) -> None:
        """Go on to the next phase."""
        self.dismiss(GO_ON)

    def action_back(self) -> None:
        """Go back to the table."""
        self.dismiss("")

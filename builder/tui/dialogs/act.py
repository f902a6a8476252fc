"""A form made of an act's parameters, with what the act would come to below it as it is filled in."""

from __future__ import annotations

import textwrap
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from builder.errors import MusterError
from builder.systems.play import Question, Verb
from builder.tracker.entries import LogLine
from builder.tui.actions import bindings_of
from builder.tui.dialogs.actpane import ActPane
from builder.tui.dialogs.actrows import FOLD, act_rows, paint_act, shown_rows
from builder.tui.dialogs.base import Dialog
from builder.tui.dialogs.choose import Choice as Offer
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.proposal import Proposal, propose
from builder.tui.playing import Beside
from builder.tui.widgets.gamebars import lit
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line, plain

if TYPE_CHECKING:
    from builder.services.gamesession import GameSession

Given = dict[str, str]
Do = Callable[[Callable[["GameSession"], LogLine], Callable[[], object]], Awaitable[LogLine]]
EMPTY: Mapping[str, str] = {}
LOW_PREVIEW, TALL = 8, 30
"""Lines of the preview where there is little room, and how many lines there must be for more."""


class ActForm(Dialog[None]):
    """Asks for what an act wants to know; Enter does it once nothing stands against it.

    Args:
        session: the game.
        beside: where the game is asked.
        verb: the act.
        do: changes the game, does something, and shows what the change came to.
        given: what is known already.
        offered: values for parameters that are filled in at once, where the act has them and they can be given; those
            with the same value are tried in order, and the first that takes it has it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("act")]

    def __init__(
        self,
        session: GameSession,
        beside: Beside,
        verb: Verb,
        do: Do,
        given: Mapping[str, str],
        offered: Mapping[str, str] = EMPTY,
    ) -> None:
        super().__init__()
        self._session, self._beside, self._verb, self._do = session, beside, verb, do
        self._told = ""
        self._offered = offered
        self.given: Given = dict(given)
        self._asked: dict[str, Question] = {}
        self._proposal = Proposal({})
        self._behind = True
        self._taking = self._doing = False
        self._leads = "empty"
        self._folded = True

    def compose(self) -> ComposeResult:
        """The rows, and below them what the act would come to."""
        with Vertical(classes="dialog wide act") as window:
            rule = f" ({self._verb.rule})" if self._verb.rule else ""
            window.border_title = f"{self._verb.text[:1].upper()}{self._verb.text[1:]}{rule}".replace("[", r"\[")
            window.border_subtitle = "Enter does it · Space chooses · Esc cancels"
            yield ActPane(paint_act, id="fields")
            yield LinePane[Line](lambda line, width: line, stops=lambda line: False, id="preview")

    def on_mount(self) -> None:
        """Show the form, and what is known of it."""
        self._pane.focus()
        self._show_rows()
        self._propose()

    def on_resize(self) -> None:
        """The preview is broken to the width."""
        self.call_after_refresh(self._show)

    @property
    def _left(self) -> bool:
        """Whether the player has left it before an answer came."""
        return not self.query("#fields")

    @property
    def _pane(self) -> ActPane:
        return self.query_one("#fields", ActPane)

    # -- what it would come to -----------------------------------------------------
    @work(exclusive=True, group="propose")
    async def _propose(self) -> None:
        """Ask what the act would come to; only the last answer is shown."""
        self._behind = True
        proposal = await self._beside.do(self._proposed)
        if self._left:
            return
        self._proposal, self._behind = proposal, False
        for name in proposal.dropped:
            self.given.pop(name, None)
        if proposal.decision is not None:
            answered = {name: question for name, question in self._asked.items() if name in self.given}
            self._asked = answered | {each.parameter: each for each in proposal.decision.questions}
        self._show()
        if self._leads:
            self._to_missing(or_empty=self._leads == "empty")
            self._leads = ""
        if self._taking:
            self._take()

    def _proposed(self) -> Proposal:
        """What it would come to, asked on the game's thread; what is offered is filled in first."""
        for name, value in self._offered.items():
            known = any(each.name == name for each in self._verb.parameters)
            if known and name not in self.given and value not in self.given.values():
                choices = self._session.choices(self._verb.name, name, self.given)
                if not choices or any(choice.value == value for choice in choices):
                    self.given[name] = value
        self._offered = EMPTY
        return propose(self._session, self._verb, dict(self.given), tuple(self._asked), self._proposal.idle)

    def _show(self) -> None:
        if self._left:
            return
        self._show_rows()
        pane = self.query_one("#preview", LinePane)
        pane.show(tuple(self._lines(max(20, pane.scrollable_content_region.width - 3))))
        pane.scroll_home(animate=False)

    def _show_rows(self) -> None:
        every = act_rows(self._verb, self.given, self._proposal.choices, self._asked)
        rows = shown_rows(every, self._verb, self._proposal.idle, self._folded)
        room = self.app.size.height * 92 // 100 - 3
        below = LOW_PREVIEW if room < TALL else room // 2
        self._pane.styles.height = max(1, min(len(rows), room - below))
        self.query_one("#preview").styles.height = below
        at = self._pane.row.name if self._pane.row is not None else ""
        self._pane.show(rows, next((place for place, row in enumerate(rows) if row.name == at), None))
        self._explain()

    @on(LinePane.Moved, "#fields")
    def _explain(self) -> None:
        """Say in full what the row under the cursor is for."""
        if self._left:
            return
        row = self._pane.row
        text = row.text.replace("[", r"\[") if row is not None and row.kind != FOLD else ""
        self.query_one("#preview").border_title = text

    def _lines(self, width: int) -> Iterator[Line]:
        if self._told:
            yield from (plain(text, "error") for text in textwrap.wrap(self._told, width))
        if self._proposal.against:
            yield from (plain(text, "warning") for text in textwrap.wrap(self._proposal.against, width))
        decision = self._proposal.decision
        if decision is None:
            return
        yield from (Line(lit(text, "title")) for text in textwrap.wrap(decision.event.text, width))
        for question in decision.questions:
            yield from (plain(text, "warning") for text in textwrap.wrap(f"? {question.text}", width))
        for step in decision.event.steps:
            for place, text in enumerate(textwrap.wrap(step, width - 4)):
                yield plain(f"  {'·' if not place else ' '} {text}", "dim")

    # -- filling in ------------------------------------------------------------------
    def _give(self, name: str, value: str) -> None:
        """Give a parameter a value, nothing to take it back; what was asked after it is asked anew."""
        self._told = ""
        order = list(self._asked)
        for later in order[order.index(name) + 1 :] if name in self._asked else ():
            del self._asked[later]
            self.given.pop(later, None)
        if value:
            self.given[name] = value
        else:
            self.given.pop(name, None)
        self._show_rows()
        self._propose()

    @on(ActPane.Typed)
    def _typed(self, typed: ActPane.Typed) -> None:
        self._give(typed.name, typed.edit(self.given.get(typed.name, "")))

    def action_next(self) -> None:
        """Go to the next choice."""
        self._turn(1)

    def action_before(self) -> None:
        """Go to the choice before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        row = self._pane.row
        if row is None:
            return
        if row.kind == FOLD:
            self.action_more()
        elif row.kind == "switch":
            self._give(row.name, "" if row.value else "yes")
        elif row.kind == "choice":
            values = [choice.value for choice in row.choices]
            at = values.index(row.value) + by if row.value in values else (0 if by > 0 else -1)
            self._give(row.name, values[at % len(values)])

    @on(LinePane.Chosen, "#fields")
    @work
    async def action_choose(self) -> None:
        """Tick the box, or choose from the list."""
        row = self._pane.row
        if row is None or row.kind != "choice":
            self._turn(1)
            return
        given = row.value.split(",") if row.many else [row.value]
        at = next((place for place, choice in enumerate(row.choices) if choice.value in given), 0)
        offers = [
            Offer(choice.value, f"{('[x] ' if choice.value in given else '[ ] ') if row.many else ''}{choice.text}")
            for choice in row.choices
        ]
        value = await self.app.push_screen_wait(Choose(row.text or row.name, offers, at=at))
        if value is not None and row.many:
            kept = [each for each in given if each and each != value]
            value = ",".join(kept if value in given else (*kept, value))
        if value is not None:
            self._leads = "missing"
            self._give(row.name, value)

    def action_more(self) -> None:
        """Show what is seldom wanted, or hide it again; whoever unfolds it stands on the first line of it."""
        row, at = self._pane.row, self._pane.cursor
        self._folded = not self._folded
        self._show_rows()
        if row is not None and row.kind == FOLD and not self._folded:
            self._pane.cursor = at

    def action_clear(self) -> None:
        """Take back what was given."""
        row = self._pane.row
        if row is not None and row.kind != FOLD:
            self._give(row.name, "")

    # -- doing it --------------------------------------------------------------------
    def action_take(self) -> None:
        """Do it, once it is known what it comes to."""
        self._taking = True
        if not self._behind:
            self._take()

    def _take(self) -> None:
        """Give what was filled in; go to what is missing instead."""
        self._taking = False
        decision = self._proposal.decision
        if decision is not None and not decision.questions:
            self._done()
            return
        self._to_missing()
        self._pane.focus()
        self.app.bell()

    @work(group="do")
    async def _done(self) -> None:
        """Do it and close, or say what stands against it by now: another program may have been first."""
        if self._doing:
            return
        self._doing, verb, given, seen = True, self._verb.name, dict(self.given), self._proposal.seen
        try:
            # Closed first, what is below is drawn once and not once behind it and once more without it.
            await self._do(lambda session: session.act(verb, given, seen), self.dismiss)
        except MusterError as error:
            self._doing, self._told = False, str(error)
            self._propose()

    def _to_missing(self, *, or_empty: bool = False) -> None:
        """Go to the first row that must be filled in, if there is one, or else to the first that can be."""
        rows = self._pane.rows
        missing = (place for place, row in enumerate(rows) if row.missing)
        empty = (place for place, row in enumerate(rows) if or_empty and not row.value and row.kind != FOLD)
        self._pane.cursor = next(missing, next(empty, self._pane.cursor))

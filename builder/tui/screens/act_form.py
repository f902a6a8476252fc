"""The form of an act over the lower half of the game screen, with what the act would come to beside its rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from textwrap import wrap
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from builder.errors import MusterError
from builder.services.games.act_rows import ActRow, RowKind
from builder.services.games.proposals import ANYWAY, OpenAct, in_the_form
from builder.services.games.session import Request
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import Choose, ListChoice, Tick
from builder.tui.screens.act_pane import ActPane, ActPreview, Edit
from builder.tui.screens.game_worker import OpenGame
from builder.tui.widgets.act_lines import act_lines, are_counts, form_hints, offer_lines, question_lines, result_lines
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Vertical, plain

FRAME, AROUND_TITLE = 2, 6
"""Lines that its frame takes; cells of it beside what is written in it."""
FIGURES = 10
"""A figure means one of fewer answers than these."""
LEAST_PREVIEW, LEAST_ROWS, LEAST_WIDTH = 7, 3, 20
"""Lines of the preview with its frame where there is little room; rows that what it comes to leaves in view; cells."""


class ActForm(Vertical):
    """Asks for what an act wants to know; Enter does it once nothing stands against it.

    It is a part of the game's screen and hidden while no act is open: where it was, what is below is drawn again, and
    nothing else.

    Args:
        game: the game that is played.
        room: gives the lines that it may take, so that the tables stay in view.
        make_room: leaves that room while something is asked.
        letters: gives the letters by which rows of tables are meant, `shown` those of the side that is shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("act", "dialog")]
    scopes = ("act", "lines", "dialog")

    def __init__(
        self,
        game: OpenGame,
        room: Callable[[], int],
        make_room: Callable[..., None],
        letters: Callable[[], Mapping[str, str]],
        shown: Callable[[], Mapping[str, str]],
    ) -> None:
        super().__init__(id="form")
        self._game, self._room, self._make_room = game, room, make_room
        self._letters = letters
        self.act: OpenAct | None = None
        self.last: OpenAct | None = None
        self._fields = ActPane(self._typed, self._give_back, self._answered, letters, shown, id="fields")
        self._preview = ActPreview(self._answered, id="preview")
        self._left: Widget | None = None
        self.display = False

    def on_resize(self) -> None:
        """Name the act in the frame, as far as there is room."""
        width = self.outer_size.width or self.screen.size.width
        self.border_title = self.act.title(width - AROUND_TITLE) if self.act is not None else ""

    def compose(self) -> ComposeResult:
        """The rows, and beside or below them what the act would come to."""
        self._fields.frame = self
        yield self._fields
        yield self._preview

    is_modal = True
    """Keys end here: those of the screen and of the app do nothing meanwhile."""

    @property
    def is_open(self) -> bool:
        """Whether it asks about an act."""
        return self.act is not None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now: there is something to choose, dice are asked for, a rule refuses."""
        if action == "choose":
            row = self._fields.row
            return row is not None and (bool(row.offers) or row.kind in (RowKind.SWITCH, RowKind.FOLD))
        if action == "roll":
            return self.act is not None and self.act.asks_for_dice
        return action != "agree" or (self.act is not None and self.act.agreeable)

    # -- opening and closing -------------------------------------------------------
    def ask(self, act: OpenAct) -> None:
        """Open the form of an act."""
        self.act, self._left = act, self.screen.focused
        self.on_resize()
        self._fields.show((), 0)
        self._preview.show(())
        self._make_room(asking=True)
        self.display = True
        self.screen.set_focus(self._fields)
        self._propose()

    def action_cancel(self) -> None:
        """Close the form; nothing is changed."""
        if self.act is not None:
            self.act = None
            if not self._fields.has_focus:
                self._give_back()
            # The rows give the focus back once they are gone from the screen: two panes are drawn anew for that, and
            # what the act came to is painted before them.
            self.display = False
            self._make_room(asking=False)

    def _give_back(self) -> None:
        """Give the focus to the pane that had it."""
        if not self.is_open:
            self.screen.set_focus(self._left)

    def action_next_pane(self) -> None:
        """Go to the preview, to read all of it, or back to the rows."""
        self.screen.set_focus(self._preview if self._fields.has_focus else self._fields)

    action_last_pane = action_next_pane
    """There are two of them."""

    async def action_help(self) -> None:
        """Show the keys of the form."""
        await self.app.run_action("help")

    async def action_quit(self) -> None:
        """End the program."""
        await self.app.run_action("quit")

    # -- what it would come to -----------------------------------------------------
    @work(exclusive=True, group="propose")
    async def _propose(self) -> None:
        """Ask what the act would come to; only the last answer is shown."""
        act = self.act
        if act is None:
            return
        proposal = await self._game.ask(act.propose)
        if act is not self.act:
            return
        act.take(proposal)
        self._show_rows()
        if act.leads:
            self._to_missing(self._fields.cursor, or_empty=act.leads == "empty")
            act.leads = ""
        waiting, act.waiting = act.waiting, None
        if waiting is not None:
            waiting()

    def follow(self) -> None:
        """Ask anew what the act would come to, as another program has played on: a rule may no longer be against it."""
        if self.act is not None and not self.act.doing:
            self._propose()

    def _show_preview(self, act: OpenAct) -> None:
        """Show what the row under the cursor can be given, and what the act would come to."""
        pane, row = self._preview, self._fields.row
        width = max(LEAST_WIDTH, pane.scrollable_content_region.width - 3)
        asked, name = (row.text, row.name) if row is not None and row.open else ("", "")
        told = "" if row is None or row.open else self._fields.left_untold(row)
        pane.border_title = told if len(told) <= width else ""  # A longer one would be cut: it stands in the pane.
        head = question_lines(asked, width) if asked else (plain(each, "dim") for each in wrap(told, width))
        above = [] if pane.border_title else [*head]
        room = pane.scrollable_content_region.height - len(above)
        offers = offer_lines([*self._offers()], width, room)
        pane.tell(above, offers, act_lines(act, width, asked=name), row)
        pane.scroll_home(animate=False)
        self._tell_hidden()

    @on(LinePane.Scrolled, "#preview")
    def _tell_hidden(self) -> None:
        """Tell in the frame how much of the preview is out of view."""
        pane = self._preview
        below = pane.size.height and len(pane.rows) - pane.scroll_offset.y - pane.size.height
        self._fields.hint(form_hints(below, chooses=bool(self.check_action("choose", ()))))

    def _offers(self) -> Iterator[tuple[str, str]]:
        """Yield what the row under the cursor can still be given, with letter or figure; counts are typed."""
        row = self._fields.row
        barred = self.act is not None and self.act.proposal.barred
        if row is None or barred or not row.missing or are_counts([choice.value for choice in row.choices]):
            return
        if row.figure and not self._fields.places(row):
            return
        letters = self._fields.letters_of(row)
        placed = self._fields.places(row) and (row.asked or not letters)
        for place, choice in enumerate(row.choices, 1):
            yield letters.get(choice.value) or (str(place) if placed and place < FIGURES else " "), choice.text

    @on(LinePane.Resized, "#preview")
    def _show_rows(self) -> None:
        act = self.act
        if act is None:
            return
        rows = act.rows
        room = self._room() - FRAME
        self.styles.height = room + FRAME
        if not self.screen.has_class("-wide"):
            width = max(LEAST_WIDTH, self._preview.scrollable_content_region.width - 3)
            told = 1 + (0 if any(row.missing for row in rows) else sum(1 for _ in result_lines(act, width)))
            listed = max(1, min(len(rows), room - min(LEAST_PREVIEW, room // 2), max(LEAST_ROWS, room - told)))
            self._fields.styles.height, self._preview.styles.height = listed, room - listed
        at = self._fields.row.name if self._fields.row is not None else ""
        self._fields.show(rows, next((place for place, row in enumerate(rows) if row.name == at), None))
        self._explain()

    @on(LinePane.CursorMoved, "#fields")
    def _explain(self) -> None:
        """Say what the row under the cursor is for; which keys do something hangs on it."""
        self.refresh_bindings()
        if self.act is not None:
            self._show_preview(self.act)

    # -- filling in ------------------------------------------------------------------
    def _give(self, name: str, value: str) -> None:
        if self.act is not None:
            self.act.give(name, value)
            self._show_rows()
            self._propose()

    def _typed(self, name: str, edit: Edit) -> None:
        if self.act is not None:
            self._give(name, edit(self.act.given.get(name, "")))

    def action_next(self) -> None:
        """Go to the next choice."""
        self._change(1)

    def action_before(self) -> None:
        """Go to the choice before."""
        self._change(-1)

    def _answered(self, name: str, value: str) -> None:
        """Take an answer that is whole, and go on to the next one that is open."""
        if self.act is not None:
            self.act.leads = "missing"
            self._fields.focus()
            self._give(name, value)

    def action_go_on(self) -> None:
        """Go to the next open answer, behind the cursor first; to the next row where none is open."""
        self._fields.forget()
        if any(row.missing for row in self._fields.rows):
            self._to_missing(self._fields.cursor + 1)
        else:
            self._fields.action_down()

    def action_more_of(self) -> None:
        """Tick the box, or go to the next choice."""
        self._step(1)

    def action_less_of(self) -> None:
        """Take the tick away, or go to the choice before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        row = self._fields.row
        if row is not None and row.kind is RowKind.SWITCH:
            self._give(row.name, "yes" if by > 0 else "")
        else:
            self._change(by)

    def _change(self, by: int) -> None:
        row = self._fields.row
        if row is None:
            return
        if row.kind is RowKind.FOLD:
            self.action_more()
        elif row.kind is RowKind.SWITCH:
            self._give(row.name, "" if row.value else "yes")
        elif row.kind is RowKind.CHOICE and row.choices:
            values, now = [choice.value for choice in row.choices], row.value or row.default or ""
            at = values.index(now) + by if now in values else (0 if by > 0 else -1)
            if now in values or not row.value:  # dice that were typed stay
                self._give(row.name, values[at % len(values)])

    @on(LinePane.Chosen, "#fields")
    @work
    async def action_choose(self) -> None:
        """Tick the box, or choose from the list."""
        act, row = self.act, self._fields.row
        if act is None or act.doing:
            return
        if row is None or not row.offers:
            self._change(1)
            return
        value = await self._chosen(row)
        if value is not None:
            act.leads = "missing"
            self._give(row.name, value)

    async def _chosen(self, row: ActRow) -> str | None:
        """One of the choices of a row; where several can be given, those that are ticked, with commas between."""
        title = row.text or row.name
        offers = [ListChoice(choice.value, choice.text) for choice in row.offers]
        if row.many:
            return await self.app.push_screen_wait(Tick(title, offers, filter(None, row.value.split(","))))
        at = next((place for place, choice in enumerate(row.offers) if choice.value == row.value), 0)
        return await self.app.push_screen_wait(Choose(title, offers, at=at))

    def action_more(self) -> None:
        """Show what is seldom wanted, or hide it again; whoever unfolds it stands on the first line of it."""
        act, row, at = self.act, self._fields.row, self._fields.cursor
        if act is None:
            return
        act.folded = not act.folded
        self._show_rows()
        if row is not None and row.kind is RowKind.FOLD and not act.folded:
            self._fields.cursor = at

    def action_clear(self) -> None:
        """Take back what was given."""
        row = self._fields.row
        if row is not None and row.kind is not RowKind.FOLD:
            self._give(row.name, "")

    def action_agree(self) -> None:
        """Set aside the rule that is against it, as the players agree; or keep to it again."""
        if self.act is not None:
            self._give(ANYWAY, "" if self.act.given.get(ANYWAY) else "yes")

    @work(exclusive=True, group="roll")
    async def action_roll(self) -> None:
        """Roll the dice that are asked for, once what they may hang on is answered; they stand."""
        act = self.act
        if act is not None and act.behind:
            act.waiting = self.action_roll  # What was typed a moment ago may ask for other dice, or something first.
        if act is None or act.behind or act.doing or not act.asks_for_dice:
            return
        if first := act.before_dice:
            self._fields.cursor = next(place for place, row in enumerate(self._fields.rows) if row.name == first)
            self.app.notify("This is answered before dice are rolled.", severity="warning")
            return
        request = Request(act.spec.name, dict(act.given))
        try:
            made = (await self._game.ask(lambda session: session.rolled([request])))[0]
        except MusterError as error:
            act.refusal = in_the_form(error, act.spec)
            self._show_rows()
            return
        if act is self.act:
            act.take_dice({name: str(made.given[name]) for name in made.rolled})
            act.leads = "missing"
            self._show_rows()
            self._propose()

    # -- doing it --------------------------------------------------------------------
    def action_take(self) -> None:
        """Do it, once it is known what it comes to."""
        act = self.act
        if act is not None and act.behind:
            act.waiting = self.action_take
        elif act is not None:
            self._take(act)

    def _take(self, act: OpenAct) -> None:
        """Give what was filled in; go to what is missing, or wrong, instead."""
        decision = act.proposal.decision
        if decision is not None and not decision.questions:
            self._done(act)
            return
        self._to_missing(wrong=act.proposal.named)
        self._fields.focus()
        self.app.bell()

    @work(group="do")
    async def _done(self, act: OpenAct) -> None:
        """Do it and close, or say what stands against it by now: another program may have been first."""
        if act.doing:
            return
        act.doing, verb, given, seen = True, act.spec.name, dict(act.given), act.proposal.seen
        rolled = [each.name for each in act.spec.fields if each.name in act.rolled and each.name in given]
        try:
            await self._game.done(lambda session: session.act(verb, given, seen, rolled), partial(self._close, act))
        except MusterError as error:
            act.doing, act.behind, act.refusal = False, True, in_the_form(error, act.spec)
            self._propose()

    def _close(self, act: OpenAct) -> None:
        """Close the form, unless it was closed, or asks about another act by now."""
        self.last = act
        if act is self.act:
            self.action_cancel()
        act.after()

    def _to_missing(self, at: int = 0, *, or_empty: bool = False, wrong: Collection[str] = ()) -> None:
        """Go to the next row from a place on that must be filled in, then from the first; else to one that can be."""
        rows = [*enumerate(self._fields.rows)]
        missing = (place for place, row in (*rows[at:], *rows[:at]) if row.missing)
        empty = (place for place, row in rows if row.name in wrong or (or_empty and row.empty))
        self._fields.cursor = next(missing, next(empty, self._fields.cursor))

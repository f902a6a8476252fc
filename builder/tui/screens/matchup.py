"""Who beats whom, as a matrix: a row for each unit of one side, a column for each of the other, one cell in full."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Self

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.events import Click

from builder.errors import MusterError
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export.form import ExportPlan
from builder.services.library.armies import LibraryArmy, Starter, library_armies, starter_armies
from builder.services.matchups import (
    SORTS,
    VALUES,
    MatchRow,
    Shown,
    able_to_match,
    match_armies,
    matchup_report,
    rows_of,
)
from builder.sheets.options import MATCHUP
from builder.systems.arguments import read
from builder.systems.parameters import Choice
from builder.systems.play.matchup import Assumptions, Encounter, Matchup
from builder.systems.specs import Field, spec_of
from builder.text import to_json
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.dialogs.prompts import Ask
from builder.tui.screens.base import REFUSED, ActionScreen
from builder.tui.screens.library_panes import Row, allows
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, TextLines, Vertical, plain
from builder.tui.widgets.match_lines import (
    UNLETTERED,
    Letters,
    MatrixColumns,
    cell_lines,
    column_lines,
    encounter_panes,
    legend_lines,
    matrix_line,
    situation_keys,
    situation_meant,
)

LOW, TALL = 16, 32
"""From this height on a cell has all of its lines."""
Make = Callable[[Assumptions], Matchup]
SPEC = spec_of(Assumptions)
WORDS = {
    "hp": "HP lost and models gone",
    "models": "models gone",
    "points": "points destroyed",
    "rounds": "rounds until nobody is left",
    "damage": "DMG before saves",
}
ORDERS = {
    "points": "by points destroyed",
    "worth": "by points destroyed for their own",
    "hp": "by HP taken",
    "cost": "by their own points",
    "name": "by name",
    "listed": "as listed",
}


class MatchupScreen(ActionScreen):
    """Shows every unit of two sides against every unit of the other.

    Args:
        title: whose matchup it is.
        make: works it out and may take a while; a MusterError becomes a message.
        letters: by which units are meant in a game, by what its acts call them.
    """

    scope = "matchup"
    CSS_PATH = "matchup.tcss"
    AUTO_FOCUS = "#matrix"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("matchup")]

    def __init__(self, title: str, make: Make, letters: Letters = UNLETTERED) -> None:
        super().__init__()
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (LOW, "-low"), (TALL, "-tall")]
        self._title, self._make, self._letters = title, make, letters
        self.assumptions = Assumptions()
        self.matchup: Matchup | None = None
        self.shown = Shown()
        self.column = 0

    @classmethod
    def of_armies(cls, one: Army, other: str) -> Self:
        """Return the screen of an army and another one, by what players call that or where it lies."""

        def made(assumptions: Assumptions) -> Matchup:
            return match_armies(one, open_army(other), assumptions)

        return cls("two armies", made)

    def compose(self) -> ComposeResult:
        """The head, the matrix below the heads of its columns, one cell, what the signs mean, the keys."""
        yield TextLines(id="head")
        with Vertical(id="matrixpane", classes="pane"):
            yield FittedLines(id="about")
            yield FittedLines(id="columns")
            yield LinePane[MatchRow](self._line, empty="Working it out …", id="matrix")
        yield from encounter_panes()

    def on_mount(self) -> None:
        """Work it out."""
        self.query_one("#head", TextLines).show(plain(f" Muster > Matchup · {self._title}", "title"))
        self.query_one("#matrixpane").border_title = "Matchup"
        self.query_one("#cellpane").border_title = "The cell"
        self._work_out(self.assumptions)

    @work(group="matching", exclusive=True)
    async def _work_out(self, assumptions: Assumptions) -> None:
        try:
            found = await self.unless_left(asyncio.to_thread(self._make, assumptions))
        except MusterError as error:
            self.query_one("#matrix", LinePane).say(str(error))
            self.notify(str(error), severity="error", kind=REFUSED)
            return
        self.matchup, self.assumptions = found, assumptions
        title = " – ".join(found.names)
        self.query_one("#head", TextLines).show(plain(f" Muster > Matchup · {title}", "title"))
        known = [each.id for each in found.situations]
        if self.shown.situation not in known:
            self.shown = replace(self.shown, situation=known[0])
        self._show()
        # What is in view was worked out as it was painted; the rest is there before it is looked for.
        whole = await self.unless_left(asyncio.to_thread(dict, found.encounters))
        if self.matchup is found:
            self.matchup = replace(found, encounters=whole)

    # -- showing -----------------------------------------------------------------
    @property
    def _pane(self) -> LinePane[MatchRow]:
        return self.query_one("#matrix", LinePane)

    def _line(self, row: MatchRow, width: int) -> Line:
        assert self.matchup is not None
        return matrix_line(row, self.matchup, self.shown, self.column, width, row is self._pane.row, self._letters)

    def _show(self) -> None:
        """Show all of it: what is worked out, or what is shown of it, is another."""
        if self.matchup is None:
            return
        pane = self._pane
        pane.say("No unit fits what is looked for.")
        pane.show(list(rows_of(self.matchup, self.shown)))
        self._show_column()

    def _show_column(self) -> None:
        """Show the column that the cursor is in."""
        self.query_one("#about", FittedLines).fit(lambda width, height: self._about(width)[-height:])
        self.query_one("#columns", FittedLines).fit(lambda width, height: self._columns(width))
        self._show_cell()

    @on(LinePane.CursorMoved, "#matrix")
    def _show_cell(self) -> None:
        self._pane.refresh()
        self.query_one("#cell", FittedLines).fit(lambda width, height: self._cell(width))
        self.query_one("#legend", FittedLines).fit(lambda width, height: self._legend(width))
        self.refresh_bindings()

    def _about(self, width: int) -> list[Line]:
        found, shown = self.matchup, self.shown
        if found is None:
            return []
        situation = next(each for each in found.situations if each.id == shown.situation)
        where = situation.text if situation.distance is None else f"Shooting, {situation.text}"
        keys = situation_keys(found.situations)
        order = f"Rows {ORDERS[shown.sort]}" + (f", of “{shown.pattern}”" if shown.pattern else "")
        more = MatrixColumns(width - 1, found.sides[1 - shown.side], self.column).more
        return [
            Line(((f" {where[:1].upper()}{where[1:]}: {WORDS[shown.value]}", "text"),), ((f"{keys} ", "dim"),)),
            Line(((f" {order}", "dim"),), ((f"{more} ", "info"),)),
        ]

    def _columns(self, width: int) -> list[Line]:
        if self.matchup is None:
            return []
        lines = [*column_lines(self.matchup, self.shown, self.column, width - 1, self._letters)]
        self.query_one("#columns").styles.height = len(lines)
        return lines

    @property
    def encounter(self) -> Encounter | None:
        """The cell under the cursor."""
        row = self._pane.row
        return None if row is None else row.encounters[min(self.column, len(row.encounters) - 1)]

    def _cell(self, width: int) -> list[Line]:
        found = self.encounter
        return [] if found is None or self.matchup is None else [*cell_lines(self.matchup, found, width, self._letters)]

    def _legend(self, width: int) -> list[Line]:
        return [*legend_lines(self.matchup.taken if self.matchup is not None else (), width)]

    # -- actions -----------------------------------------------------------------
    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        if name == "back":
            return True
        if self.matchup is None:
            return False
        return not name.startswith("at_") or int(name.removeprefix("at_")) <= len(self.matchup.situations)

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        return "there are not so many." if self.matchup is not None else "it is being worked out."

    def on_click(self, event: Click) -> None:
        """Show the situation that is clicked in the head, or go to the column that is clicked, in any row or in none.

        What is out of view at a side comes into view by a click on the words that tell of it.
        """
        if self.matchup is None:
            return
        place, words = event.screen_offset, self.query_one("#about", FittedLines).word_at(event.screen_offset)
        columns = MatrixColumns(self._pane.room, self.matchup.sides[1 - self.shown.side], self.column, self._letters)
        number = situation_meant(words, self.matchup.situations)
        if number is not None:
            self.action_at(f"at_{number}")
            return
        column = columns.meant(words)
        if any(self.query_one(pane).content_region.contains_point(place) for pane in ("#matrix", "#columns")):
            column = columns.under(place.x - self._pane.content_region.x - 1)
        if column is not None:
            self.column = column
            self._show_column()

    def action_at(self, name: str) -> None:
        """Show another situation."""
        assert self.matchup is not None
        number = int(name.removeprefix("at_")) - 1
        self._change(replace(self.shown, situation=self.matchup.situations[number].id))

    def _change(self, shown: Shown) -> None:
        self.shown = shown
        self._show()

    def action_right(self) -> None:
        """Go to the next column."""
        if self.matchup is not None:
            self.column = min(self.column + 1, len(self.matchup.sides[1 - self.shown.side]) - 1)
            self._show_column()

    def action_left(self) -> None:
        """Go to the column before."""
        self.column = max(0, self.column - 1)
        self._show_column()

    def action_sort(self) -> None:
        """Sort by the next thing."""
        place = SORTS.index(self.shown.sort) + 1
        self._change(replace(self.shown, sort=SORTS[place % len(SORTS)]))

    def action_value(self) -> None:
        """Show the next figure in the cells."""
        place = VALUES.index(self.shown.value) + 1
        self._change(replace(self.shown, value=VALUES[place % len(VALUES)]))

    def action_turn(self) -> None:
        """Show what the other side does, in the same pair."""
        row = self._pane.row
        column, side = self.column, 1 - self.shown.side
        assert self.matchup is not None
        met = self.matchup.sides[side][column].id if column < len(self.matchup.sides[side]) else ""
        self.column = next(
            (n for n, each in enumerate(self.matchup.sides[1 - side]) if row and each.id == row.unit.id), 0
        )
        self.shown = replace(self.shown, side=side, pattern="")
        self._show()
        places = [n for n, each in enumerate(self._pane.rows) if each.unit.id == met]
        if places:
            self._pane.show(self._pane.rows, places[0])

    @work
    async def action_filter(self) -> None:
        """Show some units alone."""
        words = "Units by a part of their name, their slot, or their points (>100); nothing shows all."
        pattern = await self.app.push_screen_wait(Ask("Filter", words, self.shown.pattern))
        if pattern is not None:
            self._change(replace(self.shown, pattern=pattern.strip()))

    @work
    async def action_assume(self) -> None:
        """Change how things are taken to stand."""
        given = {each.name: each.write(SPEC.value(self.assumptions, each)) for each in SPEC.fields}
        choices = [ListChoice(each.name, each.text.rstrip("."), given[each.name] or "as usual") for each in SPEC.fields]
        name = await self.app.push_screen_wait(
            Choose("How things are taken to stand", choices, find=False).add_class("broad")
        )
        if name is None:
            return
        field = SPEC.field(name)
        value = await self._answer(field, given[name])
        if value is not None:
            changed = {**given, name: value}
            written = {key: _switch(SPEC.field(key), each) for key, each in changed.items() if each}
            self._work_out(read(SPEC, {key: each for key, each in written.items() if each is not False}))

    async def _answer(self, field: Field, now: str) -> str | None:
        """Return what a field is given now: one of its words, or what is written."""
        if field.switch:
            return "" if now == "yes" else "yes"
        words: tuple[Choice[object], ...] = field.kind.words
        if words:
            choices = [ListChoice(field.write(each.value) or "none", each.text) for each in words]
            return await self.app.push_screen_wait(Choose(field.text.rstrip("."), choices))

        def check(text: str) -> None:
            if text.strip():
                field.kind.value(text, None)

        return await self.app.push_screen_wait(Ask("Assumption", field.text, now, check))

    def action_json(self) -> None:
        """Copy all of it as JSON."""
        if self.matchup is not None:
            self.app.copy_to_clipboard(to_json(matchup_report(self.matchup, self.shown)))
            self.notify("The matchup is in the clipboard as JSON, if your terminal allows it.")

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()


def _switch(field: Field, written: str) -> str | bool:
    return written == "yes" if field.switch else written


async def match_against(screen: ActionScreen, army: Army | str) -> None:
    """Ask against which army another one is matched, and show it; say at once why none can be, where that is so.

    Args:
        screen: what asks.
        army: the army, or where it lies.
    """
    try:
        one = await asyncio.to_thread(open_army, army) if isinstance(army, str) else army
        system = able_to_match(one)
    except MusterError as error:
        screen.notify(str(error), title="Matchup", severity="warning", kind=REFUSED)
        return
    met = await asyncio.to_thread(lambda: tuple(_opponents((*library_armies(), *starter_armies()), system)))
    other = await screen.app.push_screen_wait(Choose(f"{one.name}: against which army?", met))
    if other is not None:
        screen.app.push_screen(MatchupScreen.of_armies(one, other))


COMMON = "-"
"""The answer that means no army."""


async def ask_enemy(app: App[None], name: str, plan: ExportPlan) -> ExportPlan:
    """Ask whom the sheet of a matchup is against; that sheet is chosen with an answer."""
    rows: list[Row] = await asyncio.to_thread(lambda: [*library_armies(), *starter_armies()])
    choices = (ListChoice(COMMON, "common targets"), *_opponents(rows))
    other = await app.push_screen_wait(Choose(f"{name}: against which army?", choices))
    if other is None:
        return plan
    enemy = next(choice.words for choice in choices if choice.key == other)
    sheets = plan.options.sheets
    plan = plan if MATCHUP in sheets else plan.with_option("sheets", (*sheets, MATCHUP))
    against = next((row.id for row in rows if isinstance(row, (LibraryArmy, Starter)) and str(row.path) == other), "")
    return replace(plan, against=against, enemy=enemy)


def _opponents(rows: Iterable[Row], system: str = "") -> Iterator[ListChoice]:
    """Yield the armies that can be met, of one system where that is given, for a list."""
    for row in rows:
        if isinstance(row, (LibraryArmy, Starter)) and allows(row, "matchup"):
            line = row.line if isinstance(row, LibraryArmy) else row.army
            if not system or (line is not None and line.system == system):
                name, told = (line.name, ", ".join(line.standing)) if line is not None else (row.id, "")
                yield ListChoice(str(row.path), name, f"starter, {told}" if isinstance(row, Starter) else told)

"""The enemies of a unit of a game in order: what its weapons would do to each of them, at which distance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Click, Key

from builder.errors import MusterError
from builder.services.matchups import TARGET_SORTS, TargetAssumptions, targets_in_order
from builder.systems.play.matchup import Assumptions, Combatant, Comparison
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import ListChoice, Tick
from builder.tui.screens.base import REFUSED, ActionScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, TextLines, Vertical, plain
from builder.tui.widgets.match_lines import (
    UNLETTERED,
    Letters,
    encounter_panes,
    legend_lines,
    situation_keys,
    situation_meant,
    target_heads,
    target_line,
    target_lines,
)

LOW, TALL = 16, 32
USUAL = "12"
Make = Callable[[Sequence[str], Assumptions], Comparison]
Fire = Callable[[str, Mapping[str, str]], None]


class EnemyPane(LinePane[Combatant]):
    """Lists enemies, any of which its letter attacks; `attack` says whether it has done so."""

    def __init__(self, line: Callable[[Combatant, int], Line], attack: Callable[[str], bool], *, id: str) -> None:
        super().__init__(line, stops=lambda row: not row.absent, empty="Working it out …", id=id)
        self._attack = attack

    async def _on_key(self, event: Key) -> None:
        if event.character is not None and event.character.isalpha() and self._attack(event.character):
            event.prevent_default()
            event.stop()


class TargetsScreen(ActionScreen):
    """Shows what a unit would do to each of its enemies.

    Args:
        name: that of the unit.
        make: works it out for the weapons that are named, or for all; a MusterError becomes a message.
        fire: opens the act by which the unit attacks, with what it is given.
        letters: by which enemies are meant, by what acts call them: a letter attacks.
    """

    scope = "targets"
    CSS_PATH = "matchup.tcss"
    AUTO_FOCUS = "#targets"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("targets")]

    def __init__(self, name: str, make: Make, fire: Fire, letters: Letters = UNLETTERED) -> None:
        super().__init__()
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (LOW, "-low"), (TALL, "-tall")]
        self._name, self._make, self._fire, self._letters = name, make, fire, letters
        self.compared: Comparison | None = None
        self.situation = USUAL
        self.sort = TARGET_SORTS[0]

    def compose(self) -> ComposeResult:
        """The head, the enemies below the heads of the columns, one of them in full, the keys."""
        yield TextLines(id="head")
        with Vertical(id="targetpane", classes="pane"):
            yield FittedLines(id="about")
            yield EnemyPane(self._line, self._attack, id="targets")
        yield from encounter_panes()

    def on_mount(self) -> None:
        """Work it out."""
        self.query_one("#head", TextLines).show(plain(f" Muster > Best targets · {self._name}", "title"))
        self.query_one("#targetpane").border_title = "Best targets"
        self.query_one("#cellpane").border_title = "In full"
        self._work_out(())

    @work(group="comparing", exclusive=True)
    async def _work_out(self, weapons: Sequence[str]) -> None:
        try:
            self.compared = await self.unless_left(asyncio.to_thread(self._make, weapons, TargetAssumptions()))
        except MusterError as error:
            self._pane.say(str(error))
            self.notify(str(error), severity="error", kind=REFUSED)
            return
        self._show()

    # -- showing -----------------------------------------------------------------
    @property
    def _pane(self) -> LinePane[Combatant]:
        return self.query_one("#targets", LinePane)

    def _line(self, row: Combatant, width: int) -> Line:
        assert self.compared is not None
        return target_line(self.compared, row, self.situation, width, self._letters)

    def _show(self) -> None:
        if self.compared is None:
            return
        pane = self._pane
        pane.say("Nobody is left to attack.")
        pane.show(list(targets_in_order(self.compared, self.situation, self.sort)), 0)
        pane.refresh()
        self.query_one("#about", FittedLines).fit(lambda width, height: self._about(width)[-height:])
        self._show_cell()

    @on(LinePane.CursorMoved, "#targets")
    def _show_cell(self) -> None:
        self.query_one("#cell", FittedLines).fit(lambda width, height: self._cell(width))
        self.query_one("#legend", FittedLines).fit(lambda width, height: self._legend(width))
        self.refresh_bindings()

    def _about(self, width: int) -> list[Line]:
        found = self.compared
        if found is None:
            return []
        what = "; ".join(filter(None, (", ".join(found.used) or "all weapons that reach", found.attacker.done)))
        keys = situation_keys(found.situations)
        return [
            Line(((f" {found.attacker.name}: {what}", "text"),), ((f"by {self.sort} ", "dim"),)),
            plain(f" {keys}", "dim"),
            target_heads(found, self.situation, width - 1),
        ]

    def _cell(self, width: int) -> list[Line]:
        row = self._pane.row
        return (
            [] if row is None or self.compared is None else [*target_lines(self.compared, row, self.situation, width)]
        )

    def _legend(self, width: int) -> list[Line]:
        return [*legend_lines(self.compared.taken if self.compared is not None else (), width)]

    # -- actions -----------------------------------------------------------------
    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        if name == "back":
            return True
        if self.compared is None:
            return False
        if name == "fire":
            row = self._pane.row
            return row is not None and not row.absent
        return not name.startswith("at_") or int(name.removeprefix("at_")) <= len(self.compared.situations)

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        return "it is not on the table." if name == "fire" else "there are not so many."

    def on_click(self, event: Click) -> None:
        """Show the situation that is clicked in the head, or above a column."""
        head, found = self.query_one("#about", FittedLines), self.compared
        number = situation_meant(head.word_at(event.screen_offset), found.situations) if found is not None else None
        if number is not None:
            self.action_at(f"at_{number}")

    def action_at(self, name: str) -> None:
        """Show another situation."""
        assert self.compared is not None
        self.situation = self.compared.situations[int(name.removeprefix("at_")) - 1].id
        self._show()

    def action_sort(self) -> None:
        """Sort by the next thing."""
        self.sort = TARGET_SORTS[(TARGET_SORTS.index(self.sort) + 1) % len(TARGET_SORTS)]
        self._show()

    @work
    async def action_weapons(self) -> None:
        """Choose the weapons that are used; none for all."""
        assert self.compared is not None
        choices = [ListChoice(name, name) for name in dict.fromkeys(self.compared.weapons)]
        chosen = await self.app.push_screen_wait(Tick("Which weapons?", choices, self.compared.used))
        if chosen is not None:
            self._work_out(tuple(filter(None, chosen.split(","))))

    @on(LinePane.Chosen, "#targets")
    def action_fire(self) -> None:
        """Attack the enemy under the cursor."""
        found, row = self.compared, self._pane.row
        if found is None or row is None or row.absent:
            return
        situation = next(each for each in found.situations if each.id == self.situation)
        self.dismiss()
        self._fire(*situation.act(found.attacker.ref, row.ref, found.used[0] if len(found.used) == 1 else ""))

    def _attack(self, letter: str) -> bool:
        """Attack the enemy of a letter; whether one has it that can be attacked."""
        rows = enumerate(self._pane.rows)
        place = next((place for place, row in rows if self._letters.get(row.ref) == letter and not row.absent), None)
        if place is not None:
            self._pane.cursor = place
            self.action_fire()
        return place is not None

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()

"""What an army was before, or another one, beside what it is now: what changed, and the way back."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError, look_of
from builder.roster.view import points, points_type
from builder.scalars import counted, number, relative_time
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.army.version_words import (
    AGAINST,
    Version,
    army_changes,
    change_rows,
    figure_rows,
    side_rows,
    version_at,
    versions_of,
)
from builder.services.army.versions import ArmyComparison, compare_armies
from builder.services.editor.session import EditorSession
from builder.services.export.form import remembered_print
from builder.services.library.armies import library_armies, starter_armies
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.screens.base import ActionScreen
from builder.tui.sentences import keyed
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, Container, Line, TextLines, cut, plain
from builder.tui.widgets.match_lines import FIGURE, figure_lines

BROAD = 100
"""From this width on, the versions stand beside what changed."""
COPIED = 76
"""Cells of a line that is copied."""
HUGE = 160
"""From this width on both lists stand beside what changed."""
LEAST_BESIDE = 80
"""Below this width there is no room for two lists."""
SIDES = ("then", "since")
LOW, TALL = 20, 30
"""Below this height of the screen nothing parts what is told; the other is that of one where lists stand above it."""
LOOKS = {"added": "good", "removed": "error", "changed": "warning", "same": "dim"}


class VersionsScreen(ActionScreen):
    """Compares an army with what it was before each change, or with another one.

    Args:
        session: the army.
        act: does something to the army as one step, and shows what that comes to.
    """

    scope = "versions"
    CSS_PATH = "versions.tcss"
    AUTO_FOCUS = "#versions"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("versions")]

    def __init__(self, session: EditorSession, act: Callable[[Callable[[EditorSession], None]], None]) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (BROAD, "-broad"), (HUGE, "-huge")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-high")]
        self._session, self._act = session, act
        self._now = session.army
        self._apart = session.session.apart()
        source = session.session.source
        last = remembered_print(source) if source is not None else None
        printed = last.at if last is not None and last.form == "pdf" else 0.0
        self._versions = versions_of(session.session.states, printed, self._now)
        self._all = self._opening = False
        self._one = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """The versions, what changed since the one under the cursor, the keys."""
        yield TextLines(id="head")
        with Container(id="sides"):
            yield LinePane[Version](
                self._line, stops=lambda one: one.can_be_chosen, marked=True, id="versions"
            ).add_class("pane")
            yield LinePane[Line](lambda line, width: line, empty="Comparing …", id="changes").add_class("pane")
            for side in SIDES:
                yield LinePane[Line](lambda line, width: line, id=side).add_class("pane", "list")
        yield TextLines(id="mind")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the versions."""
        cost, title = f" {self._cost()} ", f" Muster > {self._now.name} · Compare versions"
        if len(title) + len(cost) > self.app.size.width:
            title = title.removesuffix(" versions").removeprefix(" Muster >")
        self.query_one("#head", TextLines).show(Line(((title, "title"),), ((cost, "points"),)))
        self._list.border_title = f"Versions · {len(self._versions)}"
        self._list.frame, self._changes.frame = self._list, self._changes
        self._show_list()
        self._moved()
        self._open_all()

    # -- showing -----------------------------------------------------------------
    def _show_list(self, at: int | None = None) -> None:
        """Show the versions, and below them what else the army can be compared with."""
        asks = (Version("another army", asks="other"), Version("a file", asks="file"))
        roomy = self._is_roomy and self.app.size.width >= BROAD
        above, ruled = ((Version(AGAINST), Version("")), (Version("─"),)) if roomy else ((), ())
        self._list.show((*above, *self._versions, *ruled, *asks), None if at is None else at + len(above))

    def _cost(self) -> str:
        limit = next(iter(self._now.view.cost_limits), None)
        return f"{_points(self._now)}{f' / {number(limit.value)}' if limit is not None else ''} points"

    @property
    def _list(self) -> LinePane[Version]:
        return self.query_one("#versions", LinePane)

    @property
    def _changes(self) -> LinePane[Line]:
        return self.query_one("#changes", LinePane)

    @property
    def compared(self) -> ArmyComparison | None:
        """The army under the cursor beside that of now; None while it is opened, or where it cannot be."""
        version = self._list.row
        if version is None or version.army is None or not version.is_compared:
            return None
        return compare_armies(version.army, self._now)

    def _line(self, version: Version, width: int) -> Line:
        if version.words == "─":
            return plain("─" * (width - 1), "dim")
        if version.words in ("", AGAINST):
            chosen = self._list.row if version.words else None
            told = chosen.at or chosen.words if chosen is not None and chosen.is_compared else ""
            return Line(((version.words, "dim"),), ((f"{cut(told, width - len(version.words) - 2)} ", "text"),))
        if version.asks or version.other:
            return Line(((f"  {version.words}", "text"),), ((f" {_points(version.army)} ", "points"),))
        words = version.name if self.app.size.width < BROAD else f"{version.words:<5}"
        return Line(((f"  {words}  ", "text"), (version.at, "dim")), ((f"{_points(version.army):>6} ", "points"),))

    @on(LinePane.CursorMoved, "#versions")
    def _moved(self) -> None:
        if not self._opening:
            self._open()
        self._list.refresh()
        self._show()

    @property
    def _wanted(self) -> Version | None:
        """The version under the cursor, if it is still to be opened."""
        version = self._list.row
        wanted = version is not None and version.is_compared and version.army is None and not version.failed
        return version if wanted else None

    @work(group="opening")
    async def _open(self) -> None:
        """Open one version at a time: those that the cursor has passed meanwhile are left out."""
        self._opening = True
        while (version := self._wanted) is not None:
            await self._work_out(version)
        self._opening = False
        self._list.refresh()
        self._show()

    @work(group="look")
    async def _open_all(self) -> None:
        """Work out what the others cost, one after the other: no key waits for that."""
        for version in tuple(self._versions):
            await self._work_out(version)
            self._list.refresh()

    async def _work_out(self, version: Version) -> None:
        """Open a version, if that is not done yet: one at a time, as they share what works them out."""
        async with self._one:
            if version.army is None and not version.failed:
                try:
                    version.army = await self.unless_left(asyncio.to_thread(self._opened, version))
                except MusterError as error:
                    version.failed = str(error)

    def _opened(self, version: Version) -> Army:
        return open_army(version.other) if version.step is None else self._apart.army_at(version.step)

    @on(LinePane.Resized, "#changes")
    def _show(self) -> None:
        compared, version = self.compared, self._list.row
        nothing = "Nothing was changed yet: {versions.choose} compares the army with another one."
        unchanged = "" if len(self._versions) > 1 else keyed(nothing)
        waiting = version is not None and version.is_compared
        self._changes.say((version.failed if version is not None else "") or ("Comparing …" if waiting else unchanged))
        another = version is not None and bool(version.other)
        self._changes.border_title = "What changed until now"
        if version is not None and version.is_compared:
            when = f"{version.at}, " if version.at else ""
            told = f"This army beside {version.words}" if another else f"{when}{version.name}  →  now"
            self._changes.border_title = told
        width, day = self._changes.size.width - 4, version.day if version is not None else ""
        lines_of = partial(comparison_lines, every=self._all, another=another, day=day, ruled=self._is_roomy)
        brief = self.app.size.width < BROAD
        self._changes.show([] if compared is None else [*lines_of(compared, width, brief=brief)], 0)
        self._show_lists(compared, version)
        self.query_one("#mind", TextLines).show(*(() if compared is None else self._mind(compared, another=another)))
        self.refresh_bindings()

    def _show_lists(self, compared: ArmyComparison | None, version: Version | None) -> None:
        """Show the units of both armies, each with its sign and points."""
        another = version is not None and bool(version.other)
        then = "" if version is None else version.words if another else version.name.capitalize()
        for side, title in zip(SIDES, (then, "This army" if another else "Now"), strict=True):
            pane = self.query_one(f"#{side}", LinePane)
            pane.border_title = title
            rows = side_rows(compared, later=side != SIDES[0]) if compared is not None else ()
            pane.show(
                [Line(((one.words, LOOKS[one.fate]),), ((f" {number(one.points)} ", "price"),)) for one in rows], 0
            )

    @property
    def _is_roomy(self) -> bool:
        """Whether lines part what is told."""
        return self.app.size.height >= (LOW if self.app.size.width >= BROAD else TALL)

    def _mind(self, compared: ArmyComparison, *, another: bool) -> Iterator[Line]:
        """Yield what two armies cost, how many units are others, and what going back does."""
        changed = len(compared.changed) + (0 if another else len(army_changes(compared)))
        were = f"{counted(same := compared.alike, 'unit')} as {'it was' if same == 1 else 'they were'}"
        told = f"{same} alike, {changed} not" if another else f"{counted(changed, 'change')}, {were}"
        if self.app.size.width < BROAD:
            yield plain(f" {told}.", "dim")
            return
        version = self._list.row
        names = ("There", "here") if another or version is None else (version.name.capitalize(), "now")
        costs = (
            f"{name}, {_points(army)} points"
            for name, army in zip(names, (compared.before, compared.after), strict=True)
        )
        yield Line(((f" {'  →  '.join(costs)}", "text"),), ((f"{told} ", "dim"),))
        back = keyed("Going back to a version is a change of its own: {editor.undo} takes it back, nothing is lost.")
        yield plain(f" {'+ is in this army alone, − in the other.' if another else back}", "dim")

    # -- actions -----------------------------------------------------------------
    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        version = self._list.row
        if name == "restore":
            return version is not None and version.step is not None and version.army is not None
        if name == "beside":
            return self.app.size.width >= LEAST_BESIDE and self.compared is not None
        if name in ("older", "newer"):
            return self.pane == "versions"
        asks = name == "choose" and version is not None and bool(version.asks)
        return asks or name in ("back", "other", "file") or self.compared is not None

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        return "this is not an earlier state of the army." if name == "restore" else "nothing is compared yet."

    def label(self, name: str) -> str:
        """Return what Enter does where the cursor is."""
        if name == "choose" and self.pane == "versions" and self._list.row is not None and self._list.row.asks:
            return "Choose it"
        return ("Show less" if self._all else "Show all") if name == "choose" and self.pane == "changes" else ""

    @on(LinePane.Chosen)
    def action_choose(self) -> None:
        """Go to what changed, or show there the units that are as they were."""
        version = self._list.row
        if self.pane == "versions" and version is not None and version.asks:
            self.call_later(self.run_action, version.asks)
        elif self.pane == "versions":
            (self._changes if self._changes.display else self.query_one(f"#{SIDES[0]}")).focus()
        elif self.pane == "changes":
            self._all = not self._all
            self._show()

    def action_beside(self) -> None:
        """Show both lists in the place of what changed, or that again; on a wide screen beside it."""
        self.toggle_class("-beside")

    def action_step(self, name: str) -> None:
        """Go to an older version, or to a newer one."""
        self._list.move("down" if name == "older" else "up")

    def action_restore(self) -> None:
        """Make the army what it was, and go back to it."""
        version = self._list.row
        if version is None or (step := version.step) is None:
            return
        self.dismiss()
        self._act(lambda session: session.restore(step))
        self.app.notify(f"The army is {version_at(step.at)} again.")

    @work
    async def action_other(self) -> None:
        """Ask for another army, and compare that."""
        choices = await self.unless_left(asyncio.to_thread(lambda: [*others_than(self._session.session.source)]))
        chosen = await self.app.push_screen_wait(Choose("Compare with which army?", choices))
        if chosen is None:
            return
        self._beside(next(choice.words for choice in choices if choice.key == chosen), chosen)

    @work
    async def action_file(self) -> None:
        """Ask for a file, and compare the army in it."""
        from builder.tui.dialogs.pick_file import PickFile

        chosen = await self.app.push_screen_wait(PickFile("Compare with which file?"))
        if chosen is not None:
            self._beside(Path(chosen).name, chosen)

    def _beside(self, words: str, other: str) -> None:
        """Compare another army, which stands in the list from now on."""
        self._versions = [*self._versions, Version(words, other=other)]
        self._show_list(len(self._versions) - 1)
        self._moved()

    def action_copy(self) -> None:
        """Copy what changed as text."""
        if self.compared is not None:
            another = self._list.row is not None and bool(self._list.row.other)
            lines = comparison_lines(self.compared, COPIED, every=self._all, another=another)
            texts = ("".join(text for text, _ in (*line.left, (" ", ""), *line.right)).rstrip() for line in lines)
            self.app.copy_to_clipboard("\n".join(texts))
            self.notify("What changed is in the clipboard, if your terminal allows it.")

    def action_back(self) -> None:
        """Go back to the versions, or to the army."""
        if self.pane == "versions":
            self.dismiss()
        else:
            self._list.focus()


def comparison_lines(
    compared: ArmyComparison,
    width: int,
    *,
    every: bool,
    another: bool = False,
    day: str = "before",
    ruled: bool = False,
    brief: bool = False,
) -> Iterator[Line]:
    """Yield the figures that two armies have, what changed from one to the other, and findings that came and went.

    Units that are as they were are left out unless `every` one is wanted, and figures where it is `brief`. The army
    before is that of a `day`, or `another` one. Parts may be `ruled`, and then end with what the changes add up to.
    """
    rule = plain("─" * (width + 1), "dim")
    heads = ("there", "here", "more") if another else (day, "now", "change")
    shown = [each for each in figure_rows(compared) if each.differs or every or not brief]
    head, *figures = figure_lines(shown, heads, width)
    yield from (head, *((rule,) if ruled else ()), *figures, plain(""))
    itself = [] if another else army_changes(compared)
    if ruled and (every or compared.changed or itself):
        yield from (plain("How they differ" if another else "What changed", "title"), rule)
    yield from (plain(cut(f"~ {each}", width), LOOKS["changed"]) for each in itself)
    for row in change_rows(compared, every=every):
        indent, look = ("    ", "text") if row.detail else ("", LOOKS[row.fate])
        *begin, last = textwrap.wrap(row.words, max(width - 9 - len(indent), FIGURE)) or [""]
        yield from (plain(f"{indent}{text}", look) for text in begin)
        yield Line(((f"{indent}{'  ' if begin else ''}{last}", look),), ((f"{row.price} ", "price"),))
    same = compared.alike
    if same and not every:
        as_it_was = "alike" if another else "as it was" if same == 1 else "as they were"
        shows = keyed("{versions.choose} shows {}", "it" if same == 1 else "them")
        yield plain(f"= {counted(same, 'unit')} {as_it_was}: {shows}", "dim")
    if ruled and compared.changed:
        yield from (plain(""), rule, plain(f"Adds up: {compared.sum}."))
    titles = ("Findings here alone", "Findings there alone") if another else ("New findings", "Findings that are gone")
    for title, findings in compared.findings(*titles):
        if findings:
            yield from (plain(""), plain(title, "title"))
        for found in findings:
            first, *more = textwrap.wrap(str(found), max(width - 6, FIGURE)) or [""]
            yield Line(((f"{SIGNS[look_of(found)]:<4} ", look_of(found)), (first, "text")))
            yield from (plain(f"     {text}") for text in more)


def _points(army: Army | None) -> str:
    return number(points(army.view, points_type(army.view))) if army is not None else ""


def others_than(source: str | None) -> Iterator[ListChoice]:
    """Yield the armies to compare with one: others of the player, the last one changed first, then the starters."""
    for own in sorted(library_armies(), key=lambda army: -army.changed):
        if own.line is not None and str(own.path) != source:
            told = f"{number(own.line.points or 0)} points, {relative_time(own.changed)}"
            yield ListChoice(str(own.path), own.name, told)
    for starter in starter_armies():
        if starter.army is not None:
            yield ListChoice(starter.path, starter.army.name, f"starter, {number(starter.army.points or 0)} points")

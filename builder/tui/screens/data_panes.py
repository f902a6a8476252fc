"""The panes of the data screen: sets as lines; what a set holds, found by a few letters, one thing in full below."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.message import Message

from builder.errors import MusterError
from builder.inputs import progress_to
from builder.resources import YAML_ENDINGS
from builder.scalars import counted, number, relative_time
from builder.services.data.catalogue_store import AddedDataSet, are_older
from builder.services.data.contents import EVERYTHING, OTHERS, RULES, UNITS, ContentEntry, DataContents, contents
from builder.services.library.armies import LibraryArmy
from builder.services.library.browsing import EntryDetails, KnownSet, TypeTable, details_of
from builder.services.library.data_updates import DataUpdate
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, FittedLines, Input, Line, Span, Vertical, cut, plain

MOST_TOLD = 6
"""Lines of catalogues and of armies that a question tells; how many more there are stands below."""
NARROWEST_NAME = 12
"""Cells that names keep beside the columns of a table."""
NARROWEST_PLACE = 12
"""Cells below which it is not told where something was found: the name is whole."""
NAMED = 3
"""So many armies are called by their names."""
SETTLED = 0.12
"""Seconds that the cursor rests on a row before that is worked out in full."""
READ_WIDTH = 100
"""Columns of a thing that is read in full, where the screen has as many."""


@dataclass(frozen=True, slots=True)
class DataHeading:
    """The head of a part of a list: its words, and how much is below it."""

    words: str
    right: str = ""


SetRow: TypeAlias = DataHeading | KnownSet
FoundRow: TypeAlias = DataHeading | ContentEntry


class ContentsPane(Vertical):
    """Lists what a data set holds; what is written narrows it down.

    Args:
        takers: gives the names of the armies that have taken something of a name.
    """

    @dataclass
    class LookedThrough(Message):
        """A set was looked through, or it cannot be, for the reason in `error`."""

        held: DataContents | None
        error: MusterError | None = None

    class Entered(Message):
        """The mouse went to what is looked through."""

    def __init__(self, takers: Callable[[str], Sequence[str]], *, id: str) -> None:
        super().__init__(id=id, classes="pane")
        self._takers = takers
        self._details: EntryDetails | None = None
        self.held: DataContents | None = None
        """What is looked through."""

    def compose(self) -> ComposeResult:
        """The line to write, what was found, one thing of it in full."""
        yield Input(placeholder="a few letters find units, profiles and rules", id="find")
        found = LinePane[FoundRow](found_line, stops=lambda row: isinstance(row, ContentEntry), marked=True, id="found")
        found.can_focus = False  # Letters go on to search while the cursor moves.
        yield found
        yield FittedLines(id="details")

    def on_mount(self) -> None:
        """Say how a set is looked through."""
        self.border_title = "Look through"
        self.found.say("Enter looks through the set under the cursor.")

    def on_click(self) -> None:
        """Say that keys are meant for what is looked through from now on."""
        if self.held is not None:
            self.post_message(self.Entered())

    @property
    def found(self) -> LinePane[FoundRow]:
        """The list of what was found."""
        return self.query_one("#found", LinePane)

    @property
    def input(self) -> Input:
        """The line to write."""
        return self.query_one("#find", Input)

    @property
    def entry(self) -> ContentEntry | None:
        """The entry under the cursor."""
        row = self.found.row
        return row if isinstance(row, ContentEntry) else None

    def forget(self) -> None:
        """Forget what was looked through: it may be another now."""
        self.held, self._details, self.border_subtitle = None, None, ""
        self.found.show([])

    @work(group="reading", exclusive=True)
    async def look_through(self, identity: str, name: str, told: Callable[[str], None]) -> None:
        """Show what a set holds; `told` takes how far it is."""
        self.forget()
        self.border_title = f"Look through: {name}"
        self.found.say("Looking through it …")
        try:
            with progress_to(told, after=0):
                held = await asyncio.to_thread(contents, identity)
        except MusterError as error:
            self.found.say("It cannot be looked through.")
            self.post_message(self.LookedThrough(None, error))
            return
        self.held = held
        self._narrow()
        self.post_message(self.LookedThrough(held))

    @on(Input.Changed, "#find")
    def _narrow(self) -> None:
        if self.held is None:
            return
        found = self.held.search(self.input.value)
        self.found.say("Nothing of it is called so.")
        self.found.show(found_rows(found), 0)
        self.border_subtitle = f"{number(len(found))} found, Enter opens"
        self._work_out()

    @on(LinePane.CursorMoved, "#found")
    def _moved(self) -> None:
        self._work_out()

    @work(group="look", exclusive=True)
    async def _work_out(self) -> None:
        """Show what is under the cursor in full, once it rests there."""
        entry, held = self.entry, self.held
        self.screen.refresh_bindings()
        await asyncio.sleep(SETTLED)
        if entry is None or held is None:
            self._details = None
        else:
            try:
                self._details = await asyncio.to_thread(details_of, held.id, entry)
            except MusterError as error:
                self._details = EntryDetails(entry.name, texts=(("", str(error)),))
        self.query_one("#details", FittedLines).fit(lambda width, height: self._lines(width))

    def _lines(self, width: int) -> list[Line]:
        if self._details is None:
            return []
        takers = self._takers(self._details.name)
        taken = [plain(f"Taken in: {', '.join(takers)}", "info")] if takers else []
        lines = [*taken, *details_lines(self._details, width - 2)]
        return [Line(((" ", "text"), *line.left), (*line.right, (" ", "text"))) for line in lines]

    @on(LinePane.Chosen, "#found")
    @on(Input.Submitted, "#find")
    def open_entry(self) -> None:
        """Show what is under the cursor in full on a screen of its own."""
        entry, held = self.entry, self.held
        if entry is None or held is None or not self.screen.is_current:
            return

        width = min(READ_WIDTH, self.app.size.width - 4)  # Without the frame and a blank at either side.

        def text() -> str:
            return "\n".join(_text(line) for line in details_lines(details_of(held.id, entry), width))

        self.app.push_screen(PreviewScreen(f"Data > {held.id} > {entry.name}", text))


def _text(line: Line) -> str:
    return "".join(text for text, _ in line.left) + "".join(f"  {text}" for text, _ in line.right)


def set_rows(sets: Iterable[KnownSet]) -> list[SetRow]:
    """Sets below their headings: what players have added first."""
    known = tuple(sets)
    added = [each for each in known if not each.ours]
    head = DataHeading("Added", "Revision") if added else DataHeading("Added: none yet, a adds one")
    ours = [each for each in known if each.ours and each.id != EVERYTHING]
    together = [each for each in known if each.id == EVERYTHING]
    return [head, *added, DataHeading("With the program", "Revision"), *ours, DataHeading("Together"), *together]


def is_set(row: SetRow | None) -> bool:
    """Whether the cursor stands on a row of the sets."""
    return isinstance(row, KnownSet)


def set_line(row: SetRow, width: int) -> Line:
    """A row of the sets as a line."""
    if isinstance(row, DataHeading):
        return Line(((row.words, "slot"),), ((f"{row.right} ", "dim"),))
    if row.revision is None:
        return Line(((f"  {row.name}", "text"),), ((f" {SIGNS['error']} ", "error"),))
    sign: tuple[Span, ...] = ((f" {SIGNS['warning']}", "warning"),) if row.findings else ()
    revision: tuple[Span, ...] = ((f" {row.revision} ", "dim"),) if row.id != EVERYTHING else ()
    return Line(((f"  {row.name}", "text"),), (*sign, *revision))


def about_set(row: KnownSet, users: Sequence[str], held: tuple[int, Sequence[str]] | None, width: int) -> list[Line]:
    """Return what there is to say of a set: `users` are the names of armies, `held` its entries and who reads them."""
    told: list[Span] = []
    if row.revision is None:
        told += [(f"{SIGNS['error']} {finding}", "error") for finding in row.findings]
    else:
        number = "" if row.ours else counted(len(row.catalogues), "catalogue")
        entries = "" if held is None else f"{held[0]:,} entries".replace(",", " ")
        told.append((" · ".join(filter(None, (number, entries))), "text"))
        if held is not None:
            told.append((f"Read by: {', '.join(held[1]) or 'no rule system'}", "text"))
        told += [(f"{SIGNS['warning']} {finding.message}", "warning") for finding in row.findings[:NAMED]]
    names = ", ".join(users[:NAMED]) + (f" and {len(users) - NAMED} more" if len(users) > NAMED else "")
    told.append((f"Used by: {names or 'no army of yours'}", "text"))
    if row.ours:
        told += [(f"File: {row.path}", "dim")] if row.id != EVERYTHING else []
    elif row.revision is not None:
        told += _source(row)
    lines = (line for text, look in told if text for line in _wrapped(text, width - 2, look))
    return [Line(((" ", "text"), *line.left)) for line in lines]


def _source(row: KnownSet) -> Iterator[Span]:
    note = row.source
    place = (note.kept_at or note.address) if note else "your disk: U asks where its new state is"
    yield f"Source: {f'files of your own; U looks at {place}' if note and note.own else place}", "dim"
    yield "Licence: as its authors say, none is told", "dim"
    release = f", release {note.release}" if note and note.release else ""
    size = f"{row.size / 1e6:.1f} MB" if row.size >= 1e6 else f"{max(1, row.size // 1000)} kB"
    yield f"Here since {relative_time(row.fetched)}, {size}{release}", "dim"
    if row.has_former:
        yield "The state before its last update is kept: b brings it back", "dim"


def found_rows(entries: Iterable[ContentEntry]) -> list[FoundRow]:
    """Return what was found below its headings."""
    rows: list[FoundRow] = []
    for heading, group in groupby(entries, lambda entry: entry.heading):
        below = list(group)
        kind = "" if heading in (UNITS, RULES, OTHERS) else "profiles"
        rows += [DataHeading(heading, f"{kind} {number(len(below))}".lstrip()), *below]
    return rows


def found_line(row: FoundRow, width: int) -> Line:
    """A row of what was found as a line."""
    if isinstance(row, DataHeading):
        return Line(((row.words, "slot"),), ((f"{row.right} ", "dim"),))
    points = number(row.points) if row.points is not None else ""
    room = min(32, width - 34, width - 11 - cell_len(row.name))
    catalogue = f" {cut(row.place, room):<{room}}" if room > NARROWEST_PLACE else ""
    return Line(((f"  {row.name}", "text"),), ((catalogue, "dim"), (f"{points:>7} ", "points")))


def details_lines(details: EntryDetails, width: int) -> list[Line]:
    """One thing of a set in full."""
    lines = [Line(((details.name, "title"),), ((f" {details.comes_to}", "points"),) if details.comes_to else ())]
    for table in details.tables:
        lines += [*_table(table, width), plain("")]
    for title, text in details.texts:
        words = f"{title}: {text}" if title else text
        lines += [line for part in words.splitlines() if part.strip() for line in _wrapped(part, width, "text")]
    if details.choices:
        lines += [plain(""), plain("It can take", "slot")]
        lines += [line for title, names in details.choices for line in _wrapped(f"{title}: {names}", width, "text")]
    return lines


def _table(table: TypeTable, width: int) -> Iterator[Line]:
    """Yield a table; one that is too wide as a line for each profile."""
    rows = ((table.title, *table.columns), *table.rows)
    widths = [max(cell_len(row[place]) for row in rows if place < len(row)) for place in range(1, len(rows[0]))]
    room = width - sum(each + 2 for each in widths)
    if room < NARROWEST_NAME:
        for name, *cells in table.rows:
            told = ", ".join(f"{column} {cell}" for column, cell in zip(table.columns, cells, strict=False) if cell)
            yield from _wrapped(f"{name}: {told}", width, "text")
        return
    name_width = min(room, max(cell_len(row[0]) for row in rows))
    for place, row in enumerate(rows):
        name = cut(row[0], name_width)
        parts = (f"  {' ' * (wide - cell_len(cell))}{cell}" for wide, cell in zip(widths, row[1:], strict=False))
        yield plain(name + " " * (name_width - cell_len(name)) + "".join(parts), "text" if place else "dim")


def _wrapped(text: str, width: int, look: str) -> Iterator[Line]:
    for line in textwrap.wrap(text, max(10, width), subsequent_indent="  ", break_on_hyphens=False):
        yield plain(line, look)


def missed(users: Iterable[LibraryArmy]) -> str:
    """Return what becomes of armies without their data set: saved rosters alone say all that is theirs themselves."""
    kinds: dict[bool, list[str]] = {True: [], False: []}
    for army in users:
        kinds[army.path.name.endswith(YAML_ENDINGS)].append(army.name)
    files, saved = kinds[True], kinds[False]
    words = [f"Without it {', '.join(files)} cannot be opened, until it is added again."] if files else []
    words += [f"Of {', '.join(saved)} only what the files say is known then."] if saved else []
    return " ".join(words) or "No army of yours uses it."


def told(added: Iterable[AddedDataSet]) -> Iterator[str]:
    """Yield a sentence for each set that was added, or brought to another state."""
    fresh = [each.data.id for each in added if not each.updated]
    if len(fresh) == 1:
        yield f"{fresh[0]} is in the library."
    elif fresh:
        yield f"{len(fresh)} sets are in the library: {'; '.join(fresh)}."
    for each in added:
        if each.updated and not each.changed:
            yield f"{each.data.id} is as it was."
        elif each.updated:
            which = "an older" if are_older(each.revised) else "a new"
            yield f"{each.data.id} is brought to {which} state: b brings back what was before."


def planned(plan: DataUpdate, used: Collection[str]) -> Iterator[str]:
    """Yield what an update changes, as lines of a question; of catalogues those first that armies use."""
    if plan.age:
        yield f"{plan.age}\n"
    files = [f"new: {name}" for name in plan.new]
    files += [f"{each.name}: {each.words}" for each in sorted(plan.revised, key=lambda each: each.name not in used)]
    files += [f"gone: {name}" for name in plan.gone]
    yield from _some(files)
    yield f"\nArmies of yours that use it: {plan.users or 'none'}; that it changes: {len(plan.armies) or 'none'}."
    yield from _some([f"{change.id}: {change.before.summary} → {change.now.summary}" for change in plan.armies])


def _some(lines: list[str]) -> list[str]:
    return [*lines[:MOST_TOLD], *([f"and {len(lines) - MOST_TOLD} more"] if len(lines) > MOST_TOLD else [])]

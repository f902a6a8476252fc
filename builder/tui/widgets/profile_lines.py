"""The lines of what a thing is: its profile, its weapons, its rules, in tables that fit where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len

from builder.errors import look_of
from builder.record import Record
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, Line, cut, parted, plain

if TYPE_CHECKING:
    from builder.services.editor.details import Details
    from builder.systems.blocks import Row, Table

NARROWEST_NAME = 7

HEADING = 18
"""So many signs of a line before its colon are a heading, where more than a number is behind it."""

LEAST_WORDS = 3

EASY_NAME = 16
"""Cells in which most names are read without breaks."""

NO_PROFILE = "Here you see what the unit under the cursor is and does."
"""What the pane for it says while there is none."""

LEAST_COLUMNS = 4
"""So many values are left in a table in any case."""

LONGEST_FIGURE = 6
"""Values with more signs than this are words: they go below their rows before any figure does."""

SHORT = {
    "armour": "Arm",
    "attacks": "Att",
    "bravery": "Brv",
    "control": "Ctl",
    "damage": "Dmg",
    "defence": "Def",
    "health": "Hlt",
    "keywords": "Keys",
    "leadership": "Ld",
    "movement": "Mov",
    "range": "Rng",
    "shots": "Sho",
    "speed": "Spd",
    "strength": "Str",
    "to hit": "Hit",
    "to wound": "Wnd",
    "toughness": "T",
    "weapon skill": "WS",
    "ballistic skill": "BS",
    "wound": "Wnd",
    "wounds": "W",
}
"""What columns are called that many games have, where their titles are wider than what stands below them."""


class ProfilePane(LinePane[Line]):
    """The pane for what a thing is, where the screen has room for it beside its choices."""

    def __init__(self, *, id: str) -> None:
        super().__init__(lambda line, width: line, stops=lambda line: False, empty=NO_PROFILE, id=id)
        self.add_class("pane", update=False)
        self.frame, self.border_title = self, "Profile and rules"

    def tell(self, details: Details, fire: Table | None) -> None:
        """Show what a thing is, with what all its fire does once that is known."""
        lines = profile_lines(details, max(10, self.content_region.width - 2), fire, ruled=True)
        # A blank line at the top parts them from the choices elsewhere.
        self.show(tuple(dropwhile(lambda line: not line.left, lines)))


def says(lines: Iterable[Line], words: str) -> bool:
    """Whether lines say these words, one below the other."""
    return bool(words) and words in " ".join(" ".join(text for line in lines for text, _ in line.left).split())


def profile_lines(details: Details, width: int, fire: Table | None = None, *, ruled: bool = False) -> Iterator[Line]:
    """Yield what a thing is: its profile, its weapons, what it gives, notes and rules.

    In a pane of its own each has a heading and is `ruled`, with what all its `fire` does to common profiles.
    """
    for table in (*details.tables, *(table for table in details.weapons if table.rows)):
        yield Line(())
        yield from _table(table, width, ruled=ruled)
    yield from _card_lines(details, width, ruled=ruled)
    if fire is not None:
        yield from _headed("All its fire: HP off after saves (models)", width)
        yield from _table(fire, width)
    if details.gives:
        yield Line(())
        yield from text_lines(details.gives, width, "info")
    if details.notes:
        yield Line(())
        for line in f"Note: {details.notes}".splitlines():
            yield from text_lines(line or " ", width, "text")
    yield from _rule_lines(details, width, ruled=ruled)
    if ruled and details.slot:
        yield from _headed("Findings here", width)
        for found in details.findings:
            yield from text_lines(f"{SIGNS[look_of(found)]} {found.sentence}", width, look_of(found))
        yield from () if details.findings else (plain("none", "dim"),)


def _card_lines(details: Details, width: int, *, ruled: bool) -> Iterator[Line]:
    """Yield what else stands on its card, in a pane of its own below the word that each line begins with."""
    for place, line in enumerate(details.lines):
        heading, _, rest = line.partition(": ")
        worded = len(rest) > LEAST_WORDS and heading.replace(" ", "").isalpha()
        if ruled and details.slot and worded and len(heading) <= HEADING:
            yield from _headed(heading, width)
            line = f"{rest[:1].upper()}{rest[1:]}"
        elif not place and (details.tables or details.weapons):
            yield Line(())
        yield from text_lines(line, width, "text")


def _rule_lines(details: Details, width: int, *, ruled: bool) -> Iterator[Line]:
    if ruled and details.rules:
        yield from _headed("Rules", width)
    for place, (name, text) in enumerate(details.rules):
        if place or not ruled:
            yield Line(())
        yield from text_lines(name, width, "slot")
        yield from (Line((("  " * ruled, "dim"), *line.left)) for line in text_lines(text, width - 2 * ruled, "dim"))


def _headed(words: str, width: int) -> Iterator[Line]:
    """Yield the heading of a part, apart from what is above it and ruled off from what is below."""
    yield from (Line(()), *text_lines(words, width, "title"), plain("─" * width, "dim"))


def text_lines(text: str, width: int, look: str) -> Iterator[Line]:
    """Yield a text in as many lines as it takes; an empty one is an empty line."""
    for line in wrap(text, max(10, width)) or [""]:
        yield plain(line, look)


class _Grid(Record, frozen=True):
    """A table as it stands on a screen: its name column and the values beside it, and what is told below each row.

    Args:
        names: what stands in the column of names, its title first, each with how far it is set in.
        titles: those of the values; `cells` are the values of each row.
        below: what of each row stands in no column.
        wordy: which of the values are texts, which begin below one another.
        easy: whether names are read more easily without what is below; no figure is missed for that without a result.
    """

    names: tuple[tuple[int, str], ...]
    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    below: tuple[str, ...]
    wordy: tuple[bool, ...]
    easy: bool

    @property
    def sizes(self) -> list[int]:
        """The width of each value."""
        columns = zip(self.titles, *self.cells, strict=True)
        return [max(map(cell_len, column)) for column in columns]

    @property
    def longest(self) -> int:
        """How wide the names are."""
        return max(indent + cell_len(name) for indent, name in self.names)

    @property
    def least(self) -> int:
        """How wide the names are at least: no word is broken."""
        words = (indent + _hang(name) + cell_len(word) for indent, name in self.names for word in name.split())
        return min(self.longest, max(NARROWEST_NAME, *words)) if self.longest else 0

    def room(self, width: int) -> int:
        """The cells that are left for names."""
        return width - sum(self.sizes) - len(self.titles)


def _table(table: Table, width: int, *, ruled: bool = False) -> Iterator[Line]:
    """A table in columns, the ones that matter least told below each row where they do not fit.

    Names go on in the lines below between their words, never within one. What is above the rows may be `ruled` off.
    """
    if not table.rows:
        return
    grids = tuple(_grids(table))
    easy = (grid for grid in grids if grid.easy and grid.room(width) >= min(grid.longest, EASY_NAME))
    possible = (grid for grid in grids if grid.room(width) >= grid.least)
    grid = next(easy, None) or next(possible, None)
    if grid is None:
        yield from _labelled(table, width)
        return
    sizes = [max(grid.least, min(grid.longest, grid.room(width))), *grid.sizes]
    for place, ((indent, name), cells) in enumerate(zip(grid.names, (grid.titles, *grid.cells), strict=True)):
        look, hang = ("text", _hang(name)) if place else ("slot", 0)
        if place and not hang and max(map(cell_len, name.split()), default=0) + 2 <= sizes[0] - indent:
            hang = 2
        first, *others = parted(name, sizes[0] - indent, sizes[0] - indent - hang) if name else ("",)
        yield plain(_row([f"{'':{indent}}{first}", *cells], sizes, (True, *grid.wordy)), look)
        yield from (plain(f"{'':{indent + hang}}{part}", look) for part in others)
        if not place and ruled:
            yield plain("─" * width, "dim")
        if place and (below := grid.below[place - 1]):
            yield from (plain(f"{'':{indent + 2}}{part}", "dim") for part in wrap(below, max(10, width - indent - 2)))


def _labelled(table: Table, width: int) -> Iterator[Line]:
    """The rows of a table that has no room for columns, as words."""
    for grid in list(_grids(table))[-1:]:
        for (indent, name), cells, below in zip(grid.names[1:], grid.cells, grid.below, strict=True):
            told = (f"{title} {cell}".strip() for title, cell in zip(grid.titles, cells, strict=True) if _tells(cell))
            yield from text_lines(name, width, "text") if name else ()
            words = ", ".join((*told, *filter(None, (below,))))
            yield from (plain(f"{'':{indent + 2}}{part}", "dim") for part in wrap(words, max(10, width - indent - 2)))


def _grids(table: Table) -> Iterator[_Grid]:
    """Yield the ways to show a table, the fullest first.

    Longer texts go below their rows first, then titles are shortened, then goes what is farthest from the result; in
    tables without a result words go before figures.
    """
    from builder.systems.blocks import ColumnKind  # the first paint needs none of it

    kinds = [column.kind for column in table.columns]
    named = next((place for place, kind in enumerate(kinds) if kind is ColumnKind.NAME), None)
    counted = named if named and kinds[named - 1] in (ColumnKind.COUNT, ColumnKind.VALUE) else None
    counts = counted - 1 if counted and not table.columns[counted - 1].title else None
    blocks = _alike(table.rows)
    rows = [(row, times) for block, times in blocks for row in block]
    digits = max((len(row.cells[counts]) for row, _ in rows), default=0) if counts is not None else 0
    if counts is None and named is not None and any(times > 1 for _, times in blocks):
        digits = max(len(str(times)) for _, times in blocks)
    names = [(0, table.columns[named].title if named is not None else "")]
    for row, times in rows:
        name = row.cells[named] if named is not None else ""
        count = row.cells[counts] if counts is not None else str(times)
        if row.sub or not digits:
            names.append(((digits + 1 if digits else 0) + (2 if row.sub else 0), name))
        else:
            names.append((0, f"{count:>{digits}} {name}"))
    values = [place for place in range(len(kinds)) if place not in (named, counts)]
    short = [place for place in values if kinds[place] is not ColumnKind.TEXT]
    result = next((place for place in short if kinds[place] is ColumnKind.RESULT), None)
    ways = [(values, False)]
    ways += [(short, False)] if short != values else []
    ways.append((short, True))
    kept, sizes = short, {place: max(cell_len(row.cells[place]) for row, _ in rows) for place in short}
    while len(kept) > LEAST_COLUMNS:
        widest = max(kept, key=lambda place: (sizes[place], place))
        if result is None and sizes[widest] > LONGEST_FIGURE:
            farthest = widest
        elif result is None:
            farthest = kept[-1] if counts is None else kept[0]
        else:
            farthest = max(kept, key=lambda place: (abs(place - result), -place))
        kept = [place for place in kept if place != farthest]
        ways.append((kept, True))
    for kept, brief in ways:
        below = []
        for row, _ in rows:
            rest = [place for place in values if place not in kept and _tells(row.cells[place])]
            rest.sort(key=lambda place: kinds[place] is not ColumnKind.TEXT)
            told = ((table.columns[at].title if kinds[at] is not ColumnKind.TEXT else "", row.cells[at]) for at in rest)
            below.append(_plainly(", ".join(f"{title} {cell}".strip() for title, cell in told)))
        cells = tuple(tuple(_plainly(row.cells[place]) for place in kept) for row, _ in rows)
        titles = (_plainly(table.columns[place].title) for place in kept)
        if brief:
            columns = (max(cell_len(row[at]) for row in cells) for at in range(len(kept)))
            titles = (_shorter(title, size) for title, size in zip(titles, columns, strict=True))
        wordy = tuple(kinds[place] is ColumnKind.TEXT for place in kept)
        easy = result is not None or len(kept) >= len(short)
        yield _Grid(tuple(names), tuple(titles), cells, tuple(below), wordy, easy)


def _alike(rows: Sequence[Row]) -> list[tuple[list[Row], int]]:
    """Rows with the modes below them, each once, with how many times it stands there in a row."""
    blocks: list[list[Row]] = []
    for row in rows:
        if row.sub and blocks:
            blocks[-1].append(row)
        else:
            blocks.append([row])
    return [(block, len(list(same))) for block, same in groupby(blocks)]


def _hang(name: str) -> int:
    """How far the lines below the first are set in: below the name, not below how many there are."""
    counted = len(name) - len(name.lstrip("0123456789 "))
    return counted if name[:counted].strip() and name[counted - 1 : counted] == " " else 0


def _tells(cell: str) -> bool:
    return cell not in ("", "-", "–")


def _plainly(words: str) -> str:
    """Words with fractions as any terminal has them."""
    for sign, fraction in (("¼", "1/4"), ("½", "1/2"), ("¾", "3/4")):
        words = words.replace(sign, fraction)
    return words


def _shorter(title: str, size: int) -> str:
    """A title that is wider than its values, in short."""
    if cell_len(title) <= max(size, 4):
        return title
    return SHORT.get(title.casefold()) or cut(title, max(size, 3))


def _row(cells: Sequence[str], sizes: Sequence[int], begins: Sequence[bool]) -> str:
    words = []
    for place, (cell, size, first) in enumerate(zip(cells, sizes, begins, strict=True)):
        if not (place or size):
            continue  # Nothing of it has a name.
        pad = " " * (size - cell_len(cell))
        words.append(cell + pad if first else pad + cell)
    return " ".join(words).rstrip()

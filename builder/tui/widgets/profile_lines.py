"""The lines of what a thing is: its profile, its weapons, its rules, in tables that fit where they stand."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from builder.tui.widgets.lines import Line, cut, parted, plain

if TYPE_CHECKING:
    from builder.services.editor.details import Details
    from builder.systems.blocks import Table

NARROWEST_NAME = 7


def profile_lines(details: Details, width: int, fire: Table | None = None, *, ruled: bool = False) -> Iterator[Line]:
    """Yield what a thing is: its profile, its weapons, what it gives, notes and rules.

    In a pane of its own each has a heading and is `ruled`, with what all its `fire` does to common profiles.
    """
    for table in details.tables:
        yield Line(())
        yield from _table(table, width, ruled=ruled)
    for place, line in enumerate(details.lines):
        heading, _, rest = line.partition(": ") if ruled and details.slot and not place else ("", "", line)
        if heading and rest:
            yield from _headed(heading, width)
        yield from text_lines(rest or line, width, "text")
    for table in details.weapons:
        if table.rows:
            yield Line(())
            yield from _table(table, width, ruled=ruled)
    if fire is not None:
        yield from _headed("All its fire: HP off after saves (models)", width)
        yield from _table(fire, width)
    if details.gives:
        yield Line(())
        yield from text_lines(f"Gives {details.gives}", width, "info")
    if details.notes:
        yield Line(())
        for line in f"Note: {details.notes}".splitlines():
            yield from text_lines(line or " ", width, "text")
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
    for line in textwrap.wrap(text, max(10, width)) or [""]:
        yield plain(line, look)


def _table(table: Table, width: int, *, ruled: bool = False) -> Iterator[Line]:
    """A table in columns where they fit: without its longer texts if need be, else as labelled values.

    Names go on in the lines below between their words, never within one. What is above the rows may be `ruled` off.
    """
    from builder.systems.blocks import ColumnKind  # the first paint needs none of it

    for columns in _fewer_columns(table):
        sizes = [
            max(cell_len(table.columns[c].title), *(cell_len(row.cells[c]) for row in table.rows), 0) for c in columns
        ]
        name = next((place for place, c in enumerate(columns) if table.columns[c].kind is ColumnKind.NAME), 0)
        over = sum(sizes) + len(sizes) - 1 - width
        cells = (table.columns[columns[name]].title, *(row.cells[columns[name]] for row in table.rows)) if sizes else ()
        longest = max((cell_len(word) for cell in cells for word in cell.split()), default=0)
        if over > 0 and sizes and sizes[name] - over >= min(sizes[name], max(NARROWEST_NAME, longest)):
            sizes[name] -= over
            over = 0
        if over <= 0:
            yield from _lines_of([table.columns[c].title for c in columns], sizes, name, "dim")
            if ruled:
                yield plain("─" * width, "dim")
            for row in table.rows:
                yield from _lines_of([row.cells[c] for c in columns], sizes, name, "text")
            return
    for row in table.rows:
        named = [
            f"{column.title} {cell}" if column.title else f"×{cell}" if cell.isdecimal() else cell
            for column, cell in zip(table.columns, row.cells, strict=True)
            if column.kind is not ColumnKind.NAME and cell not in ("", "–")
        ]
        names = [c for col, c in zip(table.columns, row.cells, strict=True) if col.kind is ColumnKind.NAME and c]
        yield from text_lines(" ".join(names), width, "text")
        for line in textwrap.wrap(", ".join(named), max(10, width - 2)):
            yield plain(f"  {line}", "dim")


def _fewer_columns(table: Table) -> Iterator[list[int]]:
    """Yield the columns to try: all, then without those that hold texts."""
    from builder.systems.blocks import ColumnKind  # the first paint needs none of it

    every = list(range(len(table.columns)))
    yield every
    short = [c for c in every if table.columns[c].kind is not ColumnKind.TEXT]
    if short != every:
        yield short


def _lines_of(cells: Sequence[str], sizes: Sequence[int], name: int, look: str) -> Iterator[Line]:
    """Yield a row of a table: a name that is too long for its column goes on in the lines below."""
    first, *others = parted(cells[name], sizes[name], sizes[name])
    yield plain(_row([*cells[:name], first, *cells[name + 1 :]], sizes, name), look)
    for part in others:
        yield plain(_row(["" if c != name else part for c in range(len(cells))], sizes, name), look)


def _row(cells: Sequence[str], sizes: Sequence[int], name: int) -> str:
    words = []
    for place, (cell, size) in enumerate(zip(cells, sizes, strict=True)):
        cell = cut(cell, size)
        pad = " " * (size - cell_len(cell))
        words.append(cell + pad if place <= name else pad + cell)
    return " ".join(words).rstrip()

"""The tables of a unit as data describes it: figures in columns wherever these have room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import replace
from builder.sheets.block import Strip
from builder.sheets.grid_table import grid_strips, natural_widths
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Column, ColumnKind, Row, Table

TABLES = 122.0
"""The width of tables with texts beside them, in mm."""
USUAL_NAME, WIDEST_NAME, COUNT_WIDTH, LEAST_FIGURE, LEAST_WORDS = 33.0, 50.0, 6.0, 9.0, 24.0
LEAST_NAMES = 20.0
"""Of the columns of tables, in mm."""
TABLE_GAP = 0.5
"""White rows between two tables."""


def is_wide(setter: Typesetter, table: Table) -> bool:
    """Whether a table has a column for each figure over the width of a page alone."""
    natural, name = natural_widths(setter, table, strong=True), setter.across(USUAL_NAME)
    narrow, over = (
        _fitted(table, natural, name, width, setter.across(1))[0]
        for width in (setter.across(TABLES), setter.design.grid.width)
    )
    return narrow is not table and over is table


def profile_tables(setter: Typesetter, tables: Sequence[Table], width: float | None = None) -> Iterator[Strip]:
    """Yield tables whose names, and figures where they have as many columns, stand under each other."""
    tables = [_with_words(table, tables) for table in tables]
    natural = [natural_widths(setter, table, strong=True) for table in tables]
    width, names = width or setter.across(TABLES), [setter.across(USUAL_NAME)]
    alike: dict[tuple[ColumnKind, ...], list[float]] = {}
    for table, widths in zip(tables, natural, strict=True):
        kinds = tuple(column.kind for column in table.columns)
        alike[kinds] = list(map(max, alike.get(kinds, widths), widths))
        names += [size for kind, size in zip(kinds, widths, strict=True) if kind is ColumnKind.NAME]
    for n, table in enumerate(tables):
        widths = alike[tuple(column.kind for column in table.columns)]
        fitted, places = _fitted(table, widths, min(max(names), setter.across(WIDEST_NAME)), width, setter.across(1))
        if n:
            yield Strip(TABLE_GAP, ())
        yield from grid_strips(setter, fitted, width, widths=places)


def _with_words(table: Table, tables: Sequence[Table]) -> Table:
    """Return a table with an empty column of words where another one has one behind as many figures."""
    kinds = [*(column.kind for column in table.columns), ColumnKind.TEXT]
    if not any([column.kind for column in other.columns] == kinds for other in tables):
        return table
    rows = tuple(replace(row, cells=(*row.cells, "")) for row in table.rows)
    return Table((*table.columns, Column("", ColumnKind.TEXT)), rows)


def _fitted(
    table: Table, natural: Sequence[float], name: float, width: float, scale: float
) -> tuple[Table, list[float]]:
    """Return a table, and the widths of its columns: what the others leave goes to words, else to all figures alike.

    Where there are too many columns, all of them are told in one, in words.
    """
    kinds = [column.kind for column in table.columns]
    for least in (LEAST_FIGURE * scale, 0.0):  # Many figures stand closer.
        given = {ColumnKind.NAME: (name, name), ColumnKind.TEXT: (0.0, LEAST_WORDS * scale)}
        bounds = ((COUNT_WIDTH if kind is ColumnKind.COUNT else least, width) for kind in kinds)
        limits = [given.get(kind, bound) for kind, bound in zip(kinds, bounds, strict=True)]
        widths = [max(low, min(size, high)) for (low, high), size in zip(limits, natural, strict=True)]
        spare = width - sum(widths)
        if spare >= 0 or name + spare >= LEAST_NAMES:
            break
    if spare < 0 and name + spare >= LEAST_NAMES:  # Names are broken into lines then.
        widths[kinds.index(ColumnKind.NAME)], spare = name + spare, 0.0
    if spare < 0:
        first = 1 + kinds.index(ColumnKind.NAME)
        titles = [column.title for column in table.columns[first:]]
        told = (" · ".join(map(" ".join, zip(titles, row.cells[first:], strict=True))) for row in table.rows)
        rows = tuple(Row((*row.cells[:first], text)) for row, text in zip(table.rows, told, strict=True))
        columns = (*table.columns[:first], Column("", ColumnKind.TEXT))
        return Table(columns, rows), [*widths[:first], width - sum(widths[:first])]
    growing = next((kind for kind in (ColumnKind.TEXT, ColumnKind.VALUE) if kind in kinds), ColumnKind.NAME)
    more = spare / max(1, kinds.count(growing))
    return table, [size + more * (kind is growing) for kind, size in zip(kinds, widths, strict=True)]

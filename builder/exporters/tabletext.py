"""Boxes and tables as lines of text, for all that is written in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.systems.blocks import Check, ColumnKind, Row, Table

NONE = "–"
NO_BREAK = "\u00a0"


def check_line(check: Check) -> str:
    """A box with its label."""
    return f"[{'x' if check.checked else ' '}] {check.label}"


def checks_line(checks: Iterable[Check]) -> str:
    """Boxes in a row."""
    return "  ".join(check_line(check) for check in checks)


def table_lines(table: Table) -> Iterator[str]:
    """A table as lines of labelled values."""
    for row in table.rows:
        yield f"  {row.cells[0]}: {_labelled(table, row, 1)}"


def _labelled(table: Table, row: Row, first: int) -> str:
    pairs = zip(table.columns[first:], row.cells[first:], strict=True)
    return ", ".join(f"{column.title} {cell}" for column, cell in pairs)


def weapon_line(table: Table, row: Row) -> str:
    """A weapon as count, name and its labelled values; what is a dash is left out, but for the result."""
    words: list[str] = []
    values: list[str] = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        match column.kind:
            case ColumnKind.COUNT | ColumnKind.NAME:
                words.append(cell)
            case ColumnKind.TEXT:
                values.append(cell)
            case _ if cell != NONE or column.kind is ColumnKind.RESULT:
                values.append(f"{column.title} {cell}".replace(" ", NO_BREAK))
    name = " ".join(word for word in words if word)
    return f"{'  ' if row.sub else ''}{name}: {', '.join(values)}"

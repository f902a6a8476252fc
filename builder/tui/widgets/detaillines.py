"""The lines of the details pane, for a width: head, findings, profiles, choices, weapons, notes, rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from builder.services.editor.details import Details
from builder.services.editor.view import ChoiceRow
from builder.systems.blocks import ColumnKind, Table, number
from builder.tui.widgets.editorlines import SIGNS
from builder.tui.widgets.lines import Line, Span, cut, plain

NARROWEST_NAME = 7


@dataclass(frozen=True, slots=True)
class DetailRow:
    """A line of the details; one with a choice can be stood on."""

    line: Line
    choice: ChoiceRow | None = None


def choice_key(row: DetailRow | None) -> tuple[str, str] | None:
    """What a choice is known by when the lines around it change."""
    return (row.choice.under, row.choice.path) if row is not None and row.choice is not None else None


def detail_rows(details: Details, width: int) -> tuple[DetailRow, ...]:
    """All lines of the details."""
    return tuple(_rows(details, width)) if details.title else ()


def _rows(details: Details, width: int) -> Iterator[DetailRow]:
    yield DetailRow(Line(((details.title, "title"),), ((f" {details.slot}", "slot"),) if details.slot else ()))
    if details.points:
        yield DetailRow(plain(details.points, "points"))
    if details.facts:
        yield from _text(" · ".join(details.facts), width, "dim")
    for finding in details.findings:
        yield from _text(f"{SIGNS[finding.severity]} {finding.message}", width, finding.severity)
    for table in details.tables:
        yield DetailRow(Line(()))
        yield from _table(table, width)
    for line in details.lines:
        yield from _text(line, width, "text")
    yield from _choices(details.choices, width)
    for table in details.weapons:
        if table.rows:
            yield DetailRow(Line(()))
            yield from _table(table, width)
    if details.gives:
        yield DetailRow(Line(()))
        yield from _text(f"Gives {details.gives}", width, "info")
    if details.notes:
        yield DetailRow(Line(()))
        for line in f"Note: {details.notes}".splitlines():
            yield from _text(line or " ", width, "text")
    for name, text in details.rules:
        yield DetailRow(Line(()))
        yield from _text(name, width, "slot")
        yield from _text(text, width, "dim")


def _text(text: str, width: int, look: str) -> Iterator[DetailRow]:
    for line in textwrap.wrap(text, max(10, width)) or [""]:
        yield DetailRow(plain(line, look))


def _choices(choices: Sequence[ChoiceRow], width: int) -> Iterator[DetailRow]:
    group = None
    for choice in choices:
        if (choice.under, choice.group) != group:
            if group is None or width >= 30:
                yield DetailRow(Line(()))
            group = (choice.under, choice.group)
            yield DetailRow(plain(choice.group or "Options", "slot"))
        yield DetailRow(choice_line(choice), choice)


def choice_line(choice: ChoiceRow) -> Line:
    """A choice with its box and what it costs; one that cannot be chosen is dim and says why."""
    match choice.control:
        case "radio":
            box = "(o)" if choice.number else "( )"
        case "check":
            box = "[x]" if choice.number else "[ ]"
        case _:
            box = f"[{choice.number:>2}]"
    look = "text" if choice.number else "dim" if choice.reason else "text"
    cost = f"{'+' if choice.cost >= 0 else ''}{number(choice.cost)}" if choice.cost else ""
    left: list[Span] = [(f"{box} ", "good" if choice.number else "dim"), (choice.name, look)]
    if choice.control == "number":
        most = "" if choice.most is None else f"{choice.most}"
        if choice.least != choice.most:
            left.append((f"  {choice.least}–{most}", "dim"))
    if choice.reason and not choice.number:
        left.append((f"  {choice.reason}", "dim"))
    return Line(tuple(left), ((f" {cost}", "points" if choice.number else "dim"),) if cost else ())


def _table(table: Table, width: int) -> Iterator[DetailRow]:
    """A table in columns where they fit: without its longer texts if need be, else as labelled values."""
    for columns in _fewer_columns(table):
        sizes = [
            max(cell_len(table.columns[c].title), *(cell_len(row.cells[c]) for row in table.rows), 0) for c in columns
        ]
        name = next((place for place, c in enumerate(columns) if table.columns[c].kind is ColumnKind.NAME), 0)
        over = sum(sizes) + len(sizes) - 1 - width
        if over > 0 and sizes and sizes[name] - over >= min(sizes[name], NARROWEST_NAME):
            sizes[name] -= over
            over = 0
        if over <= 0:
            yield DetailRow(plain(_row([table.columns[c].title for c in columns], sizes, name, width), "dim"))
            for row in table.rows:
                yield DetailRow(plain(_row([row.cells[c] for c in columns], sizes, name, width), "text"))
            return
    for row in table.rows:
        named = [
            f"{column.title} {cell}" if column.title else f"×{cell}" if cell.isdecimal() else cell
            for column, cell in zip(table.columns, row.cells, strict=True)
            if column.kind is not ColumnKind.NAME and cell not in ("", "–")
        ]
        names = [c for col, c in zip(table.columns, row.cells, strict=True) if col.kind is ColumnKind.NAME and c]
        yield from _text(" ".join(names), width, "text")
        for line in textwrap.wrap(", ".join(named), max(10, width - 2)):
            yield DetailRow(plain(f"  {line}", "dim"))


def _fewer_columns(table: Table) -> Iterator[list[int]]:
    """Yield the columns to try: all, then without those that hold texts."""
    every = list(range(len(table.columns)))
    yield every
    short = [c for c in every if table.columns[c].kind is not ColumnKind.TEXT]
    if short != every:
        yield short


def _row(cells: Sequence[str], sizes: Sequence[int], name: int, width: int) -> str:
    words = []
    for place, (cell, size) in enumerate(zip(cells, sizes, strict=True)):
        cell = cut(cell, size)
        pad = " " * (size - cell_len(cell))
        words.append(cell + pad if place <= name else pad + cell)
    return " ".join(words).rstrip()

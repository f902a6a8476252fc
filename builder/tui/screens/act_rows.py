"""How the form of an act looks in a terminal: its rows, and what the act would come to."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from rich.cells import cell_len

from builder.services.games.act_rows import ActRow, RowKind
from builder.services.games.proposals import OpenAct
from builder.tui.widgets.lines import Line, Span, cut, plain
from builder.tui.widgets.tracks import lit

LABEL = 15
"""Cells for the name of a field."""


def paint_act(row: ActRow, width: int, letters: Mapping[str, str] | None = None) -> Line:
    """A row as a line: what it is called, what was given, what it is."""
    if row.kind is RowKind.FOLD:
        return plain(f"… {row.value} more: F2 shows them" if row.value else "F2 hides what is seldom wanted", "dim")
    label: Span = (f"{cut(row.name.replace('-', ' '), LABEL - 1):<{LABEL}}", "error" if row.missing else "text")
    spans: list[Span] = [label, *_value(row, letters or {})]
    used = sum(cell_len(text) for text, _ in spans)
    help_text = cut(row.text, width - used - 3) if width - used > 14 and row.kind is not RowKind.NOTHING else ""
    return Line(tuple(spans), ((f"{help_text} ", "dim"),))


def _value(row: ActRow, letters: Mapping[str, str]) -> Iterator[Span]:
    match row.kind:
        case RowKind.SWITCH:
            yield ("[x]", "good") if row.value else ("[ ]", "dim")
        case RowKind.NOTHING:
            yield row.text, "warning"
        case RowKind.CHOICE:
            if row.value:
                yield "‹ ", "dim"
                letter = letters.get(row.value, "")
                yield f"{letter} {row.chosen}".lstrip(), "points"
                yield " ›", "dim"
                yield (" ?", "error") if row.open else ("", "text")
            else:
                yield _empty(row, "‹ choose ›")
        case _:
            if row.value:
                yield row.value, "points"
                yield "▏", "focus"
            else:
                yield _empty(row, "write it")


def _empty(row: ActRow, words: str) -> Span:
    """What stands where nothing was given: that something must be, or what is meant."""
    if row.default is None:
        return words, "error"
    return (row.default or "–"), "dim"


def act_lines(act: OpenAct, width: int) -> Iterator[Line]:
    """What an act would come to, or what stands against it, in lines of a width in cells."""
    if act.told:
        yield from (plain(text, "error") for text in textwrap.wrap(act.told, width))
    if act.proposal.against:
        yield from (plain(text, "warning") for text in textwrap.wrap(act.proposal.against, width))
    decision = act.proposal.decision
    if decision is None:
        return
    yield from (Line(lit(text, "title")) for text in textwrap.wrap(decision.event.text, width))
    for question in decision.questions:
        yield from (plain(text, "warning") for text in textwrap.wrap(f"? {question.text}", width))
    for step in decision.event.steps:
        for place, text in enumerate(textwrap.wrap(step, width - 4)):
            yield plain(f"  {'·' if not place else ' '} {text}", "dim")

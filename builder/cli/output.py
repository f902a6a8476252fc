"""How findings and JSON are written to a terminal."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterable, Mapping

import click

from builder.errors import Finding, Severity

SIGNS = {Severity.ERROR: "[x]", Severity.WARNING: "[!]", Severity.INFO: "[i]"}
COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def tell(finding: Finding) -> None:
    """Write a finding to standard error, with its severity as sign and word."""
    click.echo(f"{sign(finding.severity)} {finding.severity}: {printable(str(finding))}", err=True)


def printable(text: str) -> str:
    """A text without signs that would move a terminal's cursor or change its colours."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text)


def can_be_typed(id: str) -> bool:
    """Whether an id is short enough to be typed: the parts of models of our datasheets go by their names."""
    return id.count(".") < 2


def sign(severity: Severity) -> str:
    """The sign of a severity, coloured where the terminal has colours."""
    return click.style(SIGNS[severity], fg=COLOURS[severity], bold=True)


def show_findings(findings: Iterable[Finding], *, err: bool = False) -> None:
    """Write findings to standard output (or standard error), errors first, each with the rule that it is about."""
    order = list(Severity)
    for finding in sorted(findings, key=lambda found: order.index(found.severity)):
        rule = click.style(f" ({finding.rule})", dim=True) if finding.rule else ""
        unit = f"[{finding.at.unit}] " if finding.at.unit else ""
        click.echo(f"  {sign(finding.severity)} {unit}{printable(str(finding))}{rule}", err=err)


def show_json(value: Mapping[str, object], *, err: bool = False) -> None:
    """Write an object as JSON, in a stable order, in the characters of its texts."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False), err=err)


def counted(number: int, word: str) -> str:
    """A number with its word: `1 unit`, `2 units`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def table(rows: Iterable[tuple[str, ...] | str], right: frozenset[int] = frozenset(), *, fold: bool = False) -> None:
    """Write rows in aligned columns; those named in `right` are set to the right. A text alone is a heading.

    With `fold` what stands in the last column goes under its row, where the rows are wider than the terminal.
    """
    shown = [row if isinstance(row, str) else tuple(printable(cell) for cell in row) for row in rows]
    columns = zip(*(row for row in shown if not isinstance(row, str)), strict=True)
    widths = [max(len(cell) for cell in column) for column in columns]
    room = shutil.get_terminal_size().columns
    folded = fold and sum(widths) + 2 * (len(widths) - 1) > room
    for number, row in enumerate(shown):
        if isinstance(row, str):
            click.echo(f"\n{click.style(printable(row), bold=True)}")
            continue
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells[:-1] if folded else cells).rstrip())
        if folded and number:
            indent = " " * (widths[0] + 2)
            for line in textwrap.wrap(row[-1], max(room, 40), initial_indent=indent, subsequent_indent=indent):
                click.echo(line)

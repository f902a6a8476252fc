"""How findings, tables and JSON are written to a terminal; no command writes to it in another way."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping

import click

from builder.errors import Finding, Severity
from builder.inputs import barred
from builder.resources import STORE_VARIABLE
from builder.text import clean, clean_name, to_json

SIGNS = {Severity.ERROR: "[!!]", Severity.WARNING: "[!]", Severity.INFO: "[i]"}
COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}

AS_SAVED = click.option(
    "--as-saved", is_flag=True, help="Read a saved roster as its file has it, whatever data is installed."
)
"""Of the commands that open an army."""

SYSTEM = click.option("--system", metavar="SYSTEM", help="Read a saved roster as an army of SYSTEM, such as plain.")
"""Of the commands that open an army: a saved roster names no system, and several may be able to read it."""


def _use_store(ctx: click.Context, parameter: click.Parameter, address: str | None) -> None:
    """Have games kept in a database while a command runs, and with it whatever that opens."""
    if address is not None:
        before = dict(os.environ)
        os.environ[STORE_VARIABLE] = address

        def restore() -> None:
            del os.environ[STORE_VARIABLE]
            os.environ.update({name: value for name, value in before.items() if name == STORE_VARIABLE})

        ctx.call_on_close(restore)


STORE = click.option(
    "--store",
    metavar="ADDRESS",
    callback=_use_store,
    expose_value=False,
    help=f"The database in which games are kept, postgresql://…; else that of ${STORE_VARIABLE}, or your file.",
)
"""Of the commands that open games."""


class Safe(str):
    """A text that `echo` leaves as it is: in codes for a terminal, or in JSON's escapes."""


def _plain(text: str) -> str:
    """Return a text as a terminal shows it: `1 000` with a blank, which can be looked for and copied."""
    return clean(text).replace("\u00a0", " ")


def styled(
    text: str, *, fg: str | None = None, bg: str | None = None, bold: bool | None = None, dim: bool | None = None
) -> Safe:
    """Return a text in a colour or weight; it may come from a file."""
    return Safe(click.style(_plain(text), fg=fg, bg=bg, bold=bold, dim=dim))


def echo(*parts: str, err: bool = False) -> None:
    """Write a line, its parts side by side; nothing in them acts on the terminal but what is `Safe`."""
    progress("")
    click.echo("".join(part if isinstance(part, Safe) else _plain(part) for part in parts), err=err)


class _ProgressLine:
    """The line of the terminal that shows how far something is, until something else is written."""

    def __init__(self) -> None:
        self._shown = False

    def __call__(self, text: str) -> None:
        """Write a text in place of the one before, where somebody watches; an empty one takes it away."""
        if (text or self._shown) and sys.stderr.isatty():
            room = shutil.get_terminal_size().columns - 1
            click.echo(f"\r\x1b[K{clean_name(barred(text, '[', '#', ']'))[:room]}", err=True, nl=False, color=True)
            self._shown = bool(text)


progress = _ProgressLine()


def report_finding(finding: Finding) -> None:
    """Write a finding to standard error, with its severity as sign and word."""
    echo(sign(finding.severity), f" {finding.severity}: {finding}", err=True)


def can_be_typed(id: str) -> bool:
    """Whether an id is short enough to be typed: the parts of models of our datasheets go by their names."""
    return id.count(".") < 2


def sign(severity: Severity) -> Safe:
    """Return the sign of a severity, coloured where the terminal has colours."""
    return styled(SIGNS[severity], fg=COLOURS[severity], bold=True)


def show_findings(findings: Iterable[Finding], *, err: bool = False) -> None:
    """Write findings to standard output (or standard error), errors first, each with the rule that it is about."""
    order = list(Severity)
    for finding in sorted(findings, key=lambda found: order.index(found.severity)):
        rule = styled(f" ({finding.rule})", dim=True) if finding.rule else ""
        unit = f"[{finding.at.unit}] " if finding.at.unit else ""
        echo("  ", sign(finding.severity), f" {unit}{finding}", rule, err=err)


def show_json(value: Mapping[str, object], *, err: bool = False) -> None:
    """Write an object as JSON, in a stable order, in the characters of its texts."""
    echo(Safe(to_json(value)), err=err)


def table(rows: Iterable[tuple[str, ...] | str], right: frozenset[int] = frozenset(), *, fold: bool = False) -> None:
    """Write rows in aligned columns; those named in `right` are set to the right. A text alone is a heading.

    With `fold` what stands in the last column goes under its row, where the rows are wider than the terminal.
    """
    shown = [row if isinstance(row, str) else tuple(clean_name(cell) for cell in row) for row in rows]
    columns = zip(*(row for row in shown if not isinstance(row, str)), strict=True)
    widths = [max(len(cell) for cell in column) for column in columns]
    room = shutil.get_terminal_size().columns
    folded = fold and sum(widths) + 2 * (len(widths) - 1) > room
    for number, row in enumerate(shown):
        if isinstance(row, str):
            echo("\n", styled(row, bold=True))
            continue
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        echo("  ".join(cells[:-1] if folded else cells).rstrip())
        if folded and number:
            indent = " " * (widths[0] + 2)
            for line in textwrap.wrap(row[-1], max(room, 40), initial_indent=indent, subsequent_indent=indent):
                echo(line)

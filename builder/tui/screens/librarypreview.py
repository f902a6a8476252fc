"""What the library shows of the army under the cursor: units, tokens, findings, in the room there is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from builder.errors import Finding, Severity
from builder.services.army.summary import ArmySummary
from builder.services.data.datasheets import InstalledData
from builder.services.library.armies import LibraryArmy, Starter
from builder.services.relative_time import relative_time
from builder.tui.screens.libraryrows import Row, header, points_of
from builder.tui.widgets.editorlines import short
from builder.tui.widgets.lines import Line, plain
from builder.tui.widgets.textlines import TextLines

SIGNS = {Severity.ERROR: ("[x]", "error"), Severity.WARNING: ("[!]", "warning"), Severity.INFO: ("[i]", "info")}
TALL = 12
"""From this height on the preview names the units."""


class Preview(TextLines):
    """Shows the army under the cursor, again whenever the room for it changes."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._row: Row | None = None

    def show_row(self, row: Row | None) -> None:
        """Show what a row stands for."""
        self._row = row
        self.border_title, self.border_subtitle = title_of(row)
        self.show(*preview(row, self.size.width, self.size.height))

    def on_resize(self) -> None:
        """Fit it to the room there is."""
        self.show_row(self._row)


class Columns(TextLines):
    """The heads of the columns of the list, which keeps a cell for its scrollbar."""

    def on_resize(self) -> None:
        """Fit them to the room there is."""
        self.show(header(self.size.width))


def title_of(row: Row | None) -> tuple[str, str]:
    """What stands in the frame of the preview: the name, and what the army costs."""
    match row:
        case LibraryArmy():
            return row.name, points_of(row.line) if row.line else ""
        case Starter():
            return (row.army.name, points_of(row.army)) if row.army else (row.id, "")
        case InstalledData():
            return row.name, ""
    return "", ""


def preview(row: Row | None, width: int, height: int) -> tuple[Line, ...]:
    """The lines of the preview, no more than there is room for."""
    match row:
        case LibraryArmy():
            tail = f"Changed {relative_time(row.changed)} · {row.path.name}"
            lines = _army(row.line, row.mistakes, tail, width, height)
        case Starter():
            tail = "A starter army: d copies it into your library."
            lines = _army(row.army, (), tail if row.army else f"It has mistakes: {row.path}", width, height)
        case InstalledData():
            lines = _data(row, width)
        case _:
            lines = iter(())
    return tuple(lines)[:height]


def _army(
    line: ArmySummary | None, mistakes: tuple[Finding, ...], tail: str, width: int, height: int
) -> Iterator[Line]:
    if line is None:
        yield plain("This file cannot be read:", "error") if mistakes else plain("")
        yield from _findings(mistakes, width)
        yield from _wrapped(tail, width)
        return
    tall = height >= TALL
    totals = line.counted
    tokens = "  ".join(f"{counter.name} {_number(counter.total, counter.at_start)}" for counter in line.counters)
    kind = "A roster of another program: to print and play, not to edit." if line.saved else ""
    head = " · ".join(filter(None, (line.faction, line.system_name)))
    if not tall:
        yield Line((("  ".join((" · ".join(totals), tokens)), "text"),))
        yield from _findings(line.findings, width, most=max(1, height - 2))
        yield from _wrapped(kind or tail, width)
        return
    yield plain(head, "dim")
    yield plain("")
    shown = max(3, height - 12 - 2 * min(3, len(line.findings)))
    for unit in line.units[:shown]:
        yield Line(((f"{short(unit.slot):<3} ", "slot"), (unit.name, "text")), ((f" {unit.points:f}", "points"),))
    if len(line.units) > shown:
        yield plain(f"   and {len(line.units) - shown} more", "dim")
    yield plain("─" * width, "dim")
    yield plain(" · ".join(totals))
    if tokens:
        yield plain("")
        yield plain("Tokens to give")
        yield from _wrapped(tokens, width, "  ", "text")
    yield plain("")
    yield from _findings(line.findings, width, most=3)
    yield plain("")
    if kind:
        yield from _wrapped(kind, width)
    yield from _wrapped(tail, width)


def _number(total: int, at_start: int) -> str:
    return str(total) if total == at_start else f"{total}+{at_start - total}"


def _data(row: InstalledData, width: int) -> Iterator[Line]:
    yield plain(" · ".join(filter(None, (row.game, row.source))) or row.id, "dim")
    if row.usable:
        yield plain(f"Enter begins an army with it. Commands call it {row.id}.")
    yield from _findings(row.findings, width)


def _findings(findings: Iterable[Finding], width: int, most: int = 20) -> Iterator[Line]:
    """Yield findings, the gravest first, broken into lines."""
    order = list(Severity)
    ordered = sorted(findings, key=lambda found: order.index(found.severity))
    for finding in ordered[:most]:
        sign, look = SIGNS[finding.severity]
        where = f"line {finding.at.line}: " if finding.at.line else ""
        field = f"{finding.at.field}: " if finding.at.line and finding.at.field else ""
        lines = textwrap.wrap(f"{where}{field}{finding.message}", max(10, width - 4)) or [""]
        yield Line(((f"{sign} ", look), (lines[0], "text")))
        for more in lines[1:]:
            yield plain(f"    {more}")
    if len(ordered) > most:
        yield plain(f"    and {len(ordered) - most} more", "dim")


def _wrapped(text: str, width: int, indent: str = "", look: str = "dim") -> Iterator[Line]:
    for line in textwrap.wrap(text, max(10, width), initial_indent=indent, subsequent_indent=indent):
        yield plain(line, look)

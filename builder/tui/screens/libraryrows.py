"""The rows of the library's list, their order, and how they look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from rich.cells import cell_len

from builder.errors import Severity
from builder.services.army.summary import ArmySummary
from builder.services.data.datasheets import InstalledData
from builder.services.library.armies import LibraryArmy, Starter, matches, plain
from builder.services.relative_time import relative_time
from builder.tui.widgets.lines import Line, Span, cut

WIDE = 100
"""From this width on a row names the faction too."""

NARROW = 68
"""Below this width a row leaves the system out."""


TINY = 50
"""Below this width a row does not say when its army changed."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a part of the list."""

    words: str
    right: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence in the list where a part of it is empty."""

    words: str


Row: TypeAlias = Heading | Note | LibraryArmy | Starter | InstalledData

SORTS: dict[str, Callable[[LibraryArmy], tuple[object, ...]]] = {
    "changed": lambda army: (-army.changed, army.name.casefold()),
    "name": lambda army: (army.name.casefold(), army.id),
    "system": lambda army: (army.line.system_name if army.line else "~", army.name.casefold()),
    "points": lambda army: (-((army.line and army.line.points) or Decimal(0)), army.name.casefold()),
}
"""Orders of the player's armies, by what the list calls them."""


def rows_of(
    armies: Iterable[LibraryArmy],
    starters: Iterable[Starter],
    data: Iterable[InstalledData],
    text: str,
    sort: str,
    *,
    loading: bool,
) -> tuple[Row, ...]:
    """All rows in which the text is found, under their headings."""
    all_own = tuple(armies)
    own = sorted((army for army in all_own if matches(army.id, army.line, text)), key=SORTS[sort])
    words = plain(text).split()
    rows: list[Row] = [Heading("Your armies", f"sorted by: {sort}"), *own]
    if not own:
        if text and all_own:
            rows.append(Note("None of your armies has this in its name, system, faction or units."))
        else:
            rows.append(Note("Looking for armies …" if loading else "None yet: n begins one, d copies a starter army."))
    found = sorted((starter for starter in starters if matches(starter.id, starter.army, text)), key=_starter_order)
    if found:
        rows += [Heading("Starter armies"), *found]
    known = [
        each
        for each in data
        if all(word in plain(f"{each.id}\n{each.name}\n{each.game}\n{each.source}") for word in words)
    ]
    if known:
        rows += [Heading("Data to build with", "Enter begins an army"), *known]
    return tuple(rows)


def _starter_order(starter: Starter) -> tuple[object, ...]:
    """By game, the small armies first."""
    line = starter.army
    return (line.system_name if line else "~", (line and line.points) or Decimal(0), starter.id)


def stops(row: Row) -> bool:
    """Whether the cursor stands on a row."""
    return not isinstance(row, (Heading, Note))


def key_of(row: Row | None) -> str:
    """What a row is known by when the list changes."""
    match row:
        case LibraryArmy():
            return str(row.path)
        case Starter():
            return row.path
        case InstalledData():
            return row.id
    return ""


def paint(row: Row, width: int) -> Line:
    """A row as a line."""
    match row:
        case Heading():
            return Line(((row.words, "dim"),), ((f"{row.right} ", "dim"),))
        case Note():
            return Line(((f"  {row.words}", "dim"),))
        case LibraryArmy():
            return _army(row.name, row.line, relative_time(row.changed), width)
        case Starter():
            return _army(row.army.name if row.army else row.id, row.army, "", width)
        case InstalledData():
            return _data(row, width)


def _data(row: InstalledData, width: int) -> Line:
    name_width, faction_width, system_width = _widths(width)
    spans: list[Span] = [("  ", "text"), (f"{_filled(row.name, name_width)}  ", "text")]
    spans.append((_filled(row.game, faction_width + max(system_width, 12)) + " ", "dim"))
    if not row.usable:
        return Line(tuple(spans), (("[x] has mistakes ", "error"),))
    return Line((*spans, (row.source, "dim")), ((f" revision {row.revision} ", "dim"),))


def header(width: int) -> Line:
    """The heads of the columns of armies, for a pane so wide; its first cell is the cursor's."""
    name, faction, system = _widths(width - 1)
    left = f"   {'Name':<{name}}  {'Faction'[:faction]:<{faction}}{'System'[:system]:<{system}}"
    last = f"{'Changed':<12}" if width > TINY else ""
    return Line(((left, "dim"),), ((f"{'Points':>13}  {'Find.':<6}{last}", "dim"),))


def _widths(width: int) -> tuple[int, int, int]:
    """The cells of the columns for name, faction and system."""
    faction = 18 if width >= WIDE else 0
    system = 14 if width >= NARROW else 0
    return max(8, width - (37 if width >= TINY else 25) - faction - system), faction, system


def _army(name: str, line: ArmySummary | None, changed: str, width: int) -> Line:
    name_width, faction_width, system_width = _widths(width)
    spans: list[Span] = [("  ", "text"), (f"{_filled(name, name_width)}  ", "text")]
    when: tuple[Span, ...] = ((f"{changed:<12}", "dim"),) if width >= TINY else ()
    if line is None:
        return Line(tuple(spans), (("cannot be read  ", "error"), ("[x]   ", "error"), *when))
    if faction_width:
        spans.append((_filled(line.faction, faction_width - 1) + " ", "dim"))
    if system_width:
        spans.append((_filled(line.system_name, system_width), "dim"))
    right = ((f"{points_of(line):>13}  ", "points"), *signs(line), *when)
    return Line(tuple(spans), right)


def signs(line: ArmySummary) -> Iterator[Span]:
    """Yield the gravest findings of an army with their number, six cells wide."""
    if line.valid is None:
        yield ("[?]   ", "dim")
        return
    for severity, sign, look in (
        (Severity.ERROR, "x", "error"),
        (Severity.WARNING, "!", "warning"),
    ):
        number = line.count(severity)
        if number:
            yield (f"{f'[{sign}] {min(number, 99)}':<6}", look)
            return
    yield ("ok    ", "good")


def points_of(line: ArmySummary) -> str:
    """What an army costs, and its limit: `1140 / 1200`."""
    if line.points is None:
        return ""
    return f"{line.points:f}" if line.limit is None else f"{line.points:f} / {line.limit:f}"


def _filled(text: str, width: int) -> str:
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))

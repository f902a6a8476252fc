"""What the library shows: its rows, with what can be done with each, and the army under the cursor."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from rich.cells import cell_len
from textual.events import Click

from builder.errors import DATA_MISSING, Finding, Severity, is_unmade, look_of
from builder.scalars import counted, number, relative_time
from builder.services.army.summary import ArmySummary
from builder.services.data.listing import InstalledData
from builder.services.library.armies import LibraryArmy, Starter, matches
from builder.text import folded
from builder.tui.sentences import keyed
from builder.tui.widgets.lines import SIGNS, Line, Span, TextLines, beside, cut, cut_before_number, plain, width_of

WIDE = 100
"""From this width on a row names the faction too, and says when its army changed."""
NARROW = 68
"""Below this width a row leaves the system out."""
DATA_COLUMNS = ((WIDE, 30, 20), (NARROW, 19, 12), (0, 12, 12))
"""From which width on: the cells of the names of data, where all are shorter, and of their games."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a part of the list."""

    words: str
    right: str = ""


@dataclass(frozen=True, slots=True)
class EmptyNote:
    """A sentence in the list where a part of it is empty."""

    words: str


Row: TypeAlias = Heading | EmptyNote | LibraryArmy | Starter | InstalledData

WRONG = (Severity.ERROR, Severity.WARNING)
SORTS: dict[str, Callable[[LibraryArmy], tuple[object, ...]]] = {
    "changed": lambda army: (-army.changed, army.name.casefold()),
    "name": lambda army: (army.name.casefold(), army.id),
    "system": lambda army: (army.line.system_name if army.line else "~", army.name.casefold()),
    "points": lambda army: (-((army.line and army.line.points) or Decimal(0)), army.name.casefold()),
    "faction": lambda army: (army.line.faction if army.line else "~", army.name.casefold()),
    "findings": lambda army: (*(-(army.line.count(each) if army.line else 1_000_000) for each in WRONG), army.name),
}
"""Orders of the player's armies, by what the list calls them: heads of columns begin so too."""
NONE_YET = "None yet: {library.new} begins one, {library.copy} copies a starter army."


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
    words = folded(text).split()
    rows: list[Row] = [Heading("Your armies", f"sorted by: {sort}"), *own]
    if not own:
        if text and all_own:
            rows.append(EmptyNote("None of yours has these words."))
        else:
            rows.append(EmptyNote("Looking for armies …" if loading else keyed(NONE_YET)))
    found = sorted((starter for starter in starters if matches(starter.id, starter.army, text)), key=_starter_order)
    if found:
        rows += [Heading("Starter armies"), *found]
    known = [
        each
        for each in data
        if all(word in folded(f"{each.id}\n{each.name}\n{each.game}\n{each.source}") for word in words)
    ]
    if known:
        rows += [Heading("Data to build with", keyed("{library.open} begins an army")), *known]
    return tuple(rows)


def _starter_order(starter: Starter) -> tuple[object, ...]:
    """By game, the small armies first."""
    line = starter.army
    return (line.system_name if line else "~", (line and line.points) or Decimal(0), starter.id)


def stops(row: Row) -> bool:
    """Whether the cursor stands on a row."""
    return not isinstance(row, (Heading, EmptyNote))


def key_of(row: Row | None) -> str:
    """Return what a row is known by when the list changes."""
    if isinstance(row, LibraryArmy | Starter):
        return str(row.path)
    return row.id if isinstance(row, InstalledData) else ""


def paint(row: Row, width: int) -> Line:
    """A row as a line."""
    match row:
        case Heading():
            return Line(((row.words, "slot"),), ((f"{row.right} ", "dim"),))
        case EmptyNote():
            words = row.words if cell_len(row.words) < width - 2 else f"{row.words.partition(',')[0]}."
            return Line(((f"  {words}", "dim"),))
        case LibraryArmy():
            wrong = "data missing" if row.lacks_data else "cannot be read"
            return _army(row.name, row.line, relative_time(row.changed), width, wrong)
        case Starter():
            return _army(row.army.name if row.army else row.id, row.army, "", width)
        case InstalledData():
            return _data(row, width)


def _data(row: InstalledData, width: int) -> Line:
    """A set: its name whole, then its game, and where it comes from in the room that is left for that."""
    at, column = next(each for least, *each in DATA_COLUMNS if width >= least)
    if row.usable and not row.source:  # Its game stands below those of armies, in all the room there is.
        at = min(sum(_widths(width)[:2]), width - 5 - min(cell_len(row.game), 24))
        column = max(column, width - 5 - max(at, cell_len(row.name)))
    words = f"  {_filled(row.name, max(at, cell_len(row.name)))}  "
    game = f"{short_game(row.game, column):<{column}} "
    source = cut(row.source, max(12, width - cell_len(words + game))) if row.usable else ""
    wrong = () if row.usable else (f"{SIGNS['error']} has mistakes ", f"{SIGNS['error']} ")
    right = beside(words, width, [((each, "error"),) for each in wrong] or [()])
    told = beside(words, width - width_of(right), (((game, "dim"), (source, "dim")), ((game, "dim"),), ()))
    return Line(((words if told else words.rstrip(), "text"), *told), right)


def header(width: int) -> Line:
    """The heads of the columns of armies, for a pane so wide; its first cell is the cursor's."""
    name, faction, system = _widths(width - 1)
    left = f"   {'Name':<{name}}  {'Faction'[:faction]:<{faction}}{'System'[:system]:<{system}}"
    last = f" {'Changed':<12}" if width > WIDE else ""
    return Line(((left, "slot"),), ((f"{'Points':>13}  {'Find.':<6}{last}", "slot"),))


def _widths(width: int) -> tuple[int, int, int]:
    """The cells of the columns for name, faction and system."""
    if width < WIDE:
        system = 14 if width >= NARROW else 0
        return max(8, width - 25 - system), 0, system
    more = max(0, width - 70 - 40) // 2  # Once most names have room, in 40 cells, the other two grow.
    return width - 70 - min(12, more) - min(16, more), 18 + min(12, more), 14 + min(16, more)


def _army(name: str, line: ArmySummary | None, changed: str, width: int, wrong: str = "") -> Line:
    name_width, faction_width, system_width = _widths(width)
    when: tuple[Span, ...] = ((f" {changed:<12}", "dim"),) if width >= WIDE else ()
    right: tuple[Span, ...] = ((f"{wrong:<16}", "error"), (f"{SIGNS['error']:<6}", "error"), *when)
    if line is not None:
        right = ((f"{points_of(line):>13}  ", "points"), *(told := tuple(signs(line))), *when)
        if not system_width:  # The limit goes first, then the points, then that nothing is wrong.
            points = (f"{'' if line.points is None else number(line.points):>5}  ", "points")
            right = beside(name, width - 4, (right, (points, *told), told, () if line.valid else told))
            name_width = width - 4 - width_of(right)
    spans: list[Span] = [("  ", "text"), (f"{_filled(name, name_width)}  ", "text")]
    if line is not None and faction_width:
        spans.append((_filled(line.faction, faction_width - 1) + " ", "dim"))
    if line is not None and system_width:
        spans.append((_filled(short_game(line.system_name, system_width - 1), system_width), "dim"))
    return Line(tuple(spans), right)


def short_game(name: str, room: int) -> str:
    """Return the name of a game without words that many have, where it has no room with them."""
    for word in ("Edition", "Warhammer"):
        if cell_len(name) > room:
            name = name.removesuffix(f" {word}").removeprefix(f"{word} ").replace("40,000", "40K")
    return cut_before_number(name, room)


def signs(line: ArmySummary) -> Iterator[Span]:
    """Yield the gravest findings of an army with their number, six cells wide."""
    if line.valid is None:
        yield ("[?]   ", "dim")
        return
    counts = Counter(map(look_of, line.findings))
    look = next((each for each in WRONG if counts[each]), "")
    yield (f"{f'{SIGNS[look]} {min(counts[look], 9)}':<6}", look) if look else ("ok    ", "good")


def points_of(line: ArmySummary) -> str:
    """Return what an army costs, and its limit: `1 140 / 1 200`."""
    if line.points is None:
        return ""
    return number(line.points) if line.limit is None else f"{number(line.points)} / {number(line.limit)}"


def _filled(text: str, width: int) -> str:
    shown = cut(text, width)
    return shown + " " * (width - cell_len(shown))


def told_of(armies: Sequence[LibraryArmy], data: Sequence[InstalledData], wrong: Sequence[str]) -> str:
    """Return how much there is, and what of it cannot be read."""
    words = f"cannot be read: {', '.join(wrong)}" if wrong else "all read"
    return f"{counted(len(armies), 'army', 'armies')}, {len(data)} factions: {words}."


def source_of(row: Row | None) -> tuple[str, str, str]:
    """The path, the name and the id of an army that is shown; empty where the row is none."""
    if isinstance(row, LibraryArmy):
        return str(row.path), row.name, row.id
    if isinstance(row, Starter) and row.army is not None:
        return row.path, row.army.name, row.id
    return "", "", ""


def allows(row: Row | None, name: str) -> bool:
    """Whether a row can be dealt with by an action of the library."""
    match name:
        case "open":
            return row is not None and stops(row)
        case "delete":
            return isinstance(row, LibraryArmy)
        case "rebuild":
            return isinstance(row, LibraryArmy) and row.line is not None and row.line.saved
        case "rename":
            return isinstance(row, LibraryArmy) and row.editable
        case "copy":
            return isinstance(row, Starter) or (isinstance(row, LibraryArmy) and row.editable)
        case "print" | "preview" | "text" | "matchup" if isinstance(row, LibraryArmy):
            return row.line is not None
        case "print" | "preview" | "text" | "matchup":
            return isinstance(row, Starter) and row.army is not None
    return True


def why_not(row: Row | None, name: str) -> str:
    """Return why a row cannot be dealt with by an action of the library."""
    if name == "undo":
        return "nothing was deleted since the program began."
    if not isinstance(row, LibraryArmy | Starter):
        return "no army is under the cursor."
    if name == "rebuild":
        return "this is not a roster of another program."
    if isinstance(row, Starter):
        return keyed("a starter army stays as it is; {library.copy} copies it into your library.")
    if row.line is None:
        return keyed("the file cannot be read; {library.open} says why.")
    stays = "a roster of another program stays as it is; {library.rebuild} builds an army of it."
    return keyed(stays) if row.line.saved else ""


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
    """The heads of the columns of the list, which keeps a cell for its scrollbar; a click on one sorts by that."""

    async def on_click(self, event: Click) -> None:
        """Sort by the column whose head was clicked."""
        if head := self.word_at(event.screen_offset).lower().rstrip("."):
            await self.run_action(f"screen.sort('{next(by for by in SORTS if by.startswith(head))}')")

    def on_resize(self) -> None:
        """Fit them to the room there is."""
        self.show(header(self.size.width))


def title_of(row: Row | None) -> tuple[str, str]:
    """Return what stands in the frame of the preview: the name, and what the army costs."""
    match row:
        case LibraryArmy():
            return row.name, points_of(row.line) if row.line else ""
        case Starter():
            return (row.army.name, points_of(row.army)) if row.army else (row.id, "")
    return row.name if isinstance(row, InstalledData) else "", ""


def preview(row: Row | None, width: int, height: int) -> tuple[Line, ...]:
    """The lines of the preview, no more than there is room for."""
    match row:
        case LibraryArmy():
            tail = f"Changed {relative_time(row.changed)} · {row.path.name}"
            lines = _army_preview(row.line, row.mistakes, tail, width, height)
        case Starter():
            tail = keyed("A starter army: {library.copy} copies it into your library.")
            lines = _army_preview(row.army, (), tail if row.army else f"It has mistakes: {row.path}", width, height)
        case InstalledData():
            lines = _data_preview(row, width)
        case _:
            lines = iter(())
    return tuple(lines)[:height]


def _army_preview(
    line: ArmySummary | None, mistakes: tuple[Finding, ...], tail: str, width: int, height: int
) -> Iterator[Line]:
    if line is None:
        missing = all(each.code == DATA_MISSING for each in mistakes)
        wrong = "The data of this army is missing:" if missing else "This file cannot be read:"
        yield plain(wrong, "error") if mistakes else plain("")
        yield from _findings(mistakes, width)
        yield from _wrapped(tail, width)
        return
    totals = line.counted
    given = [each for each in line.counters if each.total or each.at_start]
    whose = ", ".join(dict.fromkeys(each.remark for each in given))
    added = ((each, f"+{each.at_start - each.total}" if each.at_start != each.total else "") for each in given)
    tokens = "  ".join(f"{each.name} {each.total}{more}" for each, more in added)
    kind = "A roster of another program: to print and play, not to edit." if line.saved else ""
    head = " · ".join(filter(None, (line.faction, line.system_name)))
    if height < TALL:
        yield Line(((" · ".join((*totals, *([f"{tokens} {whose}"] if tokens else ()))), "text"),))
        yield from _findings(line.findings, width, most=max(1, height - 2))
        yield from _wrapped(kind or tail, width)
        return
    from builder.systems.common.units import codes_of  # what is painted first has no army yet

    yield from (heads := [*_wrapped(head, width), plain("")])
    shown = max(3, height - 10 - len(heads) - 2 * min(3, len(line.findings)))
    codes = codes_of(unit.slot for unit in line.units)
    room = max(3, *map(len, codes.values())) if codes else 3
    for unit in line.units[:shown]:
        slot, price = f"{codes[unit.slot]:<{room}} ", f" {number(unit.points)}"
        name = cut_before_number(f"{'  ' * unit.within}{unit.name}", width - cell_len(slot + price))
        yield Line(((slot, "slot"), (name, "text")), ((price, "price"),))
    if len(line.units) > shown:
        yield plain(f"   and {len(line.units) - shown} more", "dim")
    yield plain("─" * width, "dim")
    yield plain(" · ".join(totals))
    if tokens:
        yield from (plain(""), plain(f"Tokens {whose}"))
        yield from _wrapped(tokens, width, "  ", "text")
    yield plain("")
    yield from _findings(line.findings, width, most=3)
    yield plain("")
    if kind:
        yield from _wrapped(kind, width)
    yield from _wrapped(tail, width)


def _data_preview(row: InstalledData, width: int) -> Iterator[Line]:
    yield from _wrapped(" · ".join(filter(None, (row.game, row.source))) or row.id, width)
    if row.usable:
        words = "{library.open} begins an army with it. Commands call it {}, revision {}."
        yield from _wrapped(keyed(words, row.id, row.revision), width, look="text")
    yield from _findings(row.findings, width)


def _findings(findings: Iterable[Finding], width: int, most: int = 20) -> Iterator[Line]:
    """Yield findings, the gravest first, broken into lines."""
    ordered = sorted(findings, key=lambda found: (list(Severity).index(found.severity), is_unmade(found)))
    for finding in ordered[:most]:
        sign, look = SIGNS[look_of(finding)], look_of(finding)
        line = finding.at.line if finding.code != DATA_MISSING else None
        where = f"line {line}: " if line else ""
        field = f"{finding.at.field}: " if line and finding.at.field else ""
        lines = textwrap.wrap(f"{where}{field}{finding.message}", max(10, width - 4)) or [""]
        yield Line(((f"{sign} ", look), (lines[0], "text")))
        yield from (plain(f"    {more}") for more in lines[1:])
    if len(ordered) > most:
        yield plain(f"    and {len(ordered) - most} more", "dim")


def _wrapped(text: str, width: int, indent: str = "", look: str = "dim") -> Iterator[Line]:
    for line in textwrap.wrap(text, max(10, width), initial_indent=indent, subsequent_indent=indent):
        yield plain(line, look)

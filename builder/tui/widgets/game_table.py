"""Tables of a game as one pane: the heads of their columns, a line for each row; one row in detail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult

from builder.systems.play.view import UNBOUNDED, Cell, Column, Detail, Of, Row, Spans, Table, Track
from builder.systems.play.view import Span as PlaySpan
from builder.tui.widgets.game_lines import drawn, last_and_note, packed, told
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, Span, Vertical, cut, width_of

BESIDE_NAME = 8
"""Cells that the letter of a row, its signs and whether it may act take beside its name."""
MEDIUM_NAME = 9
"""Cells of a name where there is none yet."""

_WORD = re.compile(r"\s*\S+|\s+")
"""A word with the blanks before it."""

LABEL = 7
"""Cells of the labels of details, at least."""

TALL = 8
"""From this height on a row may have its details."""

TURNS = {"may": ("•", "good"), "has": ("✓", "dim"), "cannot": ("·", "dim")}
"""Whether a row may still act, has acted, or cannot: the sign behind its name, and how that looks."""
TURN_LEGEND = "• may act  ✓ has  · may not"


@dataclass(frozen=True, slots=True)
class Layout:
    """How wide the columns are that a screen shows of a table: `sizes` by their ids, that of the names too."""

    name: Column
    columns: tuple[Column, ...]
    sizes: Mapping[str, int]


def layout(table: Table, width: int) -> Layout:
    """Lay a table out for lines so wide.

    What the others leave goes to the names, as far as they have a bound or need it, before columns grow with it.
    """
    name = table.name
    columns = tuple(each for each in _on_screen(table.columns) if each.least or width >= each.broad_from)
    sizes = {each.id: max(each.least, cell_len(each.short or each.title)) for each in columns}
    sizes |= {each.id: each.most for each in columns if each.broad_from and width >= each.broad_from}
    growing = [each for each in columns if each.most > sizes[each.id] and not each.broad_from]
    least = sum(sizes[each.id] for each in growing)
    rest = width - name.gap - sum(sizes[each.id] + each.gap for each in columns) + least
    wanted = BESIDE_NAME + max((cell_len(row.name) for row in table.rows), default=MEDIUM_NAME)
    sizes[name.id] = max(name.least, min(wanted if name.most == UNBOUNDED else name.most, rest - least))
    free = max(0, rest - least - sizes[name.id])
    for place, each in enumerate(growing):
        more = min(each.most - sizes[each.id], free // (len(growing) - place))
        sizes[each.id], free = sizes[each.id] + more, free - more
    sizes[name.id] += max(0, min(free, name.most - sizes[name.id]))
    return Layout(name, columns, sizes)


def header(laid_out: Layout, cursor: str = " ") -> Line:
    """The heads of the columns, behind the cell of the cursor."""
    name, sizes = laid_out.name, laid_out.sizes
    parts = [f"{cursor}{name.title:<{sizes[name.id]}}{' ' * name.gap}"]
    for column in laid_out.columns:
        title, size = column.short or column.title, sizes[column.id]
        parts.append(f"{title:>{size}}" if column.right else f"{title:<{size}}")
        parts.append(" " * column.gap)
    return Line((("".join(parts), "dim"),))


def row_line(laid_out: Layout, row: Row, letter: str = "") -> Line:
    """A row in one line; the letter by which it is meant stands before its name."""
    name, columns, sizes = laid_out.name, laid_out.columns, laid_out.sizes
    gone = f"× {row.state or 'gone'}" if row.gone else ""
    said_in = next((each.id for each in columns if gone and each.alive and sizes[each.id] >= len(gone)), None)
    spans = [*_name(row, sizes[name.id], row.state if said_in is None else "", letter), (" " * name.gap, "text")]
    for column in columns:
        part: Sequence[Span]
        if not row.gone or not column.alive:
            part = _cell(row.cells.get(column.id, ""), sizes[column.id], "dim" if row.gone else "text")
        else:
            part = ((gone, "error"),) if column.id == said_in else ()
        room = " " * max(0, sizes[column.id] - width_of(part))
        spans += [(room, "text"), *part] if column.right else [*part, (room, "text")]
        spans.append((" " * column.gap, "text"))
    return Line(tuple(span for span in spans if span[0]))


def legend(tables: Sequence[Table], width: int) -> str:
    """What the signs of tables mean, as much of it as there is room for: whose turn it is, marks, then columns."""
    rows = [row for table in tables for row in table.rows]
    signs = {mark.sign: mark.means or mark.text for row in reversed(rows) for mark in reversed(row.marks)}
    marks = [f"{sign} {words}" for sign, words in sorted(signs.items()) if sign]
    turns = TURN_LEGEND if any(row.turn for row in rows) else ""
    columns = (each.legend for table in tables for each in _on_screen(table.columns))
    told = dict.fromkeys((*marks, turns, *(table.legend for table in tables if table.rows), *columns))
    parts = [part for part in told if part]
    while len(parts) > 1 and cell_len(" · ".join(parts)) > width:
        parts.pop()
    return " · ".join(parts)


def detail(row: Row | None, width: int, height: int) -> Iterator[Line]:
    """Yield a row in as much detail as there is room for."""
    if row is None:
        return
    # What is packed stands close together; sentences have air between them.
    air = not any(each.kind == "packed" for each in row.details)
    if height < max(TALL, 2 + sum(each.kind != "text" for each in row.details) + air):
        yield from _brief(row, width, height)
        return
    labelled = [each for each in row.details if each.kind in ("line", "text", "packed")]
    indent = max(LABEL, *(len(each.label) + 1 for each in labelled), 0)
    above = [*_parts([each for each in row.details if each.kind == "part"], width)]
    above += [_boxes(each) for each in row.details if each.kind == "boxes"]
    below = [line for each in labelled for line in _labelled(each, width, indent)]
    below += told("Note", row.note, width, indent)
    room = height - 1 - len(above) - len(below)
    last = [*told("Last", row.last, width, indent, most=max(1, room))]
    room -= len(last)
    yield _head(row)
    yield from above
    if room >= 1:
        yield Line(())
    yield from below
    if air and room >= 2:
        yield Line(())
    yield from last


def _on_screen(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    return tuple(each for each in columns if each.shown != "print")


def _name(row: Row, width: int, state: str, letter: str) -> Iterator[Span]:
    """Yield a name with a word behind it, and the signs of its marks at the end of the column."""
    signs = "".join(mark.sign for mark in row.marks)
    behind = f" {state}" if state else ""
    turn = TURNS.get(row.turn) if not row.gone else None
    width -= 2 if turn is not None else 0
    if letter:
        yield f"{letter} ", "focus"
        width -= len(letter) + 1
    name = cut(row.name, width - cell_len(behind) - (cell_len(signs) + 1 if signs else 0))
    yield name, "dim" if row.gone else "text"
    yield behind, "warning"
    yield " " * (width - cell_len(name) - cell_len(behind) - cell_len(signs)), "text"
    yield signs, "info"
    if turn is not None:
        sign, look = turn
        yield f" {sign}", look


def _cell(cell: Cell, width: int, look: str) -> Sequence[Span]:
    match cell:
        case Of():
            half = (width - 1) // 2
            return ((f"{cell.value:>{half}}/{cell.full:<{half}}", look),)
        case Track():
            return drawn(cell, width)
        case tuple():
            return _painted(cell)
        case int():
            return ((str(cell), look),)
        case _:
            return ((cut(cell, width), look),)


def _painted(spans: Spans) -> tuple[Span, ...]:
    """Spans of a view in the looks of a screen."""
    return tuple((span.text, "title" if span.look == "strong" else span.look) for span in spans)


def _head(row: Row) -> Line:
    head = [part for span in _painted(row.head) for part in (("  ", "text"), span)]
    return Line(((f" {row.name}", "title"), *head), ((f"{row.summary} ", "text"),) if row.summary else ())


def _parts(parts: Sequence[Detail], width: int) -> Iterator[Line]:
    """Yield a line for each part: its name, its figures, its models, how many are left."""
    most = min(max((cell_len(part.label) for part in parts), default=0), max(12, width // 3))
    for part in parts:
        shown, track, tail = cut(part.label, most), part.track, f" {part.tail} " if part.tail else " "
        left: list[Span] = [(f"   {shown}{' ' * (most - cell_len(shown))}  ", "text")]
        if track is not None:
            look = "text" if track.value else "dim"
            left = [(left[0][0], look), (f"{track.value:>4}/{track.full:<4} ", look)]
            left += drawn(track, width - width_of(left) - cell_len(tail))
        yield Line((*left, *_painted(part.spans)), ((tail, "dim"),))


def _boxes(detail: Detail) -> Line:
    """A track of boxes that each say something."""
    track = detail.track
    boxes = track.boxes if track is not None else ()
    value = f"{track.value:>2}" if track is not None else ""
    spans = ((f"{box.signs[box.checked]}{box.text:>3} ", "warning" if box.checked else "text") for box in boxes)
    return Line(((f"  {detail.label} {value}  ", "text"), *spans))


def _labelled(detail: Detail, width: int, indent: int) -> Iterator[Line]:
    match detail.kind:
        case "text":
            yield from told(detail.label, "".join(span.text for span in detail.spans), width, indent)
        case "packed":
            parts = (
                ((f"{box.signs[box.checked]} {box.short or box.text}", "warning" if box.checked else "text"),)
                for box in detail.parts
            )
            yield from packed(detail.label, parts, width, indent)
        case _:
            label = f" {detail.label:<{indent}}" if detail.label else " "
            yield Line(((label, "dim"), *_painted(detail.spans)))


def _brief(row: Row, width: int, height: int) -> Iterator[Line]:
    """Yield a row in a few lines: how it stands, the longest way where that fits, and the last act on it."""
    room = height - 1
    for place, ways in enumerate(row.brief):
        most = max(1, room - SOME * (len(row.brief) - place - 1))
        broken = (_broken(way, width - 2) for way in ways)
        lines = next((each for each in broken if len(each) <= most), None) or [ways[-1]]
        room -= len(lines)
        yield from (Line(((" ", "text"), *_painted(line))) for line in lines)
    if not row.brief:
        yield _head(row)
        room -= 1
    if row.note or room < 1:
        yield last_and_note(row.last, row.note, width)
    else:
        yield from told("Last", row.last or "nothing yet", width, LABEL, most=room + 1)


def _broken(spans: Spans, width: int) -> list[Spans]:
    """Spans in lines of a width, broken between words."""
    lines: list[list[PlaySpan]] = [[]]
    used = 0
    for span in spans:
        for word in _WORD.findall(span.text):
            if used and used + cell_len(word.rstrip()) > width:
                lines.append([PlaySpan("  ")])
                used, word = 2, word.lstrip()
            lines[-1].append(PlaySpan(word, span.look))
            used += cell_len(word)
    return [tuple(line) for line in lines]


SOME = 2
"""Lines that a long sentence leaves to each of those below it."""
SUBTITLE = 6
"""Cells of a line that a subtitle leaves to its frame."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the pane: a row of a table, or the heads of its columns with a rule above them.

    Args:
        table: the id of the table.
        row: the row; None for the heads.
        rule: it is the rule.
    """

    table: str
    row: Row | None = None
    rule: bool = False

    @property
    def name(self) -> str:
        """What players call the row; empty for what is none."""
        return self.row.name if self.row is not None else ""

    @property
    def ref(self) -> str:
        """What commands call the row; empty for what is none."""
        return self.row.ref if self.row is not None else ""


class TablesPane(Vertical):
    """Shows the tables of a side in one list, so that one cursor goes through all rows.

    The heads of the first table stand above the list; those of the others in it, where there is room for them, or else
    above it while the cursor is in their table.

    Args:
        id: the id of the list; the heads are `<id>columns`, the pane itself `<id>pane`.
        empty: what stands there before anything is shown.
    """

    def __init__(self, id: str, *, empty: str = "") -> None:
        super().__init__(id=f"{id}pane", classes="pane")
        self._letters: Mapping[str, str] = {}
        self._tables: Mapping[str, Table] = {}
        self._layouts: dict[tuple[str, int], Layout] = {}
        self._columns = FittedLines(id=f"{id}columns")
        self._all_headed = True
        self._headed = ""
        self.list = LinePane[TableLine](
            self._line, stops=lambda line: line.row is not None, marked=True, empty=empty, id=id
        )

    def compose(self) -> ComposeResult:
        """The heads, the rows."""
        yield self._columns
        yield self.list

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.list.row.row if self.list.row is not None else None

    @property
    def table(self) -> Table | None:
        """The table of that row."""
        return self._tables.get(self.list.row.table) if self.list.row is not None else None

    def show(self, tables: Sequence[Table], letters: Mapping[str, str], *, heads: bool, at: str = "") -> None:
        """Show tables, rows that are gone last in each, with letters before names; the cursor stays with its row.

        Args:
            tables: the tables.
            letters: the letters of their rows.
            heads: whether there is room for the heads of each table.
            at: the row to stand on, as commands call it, where that is another than before.
        """
        before, self._letters = self._tables, letters
        self._tables = {table.id: table for table in tables}
        if _columns_of(before.values()) != _columns_of(tables):
            self._layouts.clear()
            self._headed = ""
            self.list.refresh()
        at = at or (self.list.row.ref if self.list.row is not None else "")
        lines = list[TableLine]()
        for place, table in enumerate(tables):
            if place and heads and table.rows:
                lines += [TableLine(table.id, rule=True), TableLine(table.id)]
            lines += [TableLine(table.id, row) for row in sorted(table.rows, key=lambda row: row.gone)]
        self.list.show(lines, next((place for place, line in enumerate(lines) if line.ref == at != ""), None))
        self._all_headed = heads
        self._show_heads()
        self._show_legend()

    @on(LinePane.Scrolled)
    @on(LinePane.Resized)
    def _show_legend(self) -> None:
        """Show how many rows are out of sight, and what the signs mean as far as there is room."""
        hidden, room = self._out_of_sight(), self.size.width - SUBTITLE
        told = legend([*self._tables.values()], room - (len(hidden) + 3 if hidden else 0))
        told = " · ".join(filter(None, (hidden, told)))
        if told != self.border_subtitle:
            self.border_subtitle = told

    def _out_of_sight(self) -> str:
        """How many rows are above and below what the list shows; empty where all are in sight."""
        top, height, lines = self.list.scroll_offset.y, self.list.size.height, self.list.rows
        above, below = (sum(line.row is not None for line in part) for part in (lines[:top], lines[top + height :]))
        told = (f"{many} more {where}" for many, where in ((above, "above"), (below, "below")) if many and height)
        return ", ".join(told)

    @on(LinePane.CursorMoved)
    def _show_heads(self) -> None:
        """Show the heads above the list."""
        first = next(iter(self._tables.values()), None)
        table = first if self._all_headed else self.table or first
        if table is not None and table.id != self._headed:
            self._headed = table.id
            self._columns.fit(lambda width, height: [self._heads(table, width)])

    def go_to(self, ref: str) -> None:
        """Put the cursor on a row, if it is shown."""
        place = next((place for place, line in enumerate(self.list.rows) if line.ref == ref), None)
        if place is not None:
            self.list.cursor = place

    def _line(self, line: TableLine, width: int) -> Line:
        table = self._tables.get(line.table)
        if table is None:
            return Line(())
        if line.rule:
            return Line((("─" * (width - 1), "dim"),))
        if line.row is None:
            return self._heads(table, width + 1, cursor="")
        letter = self._letters.get(line.ref, " ") if self._letters else ""
        return row_line(self._laid_out(table, width), line.row, letter)

    def _heads(self, table: Table, width: int, cursor: str = " ") -> Line:
        return header(self._laid_out(table, width - 1), cursor)

    def _laid_out(self, table: Table, width: int) -> Layout:
        """The layout of a table, worked out once for each width."""
        key = (table.id, width)
        if key not in self._layouts:
            self._layouts[key] = layout(table, width)
        return self._layouts[key]


def _columns_of(tables: Iterable[Table]) -> list[object]:
    return [(table.id, table.name, table.columns) for table in tables]

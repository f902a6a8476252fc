"""Tables of a game as one pane: the heads of their columns, a line for each row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.events import Click

from builder.record import replace
from builder.systems.play.view import UNBOUNDED, Cell, Column, Mark, Of, Row, SideView, Spans, Table, Track
from builder.tui.sentences import in_keys
from builder.tui.widgets.game_lines import drawn
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, Span, Vertical, cut, width_of

BESIDE_NAME = 8
"""Cells that the letter of a row, its signs and whether it may act take beside its name."""
MEDIUM_NAME = 9
"""Cells of a name where there is none yet."""
READABLE, WITH_SIGNS = 15, 6
"""Cells of a name for which columns are left out, and what stands beside it: its letter, two signs, if it may act."""

TURNS = {"may": ("•", "good"), "has": ("✓", "dim"), "cannot": ("·", "dim")}
"""Whether a row may still act, has acted, or cannot: the sign behind its name, and how that looks."""
TURN_LEGEND = "• may act  ✓ has  · may not"


def letters(side: SideView) -> Mapping[str, str]:
    """The letters of rows by what commands call them, the same for a whole game; of a squadron that of its first."""
    units = {row.ref: row.offers.get("unit", ()) for kind in side.tables if kind.of_units for row in kind.rows}
    own = dict(zip(units, "abcdefghjkmnpqrstuvwxy", strict=False))  # none of them looks like a figure
    return {unit: own[ref] for ref in reversed(own) for unit in units[ref][:1]} | own


@dataclass(frozen=True, slots=True)
class Layout:
    """How wide the columns are that a screen shows of a table: `sizes` by their ids, that of the names too."""

    name: Column
    columns: tuple[Column, ...]
    sizes: Mapping[str, int]


def layout(table: Table, width: int) -> Layout:
    """Lay a table out for lines so wide.

    What the others leave goes to the names, as far as they have a bound or need it, before columns grow with it.
    Columns that can go do so before a name is cut to a few letters.
    """
    name = table.name
    columns = tuple(each for each in _on_screen(table.columns) if each.least or width >= each.broad_from)
    longest = _longest(table)
    sizes = {each.id: max(each.least, cell_len(each.short or each.title)) for each in columns}
    sizes |= {each.id: each.most for each in columns if each.broad_from and width >= each.broad_from}
    needed = width - name.gap - WITH_SIGNS - min(longest, READABLE)
    for gone in sorted((each for each in columns if each.goes), key=lambda each: each.goes):
        if sum(sizes[each.id] + each.gap for each in columns) > needed:
            columns = tuple(each for each in columns if each is not gone)
    growing = [each for each in columns if each.most > sizes[each.id] and not each.broad_from]
    least = sum(sizes[each.id] for each in growing)
    rest = width - name.gap - sum(sizes[each.id] + each.gap for each in columns) + least
    wanted = BESIDE_NAME + longest
    sizes[name.id] = max(name.least, min(wanted if name.most == UNBOUNDED else name.most, rest - least))
    free = max(0, rest - least - sizes[name.id])
    for place, each in enumerate(growing):
        more = min(each.most - sizes[each.id], free // (len(growing) - place))
        sizes[each.id], free = sizes[each.id] + more, free - more
    sizes[name.id] += max(0, min(free, name.most - sizes[name.id]))
    return Layout(name, columns, sizes)


def header(laid_out: Layout, cursor: str = " ", *, letters: bool = False) -> Line:
    """The heads of the columns, behind the cell of the cursor; that of names over names, behind their letters."""
    name, sizes = laid_out.name, laid_out.sizes
    title = f"{'  ' if letters else ''}{name.title}"
    parts = [f"{cursor}{title:<{sizes[name.id]}}{' ' * name.gap}"]
    for column in laid_out.columns:
        title, size = column.short or column.title, sizes[column.id]
        parts.append(f"{title:>{size}}" if column.right else f"{title:<{size}}")
        parts.append(" " * column.gap)
    return Line((("".join(parts), "slot"),))


def row_line(laid_out: Layout, row: Row, letter: str = "", names: Mapping[str, str] = {}) -> Line:
    """A row in one line; the letter by which it is meant stands before its name, `names` are those of others."""
    name, columns, sizes = laid_out.name, laid_out.columns, laid_out.sizes
    gone = f"× {row.state or 'gone'}" if row.gone else ""
    said_in = next((each.id for each in columns if gone and each.alive and sizes[each.id] >= len(gone)), None)
    state = row.state if said_in is None else ""
    marks = marks_shown(row, sizes[name.id], letter, names, state)
    spans = [*_name(row, sizes[name.id], state, letter, marks), (" " * name.gap, "text")]
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


def marks_shown(row: Row, width: int, letter: str = "", names: Mapping[str, str] = {}, state: str = "") -> str:
    """The marks of a row behind its name: in words where all of it has room, others by their letters; else as signs."""
    words = ", ".join(filter(None, (_in_words(mark, names) for mark in row.marks)))
    room = width - _around_name(row, letter) - cell_len(row.name) - (cell_len(state) + 1 if state else 0)
    return words if cell_len(words) < room else "".join(mark.sign for mark in row.marks)


def _in_words(mark: Mark, names: Mapping[str, str]) -> str:
    relation = mark.means.removesuffix(" …")
    other = names.get(mark.text.removeprefix(f"{relation} ")) if relation != mark.means else None
    return f"{relation} {other}" if other else mark.text if mark.sign else ""


def _around_name(row: Row, letter: str) -> int:
    """The cells of the letter of a row, and of whether it may act."""
    return (len(letter) + 1 if letter else 0) + (2 if row.turn in TURNS and not row.gone else 0)


def _none_in_words(table: Table, row: Row) -> bool:
    return False


def legend(tables: Sequence[Table], width: int, in_words: Callable[[Table, Row], bool] = _none_in_words) -> str:
    """What the signs of tables mean, as much of it as there is room for: whose turn it is, marks, then columns.

    Marks that stand `in_words` in a row need no telling.
    """
    rows = [row for table in tables for row in table.rows]
    signed = [row for table in tables for row in table.rows if not in_words(table, row)]
    signs = {mark.sign: mark.means or mark.text for row in reversed(signed) for mark in reversed(row.marks)}
    marks = [f"{sign} {words}" for sign, words in sorted(signs.items()) if sign]
    turns = TURN_LEGEND if any(row.turn for row in rows) else ""
    columns = (each.legend for table in tables for each in _on_screen(table.columns))
    told = dict.fromkeys((*marks, turns, *(table.legend for table in tables if table.rows), *columns))
    parts = [part for part in told if part]
    while len(parts) > 1 and cell_len(" · ".join(parts)) > width:
        parts.pop()
    return " · ".join(parts)


def painted(spans: Spans) -> tuple[Span, ...]:
    """Spans of a view in the looks of a screen."""
    return tuple((in_keys(span.text), "title" if span.look == "strong" else span.look) for span in spans)


def _on_screen(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    return tuple(each for each in columns if each.shown != "print")


def _name(row: Row, width: int, state: str, letter: str, signs: str) -> Iterator[Span]:
    """Yield a name with a word behind it, and its marks at the end of the column."""
    behind = f" {state}" if state else ""
    turn = TURNS.get(row.turn) if not row.gone else None
    width -= _around_name(row, letter)
    if letter:
        yield f"{letter} ", "focus"
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
            return painted(cell)
        case int():
            return ((str(cell), look),)
        case _:
            return ((cut(cell, width), look),)


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

    Above the list stand the heads of the table whose rows are at its top; those of the tables below it stand in the
    list, so that no row is ever below the heads of others.

    Args:
        id: the id of the list; the heads are `<id>columns`, the pane itself `<id>pane`.
        empty: what stands there before anything is shown.
    """

    def __init__(self, id: str, *, empty: str = "") -> None:
        super().__init__(id=f"{id}pane", classes="pane")
        self._letters: Mapping[str, str] = {}
        self._names: Mapping[str, str] = {}
        self._tables: Mapping[str, Table] = {}
        self._layouts: dict[tuple[str, int], Layout] = {}
        self._columns = FittedLines(id=f"{id}columns")
        self._headed = ("", 0)
        self.list = LinePane[TableLine](
            self._line, stops=lambda line: line.row is not None, marked=True, empty=empty, id=id
        )

    def compose(self) -> ComposeResult:
        """The heads, the rows."""
        yield self._columns
        yield self.list

    def on_click(self, event: Click) -> None:
        """Press no key by a click on the lower frame: its letters are signs of marks, not keys."""
        if event.widget is self:
            event.prevent_default()

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
            heads: whether there is room for a rule above the heads of each table.
            at: the row to stand on, as commands call it, where that is another than before.
        """
        before, self._letters = self._tables, letters
        self._tables = {table.id: table for table in tables}
        self._names = {row.name: letters[row.ref] for table in tables for row in table.rows if row.ref in letters}
        if _columns_of(before.values()) != _columns_of(tables):
            self._layouts.clear()
            self._headed = ("", 0)
            self.list.refresh()
        at = at or (self.list.row.ref if self.list.row is not None else "")
        lines = list[TableLine]()
        for table in tables:
            if lines and table.rows:
                lines += [*([TableLine(table.id, rule=True)] if heads else ()), TableLine(table.id)]
            lines += [TableLine(table.id, row) for row in sorted(table.rows, key=lambda row: row.gone)]
        self.list.show(lines, next((place for place, line in enumerate(lines) if line.ref == at != ""), None))
        self._show_heads()
        self._show_legend()

    @on(LinePane.Scrolled)
    @on(LinePane.Resized)
    def _show_legend(self) -> None:
        """Show how many rows are out of sight, and what the signs mean as far as there is room."""
        hidden, room, width = self._out_of_sight(), self.size.width - SUBTITLE, self.list.size.width - 1
        shown = [replace(each, columns=self._laid_out(each, width).columns) for each in self._tables.values()]
        told = legend(shown, room - (len(hidden) + 3 if hidden else 0), self._in_words)
        told = " · ".join(filter(None, (hidden, told)))
        if told != self.border_subtitle:
            self.border_subtitle = told

    def _in_words(self, table: Table, row: Row) -> bool:
        """Whether the marks of a row stand behind its name in words."""
        size = self._laid_out(table, self.list.size.width - 1).sizes[table.name.id]
        shown = marks_shown(row, size, self._letters.get(row.ref, " ") if self._letters else "", self._names, row.state)
        return shown != "".join(mark.sign for mark in row.marks)

    def _out_of_sight(self) -> str:
        """Return how many rows are above and below what the list shows; empty where all are in sight."""
        top, height, lines = self.list.scroll_offset.y, self.list.size.height, self.list.rows
        above, below = (sum(line.row is not None for line in part) for part in (lines[:top], lines[top + height :]))
        told = (f"{many} more {where}" for many, where in ((above, "above"), (below, "below")) if many and height)
        return ", ".join(told)

    def on_mount(self) -> None:
        """Keep the heads over their columns, which a scroll bar leaves a cell less."""
        self.watch(self.list, "show_vertical_scrollbar", self._show_heads, init=False)

    @on(LinePane.Scrolled)
    @on(LinePane.Resized)
    def _show_heads(self) -> None:
        """Show the heads above the list, laid out for lines as wide as its own."""
        above = self.list.rows[: self.list.scroll_offset.y + 1]
        top = next((line.table for line in reversed(above) if line.row is not None), None)
        table = self._tables.get(top) if top is not None else next(iter(self._tables.values()), None)
        room = self.list.scrollable_content_region.width
        if table is not None and (table.id, room) != self._headed:
            self._headed = (table.id, room)
            self._columns.fit(lambda width, height: [self._heads(table, room or width)])

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
        return row_line(self._laid_out(table, width), line.row, letter, self._names)

    def _heads(self, table: Table, width: int, cursor: str = " ") -> Line:
        return header(self._laid_out(table, width - 1), cursor, letters=bool(self._letters))

    def _laid_out(self, table: Table, width: int) -> Layout:
        """The layout of a table, worked out once for each width."""
        key = (table.id, width)
        if key not in self._layouts:
            self._layouts[key] = layout(table, width)
        return self._layouts[key]


def _longest(table: Table) -> int:
    """The cells of its longest name."""
    return max((cell_len(row.name) for row in table.rows), default=MEDIUM_NAME)


def _columns_of(tables: Iterable[Table]) -> list[object]:
    return [(table.id, table.name, table.columns, _longest(table)) for table in tables]

"""A table of a game as a pane: the heads of its columns, a line for each row, one of them in detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.app import ComposeResult

from builder.systems.play.view import UNBOUNDED, Cell, Column, Detail, Of, Row, Spans, Table, Track
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, Span, cut, width_of
from builder.tui.widgets.plain_text import Vertical
from builder.tui.widgets.tracks import drawn, last_and_note, packed, told

NAME = 17
"""Cells that a name has before the columns beside it grow."""

LABEL = 7
"""Cells of the labels of details, at least."""

TALL = 8
"""From this height on a row may have its details."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How wide the columns are that a screen shows of a table: `sizes` by their ids, that of the names too."""

    name: Column
    columns: tuple[Column, ...]
    sizes: Mapping[str, int]


def layout(table: Table, width: int) -> Layout:
    """Lay a table out for lines so wide.

    Columns that grow share with the name what the others leave; a name that has a bound is served before them.
    """
    name, columns = table.name, _on_screen(table.columns)
    sizes = {each.id: max(each.least, cell_len(each.short or each.title)) for each in columns}
    sizes |= {each.id: each.most for each in columns if each.broad_from and width >= each.broad_from}
    growing = [each for each in columns if each.most > sizes[each.id] and not each.broad_from]
    least = sum(sizes[each.id] for each in growing)
    rest = width - name.gap - sum(sizes[each.id] + each.gap for each in columns) + least
    if name.most < UNBOUNDED:
        sizes[name.id] = max(name.least, min(name.most, rest - least))
        for each in growing:
            sizes[each.id] = max(sizes[each.id], min(each.most, (rest - sizes[name.id]) // len(growing)))
    else:
        for each in growing:
            sizes[each.id] = max(sizes[each.id], min(each.most, (rest - NAME) // (len(growing) + 1)))
        sizes[name.id] = max(name.least, rest - sum(sizes[each.id] for each in growing))
    return Layout(name, columns, sizes)


def header(laid_out: Layout) -> Line:
    """The heads of the columns; the first cell is the cursor's."""
    name, sizes = laid_out.name, laid_out.sizes
    parts = [f" {name.title:<{sizes[name.id]}}{' ' * name.gap}"]
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


def legend(table: Table, width: int) -> str:
    """What the signs of a table mean, as much of it as there is room for: its marks whole, then its columns."""
    signs = {mark.sign: mark.means or mark.text for row in reversed(table.rows) for mark in reversed(row.marks)}
    marks = " · ".join(f"{sign} {words}" for sign, words in sorted(signs.items()) if sign)
    parts = [part for part in (marks, table.legend, *(each.legend for each in _on_screen(table.columns))) if part]
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
        yield from _brief(row, width)
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
    if letter:
        yield f"{letter} ", "focus"
        width -= len(letter) + 1
    name = cut(row.name, width - cell_len(behind) - (cell_len(signs) + 1 if signs else 0))
    yield name, "dim" if row.gone else "text"
    yield behind, "warning"
    yield " " * (width - cell_len(name) - cell_len(behind) - cell_len(signs)), "text"
    yield signs, "info"


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


def _brief(row: Row, width: int) -> Iterator[Line]:
    """Yield a row in a few lines: how it stands, and the last act on it."""
    for ways in row.brief:
        fitting = (way for way in ways if sum(cell_len(span.text) for span in way) + 1 <= width - 2)
        yield Line(((" ", "text"), *_painted(next(fitting, ways[-1]))))
    if not row.brief:
        yield _head(row)
    yield last_and_note(row.last, row.note, width)


FRAME = 2
"""Lines, or cells, that a frame takes."""
SUBTITLE = 6
"""Cells of a line that a subtitle leaves to its frame."""


class TablePane(Vertical):
    """Shows one table of a side.

    Args:
        id: the id of the list; the heads are `<id>columns`, the detail `<id>detail`, the pane itself `<id>pane`.
        least: lines that its detail has at least on a tall screen.
        empty: what stands there before anything is shown.
    """

    def __init__(self, id: str, *, least: int, empty: str = "") -> None:
        super().__init__(id=f"{id}pane", classes="pane")
        self._least, self._legend = least, ""
        self._letters: Mapping[str, str] = {}
        self.table: Table | None = None
        self._layouts: dict[int, Layout] = {}
        self._columns = FittedLines(id=f"{id}columns")
        self._detail = FittedLines(id=f"{id}detail")
        self.list = LinePane[Row](self._line, empty=empty, id=id)

    def compose(self) -> ComposeResult:
        """The heads, the rows, the detail."""
        yield self._columns
        yield self.list
        yield self._detail

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.list.row

    def show(self, table: Table | None, letters: Mapping[str, str] | None = None) -> None:
        """Show a table, rows that are gone last, with letters before their names; the cursor stays with its own."""
        self._letters = letters or {}
        before, self.table = self.table, table
        if table is None:
            self.list.show(())
            return
        if before is None or (before.name, before.columns) != (table.name, table.columns):
            self._layouts.clear()
            self._columns.fit(lambda width, height: [header(self._laid_out(table, width - 1))])
            self.list.refresh()
        shown = sorted(table.rows, key=lambda row: row.gone)
        at = self.list.row.ref if self.list.row is not None else ""
        self.list.show(shown, next((place for place, row in enumerate(shown) if row.ref == at), None))
        told = legend(table, self.size.width - SUBTITLE)
        if told != self._legend:
            self._legend = self.border_subtitle = told

    def describe(self, row: Row | None) -> None:
        """Show a row in detail: its own as a rule, on a low screen that of the pane with the focus."""
        self._detail.fit(lambda width, height: detail(row, width, height), row)

    def divide(self, *, tall: bool) -> None:
        """Give the list of a tall screen the lines it needs, and the rest to the detail."""
        room = self.size.height - FRAME
        if tall and room > 0:
            self.list.styles.height = max(3, min(len(self.list.rows) or 1, room - self._least))
            self._detail.styles.height = "1fr"
        else:
            self.list.styles.height, self._detail.styles.height = "1fr", 3

    def _line(self, row: Row, width: int) -> Line:
        letter = self._letters.get(row.ref, " ") if self._letters else ""
        return row_line(self._laid_out(self.table, width), row, letter) if self.table is not None else Line(())

    def _laid_out(self, table: Table, width: int) -> Layout:
        """The layout of the table that is shown, worked out once for each width."""
        if width not in self._layouts:
            self._layouts[width] = layout(table, width)
        return self._layouts[width]

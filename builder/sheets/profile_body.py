"""What stands below the head of a unit of any game: tables, texts beside them, and below these texts in two columns.

Figures stand in columns wherever these have room. Each text is set as one piece: whoever has a page read out hears it
from its first word to its last, and then the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf
from typing import NamedTuple

from builder.record import replace
from builder.sheets.block import Strip, moved
from builder.sheets.grid_table import grid_strips, natural_widths
from builder.sheets.page import PLAIN, Item
from builder.sheets.rule_words import BASELINE, LEADING, behind
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Column, ColumnKind, Row, RuleText, Table

TABLES = 122.0
"""The width of tables with texts beside them, in mm."""
USUAL_NAME, WIDEST_NAME, COUNT_WIDTH, LEAST_FIGURE, CLOSE_FIGURE, LEAST_WORDS = 33.0, 50.0, 6.0, 9.0, 7.2, 24.0
LEAST_NAMES = 20.0
"""Of the columns of tables, in mm."""
TABLE_GAP = 0.5
"""White rows between two tables."""
ALL = 0
BRIEF_LINES = 2
"""Texts of so many lines are told whole."""
LEAST_BESIDE = 6
"""So many rows of texts stand beside the tables, however few these are; more than there is room for go below."""
UNDER_GAP = 0.3
"""White rows between tables and the texts under them."""
COLUMN_GAP = 4.0
SHORT, UNEVEN = 4, 2
"""Lines of a text that is not divided into columns, and how far from the middle one may end where a text does."""
TITLE_GAP = 1.0
SLACK = 1e-6
"""Forgives rounding where lines are counted."""


# -- tables --------------------------------------------------------------------
def is_wide(setter: Typesetter, table: Table) -> bool:
    """Whether a table has a column for each figure over the width of a page alone."""
    natural, name = natural_widths(setter, table, strong=True), setter.across(USUAL_NAME)
    narrow, over = (
        _fitted(table, natural, name, width, setter.across(1))[0]
        for width in (setter.across(TABLES), setter.design.grid.width)
    )
    return narrow is not table and over is table


def profile_tables(setter: Typesetter, tables: Sequence[Table], width: float | None = None) -> Iterator[Strip]:
    """Yield tables whose names, and figures where they have as many columns, stand under each other."""
    tables = [_with_words(table, tables) for table in tables]
    natural = [natural_widths(setter, table, strong=True) for table in tables]
    width, names = width or setter.across(TABLES), [setter.across(USUAL_NAME)]
    alike: dict[tuple[ColumnKind, ...], list[float]] = {}
    for table, widths in zip(tables, natural, strict=True):
        kinds = tuple(column.kind for column in table.columns)
        alike[kinds] = list(map(max, alike.get(kinds, widths), widths))
        names += [size for kind, size in zip(kinds, widths, strict=True) if kind is ColumnKind.NAME]
    for n, table in enumerate(tables):
        widths = alike[tuple(column.kind for column in table.columns)]
        fitted, places = _fitted(table, widths, min(max(names), setter.across(WIDEST_NAME)), width, setter.across(1))
        if n:
            yield Strip(TABLE_GAP, ())
        yield from grid_strips(setter, fitted, width, widths=places)


def _with_words(table: Table, tables: Sequence[Table]) -> Table:
    """Return a table with an empty column of words where another one has one behind as many figures."""
    kinds = [*(column.kind for column in table.columns), ColumnKind.TEXT]
    if not any([column.kind for column in other.columns] == kinds for other in tables):
        return table
    rows = tuple(replace(row, cells=(*row.cells, "")) for row in table.rows)
    return Table((*table.columns, Column("", ColumnKind.TEXT)), rows)


def _fitted(
    table: Table, natural: Sequence[float], name: float, width: float, scale: float
) -> tuple[Table, list[float]]:
    """Return a table, and the widths of its columns: what the others leave goes to words, else to all figures alike.

    Where there are too many columns, all of them are told in one, in words.
    """
    kinds = [column.kind for column in table.columns]
    for least in (LEAST_FIGURE * scale, CLOSE_FIGURE * scale, 0.0):  # Many figures stand closer.
        given = {ColumnKind.NAME: (name, name), ColumnKind.TEXT: (0.0, LEAST_WORDS * scale)}
        bounds = ((COUNT_WIDTH if kind is ColumnKind.COUNT else least, width) for kind in kinds)
        limits = [given.get(kind, bound) for kind, bound in zip(kinds, bounds, strict=True)]
        widths = [max(low, min(size, high)) for (low, high), size in zip(limits, natural, strict=True)]
        spare = width - sum(widths)
        if spare >= 0:
            break
    if spare < 0 and name + spare >= LEAST_NAMES:  # Names are broken into lines then.
        widths[kinds.index(ColumnKind.NAME)], spare = name + spare, 0.0
    if spare < 0:
        first = 1 + kinds.index(ColumnKind.NAME)
        titles = [column.title for column in table.columns[first:]]
        told = (" · ".join(map(" ".join, zip(titles, row.cells[first:], strict=True))) for row in table.rows)
        rows = tuple(Row((*row.cells[:first], text)) for row, text in zip(table.rows, told, strict=True))
        columns = (*table.columns[:first], Column("", ColumnKind.TEXT))
        return Table(columns, rows), [*widths[:first], width - sum(widths[:first])]
    growing = next((kind for kind in (ColumnKind.TEXT, ColumnKind.VALUE) if kind in kinds), ColumnKind.NAME)
    more = spare / max(1, kinds.count(growing))
    return table, [size + more * (kind is growing) for kind, size in zip(kinds, widths, strict=True)]


# -- texts ---------------------------------------------------------------------
class TextLine(NamedTuple):
    """A line of a text: what of its title and of its words is on it, and whether the text begins there."""

    title: str
    words: str
    begins: bool = False


Lines = Sequence[TextLine]


class Texts(NamedTuple):
    """Lines beside the tables and under them, and those below, by text; `alone` where these have the whole width."""

    beside: Lines
    under: Lines
    below: Sequence[Lines]
    alone: bool = False


def texts_of(setter: Typesetter, texts: Sequence[RuleText], aside: float, rows: float, most: int) -> Texts:
    """Return the texts that stand beside `rows` of tables, `aside` mm wide, those under them, and those below both.

    Of each at `most` so many lines are told, or more where the tables leave room. Those below stand in two columns; a
    single short one has the whole width. Where there are no tables, all stand there.
    """
    beside, under, rest = _around(setter, texts, aside, rows, most) if rows else ((), (), texts)
    below = [text_lines(setter, text, _half(setter), most) for text in rest]
    if len(below) == 1:
        alone = text_lines(setter, rest[0], setter.design.grid.width, most)
        if len(alone) <= SHORT:
            return Texts(beside, under, [alone], alone=True)
    return Texts(beside, under, below)


def _around(
    setter: Typesetter, texts: Sequence[RuleText], aside: float, rows: float, most: int
) -> tuple[Lines, Lines, Sequence[RuleText]]:
    """Return the lines of texts beside `rows` of tables and under them, both as low as can be, and the texts left."""
    widths = (aside, setter.across(TABLES))
    told = [[text_lines(setter, text, width, most) for text in texts] for width in widths]
    least = _lines_in(setter, rows)
    highest = sum(map(len, told[0])) if most == 1 else max(least, _lines_in(setter, LEAST_BESIDE))
    for high in range(min(least, highest), highest + 1):
        under = _lines_in(setter, max(rows, _height(setter, high)) - rows - UNDER_GAP)
        rooms = [max(least, high), max(0, under)]
        shares: list[list[int]] = [[], []]
        left = []
        for n in range(len(texts)):
            at = next((at for at, room in enumerate(rooms) if len(told[at][n]) <= room), None)
            if at is None:
                left.append(n)
            else:
                shares[at].append(n)
                rooms[at] -= len(told[at][n])
        if not left:
            break
    for n in [*reversed(shares[0])]:  # What has room for all its words under the tables is not cut short beside them.
        whole = [text_lines(setter, texts[n], width, ALL) for width in widths]
        if len(told[0][n]) < len(whole[0]) and len(whole[1]) <= rooms[1]:
            told[1][n] = whole[1]
            shares[0].remove(n)
            shares[1].insert(0, n)
            rooms = [rooms[0] + len(told[0][n]), rooms[1] - len(whole[1])]
    lines = [
        _longer(setter, [texts[n] for n in share], [told[at][n] for n in share], widths[at], rooms[at])
        for at, share in enumerate(shares)
    ]
    return lines[0], lines[1], [texts[n] for n in left]


def column(setter: Typesetter, lines: Lines) -> list[Strip]:
    """Return lines as one strip; none where there are no lines."""
    items = [*_set(setter, lines)]
    return [Strip(_height(setter, len(lines)), tuple(items))] if lines else []


def columns_of(setter: Typesetter, lines: Lines, room: float) -> list[Strip]:
    """Return lines as strips that pages of so many rows hold."""
    most = max(1, _lines_in(setter, room))
    return [strip for n in range(0, len(lines), most) for strip in column(setter, lines[n : n + most])]


def strips_below(setter: Typesetter, texts: Texts, first: float = inf, further: float = inf) -> list[Strip]:
    """Return the texts below the tables as strips: what `first` rows hold, then what `further` rows hold each time."""
    if texts.alone:
        return [strip for lines in texts.below for strip in column(setter, lines)]
    left = [line for lines in texts.below for line in lines]
    ends = {*accumulate(map(len, texts.below))}
    strips: list[Strip] = []
    room, begin = first, 0
    while begin < len(left):
        most = _lines_in(setter, room) if room < inf else len(left)
        some = left[begin : begin + 2 * most]
        if some:
            strips.append(_two_columns(setter, some, [end - begin for end in ends if end > begin], most))
        begin, room = begin + len(some), further
    return strips


def _two_columns(setter: Typesetter, lines: Lines, ends: Sequence[int], most: int) -> Strip:
    """Return lines in two columns about as high as each other, the first to the end of a text where one is near.

    Neither has more lines than `most`.
    """
    middle = -(-len(lines) // 2)
    apart = [end for end in ends if end < len(lines)]
    near = [end for end in apart if abs(end - middle) <= UNEVEN and max(end, len(lines) - end) <= most]
    middle = min(near, key=lambda end: abs(end - middle), default=middle)
    columns = [some for some in (lines[:middle], lines[middle:]) if some]
    items = (moved(_set(setter, some), n * (_half(setter) + COLUMN_GAP), 0) for n, some in enumerate(columns))
    return Strip(_height(setter, max(map(len, columns))), tuple(items))


def _set(setter: Typesetter, lines: Lines) -> Iterator[Item]:
    """Yield lines one below the other, each text as one piece."""
    styles = setter.design.styles
    for n, (title, words, begins) in enumerate(lines):
        y, x = setter.baseline + n * LEADING, 0.0
        if begins:
            yield PLAIN
        if title:
            named = setter.text(0, y, title, styles.cell_name)
            yield named
            x = named.width + TITLE_GAP
        if words:
            yield setter.text(x, y, words, styles.fact)


def _height(setter: Typesetter, lines: int) -> float:
    """Return the rows that so many lines take: they begin on the line of the first row of a table beside them."""
    return (setter.baseline - BASELINE + lines * LEADING) / setter.design.grid.row


def _lines_in(setter: Typesetter, rows: float) -> int:
    """Return how many lines stand on so many rows."""
    return int((rows * setter.design.grid.row - setter.baseline + BASELINE) / LEADING + SLACK)


def _half(setter: Typesetter) -> float:
    return (setter.design.grid.width - COLUMN_GAP) / 2


def _longer(
    setter: Typesetter, texts: Sequence[RuleText], told: Sequence[Lines], width: float, free: int
) -> list[TextLine]:
    """Return texts of so many lines each, the first ones of more, where `free` lines are left."""
    lines = [*told]
    for n, text in enumerate(texts):
        if free <= 0:
            break
        more = text_lines(setter, text, width, len(lines[n]) + free)
        free -= len(more) - len(lines[n])
        lines[n] = more
    return [line for each in lines for line in each]


def text_lines(setter: Typesetter, text: RuleText, width: float, most: int) -> list[TextLine]:
    """Return a rule or an ability: its name in bold, its text behind and below it; of a long one `most` lines alone.

    They are tried in many rooms, so they are kept.
    """
    key = ("texts", text.title, text.text, width)
    lines: Lines = setter.kept(tuple, key, lambda: tuple(named_lines(setter, text.title, text.text, width)))
    if most != ALL and text.text and len(lines) > max(most, BRIEF_LINES):
        lines = _cut(setter, text, lines, width, most)
    return [line._replace(begins=n == 0) for n, line in enumerate(lines)]


def _cut(setter: Typesetter, text: RuleText, lines: Sequence[TextLine], width: float, most: int) -> list[TextLine]:
    """Return the first lines of a text, the last with the number under which the whole is found."""
    styles = setter.design.styles
    mark = setter.width(f" … {text.rule}", styles.fact)
    if most > 1 and not lines[most - 1].title:
        rest = " ".join(line.words for line in lines[most - 1 :])
        return [*lines[: most - 1], TextLine("", f"{setter.wrap(rest, styles.fact, width - mark)[0]} … {text.rule}")]
    title, first, _ = named_lines(setter, text.title, text.text, width - mark)[0]
    if not first and setter.width(f"{title} ", styles.cell_name) + setter.width(text.rule, styles.fact) > width:
        return [TextLine(title, ""), TextLine("", text.rule)]
    return [TextLine(title, f"{first} … {text.rule}" if first else text.rule)]


def named_lines(setter: Typesetter, title: str, text: str, width: float) -> list[TextLine]:
    """Return the lines of a text behind its title."""
    styles = setter.design.styles
    *whole, last = setter.wrap(title, styles.cell_name, width)
    lines = [TextLine(line, "") for line in whole]
    if not text:
        return [*lines, TextLine(last, "")]
    first, rest = behind(setter, text, styles.fact, width - setter.width(last, styles.cell_name) - TITLE_GAP)
    lines.append(TextLine(last, first))
    return [*lines, *(TextLine("", line) for line in (setter.wrap(rest, styles.fact, width) if rest else ()))]

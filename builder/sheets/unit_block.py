"""The block of a unit card: head, weapons and stat line, hit points, order points."""

from __future__ import annotations

from collections.abc import Sequence

from builder.record import Record
from builder.sheets.block import (
    LEAST_NOTES,
    NOTES_GAP,
    Block,
    Strip,
    divide,
    height_of,
    note_lines,
    note_strips,
    notes_area,
    place_strips,
    wide_note_lines,
)
from builder.sheets.groups import Band, band_items, fill_band, fill_bands, pieces_of
from builder.sheets.head import part_head, set_head
from builder.sheets.page import Item, Placed
from builder.sheets.tables import SetTable, value_table, word_table
from builder.sheets.track import order_items
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Row, Table, UnitCard

MOST_WEAPON_ROWS = 20
"""More rows than that become two tables side by side (overflow rule 4)."""
CHUNK_ROWS = 24
"""Weapons to a side where there are two tables."""
LASTING_FACTS = 2
"""Facts that a further card repeats: models and HP."""


class _Arrangement(Record, frozen=True):
    """Where the groups stand: in bands of the right column, then in bands over the whole width."""

    right: tuple[Band, ...]
    wide: tuple[Band, ...]


class _Tables(Record, frozen=True):
    """The tables of a card beside each other; `weapons` is None where they do not stand in the left column."""

    head_rows: int
    profiles: SetTable
    weapons: SetTable | None
    order_rows: int

    def body(self, right: Sequence[Band]) -> int:
        """Rows down to the lower end of both columns."""
        left = self.head_rows + (self.weapons.rows if self.weapons else 0)
        return max(left, self.profiles.rows + sum([band.rows for band in right]))


def unit_blocks(setter: Typesetter, card: UnitCard, capacity: int) -> list[Block]:
    """Return the block of a unit card, or several where it is higher than a page of `capacity` rows (overflow rule 7).

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    grid = setter.design.grid
    head = set_head(setter, card.head, card.head.facts)
    order, order_rows = order_items(setter, card.track, card.checks)
    tables, table_strips = _tables(setter, card, head.rows, order_rows, capacity)
    arrangement = _arrange(setter, card, tables)
    lines, area, body = _notes(setter, (*head.left_over, *card.notes), tables, arrangement.right, capacity - order_rows)
    wide = [Strip(band.rows, tuple(band_items(setter, band, 0, 0))) for band in arrangement.wide]
    strips = [*table_strips, *wide, *(note_strips(setter, lines) if lines else ())]
    first, *further = divide(card.head.name, strips, capacity - tables.body(()), capacity - body - order_rows)
    parts = 1 + len(further)
    rows = body + height_of(first) + order_rows
    if parts > 1:
        head = set_head(setter, part_head(card.head, 1, parts), card.head.facts)
    items: list[Item] = [*head.items]
    if tables.weapons:
        items.append(Placed(0, head.rows * grid.row, tables.weapons.drawing))
    items.append(Placed(grid.right, 0, tables.profiles.drawing))
    items.extend(_bands(setter, arrangement.right, tables.profiles.rows))
    items.extend(area)
    items.extend(place_strips(first, body, grid.row))
    usual = max(int(grid.block_rows), rows)
    block = Block(card.id, card.head.name, usual, rows, tuple(items), tuple(order), order_rows, 1, parts)
    return [block, *[_further_block(setter, card, tables, chunk, n, parts) for n, chunk in enumerate(further, 2)]]


def _tables(
    setter: Typesetter, card: UnitCard, head_rows: int, order_rows: int, capacity: int
) -> tuple[_Tables, list[Strip]]:
    """Stat line and weapons; more of either than its column takes stands in strips below (overflow rule 4)."""
    grid = setter.design.grid
    profiles, *further = _profiles(setter, card.profiles, capacity // 2)
    strips = [Strip(table.rows, (Placed(grid.right, 0, table.drawing),)) for table in further]
    weapons = word_table(setter, card.weapons, grid.left) if card.weapons.rows else None
    if weapons and weapons.rows > min(1 + MOST_WEAPON_ROWS, capacity - head_rows - order_rows):
        room = capacity - max(head_rows, profiles.rows)
        strips.extend(_weapon_strips(setter, card.weapons, room))
        weapons = None
    return _Tables(head_rows, profiles, weapons, order_rows), strips


def _profiles(setter: Typesetter, table: Table, most: int) -> list[SetTable]:
    """Stat lines in one table, or in several of at most so many rows; every card of the unit repeats the first."""
    width = setter.design.grid.right_width
    whole = value_table(setter, table, width)
    if whole.rows <= most:
        return [whole]
    tables: list[SetTable] = []
    rows: tuple[Row, ...] = ()
    for row in table.rows:
        longer = value_table(setter, Table(table.columns, (*rows, row)), width)
        if rows and longer.rows > most:
            rows, longer = (row,), value_table(setter, Table(table.columns, (row,)), width)
            tables.append(longer)
        else:
            rows = (*rows, row)
            tables[-1:] = [longer]
    return tables


def _weapon_strips(setter: Typesetter, table: Table, room: int) -> list[Strip]:
    """Two tables side by side, as often as needed, none higher than `room` rows unless one weapon is."""
    pairs = -(-len(table.rows) // (2 * CHUNK_ROWS))
    size = -(-len(table.rows) // (2 * pairs))
    strips = _weapon_pairs(setter, table, size)
    while size > 1 and max(strip.rows for strip in strips) > room:
        size = -(-size // 2)
        strips = _weapon_pairs(setter, table, size)
    return strips


def _weapon_pairs(setter: Typesetter, table: Table, size: int) -> list[Strip]:
    grid = setter.design.grid
    width = (grid.width - grid.gutter) / 2
    halves = [
        word_table(setter, Table(table.columns, table.rows[first : first + size]), width)
        for first in range(0, len(table.rows), size)
    ]
    return [
        Strip(
            max(half.rows for half in pair),
            tuple(Placed(n * (width + grid.gutter), 0, half.drawing) for n, half in enumerate(pair)),
        )
        for pair in (halves[first : first + 2] for first in range(0, len(halves), 2))
    ]


def _arrange(setter: Typesetter, card: UnitCard, tables: _Tables) -> _Arrangement:
    """Return the lowest of: all bands at the right, all over the whole width, some at the right (overflow rule 2)."""
    grid = setter.design.grid
    width, least = grid.right_width, grid.block_rows
    pieces = [piece for group in card.groups for piece in pieces_of(setter, group, grid.width)]

    def height(arrangement: _Arrangement) -> float:
        wide = sum([band.rows for band in arrangement.wide])
        return max(least, tables.body(arrangement.right) + wide + tables.order_rows)

    beside: list[_Arrangement] = []
    if not pieces or max([piece.portion.reach for piece in pieces]) <= width:
        beside.append(_Arrangement(tuple(fill_bands(setter, pieces, width)), ()))
        if height(beside[0]) <= least:
            return beside[0]
    right: list[Band] = []
    mixed = [_Arrangement((), tuple(fill_bands(setter, pieces, grid.width)))]
    while pieces and pieces[0].portion.reach <= width:
        right.append(fill_band(setter, pieces, width))
        pieces = pieces[len(right[-1].pieces) :]
        mixed.append(_Arrangement(tuple(right), tuple(fill_bands(setter, pieces, grid.width))))
    return min((*beside, *mixed), key=height)


def _bands(setter: Typesetter, bands: Sequence[Band], top: int) -> list[Item]:
    """Bands of the right column, the first on the row `top`."""
    grid = setter.design.grid
    items: list[Item] = []
    for band in bands:
        items += band_items(setter, band, grid.right, top * grid.row)
        top += band.rows
    return items


class _Room(Record, frozen=True):
    """White paper that may take notes: left edge and width in mm, first row and rows; one is ruled for a pencil.

    It may have `most` rows where notes need them.
    """

    x: float
    top: int
    width: float
    rows: int
    most: int
    ruled: bool = False

    @property
    def lines(self) -> int:
        """Lines of text that it takes; a ruled one has a caption."""
        return self.most - 1 if self.ruled else self.most


def _notes(
    setter: Typesetter, notes: Sequence[str], tables: _Tables, right: Sequence[Band], most: int
) -> tuple[list[str], list[Item], int]:
    """Notes in the first room that holds them, and lines to write on in the ruled one; and the rows of the body.

    It grows for them, to `most` rows, where that takes fewer rows than lines of the whole width; those are returned.
    """
    grid, body = setter.design.grid, tables.body(right)
    wide = wide_note_lines(setter, notes)
    rooms = _rooms(setter, tables, right, body)
    chosen = None
    for rows in range(body, min(body + len(wide), most + 1)):
        grown = rooms if rows == body else _rooms(setter, tables, right, rows)
        chosen = next((room for room in grown if len(note_lines(setter, notes, room.width)) <= room.lines), None)
        if chosen:
            rooms, body = grown, rows
            break
    items: list[Item] = []
    for room in rooms:
        lines = note_lines(setter, notes, room.width) if chosen and room is chosen else []
        if room.ruled and (room.rows or lines):
            rows = max(room.rows, len(lines) + 1)
            items.append(notes_area(setter, lines, room.x, room.top * grid.row, room.width, rows))
        elif lines:
            items.extend(place_strips(note_strips(setter, lines), room.top, grid.row, room.x))
    return [] if chosen else wide, items, body


def _rooms(setter: Typesetter, tables: _Tables, right: Sequence[Band], body: int) -> list[_Room]:
    """The ruled room beside the last band (or under the stat line), those under the weapons and under the bands."""
    grid = setter.design.grid
    left_rows = tables.head_rows + (tables.weapons.rows if tables.weapons else 0)
    under_weapons = _Room(0, left_rows, grid.left, body - left_rows, body - left_rows)
    if not right:
        rows = body - tables.profiles.rows
        room = _Room(grid.right, tables.profiles.rows, grid.right_width, rows if rows > 1 else 0, rows, True)
        return [room, under_weapons]
    last = right[-1]
    bottom = tables.profiles.rows + sum([band.rows for band in right])
    top, rows = bottom - last.rows, last.rows - 1
    width = grid.right_width - last.width(setter.design.boxes.group_gap) - NOTES_GAP
    beside = _Room(grid.width - width, top, width, rows, body - top, True)
    under_bands = _Room(grid.right, bottom, grid.right_width, body - bottom, body - bottom)
    return [*((beside,) if width >= LEAST_NOTES else ()), under_weapons, under_bands]


def _further_block(
    setter: Typesetter, card: UnitCard, tables: _Tables, strips: Sequence[Strip], part: int, parts: int
) -> Block:
    """Return a further card: name, stat line and the rest of the groups."""
    grid = setter.design.grid
    head = set_head(setter, part_head(card.head, part, parts), card.head.facts[:LASTING_FACTS])
    top = max(head.rows, tables.profiles.rows)
    items = (
        *head.items,
        Placed(grid.right, 0, tables.profiles.drawing),
        *place_strips(strips, top, grid.row),
    )
    rows = top + height_of(strips)
    return Block(card.id, card.head.name, rows, rows, items, part=part, parts=parts)

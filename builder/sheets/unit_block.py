"""The block of a unit card: head, weapons and stat line, hit points, order points."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from builder.record import Record, replace
from builder.sheets.block import (
    MOST_MORE,
    NOTES_GAP,
    Block,
    Strip,
    divide,
    height_of,
    place_strips,
)
from builder.sheets.grid_table import blank_strips, is_blank
from builder.sheets.groups import Band, band_items, fill_band, fill_bands, pieces_of
from builder.sheets.head import part_head, set_head
from builder.sheets.page import Drawing, Item, Placed
from builder.sheets.rule_lines import LEAST_ROOM, Room, SetWords, WordStrips, set_words, word_strips
from builder.sheets.rule_words import Words
from builder.sheets.tables import SetTable, value_table, word_table
from builder.sheets.track import hints_beside, order_items
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Row, Table, UnitCard
from builder.text import as_note

MOST_WEAPON_ROWS = 20
"""More rows than that become two tables side by side (overflow rule 4)."""
CHUNK_ROWS = 24
"""Weapons to a side where there are two tables."""
LEAST_NOTES = 30.0
"""Room in mm beside boxes that is worth words."""
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
    hints = card.track.hints[hints_beside(setter, card.track, card.checks) :]
    aside = [f"{card.track.title}: {hint}" for hint in hints]
    words: list[Words] = [*head.left_over, *aside, *map(as_note, card.notes), *card.rules]
    wide = [Strip(band.rows, tuple(band_items(setter, band, 0, 0))) for band in arrangement.wide]
    below = [*table_strips, *wide]
    usual, body, below_rows = int(grid.block_rows), tables.body(arrangement.right), height_of(below)
    most = min(capacity, usual) - order_rows
    fits = max(most, body) + below_rows + order_rows <= capacity
    white = _beside_wide(setter, arrangement.wide, height_of(table_strips)) if wide and fits else []

    def rooms(body: int) -> list[Room]:
        own = _rooms(setter, tables, arrangement.right, body)
        return [*own, *(replace(room, y=room.y + body * grid.row) for room in white)] if white else own

    told = set_words(setter, words, rooms(body), card.weapon_rules)
    while told.left and body < most:
        body += 1
        told = set_words(setter, words, rooms(body), card.weapon_rules)
    rest = word_strips(setter, told.left)
    strips = [*below, *rest.strips]
    first, *further = divide(card.head.name, strips, capacity - tables.body(()), capacity - body - order_rows)
    parts = 1 + len(further)
    if parts > 1:
        head = set_head(setter, part_head(card.head, 1, parts), card.head.facts)

    def block(told: SetWords, body: int, strips: Sequence[Strip], rest: WordStrips) -> Block:
        rows = body + height_of(strips) + order_rows
        items: list[Item] = [*head.items]
        if tables.weapons:
            items.append(Placed(0, head.rows * grid.row, tables.weapons.drawing))
        items.append(Placed(grid.right, 0, tables.profiles.drawing))
        items.extend(_bands(setter, arrangement.right, tables.profiles.rows))
        items.extend(told.items)
        items.extend(place_strips(strips, body, grid.row))
        return Block(
            card=card.id,
            name=card.head.name,
            rows=max(usual, rows),
            least_rows=rows,
            upper=tuple(items),
            lower=tuple(order),
            lower_rows=order_rows,
            parts=parts,
            told=(*told.told, *rest.told),
        )

    made = block(told, body, first, rest)
    highest = min(capacity, made.rows + MOST_MORE) - order_rows - below_rows
    while parts == 1 and body < highest and told.short:
        body += 1
        longer = set_words(setter, words, rooms(body), card.weapon_rules)
        if longer.short < told.short:
            told = longer
            rest = word_strips(setter, told.left)
            made = block(told, body, [*below, *rest.strips], rest).over(made)
    return [made, *[_further_block(setter, card, tables, chunk, n, parts) for n, chunk in enumerate(further, 2)]]


def _tables(
    setter: Typesetter, card: UnitCard, head_rows: int, order_rows: int, capacity: int
) -> tuple[_Tables, list[Strip]]:
    """Stat line and weapons; more of either than its column takes stands in strips below (overflow rule 4)."""
    grid = setter.design.grid
    profiles, *further = _profiles(setter, card.profiles, capacity // 2)
    strips = [Strip(table.rows, (Placed(grid.right, 0, table.drawing),)) for table in further]
    weapons = _weapons(setter, card.weapons) if card.weapons.rows else None
    if weapons and weapons.rows > min(1 + MOST_WEAPON_ROWS, capacity - head_rows - order_rows):
        room = capacity - max(head_rows, profiles.rows)
        strips.extend(_weapon_strips(setter, card.weapons, room))
        weapons = None
    return _Tables(head_rows, profiles, weapons, order_rows), strips


def _weapons(setter: Typesetter, table: Table) -> SetTable:
    width = setter.design.grid.left
    return _by_hand(setter, table, width) if is_blank(table) else word_table(setter, table, width)


def _by_hand(setter: Typesetter, table: Table, width: float) -> SetTable:
    """Return a table to fill in, as high as a hand needs."""
    strips, row = blank_strips(setter, table, width), setter.design.grid.row
    rows = ceil(height_of(strips))
    return SetTable(Drawing(width, rows * row, tuple(place_strips(strips, 0, row)), shared=False), rows)


def _profiles(setter: Typesetter, table: Table, most: int) -> list[SetTable]:
    """Stat lines in one table, or in several of at most so many rows; every card of the unit repeats the first."""
    width = setter.design.grid.right_width
    if is_blank(table):
        return [_by_hand(setter, table, width)]
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


def _beside_wide(setter: Typesetter, bands: Sequence[Band], top: float) -> list[Room]:
    """Return the rooms beside bands over the whole width, where the first begins on the row `top`."""
    grid = setter.design.grid
    rooms = []
    for band in bands:
        left = band.width(setter.design.boxes.group_gap) + NOTES_GAP
        if grid.width - left >= LEAST_NOTES:
            rooms.append(Room(left, top * grid.row, grid.width - left, band.rows * grid.row))
        top += band.rows
    return rooms


def _rooms(setter: Typesetter, tables: _Tables, right: Sequence[Band], body: int) -> list[Room]:
    """Return the rooms beside the last band (or under the stat line), under the weapons and under the bands."""
    grid = setter.design.grid
    row, foot = grid.row, body * grid.row
    top = tables.head_rows * row + (tables.weapons.drawing.height if tables.weapons else 0)
    under_weapons = Room(0, top, grid.left, foot - top)
    if not right:
        top = tables.profiles.rows * row
        return [Room(grid.right, top, grid.right_width, foot - top), under_weapons]
    last = right[-1]
    bottom = (tables.profiles.rows + sum([band.rows for band in right])) * row
    top = bottom - last.rows * row
    width = grid.right_width - last.width(setter.design.boxes.group_gap) - NOTES_GAP
    rooms = [under_weapons]
    end = foot
    if foot - bottom >= LEAST_ROOM:  # What is lower belongs to the room beside the band.
        rooms.append(Room(grid.right, bottom, grid.right_width, foot - bottom))
        end = bottom
    if width >= LEAST_NOTES:
        rooms.insert(0, Room(grid.width - width, top, width, end - top))
    return sorted(rooms, key=lambda room: -room.width)


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

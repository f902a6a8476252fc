"""The block of a card of panels: its columns, what stands below them, and notes where there is room."""

from __future__ import annotations

from builder.errors import ExportError
from builder.sheets.block import (
    Block,
    Strip,
    height_of,
    note_lines,
    note_strips,
    notes_area,
    place_strips,
)
from builder.sheets.head import set_head
from builder.sheets.page import Item
from builder.sheets.panels import panel_strips
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Panel, PanelCard

LEAST_NOTE_ROWS = 3


def panel_blocks(setter: Typesetter, card: PanelCard, capacity: int) -> list[Block]:
    """The block of a card of panels; it grows with its tables and notes.

    Raises:
        ExportError: it is higher than a page of `capacity` rows.
    """
    grid = setter.design.grid
    head = set_head(setter, card.head, card.head.facts)
    left = _strips(setter, card.left, grid.left)
    right = _strips(setter, card.right, grid.right_width)
    below = _strips(setter, card.below, grid.width)
    left_rows, right_rows = head.rows + height_of(left), height_of(right)
    body = max(left_rows, right_rows)
    notes = (*head.left_over, *card.notes)
    area, lines = _notes(setter, notes, left_rows, right_rows, body)
    strips = note_strips(setter, lines)
    lower = height_of(below)
    rows = body + height_of(strips) + lower
    if rows > capacity:
        raise ExportError(f"'{card.head.name}' has more than a page holds: shorten its notes or split the unit")
    items: list[Item] = [
        *head.items,
        *place_strips(left, head.rows, grid.row),
        *place_strips(right, 0, grid.row, grid.right),
        *area,
        *place_strips(strips, body, grid.row),
    ]
    usual = max(int(grid.block_rows), rows)
    return [Block(card.id, card.head.name, usual, rows, tuple(items), tuple(place_strips(below, 0, grid.row)), lower)]


def _strips(setter: Typesetter, panels: tuple[Panel, ...], width: float) -> list[Strip]:
    return [strip for panel in panels for strip in panel_strips(setter, panel, width)]


def _notes(
    setter: Typesetter, notes: tuple[str, ...], left_rows: int, right_rows: int, body: int
) -> tuple[list[Item], list[str]]:
    """Notes in what a column leaves free; what finds no room is returned as lines of the whole width."""
    grid = setter.design.grid
    in_left = left_rows < right_rows
    top, x, width = (left_rows, 0.0, grid.left) if in_left else (right_rows, grid.right, grid.right_width)
    room = body - top
    lines = note_lines(setter, notes, width)
    if room < LEAST_NOTE_ROWS:
        return [], note_lines(setter, notes, grid.width)
    fits = len(lines) < room
    area = notes_area(setter, lines if fits else (), x, top * grid.row, width, room)
    return [area], [] if fits else note_lines(setter, notes, grid.width)

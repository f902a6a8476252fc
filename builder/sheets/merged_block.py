"""Identical units on one card: head, stat line and weapons once, hit points and order track for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.sheets.block import Block, Strip, height_of, moved, place_strips, take
from builder.sheets.groups import band_items, fill_bands, pieces_of
from builder.sheets.head import TAB_WIDTH, code_tab
from builder.sheets.numbering import numbered
from builder.sheets.page import Item
from builder.sheets.track import order_items
from builder.sheets.typesetter import Typesetter
from builder.sheets.unit_block import unit_blocks
from builder.systems.blocks import Card, UnitCard

GAP_ROWS = 1
"""White rows over each further unit."""
BODY_LEFT = TAB_WIDTH + 3.0


def alike(cards: Iterable[Card]) -> list[list[Card]]:
    """Cards, those of identical units together at the place of the first; blank cards and vehicles stay alone."""
    found: dict[object, list[Card]] = {}
    for n, card in enumerate(cards):
        key = numbered(card)[0] if isinstance(card, UnitCard) and card.head.name else n
        found.setdefault(key, []).append(card)
    return list(found.values())


def merged_blocks(setter: Typesetter, cards: Sequence[UnitCard], capacity: int) -> list[Block]:
    """The blocks of identical units: as many units on one as a page of `capacity` rows holds.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    blocks: list[Block] = []
    left = list(cards)
    while left:
        setter.unit = left[0].id
        first, *parts = unit_blocks(setter, _marked(left[0], len(left)), capacity)
        bodies = [_body(setter, card) for card in left[1:]]
        fitting = 0 if parts else take(bodies, capacity - first.least_rows)
        if fitting < len(bodies):
            first, *parts = unit_blocks(setter, _marked(left[0], 1 + fitting), capacity)
        blocks.append(_joined(setter, first, left[: 1 + fitting], bodies[:fitting]) if fitting else first)
        blocks.extend(parts)
        left = left[1 + fitting :]
    return blocks


def _marked(card: UnitCard, count: int) -> UnitCard:
    if count == 1:
        return card
    return replace(card, head=replace(card.head, name=f"{count} × {card.head.name}", caption="points each"))


def _body(setter: Typesetter, card: UnitCard) -> Strip:
    """What is filled in for a further unit: a tab with its id, its groups, its order track."""
    grid = setter.design.grid
    width = grid.width - BODY_LEFT
    pieces = [piece for group in card.groups for piece in pieces_of(setter, group, width)]
    top = GAP_ROWS
    tab, tab_rows = code_tab(setter, card.head.code)
    items: list[Item] = [moved(tab, 0, top * grid.row)]
    for band in fill_bands(setter, pieces, width):
        items.extend(band_items(setter, band, BODY_LEFT, top * grid.row))
        top += band.rows
    top = max(top, GAP_ROWS + tab_rows)
    order, order_rows = order_items(setter, card.track, card.checks)
    items.append(moved(order, 0, top * grid.row))
    return Strip(top + order_rows, tuple(items))


def _joined(setter: Typesetter, first: Block, cards: Sequence[UnitCard], bodies: Sequence[Strip]) -> Block:
    """The block of the first unit with the bodies of the others below it."""
    row = setter.design.grid.row
    order = moved(first.lower, 0, (first.least_rows - first.lower_rows) * row)
    items = (*first.upper, order, *place_strips(bodies, first.least_rows, row))
    starts = [first.least_rows + height_of(bodies[:n]) + GAP_ROWS for n in range(len(bodies))]
    rows = first.least_rows + height_of(bodies)
    within = tuple(
        (card.id, start, body.rows - GAP_ROWS) for card, start, body in zip(cards[1:], starts, bodies, strict=True)
    )
    return Block(first.card, first.name, rows, rows, items, within=within)

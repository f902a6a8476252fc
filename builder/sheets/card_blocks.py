"""The blocks of cards, each by its template; identical units drawn once, or on one card with the boxes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from builder.record import replace
from builder.sheets.block import Block, Strip, height_of, moved, place_strips, take
from builder.sheets.formation_block import formation_blocks
from builder.sheets.formation_boxes import filled_strips
from builder.sheets.grid_table import align_grids, is_blank
from builder.sheets.groups import band_items, fill_bands, pieces_of
from builder.sheets.head import TAB_WIDTH, code_tab
from builder.sheets.identical import Repeats, name_of, shared
from builder.sheets.model_boxes import box_strips
from builder.sheets.options import SheetOptions, sheet_of
from builder.sheets.page import Item
from builder.sheets.page_frame import Frame
from builder.sheets.panel_block import panel_blocks
from builder.sheets.panels import panel_strips
from builder.sheets.profile_block import profile_blocks
from builder.sheets.tables import align, align_values
from builder.sheets.track import order_items
from builder.sheets.typesetter import Typesetter
from builder.sheets.unit_block import unit_blocks
from builder.sheets.vehicle_block import vehicle_blocks
from builder.systems.blocks import (
    Card,
    CheckRow,
    DiceTable,
    FigurePairs,
    FormationCard,
    HullPanel,
    Panel,
    PanelCard,
    ProfileCard,
    States,
    Strength,
    TablePanel,
    Tally,
    UnitCard,
    VehicleCard,
)

GAP_ROWS = 1
"""White rows over each further unit."""
BODY_LEFT = TAB_WIDTH + 3.0


def blocks_of_cards(
    setter: Typesetter, cards: Sequence[Card], sheets: Sequence[str], frame: Frame, options: SheetOptions
) -> list[Block]:
    """Return the cards of some sheets as blocks, in their order.

    Raises:
        ExportError: a part of a card is higher than a page.
    """
    own = [card for sheet in sheets for card in cards if sheet_of(card) == sheet]
    units = [card for card in own if isinstance(card, UnitCard)]
    align(setter.of_units, [card.weapons for card in units], setter.of_units.design.grid.left)
    align_values(setter.of_units, [card.profiles for card in units])
    grid = setter.design.grid
    sides = [
        (panel, width)
        for card in own
        if isinstance(card, PanelCard)
        for column, width in ((card.left, grid.left), (card.right, grid.right_width))
        for panel in column
    ]
    align_grids(setter, [(each, width) for each, width in sides if isinstance(each, TablePanel) and not each.groups])
    capacity = frame.rows

    def make(card: Card) -> list[Block]:
        return _blocks(setter, card, capacity)

    repeats = Repeats(setter, make)
    blocks: list[Block] = []
    for same in _alike(own) if options.merge else ([card] for card in own):
        setter.unit = setter.of_units.unit = same[0].id
        blocks.extend(_merged(setter, same, capacity, make) if len(same) > 1 else repeats.blocks(same[0]))
    setter.unit = setter.of_units.unit = None
    return blocks


def _blocks(setter: Typesetter, card: Card, capacity: int) -> list[Block]:
    match card:
        case UnitCard():
            own = setter.of_blank_units if is_blank(card.weapons) else setter.of_units
            return unit_blocks(own, card, capacity)
        case FormationCard():
            return formation_blocks(setter, card, capacity)
        case PanelCard():
            return panel_blocks(setter, card, capacity)
        case ProfileCard():
            return profile_blocks(setter, card, capacity)
        case VehicleCard():
            return vehicle_blocks(setter, card, capacity)


def _alike(cards: Iterable[Card]) -> list[list[Card]]:
    """Cards, those of identical units together at the place of the first.

    Blank cards, and vehicles with damage lines, which are mostly boxes, stay alone.
    """
    found: dict[object, list[Card]] = {}
    for n, card in enumerate(cards):
        key = n if isinstance(card, VehicleCard) or not card.head.name else shared(card)
        found.setdefault(key, []).append(card)
    return list(found.values())


def _merged(
    setter: Typesetter, cards: Sequence[Card], capacity: int, make: Callable[[Card], list[Block]]
) -> list[Block]:
    """The blocks of identical units: as many units on one as a page of `capacity` rows holds; `make` lays one out.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    blocks: list[Block] = []
    left = list(cards)
    while left:
        setter.unit = left[0].id
        first, *parts = make(_marked(left))
        bodies = [_body(setter, card) for card in left[1:]]
        fitting = 0 if parts else take(bodies, capacity - first.least_rows)
        if fitting < len(bodies):
            first, *parts = make(_marked(left[: 1 + fitting]))
        blocks.append(_joined(setter, first, left[: 1 + fitting], bodies[:fitting]) if fitting else first)
        blocks.extend(parts)
        left = left[1 + fitting :]
    return blocks


def _marked(cards: Sequence[Card]) -> Card:
    card = cards[0]
    if len(cards) == 1:
        return card
    told = (f"id {card.id}",) if isinstance(card, ProfileCard) else ()  # Its tab has the category alone.
    head = replace(card.head, name=name_of(cards), caption="points each", facts=(*card.head.facts, *told))
    return replace(card, head=head)


def _body(setter: Typesetter, card: Card) -> Strip:
    """Return what is filled in for a further unit: a tab with its id, and beside and below it the boxes of its card."""
    row = setter.design.grid.row
    tab, tab_rows = code_tab(setter, card.head.code)
    items: list[Item] = [moved(tab, 0, GAP_ROWS * row)]
    match card:
        case UnitCard():
            beside, below = _groups(setter, card), _order(setter, card)
        case PanelCard():
            beside, below = _columns(setter, card), _panels(setter, card.below, setter.design.grid.width)
        case ProfileCard():
            beside, *below = box_strips(setter, card, BODY_LEFT) or [Strip(1, ())]
        case FormationCard():
            beside, *below = filled_strips(setter, card)
        case VehicleCard():
            raise TypeError(f"the boxes of '{card.id}' fill a card of their own")
    top = GAP_ROWS + max(beside.rows, tab_rows)
    items.append(moved(beside.items, 0, GAP_ROWS * row))
    items.extend(place_strips(below, top, row))
    return Strip(top + height_of(below), tuple(items))


def _groups(setter: Typesetter, card: UnitCard) -> Strip:
    width, row = setter.design.grid.width - BODY_LEFT, setter.design.grid.row
    pieces = [piece for group in card.groups for piece in pieces_of(setter, group, width)]
    items: list[Item] = []
    top = 0
    for band in fill_bands(setter, pieces, width):
        items.extend(band_items(setter, band, BODY_LEFT, top * row))
        top += band.rows
    return Strip(top, tuple(items))


def _order(setter: Typesetter, card: UnitCard) -> list[Strip]:
    items, rows = order_items(setter, card.track, card.checks)
    return [Strip(rows, items)]


def _columns(setter: Typesetter, card: PanelCard) -> Strip:
    """Return what is filled in of both columns of a card, side by side."""
    grid = setter.design.grid
    left, right = _panels(setter, card.left, grid.left - BODY_LEFT), _panels(setter, card.right, grid.right_width)
    items = (*place_strips(left, 0, grid.row, BODY_LEFT), *place_strips(right, 0, grid.row, grid.right))
    return Strip(max(height_of(left), height_of(right)), items)


def _panels(setter: Typesetter, panels: Iterable[Panel], width: float) -> list[Strip]:
    return [strip for panel in panels for one in _filled(panel) for strip in panel_strips(setter, one, width)]


def _filled(panel: Panel) -> Iterator[Panel]:
    """Yield what is filled in of a panel, without the words that the first unit has of it.

    Of a table that is its boxes, with the names of their rows.
    """
    match panel:
        case TablePanel():
            checks = tuple(check for check in panel.checks if check)
            if checks:
                yield CheckRow(checks)
        case HullPanel():
            for beside in panel.beside:
                yield from _filled(beside)
        case DiceTable():
            yield replace(panel, title="", remark="", footnotes=())
        case States():
            yield replace(panel, title="", remark="", cells=tuple((check, "") for check, _ in panel.cells))
        case Tally() | Strength():
            yield replace(panel, remark="")
        case CheckRow() | FigurePairs():
            yield panel


def _joined(setter: Typesetter, first: Block, cards: Sequence[Card], bodies: Sequence[Strip]) -> Block:
    """Return the block of the first unit with the bodies of the others below it."""
    row = setter.design.grid.row
    order = moved(first.lower, 0, (first.least_rows - first.lower_rows) * row)
    items = (*first.upper, order, *place_strips(bodies, first.least_rows, row))
    starts = [first.least_rows + height_of(bodies[:n]) + GAP_ROWS for n in range(len(bodies))]
    rows = first.least_rows + height_of(bodies)
    within = tuple(
        (card.id, start, body.rows - GAP_ROWS) for card, start, body in zip(cards[1:], starts, bodies, strict=True)
    )
    shorter = first.shorter and _joined(setter, first.shorter, cards, bodies)
    return Block(first.card, first.name, rows, rows, items, within=within, shorter=shorter, told=first.told)

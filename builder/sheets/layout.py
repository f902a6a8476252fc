"""Laying an army out on pages: the sheets chosen, in their order, with what every page has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from builder.errors import ExportError
from builder.sheets.angle_sheet import angle_pages
from builder.sheets.block import Block, moved
from builder.sheets.design import Design
from builder.sheets.formation_block import formation_blocks
from builder.sheets.frame import FIRST_ROW, Frame, frame_for
from builder.sheets.identical import Repeats
from builder.sheets.merged_block import alike, merged_blocks
from builder.sheets.options import SheetOptions
from builder.sheets.order import arranged
from builder.sheets.packing import Content, Flow, pack
from builder.sheets.page import Bookmark, Page, Pages
from builder.sheets.panel_block import panel_blocks
from builder.sheets.quick_cards import card_pages
from builder.sheets.reference_sheet import reference_pages
from builder.sheets.roster_list import list_head, title_strip, total_strip, unit_strips
from builder.sheets.roster_panels import note_strips, panel_strips, rule_names
from builder.sheets.rules_sheet import rules_pages
from builder.sheets.running_head import running_head
from builder.sheets.token_sheet import token_pages
from builder.sheets.typesetter import Metrics, Typesetter
from builder.sheets.unit_block import unit_blocks
from builder.sheets.vehicle_block import vehicle_blocks
from builder.systems.blocks import Card, FormationCard, PanelCard, RosterPage, UnitCard, VehicleCard

NAMES = {
    "roster": "Roster",
    "units": "Units",
    "vehicles": "Vehicles",
    "tokens": "Tokens",
    "template": "Template",
    "reference": "Reference",
    "rules": "Rules",
    "cards": "Cards",
}
LETTERS = {
    "roster": "R",
    "units": "U",
    "vehicles": "V",
    "tokens": "T",
    "template": "A",
    "reference": "L",
    "rules": "S",
    "cards": "C",
}
"""What the labels of pages begin with."""
SHEET_OF: dict[type[Card], str] = {UnitCard: "units", FormationCard: "units", VehicleCard: "vehicles"}
"""The sheet on which cards of a kind stand."""


def layout(cards: Iterable[Card], roster: RosterPage, options: SheetOptions, design: Design, metrics: Metrics) -> Pages:
    """Lay the chosen sheets of an army out on pages.

    Raises:
        InputError: the design has no such paper, or it is too small for larger text.
        ExportError: a part of a card is higher than a page, or there is nothing to print.
    """
    cards, roster = arranged(tuple(cards), roster, options.sort)
    setter = Typesetter(design, metrics, options.ink_saver, colour=not options.grey)
    frames = {sheet: frame_for(design, options, sheet) for sheet in options.sheets}
    compact = setter.in_design(design.compact or design)
    filled = {
        sheet: _cards(compact if frame.compact else setter, cards, sheet, frame.rows, options)
        for sheet, frame in frames.items()
        if sheet in SHEET_OF.values()
    }
    labels = _labels(filled)
    for sheet, frame in frames.items():
        if sheet not in filled:
            its = compact if frame.compact else setter
            filled[sheet] = _contents(its, cards, roster, sheet, labels, frame.rows)
    keys = {sheet: _key_words(cards, sheet) for sheet in frames}
    pages = [
        _page(setter, frame, roster, sheet, n, len(filled[sheet]), content, keys[sheet])
        for sheet, frame in frames.items()
        for n, content in enumerate(filled[sheet], 1)
    ]
    if not pages:
        raise ExportError(f"'{roster.title}' has nothing for the sheets chosen: {', '.join(options.sheets)}")
    return Pages(
        title=f"{roster.title} – {roster.system}",
        subject=", ".join(NAMES[sheet].lower() for sheet in options.sheets),
        pages=tuple(pages),
        outline=_outline(pages),
        findings=tuple(setter.findings),
    )


def _cards(
    setter: Typesetter, cards: Sequence[Card], sheet: str, capacity: int, options: SheetOptions
) -> list[Content]:
    """The cards of units, or those of vehicles, packed on pages."""

    def make(card: Card) -> list[Block]:
        return _blocks(setter, card, capacity)

    repeats = Repeats(setter, make)
    blocks: list[Block] = []
    own = [card for card in cards if _sheet_of(card) == sheet]
    for same in alike(own) if options.merge else ([card] for card in own):
        setter.unit = same[0].id
        blocks.extend(merged_blocks(setter, same, capacity, make) if len(same) > 1 else repeats.blocks(same[0]))
    setter.unit = None
    return pack(blocks, capacity, setter.design.grid.row, options.one_a_page)


def _sheet_of(card: Card) -> str:
    """The sheet on which a card stands."""
    return card.sheet if isinstance(card, PanelCard) else SHEET_OF[type(card)]


def _blocks(setter: Typesetter, card: Card, capacity: int) -> list[Block]:
    match card:
        case UnitCard():
            return unit_blocks(setter, card, capacity)
        case FormationCard():
            return formation_blocks(setter, card, capacity)
        case PanelCard():
            return panel_blocks(setter, card, capacity)
        case VehicleCard():
            return vehicle_blocks(setter, card, capacity)


def _key_words(cards: Iterable[Card], sheet: str) -> str | None:
    """The key that the cards of a sheet bring themselves."""
    own = (card for card in cards if isinstance(card, PanelCard | FormationCard) and _sheet_of(card) == sheet)
    return next((card.key for card in own), None)


def _labels(filled: Mapping[str, Sequence[Content]]) -> dict[str, str]:
    """By the id of a card, the first page that it stands on."""
    labels: dict[str, str] = {}
    for sheet, contents in filled.items():
        for n, content in enumerate(contents, 1):
            for stay in content.stays:
                labels.setdefault(stay.card, f"{LETTERS[sheet]}{n}")
    return labels


def _contents(
    setter: Typesetter, cards: Sequence[Card], roster: RosterPage, sheet: str, labels: Mapping[str, str], capacity: int
) -> list[Content]:
    """The pages of a sheet on which nothing is filled in."""
    match sheet:
        case "roster":
            return _roster(setter, roster, labels, capacity)
        case "cards":
            return card_pages(setter, cards, capacity)
        case "tokens":
            return token_pages(setter, roster.aids.tokens, roster.aids.token_title, capacity)
        case "template":
            return angle_pages(setter, roster.aids.template, capacity)
        case "reference":
            return reference_pages(setter, roster.aids.reference, capacity)
        case _:
            return rules_pages(setter, roster.rules, capacity)


def _roster(setter: Typesetter, roster: RosterPage, labels: Mapping[str, str], capacity: int) -> list[Content]:
    """The list and its panels; the head of the list is repeated on each page that it goes on to."""
    head = list_head(setter, roster.words)
    flow = Flow(capacity, setter.design.grid.row)
    flow.put(title_strip(setter, roster))
    if roster.rows:
        flow.put(head)
        for strip in unit_strips(setter, roster.rows, labels):
            flow.put(strip, head)
    flow.put(total_strip(setter, roster), head)
    for strip in panel_strips(setter, roster, capacity):
        flow.put(strip)
    for strip in note_strips(setter, roster.notes):
        flow.put(strip)
    for strip in rule_names(setter, roster.rules):
        flow.put(strip)
    return flow.contents()


def _page(
    setter: Typesetter,
    frame: Frame,
    roster: RosterPage,
    sheet: str,
    n: int,
    count: int,
    content: Content,
    key_words: str | None,
) -> Page:
    grid = setter.design.grid
    left, top = frame.left(grid.width), frame.top + FIRST_ROW * grid.row
    name = roster.unit_sheet if sheet == "units" else NAMES[sheet]
    head = running_head(setter, roster, sheet, f"{name} {n} of {count}", key_words)
    return Page(
        sheet=sheet,
        label=f"{LETTERS[sheet]}{n}",
        width=frame.width,
        height=frame.height,
        items=(moved(head, left, frame.top), moved(content.items, left, top)),
        stays=tuple(
            replace(stay, top=(top + stay.top) * frame.scale, height=stay.height * frame.scale)
            for stay in content.stays
        ),
        scale=frame.scale,
    )


def _outline(pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    """A bookmark for each sheet, and under it one for each card."""
    first: dict[str, int] = {}
    for n, page in enumerate(pages):
        first.setdefault(page.sheet, n)
    return tuple(
        Bookmark(
            NAMES[sheet],
            start,
            0,
            tuple(
                Bookmark(stay.name, n, stay.top)
                for n, page in enumerate(pages)
                if page.sheet == sheet
                for stay in page.stays
                if stay.part == 1
            ),
        )
        for sheet, start in first.items()
    )

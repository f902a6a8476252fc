"""Laying an army out on pages: the sheets chosen, in their order, with what every page has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from builder.errors import ExportError, InputError
from builder.record import Record
from builder.sheets.angle_template import angle_pages
from builder.sheets.block import Block, Content, Flow, moved, pack
from builder.sheets.design import Design
from builder.sheets.formation_block import formation_blocks
from builder.sheets.identical import Repeats
from builder.sheets.merged_block import alike, merged_blocks
from builder.sheets.options import MATCHUP, SheetOptions, arranged
from builder.sheets.page import Bookmark, Drawing, Item, Page, Pages, Placed, Rect, Segment
from builder.sheets.panel_block import panel_blocks
from builder.sheets.profile_block import profile_blocks
from builder.sheets.quick_cards import card_pages
from builder.sheets.reference_sheet import reference_pages, rules_pages
from builder.sheets.roster_page import (
    list_head,
    note_strips,
    panel_strips,
    rule_names,
    title_strip,
    total_strip,
    unit_strips,
)
from builder.sheets.token_sheet import token_pages
from builder.sheets.typesetter import Metrics, Typesetter
from builder.sheets.unit_block import unit_blocks
from builder.sheets.vehicle_block import vehicle_blocks
from builder.systems.blocks import (
    Card,
    FormationCard,
    PanelCard,
    ProfileCard,
    RosterPage,
    UnitCard,
    VehicleCard,
    number,
)

FIRST_ROW = 2
"""Content begins below the running head and an empty row."""
LARGER = 1.35
"""At this scale a paper turned sideways holds the grid, and two standard cards under each other."""
TRUE_TO_SCALE = frozenset({"tokens", "template", "cards"})
"""Sheets that are cut out or measured with: never larger."""
FILLED_IN = frozenset({"units", "vehicles", "assault"})
"""Sheets of cards that a player fills in: they may be compact."""


class Frame(Record, frozen=True):
    """A page for one sheet: width, height and margin are those of the paper in mm, `rows` those below the head.

    `compact` tells that the rows are those of the compact design.
    """

    width: float
    height: float
    margin: float
    scale: float
    rows: int
    compact: bool = False

    def left(self, content: float) -> float:
        """Return where content of a width begins, in mm of the content: it stands in the middle."""
        return (self.width / self.scale - content) / 2

    @property
    def top(self) -> float:
        """The upper margin, in mm of the content."""
        return self.margin / self.scale


def frame_for(design: Design, options: SheetOptions, sheet: str) -> Frame:
    """Return the frame of a sheet; cards are compact where that is chosen, or where a page would not hold two of them.

    Those of 63 × 88 mm always are.

    Raises:
        InputError: the design has no such paper, or it is too small for larger text.
    """
    paper = design.paper(options.paper)
    width, height, scale = paper.width, paper.height, 1.0
    margin = min(design.grid.margin, paper.margin)
    if options.larger_text and sheet not in TRUE_TO_SCALE:
        width, height, scale = max(width, height), min(width, height), LARGER
        if width / scale < design.grid.width:
            raise InputError(f"paper '{options.paper}' is too small for larger text; choose a4 or letter")
    room = (height - 2 * margin) / scale - FIRST_ROW * design.grid.row
    rows = int(room // design.grid.row)
    scarce = rows < 2 * design.grid.block_rows + 1
    close = sheet == "cards" or (sheet in FILLED_IN and (options.compact or scarce))
    if design.compact and close:
        return Frame(width, height, margin, scale, int(room // design.compact.grid.row), compact=True)
    return Frame(width, height, margin, scale, rows)


HEAD_GAP = 5.0
SECOND_BASELINE = 2.2
LINE_KEY = "a line holds 36 DMG; the rest goes to the next line down"


def running_head(
    setter: Typesetter, roster: RosterPage, sheet: str, label: str, key_words: str | None = None
) -> tuple[Item, ...]:
    """Return the head of a page of a sheet, which pages with labels as wide share but for the label.

    `key_words` take the place of the usual key, where the cards have one of their own.
    """
    page = setter.text(setter.design.grid.width, setter.baseline, label, setter.design.styles.sheet, "right")
    right = page.x - HEAD_GAP
    key = ("running head", sheet, right)
    head = setter.kept(Drawing, key, lambda: _head(setter, roster, sheet, right, key_words))
    return (Placed(0, 0, head), page)


def _head(setter: Typesetter, roster: RosterPage, sheet: str, right: float, key_words: str | None) -> Drawing:
    """Return what stands before the label; what finds no room beside the army's name stands on the empty row below."""
    grid, styles = setter.design.grid, setter.design.styles
    name, facts = _words(roster, sheet)
    lines = setter.wrap(name, styles.army, right)
    army = setter.text(0, setter.baseline, lines[0], styles.army)
    key, key_left = _key(setter, roster, sheet, right, key_words)
    words = setter.text(army.width + 3, setter.baseline, facts, styles.running)
    if len(lines) == 1 and words.x + words.width + HEAD_GAP <= key_left:
        items: tuple[Item, ...] = (army, words, *key)
    elif len(lines) == 1 and army.width + HEAD_GAP <= key_left:
        items = (army, setter.text(0, grid.row + SECOND_BASELINE, facts, styles.running), *key)
    else:
        below = facts if len(lines) == 1 else " ".join(lines[1:])
        second = setter.wrap(below, styles.running, grid.width)[0]
        items = (army, setter.text(0, grid.row + SECOND_BASELINE, second, styles.running))
    return Drawing(grid.width, 2 * grid.row, items)


def _words(roster: RosterPage, sheet: str) -> tuple[str, str]:
    """Return what a page is about: the army, or what all armies share."""
    if sheet == "roster":
        return "Army roster", " · ".join(part for part in (roster.system, roster.source) if part)
    if sheet == "template" and roster.aids.template:
        return roster.aids.template.title, roster.system
    if not roster.rows:
        return roster.title, roster.system
    limit = f" of {number(roster.limit)}" if roster.limit is not None else ""
    facts = (roster.system, f"{number(roster.points)}{limit} points", roster.note)
    return roster.title, " · ".join(fact for fact in facts if fact)


def _key(
    setter: Typesetter, roster: RosterPage, sheet: str, right: float, key_words: str | None
) -> tuple[list[Item], float]:
    """Return what the boxes of a sheet mean, ending at `right`; and where it begins."""
    style, line = setter.design.styles.caption, setter.design.lines.box
    words = key_words if key_words is not None else {"vehicles": LINE_KEY}.get(sheet, "")
    if words:
        text = setter.text(right, setter.baseline, words, style, "right")
        return [text], text.x
    if sheet != "units" or key_words is not None:  # cards that bring a key, be it none, have no boxes of 10 HP
        return [], right
    below = setter.text(right, setter.baseline, "number below: models left", style, "right")
    column = setter.text(below.x - 4, setter.baseline, "column full: one wound or model gone", style, "right")
    x = column.x - 2.4
    boxes: list[Item] = [Rect(x, -0.6, 1.2, 4.4, line)]
    boxes.extend(Segment(x, -0.6 + n * 1.1, x + 1.2, -0.6 + n * 1.1, line) for n in (1, 2, 3))
    ten = setter.text(x - 3.4, setter.baseline, "10 HP", style, "right")
    boxes.append(Rect(ten.x - 3, 0.9, 2.1, 2.1, line))
    return [below, column, ten, *boxes], ten.x - 3


NAMES = {
    "roster": "Roster",
    "units": "Units",
    "vehicles": "Vehicles",
    "assault": "Assault",
    "tokens": "Tokens",
    "template": "Template",
    "reference": "Reference",
    "rules": "Rules",
    "cards": "Cards",
    MATCHUP: "Matchup",
}
LETTERS = {
    "roster": "R",
    "units": "U",
    "vehicles": "V",
    "assault": "M",
    "tokens": "T",
    "template": "A",
    "reference": "L",
    "rules": "S",
    "cards": "C",
    MATCHUP: "W",
}
"""What the labels of pages begin with."""
SHEET_OF: dict[type[Card], str] = {
    UnitCard: "units",
    FormationCard: "units",
    ProfileCard: "units",
    VehicleCard: "vehicles",
}
"""The sheet on which cards of a kind stand."""
OF_CARDS = FILLED_IN | {MATCHUP}
"""The sheets that are made of cards."""


def layout(cards: Iterable[Card], roster: RosterPage, options: SheetOptions, design: Design, metrics: Metrics) -> Pages:
    """Lay the chosen sheets of an army out on pages.

    Raises:
        InputError: the design has no such paper, or it is too small for larger text.
        ExportError: a part of a card is higher than a page, or there is nothing to print.
    """
    cards, roster = arranged(tuple(cards), roster, options.sort)
    if "rules" in options.sheets:
        cards = tuple(replace(card, by_reference=True) if isinstance(card, ProfileCard) else card for card in cards)
    setter = Typesetter(design, metrics, options.ink_saver, colour=not options.grey)
    frames = {sheet: frame_for(design, options, sheet) for sheet in options.sheets}
    compact = setter.in_design(design.compact or design)
    filled = {
        sheet: _cards(compact if frame.compact else setter, cards, sheet, frame.rows, options)
        for sheet, frame in frames.items()
        if sheet in OF_CARDS
    }
    labels = _labels(filled)
    for sheet, frame in frames.items():
        if sheet not in filled:
            its = compact if frame.compact else setter
            filled[sheet] = _contents(its, cards, roster, sheet, labels, frame.rows, frames)
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
        findings=setter.findings,
    )


def _cards(
    setter: Typesetter, cards: Sequence[Card], sheet: str, capacity: int, options: SheetOptions
) -> list[Content]:
    """Return the cards of units, or those of vehicles, packed on pages."""

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
    """Return the sheet on which a card stands."""
    return card.sheet if isinstance(card, PanelCard) else SHEET_OF[type(card)]


def _blocks(setter: Typesetter, card: Card, capacity: int) -> list[Block]:
    match card:
        case UnitCard():
            return unit_blocks(setter, card, capacity)
        case FormationCard():
            return formation_blocks(setter, card, capacity)
        case PanelCard():
            return panel_blocks(setter, card, capacity)
        case ProfileCard():
            return profile_blocks(setter, card, capacity)
        case VehicleCard():
            return vehicle_blocks(setter, card, capacity)


def _key_words(cards: Iterable[Card], sheet: str) -> str | None:
    """Return the key that the cards of a sheet bring themselves."""
    own = (
        card for card in cards if isinstance(card, PanelCard | FormationCard | ProfileCard) and _sheet_of(card) == sheet
    )
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
    setter: Typesetter,
    cards: Sequence[Card],
    roster: RosterPage,
    sheet: str,
    labels: Mapping[str, str],
    capacity: int,
    sheets: Collection[str],
) -> list[Content]:
    """Return the pages of one of these sheets, on which nothing is filled in."""
    match sheet:
        case "roster":
            return _roster(setter, roster, labels, capacity, explained="rules" in sheets)
        case "cards":
            return card_pages(setter, [card for card in cards if _sheet_of(card) != MATCHUP], capacity)
        case "tokens":
            return token_pages(setter, roster.aids.tokens, roster.aids.token_title, capacity)
        case "template":
            return angle_pages(setter, roster.aids.template, capacity)
        case "reference":
            return reference_pages(setter, roster.aids.reference, capacity)
        case _:
            return rules_pages(setter, roster.rules, capacity)


def _roster(
    setter: Typesetter, roster: RosterPage, labels: Mapping[str, str], capacity: int, *, explained: bool
) -> list[Content]:
    """Return the list and its panels; the head of the list is repeated on each page that it goes on to."""
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
    for strip in rule_names(setter, roster.rules, explained=explained):
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
    """Return a bookmark for each sheet, and under it one for each card."""
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

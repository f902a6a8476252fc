"""The frame of a page: its paper, margins and scale, and the running head: army, what boxes mean, which page it is.

What a page holds is put into it here, with the links and bookmarks that lead from page to page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from builder.errors import InputError
from builder.record import Record
from builder.sheets.block import labelled, moved
from builder.sheets.design import Design
from builder.sheets.options import SheetOptions, kind_of, sheet_of
from builder.sheets.packing import Content
from builder.sheets.page import (
    ASIDE,
    PLAIN,
    SHEET,
    Bookmark,
    Drawing,
    Item,
    Link,
    Page,
    Placed,
    Rect,
    Segment,
    Stay,
    Style,
)
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Card, FormationCard, PanelCard, ProfileCard, RosterPage, number

FLOW = ("units", "vehicles")
"""Sheets whose cards share pages where both are chosen."""
HEAD = 6.2
"""Content begins so many mm below the upper margin: the running head is one line."""
LARGER = 1.25
"""The scale of larger text: cards of the compact design come to the usual size with it."""
LEAST_MARGIN = 5.0
"""What a gutter leaves on the other side, in mm: printers reach no further."""
SIDE, NAME_HEIGHT = 10.0, 8.0
"""Where links begin from the sides of the paper, and the height of those on the name of a card, in mm."""


class Frame(Record, frozen=True):
    """A page for one sheet: width, height and margin are those of the paper in mm, `rows` those below the head.

    `room` is what lies below the head in mm of the content, `across` the share of its usual width that content has.
    `compact` tells that the rows are those of the compact design.
    """

    width: float
    height: float
    margin: float
    scale: float
    rows: int
    room: float
    across: float = 1.0
    compact: bool = False

    def left(self, content: float) -> float:
        """Return where content of a width begins, in mm of the content: it stands in the middle."""
        return (self.width / self.scale - content) / 2

    @property
    def top(self) -> float:
        """The upper margin, in mm of the content."""
        return self.margin / self.scale


def frame_for(design: Design, options: SheetOptions, sheet: str) -> Frame:
    """Return the frame of a sheet; cards are compact where that or larger text is chosen, or where a page is low.

    Raises:
        InputError: the design has no such paper, or it is too small for larger text.
    """
    paper = design.paper(options.paper)
    width, height, scale = paper.width, paper.height, 1.0
    margin = min(design.grid.margin, paper.margin)
    across = 1.0
    if not kind_of(sheet).true_to_scale:
        scale = LARGER if options.larger_text else scale
        across = min(1.0, (width - options.gutter - LEAST_MARGIN) / design.grid.width) / scale
    room = (height - 2 * margin) / scale - HEAD
    rows = int(room // design.grid.row)
    scarce = rows < 2 * design.grid.block_rows + 1
    if scarce and scale > 1:
        raise InputError(f"paper '{options.paper}' is too small for larger text; choose a4 or letter")
    close = kind_of(sheet).filled_in and (scarce or options.compact or options.larger_text)
    if design.compact and close:
        return Frame(width, height, margin, scale, int(room // design.compact.grid.row), room, across, compact=True)
    return Frame(width, height, margin, scale, rows, room, across)


def gutter_shift(frame: Frame, options: SheetOptions, sheet: str, content: float) -> float:
    """Return how far pages move away from the side where they are bound, in mm of their content."""
    left = frame.left(content) * frame.scale
    if options.gutter <= left or kind_of(sheet).true_to_scale:
        return 0.0
    return (options.gutter - left) / frame.scale


HEAD_GAP = 5.0
ELLIPSIS = "…"
LEAST_SHORTENED = 20.0
"""Less room in mm is none for a shortened text."""
LINE_KEY = "a line holds 36 DMG; the rest goes to the next line down"


def running_head(
    setter: Typesetter, roster: RosterPage, sheet: str, label: str, key_words: str | None = None
) -> tuple[Item, ...]:
    """Return the head of a page of a sheet, which pages with labels as wide share but for the label.

    `key_words` take the place of the usual key, where the cards have one of their own.
    """
    page = setter.text(setter.design.grid.width, setter.baseline, label, setter.design.styles.sheet, "right")
    right = page.x - HEAD_GAP
    key = ("running head", sheet, right, key_words)
    head = setter.kept(Drawing, key, lambda: _head(setter, roster, sheet, right, key_words))
    return (Placed(0, 0, head), page)


def _head(setter: Typesetter, roster: RosterPage, sheet: str, right: float, key_words: str | None) -> Drawing:
    """Return what stands before the label, on one line: without the key, then shortened, where it is too long."""
    grid, styles = setter.design.grid, setter.design.styles
    name, facts = _words(roster, sheet)
    army = _shortened(setter, name, styles.army, right)
    x = setter.width(army, styles.army) + 3
    key, key_left = _key(setter, roster, sheet, right, key_words)
    if x + setter.width(facts, styles.running) + HEAD_GAP > key_left:
        key = []
    items: list[Item] = [setter.text(0, setter.baseline, army, styles.army), PLAIN]
    told = _shortened(setter, facts, styles.running, right - x)
    if told:
        items.append(setter.text(x, setter.baseline, told, styles.running))
    return Drawing(grid.width, grid.row, (*items, *key))


def _shortened(setter: Typesetter, text: str, style: Style, room: float) -> str:
    """Return a text as far as a line holds it, with dots where words are missing; nothing where it holds no word."""
    if setter.width(text, style) <= room:
        return text
    dots = setter.width(ELLIPSIS, style)
    return setter.wrap(text, style, room - dots)[0] + ELLIPSIS if room > LEAST_SHORTENED else ""


def _words(roster: RosterPage, sheet: str) -> tuple[str, str]:
    """Return what a page is about: the army, or what all armies share."""
    if sheet == "roster":
        return "Army roster", " · ".join(part for part in (roster.system, roster.source) if part)
    if sheet == "template" and roster.aids.template:
        return roster.aids.template.title, roster.system
    if sheet == "aid":
        return "Turn and tables", roster.system
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
    one = labelled("a box:", [Rect(ten.x - 3, 0.9, 2.1, 2.1, line)])
    return [one, ten, *boxes, column, below], ten.x - 3


# -- pages in their frames -------------------------------------------------------
def _key_words(cards: Iterable[Card], sheet: str) -> str | None:
    """Return the key that the cards of a sheet bring themselves."""
    own = (
        card for card in cards if isinstance(card, PanelCard | FormationCard | ProfileCard) and sheet_of(card) == sheet
    )
    return next((card.key for card in own), None)


def page_label(sheets: Sequence[str], n: int) -> str:
    """Return the label of a page: a number alone where several sheets share the pages."""
    return f"{kind_of(sheets[0]).letter}{n}" if len(sheets) == 1 else str(n)


def framed_page(
    setter: Typesetter,
    frame: Frame,
    roster: RosterPage,
    sheets: Sequence[str],
    n: int,
    count: int,
    content: Content,
    cards: Mapping[str, Card],
) -> Page:
    """Return a page of the sheets that share it: what it holds below its running head."""
    on_page = [cards[stay.card] for stay in content.stays if stay.card in cards]
    found = {sheet_of(card) for card in on_page}
    sheet = next((sheet for sheet in sheets if sheet in found), sheets[0])
    name = roster.unit_sheet if sheet == "units" else kind_of(sheet).name
    label = f"{name} {n} of {count}" if len(sheets) == 1 else f"{n} of {count}"
    left, top = frame.left(setter.design.grid.width), frame.top + HEAD
    head = running_head(
        setter, roster, sheet, label, _key_words(on_page, sheet) if content.key is None else content.key
    )
    return Page(
        sheet=sheet,
        label=page_label(sheets, n),
        width=frame.width,
        height=frame.height,
        items=(
            moved((SHEET if n == 1 else ASIDE, *head), left, frame.top - content.lift),
            moved(content.items, left, top),
        ),
        stays=tuple(placed_on(frame, stay) for stay in content.stays),
        scale=frame.scale,
    )


def placed_on(frame: Frame, stay: Stay) -> Stay:
    """Return where something stands on the paper."""
    return replace(stay, top=(frame.top + HEAD + stay.top) * frame.scale, height=stay.height * frame.scale)


def linked(pages: Sequence[Page], rows: Mapping[str, tuple[int, Stay]]) -> Iterator[Page]:
    """Yield the pages with links from each row of the list to the card of its unit, and from its name back there."""
    cards = {stay.card: (n, stay) for n, page in reversed([*enumerate(pages)]) for stay in page.stays if stay.part == 1}
    for n, page in enumerate(pages):
        left, width = SIDE, page.width - 2 * SIDE
        links = [
            Link(left, row.top, width, row.height, *_spot(cards[card]), f"The card of {cards[card][1].name}")
            for card, (at, row) in rows.items()
            if at == n and card in cards
        ]
        links += [
            Link(
                left,
                stay.top,
                width / 3,
                min(stay.height, NAME_HEIGHT),
                *_spot(rows[stay.card]),
                f"{stay.name} in the list",
            )
            for stay in page.stays
            if stay.part == 1 and stay.card in rows and page.sheet != "cards"
        ]
        yield replace(page, links=tuple(links)) if links else page


def _spot(place: tuple[int, Stay]) -> tuple[int, float]:
    return place[0], place[1].top


def outline_of(pages: Sequence[Page], kinds: Mapping[str, str], rules_at: int | None) -> tuple[Bookmark, ...]:
    """Return a bookmark for each sheet, and under it one for each card.

    `kinds` are the sheets by the ids of cards; the rules stand below the cards of the page `rules_at`.
    """
    found: dict[str, tuple[int, float, list[Bookmark]]] = {}
    for n, page in enumerate(pages):
        if not page.stays:
            found.setdefault(page.sheet, (n, 0.0, []))
        for stay in page.stays:
            sheet = kinds[stay.card] if page.sheet in FLOW else page.sheet
            *_, cards = found.setdefault(sheet, (n, 0.0 if stay is page.stays[0] else stay.top, []))
            if stay.part == 1:
                cards.append(Bookmark(stay.name or stay.card, n, stay.top))
    if rules_at is not None:
        found["rules"] = (rules_at, max((stay.top + stay.height for stay in pages[rules_at].stays), default=0.0), [])
    return tuple(Bookmark(kind_of(sheet).name, n, top, tuple(cards)) for sheet, (n, top, cards) in found.items())

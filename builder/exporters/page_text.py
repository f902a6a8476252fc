"""Printed pages as text for a screen: cards drawn with their boxes, other sheets as they are read, page by page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from builder.exporters.card_text import NO_BREAK, card_lines, cut_out_lines, panel_lines
from builder.exporters.text import sheet_lines
from builder.record import Record
from builder.sheets.options import SheetOptions, arranged
from builder.sheets.page import Page, Pages, Text, flat
from builder.systems.blocks import (
    Card,
    Check,
    ColumnKind,
    FormationCard,
    HitPoints,
    HitRow,
    Panel,
    PanelCard,
    ProfileCard,
    RosterPage,
    Shape,
    Strength,
    Table,
    Tally,
    Track,
    UnitCard,
    VehicleCard,
    number,
)
from builder.text import as_note

WIDEST = 72
"""A page is no wider: beyond that its figures would stand far from their names."""
FEWEST_LETTERS = 4
"""A text of fewer letters tells not on which page a line is."""


class PrintedPages(Record, frozen=True):
    """The pages that are printed, to be told one by one."""

    pages: Pages
    cards: tuple[Card, ...]
    roster: RosterPage
    options: SheetOptions

    @property
    def sheets(self) -> tuple[str, ...]:
        """The sheet of each page."""
        return tuple(page.sheet for page in self.pages.pages)

    def lines(self, place: int, width: int) -> tuple[str, ...]:
        """Return the lines of a page; those that are longer than the width are to be broken."""
        page, width = self.pages.pages[place], min(width, WIDEST)
        cards = {card.id: card for card in self.cards}
        shown = [(cards[stay.card], stay.part, stay.parts) for stay in page.stays if stay.card in cards]
        if page.sheet == "cards":
            return (*_between(self._cut_out(place, cards), width),)
        if shown:
            return (*_between((_part(card, part, parts, width) for card, part, parts in shown), width),)
        return (*self._read(place),)

    def _cut_out(self, place: int, cards: dict[str, Card]) -> Iterator[Iterable[str]]:
        """Yield the fronts of cards to cut out, or their backs: these stand on the page behind that of the fronts."""
        pages = self.pages.pages
        is_front = bool(pages[place].stays)
        for stay in pages[place if is_front else place - 1].stays:
            if (card := cards.get(stay.card)) is not None:
                front = [*card_lines(card)]
                back = [*cut_out_lines(card, "", codes=False)][len(front) :]
                yield front if is_front else (f"{card.head.name}, back", *back)

    def _read(self, place: int) -> Iterator[str]:
        """Yield the lines of a sheet without cards that stand on this of its pages."""
        pages, sheet = self.pages.pages, self.pages.pages[place].sheet
        own = [n for n, page in enumerate(pages) if page.sheet == sheet and not page.stays]
        words = [_words(pages[n]) for n in own]
        at = 0
        cards, roster = arranged(self.cards, self.roster, self.options)
        for line in sheet_lines(cards, roster, sheet, "rules" not in self.options.sheets):
            if at < len(own) - 1 and not _is_among(words[at], line):
                at = next((later for later in range(at + 1, len(own)) if _is_among(words[later], line)), at)
            if own[at] == place:
                yield line


def _words(page: Page) -> tuple[str, ...]:
    """Return the texts of a page that are long enough to be known again."""
    texts = (item.text for item in flat(page.items) if isinstance(item, Text))
    return tuple(text for text in texts if len(text) >= FEWEST_LETTERS)


def _is_among(words: Iterable[str], line: str) -> bool:
    """Whether a line begins with one of the texts of a page."""
    return any(map(line.strip().startswith, words))


def _between(parts: Iterable[Iterable[str]], width: int) -> Iterator[str]:
    """Yield the lines of cards, with a line drawn between each two."""
    for n, part in enumerate(parts):
        if n:
            yield from ("", "─" * width, "")
        yield from part


def _part(card: Card, part: int, parts: int, width: int) -> Iterable[str]:
    """Return a card that stands on the page, or that it goes on there."""
    if part > 1:
        return (f"{card.head.name}, part {part} of {parts}", "    goes on from the page before")
    return drawn(card, width)


# -- cards ------------------------------------------------------------------------
def drawn(card: Card, width: int) -> Iterator[str]:
    """Yield the lines of a card with its boxes drawn; its head has name and points in one line, as on paper."""
    head = card.head
    name = f"{head.slot:<2}  {head.name}" if head.slot else head.name
    yield f"{name:<{width - len(head.points) - 15}} {head.points}".rstrip()
    if head.facts:
        yield f"    {' · '.join(head.facts)}"
    if isinstance(card, UnitCard):
        yield from _unit(card, width)
        return
    begun = 2 if head.facts else 1
    told = [*card_lines(card)][begun:]
    if isinstance(card, PanelCard):
        panels = [(panel, [*panel_lines(panel)]) for panel in (*card.left, *card.right, *card.below)]
        behind = told[sum(len(lines) for _, lines in panels) :]
        told = [line for panel, lines in panels for line in _panel(panel, lines, width)] + behind
    round_ones = [f"  {row.label}:" for row in _round_rows(card)]
    yield ""
    for line in told:
        empty, full = ("○", "●") if line.startswith((*round_ones,)) else ("□", "■")
        line = line.replace("[ ] ", f"{empty}{NO_BREAK}").replace("[x] ", f"{full}{NO_BREAK}")
        yield line[2:] if line.startswith("  ") else line
    match card:
        case FormationCard() if card.units:
            yield from _row("Units", card.units, width)
            yield from _row("Blast markers", card.markers, width)
        case ProfileCard():
            for group in card.boxes:
                yield f"{card.boxes_title}, {group.name} ×{group.models}"
                models = (range(n * group.wounds, (n + 1) * group.wounds) for n in range(group.models))
                boxes = ["".join("■" if box < group.lost else "□" for box in model) for model in models]
                yield from _in_rows(boxes, width)
        case _:
            pass


def _round_rows(card: Card) -> Iterator[HitRow]:
    """Yield the rows of a vehicle whose boxes are round on paper."""
    for row in card.hit_rows if isinstance(card, VehicleCard) else ():
        if all(check.shape is Shape.CIRCLE for check in row.checks):
            yield row


def _panel(panel: Panel, lines: Sequence[str], width: int) -> Iterator[str]:
    """Yield the lines of a panel; what is struck off one by one is drawn, so many to a group that they are counted."""
    match panel:
        case Tally() | Strength():
            boxes = panel.boxes if isinstance(panel, Tally) else panel.models
            row = "".join("■" if box < panel.struck else "□" for box in range(boxes))
            words = ", ".join(filter(None, (panel.title.rstrip(":"), panel.remark)))
            yield f"  {words}"
            yield from (f"  {part}" for part in _in_rows([row[n : n + 5] for n in range(0, boxes, 5)], width - 2))
            if isinstance(panel, Tally) and panel.further:
                yield f"  {panel.further_words}: {'□' * panel.further}"
            yield from lines[1:]
        case _:
            yield from lines


def _row(title: str, checks: Sequence[Check], width: int) -> Iterator[str]:
    signs = {(Shape.CIRCLE, True): "●", (Shape.CIRCLE, False): "○"}
    boxes = [signs.get((each.shape, each.checked), "■" if each.checked else "□") for each in checks]
    yield title
    yield from _in_rows(["".join(boxes[n : n + 5]) for n in range(0, len(boxes), 5)], width)


def _in_rows(groups: Sequence[str], width: int, gap: str = " ") -> Iterator[str]:
    """Yield boxes in rows, a group of them on one line."""
    line = ""
    for group in groups:
        if line and len(line) + len(gap) + len(group) > width:
            yield line
            line = ""
        line = f"{line}{gap}{group}" if line else group
    if line:
        yield line


def _unit(card: UnitCard, width: int) -> Iterator[str]:
    yield ""
    yield from _table(card.profiles, width)
    if card.weapons.rows:
        yield ""
        yield from _table(card.weapons, width)
    yield ""
    for group in card.groups:
        if group.models > 1:
            yield f"{group.name} {group.models} × {group.each} HP = {number(group.total)}"
            yield from _in_rows([*_models(group)], width, "  " if group.wounds > 1 else " ")
    yield from _alone([group for group in card.groups if group.models == 1], width)
    yield ""
    yield from _track(card.track, width)
    if card.checks:
        yield ""
        yield "  ".join(f"{'■' if check.checked else '□'}{NO_BREAK}{check.label}" for check in card.checks)
    if rules := (*card.rules, *card.weapon_rules):
        yield ""
        yield from (f"{rule.title}: {rule.text} {rule.cited}".strip().rstrip(":") for rule in rules)
    yield from (as_note(note).replace("\n", "\n  ") for note in card.notes)


def _models(group: HitPoints) -> Iterator[str]:
    """Yield the boxes of each model of a group, those of a wound together."""
    for model in range(group.models):
        first = model * group.wounds * group.boxes
        yield " ".join(
            "".join(
                "■" if first + wound * group.boxes + box < group.lost // group.box else "□"
                for box in range(group.boxes)
            )
            for wound in range(group.wounds)
        )


def _alone(groups: Sequence[HitPoints], width: int) -> Iterator[str]:
    """Yield models that are the only ones of their kind beside each other, each over its boxes."""
    titles, boxes = "", ""
    for group in groups:
        title, own = f"{group.name} {group.each}", next(_models(group))
        across = max(len(title), len(own))
        if titles and len(titles) + 3 + across > width:
            yield from (titles.rstrip(), boxes.rstrip())
            titles = boxes = ""
        gap = "   " if titles else ""
        titles, boxes = f"{titles}{gap}{title:<{across}}", f"{boxes}{gap}{own:<{across}}"
    if titles:
        yield from (titles.rstrip(), boxes.rstrip())


def _track(track: Track, width: int) -> Iterator[str]:
    """Yield points that are counted up: what fails above which of them, and a box for so many as have a number."""
    limits = ", ".join(f"{each.words} {each.value}" for each in track.thresholds)
    yield f"{track.title}      {limits}".rstrip()
    step = max(1, track.milestone // track.numbered)
    groups = range(0, track.size // track.numbered, step)
    most = max(1, (width + 1) // (step + 1))
    for first in range(0, len(groups), most):
        row = groups[first : first + most]
        boxes = ("".join("■" if (n + k + 1) * track.numbered <= track.value else "□" for k in range(step)) for n in row)
        yield " ".join(boxes)
        yield " ".join(f"{(n + step) * track.numbered:>{step}}" for n in row)
    if track.hints:
        yield "; ".join(track.hints)


def _table(table: Table, width: int) -> Iterator[str]:
    """Yield a table with its columns below their titles; the first column of names gives way where room lacks."""
    columns = table.columns
    rows = [tuple(column.title for column in columns), *(row.cells for row in table.rows)]
    subs = [False, *(row.sub for row in table.rows)]
    name = next((n for n, column in enumerate(columns) if column.kind is ColumnKind.NAME), 0)
    rows = [
        tuple(f"  {cell}" if sub and n == name else cell for n, cell in enumerate(row))
        for row, sub in zip(rows, subs, strict=True)
    ]
    rows[0] = tuple("" if n == name else cell for n, cell in enumerate(rows[0]))
    across = [max(len(row[n]) for row in rows) for n in range(len(columns))]
    breakable = {name, *(n for n, column in enumerate(columns) if column.kind is ColumnKind.TEXT)}
    while sum(across) + len(across) - 1 > width and max(across[n] for n in breakable) > FEWEST_LETTERS:
        across[max(breakable, key=across.__getitem__)] -= 1
    for row in rows:
        yield from _row_lines(row, across, [column.kind for column in columns])


def _row_lines(row: Sequence[str], across: Sequence[int], kinds: Sequence[ColumnKind]) -> Iterator[str]:
    """Yield a row of a table; words that are too long for their column go on below, in that column."""
    left = {ColumnKind.NAME, ColumnKind.TEXT}
    parts = [textwrap.wrap(cell, max(1, size)) or [""] for cell, size in zip(row, across, strict=True)]
    for lines in zip_longest(*parts, fillvalue=""):
        cells = (
            f"{cell:<{size}}" if kind in left else f"{cell:>{size}}"
            for cell, size, kind in zip(lines, across, kinds, strict=True)
        )
        yield " ".join(cells).rstrip()

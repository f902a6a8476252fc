"""Placing cards on pages: packed in order, never divided over two pages, never scaled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import ExportError
from builder.sheets.block import Block, Strip, moved
from builder.sheets.design import Design, Paper
from builder.sheets.options import SheetOptions
from builder.sheets.page import Bookmark, Item, Line, Page, Pages, Rect, Stay
from builder.sheets.roster_list import list_head, title_strip, total_strip, unit_strips
from builder.sheets.roster_panels import panel_strips, rule_strips, rules_head, table_strip
from builder.sheets.tables import BASELINE
from builder.sheets.typesetter import Metrics, Typesetter
from builder.sheets.unit_block import unit_blocks
from builder.sheets.vehicle_block import vehicle_blocks
from builder.systems.blocks import Card, RosterPage, UnitCard, VehicleCard, number

FIRST_ROW = 2
"""Blocks begin below the running head and an empty row."""
NAMES = {"roster": "Roster", "units": "Units", "vehicles": "Vehicles"}
LETTERS = {"roster": "R", "units": "U", "vehicles": "V"}
HEAD_GAP = 5.0
SECOND_BASELINE = 2.2
LINE_KEY = "a line holds 36 DMG; the rest goes to the next line down"


def layout(cards: Iterable[Card], roster: RosterPage, options: SheetOptions, design: Design, metrics: Metrics) -> Pages:
    """Lay the chosen sheets of an army out on pages.

    Raises:
        InputError: the design has no such paper.
        ExportError: a part of a card is higher than a page.
    """
    paper = design.paper(options.paper)
    setter = Typesetter(design, metrics)
    capacity = _rows(design, paper) - FIRST_ROW
    filled: dict[str, list[_Sheet]] = {"roster": [], "units": [], "vehicles": []}
    units: list[Block] = []
    vehicles: list[Block] = []
    for card in cards:
        setter.unit = card.id
        match card:
            case UnitCard() if "units" in options.sheets:
                units.extend(unit_blocks(setter, card, capacity))
            case VehicleCard() if "vehicles" in options.sheets:
                vehicles.extend(vehicle_blocks(setter, card, capacity))
            case _:
                pass
    setter.unit = None
    filled["units"] = _pack(units, capacity)
    filled["vehicles"] = _pack(vehicles, capacity)
    labels = {
        block.card: f"{LETTERS[sheet]}{n}"
        for sheet in ("vehicles", "units")
        for n, page in reversed(list(enumerate(filled[sheet], 1)))
        for block, _, _ in page.blocks
    }
    if "roster" in options.sheets:
        filled["roster"] = _roster(setter, roster, labels, capacity)
    pages = [
        _page(setter, paper, roster, sheet, n, len(filled[sheet]), content)
        for sheet in ("roster", "units", "vehicles")
        for n, content in enumerate(filled[sheet], 1)
    ]
    if not pages:
        raise ExportError(f"'{roster.title}' has nothing for the sheets chosen: {', '.join(options.sheets)}")
    return Pages(
        title=f"{roster.title} – {roster.system}",
        subject=", ".join(NAMES[sheet].lower() for sheet in options.sheets),
        width=paper.width,
        height=paper.height,
        pages=tuple(pages),
        outline=_outline(pages),
        findings=tuple(setter.findings),
    )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What a page takes: blocks with their first row and their height, or strips with their first row.

    Rows are counted from below the running head.
    """

    blocks: tuple[tuple[Block, int, int], ...] = ()
    strips: tuple[tuple[Strip, int], ...] = ()


def _rows(design: Design, paper: Paper) -> int:
    """Rows of the grid on a paper."""
    return int((paper.height - 2 * design.grid.margin) // design.grid.row)


def _pack(blocks: Sequence[Block], capacity: int) -> list[_Sheet]:
    """Blocks in order, a row between two; one that does not fit starts the next page (overflow rule 1).

    A page that would hold one more, were blocks as low as they can be, takes it, and they are.
    """
    pages: list[list[Block]] = []
    room = -1
    for block in blocks:
        if block.least_rows > room:
            pages.append([])
            room = capacity
        pages[-1].append(block)
        room -= block.least_rows + 1
    return [_spread(page, capacity) for page in pages]


def _spread(page: Sequence[Block], capacity: int) -> _Sheet:
    """Blocks on their rows, as high as usual as far as the page allows, the lowest first."""
    spare = capacity - sum(block.least_rows for block in page) - (len(page) - 1)
    placed: list[tuple[Block, int, int]] = []
    row = 0
    for block in page:
        more = min(spare, block.rows - block.least_rows)
        spare -= more
        placed.append((block, row, block.least_rows + more))
        row += block.least_rows + more + 1
    return _Sheet(tuple(placed))


def _roster(setter: Typesetter, roster: RosterPage, labels: Mapping[str, str], capacity: int) -> list[_Sheet]:
    """The list and its panels as strips; the head of the list is repeated on each page that it goes on to."""
    head = list_head(setter)
    pages: list[list[tuple[Strip, int]]] = [[]]
    row = 0

    def put(strip: Strip, repeat: Strip | None = None) -> None:
        nonlocal row
        if row and row + strip.rows > capacity:
            pages.append([])
            row = 0
            if repeat:
                put(repeat)
        pages[-1].append((strip, row))
        row += strip.rows

    put(title_strip(setter, roster))
    if roster.rows:
        put(head)
        for strip in unit_strips(setter, roster.rows, labels):
            put(strip, head)
    put(total_strip(setter, roster), head)
    for strip in panel_strips(setter, roster, capacity):
        put(strip)
    for table in roster.tables:
        put(table_strip(setter, table))
    rules, rules_top = list(rule_strips(setter, roster.rules)), rules_head(setter)
    if rules and row + rules_top.rows + rules[0].rows <= capacity:
        put(rules_top)
    for strip in rules:
        put(strip, rules_top)
    return [_Sheet(strips=tuple(page)) for page in pages]


def _page(
    setter: Typesetter, paper: Paper, roster: RosterPage, sheet: str, n: int, count: int, content: _Sheet
) -> Page:
    grid = setter.design.grid
    left, top = (paper.width - grid.width) / 2, grid.margin + FIRST_ROW * grid.row
    items: list[Item] = [
        moved(_running_head(setter, roster, sheet, f"{NAMES[sheet]} {n} of {count}"), left, grid.margin)
    ]
    stays: list[Stay] = []
    for block, row, rows in content.blocks:
        y = top + row * grid.row
        items.append(moved(block.upper, left, y))
        items.append(moved(block.lower, left, y + (rows - block.lower_rows) * grid.row))
        stays.append(Stay(block.card, block.name, y, rows * grid.row, block.part, block.parts))
    items.extend(moved(strip.items, left, top + row * grid.row) for strip, row in content.strips)
    return Page(sheet, f"{LETTERS[sheet]}{n}", tuple(items), tuple(stays))


def _running_head(setter: Typesetter, roster: RosterPage, sheet: str, label: str) -> tuple[Item, ...]:
    """Army, system and points, the key of the sheet, and which page it is.

    What finds no room beside the army's name stands on the empty row below.
    """
    grid, styles = setter.design.grid, setter.design.styles
    page = setter.text(grid.width, BASELINE, label, styles.sheet, "right")
    limit = f" of {number(roster.limit)}" if roster.limit is not None else ""
    if sheet == "roster":
        name, facts = "Army roster", " · ".join(part for part in (roster.system, roster.source) if part)
    else:
        name, facts = roster.title, f"{roster.system} · {number(roster.points)}{limit} points"
    lines = setter.wrap(name, styles.army, page.x - HEAD_GAP)
    army = setter.text(0, BASELINE, lines[0], styles.army)
    key, key_left = _key(setter, sheet, page.x - HEAD_GAP)
    words = setter.text(army.width + 3, BASELINE, facts, styles.running)
    if len(lines) == 1 and words.x + words.width + HEAD_GAP <= key_left:
        return (army, words, page, *key)
    if len(lines) == 1 and army.width + HEAD_GAP <= key_left:
        return (army, setter.text(0, grid.row + SECOND_BASELINE, facts, styles.running), page, *key)
    below = facts if len(lines) == 1 else " ".join(lines[1:])
    second = setter.wrap(below, styles.running, grid.width)[0]
    return (army, setter.text(0, grid.row + SECOND_BASELINE, second, styles.running), page)


def _key(setter: Typesetter, sheet: str, right: float) -> tuple[list[Item], float]:
    """What the boxes of a sheet mean, ending at `right`; and where it begins."""
    style, line = setter.design.styles.caption, setter.design.lines.box
    if sheet == "roster":
        return [], right
    if sheet == "vehicles":
        text = setter.text(right, BASELINE, LINE_KEY, style, "right")
        return [text], text.x
    below = setter.text(right, BASELINE, "number below: models left", style, "right")
    column = setter.text(below.x - 4, BASELINE, "column full: one wound or model gone", style, "right")
    x = column.x - 2.4
    boxes: list[Item] = [Rect(x, -0.6, 1.2, 4.4, line)]
    boxes.extend(Line(x, -0.6 + n * 1.1, x + 1.2, -0.6 + n * 1.1, line) for n in (1, 2, 3))
    ten = setter.text(x - 3.4, BASELINE, "10 HP", style, "right")
    boxes.append(Rect(ten.x - 3, 0.9, 2.1, 2.1, line))
    return [below, column, ten, *boxes], ten.x - 3


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

"""Cards of 63 × 88 mm to cut out and hold in the hand: what is read of a unit, nothing to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import replace
from builder.sheets.block import Strip, height_of, moved, place_strips
from builder.sheets.packing import Content
from builder.sheets.page import CARD, HEADING, PLAIN, Item, Segment, Stay, Style
from builder.sheets.profile_block import uncounted
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Card,
    ColumnKind,
    FormationCard,
    HullPanel,
    Panel,
    PanelCard,
    ProfileCard,
    Table,
    TablePanel,
    Tally,
    UnitCard,
    VehicleCard,
)

WIDTH, HEIGHT = 63.0, 88.0
PAD = 3.0
"""Between the cut and the words, at the left and right."""
MARGIN = 2.0
"""The same at the top and bottom."""
ROOM = WIDTH - 2 * PAD
ACROSS = 3
MOST_WHOLE = 4
"""Lines of a text that stay together on one card."""
LEAST_LAST = 4
"""Rows that the last of several cards takes over from the one before it, where it has fewer."""
TICK, TICK_GAP = 2.0, 0.8
NONE = "–"
WIDEST_SLOT = "HQ, 2 of 2"


def card_pages(setter: Typesetter, cards: Sequence[Card], capacity: int) -> list[Content]:
    """Cards in lines of three; identical ones are one card, marked `2 ×`, since nothing on it is filled in."""
    row = setter.design.grid.row
    bodies = [tuple(_body(setter, card)) for card in cards]
    keys = [(replace(card.head, code=""), body) for card, body in zip(cards, bodies, strict=True)]
    faces: list[tuple[Card, list[Strip], int, int]] = []
    for n, card in enumerate(cards):
        if keys.index(keys[n]) == n:
            parts = _divided(setter, card, bodies[n], keys.count(keys[n]))
            faces.extend((card, part, m, len(parts)) for m, part in enumerate(parts, 1))
    each = ACROSS * int(capacity * row // HEIGHT)
    return [_page(setter, faces[first : first + each]) for first in range(0, len(faces), each)]


def _page(setter: Typesetter, faces: Sequence[tuple[Card, list[Strip], int, int]]) -> Content:
    grid = setter.design.grid
    left = (grid.width - ACROSS * WIDTH) / 2
    items: list[Item] = list(_guides(setter, left, -(-len(faces) // ACROSS)))
    stays: list[Stay] = []
    for n, (card, strips, part, parts) in enumerate(faces):
        line, column = divmod(n, ACROSS)
        x, y = left + column * WIDTH + PAD, line * HEIGHT + MARGIN
        items.append(moved((CARD, *place_strips(strips, 0, grid.row)), x, y))
        stays.append(Stay(card.id, card.head.name, line * HEIGHT, HEIGHT, part, parts))
    return Content(tuple(items), tuple(stays))


def _guides(setter: Typesetter, left: float, lines: int) -> Iterator[Item]:
    """Dotted guides between cards, ticks around them."""
    weight = setter.design.lines.thin
    right, bottom = left + ACROSS * WIDTH, lines * HEIGHT
    for n in range(ACROSS + 1):
        x = left + n * WIDTH
        yield Segment(x, 0, x, bottom, weight, dotted=True)
        yield Segment(x, -TICK_GAP - TICK, x, -TICK_GAP, weight)
        yield Segment(x, bottom + TICK_GAP, x, bottom + TICK_GAP + TICK, weight)
    for n in range(lines + 1):
        y = n * HEIGHT
        yield Segment(left, y, right, y, weight, dotted=True)
        yield Segment(left - TICK_GAP - TICK, y, left - TICK_GAP, y, weight)
        yield Segment(right + TICK_GAP, y, right + TICK_GAP + TICK, y, weight)


def _divided(setter: Typesetter, card: Card, body: Sequence[Strip], copies: int) -> list[list[Strip]]:
    """Return the card, or as many as its words need, each with its head."""
    mark = f"{copies} × " if copies > 1 else ""
    room = int((HEIGHT - 2 * MARGIN) / setter.design.grid.row) - _head(setter, card, mark, WIDEST_SLOT).rows
    chunks: list[list[Strip]] = [[]]
    for strip in body:
        if chunks[-1] and height_of(chunks[-1]) + strip.rows > room:
            chunks.append([])
        chunks[-1].append(strip)
    while len(chunks) > 1 and len(chunks[-2]) > 1 and height_of(chunks[-1]) < LEAST_LAST:
        chunks[-1].insert(0, chunks[-2].pop())
    parts = (f"{n} of {len(chunks)}" for n in range(1, 1 + len(chunks)))
    slots = [", ".join(filter(None, (card.head.slot, part))) for part in parts]
    if len(chunks) == 1:
        slots = [card.head.slot]
    return [[_head(setter, card, mark, slot), *chunk] for slot, chunk in zip(slots, chunks, strict=True)]


def _head(setter: Typesetter, card: Card, copies: str, slot: str) -> Strip:
    design = setter.design
    styles, row, head = design.styles, design.grid.row, card.head
    points = setter.text(ROOM, setter.baseline + 0.4, head.points, styles.unit, "right")
    words = setter.text(ROOM, row + setter.baseline, slot, styles.strong, "right")
    room = min(points.x, ROOM - setter.width(WIDEST_SLOT, styles.strong), words.x) - 2
    names = setter.wrap(copies + head.name, styles.unit, room)
    rows = max(2, len(names))
    items: list[Item] = [HEADING]
    items.extend(setter.text(0, n * row + setter.baseline + 0.4, name, styles.unit) for n, name in enumerate(names))
    items += (PLAIN, points, words, Segment(0, rows * row, ROOM, rows * row, design.lines.medium))
    return Strip(rows, tuple(items))


def _body(setter: Typesetter, card: Card) -> Iterator[Strip]:
    styles = setter.design.styles
    yield from _lines(setter, " · ".join(card.head.facts), styles.fact)
    match card:
        case UnitCard():
            yield from _unit(setter, card)
        case VehicleCard():
            yield from _vehicle(setter, card)
        case FormationCard():
            yield from _formation(setter, card)
        case ProfileCard():
            yield from _profile(setter, card)
        case PanelCard():
            for panel in (*card.left, *card.right, *card.below):
                yield from _panel(setter, panel)
    for note in card.notes:
        for text in note.splitlines():
            yield from _lines(setter, text, styles.fact)


def _unit(setter: Typesetter, card: UnitCard) -> Iterator[Strip]:
    styles = setter.design.styles
    yield from _profiles(setter, card.profiles)
    for row in card.weapons.rows:
        count, name, reach, strength, ap, kind, damage = row.cells
        values = {"": reach, "S ": strength, "AP ": ap}
        words = " · ".join((*(f"{key}{value}" for key, value in values.items() if value != NONE), kind))
        yield from _weapon(setter, f"{count} {name}".strip(), words, damage)
    groups = (f"{group.name} {group.models} × {group.each} HP" for group in card.groups)
    yield from _lines(setter, " · ".join(groups), styles.cell)
    limits = (f"{threshold.words} {threshold.value}" for threshold in card.track.thresholds)
    yield from _lines(setter, f"{card.track.title}: {', '.join((*limits, *card.track.hints))}", styles.cell)


def _vehicle(setter: Typesetter, card: VehicleCard) -> Iterator[Strip]:
    styles, hull = setter.design.styles, card.hull
    yield from _lines(setter, f"Armour: front {hull.front}, side {hull.side}, rear {hull.rear}", styles.cell_name)
    for weapon in card.weapons:
        for n, mode in enumerate(weapon.modes):
            yield from _weapon(setter, weapon.check.label if n == 0 else "", mode.text, mode.damage)
    for line in card.lines:
        steps = ", ".join(check.label for _, check in line.steps)
        strengths = " ".join(landing.strength for landing in line.landings)
        yield from _lines(setter, f"{line.letter}  S {strengths}: {steps}", styles.cell)


def _formation(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    styles = setter.design.styles
    broken = f"Initiative {card.initiative} · broken at {card.broken_at}"
    yield from _lines(setter, broken, styles.cell_name)
    for row in card.rows:
        number, name, *values = row.cells
        titled = zip(card.unit_titles[2:], values, strict=True)
        yield from _weapon(setter, f"{number} {name}", " · ".join(f"{title} {value}" for title, value in titled), "")
        yield from _lines(setter, row.notes, styles.fact)
        for weapon, reach, firepower, notes in row.weapons:
            yield from _weapon(setter, f"{weapon} {reach}", notes, firepower)
    yield from _lines(setter, card.transport, styles.cell)


def _profile(setter: Typesetter, card: ProfileCard) -> Iterator[Strip]:
    styles = setter.design.styles
    for table in card.statistics:
        yield from _profiles(setter, uncounted(table))
    for table in card.tables:
        yield from _words(setter, table)
    boxes = (f"{group.models} {group.name}, {group.wounds} each" for group in card.boxes)
    yield from _lines(setter, f"{card.boxes_title}: {'; '.join(boxes)}" if card.boxes else "", styles.cell)
    for text in card.texts:
        told = text.text if not card.by_reference else text.rule
        yield from _weapon(setter, text.title, told, "")
    for title, words in card.keywords:
        yield from _lines(setter, f"{title}: {words}", styles.fact)


def _panel(setter: Typesetter, panel: Panel) -> Iterator[Strip]:
    """What is read of a panel; boxes to fill in are left out."""
    styles = setter.design.styles
    match panel:
        case TablePanel() if panel.groups:
            for part in panel.parts:
                yield from _lines(setter, part.caption, styles.fact)
                yield from _profiles(setter, part.table)
        case TablePanel(table=table) if table.columns[0].kind is ColumnKind.NAME and len(table.columns[0].title):
            yield from _lines(setter, panel.caption, styles.fact)
            if any(column.kind is ColumnKind.TEXT for column in table.columns):
                yield from _words(setter, table)
            else:
                yield from _profiles(setter, table)
        case TablePanel(table=table) if panel.caption:
            for row in table.rows:
                values = (f"{column.title}: {cell}" for column, cell in zip(table.columns, row.cells, strict=True))
                yield from _lines(setter, f"{panel.caption} {', '.join(values)}", styles.cell)
        case TablePanel(table=table):
            yield from _words(setter, table)
        case Tally():
            yield from _lines(setter, f"{panel.title}: {panel.boxes}", styles.cell)
        case HullPanel(hull=hull):
            text = f"Armour: front {hull.front}, side {hull.side}, rear {hull.rear}"
            yield from _lines(setter, text, styles.cell_name)
            for beside in panel.beside:
                yield from _panel(setter, beside)
        case _:
            pass


def _words(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """The rows of a table of words: counts and names over what they say, a result at the right."""
    for row in table.rows:
        cells = list(zip(table.columns, row.cells, strict=True))
        names = [cell for column, cell in cells if column.kind in (ColumnKind.COUNT, ColumnKind.NAME) and cell]
        values = [
            f"{column.title} {cell}" for column, cell in cells if column.kind is ColumnKind.VALUE and cell != NONE
        ]
        words = [cell for column, cell in cells if column.kind is ColumnKind.TEXT and cell]
        result = next((cell for column, cell in cells if column.kind is ColumnKind.RESULT), "")
        yield from _weapon(setter, " ".join(names), " · ".join((*values, *words)), result)


def _profiles(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """The stat lines: titles once, then names over their values; in words where a value is too wide for its column."""
    styles, row_height, rule = setter.design.styles, setter.design.grid.row, setter.design.lines.rule
    titles = [column.title for column in table.columns[1:]]
    pitch = ROOM / len(titles)
    widest = max((setter.width(cell, styles.value) for row in table.rows for cell in row.cells[1:]), default=0)

    def across(texts: Sequence[str], style: Style) -> list[Item]:
        return [setter.text((n + 0.5) * pitch, setter.baseline, text, style, "centre") for n, text in enumerate(texts)]

    fits = widest < pitch - 0.3
    if table.rows and fits:
        yield Strip(1, tuple(across(titles, styles.head)))
    for row in table.rows:
        if len(table.rows) > 1:
            yield from _lines(setter, row.cells[0], styles.cell_name)
        if fits:
            line = Segment(0, row_height, ROOM, row_height, rule)
            yield Strip(1, (*across(row.cells[1:], styles.value), line))
        else:
            values = (f"{title} {cell}" for title, cell in zip(titles, row.cells[1:], strict=True))
            yield from _lines(setter, ", ".join(values), styles.cell)


def _weapon(setter: Typesetter, name: str, words: str, damage: str) -> Iterator[Strip]:
    """A weapon, or a unit: its name with the DMG, and its values below; together on one card."""
    styles, row = setter.design.styles, setter.design.grid.row
    dealt = setter.text(ROOM, setter.baseline, damage, styles.result, "right")
    first, second = (name, words) if name else (words, "")
    style = styles.cell_name if name else styles.fact
    names = setter.wrap(first, style, dealt.x - 2)
    below = setter.wrap(second, styles.fact, ROOM) if second else []
    items: list[Item] = [dealt]
    items.extend(setter.text(0, n * row + setter.baseline, text, style) for n, text in enumerate(names))
    items.extend(
        setter.text(0, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(below, len(names))
    )
    yield Strip(len(names) + len(below), tuple(items))


def _lines(setter: Typesetter, text: str, style: Style) -> Iterator[Strip]:
    """A text in one strip, or in a strip for each of its lines where they are many."""
    row, lines = setter.design.grid.row, setter.wrap(text, style, ROOM) if text else []
    if len(lines) > MOST_WHOLE:
        yield from (Strip(1, (setter.text(0, setter.baseline, line, style),)) for line in lines)
    elif lines:
        items = (setter.text(0, n * row + setter.baseline, line, style) for n, line in enumerate(lines))
        yield Strip(len(lines), tuple(items))

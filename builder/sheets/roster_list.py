"""The list on the roster page: title, totals, slots, a row for each unit, and their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from builder.sheets.block import Strip, labelled
from builder.sheets.head import JOIN, slot_style
from builder.sheets.page import CELL, HEADING, KEY, PLAIN, ROW, TITLES, Item, Rect, Segment
from builder.sheets.signs import roster_mark, tab
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import (
    ListWords,
    RosterMark,
    RosterPage,
    RosterRow,
    Slot,
    Total,
    number,
    slot_runs,
    vehicles_beside,
)

TITLE_ROWS = 4
BLANKS = {"Player": 25.0, "Opponent": 35.0, "Mission": 45.0, "Date": 15.0}
"""What is written at the head of a list, with the length of its line."""
BAR_WIDTH, BAR_HEIGHT = 28.0, 1.6
POINTS_WIDTH, TOTAL_GAP = 34.0, 6.0
SLOTS_WIDTH = 78.0
PIP, PIP_PITCH, MOST_PIPS = 2.8, 3.5, 8
FILLED, HEAVY = "filled: taken", "heavy: required"
"""What the pips of slots mean."""
SLOT_LEFT_NAME, SLOT_GAP = 6.5, 5.0
NAME_LEFT, NAME_ROOM = 11.0, 54.0
"""Where names begin, and what stands at the right of them."""
MODELS, VALUE, MARKS, SHEET = 47.5, 36.0, 33.0, 9.5
"""Right edges of columns, and the left one of the marks, from the right edge of the list."""
MARK_PITCH = 4.7
SLOT_TAB = (8.0, 4.0)
TOTAL_ROWS = 1.5
ASIDE, ASIDE_GAP = 60.0, 4.0
"""The width of what stands beside the list, and of the white between them, in mm."""
LEAST_WIDE = 180.0
"""Narrower pages have nothing beside the list."""
MORE = "…"
"""Stands at the end of a list to scan for units that it has no room for."""


def list_width(setter: Typesetter) -> float:
    """Return how wide the list is, in mm: what stands beside it has the rest of the page."""
    width = setter.design.grid.width
    return width - ASIDE - ASIDE_GAP if width >= LEAST_WIDE else width


def title_strip(setter: Typesetter, roster: RosterPage) -> Strip:
    """Return the army's name, the lines to fill in, totals and slots."""
    design = setter.design
    styles, lines, row, width = design.styles, design.lines, design.grid.row, design.grid.width
    names = setter.wrap(roster.title, styles.title, width)
    drop = (len(names) - 1) * 2
    items: list[Item] = [Segment(0, 0, width, 0, lines.block), HEADING]
    items.extend(setter.text(0, 7.8 + 2 * n * row, name, styles.title) for n, name in enumerate(names))
    items.append(PLAIN)
    y = (drop + 3) * row
    items.extend(_blanks(setter, roster, y + 0.5))
    top = (drop + TITLE_ROWS) * row
    items.append(Segment(0, top, width, top, lines.rule))
    totals, end = _totals(setter, roster, top)
    items.extend(totals)
    begins = (max(end, width - SLOTS_WIDTH), end)  # Farther left where that saves a line.
    slots, slot_rows = min((_slots(setter, roster.slots, top, begin) for begin in begins), key=itemgetter(1))
    items.extend(slots)
    return Strip(drop + TITLE_ROWS + max(5, 1 + 2 * slot_rows), tuple(items))


def list_head(setter: Typesetter, words: ListWords) -> Strip:
    """Return the head of the list, repeated on each page."""
    design = setter.design
    row, width = design.grid.row, list_width(setter)
    places: tuple[tuple[str, float, Anchor], ...] = (
        (words.unit.capitalize(), NAME_LEFT, "left"),
        (words.members, width - MODELS, "right"),
        (words.title, width - VALUE, "right"),
        ("Marks", width - MARKS, "left"),
        ("Page", width - SHEET, "right"),
        ("Points", width, "right"),
    )
    items: list[Item] = [Segment(0, 0, width, 0, design.lines.block), TITLES, CELL]
    for title, x, anchor in places:
        items += (CELL, setter.text(x, setter.baseline, title, design.styles.head, anchor))
    return Strip(1, (*items, Segment(0, row, width, row, design.lines.head)))


def unit_strips(
    setter: Typesetter, rows: tuple[RosterRow, ...], labels: Mapping[str, str], *, on_top: bool = False
) -> Iterator[Strip]:
    """The units, a strip each; `labels` are the pages of cards by their ids.

    The first of a slot names it; as it is `on_top` of a further page each does.
    """
    for run in slot_runs(rows):
        total = sum(row.points for row in run)
        for n, row in enumerate(run):
            remark = number(total) if not n and len(run) > 1 else ""
            yield _unit_strip(setter, row, on_top or not n, remark, labels, last=row is rows[-1])


def total_strip(setter: Typesetter, roster: RosterPage) -> Strip:
    """Return the sum of the list."""
    design = setter.design
    styles, width = design.styles, list_width(setter)
    y = setter.baseline + 0.4
    items: list[Item] = [ROW, CELL, KEY, setter.text(NAME_LEFT, y, "Total", styles.unit)]
    models = number(sum(row.on_foot for row in roster.rows))
    items += (CELL, setter.text(width - MODELS, y, models, styles.unit, "right"), CELL)
    hit_points = sum(row.hp for row in roster.rows if row.hp is not None)
    if hit_points:
        items.append(setter.text(width - VALUE, y, number(hit_points), styles.unit, "right"))
    items += (CELL, CELL, CELL, setter.text(width, y, number(roster.points), styles.unit, "right"))
    if beside_total(setter, roster):
        items += _marks(setter, roster, _marks_left(setter), 1.1)[0]
    return Strip(TOTAL_ROWS, tuple(items))


def mark_strip(setter: Typesetter, roster: RosterPage) -> Strip:
    """Return the signs that the list uses, with what they say, where they have no room beside its sum."""
    if beside_total(setter, roster):
        return Strip(0, ())
    return Strip(1, tuple(_marks(setter, roster, NAME_LEFT, 0.6)[0]))


def beside_total(setter: Typesetter, roster: RosterPage) -> bool:
    """Whether what signs say has room between the word and the figures of the sum."""
    models = setter.width(number(sum(row.on_foot for row in roster.rows)), setter.design.styles.unit)
    end = _marks(setter, roster, _marks_left(setter), 0)[1]
    return end <= list_width(setter) - MODELS - models - SLOT_GAP / 2


def _marks_left(setter: Typesetter) -> float:
    return NAME_LEFT + setter.width("Total", setter.design.styles.unit) + SLOT_GAP


def _marks(setter: Typesetter, roster: RosterPage, x: float, y: float) -> tuple[list[Item], float]:
    """Return the signs that the list uses with what they say, from x on, and where they end."""
    items: list[Item] = [PLAIN]
    used = {mark for row in roster.rows for mark in row.marks}
    for mark in (mark for mark in RosterMark if mark in used):
        items.extend(roster_mark(setter, mark, x, y))
        words = setter.text(x + 4.8, y + setter.baseline - 0.4, mark.value, setter.design.styles.caption)
        items.append(words)
        x = words.x + words.width + 4
    return items, x - 4 if used else 0.0


def _value(row: RosterRow) -> str:
    return row.value or ("–" if row.hp is None else number(row.hp))


def _blanks(setter: Typesetter, roster: RosterPage, y: float) -> Iterator[Item]:
    """Words with a line behind each, to write on, or with what a game knows of it."""
    styles, line = setter.design.styles, setter.design.lines.thin
    known = {"Opponent": roster.opponent, "Mission": roster.mission}
    x = 0.0
    for word, room in BLANKS.items():
        length = setter.across(room)
        text = setter.text(x, y, word, styles.label)
        yield text
        start = x + text.width + 1
        yield Segment(start, y + 0.5, start + length, y + 0.5, line)
        for first in setter.wrap(known.get(word, ""), styles.label, length)[:1]:
            yield setter.text(start, y, first, styles.label)
        x = start + length + 3


def _totals(setter: Typesetter, roster: RosterPage, top: float) -> tuple[list[Item], float]:
    """Return the totals of an army with a bar for its points, and where the totals end."""
    styles, lines = setter.design.styles, setter.design.lines
    caption = "points" if roster.limit is None else f"of {number(roster.limit)} points"
    points = Total(number(roster.points), caption)
    items: list[Item] = []
    x = 0.0
    for n, total in enumerate((points, *roster.totals)):
        value = setter.text(x, top + 7.2, total.value, styles.total)
        label = setter.text(x, top + 11.2, total.label, styles.label)
        items += (value, label)
        x += max(value.width, label.width) + TOTAL_GAP if n else max(POINTS_WIDTH, value.width + TOTAL_GAP)
    if roster.limit:
        share = min(1.0, float(roster.points / roster.limit))
        grey = setter.design.greys.bar / 100
        items.append(Rect(0, top + 12.8, BAR_WIDTH * share, BAR_HEIGHT, 0, grey))
        items.append(Rect(0, top + 12.8, BAR_WIDTH, BAR_HEIGHT, lines.box))
    return items, x


def _slots(setter: Typesetter, slots: Sequence[Slot], top: float, begin: float) -> tuple[list[Item], int]:
    """Return each slot with its pips, from `begin` on, and how many lines that takes.

    Pips are filled where the slot is taken, and have a heavy edge where it is required.
    """
    width, style = setter.design.grid.width, setter.design.styles
    items: list[Item] = []
    x, line = begin, 0
    for slot in (slot for slot in slots if slot.taken or slot.maximum != 0):
        pips = max(slot.taken, slot.maximum or 0)
        words = "" if slot.maximum is not None and pips <= MOST_PIPS else _slot_words(slot)
        left = max(SLOT_LEFT_NAME, setter.width(slot.code, style.unit) + 1.5)
        need = left + (setter.width(words, style.label) if words else pips * PIP_PITCH)
        if x > begin and x + need > width:
            x, line = begin, line + 1
        y = top + 4.2 + line * 7
        items.append(setter.text(x, y, slot.code, style.unit))
        if words:
            items.append(setter.text(x + left, y, words, style.label))
        else:
            told = f"{slot.taken} taken, {slot.minimum} to {slot.maximum} allowed"
            items.append(labelled(told, _pips(setter, slot, pips, x + left, y - PIP)))
        x += max(need + SLOT_GAP, 24.0 if need < 19 else 0)
    shown = [slot for slot in slots if slot.maximum is not None and 0 < max(slot.taken, slot.maximum) <= MOST_PIPS]
    legends = [FILLED] if any(slot.taken for slot in shown) else []
    legends += [HEAVY] if any(slot.minimum for slot in shown) else []
    if legends:
        ways = (JOIN.join(legends), legends[-1])
        legend = next((words for words in ways if x + setter.width(words, style.caption) <= width), None)
        if legend is None:
            legend, x, line = ways[0], begin, line + 1
        items.append(setter.text(x, top + 4.2 + line * 7, legend, style.caption))
    return items, line + 1


def _slot_words(slot: Slot) -> str:
    if slot.maximum is None:
        return f"{slot.taken} ({slot.minimum} or more)" if slot.minimum else str(slot.taken)
    return f"{slot.taken} ({slot.minimum}–{slot.maximum})"


def _pips(setter: Typesetter, slot: Slot, pips: int, x: float, y: float) -> Iterator[Item]:
    lines, grey = setter.design.lines, setter.design.greys.bar / 100
    for n in range(pips):
        fill = grey if n < slot.taken else None
        line = lines.strong if n < slot.minimum else lines.rule
        yield Rect(x + n * PIP_PITCH, y, PIP, PIP, line, fill)


def _unit_strip(
    setter: Typesetter, row: RosterRow, first: bool, remark: str, labels: Mapping[str, str], last: bool
) -> Strip:
    design = setter.design
    styles, lines, height, width = design.styles, design.lines, design.grid.row, list_width(setter)
    names = setter.wrap(row.name, styles.unit, width - NAME_ROOM - NAME_LEFT)
    code = setter.wrap(row.unit, styles.caption, 24)
    detail_room = width - NAME_LEFT - max(setter.width(line, styles.caption) for line in code) - 2
    detail = ". ".join(filter(None, (vehicles_beside(row.on_foot, row.vehicles), row.detail)))
    details = setter.wrap(detail, styles.label, detail_room) if detail else []
    sheets = ", ".join(dict.fromkeys(labels[card] for card in row.cards if card in labels))
    rows = max(2, len(names) + len(details), 1 + len(code))
    items: list[Item] = [ROW, CELL]
    if first and row.slot:
        items.append(tab(setter, 0, 0.5, *SLOT_TAB))
        items.append(setter.text(SLOT_TAB[0] / 2, 3.7, row.slot, slot_style(setter, row.slot, 7.4), "centre"))
    if first and remark:
        items.append(setter.text(SLOT_TAB[0] / 2, height + 3.4, remark, styles.caption, "centre"))
    items.append(KEY)
    items.extend(setter.text(NAME_LEFT, n * height + 3.3, name, styles.unit) for n, name in enumerate(names))
    items.extend(
        setter.text(NAME_LEFT, n * height + setter.baseline, text, styles.label)
        for n, text in enumerate(details, len(names))
    )
    items += (CELL, setter.text(width - MODELS, 3.3, str(row.on_foot or "–"), styles.cell, "right"))
    items += (CELL, setter.text(width - VALUE, 3.3, _value(row), styles.cell, "right"), CELL)
    for n, mark in enumerate(row.marks):
        items.append(labelled(mark.value, roster_mark(setter, mark, width - MARKS + n * MARK_PITCH, 0.7)))
    items += (CELL, setter.text(width - SHEET, 3.2, sheets or "–", styles.label, "right"))
    items += (CELL, setter.text(width, 3.3, number(row.points), styles.unit, "right"))
    items.extend(
        setter.text(width, n * height + setter.baseline, text, styles.caption, "right")
        for n, text in enumerate(code, 1)
    )
    if last:
        items.append(Segment(0, rows * height, width, rows * height, lines.medium))
    items.append(Segment(0 if first else NAME_LEFT, 0, width, 0, lines.rule))
    return Strip(rows, tuple(items))


def list_to_scan(roster: RosterPage, most: int) -> str:
    """Return the list in few signs: as many of its units as go into so many bytes, and an ellipsis for others."""
    text = f"{roster.title}, {roster.system}, {roster.points.normalize():f} points: "
    if len(text.encode()) > most - len(MORE.encode()):
        return text.encode()[: most - len(MORE.encode())].decode(errors="ignore") + MORE
    for n, row in enumerate(roster.rows, 1):
        unit = f"{'; ' if n > 1 else ''}{row.name} {row.points.normalize():f}"
        more = "" if n == len(roster.rows) else "; " + MORE
        if len((text + unit + more).encode()) > most:
            return f"{text}; {MORE}" if n > 1 else text + MORE
        text += unit
    return text

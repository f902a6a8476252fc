"""The head of a card: slot and id, name, points, facts."""

from __future__ import annotations

from collections.abc import Sequence

from builder.record import Record, replace
from builder.sheets.block import line_to_write_on
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.page import HEADING, PLAIN, Drawing, Item, Placed, Rect, Segment, Style, Text
from builder.sheets.signs import on_tab, tab
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Head

TAB_WIDTH = 9.0
NAME_LEFT = 11.0
ROOM_LOST = NAME_LEFT + 2
"""What names and facts leave free of the left column, in mm: the tab and a gap before the points."""
NAME_DROP, FACT_DROP = 0.3, 0.5
"""By how much names stand below their row, and facts lower on theirs than the words of a table, in mm."""
SIZE_STEP = 0.5
BLANK_POINTS = 15.0
"""Room for points written by hand, in mm."""
JOIN = " · "
WIDEST_PART = "8 of 8"


class SetHead(Record, frozen=True):
    """A head as drawn: its rows of the grid, and the words that found no room in it, for the notes."""

    items: tuple[Item, ...]
    rows: int
    left_over: tuple[str, ...]


def set_head(setter: Typesetter, head: Head, facts: Sequence[str]) -> SetHead:
    """Set the head of a card in the left column: name of one line, or of two small ones (overflow rule 5)."""
    design = setter.design
    styles, row, right = design.styles, design.grid.row, design.grid.left
    code = code_text(setter, head)
    key = ("head", head.slot, code is None)
    frame = setter.kept(Drawing, key, lambda: _frame(setter, head, code is not None))
    points = setter.text(right, row + NAME_DROP, head.points, styles.name, "right")
    room = points.x - ROOM_LOST
    style, names = _name(
        setter, head.name, room, min(room, right - setter.width(head.caption, styles.caption) - ROOM_LOST)
    )
    rows, fact_room, fact_line = 2, right - ROOM_LOST, 2 * row + setter.baseline
    items: list[Item] = [HEADING]
    if code and not head.name:  # A card to be filled in is called by its number.
        items.append(code)
    if len(names) == 1:
        items.append(setter.text(NAME_LEFT, row + NAME_DROP, names[0], style))
        fact_room -= max(setter.width(head.caption, styles.caption), setter.width(WIDEST_PART, styles.caption))
        fact_line = row + setter.baseline + FACT_DROP
    else:
        rows = 3
        items.extend(
            setter.text(NAME_LEFT, setter.baseline + 0.6 + n * row, name, style) for n, name in enumerate(names[:2])
        )
    items += (PLAIN, Placed(0, 0, frame), points)
    if head.caption:  # Behind the value, as it is read.
        items.append(setter.text(right, row + setter.baseline + FACT_DROP, head.caption, styles.caption, "right"))
    if code and head.shown and head.name:
        items.append(code)
    if code is None:
        facts = (*facts, f"id {head.shown}")
    if not head.name:
        end = right - BLANK_POINTS
        items += (line_to_write_on(setter, NAME_LEFT, row, end), line_to_write_on(setter, end + 3, row, right))
    fitting = _fitting(setter, facts, fact_room)
    if fitting:
        items.append(setter.text(NAME_LEFT, fact_line, JOIN.join(facts[:fitting]), styles.fact))
    left_over: tuple[str, ...] = ()
    if len(names) > 2:
        setter.report("sheet-name", f"the name '{head.name}' is longer than two lines: its sheet goes on in the notes")
        left_over = ("… " + " ".join(names[2:]),)
    if fitting < len(facts):
        rest = JOIN.join(facts[fitting:])
        left_over = (*left_over, rest[:1].upper() + rest[1:])
    return SetHead(tuple(items), rows, left_over)


def part_head(head: Head, part: int, parts: int) -> Head:
    """Return the head of one of several cards of a unit."""
    return replace(head, caption=f"{part} of {parts}")


def code_text(setter: Typesetter, head: Head) -> Text | None:
    """Return the id on the tab, black where the slot is to be written in; None where it finds no room there."""
    style = setter.design.styles.code
    style = on_tab(setter, style) if head.slot else setter.blackened(style)
    text = setter.text(TAB_WIDTH / 2, 2 * setter.design.grid.row - 1.4, head.shown, style, "centre")
    return text if text.width <= TAB_WIDTH - 0.6 else None


def code_tab(setter: Typesetter, code: str) -> tuple[tuple[Item, ...], int]:
    """Return an outlined tab with the id of a unit that shares the head of another, and its rows.

    A long id has no outline.
    """
    row, style = setter.design.grid.row, setter.blackened(setter.design.styles.code)
    text = setter.text(TAB_WIDTH / 2, setter.baseline, code, style, "centre")
    if text.width <= TAB_WIDTH - 0.6:
        return (Rect(0, 0.2, TAB_WIDTH, row - 0.4, setter.design.lines.box), text), 1
    lines = setter.wrap(code, style, TAB_WIDTH)
    return tuple(setter.text(0, n * row + setter.baseline, line, style) for n, line in enumerate(lines)), len(lines)


def _frame(setter: Typesetter, head: Head, code_fits: bool) -> Drawing:
    """Return what cards of one slot share: the rule over the block, the tab with the slot."""
    design = setter.design
    grid = design.grid
    slot = setter.text(
        TAB_WIDTH / 2, grid.row - 0.4 if code_fits else grid.row + 1, head.slot, slot_style(setter, head.slot), "centre"
    )
    items = (
        Segment(0, 0, grid.width, 0, design.lines.block),
        tab(setter, 0, 0, TAB_WIDTH, 2 * grid.row - 0.4, empty=not head.slot),
        slot,
    )
    return Drawing(grid.width, 2 * grid.row, items)


def slot_style(setter: Typesetter, slot: str, room: float = TAB_WIDTH - 0.6) -> Style:
    """Return the largest type in which the code of a slot fits its tab, never under the smallest."""
    style = on_tab(setter, setter.design.styles.slot)
    size = style.size
    while size > SMALLEST_TYPE and setter.width(slot, style) * size / style.size > room:
        size -= SIZE_STEP
    return setter.scaled(style, size)


def _name(setter: Typesetter, name: str, room: float, broken_room: float) -> tuple[Style, list[str]]:
    """The largest type in which a name fits one line, else the small one with its lines, in a room of their own."""
    style, small = setter.design.styles.name, setter.design.styles.small_name
    size = style.size
    while size > small.size:
        if setter.width(name, style) * size / style.size <= room:
            return setter.scaled(style, size), [name]
        size -= SIZE_STEP
    return small, setter.wrap(name, small, broken_room)


def _fitting(setter: Typesetter, facts: Sequence[str], room: float) -> int:
    """Return how many facts, from the first, one line holds."""
    if setter.width(JOIN.join(facts), setter.design.styles.fact) <= room:
        return len(facts)
    count = 0
    while count < len(facts) and setter.width(JOIN.join(facts[: count + 1]), setter.design.styles.fact) <= room:
        count += 1
    return count

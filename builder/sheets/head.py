"""The head of a card: slot and id, name, points, facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.page import Item, Line, Style
from builder.sheets.signs import on_tab, tab
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Head

TAB_WIDTH = 9.0
TAB_HEIGHT = 7.6
NAME_LEFT = 11.0
ROOM_LOST = NAME_LEFT + 2
"""What names and facts leave free of the left column, in mm: the tab and a gap before the points."""
NAME_BASELINE = 4.0
FACT_BASELINE = 3.35
SIZE_STEP = 0.5
BLANK_POINTS = 15.0
"""Room for points written by hand, in mm."""
JOIN = " · "


@dataclass(frozen=True, slots=True)
class SetHead:
    """A head as drawn: its rows of the grid, and the words that found no room in it, for the notes."""

    items: tuple[Item, ...]
    rows: int
    left_over: tuple[str, ...]


def set_head(setter: Typesetter, head: Head, facts: Sequence[str]) -> SetHead:
    """Set the head of a card in the left column: name of one line, or of two small ones (overflow rule 5)."""
    design = setter.design
    styles, row = design.styles, design.grid.row
    points = setter.text(design.grid.left, NAME_BASELINE, head.points, styles.name, "right")
    caption = setter.text(design.grid.left, row + FACT_BASELINE, head.caption, styles.caption, "right")
    style, names = _name(setter, head.name, points.x - ROOM_LOST, min(points.x, caption.x) - ROOM_LOST)
    first = NAME_BASELINE if len(names) == 1 else 3.6
    code_fits = setter.width(head.code, styles.code) <= TAB_WIDTH - 0.6
    if not code_fits:
        facts = (*facts, f"id {head.code}")
    fact_row = len(names)
    caption_room = max(caption.width, setter.width("88 of 88", styles.caption)) if fact_row == 1 else 0
    fact_room = design.grid.left - ROOM_LOST - caption_room
    fitting = _fitting(setter, facts, fact_room)
    items: list[Item] = [
        tab(setter, 0, 0, TAB_WIDTH, TAB_HEIGHT),
        setter.text(TAB_WIDTH / 2, 3.6 if code_fits else 5.0, head.slot, slot_style(setter, head.slot), "centre"),
        points,
        caption,
        *(setter.text(NAME_LEFT, first + n * row, name, style) for n, name in enumerate(names[:2])),
    ]
    if not head.name:
        end = design.grid.left - BLANK_POINTS
        items.append(Line(NAME_LEFT, row, end, row, design.lines.fine, dotted=True))
        items.append(Line(end + 3, row, design.grid.left, row, design.lines.fine, dotted=True))
    if code_fits:
        items.append(setter.text(TAB_WIDTH / 2, 6.6, head.code, on_tab(setter, styles.code), "centre"))
    if fitting:
        y = min(fact_row, 2) * row + (FACT_BASELINE if fact_row == 1 else 3.0)
        items.append(setter.text(NAME_LEFT, y, JOIN.join(facts[:fitting]), styles.fact))
    left_over = []
    if len(names) > 2:
        setter.report("sheet-name", f"the name '{head.name}' is longer than two lines: its sheet goes on in the notes")
        left_over.append("… " + " ".join(names[2:]))
    if facts[fitting:]:
        left_over.append("Also: " + JOIN.join(facts[fitting:]))
    return SetHead(tuple(items), 2 if len(names) == 1 else 3, tuple(left_over))


def slot_style(setter: Typesetter, slot: str, room: float = TAB_WIDTH - 0.6) -> Style:
    """The largest type in which the code of a slot fits its tab, never under the smallest."""
    style = on_tab(setter, setter.design.styles.slot)
    size = style.size
    while size > SMALLEST_TYPE and setter.width(slot, style) * size / style.size > room:
        size -= SIZE_STEP
    return setter.scaled(style, size)


def top_rule(setter: Typesetter) -> Line:
    """The black rule over a block."""
    return Line(0, 0, setter.design.grid.width, 0, setter.design.lines.block)


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
    """How many facts, from the first, one line holds."""
    count = 0
    while count < len(facts) and setter.width(JOIN.join(facts[: count + 1]), setter.design.styles.fact) <= room:
        count += 1
    return count

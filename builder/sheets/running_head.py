"""The head of every page: army, system and points, the key of the sheet, which page it is."""

from __future__ import annotations

from builder.sheets.page import Drawing, Item, Line, Placed, Rect
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RosterPage, number

HEAD_GAP = 5.0
SECOND_BASELINE = 2.2
LINE_KEY = "a line holds 36 DMG; the rest goes to the next line down"


def running_head(
    setter: Typesetter, roster: RosterPage, sheet: str, label: str, key_words: str | None = None
) -> tuple[Item, ...]:
    """The head of a page of a sheet, which pages with labels as wide share but for the label.

    `key_words` take the place of the usual key, where the cards have one of their own.
    """
    page = setter.text(setter.design.grid.width, setter.baseline, label, setter.design.styles.sheet, "right")
    right = page.x - HEAD_GAP
    key = ("running head", sheet, right)
    head = setter.kept(Drawing, key, lambda: _head(setter, roster, sheet, right, key_words))
    return (Placed(0, 0, head), page)


def _head(setter: Typesetter, roster: RosterPage, sheet: str, right: float, key_words: str | None) -> Drawing:
    """What stands before the label; what finds no room beside the army's name stands on the empty row below."""
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
    """What a page is about: the army, or what all armies share."""
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
    """What the boxes of a sheet mean, ending at `right`; and where it begins."""
    style, line = setter.design.styles.caption, setter.design.lines.box
    words = key_words if key_words is not None else {"vehicles": LINE_KEY}.get(sheet, "")
    if words:
        text = setter.text(right, setter.baseline, words, style, "right")
        return [text], text.x
    if sheet != "units":
        return [], right
    below = setter.text(right, setter.baseline, "number below: models left", style, "right")
    column = setter.text(below.x - 4, setter.baseline, "column full: one wound or model gone", style, "right")
    x = column.x - 2.4
    boxes: list[Item] = [Rect(x, -0.6, 1.2, 4.4, line)]
    boxes.extend(Line(x, -0.6 + n * 1.1, x + 1.2, -0.6 + n * 1.1, line) for n in (1, 2, 3))
    ten = setter.text(x - 3.4, setter.baseline, "10 HP", style, "right")
    boxes.append(Rect(ten.x - 3, 0.9, 2.1, 2.1, line))
    return [below, column, ten, *boxes], ten.x - 3

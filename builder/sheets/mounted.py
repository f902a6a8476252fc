"""The weapons of a vehicle: a box to check for each, those alike on one row where a card has many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.sheets.block import Strip, check_box, moved
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.page import Item, Segment
from builder.sheets.rule_words import behind
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Mounted

_FIGURE = re.compile(r"(?<=\b[A-Z]) (?=\d)|(?<=\b[A-Z]{2}) (?=\d)")
"""The blank between `S` or `AP` and its figure, which no line ends with."""
SEPARATOR = " ·"
"""Ends no line."""
WEAPONS_LEFT = 26.0
NAME_INDENT, NAME_GAP = 5.0, 0.7
"""Where the names of weapons begin, and how far behind their boxes at least, in mm."""
MOST_ROWS, MOST_BOXES = 4, 5
"""A card of the usual height has rows for so many weapons; a row holds the boxes of so many beside each other."""
BOX_LEFT, BOX_TOP, BOX_GAP = 0.3, 0.6, 0.8
"""Where the boxes of weapons stand in their row, and what lies between two, in mm."""
DAMAGE_BY_HAND = 9.0
"""The width of the DMG of weapons where a hand fills it in, in mm."""


def shared_rows(weapons: Sequence[Mounted]) -> list[list[Mounted]]:
    """Return the weapons of each row: each has one of its own, or where that takes too many those alike share one."""
    if len(weapons) <= MOST_ROWS:
        return [[weapon] for weapon in weapons]
    alike: dict[object, list[Mounted]] = {}
    for weapon in weapons:
        key = (weapon.check.label, weapon.modes) if weapon.check.label else weapon.check.id
        alike.setdefault(key, []).append(weapon)
    return [*alike.values()]


def paired_weapons(setter: Typesetter, weapons: Sequence[Sequence[Mounted]]) -> list[Strip]:
    """Weapons of a further card, two rows beside each other."""
    grid = setter.design.grid
    width = (grid.width - grid.gutter) / 2
    set_ = [mounted_strip(setter, alike, width) for alike in weapons]
    pairs = [set_[n : n + 2] for n in range(0, len(set_), 2)]
    lefts = (0.0, width + grid.gutter)
    head = weapons_head(setter, width)
    strips = [Strip(1, tuple(moved(head.items, left, 0) for left in lefts[: len(weapons)]))] if weapons else []
    for pair in pairs:
        items = tuple(moved(strip.items, left, 0) for strip, left in zip(pair, lefts, strict=False))
        strips.append(Strip(max(strip.rows for strip in pair), items))
    return strips


def weapons_head(setter: Typesetter, width: float) -> Strip:
    """Return the head of the column of weapons."""
    styles, grid = setter.design.styles, setter.design.grid
    base = grid.table_row * 0.75
    return Strip(
        grid.table_row / grid.row,
        (
            setter.text(0, base, "Weapons: check when destroyed", styles.head),
            setter.text(width, base, "DMG", styles.head, "right"),
            Segment(0, grid.table_row, width, grid.table_row, setter.design.lines.head),
        ),
    )


def mounted_strip(setter: Typesetter, alike: Sequence[Mounted], width: float) -> Strip:
    """Return weapons that are alike, each with the box that says that it is destroyed, their modes below.

    The rule over the first is hidden.
    """
    design, weapon = setter.design, alike[0]
    styles, lines, line = design.styles, design.lines, design.grid.table_row
    baseline = line * 0.77
    items: list[Item] = [Segment(0, 0, width, 0, lines.rule)]
    size, indent, y = design.boxes.weapon, NAME_INDENT, BOX_TOP
    for n, each in enumerate(alike):
        down, across = divmod(n, MOST_BOXES)
        x, y = BOX_LEFT + across * (size + BOX_GAP), BOX_TOP + down * (size + BOX_GAP)
        items.extend(check_box(setter, each.check, x, y, size, lines.box))
        indent = max(indent, x + size + NAME_GAP)
    boxes_height = y + size + 0.4
    first = weapon.modes[0].damage if weapon.modes else ""
    damage = setter.text(width, baseline, first, styles.result, "right")
    room = damage.x - indent - 1.0
    style, small = styles.cell_name, setter.scaled(styles.cell_name, SMALLEST_TYPE)
    if setter.width(weapon.check.label, style) > room >= setter.width(weapon.check.label, small):
        style = small
    names = setter.wrap(weapon.check.label, style, room)
    top = len(names)
    items.extend(setter.text(indent, n * line + baseline, name, style) for n, name in enumerate(names))
    items.append(damage)
    for m, mode in enumerate(weapon.modes):
        room = width - indent
        if m:
            damage = setter.text(width, top * line + baseline, mode.damage, styles.result, "right")
            items.append(damage)
            room = damage.x - indent - 1.0
        name, figures = mode.text.split(": ", 1) if len(weapon.modes) > 1 and ": " in mode.text else ("", mode.text)
        first, rest, begin = "", _FIGURE.sub("\u00a0", figures), indent
        if name:
            title = setter.text(indent, top * line + baseline, name, styles.cell_name)
            items.append(title)
            begin += title.width + NAME_GAP
            first, rest = behind(setter, rest, styles.fact, indent + room - begin)
        texts = [*([first] if name else []), *(setter.wrap(rest, styles.fact, room) if rest else [])]
        for n, text in enumerate(texts):
            x, shown = indent if n else begin, text.removesuffix(SEPARATOR)
            items.append(setter.text(x, (top + n) * line + baseline - 0.15, shown, styles.fact))
        top += len(texts)
    height = max(top * line, boxes_height)
    if not weapon.check.label:
        end = width - setter.across(DAMAGE_BY_HAND)
        items.append(Segment(end, 0, end, height, lines.rule))
    return Strip(height / design.grid.row, tuple(items))

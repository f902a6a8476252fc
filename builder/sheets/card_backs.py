"""The backs of cards to cut out: weapons with what they do, and rules, as strips in mm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from builder.record import replace
from builder.sheets.block import Strip, height_of, place_strips
from builder.sheets.page import Item, Segment, Style
from builder.sheets.rule_words import Words
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Card,
    ColumnKind,
    DiceTable,
    FormationCard,
    HullPanel,
    PanelCard,
    ProfileCard,
    Row,
    RuleGroup,
    States,
    Table,
    TablePanel,
    UnitCard,
    VehicleCard,
)
from builder.text import as_note

LEADING, CLOSE_LEADING, DROP = 3.1, 2.8, 2.4
"""From line to line, where these are many, and from the top of a line to the foot of its letters, in mm."""
MOST_WHOLE = 4
"""Lines of a text that stay together on one card."""
DAMAGE_RIGHT = 26.3
"""Where the DMG of a weapon ends on a card of 58 mm between its pads."""
DAMAGE_GAP = 1.0
"""Between that and the first of its columns behind saves, in mm."""
REMARK_GAP = 1.8
"""Between the DMG of a weapon and words that stand in the place of what is left of it, in mm."""
NARROWEST = 58.0
NONE = "–"
PIECE_GAP, WEAPONS_GAP, COLUMN_GAP = 1.2, 1.8, 1.8
"""Between the words of a weapon, further to the next on the line, and between the columns of units, in mm."""
LEAST_COLUMNS, FIGURES_GAPS, LEAST_BESIDE = 2, (1.2, 0.7), 22.0
"""Figures that are set in columns, the white between these, and the names beside them, in mm, at least."""
SLACK = 0.1
"""Forgives rounding where the widest name has just its room, in mm."""
_REFERENCE = re.compile(r"\[\d+\]")
SHORT = {"Armour": "Arm."}
WEAPON_INDENT, CLOSE_INDENT, VALUES_GAP = 2.6, 1.0, 1.6
"""Of the weapons below a unit, where these are many, and between a name and its values on one line, in mm."""


def back_strips(setter: Typesetter, card: Card, *, close: bool = False) -> Iterator[Strip]:
    """Yield the weapons of a card, and what else is read but no rule; `close` for those of a unit on one line."""
    styles, width = setter.design.styles, setter.design.grid.width
    match card:
        case UnitCard(saves=saves) | VehicleCard(saves=saves):
            if saves and saves.rows:
                yield from _behind_saves(setter, saves)
            elif isinstance(card, UnitCard):
                yield from _table(setter, card.weapons)
        case FormationCard():
            yield from _formation(setter, card, close)
            yield from lines_of(setter, card.transport, styles.cell, width)
        case ProfileCard():
            for table in card.tables:
                yield from _in_columns(setter, table) or _table(setter, table)
        case PanelCard():
            for panel in (*card.left, *card.right, *card.below):
                yield from _panel(setter, panel)


def back_words(card: Card) -> Iterator[Words]:
    """Yield notes and rules of a card."""
    notes = map(as_note, card.notes) if isinstance(card, UnitCard | VehicleCard) else card.notes
    yield from (line for note in notes for line in note.splitlines())
    match card:
        case UnitCard():
            if card.track.hints:
                yield f"{card.track.title}: {'; '.join(card.track.hints)}"
            yield from (*card.rules, *card.weapon_rules)
        case VehicleCard():
            yield from card.rules
            yield from card.footnotes
        case ProfileCard():
            # A number leads somewhere only where the sheet of rules is printed too.
            yield from card.texts if card.by_reference else (replace(each, rule="") for each in card.texts)
            yield from (f"{title}: {words}" for title, words in card.keywords)
        case PanelCard():
            for panel in (*card.left, *card.right, *card.below):
                if isinstance(panel, RuleGroup):
                    yield from (f"{panel.title}: {panel.aside}" if panel.aside else panel.title,) if panel.title else ()
                    yield from panel.rules
            yield from card.rules
        case _:
            pass


def further_words(card: Card) -> Iterator[Words]:
    """Yield what a back says where it has room: what weapons mean, and what all cards of a system say alike."""
    match card:
        case PanelCard():
            yield from card.weapon_rules
            for panel in (*card.left, *card.right, *card.below):
                if isinstance(panel, States | DiceTable) and panel.remark:
                    yield f"{panel.title}: {panel.remark}"
                if isinstance(panel, States):  # All of them or none.
                    told = "\n".join(f"{check.label}: {text}" for check, text in panel.cells if text)
                    yield from [told] if told else []
                if isinstance(panel, DiceTable):
                    yield from panel.footnotes
        case _:
            pass


def _panel(setter: Typesetter, panel: object) -> Iterator[Strip]:
    """Yield the tables of words of a panel; what is filled in is on the front."""
    if isinstance(panel, HullPanel):
        for beside in panel.beside:
            yield from _panel(setter, beside)
    elif isinstance(panel, TablePanel):
        for part in panel.parts:
            kinds = {column.kind for column in part.table.columns}
            if panel.groups or kinds & {ColumnKind.TEXT, ColumnKind.RESULT}:
                yield from lines_of(setter, part.caption, setter.design.styles.caption, setter.design.grid.width)
                yield from _table(setter, part.table)


def _behind_saves(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """Yield two lines a weapon: its name and type, then its figures, its DMG, and what is left of it behind saves."""
    styles, lines, width = setter.design.styles, setter.design.lines, setter.design.grid.width
    right = DAMAGE_RIGHT
    count = 4 if width <= NARROWEST else len(table.columns) - 4
    first = right + DAMAGE_GAP
    pitch = (width - first) / count
    middles = [first + (n + 0.5) * pitch for n in range(count)]
    titles = [
        setter.text(x, DROP, column.title, styles.strong, "centre")
        for x, column in zip(middles, table.columns[4:], strict=False)
    ]
    head = setter.text(0, DROP, "Weapon", styles.head)
    damage = setter.text(right, DROP, table.columns[3].title, styles.head, "right")
    yield Strip(LEADING + 0.4, (head, damage, *titles, Segment(0, LEADING, width, LEADING, lines.head)))
    for row in table.rows:
        yield _weapon_behind(setter, row, right, middles, pitch)


def _weapon_behind(setter: Typesetter, row: Row, right: float, middles: list[float], pitch: float) -> Strip:
    styles, width = setter.design.styles, setter.design.grid.width
    name, figures, kind, *values = row.cells
    damage, *behind = (value.removesuffix(" a hit").replace(" / ", "/") for value in values)
    behind = [value.removesuffix(" a shot") for value in behind]
    remark = behind[0] if behind and not any(behind[1:]) else ""  # Of what has no HP behind saves.
    result = setter.text(right, 0, damage, styles.result, "right")
    figures = figures.replace(" · ", " ").replace("S ", "S").replace("AP ", "AP")
    names = setter.wrap(name, styles.cell_name, width)
    items: list[Item] = [setter.text(0, DROP + n * LEADING, text, styles.cell_name) for n, text in enumerate(names)]
    y = len(names) * LEADING
    told_width = setter.width(kind, styles.caption)
    if setter.width(names[-1], styles.cell_name) + 1.5 + told_width <= width:
        items.append(setter.text(width, DROP + y - LEADING, kind, styles.caption, "right"))
    elif not any(behind) and right + 1.5 + told_width <= width:
        items.append(setter.text(width, DROP + y, kind, styles.caption, "right"))
    else:
        told = setter.wrap(kind, styles.caption, width)
        items += [
            setter.text(width, DROP + y + n * LEADING, text, styles.caption, "right") for n, text in enumerate(told)
        ]
        y += len(told) * LEADING
    shown = setter.wrap(figures, styles.caption, max(8.0, result.x - 1.0))
    items += [setter.text(0, DROP + y + n * LEADING, text, styles.caption) for n, text in enumerate(shown)]
    y += (len(shown) - 1) * LEADING
    items.append(setter.text(right, DROP + y, damage, styles.result, "right"))
    bold, plain = setter.scaled(styles.result, 7.5), styles.cell
    whole = damage.removesuffix(" a shot")
    cells = [(x, value, bold if value == whole else plain) for x, value in zip(middles, behind, strict=False)]
    if remark:
        items.append(setter.text(right + REMARK_GAP, DROP + y, remark, styles.caption))
    elif all(setter.width(value, style) <= pitch - 0.8 for _, value, style in cells):
        items += [setter.text(x, DROP + y, value, style, "centre") for x, value, style in cells if value]
    else:
        tight = [(x, value, setter.scaled(style, 7.0)) for x, value, style in cells]
        if all(setter.width(value, style) <= pitch for _, value, style in tight):
            items += [setter.text(x, DROP + y, value, style, "centre") for x, value, style in tight]
        else:
            y += LEADING
            told = setter.wrap(" · ".join(value for _, value, _ in cells), plain, width)
            items += [setter.text(width, DROP + y + n * LEADING, text, plain, "right") for n, text in enumerate(told)]
            y += (len(told) - 1) * LEADING
    bottom = y + LEADING + 0.1
    return Strip(bottom, (*items, Segment(0, bottom - 0.05, width, bottom - 0.05, setter.design.lines.rule)))


def _formation(setter: Typesetter, card: FormationCard, close: bool) -> Iterator[Strip]:
    """Yield the units of a formation in columns, each with its notes and weapons below."""
    styles, width = setter.design.styles, setter.design.grid.width
    bold = setter.scaled(styles.result, 7.5)
    titles = [SHORT.get(title, title) for title in card.unit_titles[2:]]
    columns = list(zip(titles, *(row.cells[2:] for row in card.rows), strict=True)) if titles else []
    widths = [
        COLUMN_GAP + max(setter.width(title, styles.head), *(setter.width(value, bold) for value in values))
        for title, *values in columns
    ]
    rights = [width - sum(widths[n + 1 :]) for n in range(len(widths))]
    heads = [setter.text(x, DROP, title, styles.head, "right") for x, title in zip(rights, titles, strict=True)]
    yield Strip(LEADING + 0.4, (*heads, Segment(0, LEADING, width, LEADING, setter.design.lines.head)))
    indent, leading = (CLOSE_INDENT, CLOSE_LEADING) if close else (WEAPON_INDENT, LEADING)
    for row in card.rows:
        number, name, *values = row.cells
        names = setter.wrap(f"{number} {name}".strip(), styles.cell_name, width - sum(widths) - 1)
        cells = [setter.text(x, DROP, value, bold, "right") for x, value in zip(rights, values, strict=True)]
        told = [setter.text(0, DROP + n * leading, text, styles.cell_name) for n, text in enumerate(names)]
        behind = setter.text(told[0].width + VALUES_GAP, DROP, row.notes, styles.fact)
        notes = [("", "", "", row.notes)] if row.notes else []
        if notes and len(names) == 1 and behind.x + behind.width <= width - sum(widths):
            notes, told = [], [*told, behind]
        weapons = [*notes, *row.weapons]
        lines = [weapons] if close and weapons else [[weapon] for weapon in weapons]
        strips = [_armed(setter, some, indent, leading) for some in lines]
        top = len(names) * leading
        high = top + height_of(strips) + 0.3
        line = Segment(0, high - 0.1, width, high - 0.1, setter.design.lines.rule)
        yield Strip(high, (*told, *cells, *place_strips(strips, top, 1.0), line))


def _armed(setter: Typesetter, weapons: Sequence[tuple[str, ...]], left: float, leading: float) -> Strip:
    """Return weapons from `left` on, as many on a line as it holds; a longer one goes on below."""
    styles, width = setter.design.styles, setter.design.grid.width
    bold = setter.scaled(styles.result, 7.5)
    items: list[Item] = []
    x, y = left, DROP
    for weapon, reach, firepower, notes in weapons:
        words = [(weapon, styles.cell), (reach, styles.fact), (firepower, bold), (notes, styles.fact)]
        pieces = [(text, style) for text, style in words if text]
        needed = sum(setter.width(text, style) + PIECE_GAP for text, style in pieces) - PIECE_GAP
        if x > left and x + needed > width:
            x, y = left, y + leading
        for text, style in pieces:
            for n, part in enumerate(setter.wrap(text, style, width - 2 * left)):
                if n or (x > left and x + setter.width(part, style) > width):
                    x, y = 2 * left, y + leading
                items.append(setter.text(x, y, part, style))
                x += setter.width(part, style) + PIECE_GAP
        x += WEAPONS_GAP
    return Strip(y - DROP + leading, tuple(items))


def _in_columns(setter: Typesetter, table: Table) -> list[Strip]:
    """Return a table with its figures below each other: beside the names, or where these leave no room, below them.

    Words stand below the row; nothing is returned where not even the figures alone have room.
    """
    styles, width = setter.design.styles, setter.design.grid.width
    places = [n for n, column in enumerate(table.columns) if column.kind in (ColumnKind.VALUE, ColumnKind.RESULT)]
    named = [n for n, column in enumerate(table.columns) if column.kind in (ColumnKind.COUNT, ColumnKind.NAME)]
    worded = [n for n, column in enumerate(table.columns) if column.kind is ColumnKind.TEXT]
    places = [n for n in places if any(row.cells[n] not in ("", NONE) for row in table.rows)]
    if len(places) < LEAST_COLUMNS:
        return []
    widest = [
        max(
            setter.width(table.columns[n].title, styles.head),
            *(setter.width(row.cells[n], styles.cell) for row in table.rows),
        )
        for n in places
    ]
    gap = next((gap for gap in FIGURES_GAPS if sum(widest) + gap * len(places) <= width), None)
    if gap is None:
        return []
    widest = [wide + gap for wide in widest]
    beside = width - sum(widest)
    rows = [_named_row(row, named, worded) for row in table.rows]
    wanted = max(setter.width(name, styles.cell_name) for name, _ in rows)
    alone = beside < min(wanted, LEAST_BESIDE)
    start, white = (0.0, beside / len(places)) if alone else (min(beside, wanted + gap + SLACK), 0.0)
    white = white or (beside - start) / len(places)
    rights = [start + sum(widest[: n + 1]) + (n + 1) * white for n in range(len(places))]
    middles = [right - (wide + white) / 2 for right, wide in zip(rights, widest, strict=True)]
    titles = [
        setter.text(x, DROP, table.columns[n].title, styles.head, "centre")
        for x, n in zip(middles, places, strict=True)
    ]
    kind = [] if alone else [table.columns[named[-1]].title] if named else []
    heads = [setter.text(0, DROP, text, styles.head) for text in kind if setter.width(text, styles.head) <= start - gap]
    strips = [Strip(LEADING + 0.4, (*heads, *titles, Segment(0, LEADING, width, LEADING, setter.design.lines.head)))]
    for row, (name, words) in zip(table.rows, rows, strict=True):
        lines = setter.wrap(name, styles.cell_name, width if alone else start - gap) if name else []
        below = setter.wrap(words, styles.fact, width) if words else []
        top = len(lines) if alone else 0
        items: list[Item] = [setter.text(0, DROP + n * LEADING, text, styles.cell_name) for n, text in enumerate(lines)]
        items += [
            setter.text(x, DROP + top * LEADING, row.cells[n] or NONE, styles.cell, "centre")
            for x, n in zip(middles, places, strict=True)
        ]
        high = max(top + 1, len(lines))
        items += [setter.text(0, DROP + n * LEADING, text, styles.fact) for n, text in enumerate(below, high)]
        bottom = (high + len(below)) * LEADING + 0.3
        strips.append(Strip(bottom, (*items, Segment(0, bottom - 0.1, width, bottom - 0.1, setter.design.lines.rule))))
    first, *others = strips
    return [_stacked(first, others[0]), *others[1:]] if others else []


def _named_row(row: Row, named: Sequence[int], worded: Sequence[int]) -> tuple[str, str]:
    """Return the name of a row, behind it the number of its text where that is all that it says, and its words."""
    name = " ".join(filter(None, (row.cells[n] for n in named)))
    words = " · ".join(row.cells[n] for n in worded if row.cells[n] not in ("", NONE))
    return (f"{name} {words}", "") if _REFERENCE.fullmatch(words) else (name, words)


def _stacked(head: Strip, row: Strip) -> Strip:
    """Return the head of a table with its first row, which stay on one card."""
    return Strip(head.rows + row.rows, tuple(place_strips([head, row], 0, 1.0)))


def _table(setter: Typesetter, table: Table) -> Iterator[Strip]:
    """Yield the rows of a table of words: counts and names over what they say, a single result at the right."""
    results = [column for column in table.columns if column.kind is ColumnKind.RESULT]
    shown = {ColumnKind.VALUE, *([ColumnKind.RESULT] if len(results) > 1 else [])}
    for row in table.rows:
        cells = list(zip(table.columns, row.cells, strict=True))
        names = [cell for column, cell in cells if column.kind in (ColumnKind.COUNT, ColumnKind.NAME) and cell]
        values = _values((column.title, cell) for column, cell in cells if column.kind in shown)
        words = [cell for column, cell in cells if column.kind is ColumnKind.TEXT and cell]
        result = next((cell for column, cell in cells if results == [column]), "")
        yield _weapon(setter, " ".join(names), " · ".join((*values, *words)), result)


def _values(cells: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield titles with their values; of numbers one after the other with one value, the first and the last."""
    runs: list[tuple[str, str, str]] = []
    for title, cell in cells:
        first, last, value = runs[-1] if runs else ("", "", "")
        if title.isdecimal() and last.isdecimal() and int(title) == int(last) + 1 and cell == value:
            runs[-1] = (first, title, cell)
        else:
            runs.append((title, title, cell))
    for first, last, value in runs:
        title = first if first == last else f"{first}–{last}"
        if value not in ("", NONE):
            yield f"{title}{':' if first.isdecimal() else ''} {value}".strip()


def _weapon(setter: Typesetter, name: str, words: str, result: str, left: float = 0.0) -> Strip:
    """Return a weapon, or a unit: its name with its result, its values behind or below; together on one card."""
    styles, width = setter.design.styles, setter.design.grid.width
    dealt = setter.text(width, DROP, result, styles.result, "right")
    names = setter.wrap(name, styles.cell_name, max(20.0, dealt.x - 2 - left)) if name else []
    start = left + setter.width(names[0], styles.cell_name) + VALUES_GAP if len(names) == 1 else width
    items: list[Item] = [dealt]
    items += [setter.text(left, DROP + n * LEADING, text, styles.cell_name) for n, text in enumerate(names)]
    below: list[str] = []
    if words and start + setter.width(words, styles.fact) <= dealt.x - (2 if result else 0):
        items.append(setter.text(start, DROP, words, styles.fact))
    elif words:
        below = setter.wrap(words, styles.fact, (width if names else dealt.x - 2) - left)
    items += [setter.text(left, DROP + n * LEADING, text, styles.fact) for n, text in enumerate(below, len(names))]
    high = max(1, len(names) + len(below)) * LEADING + 0.3
    return Strip(high, (*items, Segment(left, high - 0.1, width, high - 0.1, setter.design.lines.rule)))


def lines_of(setter: Typesetter, text: str, style: Style, width: float) -> list[Strip]:
    """Return a text in one strip, or in a strip for each of its lines where they are many."""
    lines = setter.wrap(text, style, width) if text else []
    if len(lines) > MOST_WHOLE:
        return [Strip(LEADING, (setter.text(0, DROP, line, style),)) for line in lines]
    items = tuple(setter.text(0, DROP + n * LEADING, line, style) for n, line in enumerate(lines))
    return [Strip(len(lines) * LEADING, items)] if lines else []

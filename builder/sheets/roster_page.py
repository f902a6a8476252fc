"""The roster page: title, totals, slots and the list; tokens, findings and reserve side by side, tables, rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from builder.errors import Finding, Severity
from builder.sheets.block import Strip, check_box, height_of, place_strips, take, told
from builder.sheets.head import slot_style
from builder.sheets.page import CELL, HEADING, KEY, PLAIN, ROW, TITLES, FieldKind, Item, PageField, Rect, Segment
from builder.sheets.signs import roster_mark, severity_sign, tab
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import (
    ListWords,
    Reserve,
    RosterMark,
    RosterPage,
    RosterRow,
    RuleText,
    Slot,
    Total,
    TurnRolls,
    number,
    slot_runs,
)

PANELS = 3
PANEL_GAP = 5.0
COUNT_WIDTH, SOURCES_LEFT, MESSAGE_LEFT, ROLLS_LEFT = 7.0, 9.5, 6.5, 14.0
SEVERITIES = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("note", "notes"),
}


def panel_strips(setter: Typesetter, roster: RosterPage, capacity: int) -> Iterator[Strip]:
    """The panels side by side; panels higher than a page of `capacity` rows go on in a further strip."""
    grid = setter.design.grid
    width = (grid.width - (PANELS - 1) * PANEL_GAP) / PANELS
    beside = width + PANEL_GAP if roster.tokens or roster.token_title else 0.0
    third = _rolls(setter, roster.rolls, width) if roster.rolls else []
    third = _reserve(setter, roster.reserve, width) if roster.reserve else third
    middle = (width if third else 2 * width + PANEL_GAP) + (width + PANEL_GAP - beside)
    panels = [(0.0, _tokens(setter, roster, width) if beside else []), (2 * (width + PANEL_GAP), third)]
    panels.insert(1, (beside, _findings(setter, roster.findings, middle)))
    while any(panel for _, panel in panels):
        items: list[Item] = []
        rows = 0.0
        left_over: list[tuple[float, list[Strip]]] = []
        for x, panel in panels:
            taken = max(1, take(panel, capacity - 2))
            items.extend(place_strips(panel[:taken], 1, grid.row, x))
            rows = max(rows, height_of(panel[:taken]))
            left_over.append((x, panel[taken:]))
        panels = left_over
        yield Strip(rows + 2, tuple(items))


def rule_names(setter: Typesetter, rules: Sequence[RuleText], texts: str) -> Iterator[Strip]:
    """The names and numbers of the rules that the army uses; `texts` says where those stand in full."""
    if not rules:
        return
    style, width = setter.design.styles.fact, setter.design.grid.width
    yield panel_head(setter, "Rules that this army uses", f"their texts: {texts}" if texts else "", width)
    names = " · ".join(f"{rule.title} {rule.rule}".strip().replace(" D-", "\u00a0D-") for rule in rules)
    for line in setter.wrap(names, style, width):
        yield Strip(1, (setter.text(0, setter.baseline, line, style),))


def note_strips(setter: Typesetter, notes: Sequence[str]) -> Iterator[Strip]:
    """What the player has written about the army, line by line."""
    if not notes:
        return
    style, width = setter.design.styles.fact, setter.design.grid.width
    yield panel_head(setter, "Notes", "", width)
    for note in notes:
        for line in setter.wrap(note, style, width) if note.strip() else ("",):
            yield Strip(1, (setter.text(0, setter.baseline, line, style),))


def panel_head(setter: Typesetter, title: str, aside: str, width: float) -> Strip:
    """Return the head of a panel: a black rule, its title, a remark at the right."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    items: list[Item] = [
        Segment(0, 0, width, 0, lines.block),
        HEADING,
        setter.text(0, row + 0.5, title, styles.panel),
        PLAIN,
        Segment(0, 2 * row, width, 2 * row, lines.rule),
    ]
    if aside:
        items.append(setter.text(width, row + 0.5, aside, styles.caption, "right"))
    return Strip(2, tuple(items))


def _tokens(setter: Typesetter, roster: RosterPage, width: float) -> list[Strip]:
    """Return how many tokens of each kind, with where they come from."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    tokens = roster.tokens
    strips = [panel_head(setter, roster.token_title, roster.token_remark, width)]
    if not tokens:
        strips.append(Strip(1, (setter.text(0, setter.baseline, "none", styles.fact),)))
    for token in tokens:
        name = f"{token.name}; {token.remark}" if token.remark else token.name
        names = setter.wrap(name, styles.group, width - SOURCES_LEFT)
        sources = setter.wrap(" · ".join(token.sources), styles.fact, width - SOURCES_LEFT) if token.sources else []
        items: list[Item] = [setter.text(COUNT_WIDTH, 4.2, str(token.total), styles.token, "right")]
        items.extend(
            setter.text(SOURCES_LEFT, n * row + setter.baseline, text, styles.group) for n, text in enumerate(names)
        )
        items.extend(
            setter.text(SOURCES_LEFT, n * row + setter.baseline, text, styles.fact)
            for n, text in enumerate(sources, len(names))
        )
        rows = max(2, len(names) + len(sources))
        if token is not tokens[-1]:
            items.append(Segment(0, rows * row, width, rows * row, lines.rule))
        strips.append(Strip(rows, tuple(items)))
    return strips


def _findings(setter: Typesetter, findings: Sequence[Finding], width: float) -> list[Strip]:
    """Return every finding in full, with the sign of its severity."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    counts = Counter(finding.severity for finding in findings)
    aside = " · ".join(
        f"{counts[severity]} {one if counts[severity] == 1 else many}" for severity, (one, many) in SEVERITIES.items()
    )
    strips = [panel_head(setter, "Findings", aside, width)]
    if not findings:
        strips.append(Strip(1, (setter.text(0, setter.baseline, "none", styles.fact),)))
    for finding in findings:
        texts = setter.wrap(finding.message, styles.fact, width - MESSAGE_LEFT)
        rows = max(2, len(texts)) if len(texts) > 1 else 1
        sign = severity_sign(setter, finding.severity, 0.4, 0.05 if rows == 1 else 0.6)
        items: list[Item] = [told(SEVERITIES[finding.severity][0], sign)]
        items.extend(
            setter.text(MESSAGE_LEFT, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(texts)
        )
        if finding is not findings[-1]:
            items.append(Segment(0, rows * row + 0.1, width, rows * row + 0.1, lines.rule))
        strips.append(Strip(rows, tuple(items)))
    return strips


def _reserve(setter: Typesetter, reserve: Reserve, width: float) -> list[Strip]:
    """Return how many may arrive in each turn, and a box for each unit that waits."""
    design = setter.design
    styles, lines, row = design.styles, design.lines, design.grid.row
    count = len(reserve.units)
    strips = [panel_head(setter, "Reserve", f"{count} unit" + ("s" if count != 1 else ""), width)]
    left = 14.0
    pitch = (width - left) / len(reserve.arrivals)
    items: list[Item] = [
        setter.text(0, setter.baseline, "Turn", styles.head),
        setter.text(0, row + setter.baseline, "Arrive", styles.head),
    ]
    for n, arriving in enumerate(reserve.arrivals):
        x = left + (n + 0.5) * pitch
        items.append(setter.text(x, setter.baseline, str(n + 1), styles.strong, "centre"))
        items.append(setter.text(x, row + setter.baseline, str(arriving) if arriving else "–", styles.strong, "centre"))
    rules = (Segment(0, row, width, row, lines.rule), Segment(0, 2 * row, width, 2 * row, lines.head))
    strips.append(Strip(2, (*items, *rules)))
    for check in reserve.units:
        arrived = setter.text(width - 8, setter.baseline, "arrived, turn", styles.caption, "right")
        texts = setter.wrap(check.label, styles.label, arrived.x - 7)
        items = [arrived, Segment(width - 7, setter.baseline + 0.5, width, setter.baseline + 0.5, lines.thin)]
        items.extend(check_box(setter, check, 0.3, 0.3, design.boxes.check, lines.box))
        items.extend(setter.text(5.2, n * row + setter.baseline, text, styles.label) for n, text in enumerate(texts))
        strips.append(Strip(len(texts), tuple(items)))
    if reserve.remark:
        texts = setter.wrap(reserve.remark, styles.caption, width)
        items = [setter.text(0, n * row + setter.baseline, text, styles.caption) for n, text in enumerate(texts)]
        strips.append(Strip(len(texts), (Segment(0, 0.1, width, 0.1, lines.rule), *items)))
    return strips


def _rolls(setter: Typesetter, rolls: TurnRolls, width: float) -> list[Strip]:
    """Return boxes for the totals of both sides in each turn, and for who won."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    pitch, size = (width - ROLLS_LEFT) / len(rolls.won), setter.design.boxes.check
    middles = [ROLLS_LEFT + (n + 0.5) * pitch for n in range(len(rolls.won))]
    items: list[Item] = [setter.text(0, setter.baseline, "Turn", styles.head)]
    items.extend(setter.text(x, setter.baseline, str(n), styles.strong, "centre") for n, x in enumerate(middles, 1))
    strips = [panel_head(setter, rolls.title, "", width), Strip(1, tuple(items))]
    for place, name in enumerate((rolls.roll, "opponent")):
        items = [setter.text(0, row + 0.3, name, styles.label)]
        for x, figure in zip(middles, [totals[place] for totals in rolls.totals], strict=True):
            box = (x - pitch / 2 + 0.4, 0.4, pitch - 0.8, 1.5 * row - 0.8)
            items += [Rect(*box, lines.box), PageField(figure.id, FieldKind.NUMBER, *box)]
            if figure.value is not None:
                items.append(setter.text(x, row + 0.5, str(figure.value), styles.strong, "centre"))
        strips.append(Strip(1.5, tuple(items)))
    items = [setter.text(0, setter.baseline, "won", styles.label)]
    for x, won in zip(middles, rolls.won, strict=True):
        items.extend(check_box(setter, won, x - size / 2, 0.4, size, lines.box))
    remark = setter.text(0, setter.baseline, rolls.remark, styles.caption)
    return [*strips, Strip(1.25, tuple(items)), Strip(1, (remark,))]


TITLE_ROWS = 4
BLANKS = ("Player", "Opponent", "Mission", "Date")
BAR_WIDTH, BAR_HEIGHT = 28.0, 1.6
POINTS_WIDTH, TOTAL_GAP = 34.0, 6.0
SLOTS_LEFT = 112.0
PIP, PIP_PITCH, MOST_PIPS = 2.8, 3.5, 8
SLOT_LEFT_NAME, SLOT_GAP = 6.5, 5.0
NAME_LEFT, NAME_RIGHT, DETAIL_RIGHT = 11.0, 116.0, 150.0
MODELS_RIGHT, HP_RIGHT, MARKS_LEFT, SHEET_MIDDLE = 126.0, 137.0, 142.0, 168.0
MARK_PITCH = 5.0
SLOT_TAB = (8.0, 4.0)


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
    items.extend(_blanks(setter, y + 0.5))
    top = (drop + TITLE_ROWS) * row
    items.append(Segment(0, top, width, top, lines.rule))
    items.extend(_totals(setter, roster, top))
    slots, slot_rows = _slots(setter, roster.slots, top)
    items.extend(slots)
    return Strip(drop + TITLE_ROWS + max(5, 1 + 2 * slot_rows), tuple(items))


def list_head(setter: Typesetter, words: ListWords) -> Strip:
    """Return the head of the list, repeated on each page."""
    design = setter.design
    row, width = design.grid.row, design.grid.width
    places: tuple[tuple[str, float, Anchor], ...] = (
        (words.unit.capitalize(), NAME_LEFT, "left"),
        (words.members, MODELS_RIGHT, "right"),
        (words.title, HP_RIGHT, "right"),
        ("Marks", MARKS_LEFT, "left"),
        ("Sheet, id", SHEET_MIDDLE, "centre"),
        ("Points", width, "right"),
    )
    items: list[Item] = [Segment(0, 0, width, 0, design.lines.head), TITLES, CELL]
    for title, x, anchor in places:
        items += (CELL, setter.text(x, setter.baseline, title, design.styles.head, anchor))
    return Strip(1, (*items, Segment(0, row, width, row, design.lines.head)))


def unit_strips(setter: Typesetter, rows: tuple[RosterRow, ...], labels: Mapping[str, str]) -> Iterator[Strip]:
    """The units, a strip each; `labels` are the pages of cards by their ids."""
    for run in slot_runs(rows):
        total = sum(row.points for row in run)
        for n, row in enumerate(run):
            first = n == 0
            remark = number(total) if first and len(run) > 1 else ""
            yield _unit_strip(setter, row, first, remark, labels, last=row is rows[-1])


def total_strip(setter: Typesetter, roster: RosterPage) -> Strip:
    """Return the sum of the list, with the signs that it uses."""
    design = setter.design
    styles, width = design.styles, design.grid.width
    y = setter.baseline + 0.4
    items: list[Item] = [ROW, CELL, KEY, setter.text(NAME_LEFT, y, "Total", styles.unit)]
    used = {mark for row in roster.rows for mark in row.marks}
    x = NAME_LEFT + 18
    for mark in RosterMark:
        if mark in used:
            items.extend(roster_mark(setter, mark, x, 0.8))
            words = setter.text(x + 4.8, y - 0.2, mark.value, styles.caption)
            items.append(words)
            x = words.x + words.width + 4
    models = number(sum(row.models for row in roster.rows))
    items += (CELL, setter.text(MODELS_RIGHT, y, models, styles.unit, "right"), CELL)
    hit_points = sum(row.hp for row in roster.rows if row.hp is not None)
    if hit_points:
        items.append(setter.text(HP_RIGHT, y, number(hit_points), styles.unit, "right"))
    items += (CELL, CELL, CELL, setter.text(width, y, number(roster.points), styles.unit, "right"))
    return Strip(2, tuple(items))


def _value(row: RosterRow) -> str:
    return row.value or ("–" if row.hp is None else number(row.hp))


def _blanks(setter: Typesetter, y: float) -> Iterator[Item]:
    """Words with a line to write on behind each."""
    style, line = setter.design.styles.label, setter.design.lines.thin
    pitch = (25.0, 25.0, 25.0, 15.0)
    x = 0.0
    for word, length in zip(BLANKS, pitch, strict=True):
        text = setter.text(x, y, word, style)
        yield text
        start = x + text.width + 1
        yield Segment(start, y + 0.5, start + length, y + 0.5, line)
        x = start + length + 3


def _totals(setter: Typesetter, roster: RosterPage, top: float) -> Iterator[Item]:
    styles, lines = setter.design.styles, setter.design.lines
    caption = "points" if roster.limit is None else f"of {number(roster.limit)} points"
    points = Total(number(roster.points), caption)
    x = 0.0
    for n, total in enumerate((points, *roster.totals)):
        value = setter.text(x, top + 7.2, total.value, styles.total)
        label = setter.text(x, top + 11.2, total.label, styles.label)
        yield value
        yield label
        x += max(value.width, label.width) + TOTAL_GAP if n else max(POINTS_WIDTH, value.width + TOTAL_GAP)
    if roster.limit:
        share = min(1.0, float(roster.points / roster.limit))
        grey = setter.design.greys.bar / 100
        yield Rect(0, top + 12.8, BAR_WIDTH * share, BAR_HEIGHT, 0, grey)
        yield Rect(0, top + 12.8, BAR_WIDTH, BAR_HEIGHT, lines.box)


def _slots(setter: Typesetter, slots: Sequence[Slot], top: float) -> tuple[list[Item], int]:
    """Return each slot with its pips, and how many lines that takes.

    Pips are filled where the slot is taken, and have a heavy edge where it is required.
    """
    width, style = setter.design.grid.width, setter.design.styles
    items: list[Item] = []
    x, line = SLOTS_LEFT, 0
    for slot in slots:
        pips = max(slot.taken, slot.maximum or 0)
        words = "" if slot.maximum is not None and pips <= MOST_PIPS else _slot_words(slot)
        left = max(SLOT_LEFT_NAME, setter.width(slot.code, style.unit) + 1.5)
        need = left + (setter.width(words, style.label) if words else pips * PIP_PITCH)
        if x > SLOTS_LEFT and x + need > width:
            x, line = SLOTS_LEFT, line + 1
        y = top + 4.2 + line * 7
        items.append(setter.text(x, y, slot.code, style.unit))
        if words:
            items.append(setter.text(x + left, y, words, style.label))
        else:
            items.extend(_pips(setter, slot, pips, x + left, y - PIP))
        x += max(need + SLOT_GAP, 24.0 if need < 19 else 0)
    if any(slot.minimum and slot.maximum is not None and slot.maximum <= MOST_PIPS for slot in slots):
        need = setter.width("heavy edge: required", style.caption)
        if x + need > width:
            x, line = SLOTS_LEFT, line + 1
        items.append(setter.text(x, top + 4.2 + line * 7, "heavy edge: required", style.caption))
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
    styles, lines, height, width = design.styles, design.lines, design.grid.row, design.grid.width
    names = setter.wrap(row.name, styles.unit, NAME_RIGHT - NAME_LEFT)
    details = setter.wrap(row.detail, styles.label, DETAIL_RIGHT - NAME_LEFT) if row.detail else []
    sheets = ", ".join(dict.fromkeys(labels[card] for card in row.cards if card in labels))
    code = setter.wrap(row.unit, styles.caption, 24)
    rows = max(2, len(names) + len(details), 1 + len(code))
    items: list[Item] = [ROW, CELL]
    if first:
        items.append(tab(setter, 0, 0.5, *SLOT_TAB))
        items.append(setter.text(SLOT_TAB[0] / 2, 3.7, row.slot, slot_style(setter, row.slot, 7.4), "centre"))
        if remark:
            items.append(setter.text(SLOT_TAB[0] / 2, height + 3.4, remark, styles.caption, "centre"))
    items.append(KEY)
    items.extend(setter.text(NAME_LEFT, n * height + 3.3, name, styles.unit) for n, name in enumerate(names))
    items.extend(
        setter.text(NAME_LEFT, n * height + setter.baseline, text, styles.label)
        for n, text in enumerate(details, len(names))
    )
    items += (CELL, setter.text(MODELS_RIGHT, 3.3, str(row.models), styles.cell, "right"))
    items += (CELL, setter.text(HP_RIGHT, 3.3, _value(row), styles.cell, "right"), CELL)
    for n, mark in enumerate(row.marks):
        items.append(told(mark.value, roster_mark(setter, mark, MARKS_LEFT + n * MARK_PITCH, 0.7)))
    items += (CELL, setter.text(SHEET_MIDDLE, 3.2, sheets or "–", styles.label, "centre"))
    items.extend(
        setter.text(SHEET_MIDDLE, n * height + setter.baseline, text, styles.caption, "centre")
        for n, text in enumerate(code, 1)
    )
    items += (CELL, setter.text(width, 3.3, number(row.points), styles.unit, "right"))
    if last:
        items.append(Segment(0, rows * height, width, rows * height, lines.medium))
    items.append(Segment(0 if first else NAME_LEFT, 0, width, 0, lines.rule))
    return Strip(rows, tuple(items))

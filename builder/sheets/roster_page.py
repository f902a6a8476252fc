"""The roster page: the list, with reserve, tokens and findings below it, and the rules of the army beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from builder.errors import Finding, Severity
from builder.scalars import counted
from builder.sheets.block import Strip, check_box, height_of, labelled, moved, panel_head, place_strips
from builder.sheets.packing import Content, Flow
from builder.sheets.page import (
    PLAIN,
    FieldKind,
    FieldRun,
    Item,
    PageField,
    Placed,
    Rect,
    Segment,
)
from builder.sheets.reference_sheet import rules_strip
from builder.sheets.roster_list import (
    ASIDE,
    ASIDE_GAP,
    TOTAL_ROWS,
    list_head,
    list_to_scan,
    list_width,
    mark_strip,
    title_strip,
    total_strip,
    unit_strips,
)
from builder.sheets.rule_lines import RULED
from builder.sheets.rule_words import BASELINE, LEADING, Paragraph, paragraphs
from builder.sheets.signs import filling, scan_code, severity_sign
from builder.sheets.token_sheet import outline
from builder.sheets.turn_score import score_strip
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Reserve, RosterPage, RuleText, Shape, Token, TurnRolls

PANEL_GAPS = (1.0, 0.5)
"""Rows of white over a panel: usually, and where less saves a page."""
COUNT_WIDTH, TEXT_LEFT, MESSAGE_LEFT = 7.0, 9.5, 6.5
TOKEN, TOKEN_PITCH, TOKENS_LEFT = 3.6, 4.2, 32.0
"""The side of a token to strike off, its pitch, and where they begin, in mm."""
LATER_GAP = 2.4
"""Before tokens that come when the game starts, in mm."""
TURN_PITCH = 11.0
ROLLS_LEFT, ROLL_PITCH = 18.0, 16.0
CODE, MOST_SCANNED = 26.0, 230
"""The side of the code to scan in mm, and the bytes that it holds so that phones read it."""
CODE_TOP = 2.0
CODE_WORDS = "The list in words, for a phone: names and points of its units."
LEAST_RULED = 3
"""Fewer lines to write on are none."""
SEVERITIES = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("note", "notes"),
}


def roster_pages(
    setter: Typesetter, roster: RosterPage, labels: Mapping[str, str], capacity: int, texts: str
) -> list[Content]:
    """Return the list with its panels, and the rules of the army beside it where the page is wide enough.

    `labels` are the pages of cards by their ids, `capacity` the rows of a page, `texts` says where rules stand in full.
    """
    row, width = setter.design.grid.row, list_width(setter)
    title = title_strip(setter, roster)
    units, panels = [*unit_strips(setter, roster.rows, labels)], [*_panels(setter, roster, width)]
    flow, closer = (_listed(setter, roster, title, units, panels, Flow(capacity, row), gap) for gap in PANEL_GAPS)
    if len(closer.contents()) < len(flow.contents()):
        flow = closer
    rooms = [capacity * row] * len(flow.contents()) if width < setter.design.grid.width else []
    rooms = [room - (0 if n else title.rows * row) for n, room in enumerate(rooms)]
    beside, left = _beside(setter, roster, rooms, texts)
    named = "Rules of this army" if len(left) == len(roster.rules) else "More rules of this army"
    names = [*_rule_names(setter, left, named, texts, width)]
    if whole := None if rooms else rules_strip(setter, left, flow.room - PANEL_GAPS[0]):
        flow.skip(PANEL_GAPS[0])
        names = [whole]
    if height_of(names) <= flow.room or not (texts or labels):  # Cards tell them too: they begin no page of their own.
        rest = height_of(names[1:])
        for n, strip in enumerate(names):  # They stand on one page.
            flow.put(strip, keep=rest if not n and rest < capacity / 2 else 0)
    if roster.score:
        score = score_strip(setter, roster.score, width)
        if PANEL_GAPS[0] + score.rows <= flow.room:
            flow.skip(PANEL_GAPS[0])
            flow.put(score)
    shift = [title.rows * row, *(0.0 for _ in beside[1:])]
    drawn = [moved(items, width + ASIDE_GAP, top) for items, top in zip(beside, shift, strict=False)]
    return [
        replace(page, items=(*page.items, *([items] if items else [])))
        for page, items in zip_longest(flow.contents(), drawn)
    ]


def _listed(
    setter: Typesetter,
    roster: RosterPage,
    title: Strip,
    units: Sequence[Strip],
    panels: Sequence[Sequence[Strip]],
    flow: Flow,
    gap: float,
) -> Flow:
    """Put the list on pages, and its panels below it."""
    head = list_head(setter, roster.words)
    flow.put(title)
    if roster.rows:
        flow.put(head)
        behind = [0.0] * (len(units) - 2) + [units[-1].rows + TOTAL_ROWS, TOTAL_ROWS]  # No unit stands there alone.
        for unit, strip, keep in zip(roster.rows, units, behind[-len(units) :], strict=True):
            flow.put(strip, head, keep, unit.cards[0] if unit.cards else "")
    flow.put(total_strip(setter, roster), head)
    flow.put(mark_strip(setter, roster))
    for panel in panels:
        flow.skip(gap)
        for n, strip in enumerate(panel):
            flow.put(strip, keep=panel[1].rows if not n and len(panel) > 1 else 0)
    return flow


# -- below the list -------------------------------------------------------------
def _panels(setter: Typesetter, roster: RosterPage, width: float) -> Iterator[list[Strip]]:
    """Yield what stands below the list, each part with its head."""
    if roster.reserve:
        yield _reserve(setter, roster.reserve, width)
    if roster.rolls:
        yield _rolls(setter, roster.rolls, width)
    if roster.tokens or roster.token_remark:
        yield [
            panel_head(setter, roster.token_title, roster.token_remark, width),
            *(_tokens(setter, token, width) for token in roster.tokens),
            *([] if roster.tokens else [_said(setter, "none")]),
        ]
    yield _findings(setter, roster.findings, width)
    if roster.notes:
        style = setter.design.styles.fact
        lines = (line for note in roster.notes for line in (setter.wrap(note, style, width) if note.strip() else ("",)))
        yield [panel_head(setter, "Notes", "", width), *(_said(setter, line) for line in lines)]


def _said(setter: Typesetter, line: str) -> Strip:
    return Strip(1, (setter.text(0, setter.baseline, line, setter.design.styles.fact),))


def _reserve(setter: Typesetter, reserve: Reserve, width: float) -> list[Strip]:
    """Return a row for each unit that waits, with a box for each turn, and how many may arrive in each."""
    design = setter.design
    styles, lines, row, size = design.styles, design.lines, design.grid.row, design.boxes.weapon
    count = len(reserve.units)
    middles = [width - (len(reserve.arrivals) - n - 0.5) * TURN_PITCH for n in range(len(reserve.arrivals))]
    room = middles[0] - TURN_PITCH
    items: list[Item] = [setter.text(0, setter.baseline, "Turn", styles.head)]
    items.extend(setter.text(x, setter.baseline, str(n), styles.strong, "centre") for n, x in enumerate(middles, 1))
    items.append(Segment(0, row, width, row, lines.head))
    aside = f"{counted(count, 'unit')} · tick when it comes · heavy: by the table"
    head = panel_head(setter, "Reserve", aside, width)
    strips = [head, Strip(1, tuple(items))]
    for unit in reserve.units:
        names = setter.wrap(unit.label, styles.cell_name, room)
        rows = max(1.5, len(names))
        items = [setter.text(0, n * row + 0.95 * row, name, styles.cell_name) for n, name in enumerate(names)]
        for turn, (box, x) in enumerate(zip(unit.turns, middles, strict=True), 1):
            line = lines.strong if turn == unit.planned else lines.thin
            items.extend(check_box(setter, box, x - size / 2, (1.5 * row - size) / 2, size, line))
        items.append(Segment(0, rows * row, width, rows * row, lines.rule))
        strips.append(Strip(rows, tuple(items)))
    items = [setter.text(0, setter.baseline, "By the table", styles.label)]
    for arriving, x in zip(reserve.arrivals, middles, strict=True):
        items.append(setter.text(x, setter.baseline, str(arriving) if arriving else "–", styles.strong, "centre"))
    strips.append(Strip(1, tuple(items)))
    strips += [
        Strip(1, (setter.text(0, setter.baseline, line, styles.caption),))
        for line in (setter.wrap(reserve.remark, styles.caption, width) if reserve.remark else ())
    ]
    return strips


def _tokens(setter: Typesetter, token: Token, width: float) -> Strip:
    """Return how many tokens of a kind there are, one to strike off for each, and where they come from."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    items: list[Item] = [
        setter.text(COUNT_WIDTH, 4.2, str(token.total), styles.token, "right"),
        setter.text(TEXT_LEFT, setter.baseline, token.name, styles.group),
    ]
    rows = 1.0
    if token.boxes:
        across = int((width - TOKENS_LEFT - LATER_GAP) // TOKEN_PITCH)
        places = [divmod(n, across) for n in range(token.boxes.boxes)]
        starts = [TOKENS_LEFT + LATER_GAP * (n >= token.total) for n in range(token.boxes.boxes)]
        sign = moved(outline(token.outline, TOKEN), 0, 0)
        boxes = tuple(
            (start + n * TOKEN_PITCH, 0.3 + line * row, TOKEN, TOKEN)
            for start, (line, n) in zip(starts, places, strict=True)
        )
        signs: list[Item] = [Placed(x, y, sign.drawing) for x, y, _, _ in boxes]
        for x, y, size, _ in boxes[: token.boxes.struck]:
            signs += filling(setter, Shape.SQUARE, x, y, size)
        left = token.boxes.boxes - token.boxes.struck
        items += [labelled(f"{left} of {token.boxes.boxes} left", signs)]
        items.append(FieldRun(f"{token.boxes.id}.", 1, 0, 0, boxes))
        rows = 1.0 + (places[-1][0] if places else 0)
    told_of = " · ".join(filter(None, (token.remark, *token.sources)))
    for line in setter.wrap(told_of, styles.fact, width - TEXT_LEFT) if told_of else ():
        items.append(setter.text(TEXT_LEFT, rows * row + setter.baseline, line, styles.fact))
        rows += 1
    rows = max(2.0, rows)
    items.append(Segment(0, rows * row, width, rows * row, lines.rule))
    return Strip(rows, tuple(items))


def _findings(setter: Typesetter, findings: Sequence[Finding], width: float) -> list[Strip]:
    """Return every finding in full, with the sign of its severity."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    counts = Counter(finding.severity for finding in findings)
    aside = " · ".join(
        f"{counts[severity]} {one if counts[severity] == 1 else many}" for severity, (one, many) in SEVERITIES.items()
    )
    strips = [panel_head(setter, "Findings", aside, width)]
    if not findings:
        strips.append(_said(setter, "none"))
    for finding in findings:
        texts = setter.wrap(finding.message[:1].upper() + finding.message[1:], styles.fact, width - MESSAGE_LEFT)
        rows = max(2, len(texts)) if len(texts) > 1 else 1
        sign = severity_sign(setter, finding.severity, 0.4, 0.05 if rows == 1 else 0.6)
        items: list[Item] = [labelled(SEVERITIES[finding.severity][0], sign)]
        items.extend(
            setter.text(MESSAGE_LEFT, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(texts)
        )
        if finding is not findings[-1]:
            items.append(Segment(0, rows * row + 0.1, width, rows * row + 0.1, lines.rule))
        strips.append(Strip(rows, tuple(items)))
    return strips


def _rolls(setter: Typesetter, rolls: TurnRolls, width: float) -> list[Strip]:
    """Return boxes for the totals of both sides in each turn, and for who won."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    pitch, size = min(ROLL_PITCH, (width - ROLLS_LEFT) / len(rolls.won)), setter.design.boxes.check
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


def _rule_names(setter: Typesetter, rules: Sequence[RuleText], title: str, texts: str, width: float) -> Iterator[Strip]:
    """Yield the names and numbers of rules for which there is no room beside the list."""
    if not rules:
        return
    style = setter.design.styles.fact
    yield panel_head(setter, title, f"their texts: {texts}" if texts else "", width)
    names = " · ".join(f"{rule.name} {rule.rule}".strip().replace(" D-", "\u00a0D-") for rule in rules)
    for line in setter.wrap(names, style, width):
        yield _said(setter, line)


# -- beside the list ------------------------------------------------------------
def _beside(
    setter: Typesetter, roster: RosterPage, rooms: Sequence[float], texts: str
) -> tuple[list[list[Item]], Sequence[RuleText]]:
    """Return what stands beside the list on each page that has so many mm, and the rules that found no room.

    Rules have all of their words where there is room for that; else the longest ones are named.
    """
    rules = [rule for rule in roster.rules if rule.name]
    if not rooms:
        return [], rules
    told_where = f"their texts: {texts}" if texts else ""
    code = _code(setter, roster)
    top = 2 * setter.design.grid.row + CODE_TOP
    most = [int((room - (0 if n else top + CODE + top)) / LEADING) for n, room in enumerate(rooms)]
    columns, left = _rules(setter, [replace(rule, title=rule.name) for rule in rules], most)
    pages = [_lines(setter, column, 0.0 if n else top) for n, column in enumerate(columns)]
    if rules:
        head = panel_head(setter, "Rules of this army", told_where, ASIDE)
        pages[0][:0] = place_strips([head], 0, setter.design.grid.row)
    y = (top + LEADING * sum(map(len, columns[0])) + LEADING) if rules else 0.0
    pages[0] += [moved(code, 0, y), *_ruled(setter, y + top + CODE, rooms[0])]
    return pages, left


def _rules(
    setter: Typesetter, rules: Sequence[RuleText], most: Sequence[int]
) -> tuple[list[list[Paragraph]], Sequence[RuleText]]:
    """Return rules in columns of so many lines each, and those that are not even named there.

    Each is told with all its words, or named with others at the end: those that the system words itself have their
    words first, then the shorter ones.
    """
    whole = [[*paragraphs(setter, [rule], ASIDE)] for rule in rules]
    if len(columns := _columns([part for parts in whole for part in parts], most)) <= len(most):
        return columns, ()
    count = len(rules)
    while len(columns := _columns(_named(setter, rules[:count]), most)) > len(most):
        count -= 1
    told: set[int] = set()
    for n in sorted(range(count), key=lambda n: (not rules[n].cited, sum(map(len, whole[n])))):
        longer = {*told, n}
        parts = [part for m in sorted(longer) for part in whole[m]]
        parts += _named(setter, [rule for m, rule in enumerate(rules[:count]) if m not in longer])
        if len(filled := _columns(parts, most)) <= len(most):
            told, columns = longer, filled
    return columns, rules[count:]


def _named(setter: Typesetter, rules: Sequence[RuleText]) -> list[Paragraph]:
    """Return the names of rules, one behind the other."""
    names = ", ".join(f"{rule.name} {rule.cited}".strip().replace(" (", "\u00a0(") for rule in rules)
    return [*paragraphs(setter, [RuleText("Also", names, "")], ASIDE)] if rules else []


def _columns(parts: Sequence[Paragraph], most: Sequence[int]) -> list[list[Paragraph]]:
    """Return rules in columns of so many lines each; those for which there is none left are the last."""
    columns: list[list[Paragraph]] = [[]]
    for part in parts:
        at = len(columns) - 1
        if at < len(most) and sum(map(len, columns[-1])) + len(part) > most[at]:
            columns.append([])
        columns[-1].append(part)
    return columns


def _lines(setter: Typesetter, parts: Sequence[Paragraph], y: float) -> list[Item]:
    items: list[Item] = []
    for part in parts:
        items.append(PLAIN)
        for line in part:
            items.extend(setter.text(x, y + BASELINE, text, style) for x, text, style in line)
            y += LEADING
    return items


def _code(setter: Typesetter, roster: RosterPage) -> list[Item]:
    """Return the list as a code to scan, with what it is beside it."""
    row, style = setter.design.grid.row, setter.design.styles.fact
    top = 2 * row + CODE_TOP
    items: list[Item] = [*place_strips([panel_head(setter, "The list", "to scan", ASIDE)], 0, row)]
    items.append(Placed(0, top, scan_code(setter, list_to_scan(roster, MOST_SCANNED), CODE)))
    items.append(PLAIN)
    for n, line in enumerate(setter.wrap(CODE_WORDS, style, ASIDE - CODE - 3)):
        items.append(setter.text(CODE + 3, top + setter.baseline + n * LEADING, line, style))
    return items


def _ruled(setter: Typesetter, top: float, bottom: float) -> Iterator[Item]:
    """Yield lines to write on down to the foot of a page."""
    count = int((bottom - top - setter.design.grid.row) / RULED)
    if count >= LEAST_RULED:
        yield PLAIN
        yield setter.text(0, top + setter.baseline + 1, "Notes", setter.design.styles.faint)
        for n in range(count):
            y = bottom - n * RULED
            yield Segment(0, y, ASIDE, y, setter.design.lines.fine, dotted=True)

"""The roster page: the list, with reserve, tokens and findings below it, and the rules of the army beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, zip_longest

from msgspec.structs import replace

from builder.errors import Finding, Severity
from builder.scalars import counted
from builder.sheets.block import Strip, check_box, height_of, labelled, moved, panel_head
from builder.sheets.packing import Content, Flow
from builder.sheets.page import (
    CELL,
    KEY,
    ROW,
    TITLES,
    FieldKind,
    FieldRun,
    Item,
    PageField,
    Placed,
    Rect,
    Segment,
    Text,
    flat,
)
from builder.sheets.roster_list import (
    ASIDE_GAP,
    TOTAL_ROWS,
    list_head,
    list_width,
    mark_strip,
    title_strip,
    total_strip,
    unit_strips,
)
from builder.sheets.rule_words import behind
from builder.sheets.rules_sheet import NOTES, Untold, below_list, beside_list, ruled, rules_strip
from builder.sheets.signs import filling, severity_sign
from builder.sheets.token_sheet import outline
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Reserve, RosterPage, RuleText, ScoreRow, Shape, Token, TurnRolls

PANEL_GAPS = (1.0, 0.5)
"""Rows of white over a panel: usually, and where less saves a page."""
COUNT_WIDTH, TEXT_LEFT, MESSAGE_LEFT = 7.0, 9.5, 6.5
TOKEN, TOKEN_PITCH, TOKENS_LEFT = 3.6, 4.2, 32.0
"""The side of a token to strike off, its pitch, and where they begin, in mm."""
LATER_GAP = 2.4
"""Before tokens that come when the game starts, in mm."""
TURN_PITCH, CAME_IN, LINE_CAME_IN, HOW_GAP = 10.0, 12.0, 9.0, 1.5
"""From turn to turn, the room to write when a unit came, the line there, and the white before how it comes, in mm."""
ROLLS_LEFT, ROLL_PITCH = 18.0, 16.0
SCORE_LEFT, ALL_TURNS, SCORE_ROWS = 32.0, 1.3, 1.5
"""Where the boxes of the score begin, in mm; how much wider the box for all is, the rows of each line."""
NONE_UNTOLD = Untold()
SEVERITIES = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("note", "notes"),
}


def roster_pages(
    setter: Typesetter,
    roster: RosterPage,
    labels: Mapping[str, str],
    capacity: int,
    texts: str,
    untold: Untold = NONE_UNTOLD,
) -> list[Content]:
    """Return the list with its panels, and the rules of the army beside it where the page is wide enough.

    `labels` are the pages of cards by their ids, `capacity` the rows of a page, `texts` says where rules stand in full.
    Those that are `untold` on cards come before others, and stand below the list where there is no room beside it.
    """
    row, width = setter.design.grid.row, list_width(setter)
    title = title_strip(setter, roster)
    units, panels = [*unit_strips(setter, roster.rows, labels)], [*_panels(setter, roster, width)]
    on_top = cache(lambda: [*unit_strips(setter, roster.rows, labels, on_top=True)])
    flow, closer = (
        _listed(setter, roster, title, units, on_top, panels, Flow(capacity, row), gap) for gap in PANEL_GAPS
    )
    if len(closer.contents()) < len(flow.contents()):
        flow = closer
    rooms = [capacity * row] * len(flow.contents()) if width < setter.design.grid.width else []
    rooms = [room - (0 if n else title.rows * row) for n, room in enumerate(rooms)]
    own = untold
    beside, left, untold = beside_list(setter, roster, rooms, texts, own)
    named = "Rules of this army" if len(left) == len(roster.rules) else "More rules of this army"
    names = [*_rule_names(setter, left, named, texts, width)]
    if whole := None if rooms else rules_strip(setter, left, flow.room - PANEL_GAPS[0]):
        flow.skip(PANEL_GAPS[0])
        names = [whole]
    elif untold.rules and not texts:  # Nothing else tells them.
        told = below_list(setter, flow, untold, PANEL_GAPS[0])
        names = [*_rule_names(setter, [rule for rule in left if rule not in told], named, texts, width)]
    if height_of(names) <= flow.room or not (texts or labels):  # Cards tell them too: they begin no page of their own.
        rest = height_of(names[1:])
        for n, strip in enumerate(names):  # They stand on one page.
            flow.put(strip, keep=rest if not n and rest < capacity / 2 else 0)
    score = _score(setter, roster.score, width) if roster.score else None
    if score and len(rooms) == 1 and not names and not untold.rules:
        across = _score(setter, roster.score, setter.design.grid.width)
        room = rooms[0] - (across.rows + PANEL_GAPS[0]) * row
        if PANEL_GAPS[0] + across.rows <= flow.room and _lowest(beside[0]) <= room:
            lower = beside_list(setter, roster, [room], texts, own)
            if _letters(lower[0]) == _letters(beside):
                score, beside = across, lower[0]
    _put_at_foot(setter, flow, score, width)
    shift = [title.rows * row, *(0.0 for _ in beside[1:])]
    drawn = [moved(items, width + ASIDE_GAP, top) for items, top in zip(beside, shift, strict=False)]
    return [
        replace(page, items=(*page.items, *([items] if items else [])))
        for page, items in zip_longest(flow.contents(), drawn)
    ]


def _lowest(items: Sequence[Item]) -> float:
    """Return where the last word beside the list stands, in mm, without the title of lines to write on."""
    return max((item.y for item in flat((*items,)) if isinstance(item, Text) and item.text != NOTES), default=0.0)


def _letters(pages: Sequence[Sequence[Item]]) -> int:
    """Return how many letters stand beside the list, without the title of lines to write on."""
    texts = (item.text for items in pages for item in flat((*items,)) if isinstance(item, Text))
    return sum(len(text) for text in texts if text != NOTES)


def _put_at_foot(setter: Typesetter, flow: Flow, score: Strip | None, width: float) -> None:
    """Put the score at the foot of a page that has room for it, and lines to write on over it."""
    if score and PANEL_GAPS[1] + score.rows > flow.room:
        return
    white = flow.room - PANEL_GAPS[0] - (score.rows + PANEL_GAPS[0] if score else 0.0)
    lines = (*ruled(setter, 0, white * setter.design.grid.row, width),)
    if lines:
        flow.skip(PANEL_GAPS[0])
        flow.put(Strip(white, lines))
    if score:
        flow.skip(flow.room - score.rows)
        flow.put(score)


def _listed(
    setter: Typesetter,
    roster: RosterPage,
    title: Strip,
    units: Sequence[Strip],
    on_top: Callable[[], Sequence[Strip]],
    panels: Sequence[Sequence[Strip]],
    flow: Flow,
    gap: float,
) -> Flow:
    """Put the list on pages, and its panels below it; `on_top` are the units as they stand first on further pages."""
    head = list_head(setter, roster.words)
    flow.put(title)
    if roster.rows:
        flow.put(head)
        behind = [0.0] * (len(units) - 2) + [units[-1].rows + TOTAL_ROWS, TOTAL_ROWS]  # No unit stands there alone.
        for n, (unit, strip, keep) in enumerate(zip(roster.rows, units, behind[-len(units) :], strict=True)):
            shown = on_top()[n] if strip.rows + keep > flow.room else strip
            flow.put(shown, head, keep, unit.cards[0] if unit.cards else "")
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
    right = width - CAME_IN
    middles = [right - (len(reserve.arrivals) - n - 0.5) * TURN_PITCH for n in range(len(reserve.arrivals))]
    room = middles[0] - size
    items: list[Item] = [setter.text(0, setter.baseline, "Turn", styles.head)]
    items.extend(setter.text(x, setter.baseline, str(n), styles.strong, "centre") for n, x in enumerate(middles, 1))
    items.append(setter.text(width, setter.baseline, "came in", styles.head, "right"))
    items.append(Segment(0, row, width, row, lines.head))
    aside = f"{counted(count, 'unit')} · tick when it comes · heavy: by the table"
    head = panel_head(setter, "Reserve", aside, width)
    strips = [head, Strip(1, tuple(items))]
    for unit in reserve.units:
        *above, name = setter.wrap(unit.label, styles.cell_name, room)
        begin = setter.width(name, styles.cell_name) + HOW_GAP
        beside, rest = behind(setter, unit.how, styles.fact, room - begin)
        below = setter.wrap(rest, styles.fact, room) if rest else []
        rows = max(1.5, len(above) + 1.3 + len(below))
        down = (n * row + 0.95 * row for n in range(len(above) + 1 + len(below)))
        items = [setter.text(0, next(down), line, styles.cell_name) for line in above]
        y = next(down)
        items += (setter.text(0, y, name, styles.cell_name), setter.text(begin, y, beside, styles.fact))
        items += (setter.text(0, y, line, styles.fact) for y, line in zip(down, below, strict=True))
        for turn, (box, x) in enumerate(zip(unit.turns, middles, strict=True), 1):
            line = lines.strong if turn == unit.planned else lines.thin
            items.extend(check_box(setter, box, x - size / 2, (1.5 * row - size) / 2, size, line))
        items.append(Segment(width - LINE_CAME_IN, 1.2 * row, width, 1.2 * row, lines.thin))
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


def _score(setter: Typesetter, score: Sequence[ScoreRow], width: float) -> Strip:
    """Return a table to keep the score in, turn by turn."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    turns = len(score[0].turns) - 1
    pitch = (width - SCORE_LEFT) / (turns + ALL_TURNS)
    edges = [*(SCORE_LEFT + n * pitch for n in range(turns + 1)), width]
    titles = [*map(str, range(1, turns + 1)), "all"]
    top, high = 2 * row, SCORE_ROWS * row
    bottom = top + len(score) * high
    title = setter.text(0, row + 0.5, "Score", styles.panel)
    items: list[Item] = [Segment(0, 0, width, 0, lines.block), TITLES, CELL, title]
    for turn, (left, right) in zip(titles, pairwise(edges), strict=True):
        items += (CELL, setter.text((left + right) / 2, row + 0.5, turn, styles.strong, "centre"))
    for n, told in enumerate(score):
        y = top + n * high
        label = setter.text(0, y + (high - row) / 2 + setter.baseline, told.label, styles.label)
        items += (Segment(0, y, width, y, lines.rule), ROW, KEY, label)
        for figure, (left, right) in zip(told.turns, pairwise(edges), strict=True):
            items.append(CELL)
            items.append(PageField(figure.id, FieldKind.NUMBER, left + 0.4, y + 0.4, right - left - 0.8, high - 0.8))
            if figure.value is not None:
                base = y + (high - row) / 2 + setter.baseline
                items.append(setter.text((left + right) / 2, base, str(figure.value), styles.strong, "centre"))
    items += [Segment(0, bottom, width, bottom, lines.medium)]
    items += [Segment(x, top, x, bottom, lines.rule) for x in edges]
    return Strip(2 + len(score) * SCORE_ROWS, tuple(items))

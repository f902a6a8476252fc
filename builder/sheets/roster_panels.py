"""The lower part of the roster page: tokens, findings and reserve side by side, tables, rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from builder.errors import Finding, Severity
from builder.sheets.block import Strip, check_box, height_of, place_strips, take
from builder.sheets.page import Item, Line
from builder.sheets.signs import severity_sign
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Reserve, RosterPage, RuleText

PANELS = 3
PANEL_GAP = 5.0
COUNT_WIDTH, SOURCES_LEFT = 7.0, 9.5
MESSAGE_LEFT = 6.5
SEVERITIES = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("note", "notes"),
}


def panel_strips(setter: Typesetter, roster: RosterPage, capacity: int) -> Iterator[Strip]:
    """The panels side by side; panels higher than a page of `capacity` rows go on in a further strip."""
    grid = setter.design.grid
    width = (grid.width - (PANELS - 1) * PANEL_GAP) / PANELS
    middle = width if roster.reserve else 2 * width + PANEL_GAP
    panels = [
        (0.0, _tokens(setter, roster, width)),
        (width + PANEL_GAP, _findings(setter, roster.findings, middle)),
        (2 * (width + PANEL_GAP), _reserve(setter, roster.reserve, width) if roster.reserve else []),
    ]
    while any(panel for _, panel in panels):
        items: list[Item] = []
        rows = 0
        left_over: list[tuple[float, list[Strip]]] = []
        for x, panel in panels:
            taken = max(1, take(panel, capacity - 2))
            items.extend(place_strips(panel[:taken], 1, grid.row, x))
            rows = max(rows, height_of(panel[:taken]))
            left_over.append((x, panel[taken:]))
        panels = left_over
        yield Strip(rows + 2, tuple(items))


def rule_names(setter: Typesetter, rules: Sequence[RuleText]) -> Iterator[Strip]:
    """The names and numbers of the rules that the army uses; their texts have a sheet of their own."""
    if not rules:
        return
    style, width = setter.design.styles.fact, setter.design.grid.width
    yield panel_head(setter, "Rules that this army uses", "their texts: sheet Rules", width)
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
    """The head of a panel: a black rule, its title, a remark at the right."""
    styles, lines, row = setter.design.styles, setter.design.lines, setter.design.grid.row
    items: list[Item] = [
        Line(0, 0, width, 0, lines.block),
        setter.text(0, row + 0.5, title, styles.panel),
        Line(0, 2 * row, width, 2 * row, lines.rule),
    ]
    if aside:
        items.append(setter.text(width, row + 0.5, aside, styles.caption, "right"))
    return Strip(2, tuple(items))


def _tokens(setter: Typesetter, roster: RosterPage, width: float) -> list[Strip]:
    """How many tokens of each kind, with where they come from."""
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
            items.append(Line(0, rows * row, width, rows * row, lines.rule))
        strips.append(Strip(rows, tuple(items)))
    return strips


def _findings(setter: Typesetter, findings: Sequence[Finding], width: float) -> list[Strip]:
    """Every finding in full, with the sign of its severity."""
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
        items: list[Item] = [*sign]
        items.extend(
            setter.text(MESSAGE_LEFT, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(texts)
        )
        if finding is not findings[-1]:
            items.append(Line(0, rows * row + 0.1, width, rows * row + 0.1, lines.rule))
        strips.append(Strip(rows, tuple(items)))
    return strips


def _reserve(setter: Typesetter, reserve: Reserve, width: float) -> list[Strip]:
    """How many may arrive in each turn, and a box for each unit that waits."""
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
    items += [Line(0, row, width, row, lines.rule), Line(0, 2 * row, width, 2 * row, lines.head)]
    strips.append(Strip(2, tuple(items)))
    for check in reserve.units:
        arrived = setter.text(width - 8, setter.baseline, "arrived, turn", styles.caption, "right")
        texts = setter.wrap(check.label, styles.label, arrived.x - 7)
        items = [arrived, Line(width - 7, setter.baseline + 0.5, width, setter.baseline + 0.5, lines.thin)]
        items.extend(check_box(setter, check, 0.3, 0.3, design.boxes.check, lines.box))
        items.extend(setter.text(5.2, n * row + setter.baseline, text, styles.label) for n, text in enumerate(texts))
        strips.append(Strip(len(texts), tuple(items)))
    if reserve.remark:
        texts = setter.wrap(reserve.remark, styles.caption, width)
        items = [setter.text(0, n * row + setter.baseline, text, styles.caption) for n, text in enumerate(texts)]
        strips.append(Strip(len(texts), (Line(0, 0.1, width, 0.1, lines.rule), *items)))
    return strips

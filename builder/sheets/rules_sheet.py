"""The rules appendix: each rule that the army uses once, two side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.sheets.block import Strip, moved
from builder.sheets.packing import Content, Flow
from builder.sheets.page import Item, Line
from builder.sheets.roster_panels import panel_head
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RuleText

COLUMNS = 2
GAP = 7.5
MOST_LINES = 20
"""Lines of a rule that stand together; a longer one goes on under its name."""


def rules_pages(setter: Typesetter, rules: Sequence[RuleText], capacity: int) -> list[Content]:
    """The rules; no page where the army uses none."""
    if not rules:
        return []
    grid = setter.design.grid
    head = panel_head(setter, "Rules that this army uses", "each once; numbers name the rule", grid.width)
    flow = Flow(capacity, grid.row)
    flow.put(head)
    for strip in _strips(setter, rules):
        flow.put(strip, head)
    return flow.contents()


def _strips(setter: Typesetter, rules: Sequence[RuleText]) -> Iterator[Strip]:
    width = (setter.design.grid.width - (COLUMNS - 1) * GAP) / COLUMNS
    columns = [_rule(setter, part, lines, width) for rule in rules for part, lines in _parts(setter, rule, width)]
    for first in range(0, len(columns), COLUMNS):
        pair = columns[first : first + COLUMNS]
        items: list[Item] = []
        for n, strip in enumerate(pair):
            x = n * (width + GAP)
            items.append(moved(strip.items, x, 0))
            if first:
                items.append(Line(x, 0, x + width, 0, setter.design.lines.rule))
        yield Strip(max(strip.rows for strip in pair), tuple(items))


def _parts(setter: Typesetter, rule: RuleText, width: float) -> Iterator[tuple[RuleText, list[str]]]:
    """A rule with its lines, in as many parts as it needs."""
    style = setter.design.styles.fact
    lines = [line for text in rule.text.splitlines() for line in setter.wrap(text, style, width)]
    for first in range(0, max(1, len(lines)), MOST_LINES):
        part = rule if not first else replace(rule, title=f"{rule.title}, continued")
        yield part, lines[first : first + MOST_LINES]


def _rule(setter: Typesetter, rule: RuleText, lines: Sequence[str], width: float) -> Strip:
    styles, row = setter.design.styles, setter.design.grid.row
    number = setter.text(width, setter.baseline, rule.rule, styles.caption, "right")
    titles = setter.wrap(rule.title, styles.group, number.x - 3)
    items: list[Item] = [number] if rule.rule else []
    items.extend(setter.text(0, n * row + setter.baseline, title, styles.group) for n, title in enumerate(titles))
    items.extend(
        setter.text(0, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(lines, len(titles))
    )
    return Strip(len(titles) + len(lines), tuple(items))

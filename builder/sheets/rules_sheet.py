"""The rules that an army uses in full, in balanced columns: on pages of their own, or below the last card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.sheets.block import moved, place_strips
from builder.sheets.packing import Content
from builder.sheets.page import Item
from builder.sheets.roster_page import panel_head
from builder.sheets.rule_lines import BASELINE, LEADING, WORDS_GAP, Line
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RuleText

COLUMNS = 3
GAP = 5.0
MOST_LINES = 14
"""Lines of a rule that stand together; of a longer one, columns may end within it."""
HEAD_FOOT = 1.2
"""White below the head, in mm."""
Paragraph = list[Line]


def rules_pages(setter: Typesetter, rules: Sequence[RuleText], capacity: int) -> list[Content]:
    """Return the rules on pages of `capacity` rows; no page where the army uses none."""
    row = setter.design.grid.row
    most = int((capacity * row - _head_height(setter)) / LEADING)
    left = [*paragraphs(setter, rules, _column_width(setter))]
    pages: list[Content] = []
    while left:
        columns = _columns(left, most)
        pages.append(Content((_placed(setter, _balanced(left, most) if len(columns) <= COLUMNS else columns),)))
        left = [paragraph for column in columns[COLUMNS:] for paragraph in column]
    return pages


def rules_block(setter: Typesetter, rules: Sequence[RuleText], room: float) -> tuple[Item, ...]:
    """Return the rules as a block that so many mm hold; nothing where they are higher."""
    most = int((room - _head_height(setter)) / LEADING)
    left = [*paragraphs(setter, rules, _column_width(setter))]
    if not left or max(map(len, left)) > most or len(_columns(left, most)) > COLUMNS:
        return ()
    return (_placed(setter, _balanced(left, most)),)


def _head_height(setter: Typesetter) -> float:
    return 2 * setter.design.grid.row + HEAD_FOOT


def _column_width(setter: Typesetter) -> float:
    return (setter.design.grid.width - (COLUMNS - 1) * GAP) / COLUMNS


def paragraphs(setter: Typesetter, rules: Sequence[RuleText], width: float) -> Iterator[Paragraph]:
    """Yield each rule as lines of a width in mm, its name on the first; of a long one, as many as stand together."""
    styles = setter.design.styles
    for rule in rules:
        title, *further = setter.wrap(rule.title, styles.cell_name, width) if rule.title else [""]
        number = f" ({rule.rule})" if rule.rule and rule.rule not in rule.text else ""
        first, *parts = [*further, *(f"{rule.text}{number}".strip().splitlines() or [""])]
        begin = setter.width(title, styles.cell_name) + WORDS_GAP if title else 0.0
        beside, *rest = setter.wrap(first, styles.fact, width - begin) if begin < width * 0.8 else ["", first]
        below = [" ".join(rest)] if rest else []
        lines: Paragraph = [[(0.0, title, styles.cell_name), *([(begin, beside, styles.fact)] if beside else [])]]
        lines += [
            [(0.0, text, styles.fact)] for part in (*below, *parts) for text in setter.wrap(part, styles.fact, width)
        ]
        yield from (lines[n : n + MOST_LINES] for n in range(0, len(lines), MOST_LINES))


def _columns(rules: Sequence[Paragraph], most: int) -> list[list[Paragraph]]:
    """Return the paragraphs in columns of at most so many lines, as few as they need in their order."""
    columns: list[list[Paragraph]] = [[]]
    lines = 0
    for paragraph in rules:
        if columns[-1] and lines + len(paragraph) > most:
            columns.append([])
            lines = 0
        columns[-1].append(paragraph)
        lines += len(paragraph)
    return columns


def _balanced(rules: Sequence[Paragraph], most: int) -> list[list[Paragraph]]:
    """Return the paragraphs in the lowest columns that a page has room for side by side."""
    lowest = min(most, -(-sum(map(len, rules)) // COLUMNS))
    return next(
        columns
        for lines in range(lowest, most + 1)
        if len(columns := _columns(rules, lines)) <= COLUMNS or lines == most
    )


def _placed(setter: Typesetter, columns: Sequence[Sequence[Paragraph]]) -> Item:
    grid = setter.design.grid
    head = panel_head(setter, "Rules of this army", "each once, with its number", grid.width)
    items: list[Item] = [*place_strips([head], 0, grid.row)]
    pitch = (grid.width + GAP) / COLUMNS
    for n, column in enumerate(columns[:COLUMNS]):
        y = _head_height(setter)
        for line in (line for paragraph in column for line in paragraph):
            items.extend(setter.text(n * pitch + x, y + BASELINE, text, style) for x, text, style in line)
            y += LEADING
    return moved(items, 0, 0)

"""The words of rules and notes as lines of a width: a name with what is told behind and below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from builder.sheets.block import Strip, note_lines
from builder.sheets.page import PLAIN, Item, Style
from builder.sheets.typesetter import BREAK, Typesetter
from builder.systems.blocks import RuleText
from builder.text import on_one_line

LEADING, BASELINE = 3.3, 2.5
"""From line to line, and from the top of a line to the foot of its letters, in mm."""
WORDS_GAP = 1.2
_ENDS = re.compile(r"(?<=[.!?])(?<!\.\w\.)\s+(?![a-z])|(?<=;)\s+")
"""Where the words of a rule may be cut short: after a sentence, or at a semicolon.

Not at a comma or a colon: what stands before it may mean nothing, or the contrary.
"""
LEFT_OUT = " …"
"""Stands for words that were left out."""
Line = list[tuple[float, str, Style]]
"""Pieces of a line: where each begins, its text and its type."""
Paragraph = list[Line]
MOST_BEGIN = 0.7
"""Behind a name that takes more of a line, no words begin that go on below."""
MOST_LINES = 14
"""Lines of a rule that stand together; of a longer one, columns may end within it."""
LEAST_LINES = 3
"""Of a rule in which a column ends, so many lines stand on either side."""
LEAST_TWO, COLUMN_GAP, COLUMN_TOP = 130.0, 5.0, 0.6
"""A width in mm that has room for two columns, the white between them, and that over them."""
Words = RuleText | str
"""A rule, which takes a line or a few, or a note, which takes as many as it needs."""


def word_lines(setter: Typesetter, words: Words, width: float, most: int = 1) -> tuple[Line, ...]:
    """Return the lines of a note, or of a rule `most` lines: pieces of text, each with where it begins and its type.

    They are tried in many rooms, so they are kept.
    """
    return setter.kept(tuple, ("lines", words, width, most), lambda: tuple(_word_lines(setter, words, width, most)))


def _word_lines(setter: Typesetter, words: Words, width: float, most: int) -> Iterator[Line]:
    styles = setter.design.styles
    if isinstance(words, str):
        yield from ([(0.0, line, styles.fact)] for line in note_lines(setter, [words], width))
        return
    title = setter.wrap(words.title, styles.cell_name, width)[0]
    begin = setter.width(title, styles.cell_name) + WORDS_GAP
    first, *further = brief(setter, words, begin, width, most) or [""]
    yield [(0.0, title, styles.cell_name), *([(begin, first, styles.fact)] if first else [])]
    yield from ([(0.0, line, styles.fact)] for line in further)


def paragraphs(setter: Typesetter, rules: Sequence[RuleText], width: float) -> Iterator[Paragraph]:
    """Yield each rule as lines of a width in mm, its name on the first; of a long one, as many as stand together."""
    styles = setter.design.styles
    for rule in rules:
        title, *further = setter.wrap(rule.title, styles.cell_name, width) if rule.title else [""]
        number = f"\u00a0{rule.cited}" if rule.cited else ""
        first, *parts = [*further, *(f"{rule.text}{number}".strip().splitlines() or [""])]
        begin = setter.width(title, styles.cell_name) + WORDS_GAP if title else 0.0
        beside, rest = behind(setter, first, styles.fact, width - begin) if begin < width * 0.8 else ("", first)
        below = [rest] if rest else []
        lines: Paragraph = [[(0.0, title, styles.cell_name), *([(begin, beside, styles.fact)] if beside else [])]]
        lines += [
            [(0.0, text, styles.fact)] for part in (*below, *parts) for text in setter.wrap(part, styles.fact, width)
        ]
        while lines:  # Never a last line or two apart.
            together = MOST_LINES if len(lines) >= MOST_LINES + LEAST_LINES else len(lines)
            yield lines[:together]
            lines = lines[together:]


def brief(setter: Typesetter, rule: RuleText, begin: float, width: float, most: int) -> list[str]:
    """Return what of a rule fits `most` lines of a width: all its words, or the first whole sentences, and its number.

    The first line begins at `begin`, behind its name. Where words are left out, the number says where they stand, or an
    ellipsis that there are more.
    """
    style = setter.design.styles.fact
    number = f" {rule.cited}".rstrip()

    def lines(text: str) -> list[str]:
        if setter.width(text, style) <= width - begin:
            return [text]
        if most == 1 or begin > MOST_BEGIN * width:
            return ["", *setter.wrap(text, style, width)]
        first, rest = behind(setter, text, style, width - begin)
        return [first, *setter.wrap(rest, style, width)]

    # Longer words cannot fit, wherever lines are broken, each at a space: they are not broken to find that out.
    longest = width - begin if most == 1 else most * width + (most - 1) * setter.width(" ", style)
    sentences = _ENDS.split(on_one_line(rule.text).rstrip(". ")) if rule.text else []
    for count in range(len(sentences), 0, -1):
        told = " ".join(sentences[:count])
        whole = count == len(sentences)
        if not whole and told.count("(") > told.count(")"):
            continue
        told = told if whole else told.rstrip(".; ")
        for end in (number, "") if whole else (number or LEFT_OUT, LEFT_OUT):
            if setter.width(told + end, style) > longest:
                continue
            if len(found := lines(told + end)) <= most:
                return _without_widow(setter, found, width, style)
    return [number.strip()] if number and setter.width(number, style) <= width - begin else []


def _without_widow(setter: Typesetter, lines: list[str], width: float, style: Style) -> list[str]:
    """Return lines of which the last has no word alone, where the line above has some to spare."""
    if len(lines) < 2 or " " in lines[-1] or lines[-2].count(" ") < 2:
        return lines
    kept, _, word = lines[-2].rpartition(" ")
    last = f"{word} {lines[-1]}"
    return [*lines[:-2], kept, last] if setter.width(last, style) <= width else lines


def is_unsaid(words: Words, lines: Sequence[Line]) -> bool:
    """Whether lines have the name of a rule without any of its words."""
    told = [text for line in lines for _, text, _ in line][1:]
    return isinstance(words, RuleText) and bool(words.text) and told in ([], [words.cited])


def is_whole(words: Words, lines: Sequence[Line]) -> bool:
    """Whether lines have all words of a rule."""
    told = sum([len(text) - text.count(" ") for line in lines for _, text, _ in line])
    return not isinstance(words, RuleText) or told >= _letters(words)


@lru_cache(maxsize=4096)
def _letters(rule: RuleText) -> int:
    """Return how many letters all words of a rule have."""
    whole = f"{rule.title}{on_one_line(rule.text).rstrip('. ')}"
    return len(whole) - whole.count(" ")


def behind(setter: Typesetter, text: str, style: Style, room: float) -> tuple[str, str]:
    """Return the words that stand behind a name, and those that go on below it; none is broken for that."""
    line = ""
    words = BREAK.split(text)
    for n, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if setter.width(longer, style) > room:
            return line, " ".join(words[n:])
        line = longer
    return line, ""


def in_columns(rules: Sequence[Paragraph], most: int, least: int = 0) -> list[list[Paragraph]]:
    """Return the paragraphs in columns of at most so many lines, as few as they need in their order.

    Where `least` is given, a column ends within a paragraph that leaves so many of its lines on either side.
    """
    columns: list[list[Paragraph]] = [[]]
    lines = 0
    for paragraph in rules:
        rest = paragraph
        if columns[-1] and lines + len(rest) > most:
            room = min(most - lines, len(rest) - least)
            if least and room >= least:
                columns[-1].append(rest[:room])
                rest = rest[room:]
            columns.append([])
            lines = 0
        columns[-1].append(rest)
        lines += len(rest)
    return columns


def balanced(rules: Sequence[Paragraph], most: int, count: int, least: int = 0) -> list[list[Paragraph]]:
    """Return the paragraphs in the lowest columns that a page has room for side by side."""
    lowest = min(most, -(-sum(map(len, rules)) // count))
    return next(
        columns
        for lines in range(lowest, most + 1)
        if len(columns := in_columns(rules, lines, least)) <= count or lines == most
    )


def lines_placed(setter: Typesetter, parts: Sequence[Paragraph], left: float, y: float) -> list[Item]:
    """Return paragraphs one below the other, from y on in mm; each is read as one."""
    items: list[Item] = []
    for part in parts:
        items.append(PLAIN)
        for line in part:
            items.extend(setter.text(left + x, y + BASELINE, text, style) for x, text, style in line)
            y += LEADING
    return items


def rule_strip(setter: Typesetter, rules: Sequence[RuleText], width: float) -> Strip:
    """Return rules in their order, in columns as low as each other: two where a width in mm has room for them."""
    count = 2 if width >= LEAST_TWO else 1
    column = (width - (count - 1) * COLUMN_GAP) / count
    left = [*paragraphs(setter, rules, column)]
    columns = balanced(left, sum(map(len, left)), count)
    items = [
        item
        for n, own in enumerate(columns)
        for item in lines_placed(setter, own, n * (column + COLUMN_GAP), COLUMN_TOP)
    ]
    high = COLUMN_TOP + LEADING * max(sum(map(len, own)) for own in columns)
    return Strip(high / setter.design.grid.row, tuple(items))

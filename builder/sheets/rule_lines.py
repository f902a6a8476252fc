"""Rules at the unit that has them: a line each, with all their words or the first sentences, and their number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.record import Record
from builder.sheets.block import Strip, check_top, note_lines, note_strips, wide_note_lines
from builder.sheets.page import PLAIN, Item, Segment, Style
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RuleText

LEADING, BASELINE = 3.3, 2.5
"""From line to line, and from the top of a line to the foot of its letters, in mm."""
RULED = 4.2
"""From one line to write on to the next, in mm."""
LEAST_RULED = 2
"""Fewer lines to write on are none."""
WORDS_GAP = 1.2
COLUMN_GAP = 3.0
WHITE_BELOW = 0.3
"""Below the letters of a line, in mm."""
TOP = 0.5
"""White over the first line of a room."""
LEAST_ROOM = 3.0
"""A room that is lower, in mm, holds no line."""
_ENDS = re.compile(r"(?<=[.!?])(?<!\.\w\.)\s+(?![a-z])|(?<=;)\s+")
"""Where the words of a rule may be cut short: after a sentence, or at a semicolon.

Not at a comma or a colon: what stands before it may mean nothing, or the contrary.
"""
LEFT_OUT = " …"
"""Stands for words that were left out."""
Line = list[tuple[float, str, Style]]
"""Pieces of a line: where each begins, its text and its type."""
Paragraph = list[Line]
MOST_LINES = 14
"""Lines of a rule that stand together; of a longer one, columns may end within it."""
Words = RuleText | str
"""A rule, which takes a line, or a note, which takes as many as it needs."""


class Room(Record, frozen=True):
    """White paper on a card: its left and upper edge, width and height, in mm."""

    x: float
    y: float
    width: float
    height: float


def set_words(setter: Typesetter, words: Sequence[Words], rooms: Sequence[Room]) -> tuple[list[Item], list[Words]]:
    """Set words into rooms, from the first that has a line left, with lines to write on in the largest that is left.

    Returns:
        What is drawn, and the words that found no room.
    """
    items: list[Item] = []
    left = [*words]
    free: list[Room] = []
    for room in rooms:
        y, bottom = room.y + TOP, room.y + room.height
        while left:
            lines = [*word_lines(setter, left[0], room.width)]
            if y + len(lines) * LEADING > bottom + WHITE_BELOW + check_top(setter):
                break
            items.append(PLAIN)
            for line in lines:
                items.extend(setter.text(room.x + x, y + BASELINE, text, style) for x, text, style in line)
                y += LEADING
            del left[0]
        free.append(Room(room.x, y, room.width, bottom - y))
    if not left:
        largest = max(free, key=lambda room: room.width * room.height, default=None)
        if largest and largest.height >= (LEAST_RULED + 0.4) * RULED:
            items.extend(_ruled(setter, largest))
    return items, left


def word_strips(setter: Typesetter, words: Sequence[Words]) -> list[Strip]:
    """Return words over the whole width: rules in two columns, a short note beside the last, then other notes."""
    half = (setter.design.grid.width - COLUMN_GAP) / 2
    told = [[*word_lines(setter, each, half)] for each in words if not isinstance(each, str)]
    notes = [each for each in words if isinstance(each, str)]
    beside = next((note for note in notes if len([*word_lines(setter, note, half)]) == 1), None)
    if len(told) % 2 and beside is not None:
        told.append([*word_lines(setter, beside, half)])
        notes.remove(beside)
    strips = []
    for n in range(0, len(told), 2):
        items: list[Item] = []
        for (line,), x in zip(told[n : n + 2], (0.0, half + COLUMN_GAP), strict=False):
            items.append(PLAIN)
            items.extend(setter.text(x + begin, setter.baseline, text, style) for begin, text, style in line)
        strips.append(Strip(1, tuple(items)))
    return [*strips, *note_strips(setter, wide_note_lines(setter, notes))]


def word_lines(setter: Typesetter, words: Words, width: float) -> Iterator[Line]:
    """Yield the lines of a rule or a note: pieces of text, each with where it begins and its type."""
    styles = setter.design.styles
    if isinstance(words, str):
        yield from ([(0.0, line, styles.fact)] for line in note_lines(setter, [words], width))
        return
    title = setter.wrap(words.title, styles.cell_name, width)[0]
    begin = setter.width(title, styles.cell_name) + WORDS_GAP
    text = brief(setter, words, width - begin)
    yield [(0.0, title, styles.cell_name), *([(begin, text, styles.fact)] if text else [])]


def paragraphs(setter: Typesetter, rules: Sequence[RuleText], width: float) -> Iterator[Paragraph]:
    """Yield each rule as lines of a width in mm, its name on the first; of a long one, as many as stand together."""
    styles = setter.design.styles
    for rule in rules:
        title, *further = setter.wrap(rule.title, styles.cell_name, width) if rule.title else [""]
        number = f" {rule.cited}".rstrip()
        first, *parts = [*further, *(f"{rule.text}{number}".strip().splitlines() or [""])]
        begin = setter.width(title, styles.cell_name) + WORDS_GAP if title else 0.0
        beside, *rest = setter.wrap(first, styles.fact, width - begin) if begin < width * 0.8 else ["", first]
        below = [" ".join(rest)] if rest else []
        lines: Paragraph = [[(0.0, title, styles.cell_name), *([(begin, beside, styles.fact)] if beside else [])]]
        lines += [
            [(0.0, text, styles.fact)] for part in (*below, *parts) for text in setter.wrap(part, styles.fact, width)
        ]
        yield from (lines[n : n + MOST_LINES] for n in range(0, len(lines), MOST_LINES))


def brief(setter: Typesetter, rule: RuleText, width: float) -> str:
    """Return what of a rule fits a width: all its words, or the first whole sentences, and its number.

    Where words are left out, the number says where they stand, or an ellipsis that there are more.
    """
    style = setter.design.styles.fact
    number = f" {rule.cited}".rstrip()
    sentences = _ENDS.split(rule.text.rstrip(". ")) if rule.text else []
    for most in range(len(sentences), 0, -1):
        told = " ".join(sentences[:most])
        whole = most == len(sentences)
        if not whole and told.count("(") > told.count(")"):
            continue
        told = told if whole else told.rstrip(".; ")
        for end in (number, "") if whole else (number or LEFT_OUT, LEFT_OUT):
            if setter.width(told + end, style) <= width:
                return told + end
    return number.strip() if setter.width(number, style) <= width else ""


def _ruled(setter: Typesetter, room: Room) -> Iterator[Item]:
    """A caption, and dotted lines to write on down to the foot of a room."""
    design = setter.design
    yield setter.text(room.x, room.y + setter.baseline, "Notes", design.styles.faint)
    y = room.y + room.height - 0.6
    while y > room.y + setter.baseline + 1.5:
        yield Segment(room.x, y, room.x + room.width, y, design.lines.fine, dotted=True)
        y -= RULED

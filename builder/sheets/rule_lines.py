"""Rules at the unit that has them: a line each, with all their words or the first sentences, and their number.

A rule of which a line does not hold the first sentence has more lines, where a room has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from builder.record import Record
from builder.sheets.block import Strip, line_to_write_on, note_strips, wide_note_lines
from builder.sheets.page import PLAIN, Item, Text
from builder.sheets.rule_words import BASELINE, LEADING, MOST_LINES, Line, Words, is_unsaid, is_whole, word_lines
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RuleText

RULED = 4.2
"""From one line to write on to the next, in mm."""
LEAST_RULED = 2
"""Fewer lines to write on are none."""
WHITE_BELOW = 0.15
"""By how much the line of a rule may stand out below its room, in mm: its letters end above that."""
TOP = 0.3
"""White over the first line of a room."""
LEAST_ROOM = 3.0
"""A room that is lower, in mm, holds no line."""
MOST_TOLD = 3
MOST_BELOW = 2
"""A rule at a unit takes no more lines, in a room and below everything else; in a narrow room as many more."""
SLACK = 1e-6
"""Forgives rounding where lines are counted."""
MOST_SHARING, MOST_TRIED = 8, 4
"""How often more rules may come to those that share lines, and how many of these are tried again."""


ELSEWHERE = "More of it stands on its sheet."
"""The last line of a card on which not even the names of all rules have room."""


class Room(Record, frozen=True):
    """White paper on a card: its left and upper edge, width and height, in mm."""

    x: float
    y: float
    width: float
    height: float


class SetWords(NamedTuple):
    """Words as they were set into rooms.

    Args:
        items: what is drawn.
        left: the words without room.
        further: the further words without room.
        unsaid: the rules that are told by their names alone, each on a line of its own.
        cut: the number of rules that would say more with more lines.
        told: the rules that are told with all of their words.
    """

    items: list[Item]
    left: list[Words]
    further: list[Words]
    unsaid: tuple[RuleText, ...]
    cut: int
    told: tuple[RuleText, ...]

    @property
    def short(self) -> int:
        """How many rules are not told whole, or have no room."""
        return self.cut + sum([isinstance(each, RuleText) for each in self.left])

    @property
    def lack(self) -> tuple[int, bool, int]:
        """What is missing, the worst first: words without room, a rule without words, rules cut short or left out."""
        return len(self.left), bool(self.unsaid), self.cut + len(self.further)


def set_words(
    setter: Typesetter, words: Sequence[Words], rooms: Sequence[Room], further: Sequence[Words] = (), most: int = 0
) -> SetWords:
    """Set words into rooms, from the first that has a line left, with lines to write on in the largest that is left.

    Rules are told whole where all of them have room; else they have as many lines as they need to say something, where
    the words of the room leave these. Those that say nothing then, and those that have no words, share the last lines.
    Then come those of the `further` words that find room for all they say. With `most`, a rule takes so many lines
    where a room has them; else no more than are usual at a unit.
    """
    named: list[Words] = [each for each in words if isinstance(each, RuleText) and not each.text]
    told = _set_words(setter, _with_names(setter, words, named) if len(named) > 1 else words, rooms, further, most)
    if not (named or told.unsaid):
        return told
    for _ in range(MOST_SHARING):
        if not told.unsaid:
            break
        sharing = [each for each in words if each in named or each in told.unsaid]
        shared = _set_words(setter, _with_names(setter, words, sharing), rooms, further, most)
        if len(shared.left) > len(told.left):  # A list of all names has no room here: these have one of their own.
            told = _with_more_names(setter, words, named, rooms, further, most, told)
            break
        told, named = shared, sharing
    worded = [each for each in named if isinstance(each, RuleText) and each.text]
    for each in worded[:MOST_TRIED]:  # The lines that names gave back may have room for some words.
        others = [other for other in named if other != each]
        longer = _set_words(setter, _with_names(setter, words, others), rooms, further, most)
        if not longer.unsaid and len(longer.left) <= len(told.left):
            told, named = longer, others
            worded.remove(each)
    return told._replace(cut=told.cut + len(worded))


def _with_more_names(
    setter: Typesetter,
    words: Sequence[Words],
    named: Sequence[Words],
    rooms: Sequence[Room],
    further: Sequence[Words],
    most: int,
    told: SetWords,
) -> SetWords:
    """Return words where those that are unsaid beside a list of names share lines of their own, where that has room."""
    bare = [each for each in words if each in told.unsaid]
    for _ in range(MOST_SHARING):
        others = [each for each in words if each not in bare]
        apart = [*_with_names(setter, others, named), _names(setter, bare)]
        listed = _set_words(setter, apart, rooms, further, most)
        if len(listed.left) > len(told.left):
            break
        if not listed.unsaid:
            return listed._replace(cut=listed.cut + len(bare))
        bare += [each for each in others if each in listed.unsaid]
    return told


def before_names(setter: Typesetter, rules: Iterable[RuleText]) -> str:
    """Return what stands before the names of rules that share lines: where the words are that all of them have."""
    return f"{setter.elsewhere if setter.elsewhere and all(rule.text for rule in rules) else 'Also'}: "


def _names(setter: Typesetter, words: Sequence[Words]) -> str:
    """Return the names of rules as a line, and where their words are."""
    rules = [each for each in words if isinstance(each, RuleText)]
    names = (rule.title if setter.elsewhere else f"{rule.title} {rule.cited}".strip() for rule in rules)
    return before_names(setter, rules) + ", ".join(names)


def _with_names(setter: Typesetter, words: Sequence[Words], named: Sequence[Words]) -> list[Words]:
    """Return words where some rules have their names behind each other, in place of a line each."""
    also = before_names(setter, [each for each in named if isinstance(each, RuleText)])
    names = _names(setter, named).removeprefix(also)
    others = [each for each in words if each not in named]
    listed = next((each for each in others if isinstance(each, str) and each.startswith(also)), None)
    if listed is not None and names:  # One list of names is enough.
        others.remove(listed)
        names = f"{listed.removeprefix(also)}, {names}"
    return [*others, *([f"{also}{names}"] if names else [])]


def _set_words(
    setter: Typesetter, words: Sequence[Words], rooms: Sequence[Room], further: Sequence[Words], most: int
) -> SetWords:
    """Set words into rooms, each rule on lines of its own."""
    shares, left = _shared_out(setter, words, rooms, most)
    told = _filled(setter, rooms, shares, left, further, most)
    if not left:
        return told
    ways = [_shared_out(setter, words, rooms, 1)]
    for count in range(1, len(words) if len(rooms) > 1 else 0):  # A smaller share of the first room may say more.
        first, over = _shared_out(setter, words[:count], rooms[:1], 1)
        others, left = _shared_out(setter, words[count:], rooms[1:], 1)
        ways.append(([*first, *others], [*over, *left]))
    best: SetWords | None = None
    for shares, left in ways:
        if best is None or len(left) <= len(best.left):
            told = _filled(setter, rooms, shares, left, further, most)
            best = told if best is None or told.lack < best.lack else best
        if not any(best.lack):
            break
    return best or told


def _filled(
    setter: Typesetter,
    rooms: Sequence[Room],
    shares: Sequence[Sequence[tuple[Words, list[Line]]]],
    left: list[Words],
    further: Sequence[Words],
    most: int,
) -> SetWords:
    """Return the words of each room, longer where it has lines to spare, and those of the `further` that find room."""
    items: list[Item] = []
    others = [*further]
    to_come = sum(map(len, shares)) + len(left)
    free: list[Room] = []
    unsaid: list[RuleText] = []
    whole: list[RuleText] = []
    cut = 0
    for room, own in zip(rooms, shares, strict=True):
        spare = _lines_of(setter, room) - sum([len(lines) for _, lines in own]) if own or others else 0
        to_come -= len(own)
        paragraphs = [lines for _, lines in own]
        for n, (each, lines) in enumerate(own):
            if is_unsaid(each, lines):
                paragraphs[n] = _longer(setter, each, room.width, spare + 1)
                spare -= len(paragraphs[n]) - 1
                if isinstance(each, RuleText) and is_unsaid(each, paragraphs[n]):
                    unsaid.append(each)
        told = [each for each, _ in own]
        for each in () if to_come else [*others]:
            lines = [*word_lines(setter, each, room.width, max(spare, 1))]
            if len(lines) <= spare and is_whole(each, lines):
                others.remove(each)
                told.append(each)
                paragraphs.append(lines)
                spare -= len(lines)
        for n, each in enumerate(told):
            if not is_whole(each, paragraphs[n]):  # What was cut short is told whole where that costs nothing.
                longest = min(most, len(paragraphs[n]) + spare) if most else _most(setter, room)
                lines = [*word_lines(setter, each, room.width, longest)]
                if 0 <= len(lines) - len(paragraphs[n]) <= spare:
                    spare -= len(lines) - len(paragraphs[n])
                    paragraphs[n] = lines
                cut += not is_whole(each, paragraphs[n])
            if isinstance(each, RuleText) and is_whole(each, paragraphs[n]):
                whole.append(each)
        y = room.y + TOP
        for lines in paragraphs:
            items.append(PLAIN)
            for line in lines:
                items.extend(setter.text(room.x + x, y + BASELINE, text, style) for x, text, style in line)
                y += LEADING
        free.append(Room(room.x, y, room.width, room.y + room.height - y))
    if not left:
        largest = max(free, key=lambda room: room.width * room.height, default=None)
        if largest and largest.height >= (LEAST_RULED + 0.4) * RULED:
            items.extend(_ruled(setter, largest))
    return SetWords(items, left, others, tuple(unsaid), cut, tuple(whole))


def _lines_of(setter: Typesetter, room: Room) -> int:
    return int((room.height - TOP + WHITE_BELOW) / LEADING + SLACK)


def _most(setter: Typesetter, room: Room) -> int:
    """Return how many lines of a room a rule takes at the most."""
    return max(MOST_TOLD, ceil(MOST_TOLD * setter.design.grid.right_width / room.width))


def _shared_out(
    setter: Typesetter, words: Sequence[Words], rooms: Sequence[Room], most: int = 0
) -> tuple[list[list[tuple[Words, list[Line]]]], list[Words]]:
    """Return the words that each room holds, where rules have `most` lines or as they need, and those without room."""
    left = [*words]
    shares: list[list[tuple[Words, list[Line]]]] = []
    for room in rooms:
        own: list[tuple[Words, list[Line]]] = []
        spare = _lines_of(setter, room) if left else 0
        while left and len(lines := [*word_lines(setter, left[0], room.width, most or _most(setter, room))]) <= spare:
            own.append((left.pop(0), lines))
            spare -= len(lines)
        shares.append(own)
    return shares, left


def _longer(setter: Typesetter, words: Words, width: float, most: int) -> list[Line]:
    """Return words on as few lines as say something of them; a rule for which these are too many by its name alone."""
    one = [*word_lines(setter, words, width)]
    if is_unsaid(words, one):
        for count in range(2, min(most, MOST_TOLD) + 1):
            told = [*word_lines(setter, words, width, count)]
            if not is_unsaid(words, told):
                return told
    return one


class WordStrips(NamedTuple):
    """Words below the columns of a card, and the rules that are told there with all of their words."""

    strips: list[Strip]
    told: tuple[RuleText, ...] = ()


def word_strips(setter: Typesetter, words: Sequence[Words], *, whole: bool = False) -> WordStrips:
    """Return words below the columns of a card, in their places: rules, a short note beside the last, then other notes.

    A rule that is alone on its row has the whole width. Rules take a line or two, or as many as it takes to tell them
    `whole`.
    """
    if not words:
        return WordStrips([])
    grid = setter.design.grid
    places = ((0.0, grid.left), (grid.right, grid.right_width))
    rules: list[Words] = [each for each in words if not isinstance(each, str)]

    def told(rule: Words, width: float) -> list[Line]:
        return [*word_lines(setter, rule, width, MOST_LINES)] if whole else _longer(setter, rule, width, MOST_BELOW)

    bare = [each for each in rules if is_unsaid(each, told(each, min(grid.left, grid.right_width)))]
    if bare:
        words = _with_names(setter, words, bare)
        rules = [each for each in rules if each not in bare]
    rules.sort(key=lambda rule: -len(told(rule, grid.left)))  # As high as each other.
    notes = [each for each in words if isinstance(each, str)]
    beside = next((note for note in notes if len([*word_lines(setter, note, grid.right_width)]) == 1), None)
    if len(rules) % 2 and beside is not None:
        rules.append(beside)
        notes.remove(beside)
    strips = []
    in_full: list[RuleText] = []
    for n in range(0, len(rules), 2):
        items: list[Item] = []
        pair = rules[n : n + 2]
        most = 0
        for each, (x, width) in zip(pair, places if len(pair) > 1 else ((0.0, grid.width),), strict=True):
            lines = told(each, width)
            most = max(most, len(lines))
            if isinstance(each, RuleText) and is_whole(each, lines):
                in_full.append(each)
            items.append(PLAIN)
            for m, line in enumerate(lines):
                y = setter.baseline + m * LEADING
                items.extend(setter.text(x + begin, y, text, style) for begin, text, style in line)
        strips.append(Strip(1 + (most - 1) * LEADING / grid.row, tuple(items)))
    return WordStrips([*strips, *note_strips(setter, wide_note_lines(setter, notes))], tuple(in_full))


def words_height(setter: Typesetter, words: Sequence[Words], width: float) -> float:
    """Return the height in mm of words in a column of a width."""
    return TOP + LEADING * sum(len([*word_lines(setter, each, width)]) for each in words)


def _ruled(setter: Typesetter, room: Room) -> Iterator[Item]:
    """A caption, and dotted lines to write on down to the foot of a room."""
    design = setter.design
    yield setter.text(room.x, room.y + setter.baseline, "Notes", design.styles.faint)
    y = room.y + room.height - 0.6
    while y > room.y + setter.baseline + 1.5:
        yield line_to_write_on(setter, room.x, y, room.x + room.width)
        y -= RULED


def words_in(
    setter: Typesetter, words: Sequence[Words], further: Sequence[Words], rooms: Sequence[Room], most: int
) -> tuple[list[list[Item]], list[Words]]:
    """Set rules and notes into rooms: where not all have a line of their own, the last ones are named in one.

    Of `further` words it takes those that find room where the last of the others stands. Where not even names have
    room, the last ones stand on the sheet of the unit alone.
    """
    areas, left = _in_turn(setter, words, further, rooms, most)
    rules = [each for each in words if isinstance(each, RuleText)]
    others: list[Words] = [each for each in words if isinstance(each, str)]
    shorter = others
    for named in range(2, len(rules) + 1) if left else ():
        last = rules[len(rules) - named :]
        names = before_names(setter, last) + ", ".join(rule.title for rule in last)
        shorter = [*others, *rules[: len(rules) - named], names]
        areas, left = _in_turn(setter, shorter, (), rooms, most)
        if not left:
            break
    for kept in range(len(shorter) - 1, -1, -1) if left else ():
        areas, left = _in_turn(setter, [*shorter[:kept], ELSEWHERE], (), rooms, most)
        if not left:
            break
    return areas, left


def _in_turn(
    setter: Typesetter, words: Sequence[Words], further: Sequence[Words], rooms: Sequence[Room], most: int
) -> tuple[list[list[Item]], list[Words]]:
    """Return what is drawn in each of the rooms, which are filled one after the other, and the words without room.

    The first has fewer than it could where the others then say more of its rules.
    """
    best: tuple[tuple[int, int, int], list[list[Item]], list[Words]] | None = None
    for kept in range(len(words), -1, -1):
        areas: list[list[Item]] = []
        left, more, short = [*words[:kept]], [*further], 0
        for n, room in enumerate(rooms):
            left += words[kept:] if n == 1 else []
            told = set_words(setter, left, [room], more if left or not n else (), most)
            left, more = told.left, told.further
            short += told.cut + len(told.unsaid)
            areas.append(told.items)
        letters = sum(len(item.text) for area in areas for item in area if isinstance(item, Text)) if most else 0
        lack = len(left), short, -letters
        if best is None or lack < best[0]:
            best = lack, areas, left
        if len(rooms) == 1 or not any(best[0][:2]):
            break
    assert best
    return best[1:]

"""The rules of an army in full: on pages of their own, below what leaves room for them, and beside the list.

Those that no card tells whole come first beside the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from math import ceil
from typing import NamedTuple

from builder.record import replace
from builder.sheets.block import Strip, line_to_write_on, moved, panel_head, place_strips
from builder.sheets.packing import Content, Flow
from builder.sheets.page import PLAIN, Item, Placed
from builder.sheets.roster_list import ASIDE, list_to_scan, list_width
from builder.sheets.rule_lines import RULED
from builder.sheets.rule_words import LEADING, LEAST_LINES, Paragraph, balanced, in_columns, lines_placed, paragraphs
from builder.sheets.signs import scan_code
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Card,
    FormationCard,
    PanelCard,
    ProfileCard,
    RosterPage,
    RuleText,
    UnitCard,
    VehicleCard,
)
from builder.text import on_one_line

COLUMNS, LEAST_WIDE = 3, 130.0
"""So many columns stand side by side; one fewer where they have less than so many mm together."""
COLUMN_GAP = 5.0
HEAD_FOOT = 1.2
"""White below the head, in mm."""
SCARCE = 0.3
"""A last page with less than this share of its lines is nearly empty."""
LEAST_CODE, LEAST_SQUARE, MOST_SCANNED = 22.0, 0.45, 230
"""The sides of the code to scan and of its squares in mm, and the bytes that it holds so that phones read it."""
CODE_TOP = 2.0
CODE_WORDS = "The list in words, for a phone: names and points of its units."
NOTES, LEAST_RULED = "Notes", 3
"""What stands over lines to write on; fewer are none."""
NUMBERED, BY_NAME = "each once, with its number", "those that cards do not tell whole, by name"
"""What stands beside the title of rules."""
LEAST_BEGUN, MOST_BEGUN = 10, 0.5
"""Rules that go on elsewhere begin on a page that has so many lines; those in full take so much of one they begin."""

MANY, MOST_BEARERS = 3, 2
"""Rules of so many units are rules of the army; so many units are named behind a rule."""


# -- those that cards do not tell whole ----------------------------------------
class Untold(NamedTuple):
    """The rules that some card does not tell with all of their words, and of these the ones that none tells."""

    rules: tuple[RuleText, ...] = ()
    nowhere: tuple[RuleText, ...] = ()

    def in_words_of(self, rules: Sequence[RuleText]) -> Untold:
        """Return the same rules as an army words them; those that it does not stay as the cards have them."""
        return Untold(_worded(rules, self.rules), _worded(rules, self.nowhere))


def untold_rules(cards: Iterable[Card], told: Iterable[tuple[str, RuleText]]) -> Untold:
    """Return the rules that cards do not tell with all of their words, each once; `told` are those that they do."""
    whole = {*told}
    somewhere = {(rule.title, rule.text) for _, rule in whole}
    found: dict[tuple[str, str], RuleText] = {}
    for card in cards:
        for rule in rules_of(card):
            if rule.text and (card.id, rule) not in whole:
                found.setdefault((rule.title.casefold(), on_one_line(rule.text)), rule)
    nowhere = (rule for rule in found.values() if (rule.title, rule.text) not in somewhere)
    return Untold(tuple(found.values()), tuple(nowhere))


def _worded(rules: Sequence[RuleText], untold: Sequence[RuleText]) -> tuple[RuleText, ...]:
    names = {rule.title.casefold() for rule in untold}
    texts = {on_one_line(rule.text) for rule in untold}
    worded = [rule for rule in rules if rule.name.casefold() in names or on_one_line(rule.text) in texts]
    known = {on_one_line(rule.text) for rule in worded} | {rule.name.casefold() for rule in worded if rule.rule}
    return (*worded, *(each for each in untold if not known & {each.title.casefold(), on_one_line(each.text)}))


def rules_of(card: Card) -> tuple[RuleText, ...]:
    """Return the rules of a unit and of its weapons, which the card has where it finds room."""
    match card:
        case UnitCard() | PanelCard():
            return (*card.rules, *card.weapon_rules)
        case VehicleCard() | FormationCard():
            return card.rules
        case _:
            return ()


def rules_on(card: Card) -> tuple[RuleText, ...]:
    """Return the rules that the card of a unit of any game has."""
    return card.texts if isinstance(card, ProfileCard) else rules_of(card)


def own_first(cards: Sequence[Card]) -> Iterator[Card]:
    """Yield cards whose rules that many units have come last: where room is short, these are told once for all."""
    bearers: dict[RuleText, set[str]] = {}
    for card in cards:
        for rule in rules_on(card):
            bearers.setdefault(rule, set()).add(card.head.name)
    for card in cards:
        if isinstance(card, ProfileCard):
            yield replace(card, texts=tuple(sorted(card.texts, key=lambda rule: len(bearers[rule]) >= MANY)))
        else:
            yield card


def named_apart(borne: Iterable[tuple[RuleText, str]]) -> list[RuleText]:
    """Return rules by name, each once; of those of one name, each says which units have it."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for rule, bearer in borne:
        found.setdefault((rule.title, rule.text), {})[bearer] = None
    alike = Counter(title.casefold() for title, _ in found)
    rules = [
        RuleText(f"{title} ({_some(bearers)})" if alike[title.casefold()] > 1 else title, text, "")
        for (title, text), bearers in found.items()
    ]
    return sorted(rules, key=lambda rule: rule.title.casefold())


def _some(names: Collection[str]) -> str:
    first, *others = names
    return ", ".join(names) if len(names) <= MOST_BEARERS else f"{first} and {len(others)} more"


# -- in full -------------------------------------------------------------------
def rules_pages(setter: Typesetter, rules: Sequence[RuleText], capacity: int) -> list[Content]:
    """Return the rules on pages of `capacity` rows; no page where the army uses none.

    Columns end between rules, or within them where that saves a page. Where the last page would be nearly empty, all
    are about as full as each other.
    """
    row, count = setter.design.grid.row, _count(setter)
    most = int((capacity * row - _rules_top(setter)) / LEADING)
    left = [*paragraphs(setter, rules, _column_width(setter))]
    whole, divided = ([*_paged(left, most, count, least)] for least in (0, LEAST_LINES))
    pages, least = (divided, LEAST_LINES) if len(divided) < len(whole) else (whole, 0)
    lines = sum([len(paragraph) for column in pages[-1] for paragraph in column]) if len(pages) > 1 else most * count
    if lines < SCARCE * most * count:
        for fewer in range(ceil(sum(map(len, left)) / (len(pages) * count)), most):
            evened = [*_paged(left, fewer, count, least)]
            if len(evened) == len(pages):
                pages = evened
                break
    return [Content((_rules_placed(setter, columns),)) for columns in pages]


def _paged(rules: Sequence[Paragraph], most: int, count: int, least: int) -> Iterator[list[list[Paragraph]]]:
    """Yield the columns of each page."""
    left = rules
    while left:
        columns = in_columns(left, most, least)
        yield balanced(left, most, count, least) if len(columns) <= count else columns[:count]
        left = [paragraph for column in columns[count:] for paragraph in column]


def rules_strip(setter: Typesetter, rules: Sequence[RuleText], room: float) -> Strip | None:
    """Return the rules in full as a strip that so many rows hold; None where they are higher, or there are none."""
    row = setter.design.grid.row
    most = int((room * row - _rules_top(setter)) / LEADING)
    left = [*paragraphs(setter, rules, _column_width(setter))]
    if not left or max(map(len, left)) > most or len(in_columns(left, most)) > _count(setter):
        return None
    columns = balanced(left, most, _count(setter))
    high = _rules_top(setter) + LEADING * max(sum(map(len, column)) for column in columns)
    return Strip(high / row, (_rules_placed(setter, columns),))


def rules_begun(
    setter: Typesetter, rules: Sequence[RuleText], room: float, capacity: int
) -> tuple[Strip | None, list[Content]]:
    """Return rules of cards in full: what `room` rows hold of them, if these are enough, and pages with the rest."""
    row = setter.design.grid.row
    first, most = (int((rows * row - _rules_top(setter)) / LEADING) for rows in (room, capacity))
    left, count = [*paragraphs(setter, rules, _column_width(setter))], _count(setter)
    strip: Strip | None = None
    if first >= LEAST_BEGUN:
        columns = in_columns(left, first, LEAST_LINES)
        left = [paragraph for column in columns[count:] for paragraph in column]
        columns = columns[:count] if left else balanced([*chain(*columns)], first, count, LEAST_LINES)
        high = _rules_top(setter) + LEADING * max(sum(map(len, column)) for column in columns)
        strip = Strip(high / row, (_rules_placed(setter, columns, BY_NAME),))
    pages = _paged(left, most, count, LEAST_LINES)
    return strip, [Content((_rules_placed(setter, columns, BY_NAME),)) for columns in pages]


def _rules_top(setter: Typesetter) -> float:
    return 2 * setter.design.grid.row + HEAD_FOOT


def _count(setter: Typesetter) -> int:
    return COLUMNS if setter.design.grid.width >= LEAST_WIDE else COLUMNS - 1


def _pitch(setter: Typesetter) -> float:
    return (setter.design.grid.width + COLUMN_GAP) / _count(setter)


def _column_width(setter: Typesetter) -> float:
    return _pitch(setter) - COLUMN_GAP


def _rules_placed(setter: Typesetter, columns: Sequence[Sequence[Paragraph]], told: str = NUMBERED) -> Item:
    grid = setter.design.grid
    head = panel_head(setter, "Rules of this army", told, grid.width)
    items: list[Item] = [*place_strips([head], 0, grid.row)]
    pitch = _pitch(setter)
    for n, column in enumerate(columns[: _count(setter)]):
        items += lines_placed(setter, column, n * pitch, _rules_top(setter))
    return moved(items, 0, 0)


def in_faces(rules: Sequence[Paragraph], most: Sequence[int]) -> list[list[Paragraph]]:
    """Return rules on the faces of cards that have so many lines, one after the other; a face may end within a rule."""
    faces: list[list[Paragraph]] = []
    left, room = [*rules], 0
    while left:
        rule = left.pop(0)
        if faces and len(rule) <= room:
            faces[-1].append(rule)
            room -= len(rule)
            continue
        split = min(room, len(rule) - LEAST_LINES)
        if faces and split >= LEAST_LINES:
            faces[-1].append(rule[:split])
            rule = rule[split:]
        room = most[len(faces) % len(most)]
        faces.append([])
        left.insert(0, rule[:room])
        if rule[room:]:
            left.insert(1, rule[room:])
    return faces


# -- on the list ---------------------------------------------------------------
def below_list(setter: Typesetter, flow: Flow, untold: Untold, gap: float) -> Sequence[RuleText]:
    """Put untold rules in full below a list, and return them; a few that no card tells may begin a page for that.

    Of more, as data of others with long texts has them, it takes the shortest that find room.
    """
    column = setter.in_design(replace(setter.design, grid=replace(setter.design.grid, width=list_width(setter))))
    shortest = sorted(untold.rules, key=lambda rule: (rule not in untold.nowhere, len(rule.text)))
    ways = [(shortest[:count], flow.room - gap) for count in range(len(shortest), 0, -1)]
    for some, room in (ways[0], (untold.nowhere, flow.capacity * MOST_BEGUN), *ways[1:]):
        told = [rule for rule in untold.rules if rule in some]
        if strip := rules_strip(column, told, room):
            flow.skip(gap)
            flow.put(strip)
            return told
    return []


def beside_list(
    setter: Typesetter, roster: RosterPage, rooms: Sequence[float], texts: str, untold: Untold
) -> tuple[list[list[Item]], Sequence[RuleText], Untold]:
    """Return what stands beside the list on each page that has so many mm, and the rules that found no room.

    Rules have all of their words where there is room for that; else the longest ones are named. The last are those of
    the `untold` that do not have theirs.
    """
    rules = [rule for rule in roster.rules if rule.name]
    if not rooms:
        return [], rules, untold
    told_where = f"their texts: {texts}" if texts else ""
    code, side = code_to_scan(setter, roster)
    top = 2 * setter.design.grid.row + CODE_TOP
    most = [int((room - (0 if n else top + side + top)) / LEADING) for n, room in enumerate(rooms)]
    first = {n for n, rule in enumerate(rules) if rule in untold.rules}
    columns, left, told = _rules(setter, [replace(rule, title=rule.name) for rule in rules], most, first)
    pages = [lines_placed(setter, column, 0.0, 0.0 if n else top) for n, column in enumerate(columns)]
    if rules:
        head = panel_head(setter, "Rules of this army", told_where, ASIDE)
        pages[0][:0] = place_strips([head], 0, setter.design.grid.row)
    y = (top + LEADING * sum(map(len, columns[0])) + LEADING) if rules else 0.0
    pages[0] += [moved(code, 0, y), *ruled(setter, y + top + side, rooms[0], ASIDE)]
    missing = [rules[n] for n in sorted(first - told)]
    return pages, left, Untold(tuple(missing), tuple(rule for rule in missing if rule in untold.nowhere))


def _rules(
    setter: Typesetter, rules: Sequence[RuleText], most: Sequence[int], first: Collection[int]
) -> tuple[list[list[Paragraph]], Sequence[RuleText], set[int]]:
    """Return rules in columns of so many lines each, those that are not even named there, and the places of those told.

    Each is told with all its words, or named with others at the end: the `first` have their words before those that the
    system words itself, then come the shorter ones.
    """
    whole = [[*paragraphs(setter, [rule], ASIDE)] for rule in rules]
    if len(columns := _columns([part for parts in whole for part in parts], most)) <= len(most):
        return columns, (), {*range(len(rules))}
    count = len(rules)
    while len(columns := _columns(_named(setter, rules[:count]), most)) > len(most):
        count -= 1
    told: set[int] = set()
    for n in sorted(range(count), key=lambda n: (n not in first, not rules[n].cited, sum(map(len, whole[n])))):
        longer = {*told, n}
        parts = [part for m in sorted(longer) for part in whole[m]]
        parts += _named(setter, [rule for m, rule in enumerate(rules[:count]) if m not in longer])
        if len(filled := _columns(parts, most)) <= len(most):
            told, columns = longer, filled
    return columns, rules[count:], told


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


def code_to_scan(setter: Typesetter, roster: RosterPage) -> tuple[list[Item], float]:
    """Return the list as a code to scan with what it is beside it, and its side: long lists have more squares."""
    text = list_to_scan(roster, MOST_SCANNED)
    side = max(LEAST_CODE, LEAST_SQUARE * len(setter.squares(text)))
    row, style = setter.design.grid.row, setter.design.styles.fact
    top = 2 * row + CODE_TOP
    items: list[Item] = [*place_strips([panel_head(setter, "The list", "to scan", ASIDE)], 0, row)]
    items.append(Placed(0, top, scan_code(setter, text, side)))
    items.append(PLAIN)
    for n, line in enumerate(setter.wrap(CODE_WORDS, style, ASIDE - side - 3)):
        items.append(setter.text(side + 3, top + setter.baseline + n * LEADING, line, style))
    return items, side


def ruled(setter: Typesetter, top: float, bottom: float, width: float) -> Iterator[Item]:
    """Yield lines to write on from `top` down to `bottom`; nothing where that is little."""
    count = int((bottom - top - setter.design.grid.row) / RULED)
    if count >= LEAST_RULED:
        yield PLAIN
        yield setter.text(0, top + setter.baseline + 1, NOTES, setter.design.styles.faint)
        for n in range(count):
            y = bottom - n * RULED
            yield line_to_write_on(setter, 0, y, width)

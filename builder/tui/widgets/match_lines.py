"""How a matchup and a comparison are written: cells with their signs, the lines of one cell in full."""

from __future__ import annotations

import string
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import TypeAlias

from rich.cells import cell_len
from textual.app import ComposeResult

from builder.services.army.version_words import FigureRow
from builder.services.matchups import (
    DESTROYED,
    HALF,
    HARMLESS,
    NO_BOX,
    SIGNS,
    MatchRow,
    Shown,
    cell_text,
    difference_text,
    sign_of,
    weapon_lines,
)
from builder.systems.play.matchup import Combatant, Comparison, Encounter, Matchup, Situation
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.lines import FittedLines, Line, Span, Vertical, cut, parted, plain

KEPT_TOGETHER = "\u00a0"
"""Stands for a blank at which no line is broken."""
LETTERS = tuple(letter for letter in string.ascii_lowercase if letter not in "ilo")
"""What columns are called where there is no room for names."""
LOOKS = {DESTROYED: "good", HALF: "warning", HARMLESS: "dim", NO_BOX: "dim"}
LEGEND = f"{SIGNS}   G P boxes"
NAME, POINTS = 26, 5
WIDE, WIDEST, NARROW = 12, 15, 10
"""Cells of a column: the least and the most where names stand above them, and where letters do."""
HEADS = 3
"""Lines for the name of a column."""
NAMED_FROM = 110
"""From this width on columns have names."""
FIGURE = 9
"""Cells of a figure of two armies, where there is room."""
LABEL = 24
FIGURES = 24
"""Cells that a label leaves to what stands beside it."""


Letters: TypeAlias = Mapping[str, str]
"""The letters by which units of a game are meant, by what acts call them; empty for armies."""
UNLETTERED: Letters = MappingProxyType({})


def lettered(unit: Combatant, letters: Letters) -> str:
    """A unit behind its letter, if it has one."""
    return f"{letters[unit.ref]} {unit.name}" if unit.ref in letters else unit.name


class MatrixColumns:
    """Where the columns of a matrix stand: which are in view, how wide, and what stands above each, in lines."""

    def __init__(self, width: int, targets: Sequence[Combatant], column: int, letters: Letters = UNLETTERED) -> None:
        self.named = width >= NAMED_FROM
        words = (cell_len(word) for target in targets for word in target.name.split())
        self.cell = min(WIDEST, max(WIDE, max(words, default=0) + 1)) if self.named else NARROW
        self.name = NAME if self.named else 20 if width >= 60 else 14
        self.number = len(targets)
        fit = max(1, (width - self.name - POINTS - 2) // self.cell)
        first = min(max(0, column - fit + 1), max(0, self.number - fit))
        self.columns = range(first, min(self.number, first + fit))
        room = self.cell - 1
        self.heads = {
            number: textwrap.wrap(lettered(targets[number], letters), room, max_lines=HEADS, placeholder="…")
            if self.named
            else [letters.get(targets[number].ref) or letter(number)]
            for number in self.columns
        }

    def under(self, x: int) -> int | None:
        """The column at so many cells from the beginning of a row."""
        place = (x - self.name - POINTS) // self.cell
        return self.columns[place] if 0 <= place < len(self.columns) else None

    @property
    def more(self) -> str:
        """What is out of view: `→ 4 more`."""
        return "   ".join(words for words in self._out_of_view if words)

    @property
    def _out_of_view(self) -> tuple[str, str]:
        left, right = self.columns.start, self.number - self.columns.stop
        return f"← {left} more" if left else "", f"→ {right} more" if right else ""

    def meant(self, words: str) -> int | None:
        """The column to go to, so that the next ones come into view that these words tell of; None for other words."""
        left, right = self._out_of_view
        if words and words == right:
            return min(self.number - 1, self.columns.stop + len(self.columns) - 1)
        return self.columns.start - 1 if words and words == left else None


def column_lines(
    matchup: Matchup, shown: Shown, column: int, width: int, letters: Letters = UNLETTERED
) -> Iterator[Line]:
    """Yield the heads of the columns: names, on several lines where they are long, or letters; and points."""
    targets = matchup.sides[1 - shown.side]
    grid = MatrixColumns(width, targets, column, letters)
    high = max(map(len, grid.heads.values()), default=1)
    for line in range(high):
        label = cut(matchup.names[shown.side], grid.name) if line == high - 1 else ""
        spans: list[Span] = [(f" {label:<{grid.name + POINTS}}", "slot")]
        for number, head in grid.heads.items():
            above = high - len(head)  # names stand on the points
            text = head[line - above] if line >= above else ""
            spans.append((f" {text:>{grid.cell - 1}}", "focus" if number == column else "slot"))
        yield Line(tuple(spans))
    points: list[Span] = [(f" {'':<{grid.name}}{'pts':>{POINTS}}", "slot")]
    points += [(f"{round(targets[number].points):>{grid.cell}}", "price") for number in grid.columns]
    yield Line(tuple(points))


def matrix_line(
    row: MatchRow, matchup: Matchup, shown: Shown, column: int, width: int, on: bool, letters: Letters = UNLETTERED
) -> Line:
    """A unit with its cells; where the cursor is `on` it, the one in its column in brackets."""
    targets = matchup.sides[1 - shown.side]
    grid = MatrixColumns(width, targets, column)
    spans: list[Span] = [
        (f"{cut(lettered(row.unit, letters), grid.name):<{grid.name}}", "dim" if row.unit.done else "text"),
        (f"{round(row.unit.points):>{POINTS}}", "price"),
    ]
    for number in grid.columns:
        found, target = row.encounters[number], targets[number]
        text = cell_text(found, target, shown.value)
        text = f"[{text}]" if on and number == column else f"{text} "
        spans.append((f"{text:>{grid.cell}}", LOOKS.get(sign_of(found, target), "text")))
    return Line(tuple(spans))


def cell_lines(matchup: Matchup, found: Encounter, width: int, letters: Letters = UNLETTERED) -> Iterator[Line]:
    """Yield one cell in full: what each weapon does, what that comes to; beside it what the other side answers."""
    side = found.side
    attacker = _called(matchup.sides[side], found.attacker)
    target = _called(matchup.sides[1 - side], found.target)
    situation = next(each for each in matchup.situations if each.id == found.situation)
    yield Line(((f" {lettered(attacker, letters)} at {lettered(target, letters)}, {situation.text}", "title"),))
    own = [*encounter_lines(found, target), *_further(matchup, found, attacker, target)]
    own += [("in this phase", f"it {attacker.done}", "warning")] if attacker.done else []
    answer = matchup.encounters[1 - side, found.target, found.attacker, _answered(found.situation)]
    back: list[tuple[str, str, str]] = [("Their answer at full strength", "", "slot")]
    back += encounter_lines(answer, attacker)
    yield from _beside(own, back, width)


def legend_lines(taken: Sequence[str], width: int) -> Iterator[Line]:
    """Yield what the signs mean, then how things are taken to stand, in as many lines as that needs."""
    yield Line(((f" {LEGEND}", "dim"),))
    if taken:
        told = textwrap.wrap(f"Taken: {'; '.join(taken)}", width - 2, subsequent_indent="  ")
        yield from (Line(((f" {line}", "dim"),)) for line in told)


def encounter_lines(found: Encounter, target: Combatant) -> Iterator[tuple[str, str, str]]:
    """Yield what an encounter comes to: label, words, look."""
    for name, damage, lost in weapon_lines(found):
        yield name, f"{damage}   {lost}", "text"
    if not found.weapons:
        yield "nothing reaches", "", "dim"
        return
    if target.hp is not None:
        gone = ", all gone" if found.destroyed else f", {found.models} of {found.of_models} gone"
        yield (
            "in all",
            f"{found.damage} DMG   {found.hp} of {found.of_hp} HP{gone}",
            LOOKS.get(sign_of(found, target), "text"),
        )
    elif found.destroyed:
        yield "in all", "it is destroyed", "good"
    for test in found.tests:
        yield "test", test, "warning" if "fails" in test else "text"
    for left_out in found.left_out:
        yield "left out", left_out, "dim"


def _further(
    matchup: Matchup, found: Encounter, attacker: Combatant, target: Combatant
) -> Iterator[tuple[str, str, str]]:
    yield "points for points", f"{round(found.points)} of {round(target.points)} by {round(attacker.points)}", "text"
    rounds = str(found.rounds) if found.rounds else "more than seven, or never"
    yield "rounds until destroyed", rounds, "text"
    others = (
        (each, matchup.encounters[found.side, found.attacker, found.target, each.id]) for each in matchup.situations
    )
    yield (
        "elsewhere",
        "   ".join(
            f"{short_text(each)} {cell_text(other, target, 'hp')}".replace(" ", KEPT_TOGETHER) for each, other in others
        ),
        "text",
    )


def situation_keys(situations: Sequence[Situation]) -> str:
    """The keys of situations: `1 12"  2 24"  3 charging`."""
    return "  ".join(f"{number} {short_text(each)}" for number, each in enumerate(situations, 1))


def situation_meant(word: str, situations: Sequence[Situation]) -> int | None:
    """The number of the situation whose key or column has this word, as in `7 charging` or `charging`."""
    known = enumerate(map(short_text, situations), 1)
    return next((number for number, text in known if word in (text, f"{number} {text}")), None)


def short_text(situation: Situation) -> str:
    """A situation in a word."""
    return situation.text if situation.distance is None else f'{situation.distance}"'


def _answered(situation: str) -> str:
    """In which situation the other side answers: who is charged answers one who charges."""
    return {"charging": "charged", "charged": "charging"}.get(situation, situation)


def _pair(pair: tuple[str, str, str], width: int, wide: int = LABEL) -> Iterator[Line]:
    """Yield a label with its words, on as many lines as these need; a label too long for its column above them."""
    label, words, look = pair
    wide = max(0, wide)
    if not words:
        yield Line(((f"  {cut(label, width - 2)}", look),))
    elif cell_len(label) > wide:
        yield Line(((f"  {cut(label, width - 2)}", "dim"),))
        label = ""
    for number, line in enumerate(textwrap.wrap(words, max(12, width - wide - 4))):
        line = line.replace(KEPT_TOGETHER, " ")
        yield Line(((f"  {cut(label, wide) if not number else '':<{wide}} ", "dim"), (line, look)))


def _called(units: Sequence[Combatant], id: str) -> Combatant:
    return next(each for each in units if each.id == id)


def letter(number: int) -> str:
    """The letter of a column; of many units two."""
    rounds, place = divmod(number, len(LETTERS))
    return (LETTERS[rounds - 1] if rounds else "") + LETTERS[place]


NOW, VALUE, GONE, TESTS, OTHER = 9, 9, 5, 34, 8


def target_heads(compared: Comparison, situation: str, width: int) -> Line:
    """The heads of the columns of the enemies of a unit."""
    where = next(each for each in compared.situations if each.id == situation)
    name, tests, others = _room(compared, situation, width)
    left = f" {'Target':<{name}}{'HP now':>{NOW}}{short_text(where):>{VALUE}}{'gone':>{GONE}}{'pts':>{POINTS}}"
    right = "".join(f"{short_text(each):>{OTHER}}" for each in others)
    return Line(((f"{left}  {'tests it forces' if tests else '':<{tests}}{right}", "slot"),))


def target_line(
    compared: Comparison, target: Combatant, situation: str, width: int, letters: Letters = UNLETTERED
) -> Line:
    """An enemy of a unit, with what it would lose; why it cannot be attacked now, where it cannot."""
    name, tests, others = _room(compared, situation, width)
    spans: list[Span] = [(f"{cut(lettered(target, letters), name):<{name}}", "dim" if target.absent else "text")]
    found = compared.encounters.get((target.id, situation))
    if target.absent or found is None:
        return Line((*spans, (f"  {target.absent.removeprefix(f'{target.name}: ') or 'not in play'}", "dim")))
    now = f"{target.hp}/{target.hp_full}" if target.hp is not None else target.boxes or "whole"
    look = LOOKS.get(sign_of(found, target), "text")
    points = str(round(found.points)) if target.hp is not None or found.destroyed else HARMLESS
    value = f"{sign_of(found, target)}{found.hp}" if target.hp is not None else cell_text(found, target, "hp")
    spans += [
        (f"{now:>{NOW}}", "dim"),
        (f"{value:>{VALUE}}", look),
        (f"{found.models or HARMLESS:>{GONE}}", look),
        (f"{points:>{POINTS}}  ", "points"),
    ]
    if tests:
        forced = "; ".join(found.tests)
        spans.append((f"{cut(forced, tests - 1):<{tests}}", "warning" if "fails" in forced else "dim"))
    for each in others:
        other = compared.encounters[target.id, each.id]
        figures = (
            f"{sign_of(other, target)}{other.hp or ''}" if target.hp is not None else cell_text(other, target, "hp")
        )
        spans.append((f"{figures:>{OTHER}}", LOOKS.get(sign_of(other, target), "dim")))
    return Line(tuple(spans))


def target_lines(compared: Comparison, target: Combatant, situation: str, width: int) -> Iterator[Line]:
    """Yield what a unit does to one enemy: weapon by weapon, and what one more or fewer would change."""
    found = compared.encounters.get((target.id, situation))
    if found is None:
        return
    where = next(each for each in compared.situations if each.id == situation)
    yield Line(((f"{compared.attacker.name} at {target.name}, {where.text}", "title"),))
    own = [*encounter_lines(found, target)]
    changes: list[tuple[str, str, str]] = []
    if others := compared.differences.get((target.id, situation)):
        changes.append(("What one more or fewer changes", "", "slot"))
        changes += ((each.name, difference_text(each), "text") for each in others)
    yield from _beside(own, changes, width, label=44)


def _beside(
    left: Sequence[tuple[str, str, str]], right: Sequence[tuple[str, str, str]], width: int, label: int = LABEL
) -> Iterator[Line]:
    """Yield pairs side by side, or one below the other where there is no room."""
    half = width * 11 // 20 if width >= NAMED_FROM else width
    own = [line for each in left for line in _pair(each, half)]
    other = [
        line
        for each in right
        for line in _pair(each, width - half or width, min(label, (width - half or width) - FIGURES))
    ]
    if half == width:
        yield from (*own, *other)
        return
    for first, second in zip_longest(own, other, fillvalue=Line(())):
        taken = sum(cell_len(text) for text, _ in first.left)
        yield Line((*first.left, (" " * max(0, half - taken), "text"), *second.left))


def _room(compared: Comparison, situation: str, width: int) -> tuple[int, int, tuple[Situation, ...]]:
    """The cells of names and of tests, and the other situations that there is room for."""
    others = [each for each in compared.situations if each.id != situation]
    longest = max((cell_len(each.name) + 3 for each in compared.targets), default=NAME)
    name = NAME if width >= NAMED_FROM else max(10, min(longest, width - 3 - NOW - VALUE - GONE - POINTS))
    left = width - 3 - name - NOW - VALUE - GONE - POINTS
    tests = TESTS if width >= NAMED_FROM else 0
    return name, tests, tuple(others[: max(0, (left - tests) // OTHER)])


def encounter_panes() -> ComposeResult:
    """Yield what stands below the list of a matchup: one cell in full, what the signs mean, the keys."""
    with Vertical(id="cellpane", classes="pane"):
        yield FittedLines(id="cell")
    yield FittedLines(id="legend")
    yield KeyLine()


def figure_lines(rows: Sequence[FigureRow], heads: tuple[str, str, str], width: int) -> Iterator[Line]:
    """Yield figures of two armies below their heads, with names that are never cut.

    For these columns move together, then how much more it is goes, as the others tell it. Longer names are broken.
    """
    table = [("", *heads, "slot")]
    table += ((one.name, one.before, one.after, one.change, "text" if one.differs else "dim") for one in rows)
    name, *near = (max(map(cell_len, column)) for column in list(zip(*table, strict=True))[:4])
    near = [size + 2 for size in near]
    sizes = next((way for way in ([FIGURE] * 3, near) if min(name, NAME) + sum(way) <= width), near[:2])
    for called, *figures, look in table:
        first, *more = parted(called, width - sum(sizes), width - 2)
        told = "".join(text.rjust(size) for text, size in zip(figures, sizes, strict=False))
        yield Line(((first, look),), ((f"{told} ", look),))
        yield from (plain(f"  {text}", look) for text in more)

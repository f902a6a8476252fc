"""The other lines of the game screen: its head, the totals, the log, what is due."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len

from builder.systems.play.clock import moment as moment_of
from builder.systems.play.view import Reminder, SideView, View
from builder.tracker import LogLine, PlayerClocks
from builder.tui.widgets.lines import Line, Span, cut, plain, shortened
from builder.tui.widgets.tracks import lit

MOMENT = 5
"""Cells for turn and phase in the log: `3.2`."""

FEW = 2
"""So many things under one heading are named in the line of what is due; more are counted."""


def head_line(view: View | None, name: str, clocks: PlayerClocks | None = None) -> Line:
    """The head: the game, the clocks of its players, its victory points, whose phase it is."""
    left: tuple[Span, ...] = ((" Muster > Game: ", "dim"), (name, "title"))
    if view is None:
        return Line(left)
    points = " – ".join(str(side.points) for side in view.sides)
    scored: Span = (f" VP {points}  ", "text") if any(side.points for side in view.sides) else ("", "text")
    timed: Span = (f" {clocks.words}  ", "text") if clocks is not None else ("", "text")
    return Line(left, (timed, scored, (f" {moment(view)} ", "focus")))


def moment(view: View) -> str:
    """Turn and phase, whose it is, and what else there is to know in short: `turn 3 · your shooting`."""
    whose = "their" if view.active else "your"
    now = "the game is over" if view.over else moment_of(view, whose, whose)
    return " · ".join((now, *(fact.short for fact in view.facts if fact.short)))


def totals(view: View | None, width: int) -> Iterator[Line]:
    """Yield what both sides come to, and the tokens that each holds: as much of it as there is room for."""
    if view is None:
        return
    whole, short, own = _held(view.sides, whole=True), _held(view.sides), _held(view.sides[:1])
    sums = [f"{whose}: {side.totals}" for whose, side in zip(_WHOSE, view.sides, strict=True) if side.totals]
    ways = [(left, right) for left in (" │ ".join(sums), view.sides[0].totals, "") for right in (whole, short)]
    left, right = next((way for way in ways if sum(map(cell_len, way)) + 3 <= width), ("", own))
    yield Line(((f" {left}", "text"),), ((cut(right, width - 1), "info"),))


_WHOSE = ("yours", "theirs")
_HOLD = ("you hold", "they hold")


def _held(sides: Sequence[SideView], *, whole: bool = False) -> str:
    """The tokens that sides hold; `whole` with those that are used up, and how many there were."""
    told = []
    for whose, side in zip(_HOLD, sides, strict=False):
        kinds = [track for track in side.stock if (track.full if whole else track.value)]
        text = ", ".join(f"{each.label} {each.value}{f' of {each.full}' if whole else ''}" for each in kinds)
        told += [f"{whose} {text}"] if text else []
    return f"{'   '.join(told)} " if told else ""


def log_line(line: LogLine, width: int) -> Line:
    """An entry of the log; one that was undone says so."""
    when: Span = (f" {line.moment:<{MOMENT}}", "dim")
    if line.undone:
        room = width - MOMENT - 11
        return Line((when, ("× ", "warning"), (shortened(line.text, room), "dim")), ((" undone ", "warning"),))
    return Line((when, *lit(shortened(line.text, width - MOMENT - 1))))


@dataclass(frozen=True, slots=True)
class LogPart:
    """A line of an entry of the log, which may take several; the first has its moment."""

    line: LogLine
    text: str
    first: bool = True


@lru_cache(maxsize=1024)
def log_parts(line: LogLine, width: int, most: int) -> tuple[LogPart, ...]:
    """An entry in lines of a width, whole; shortened before its result only where it takes more than `most`."""
    room = max(10, width - MOMENT - 1)
    texts = textwrap.wrap(line.text, room)
    if len(texts) > most:
        texts = textwrap.wrap(shortened(line.text, max(10, room * most - room // 4 * (most > 1))), room)[:most]
    return tuple(LogPart(line, text, not place) for place, text in enumerate(texts))


def part_line(part: LogPart, width: int) -> Line:
    """A line of an entry of the log."""
    when: Span = (f" {part.line.moment if part.first else '':<{MOMENT}}", "dim")
    return Line((when, *lit(part.text)))


@dataclass(frozen=True, slots=True)
class Undone:
    """Entries one after another that were undone, or undid others, folded into one line."""

    many: int


def folded_lines(lines: Sequence[LogLine]) -> Iterator[LogLine | Undone]:
    """Yield the log, the newest first, what was undone and the undoing of it folded away."""
    away = 0
    for line in reversed(lines):
        if line.undone or line.about is not None:
            away += 1
            continue
        if away:
            yield Undone(away)
            away = 0
        yield line
    if away:
        yield Undone(away)


def entry_line(row: LogLine | Undone, width: int) -> Line:
    """An entry of the log, or how many are folded away."""
    if isinstance(row, Undone):
        return plain(f" {'':<{MOMENT}}▸ {log_length(row.many)} undone; Space shows them", "dim")
    return log_line(row, width)


def log_length(entries: int) -> str:
    """How long a log is, in words."""
    return "1 entry" if entries == 1 else f"{entries} entries"


def standing_lines(lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Yield the log, the newest first, without what was undone, and without the undoing."""
    return (line for line in reversed(lines) if not line.undone and line.about is None)


def log_detail(line: LogLine | None, width: int) -> Iterator[Line]:
    """Yield an entry of the log in full: its sentence, how its figures came about, who wrote it and when."""
    if line is None:
        return
    state = "undone, " if line.undone else ""
    yield Line(((f" {line.moment}  number {line.seq}, {state}{line.kind}", "dim"),), ((f"{line.by} ", "dim"),))
    for text in textwrap.wrap(line.text, max(10, width - 2)):
        yield Line(((" ", "text"), *lit(text)))
    for step in line.steps:
        for place, text in enumerate(textwrap.wrap(step, max(10, width - 6))):
            yield plain(f"   {'·' if not place else ' '} {text}", "dim")


def due_texts(due: Sequence[Reminder]) -> Iterator[str]:
    """Yield what is due in sentences: what stands under one heading together, of more than two how many it is."""
    for kind in dict.fromkeys(each.kind for each in due):
        texts = [each.text for each in due if each.kind == kind]
        if not kind:
            yield from texts
        else:
            yield f"{kind}: {'; '.join(texts) if len(texts) <= FEW else len(texts)}"


def mind(due: Sequence[Reminder], said: Sequence[Span], width: int, height: int) -> Iterator[Line]:
    """Yield what was said last, or else what is due now."""
    if said:
        text, look = said[0]
        room = max(20, width - 2)
        lines = textwrap.wrap(text, room)
        if len(lines) > height:
            lines = textwrap.wrap(shortened(text, room * height - room // 4 * (height > 1)), room)[:height]
        yield from (plain(f" {each}", look) for each in lines)
    elif due:
        text = " ".join(each if each.endswith("?") else f"{each}." for each in due_texts(due))
        pressing = any(each.look in ("warning", "error") for each in due)
        sign: Span = ("[!] ", "warning") if pressing else ("", "text")
        room = max(20, width - (6 if pressing else 2))
        # What fills a line more than there are: sixty things may be due, which would all be broken into lines.
        lines = textwrap.wrap(text[: room * (height + 1)], room)
        for place, text in enumerate(lines[:height]):
            more = "" if place < height - 1 or len(lines) <= height else " …"
            yield Line(((" ", "text"), sign if not place else ("    " if sign[0] else "", "text"), *lit(text + more)))

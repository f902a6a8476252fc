"""The other lines of the game screen: its head, the tokens, the log, what to mind."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from builder.systems.gameview import GameView, TokenRow
from builder.tracker.entries import LogLine
from builder.tui.widgets.gamebars import lit, told
from builder.tui.widgets.lines import Line, Span, cut, plain, shortened

MOMENT = 5
"""Cells for turn and phase in the log: `3.2`."""

TALL = 8
"""From this height on tokens have bars."""


def head_line(view: GameView | None, name: str) -> Line:
    """The head: the game, its victory points, whose phase it is."""
    left: tuple[Span, ...] = ((" Muster > Game: ", "dim"), (name, "title"))
    if view is None:
        return Line(left)
    points = " – ".join(str(side.points) for side in view.sides)
    scored: Span = (f" VP {points}  ", "text") if any(side.points for side in view.sides) else ("", "text")
    return Line(left, (scored, (f" {moment(view)} ", "focus")))


def moment(view: GameView) -> str:
    """Turn and phase, and whose it is: `turn 3 · your shooting`."""
    night = " · night" if view.night else ""
    if view.over:
        return "the game is over"
    if not view.turn:
        return f"{view.phase}{night}"
    return f"turn {view.turn} · {'their' if view.active else 'your'} {view.phase}{night}"


def tokens(view: GameView | None, width: int, height: int) -> Iterator[Line]:
    """Yield the tokens that you hold and those that you gave; side by side where there is little room."""
    if view is None:
        return
    you, other = view.sides
    if height < TALL:
        yield plain(f" {'':<10}{'you hold':>9} {'you gave':>9}", "dim")
        pairs = [*zip(you.tokens, other.tokens, strict=True)]
        for held, gave in [pair for pair in pairs if any(row.total for row in pair)] or pairs[:1]:
            spans = ((f"{text:>{9 + place}}", look) for place, (text, look) in enumerate((_count(held), _count(gave))))
            yield Line(((f" {held.name:<10}", "text"), *spans))
        return
    room = max(8, width - 20)
    heads = (
        (f"You hold (given by {cut(other.name, room)})", you.tokens),
        (f"You gave ({cut(other.name, room)} holds)", other.tokens),
    )
    for place, (head, rows) in enumerate(heads):
        if place and height > TALL:
            yield Line(())
        yield plain(f" {head}", "title")
        yield from (_token(row, width) for row in rows)
    yield Line(())
    for whose, side in zip(("yours", "theirs"), view.sides, strict=True):
        if side.reserve:
            yield from told("Reserve", f"{whose}: {side.reserve}", width, 9)


def _token(row: TokenRow, width: int) -> Line:
    room = width - 26
    bar = "■" * row.left + "□" * (row.total - row.left) if row.total <= room else ""
    return Line(((f"   {row.name:<10} ", "text"), (bar, "info")), (_count(row), (" ", "text")))


def _count(row: TokenRow) -> Span:
    return (f"{row.left:>2} of {row.total:>2}", "text" if row.left else "dim") if row.total else ("–", "dim")


def log_line(line: LogLine, width: int) -> Line:
    """An entry of the log; one that was undone says so."""
    when: Span = (f" {line.moment:<{MOMENT}}", "dim")
    if line.undone:
        room = width - MOMENT - 11
        return Line((when, ("× ", "warning"), (shortened(line.text, room), "dim")), ((" undone ", "warning"),))
    return Line((when, *lit(shortened(line.text, width - MOMENT - 1))))


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


def mind(hints: Sequence[str], said: Sequence[Span], width: int, height: int) -> Iterator[Line]:
    """Yield what was said last, or else what the players should mind now."""
    if said:
        yield Line(((" ", "text"), *said))
    elif hints:
        text = " ".join(f"{hint}." for hint in hints)
        sign: Span = ("[!] ", "warning") if "fail" in text else ("", "text")
        room = max(20, width - 6)
        # What fills a line more than there are: there may be sixty hints, which would all be broken into lines.
        lines = textwrap.wrap(text[: room * (height + 1)], room)
        for place, text in enumerate(lines[:height]):
            more = "" if place < height - 1 or len(lines) <= height else " …"
            yield Line(((" ", "text"), sign if not place else ("    " if sign[0] else "", "text"), *lit(text + more)))

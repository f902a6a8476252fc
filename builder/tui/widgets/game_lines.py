"""The lines of the game screen beside its tables: its head, the totals, tracks, sentences, what is due."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil

from rich.cells import cell_len

from builder.systems.play.clock import moment as moment_of
from builder.systems.play.view import Reminder, SideView, Track, View
from builder.tracker import PlayerClocks
from builder.tui.sentences import in_keys
from builder.tui.widgets.lines import Line, Span, cut, plain, width_of
from builder.tui.widgets.shortening import results, shortened

AIR = 2
"""Cells between both ends of the head, at least."""
FEW = 2
"""So many things under one heading are named in the line of what is due; more are counted."""


def head_line(view: View | None, name: str, clocks: PlayerClocks | None = None, width: int = 0) -> Line:
    """The head: the game and who plays it, whose phase it is, victory points, the clocks of the players.

    Where a line of some `width` has no room for all of it, it tells who plays no more, then the name of the game alone,
    and last of a tiny one whose phase it is before all else.
    """
    left: tuple[Span, ...] = ((" Muster > Game: ", "dim"), (name, "title"))
    if view is None:
        return Line(left)
    scored = f"   VP {' : '.join(str(side.points) for side in view.sides)}" if view.turn else ""
    timed = f"   {clocks.named('you ', 'they ')}" if clocks is not None else ""
    right: tuple[Span, ...] = ((f" {moment(view)}", "focus"), (scored, "text"), (f"{timed} ", "text"))
    if width and width_of(left) + width_of(right) + AIR > width:
        short, now = f"   {clocks.named('', '| ')}" if clocks is not None else "", moment(view, facts=False)
        ways = ((moment(view), scored, short), (now, scored, short), (now, "", short))
        fitting = next((way for way in ways if sum(map(cell_len, way)) + AIR <= width), (now, "", ""))
        spans = zip((f" {fitting[0]}", fitting[1], f"{fitting[2]} "), ("focus", "text", "text"), strict=True)
        return Line(((f" {name}", "title"),), tuple(spans))
    players = f" · {' – '.join(side.name for side in view.sides)}"
    fits = width_of(left) + cell_len(players) + width_of(right) + AIR <= width
    return Line((*left, (players if fits else "", "dim")), right)


def moment(view: View, *, facts: bool = True) -> str:
    """Turn and phase, whose it is, and what else there is to know in short: `turn 3 · your shooting`."""
    whose = "their" if view.active else "your"
    now = "the game is over" if view.over else moment_of(view, whose, whose)
    return " · ".join((now, *(fact.short for fact in view.facts if fact.short and facts)))


def totals(view: View | None, width: int) -> Iterator[Line]:
    """Yield what both sides come to, and the tokens that each holds: as much of it as there is room for."""
    if view is None:
        return
    whole, short, mine = _held(view.sides, whole=True), _held(view.sides), _held(view.sides[:1])
    sums = [f"{whose}: {side.totals}" for whose, side in zip(_WHOSE, view.sides, strict=True) if side.totals]
    own = view.sides[0].totals
    short_sums = " │ ".join(each.partition(",")[0] for each in sums)
    ways = [
        (left, right)
        for left in (" │ ".join(sums), short_sums, own, own.partition(",")[0], "")
        for right in (whole, short)
    ]
    left, right = next((way for way in ways if sum(map(cell_len, way)) + 3 <= width), ("", mine))
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


def due_texts(due: Sequence[Reminder]) -> Iterator[str]:
    """Yield what is due in sentences: what stands under one heading together, of more than two how many it is."""
    for kind in dict.fromkeys(each.kind for each in due):
        texts = [in_keys(each.text) for each in due if each.kind == kind]
        if not kind:
            yield from texts
        elif len(texts) > FEW and kind[-1].isdecimal():
            yield kind  # it says itself how many they are
        else:
            yield f"{kind}: {'; '.join(texts) if len(texts) <= FEW else len(texts)}"


def broken(text: str, width: int, most: int) -> list[str]:
    """A sentence in lines of a width; shortened before its result only where it takes more lines than there may be."""
    lines = textwrap.wrap(text, width)
    if len(lines) > most:
        lines = textwrap.wrap(shortened(text, max(10, width * most - width // 4 * (most > 1))), width)[:most]
    return lines


def mind(due: Sequence[Reminder], said: Sequence[Span], width: int, height: int) -> Iterator[Line]:
    """Yield what was said last, or else what is due now."""
    if said:
        text, look = said[0]
        yield from (plain(f" {each}", look) for each in broken(text, max(20, width - 2), height))
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


_WORDS = re.compile(
    r"\b(?:(?P<good>passed|passes|held|holds|saved|repaired|regrouped|arrives?|arrived)"
    r"|(?P<error>fail(?:s|ed)?|falls? back|destroyed|wiped out|wrecked|explodes|exploded)"
    r"|(?P<warning>lost|gone|glancing|penetrating|shaken|stunned|immobilised|put off))\b"
)


def drawn(track: Track, width: int) -> tuple[Span, ...]:
    """A track in at most so many cells."""
    match track.draw:
        case "bar":
            return (bar(track.value, track.full, width),)
        case "limit":
            return limit_bar(track, width - 1)
        case "stars":
            return stars(track, width)
        case "models":
            return (models(track, width),)
        case "boxes":
            return tuple((box.signs[box.checked], box.look) for box in track.boxes)
        case "steps":
            return (("■" * (track.value + 1) + "·" * (track.full - track.value), "text"),)
        case "figures":
            text = figures(track, width)
            return ((text or "–", "text" if text else "dim"),)


def bar(value: int, full: int, cells: int) -> Span:
    """Return what is left as a bar; it is full only where nothing is lost, and empty only where nothing is left."""
    part = value / full if full else 0.0
    filled = round(part * cells)
    if 0 < value < full:
        filled = max(1, min(cells - 1, filled))
    return "▆" * filled + "▁" * (cells - filled), look_of(part)


def look_of(part: float) -> str:
    """Return how a share of what there was looks: half and less is a warning, a quarter and less is worse."""
    return "good" if part > 0.5 else "warning" if part > 0.25 else "error"


def limit_bar(track: Track, cells: int) -> tuple[Span, ...]:
    """A bar that grows up to its limit, one cell longer than `cells`: `│` ends it, `×` where it has gone beyond.

    The limit stands in the same column for all rows, since tests fail there; the figures beside it are exact.
    """
    if track.limit is None:
        filled = min(cells + 1, ceil(track.value * (cells + 1) / track.full))
        return (("■" * filled, "info"), ("·" * (cells + 1 - filled), "dim"))
    beyond = track.value > track.limit
    filled = cells if track.limit <= 0 or beyond else min(cells, ceil(track.value * cells / track.limit))
    look = "error" if beyond else "info"
    return (("■" * filled, look), ("·" * (cells - filled), "dim"), ("×" if beyond else "│", "error"))


def stars(track: Track, width: int) -> tuple[Span, ...]:
    """A star for each that there is, with `│` at the number that matters, or `›` where that has no room.

    Those that have no room are counted behind the others: `★★★★★+4` are nine.
    """
    value, room = track.value, max(1, width - 1)
    drawn = value if value <= room else next((n for n in range(room, 0, -1) if n + len(f"+{value - n}") <= room), 0)
    look = "error" if value >= track.full else "warning" if 2 * value > track.full else "info"
    if track.full < value <= room:
        return (("★" * track.full, look), ("│", "error"), ("★" * (value - track.full), look))
    signs = "★" * drawn + (f"+{value - drawn}" if drawn < value else "")
    end = ("│", "error") if track.full <= max(room, value) else ("›", "dim")
    return ((signs, look), ("·" * (min(track.full, room) - value), "dim"), end)


def models(track: Track, width: int) -> Span:
    """Models as boxes: several cells for each where there is room, else one for a model, else a bar."""
    looks = look_of(track.value / track.full if track.full else 0)
    full = track.full // track.each if track.each else 0
    each = max(1, ceil(track.each / track.cell))
    if full * (each + 1) - 1 <= width:
        boxes = []
        for model in range(full):
            left = max(0, min(track.each, track.value - model * track.each))
            filled = ceil(left / track.cell)
            boxes.append("■" * filled + "·" * (each - filled))
        return " ".join(boxes), looks
    if full <= width:
        hurt = track.value < track.left * track.each
        whole = track.left - hurt
        return "■" * whole + "▪" * hurt + "·" * (full - track.left), looks
    return bar(track.value, track.full, width)


def figures(track: Track, width: int) -> str:
    """Figures with their names: close together where there is little room, and at worst only the highest of them."""
    for between in (" ", ""):
        text = " ".join(f"{box.text}{between}{box.figure}" for box in track.boxes)
        if cell_len(text) <= width:
            return text
    kept = sorted(track.boxes, key=lambda box: -int(box.figure))
    while len(kept) > 1:
        kept.pop()
        shown = [f"{box.text}{box.figure}" for box in track.boxes if box in kept]
        text = " ".join([*shown, f"+{len(track.boxes) - len(kept)}"])
        if cell_len(text) <= width:
            return text
    return f"{len(track.boxes)} {track.label}"


@lru_cache(512)
def lit(text: str, look: str = "text") -> tuple[Span, ...]:
    """A sentence with the words that tell how something ended in their colours."""
    spans: list[Span] = []
    at = 0
    for found in _WORDS.finditer(text):
        spans.append((text[at : found.start()], look))
        spans.append((found.group(), found.lastgroup or look))
        at = found.end()
    spans.append((text[at:], look))
    return tuple(span for span in spans if span[0])


def labelled_lines(label: str, text: str, width: int, indent: int, *, most: int | None = None) -> Iterator[Line]:
    """Yield a sentence behind a label, as many lines as it takes, or its results in at most so many."""
    room = max(10, width - indent - 2)
    parts = textwrap.wrap(text, room)
    for less in range(0, room * (most or 0), 4):
        if most is not None and len(parts) > most:
            parts = textwrap.wrap(results(text, room * most - less), room)
    for place, part in enumerate(parts):
        yield Line(((f" {label if not place else '':<{indent}}", "dim"), *lit(part)))


def last_and_note(last: str, note: str, width: int) -> Line:
    """The last act and the note in one line: the note has at most half of it."""
    noted = f"   Note  {cut(note, width // 2 - 10)}" if note else ""
    text = results(last or "nothing yet", width - 9 - cell_len(noted))
    return Line(((f" {'Last':<7}", "dim"), *lit(text), (noted, "info")))


def packed(label: str, parts: Iterable[tuple[Span, ...]], width: int, indent: int) -> Iterator[Line]:
    """Yield parts behind a label, as many to a line as there is room for."""
    head: Span = (f" {label:<{indent}}", "dim")
    line: list[Span] = [head]
    for part in parts:
        if len(line) > 1 and width_of(line) + width_of(part) > width:
            yield Line(tuple(line))
            line = [(" " * (indent + 1), "dim")]
        line += [*part, (" ", "text")]
    yield Line(tuple(line))

"""Tracks of a game and its sentences: shapes say the same as colours, and a number always stands beside them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil

from rich.cells import cell_len

from builder.systems.play.view import Track
from builder.tui.widgets.lines import Line, Span, cut, shortened, width_of

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
            return stars(track, width - 1)
        case "models":
            return (models(track, width),)
        case "boxes":
            return tuple((box.signs[box.checked], "warning" if box.checked else "text") for box in track.boxes)
        case "steps":
            return (("■" * (track.value + 1) + "·" * (track.full - track.value), "text"),)
        case "figures":
            text = figures(track, width)
            return ((text or "–", "text" if text else "dim"),)


def bar(value: int, full: int, cells: int) -> Span:
    """What is left as a bar; it is full only where nothing is lost, and empty only where nothing is left."""
    part = value / full if full else 0.0
    filled = round(part * cells)
    if 0 < value < full:
        filled = max(1, min(cells - 1, filled))
    return "▆" * filled + "▁" * (cells - filled), look_of(part)


def look_of(part: float) -> str:
    """How a share of what there was looks: half and less is a warning, a quarter and less is worse."""
    return "good" if part > 0.5 else "warning" if part > 0.25 else "error"


def limit_bar(track: Track, cells: int) -> tuple[Span, ...]:
    """A bar that grows, one cell longer than `cells`: `┃` stands at the limit, `×` beyond it."""
    if track.limit is None:
        filled = min(cells + 1, ceil(track.value * (cells + 1) / track.full))
        return (("■" * filled, "info"), ("·" * (cells + 1 - filled), "dim"))
    edge = 0 if track.limit < 0 else max(1, min(cells - 1, round(track.limit * cells / track.full)))
    filled = min(cells, ceil(track.value * cells / track.full))
    filled = min(filled, edge) if track.value <= track.limit else max(filled, edge + 1)
    under, over = min(filled, edge), max(0, filled - edge)
    return (
        ("■" * under, "info"),
        ("·" * (edge - under), "dim"),
        ("┃", "error"),
        ("■" * over, "error"),
        ("×" * (cells - edge - over), "error"),
    )


def stars(track: Track, cells: int) -> tuple[Span, ...]:
    """Stars up to the number that matters, one cell longer than `cells`: none only where there is none, full at it."""
    part = track.value / track.full if track.full else 0.0
    filled = min(cells, round(part * cells))
    if 0 < track.value < track.full:
        filled = max(1, min(cells - 1, filled))
    look = "error" if part >= 1 else "warning" if part > 0.5 else "info"
    return (("★" * filled, look), ("·" * (cells - filled), "dim"), ("│", "error"))


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


def told(label: str, text: str, width: int, indent: int, *, most: int | None = None) -> Iterator[Line]:
    """Yield a sentence behind a label, as many lines as it takes, or shortened to at most so many."""
    room = max(10, width - indent - 2)
    parts = textwrap.wrap(text, room)
    for less in range(0, room * (most or 0), 4):
        if most is not None and len(parts) > most:
            parts = textwrap.wrap(shortened(text, room * most - less), room)
    for place, part in enumerate(parts):
        yield Line(((f" {label if not place else '':<{indent}}", "dim"), *lit(part)))


def last_and_note(last: str, note: str, width: int) -> Line:
    """The last act and the note in one line: the note has at most half of it."""
    noted = f"   Note  {cut(note, width // 2 - 10)}" if note else ""
    text = shortened(last or "nothing yet", width - 9 - cell_len(noted))
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

"""Bars and boxes of a game: their shapes say the same as their colours, and a number always stands beside them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil

from rich.cells import cell_len

from builder.systems.gameview import Box, GroupRow
from builder.tui.widgets.lines import Line, Span, cut, shortened, width_of

MOST_OP = 200
"""Order points that a bar shows; the thresholds of all leaderships lie below."""

HP_A_BOX = 10
"""HP that a box of a model stands for, as on the sheets."""

_WORDS = re.compile(
    r"\b(?:(?P<good>passed|passes|held|holds|saved|repaired|regrouped|arrives?|arrived)"
    r"|(?P<error>fail(?:s|ed)?|falls? back|destroyed|wiped out|wrecked|explodes|exploded)"
    r"|(?P<warning>lost|gone|glancing|penetrating|shaken|stunned|immobilised|put off))\b"
)


def hp_bar(hp: int, full: int, cells: int) -> Span:
    """HP left as a bar; it is full only where nothing is lost, and empty only where nothing is left."""
    part = hp / full if full else 0.0
    filled = round(part * cells)
    if 0 < hp < full:
        filled = max(1, min(cells - 1, filled))
    return "▆" * filled + "▁" * (cells - filled), look_of(part)


def look_of(part: float) -> str:
    """How a share of what there was looks: half and less is a warning, a quarter and less is worse."""
    return "good" if part > 0.5 else "warning" if part > 0.25 else "error"


def op_bar(op: int, fails_above: int | None, cells: int = 16) -> tuple[Span, ...]:
    """Order points as a bar, one cell longer than `cells`: `┃` stands where tests begin to fail, `×` beyond it."""
    edge = 0 if fails_above is None else max(1, min(cells - 1, round(fails_above * cells / MOST_OP)))
    filled = min(cells, ceil(op * cells / MOST_OP))
    passes = fails_above is not None and op <= fails_above
    filled = min(filled, edge) if passes else max(filled, edge + 1)
    under, over = min(filled, edge), max(0, filled - edge)
    return (
        ("■" * under, "info"),
        ("·" * (edge - under), "dim"),
        ("┃", "error"),
        ("■" * over, "error"),
        ("×" * (cells - edge - over), "error"),
    )


def tests_left(number: int) -> Span:
    """Tests that a unit still passes; `!` where the next one fails."""
    return (f"{number:>4}", "text") if number else ("   !", "error")


def model_boxes(group: GroupRow, width: int) -> Span:
    """A group as boxes: one for 10 HP where there is room, else one for a model, else a bar."""
    looks = look_of(group.hp / group.hp_full if group.hp_full else 0)
    each = max(1, ceil(group.hp_each / HP_A_BOX))
    if group.models_full * (each + 1) - 1 <= width:
        boxes = []
        for model in range(group.models_full):
            hp = max(0, min(group.hp_each, group.hp - model * group.hp_each))
            filled = ceil(hp / HP_A_BOX)
            boxes.append("■" * filled + "·" * (each - filled))
        return " ".join(boxes), looks
    if group.models_full <= width:
        hurt = group.hp < group.models * group.hp_each
        whole = group.models - hurt
        return "■" * whole + "▪" * hurt + "·" * (group.models_full - group.models), looks
    return hp_bar(group.hp, group.hp_full, width)


def hit_boxes(boxes: Iterable[Box], signs: str) -> tuple[Span, ...]:
    """A row of hits as signs, the open one first in `signs`."""
    return tuple((signs[box.checked], "warning" if box.checked else "text") for box in boxes)


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


def told(label: str, text: str, width: int, indent: int = 7, *, most: int | None = None) -> Iterator[Line]:
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

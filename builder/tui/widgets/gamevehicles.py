"""The vehicles of a game: a line of each, and the one under the cursor in detail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from builder.systems.gameview import Box, LineRow, VehicleRow
from builder.tui.widgets.gamebars import hit_boxes, last_and_note, packed, told
from builder.tui.widgets.lines import Line, Span, cut, width_of

GLANCING, PENETRATING = "○●", "□■"
"""Signs of the two rows of hits, open and checked."""

HITS = 6
TALL = 12
"""From this height on a vehicle has a line for each of its damage lines."""

INDENT = 12


def vehicle_header(width: int) -> Line:
    """The heads of the columns, for a pane so wide; its first cell is the cursor's."""
    return Line(((f" {'Vehicle':<{_name(width - 1)}} Glanc. Pen.   DMG", "dim"),))


def vehicle_line(row: VehicleRow, width: int) -> Line:
    """A vehicle in one line: how its crew is, its hits, and the lines that have DMG."""
    size, crew = _name(width), f" {row.crew}" if row.crew else ""
    name = cut(row.name, size - len(crew))
    spans: list[Span] = [(name, "dim" if row.destroyed else "text"), (crew, "warning")]
    spans.append((" " * (size - width_of(spans) + 1), "text"))
    spans += [*hit_boxes(row.glancing, GLANCING), (" ", "text"), *hit_boxes(row.penetrating, PENETRATING)]
    if row.destroyed:
        return Line((*spans, (" × destroyed", "error")))
    damaged = _damaged(row.lines, width - width_of(spans) - 1)
    return Line((*spans, (f" {damaged or '–'}", "text" if damaged else "dim")))


def _damaged(lines: Iterable[LineRow], width: int) -> str:
    """The lines that have DMG: close together where there is little room, and at worst only those with most of it."""
    hit = [line for line in lines if line.damage]
    for between in (" ", ""):
        text = " ".join(f"{line.letter}{between}{line.damage}" for line in hit)
        if cell_len(text) <= width:
            return text
    kept = sorted(hit, key=lambda line: -line.damage)
    while len(kept) > 1:
        kept.pop()
        text = " ".join([*(f"{line.letter}{line.damage}" for line in hit if line in kept), f"+{len(hit) - len(kept)}"])
        if cell_len(text) <= width:
            return text
    return f"{len(hit)} lines"


def _name(width: int) -> int:
    return max(8, min(30, width - 2 * HITS - 2 - 12))


def vehicle_detail(row: VehicleRow | None, width: int, height: int) -> Iterator[Line]:
    """Yield a vehicle in as much detail as there is room for."""
    if row is None:
        return
    if height < TALL:
        yield from _brief(row, width)
        return
    yield _head(row)
    for line in row.lines:
        yield Line(((f"  {line.letter} {line.damage:>2}  ", "text"), *_thresholds(line.thresholds)))
    said = [
        *packed("Glancing", _hits(row.glancing, GLANCING), width, INDENT),
        *packed("Penetrating", _hits(row.penetrating, PENETRATING), width, INDENT),
    ]
    if not row.destroyed:
        said += packed("Next hit", _next(row), width, INDENT)
    if row.weapons:
        said += packed("Weapons", map(_weapon, row.weapons), width, INDENT)
    for label, text in (("Marks", ", ".join(row.marks)), ("Note", row.note)):
        said += told(label, text, width, INDENT)
    room = max(1, height - 1 - len(row.lines) - len(said))
    said += told("Last", row.last, width, INDENT, most=room)
    if 1 + len(row.lines) + len(said) < height:
        yield Line(())
    yield from said


def _head(row: VehicleRow) -> Line:
    armour = "/".join(map(str, row.armour))
    state: Span = (f"  {row.speed}", "dim")
    if row.destroyed:
        state = ("  × destroyed", "error")
    elif row.immobilised:
        state = ("  immobilised", "warning")
    crew: Span = (f"  {row.crew}", "warning") if row.crew else ("", "text")
    return Line(((f" {row.name}", "title"), (f"  AV {armour}", "text"), state, crew))


def _thresholds(boxes: Iterable[Box]) -> Iterator[Span]:
    for box in boxes:
        sign = (PENETRATING if box.text.endswith("P") else GLANCING)[box.checked]
        yield f"{sign}{box.text:>3} ", "warning" if box.checked else "text"


def _hits(boxes: Iterable[Box], signs: str) -> Iterator[tuple[Span, ...]]:
    for box in boxes:
        yield ((f"{signs[box.checked]} {hit_words(box.text)}", "warning" if box.checked else "text"),)


def hit_words(text: str) -> str:
    """What a box of a row does, in one word: `Crew Shaken` is shaken, `Weapon Destroyed` weapon."""
    words = text.lower().rstrip("!").removeprefix("crew ").split()
    return {"immobilised": "immob."}.get(words[0], words[0]) if words else ""


def _next(row: VehicleRow) -> Iterator[tuple[Span, ...]]:
    """Yield what the next hit of each row would do."""
    for signs, text in ((GLANCING, row.next_glancing), (PENETRATING, row.next_penetrating)):
        if text:
            yield ((f"{signs[0]} {text.lower().removeprefix('crew ')}", "text"),)


def _weapon(box: Box) -> tuple[Span, ...]:
    return ((f"[{'x' if box.checked else ' '}] {box.text}", "warning" if box.checked else "text"),)


def _brief(row: VehicleRow, width: int) -> Iterator[Line]:
    """Yield a vehicle in three lines: its armour and DMG, the next hits and what is gone, the last act on it."""
    damage = "  ".join(f"{line.letter} {line.damage} {_open(line)}".rstrip() for line in row.lines if line.damage)
    yield Line((*_head(row).left, (f"   {damage or 'no DMG yet'}", "text" if damage else "dim")))
    gone = ", ".join(box.text for box in row.weapons if box.checked)
    following = [span for part in _next(row) for span in (*part, (" ", "text"))] if not row.destroyed else []
    rest = "; ".join(filter(None, (f"gone: {gone}" if gone else "", *row.marks)))
    yield Line(((" Next hit  ", "dim"), *following, (f"  {rest}", "warning")))
    yield last_and_note(row.last, row.note, width)


def _open(line: LineRow) -> str:
    """The next threshold of a line: `(18G next)`."""
    box = next((box for box in line.thresholds if not box.checked), None)
    return f"({box.text} next)" if box is not None else ""

"""One row of a game in detail: all there is room for, on a low screen in a few lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from builder.record import replace
from builder.systems.play.view import Detail, Row, Spans
from builder.systems.play.view import Span as PlaySpan
from builder.tui.sentences import in_keys
from builder.tui.widgets.game_lines import drawn, labelled_lines, last_and_note, packed
from builder.tui.widgets.game_table import painted
from builder.tui.widgets.lines import Line, Span, cut, width_of
from builder.tui.widgets.shortening import part_about

LABEL = 7
"""Cells of the labels of details, at least."""
TALL = 8
"""From this height on a row may have its details."""
SOME = 2
"""Lines that a long sentence leaves to each of those below it."""
_WORD = re.compile(r"\s*\S+|\s+")


def detail(row: Row | None, width: int, height: int, *, titled: bool = False) -> Iterator[Line]:
    """Yield a row in as much detail as there is room for; its name and its sums only where no frame is `titled` so."""
    if row is None:
        return
    # What is packed stands close together; sentences have air between them.
    air = not any(each.kind == "packed" for each in row.details)
    if height < max(TALL, 2 + sum(each.kind not in ("text", "columns") for each in row.details) + air):
        yield from _brief(row, width, height)
        return
    labelled = [_with_key(each) for each in row.details if each.kind in ("line", "text", "packed")]
    indent = max(LABEL, *(len(each.label) + 1 for each in labelled), 0)
    above = [*_parts([each for each in row.details if each.kind == "part"], width)]
    above += [_boxes(each) for each in row.details if each.kind == "boxes"]
    below = [line for each in labelled for line in _labelled(each, width, indent)]
    below += labelled_lines("Note", row.note, width, indent)
    head = [] if titled and not row.head else [_head(row, titled=titled)]
    room = height - len(head) - len(above) - len(below)
    last = [*labelled_lines("Last", part_about(row.last, row.name), width, indent, most=max(1, room))]
    room -= len(last)
    yield from head
    yield from above
    if room >= 1:
        yield Line(())
    yield from below
    if air and room >= 2:
        yield Line(())
    yield from last
    columns = [each for each in row.details if each.kind == "columns"]
    if columns and room - 2 - (air and room >= 2) >= len(columns):
        yield Line(())
        yield from _columns(columns, max(indent, *(len(each.label) + 1 for each in columns)))


def _head(row: Row, *, titled: bool = False) -> Line:
    head = [part for span in painted(row.head) for part in (("  ", "text"), span)]
    if titled:
        return Line(tuple(head))
    return Line(((f" {row.name}", "title"), *head), ((f"{row.summary} ", "text"),) if row.summary else ())


def _parts(parts: Sequence[Detail], width: int) -> Iterator[Line]:
    """Yield a line for each part: its name, its figures, its models, how many are left."""
    most = min(max((cell_len(part.label) for part in parts), default=0), max(12, width // 3))
    for part in parts:
        shown, track, tail = cut(part.label, most), part.track, f" {part.tail} " if part.tail else " "
        left: list[Span] = [(f"   {shown}{' ' * (most - cell_len(shown))}  ", "text")]
        if track is not None:
            look = "text" if track.value else "dim"
            left = [(left[0][0], look), (f"{track.value:>4}/{track.full:<4} ", look)]
            left += drawn(track, width - width_of(left) - cell_len(tail))
        yield Line((*left, *painted(part.spans)), ((tail, "dim"),))


def _columns(lines: Sequence[Detail], indent: int) -> Iterator[Line]:
    """Yield lines of texts that stand below each other."""
    texts = ([span.text for span in each.spans] for each in lines)
    sizes = [max(map(cell_len, column)) for column in zip(*texts, strict=True)]
    for each in lines:
        padded = (
            (f"{span.text}{' ' * (size - cell_len(span.text) + 2)}", look)
            for size, span, (_, look) in zip(sizes, each.spans, painted(each.spans), strict=True)
        )
        yield Line(((f" {each.label:<{indent}}", "dim"), *padded))


def _boxes(detail: Detail) -> Line:
    """A track of boxes that each say something."""
    track = detail.track
    boxes = track.boxes if track is not None else ()
    value = f"{track.value:>2}" if track is not None else ""
    spans = ((f"{box.signs[box.checked]}{box.text:>3} ", box.look) for box in boxes)
    return Line(((f"  {detail.label} {value}  ", "text"), *spans))


def _labelled(detail: Detail, width: int, indent: int) -> Iterator[Line]:
    match detail.kind:
        case "text":
            text = in_keys("".join(span.text for span in detail.spans))
            yield from labelled_lines(detail.label, text, width, indent)
        case "packed":
            parts = (((f"{box.signs[box.checked]} {box.short or box.text}", box.look),) for box in detail.parts)
            yield from packed(detail.label, parts, width, indent)
        case _:
            label = f" {detail.label:<{indent}}" if detail.label else " "
            yield Line(((label, "dim"), *painted(detail.spans)))


def _brief(row: Row, width: int, height: int) -> Iterator[Line]:
    """Yield a row in a few lines: how it stands, the longest way where that fits, and the last act on it."""
    room = height - 1
    last = part_about(row.last, row.name)
    long = sum(1 for _ in labelled_lines("Last", last, width, LABEL)) > 1
    for place, ways in enumerate(row.brief):
        after = len(row.brief) - place - 1
        broken = [_broken(way, width - 2) for way in ways]
        # The last act has two lines rather than what the row of the tables tells as well.
        limits = [room - SOME * after] if after else [room - long, room]
        fit = (each for most in limits for each in broken if len(each) <= max(1, most))
        lines = next(fit, None) or [ways[-1]]
        room -= len(lines)
        yield from (Line(((" ", "text"), *painted(line))) for line in lines)
    if not row.brief:
        yield _head(row)
        room -= 1
    if row.note or room < 1:
        yield last_and_note(last, row.note, width)
    else:
        yield from labelled_lines("Last", last or "nothing yet", width, LABEL, most=room + 1)


def _with_key(line: Detail) -> Detail:
    """A line whose label names an act, with the key of that."""
    return replace(line, label=in_keys(line.label)) if line.label.startswith("the act ") else line


def _broken(spans: Spans, width: int) -> list[Spans]:
    """Spans in lines of a width, broken between words; acts are named by their keys."""
    lines: list[list[PlaySpan]] = [[]]
    used = 0
    for span in spans:
        for word in _WORD.findall(in_keys(span.text)):
            if used and used + cell_len(word.rstrip()) > width:
                lines.append([PlaySpan("  ")])
                used, word = 2, word.lstrip()
            lines[-1].append(PlaySpan(word, span.look))
            used += cell_len(word)
    return [tuple(line) for line in lines]

"""Cells, tracks and marks of a view as HTML: figures in words, and a picture beside them that says the same."""

from __future__ import annotations

from collections.abc import Iterator

from builder.serve.markup import Child, Html, element, together
from builder.systems.play.view import Cell, Detail, Look, Of, Row, Spans, Table, Track

E = element


def spans(texts: Spans) -> Html:
    """Pieces of text, each with its look."""
    return together(*(E("span", each.text, class_=each.look) if each.look != "text" else each.text for each in texts))


def cell(value: Cell) -> Child:
    """What stands in a column."""
    match value:
        case Of():
            return f"{value.value}/{value.full}"
        case Track():
            return track(value)
        case tuple():
            return spans(value)
        case _:
            return str(value)


def track(shown: Track) -> Html:
    """A track: a meter, or its boxes, with what it says."""
    match shown.draw:
        case "boxes":
            told = (f"{box.text}: {'checked' if box.checked else 'open'}" for box in shown.boxes)
            signs = "".join(box.signs[box.checked] for box in shown.boxes)
            return E("span", signs, class_="boxes", role="img", aria_label="; ".join(told))
        case "steps":
            return E("span", shown.boxes[shown.value].text, class_="step")
        case "figures":
            return E("span", " ".join(f"{box.text} {box.figure}" for box in shown.boxes) or "–")
        case "limit" | "stars":
            return _meter(shown, high=shown.full if shown.limit is None else max(0, shown.limit), optimum=0)
        case _:
            return _meter(shown, low=shown.full // 4, high=shown.full // 2, optimum=shown.full)


def _meter(shown: Track, *, optimum: int, high: int, low: int | None = None) -> Html:
    words = f"{shown.value} of {shown.full}"
    return E(
        "meter", words, value=shown.value, max=max(1, shown.full), low=low, high=high, optimum=optimum, title=words
    )


def figures(table: Table, row: Row) -> Iterator[Html]:
    """Yield the columns of a row, each with its title and what stands there: in words where any screen has them so."""
    for column in table.columns:
        value = row.cells.get(column.id, "")
        picture = isinstance(value, Track) and value.draw in ("bar", "limit", "stars", "models")
        if value == "" or (row.gone and not column.alive) or (column.shown == "screen" and not picture):
            continue
        if column.title and not picture:
            yield E("div", E("dt", column.title), E("dd", cell(value)), class_="figure")
        else:
            yield E("div", E("dt", column.title or column.id, class_="unseen"), E("dd", cell(value)), class_="track")


def marks(row: Row) -> Iterator[Html]:
    """Yield the states of a row in words."""
    if row.state or row.gone:
        yield E("li", row.state or "gone", class_="error" if row.gone else "warning")
    yield from (E("li", mark.text, class_=look_of(mark.look)) for mark in row.marks)


def look_of(look: Look) -> str | None:
    """The class of a look; none for that of any text."""
    return look if look != "text" else None


def detail(line: Detail) -> Html:
    """A line of the details of a row."""
    parts = [
        E("strong", f"{line.label} ") if line.label else None,
        spans(line.spans),
        E("span", " ", track(line.track)) if line.track is not None else None,
        f" {line.tail}" if line.tail else None,
    ]
    named = line.track.boxes if line.kind == "boxes" and line.track is not None else line.parts
    boxes = (E("li", f"{box.signs[box.checked]} {box.text} {box.figure}".rstrip()) for box in named)
    return E("li", parts, E("ul", *boxes, class_="packed") if named else None)

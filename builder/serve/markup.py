"""What pages are made of: elements, in which every text is escaped; the values of a view; what all pages have."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from builder.systems.play.view import Cell, Detail, Look, Of, Row, Spans, Table, Track
from builder.text import clean

_VOID = frozenset({"br", "hr", "input", "link", "meta"})


class Html(str):
    """HTML that is finished; any other text is escaped where it stands in an element."""

    __slots__ = ()


Child: TypeAlias = str | Iterable["Child"] | None
"""What stands in an element: a text or an element, several of them one after another, or nothing."""
Attribute: TypeAlias = str | int | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element.

    Args:
        name: its name.
        children: what stands in it.
        attributes: by their names, an underline in the place of each hyphen and behind words of Python (`class_`);
            True for one without a value, False or None for none.
    """
    written = "".join(_attribute(each, value) for each, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{together(*children)}</{name}>")


def together(*children: Child) -> Html:
    """Elements and texts one after another."""
    return Html("".join(map(_written, children)))


def _written(child: Child) -> str:
    if child is None or isinstance(child, Html):
        return child or ""
    return html.escape(clean(child)) if isinstance(child, str) else together(*child)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(clean(str(value)))}"'


# -- values of a view ------------------------------------------------------------------
def spans(texts: Spans) -> Html:
    """Pieces of text, each with its look."""
    return together(
        *(element("span", each.text, class_=each.look) if each.look != "text" else each.text for each in texts)
    )


def cell(value: Cell) -> Child:
    """Return what stands in a column."""
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
            return element("span", signs, class_="boxes", role="img", aria_label="; ".join(told))
        case "steps":
            return element("span", shown.boxes[shown.value].text, class_="step")
        case "figures":
            return element("span", " ".join(f"{box.text} {box.figure}" for box in shown.boxes) or "–")
        case "stars":
            return _meter(shown, "error" if shown.value >= shown.full else "good", shown.full)
        case "limit":
            limit = shown.full if shown.limit is None else shown.limit
            return _meter(shown, "error" if shown.value > limit else "good", limit)
        case _:
            quarters = 4 * shown.value / max(1, shown.full)
            return _meter(shown, "error" if quarters <= 1 else "warning" if quarters <= 2 else "good")


def _meter(shown: Track, look: Look, limit: int = 0) -> Html:
    """A bar, drawn here since each browser draws its own; with a line at a limit that lies on it."""
    words, of = f"{shown.value} of {shown.full}", 100 / max(1, shown.full)
    parts = [element("rect", width="100%", height="100%", class_="room")]
    if shown.value > 0:
        parts.append(element("rect", width=f"{min(100, shown.value * of):.4g}%", height="100%", class_=look))
    if 0 < limit < shown.full:
        parts.append(element("rect", x=f"{limit * of:.4g}%", width="2", height="100%", class_="limit"))
    return element("svg", element("title", words), *parts, class_="meter", role="img", aria_label=words)


def figures(table: Table, row: Row) -> Iterator[Html]:
    """Yield the columns of a row, each with its title and what stands there: in words where any screen has them so.

    A picture without a title stands below the figure before it, which it is of.
    """
    for title, told, metered in _told(table, row):
        yield figure(title, told, metered=metered)


def figure(title: str, told: Child, *, metered: bool = False) -> Html:
    """A value with its title above it."""
    return element("div", element("dt", title), element("dd", told), class_="figure metered" if metered else "figure")


def _told(table: Table, row: Row) -> Iterator[tuple[str, Child, bool]]:
    before: tuple[str, Child, bool] | None = None
    for column in table.columns:
        value = row.cells.get(column.id, "")
        picture = isinstance(value, Track) and value.draw in ("bar", "limit", "stars", "models")
        if value in ("", ()) or (row.gone and not column.alive) or (column.shown == "screen" and not picture):
            continue
        if picture and before is not None:
            yield before[0], [before[1], cell(value)], True
            before = None
            continue
        if before is not None:
            yield before
        before = column.title, cell(value), picture
    if before is not None:
        yield before


def marks(row: Row) -> Iterator[Html]:
    """Yield the states of a row in words."""
    if row.state or row.gone:
        yield element("li", row.state or "gone", class_="error" if row.gone else "warning")
    yield from (element("li", mark.text, class_=look_of(mark.look)) for mark in row.marks)


def look_of(look: Look) -> str | None:
    """The class of a look; none for that of any text."""
    return look if look != "text" else None


_SIGNS = {"[ ]": "□", "[x]": "■"}
"""Boxes as pages draw them that are written in plain letters elsewhere."""


def detail(line: Detail) -> Html:
    """A line of the details of a row."""
    parts = [
        element("strong", f"{line.label.removeprefix('the act ')} ") if line.label else None,
        spans(line.spans),
        element("span", " ", track(line.track)) if line.track is not None else None,
        f" {line.tail}" if line.tail else None,
    ]
    named = line.track.boxes if line.kind == "boxes" and line.track is not None else line.parts
    boxes = (
        element("li", f"{_SIGNS.get(sign := box.signs[box.checked], sign)} {box.text} {box.figure}") for box in named
    )
    return element("li", parts, element("ul", *boxes, class_="packed") if named else None)


# -- cards -------------------------------------------------------------------------------
_BLANK = re.compile(
    r"(?:,? \w+|:) ____"  # a blank, with the word for it
    r"|^ *[^\[]*: (?:\[.\] ?)+$"  # nothing but boxes behind a title
    r"|^ *(?:\[.\] .*){2,}$"  # several boxes with what they say
    r"|\[.\] "  # the box before a line
)
"""What of a line of a card is there to be filled in with a pen."""
_TITLE = re.compile(r"[^:(]+:(?: |$)")


def cards(lines: Iterable[str]) -> Iterator[Html]:
    """Yield cards, given line by line, as lists within lists, without what is only there to be filled in with a pen."""
    read = [text for line in lines if (text := _BLANK.sub("", line)).strip(" :")]
    for head, below in _headed(read):
        yield together(element("p", element("strong", head)), element("ul", *_nested(below), class_="rules"))


def _nested(lines: Sequence[str]) -> Iterator[Html]:
    """Yield lines, each with those that are indented below it."""
    for line, below in _headed(lines):
        title = _TITLE.match(line.strip())
        bold, text = (title[0], line.strip()[title.end() :]) if title else ("", line.strip())
        parts = [element("strong", bold) if bold else None, text]
        yield element("li", parts, element("ul", *_nested(below)) if below else None)


def _headed(lines: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the lines that are indented least, each with those below it."""
    depths = [len(line) - len(line.lstrip(" ")) for line in lines]
    heads = [place for place, depth in enumerate(depths) if depth <= min(depths[: place + 1])]
    for place, end in pairwise((*heads, len(lines))):
        yield lines[place], lines[place + 1 : end]


# -- what all pages have ---------------------------------------------------------------
def page(title: str, *children: Child, back: str = "", stamp: str = "", events: str = "", said: str = "") -> str:
    """A whole page.

    Args:
        title: its title, which is its heading.
        children: what stands below the heading.
        back: the address that leads back; none where it is empty.
        stamp: that of the game as it is shown.
        events: the address that tells of new stamps; empty for a page that stays as it is.
        said: what is told first.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="theme-color", content="#f4f2ed", media="(prefers-color-scheme: light)"),
        element("meta", name="theme-color", content="#141518", media="(prefers-color-scheme: dark)"),
        element("title", f"{title} – Muster"),
        element("link", rel="stylesheet", href="/static/style.css"),
        element("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        element("link", rel="apple-touch-icon", href="/static/icon.png"),
        element("link", rel="manifest", href="/static/manifest.webmanifest", crossorigin="use-credentials"),
        element("script", "", src="/static/live.js", defer=True),
    )
    body = element(
        "body",
        element("a", "To the page", href="#page", class_="skip"),
        element("header", element("a", "‹ Back", href=back, class_="back") if back else None, element("h1", title)),
        element("p", "", id="line", role="status", hidden=True),
        element("p", "", id="heard", role="status", class_="unseen"),
        element(
            "main",
            element("p", said, class_="said", role="status") if said else None,
            children,
            id="page",
            tabindex="-1",
            data_stamp=stamp or None,
            data_events=events or None,
        ),
    )
    return f'<!doctype html>\n<html lang="en">{head}{body}</html>\n'


def message_page(title: str, texts: Sequence[str], back: str) -> str:
    """A page that tells what stands against something."""
    return page(title, *(element("p", text, class_="error") for text in texts), back=back)


def post_button(text: str, action: str, values: Sequence[tuple[str, str]] = (), *, main: bool = False) -> Html:
    """A form of one button, with values that nobody sees."""
    hidden = (element("input", type="hidden", name=name, value=value) for name, value in values)
    button = element("button", text, class_="main" if main else None)
    return element("form", together(*hidden), button, method="post", action=action)

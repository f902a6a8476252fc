"""The themes with their colours, the looks made of them, and the signs that boxes and bars are drawn with."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBarRender
from textual.theme import Theme

from builder.text import clean_name

CHOICES = {
    "auto": "As the terminal says: plain where its encoding is not UTF-8",
    "unicode": "Boxes and blocks",
    "ascii": "Plain: + - | # = >",
}
"""What a player can choose, in the order in which it is offered."""

TABLE = {
    **dict.fromkeys("─╌▾", "-"),
    **dict.fromkeys("━═", "="),
    **dict.fromkeys("│▉▊▋▍▎▏▕▐", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼┣┫╭╮╰╯▸", "+"),
    **dict.fromkeys("█■▆┃┏┓┗┛", "#"),
    **dict.fromkeys("▂▃▄□▫☐", "_"),
    **dict.fromkeys("▅▇", "="),
    **dict.fromkeys("▔▀", "-"),
    **dict.fromkeys("▌▶→›»►↷", ">"),
    **dict.fromkeys("←‹«↶", "<"),
    **dict.fromkeys("▼↓", "v"),
    **dict.fromkeys("▲↑", "^"),
    **dict.fromkeys("•◦†◆▪", "*"),
    **dict.fromkeys("●★", "@"),
    **dict.fromkeys("○◯", "o"),
    **dict.fromkeys("▁·…", "."),
    **dict.fromkeys("–—−‑‐", "-"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("’‘‚′", "'"),
    **dict.fromkeys("×✕✗", "x"),
    **dict.fromkeys("✓✔", "v"),
    **dict.fromkeys("≥", ">"),
    **dict.fromkeys("≤", "<"),
    **dict.fromkeys("⁄÷", "/"),
    **dict.fromkeys("≈±", "~"),
    **dict.fromkeys("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}", " "),
    "°": "o",
    "\N{BOX DRAWINGS LIGHT DOUBLE DASH HORIZONTAL}": "!",
    "↳": "`",
}
"""The plain sign of each sign that is no letter: one cell for one cell, so that nothing moves."""


class SafeSigns(LineFilter):
    """Paints nothing that acts on the terminal, should a text that does ever come so far."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments without control characters and invisible signs."""
        return [
            segment
            if segment.text.isascii() and segment.text.isprintable()
            else Segment(safe_text(segment.text), *segment[1:])
            for segment in segments
        ]


@lru_cache(4096)
def safe_text(text: str) -> str:
    """A text without control characters, invisible signs and piles of accents, as many cells wide."""
    cleaned = clean_name(text)
    if cleaned == text:
        return text
    return clean_name("".join(sign if clean_name(sign) == sign else "?" * cell_len(sign) for sign in text))


SAFE_SIGNS = SafeSigns()


class WholeCells(ScrollBarRender):
    """Scroll bars in whole cells, reversed: parts of cells would be signs without their bar where colours are none."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


class JoinedFilter(LineFilter):
    """Several filters as one, in their order: Textual makes every line anew for each filter that it has."""

    def __init__(self, filters: Sequence[LineFilter]) -> None:
        super().__init__()
        self.filters = tuple(filters)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments as they come out of the last filter."""
        for each in self.filters:
            segments = each.apply(segments, background)
        return segments


def filters_of(app: App[None]) -> Iterator[LineFilter]:
    """Yield the filters that an app puts over its lines, one by one."""
    for each in app.get_line_filters():
        yield from each.filters if isinstance(each, JoinedFilter) else (each,)


class PlainSigns(LineFilter):
    """Paints plain signs; letters stay where `encoding` has them, else they lose their accents."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments with plain signs."""
        return [
            segment if segment.text.isascii() else Segment(plain_text(segment.text, self._encoding), *segment[1:])
            for segment in segments
        ]


@lru_cache(4096)
def plain_text(text: str, encoding: str = "utf-8") -> str:
    """A text in plain signs, as many cells wide."""
    return "".join(_plain(sign, encoding) for sign in text)


def _plain(sign: str, encoding: str) -> str:
    if sign.isascii():
        return sign
    if sign in TABLE:
        return TABLE[sign]
    if sign.isalnum() or unicodedata.combining(sign):
        try:
            sign.encode(encoding)
        except UnicodeEncodeError:
            bare = unicodedata.normalize("NFKD", sign)[:1]
            return bare if bare.isascii() else "?" * cell_len(sign)
        return sign
    return "?" * cell_len(sign)


def terminal_encoding(environment: Mapping[str, str] = os.environ) -> str:
    """The encoding of the terminal: what the locale names, or else what Python found; `C` and `POSIX` are ASCII."""
    locale = environment.get("LC_ALL") or environment.get("LANG") or ""
    if locale in ("C", "POSIX"):
        return "ascii"
    named = locale.partition(".")[2].partition("@")[0] or (sys.__stdout__ and sys.__stdout__.encoding) or "utf-8"
    try:
        return codecs.lookup(named).name
    except LookupError:
        return "ascii"


def plain_signs(choice: str | None) -> PlainSigns | None:
    """The filter that a choice asks for: none where the terminal may show all signs."""
    encoding = terminal_encoding()
    if choice == "unicode" or (choice in (None, "auto") and encoding == "utf-8"):
        return None
    return PlainSigns(encoding)


EXTRA = ("points", "dim", "frame", "focus", "slot", "info", "cursor")
"""Colours beyond those that every theme has, as variables `$muster-<name>`."""


def _theme(
    name: str, *, dark: bool, background: str, text: str, good: str, warning: str, error: str, **extra: str
) -> Theme:
    return Theme(
        name=name,
        primary=extra["focus"],
        secondary=extra["info"],
        accent=extra["focus"],
        foreground=text,
        background=background,
        surface=background,
        panel=extra["cursor"],
        success=good,
        warning=warning,
        error=error,
        dark=dark,
        variables={
            **{f"muster-{key}": extra[key] for key in EXTRA},
            "scrollbar": extra["frame"],
            "scrollbar-background": background,
            "border": extra["focus"],
            "input-selection-background": extra["focus"],
            "input-selection-foreground": background,
        },
    )


THEMES = (
    _theme(
        "dark",
        dark=True,
        background="#14171C",
        text="#D8DCE3",
        good="#8FD16F",
        warning="#FFB454",
        error="#FF7B6E",
        points="#FFFFFF",
        dim="#9AA3B1",
        frame="#667284",
        focus="#E0B04A",
        slot="#C9A2FF",
        info="#6CB8FF",
        cursor="#2B3340",
    ),
    _theme(
        "light",
        dark=False,
        background="#FAFAF7",
        text="#1F242B",
        good="#2B6A12",
        warning="#8A4B00",
        error="#B3261E",
        points="#000000",
        dim="#565E6A",
        frame="#7B8491",
        focus="#8A5A00",
        slot="#6A35B8",
        info="#0B5CAD",
        cursor="#E4E2D8",
    ),
    _theme(
        "high-contrast",
        dark=True,
        background="#000000",
        text="#FFFFFF",
        good="#7CFF6B",
        warning="#FFD24A",
        error="#FF9A8F",
        points="#FFFFFF",
        dim="#D0D0D0",
        frame="#C0C0C0",
        focus="#FFFF00",
        slot="#E3C8FF",
        info="#9AD2FF",
        cursor="#001E5C",
    ),
)
"""In the order in which they are offered; the first is the one at the start."""

_LOOKS = {
    "text": "foreground", "title": "foreground", "points": "points", "price": "info", "dim": "dim", "good": "success",
    "warning": "warning", "error": "error", "info": "info", "slot": "slot", "focus": "focus", "key": "focus",
}  # fmt: skip
"""The colour of each look of a text."""

_STRONG = frozenset({"title", "points", "error", "key"})


def look_style(theme: Theme, look: str) -> Style:
    """Return how a text with a look is drawn."""
    colours = _colours(theme.name)
    strong = True if look in _STRONG else None
    return Style(color=colours[_LOOKS[look]], bgcolor=colours["background"], bold=strong)


def cursor_style(theme: Theme, *, focus: bool, colours: bool) -> Style:
    """Return what a line has under the cursor; without colours it is reversed, or underlined beside the focus."""
    background = _colours(theme.name)["cursor"]
    if colours:
        return Style(bgcolor=background, bold=focus or None)
    return Style(bgcolor=background, reverse=focus or None, underline=not focus or None)


@cache
def _colours(name: str) -> Mapping[str, RichColor]:
    """The colours of a theme by their names; those of the first where it is none of ours."""
    made = theme_variables(name)
    known = {key: made[key] for key in ("background", "foreground", "success", "warning", "error")}
    known |= {key: made[f"muster-{key}"] for key in EXTRA}
    return {key: Color.parse(text).rich_color for key, text in known.items()}


def theme_variables(name: str) -> Mapping[str, str]:
    """What style sheets can name of a theme, and its value; of the first where it is none of ours."""
    return _variables(next((place for place, theme in enumerate(THEMES) if theme.name == name), 0))


@cache
def _variables(place: int) -> Mapping[str, str]:
    """Those of one of our themes: Textual works them out each time that it asks, thrice before the first paint."""
    return {**THEMES[place].to_color_system().generate(), **THEMES[place].variables}

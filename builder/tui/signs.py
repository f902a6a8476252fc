"""Plain signs for terminals that cannot show boxes and blocks: one table, put over whatever a screen paints."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from builder.text import clean_name

CHOICES = {
    "auto": "As the terminal says: plain where its encoding is not UTF-8",
    "unicode": "Boxes and blocks",
    "ascii": "Plain: + - | # > v",
}
"""What a player can choose, in the order in which it is offered."""

TABLE = {
    **dict.fromkeys("─━╌═", "-"),
    **dict.fromkeys("│┃▉▊▋▍▎▏▕▐", "|"),
    **dict.fromkeys("┌┐└┘┏┓┗┛├┤┬┴┼┣┫╭╮╰╯", "+"),
    **dict.fromkeys("█■▪", "#"),
    **dict.fromkeys("▁▂▃▄", "_"),
    **dict.fromkeys("▅▆▇", "="),
    "▔": "-",
    **dict.fromkeys("▌▶→›»►↷", ">"),
    **dict.fromkeys("←‹«↶", "<"),
    **dict.fromkeys("▼↓", "v"),
    **dict.fromkeys("▲↑", "^"),
    **dict.fromkeys("●•★", "*"),
    **dict.fromkeys("○◯", "o"),
    **dict.fromkeys("□▫…", "."),
    **dict.fromkeys("·–—−‑", "-"),
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

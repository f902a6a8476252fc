"""Setting texts: how wide they are, where they break, and which letters the font lacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Literal, Protocol, TypeVar

from builder.errors import Finding, Place, Severity
from builder.sheets.design import Design
from builder.sheets.page import MM, Style, Text, Weight

Anchor = Literal["left", "centre", "right"]
Kept = TypeVar("Kept")
STAND_IN = "?"
"""Printed for a character that the font lacks."""
BREAK = re.compile(r"(?<![×+]) (?!·|× \d|\+|HP\b)")
"""Where a line may end: dots stay behind their word, and `4 × 40 HP` and `(T + 2)` stay whole."""
SHIFT: dict[Anchor, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}


class Metrics(Protocol):
    """The font as layout sees it."""

    def width(self, text: str, weight: Weight) -> float:
        """The width of a text of characters that the font has, in em."""

    def missing(self, text: str, weight: Weight) -> str:
        """The characters of a text that the font has no shape for."""


class Typesetter:
    """Measures and breaks texts for one document and keeps the drawings made for it.

    What is asked for again is not measured or made again: an army repeats most of its words and shapes.
    """

    def __init__(self, design: Design, metrics: Metrics, ink_saver: bool = False, colour: bool = True) -> None:
        self.design = design
        self.baseline = design.grid.baseline
        self.ink_saver = ink_saver
        self.colour = colour
        self.findings: list[Finding] = []
        self.unit: str | None = None
        self._metrics = metrics
        self._measured: dict[tuple[str, Style], tuple[str, float]] = {}
        self._kept: dict[Hashable, object] = {}
        self._scaled: dict[tuple[Style, float], Style] = {}
        self._blackened: dict[Style, Style] = {}
        self._reported: set[str] = set()

    def in_design(self, design: Design) -> Typesetter:
        """A typesetter for other sheets of the same document, whose findings are kept together."""
        other = Typesetter(design, self._metrics, self.ink_saver, self.colour)
        other.findings, other._reported = self.findings, self._reported
        return other

    def text(self, x: float, y: float, text: str, style: Style, anchor: Anchor = "left") -> Text:
        """Set a text at x (its left end, middle or right end) with its baseline at y."""
        printable, width = self._measured.get((text, style)) or self._measure(text, style)
        return Text(x - width * SHIFT[anchor], y, printable, style, width)

    def width(self, text: str, style: Style) -> float:
        """The width of a text in mm."""
        return (self._measured.get((text, style)) or self._measure(text, style))[1]

    def wrap(self, text: str, style: Style, width: float) -> list[str]:
        """Break a text into lines of at most `width` mm, at spaces; long words at hyphens, or where it must be."""
        if self.width(text, style) <= width:
            return [text]
        lines: list[str] = []
        line = ""
        for word in BREAK.split(text):
            longer = f"{line} {word}" if line else word
            if self.width(longer, style) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *whole, line = self._pieces(word, style, width)
            lines.extend(whole)
        return [*lines, line]

    def scaled(self, style: Style, size: float) -> Style:
        """The same style in another size; equal ones are the same object."""
        if size == style.size:
            return style
        scaled = self._scaled.get((style, size))
        if scaled is None:
            scaled = self._scaled[style, size] = Style(style.weight, size, style.grey)
        return scaled

    def blackened(self, style: Style) -> Style:
        """The same style in black; equal ones are the same object."""
        black = self._blackened.get(style)
        if black is None:
            black = self._blackened[style] = Style(style.weight, style.size, 1.0)
        return black

    def kept(self, kind: type[Kept], key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What has been made for a key, such as a drawing; made when it is first asked for."""
        found = self._kept.get(key)
        if not isinstance(found, kind):
            found = self._kept[key] = make()
        return found

    def report(self, code: str, message: str) -> None:
        """Tell the player something about the unit at hand."""
        finding = Finding(Severity.WARNING, code, message, at=Place(unit=self.unit))
        if finding not in self.findings:
            self.findings.append(finding)

    def _pieces(self, word: str, style: Style, width: float) -> list[str]:
        pieces = [""]
        for letter in word:
            if pieces[-1] and self.width(pieces[-1] + letter, style) > width:
                cut = pieces[-1].rfind("-") + 1 or len(pieces[-1])
                pieces[-1:] = [pieces[-1][:cut], pieces[-1][cut:]]
            pieces[-1] += letter
        return pieces

    def _measure(self, text: str, style: Style) -> tuple[str, float]:
        printable = text.replace("\n", " ")
        for character in self._metrics.missing(printable, style.weight):
            printable = printable.replace(character, STAND_IN)
            if character not in self._reported:
                self._reported.add(character)
                self.report(
                    "sheet-character",
                    f"the printing font has no '{character}' (U+{ord(character):04X}): '{STAND_IN}' stands for it; "
                    f"write '{text.strip()}' with other letters",
                )
        measured = printable, self._metrics.width(printable, style.weight) * style.size / MM
        self._measured[text, style] = measured
        return measured

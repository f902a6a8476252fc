"""Setting texts: how wide they are, where they break, and which letters the font lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Literal, Protocol, TypeVar

from builder.errors import LONGEST_MESSAGE, Finding, Place, Severity, abridged
from builder.record import replace
from builder.sheets.design import Design
from builder.sheets.page import MM, Style, Text, Weight

Anchor = Literal["left", "centre", "right"]
Kept = TypeVar("Kept")
STAND_IN = "\N{BALLOT BOX}"
"""Printed for a character that the font lacks."""
LONGEST_QUOTED = 60
"""Of the text in which the first of them stands, what is told."""
NAMED = 5
"""Characters that the font lacks which are named; of more only the number is told."""
BREAK = re.compile(r"(?<![×+]) (?!·|× \d|\+|HP\b)")
"""Where a line may end: dots stay behind their word, and `4 × 40 HP` and `(T + 2)` stay whole."""
SHIFT: dict[Anchor, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}


class Metrics(Protocol):
    """What layout asks of whoever draws: the font, and the squares of codes to scan."""

    def width(self, text: str, weight: Weight) -> float:
        """Return the width of a text in em.

        Raises:
            KeyError: the font has no shape for one of its characters.
        """

    def missing(self, text: str, weight: Weight) -> str:
        """Return the characters of a text that the font has no shape for."""

    def squares(self, text: str) -> Sequence[bytes]:
        """Return a text as a QR code: its rows from the top, 1 for a black square."""


class Typesetter:
    """Measures and breaks texts for one document and keeps the drawings made for it.

    What is asked for again is not measured or made again: an army repeats most of its words and shapes. `elsewhere` is
    where rules stand in full of which cards have the names alone.
    """

    def __init__(self, design: Design, metrics: Metrics, ink_saver: bool = False, colour: bool = True) -> None:
        self.design = design
        self.baseline = design.grid.baseline
        self.ink_saver = ink_saver
        self.colour = colour
        self.unit: str | None = None
        self.elsewhere = ""
        self._metrics = metrics
        self._measured: dict[tuple[str, Style], tuple[str, float]] = {}
        self._kept: dict[Hashable, object] = {}
        self._scaled: dict[tuple[Style, float], Style] = {}
        self._blackened: dict[Style, Style] = {}
        self._reported: list[Finding] = []
        self._lacking: dict[str, str] = {}

    def in_design(self, design: Design) -> Typesetter:
        """Return a typesetter for other sheets of the same document, whose findings are kept together."""
        other = Typesetter(design, self._metrics, self.ink_saver, self.colour)
        other._reported, other._lacking = self._reported, self._lacking
        other.elsewhere = self.elsewhere
        return other

    @cached_property
    def of_units(self) -> Typesetter:
        """The typesetter for unit cards, whose left column is the wider one."""
        grid = self.design.grid
        return self.in_design(replace(self.design, grid=replace(grid, left=grid.unit_left)))

    @cached_property
    def of_blank_units(self) -> Typesetter:
        """The typesetter for unit cards to fill in by hand, whose stat line needs the room."""
        grid = self.design.grid
        left = grid.width - grid.gutter - grid.unit_left
        return self.in_design(replace(self.design, grid=replace(grid, left=left)))

    def across(self, length: float) -> float:
        """Return a length across the page, as much shorter as the design is narrower than usual."""
        return length * self.design.across

    def text(self, x: float, y: float, text: str, style: Style, anchor: Anchor = "left") -> Text:
        """Set a text at x (its left end, middle or right end) with its baseline at y."""
        printable, width = self._measured.get((text, style)) or self._measure(text, style)
        return Text(x - width * SHIFT[anchor], y, printable, style, width)

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text in mm."""
        return (self._measured.get((text, style)) or self._measure(text, style))[1]

    def squares(self, text: str) -> Sequence[bytes]:
        """Return a text as a QR code: its rows from the top, 1 for a black square."""
        return self._metrics.squares(text)

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
        """Return the same style in another size; equal ones are the same object."""
        if size == style.size:
            return style
        scaled = self._scaled.get((style, size))
        if scaled is None:
            scaled = self._scaled[style, size] = Style(style.weight, size, style.grey)
        return scaled

    def blackened(self, style: Style) -> Style:
        """Return the same style in black; equal ones are the same object."""
        black = self._blackened.get(style)
        if black is None:
            black = self._blackened[style] = Style(style.weight, style.size, 1.0)
        return black

    def kept(self, kind: type[Kept], key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what has been made for a key, such as a drawing; made when it is first asked for."""
        found = self._kept.get(key)
        if not isinstance(found, kind):
            found = self._kept[key] = make()
        return found

    def report(self, code: str, message: str) -> None:
        """Tell the player something about the unit at hand."""
        finding = Finding(Severity.WARNING, code, abridged(message, LONGEST_MESSAGE), at=Place(unit=self.unit))
        if finding not in self._reported:
            self._reported.append(finding)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was reported so far; one finding for all characters that the font lacks."""
        if not self._lacking:
            return tuple(self._reported)
        some = [f"{sign} (U+{ord(sign):04X})" for sign in [*self._lacking][:NAMED]]
        more = f" and {len(self._lacking) - NAMED} more characters" if len(self._lacking) > NAMED else ""
        text = abridged(next(iter(self._lacking.values())).strip(), LONGEST_QUOTED)
        message = (
            f"the printing font lacks {', '.join(some)}{more}, as in “{text}”: a box stands for each; "
            "write them with other letters"
        )
        return (*self._reported, Finding(Severity.WARNING, "sheet-character", message))

    def _pieces(self, word: str, style: Style, width: float) -> list[str]:
        pieces = [""]
        for letter in word:
            if pieces[-1] and self.width(pieces[-1] + letter, style) > width:
                cut = pieces[-1].rfind("-") + 1 or len(pieces[-1])
                pieces[-1:] = [pieces[-1][:cut], pieces[-1][cut:]]
            pieces[-1] += letter
        return pieces

    def _measure(self, text: str, style: Style) -> tuple[str, float]:
        printable = unicodedata.normalize("NFC", text.replace("\n", " "))
        try:
            width = self._metrics.width(printable, style.weight)
        except KeyError:
            printable = self._replaced(printable, text, style.weight)
            width = self._metrics.width(printable, style.weight)
        measured = self._measured[text, style] = printable, width * style.size / MM
        return measured

    def _replaced(self, printable: str, text: str, weight: Weight) -> str:
        """Return a text with others in place of the characters that the font lacks, which are noted."""
        for character in self._metrics.missing(printable, weight):
            # Marks and joiners have no width of their own, nor a box.
            unseen = unicodedata.category(character) in ("Mn", "Me", "Cf")
            printable = printable.replace(character, "" if unseen else STAND_IN)
            self._lacking.setdefault(character, text)
        return printable

"""What is due in a game as a pane beside its tables: each thing stays until it is done or waved away."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from builder.systems.play.view import Reminder, View
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, Span

OTHERS = "To be minded"
"""The heading of what has none of its own."""
BAR = 1
"""Cells that a scrollbar may take."""
INDENT = 5
"""Cells before the second line of a sentence."""


@dataclass(frozen=True, slots=True)
class DueLine:
    """A line of the pane.

    Args:
        text: a heading, or a line of a sentence.
        right: what stands at its end: how many things are below a heading, or what one would come to.
        due: what is due, on the first line of its sentence, where the cursor stands.
        heading: it is a heading.
        look: how the text looks.
    """

    text: str = ""
    right: str = ""
    due: Reminder | None = None
    heading: bool = False
    look: str = "text"


def due_lines(view: View, letters: Mapping[str, str], width: int) -> Iterator[DueLine]:
    """Yield what is due by its headings, in the order in which it is told; below it how things stand.

    What is only to be minded stands at the end. Rows are told by their letters.
    """
    kinds = sorted(dict.fromkeys(each.kind for each in view.due), key=lambda kind: not kind)
    for place, kind in enumerate(kinds):
        found = [each for each in view.due if each.kind == kind]
        if place:
            yield DueLine()
        if kind or place:
            yield DueLine(kind or OTHERS, str(len(found)), heading=True)
        for each in found:
            yield from _sentence(each, letters.get(each.ref, " "), width)
    if not view.due:
        yield DueLine("   Nothing is due.", look="dim")
    standing = [*_standing(view, width)]
    if standing:
        yield DueLine()
        yield from standing


def _sentence(due: Reminder, letter: str, width: int) -> Iterator[DueLine]:
    """Yield what is due in lines: what it would come to stands at the end of the last, or on one of its own."""
    look = due.look if due.look != "text" or not due.before_end else "text"
    done = due if due.key or due.verb else None
    texts = textwrap.wrap(due.text, max(10, width - INDENT)) or [""]
    fits = cell_len(texts[-1]) + cell_len(due.outcome) + INDENT + 2 <= width
    last = len(texts) - 1
    for place, text in enumerate(texts):
        right = due.outcome if place == last and fits else ""
        yield DueLine(f"{letter} {text}" if not place else f"    {text}", right, None if place else done, False, look)
    if due.outcome and not fits:
        for text in textwrap.wrap(due.outcome, max(10, width - INDENT)):
            yield DueLine(right=text)


def _standing(view: View, width: int) -> Iterator[DueLine]:
    """Yield what else there is to tell of the sides and of the game."""
    sides = zip(("yours", "theirs"), view.sides, strict=True)
    told = [
        f"{f'{line.label}, ' if line.label else ''}{whose}: {''.join(span.text for span in line.spans)}"
        for whose, side in sides
        for line in side.lines
    ]
    for text in (*told, *(fact.text for fact in view.facts), *view.notes):
        for place, part in enumerate(textwrap.wrap(text, max(10, width - INDENT))):
            yield DueLine(f"  {part}" if not place else f"    {part}", look="dim")


def paint_due(line: DueLine, width: int) -> Line:
    """A line of the pane."""
    if line.heading:
        return Line(((line.text, "slot"),), ((f"{line.right} ", "dim"),))
    letter: tuple[Span, ...] = ((line.text[:1], "focus"), (line.text[1:], line.look))
    ending = "error" if line.right.endswith("fails") else "dim"
    return Line(letter if line.due is not None else ((line.text, line.look),), ((f"{line.right} ", ending),))


class DuePane(LinePane[DueLine]):
    """Lists what is due; the cursor stands on one of the things."""

    def __init__(self, *, id: str) -> None:
        super().__init__(paint_due, stops=lambda line: line.due is not None, id=id)
        self._view: View | None = None
        self._letters: Mapping[str, str] = {}

    @property
    def due(self) -> Reminder | None:
        """What is due under the cursor."""
        return self.row.due if self.row is not None else None

    def tell(self, view: View, letters: Mapping[str, str]) -> None:
        """Show what is due as a game stands; the cursor stays at its place, on what has come there."""
        at, place = self.due, self._place
        self._view, self._letters = view, letters
        lines = [*due_lines(view, letters, max(20, self.size.width - BAR - 1))]
        stops = [number for number, line in enumerate(lines) if line.due is not None]
        same = next((number for number in stops if at is not None and lines[number].due == at), None)
        self.show(lines, same if same is not None or not stops else stops[min(place, len(stops) - 1)])

    def next_after(self, due: Reminder) -> None:
        """Go on to the next thing, where the cursor is still on one that was done."""
        if self.due is not None and self.due.key == due.key:
            self.action_down()

    @property
    def _place(self) -> int:
        """How many things are above the cursor."""
        rows: Sequence[DueLine] = self.rows[: self.cursor]
        return sum(line.due is not None for line in rows)

    def on_resize(self) -> None:
        """Break the sentences anew."""
        super().on_resize()
        if self._view is not None:
            self.tell(self._view, self._letters)

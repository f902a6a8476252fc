"""What is due in a game: a list of it by its headings, whose cursor follows what is done, and the line that says it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from builder.scalars import capitalized
from builder.systems.play.view import Reminder, View
from builder.tui.sentences import in_keys
from builder.tui.widgets.game_lines import mind
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, Span

OTHERS = "To be minded"
"""The heading of what has none of its own."""
SAID = 4
"""Of how many lines of the screen what is said takes one at most."""
BAR, INDENT = 1, 5
"""Cells that a scrollbar may take, and those before the second line of a sentence."""


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


def is_owed(due: Reminder) -> bool:
    """Whether something can be done or dismissed; what cannot is only to be minded."""
    return bool(due.key or due.verb)


def due_lines(view: View, letters: Mapping[str, str], width: int) -> Iterator[DueLine]:
    """Yield what is due by its headings, in the order in which it is told; below it how things stand.

    What is only to be minded stands at the end. Rows are told by their letters.
    """
    kinds = sorted(dict.fromkeys(each.kind for each in view.due), key=lambda kind: not kind)
    nothing = not any(map(is_owed, view.due))
    if nothing:
        yield DueLine("   Nothing is due.", look="dim")
    for place, kind in enumerate(kinds):
        found = [each for each in view.due if each.kind == kind]
        if place or nothing:
            yield DueLine()
        if kind or place or nothing:
            yield DueLine(kind or OTHERS, "" if kind[-1:].isdecimal() else str(len(found)), heading=True)
        for each in found:
            yield from _sentence(each, letters.get(each.ref, " "), width)
    standing = [*_standing(view, width)]
    if standing:
        yield DueLine()
        yield from standing


def _sentence(due: Reminder, letter: str, width: int) -> Iterator[DueLine]:
    """Yield what is due in lines: what it would come to stands at the end of the last, or on one of its own."""
    done = due if is_owed(due) else None
    texts = textwrap.wrap(in_keys(due.text), max(10, width - INDENT)) or [""]
    fits = cell_len(texts[-1]) + cell_len(due.outcome) + INDENT + 2 <= width
    last = len(texts) - 1
    for place, text in enumerate(texts):
        right = due.outcome if place == last and fits else ""
        yield DueLine(
            f"{letter} {text}" if not place else f"    {text}", right, None if place else done, False, due.look
        )
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
    for text in (*told, *(capitalized(fact.text) for fact in view.facts), *view.notes):
        for place, part in enumerate(textwrap.wrap(text, max(10, width - INDENT))):
            yield DueLine(f"  {part}" if not place else f"    {part}", look="dim")


def paint_due(line: DueLine, width: int) -> Line:
    """A line of the pane."""
    if line.heading:
        fits = cell_len(line.text) + cell_len(line.right) + 2 <= width
        return Line(((line.text, "slot"),), ((f"{line.right} ", "dim"),) if fits else ())
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

    def tell(self, view: View, letters: Mapping[str, str], *, used: bool = True) -> None:
        """Show what is due as a game stands.

        While the list is `used`, the cursor follows what its thing has led to for the same unit, or stays at its place.
        Else the top is in sight: what has just become due, such as a test, stands there.
        """
        at, place = self.due if used else None, self._place if used else 0
        known, self._view, self._letters = (self._view.due if self._view is not None else ()), view, letters
        old = {(each.ref, each.verb) for each in known}
        lines = [*due_lines(view, letters, max(20, self.size.width - BAR - 1))]
        stops = [number for number, line in enumerate(lines) if line.due is not None]
        own = [(n, due) for n in stops if at is not None and (due := lines[n].due) is not None and due.ref == at.ref]
        new = (n for n, due in own if due.ref and (due.ref, due.verb) not in old)
        same = next((n for n, due in own if due == at), next(new, None))
        self.show(lines, same if same is not None or not stops else stops[min(place, len(stops) - 1)])
        if not used:
            self.scroll_home(animate=False)

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


class MindLines(FittedLines):
    """Shows what was said last, whole, in as many lines as that takes; what is due where nothing was."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._due: Sequence[Reminder] = ()
        self.said: tuple[Span, ...] = ()
        self._folded = False

    def tell(self, due: Sequence[Reminder]) -> None:
        """Show what is due."""
        self._due = due
        self._renew()

    def say(self, words: str, look: str) -> None:
        """Say something until the next thing is said; nothing at all brings what is due back."""
        self.said = ((words, look),) if words else ()
        self._renew()

    def fold(self, *, folded: bool) -> None:
        """Leave the lines that it has grown by to a form, or take them back."""
        self._folded = folded
        self._renew()

    def _renew(self) -> None:
        due, said, most = self._due, self.said, self.screen.size.height // SAID
        needed = 0 if self._folded else sum(1 for _ in mind((), said, self.screen.size.width, most))
        self.styles.min_height = needed
        self.fit(lambda width, height: mind(due, said, width, height), (due, said))

    def on_resize(self) -> None:
        """Break what was said anew."""
        super().on_resize()
        self._renew()

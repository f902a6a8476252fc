"""The lines of the details: what is known of a unit, and its choices in groups that can be folded."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from builder.record import Record
from builder.scalars import number
from builder.services.editor.choice_groups import ChoiceGroup, GroupKey, grouped
from builder.services.editor.view import ChoiceRow
from builder.tui.widgets.lines import SIGNS, Line, Span, parted, plain, width_of
from builder.tui.widgets.profile_lines import profile_lines, text_lines

if TYPE_CHECKING:
    from builder.services.editor.details import Details

BROAD = 46
"""From this width of a pane there is room beside a choice for what it changes."""
BEFORE_EFFECT = 22
"""So many cells at most go before what a choice changes, for its name."""

ELSEWHERE = "Esc ends the search; a there finds units to add."
"""What to do where nothing of a unit is found."""

Effects = Mapping[tuple[str, str, str], str]
"""What choices change, in short, by their unit, the part that takes them, and their path."""


class DetailRow(Record, frozen=True):
    """A line of the details; the cursor stands on a choice, and on the heading of a group of them."""

    line: Line
    choice: ChoiceRow | None = None
    heading: GroupKey | None = None
    tie: str = ""
    """The action that changes what the line says of the unit and others."""

    @property
    def stops(self) -> bool:
        """Whether the cursor stands on it."""
        return self.choice is not None or self.heading is not None or bool(self.tie)

    @property
    def key(self) -> tuple[str, str, str] | None:
        """What it is known by when the lines around it change."""
        if self.choice is not None:
            return "choice", self.choice.under, self.choice.path
        if self.tie:
            return "tie", self.tie, ""
        return ("heading", *self.heading) if self.heading is not None else None


def detail_rows(
    details: Details,
    width: int,
    *,
    folded: Callable[[GroupKey], bool],
    words: str = "",
    ahead: Sequence[ChoiceRow] = (),
    effects: Effects,
    profile: bool = True,
    titled: bool = True,
) -> tuple[DetailRow, ...]:
    """All lines of the details.

    Args:
        details: what is known of one thing.
        width: of the pane, in cells.
        folded: whether what is below a heading is hidden.
        words: only choices with these letters, where there are any.
        ahead: what models could take that are not there yet, which is only looked through for letters.
        effects: what choices change, in short, as far as that is known.
        profile: whether what it is stands below its choices.
        titled: whether what it is called stands above them, which the frame may say.
    """
    if not details.title:
        return ()
    if words:
        found = tuple(_found((*details.choices, *ahead), words.casefold(), width, effects))
        return found or tuple(_text(f"No choice here has “{words}” in its name. {ELSEWHERE}", width, "dim"))
    rows = (*_head(details, width, titled), *_rows(details, width, folded, effects))
    return (*rows, *map(DetailRow, profile_lines(details, width))) if profile else rows


def _found(choices: Sequence[ChoiceRow], words: str, width: int, effects: Effects) -> Iterator[DetailRow]:
    """Yield the choices with these words, the likest first, then those in whose place nothing was chosen yet."""
    found = [(group, choice) for group in grouped(choices) for choice in group.choices if _fits(choice, words)]
    found.sort(key=lambda pair: (_likeness(pair[1].name.casefold(), words), pair[0].is_changed))
    above = None
    for group, choice in found:
        if group is not above:
            for place, part in enumerate(parted(group.title, width, width - 2)):
                yield DetailRow(plain(f"  {part}" if place else part, "slot"))
        above = group
        yield from choice_rows(choice, width, effects)


def _fits(choice: ChoiceRow, words: str) -> bool:
    return all(word in f"{choice.name} {choice.group}".casefold() for word in words.split())


def _likeness(name: str, words: str) -> int:
    """Return how well a name fits what is looked for; 0 where it is just that."""
    return 0 if name == words else 1 if name.startswith(words) else 2


def _head(details: Details, width: int, titled: bool) -> Iterator[DetailRow]:
    yield from _title(details.title if titled else "", details.points, width)
    if details.facts:
        yield from _text(" · ".join(dict.fromkeys(details.facts)), width, "dim")
    for (severity, message), times in Counter((each.severity, each.message) for each in details.findings).items():
        yield from _text(f"{SIGNS[severity]} {message}{f' ×{times}' if times > 1 else ''}", width, severity)


def _rows(details: Details, width: int, folded: Callable[[GroupKey], bool], effects: Effects) -> Iterator[DetailRow]:
    groups = grouped(details.choices)
    if groups and width >= NARROW:
        yield DetailRow(Line(()))
    for group in groups:
        yield from _group(group, width, effects, folded=folded(group.key))
    yield from _takes(details, width)
    yield from _ties(details, width)


def _takes(details: Details, width: int) -> Iterator[DetailRow]:
    """Yield what an entry could take once it is added, each with what that costs."""
    if details.takes:
        yield DetailRow(Line(()))
        yield DetailRow(plain("Can take", "slot"))
    for words, price in details.takes:
        first, *others = parted(words, width - cell_len(price) - 3, width - 4)
        yield DetailRow(Line(((f"  {first}", "text"),), ((f" {price}", "dim"),)))
        yield from (DetailRow(plain(f"    {part}", "text")) for part in others)


def _ties(details: Details, width: int) -> Iterator[DetailRow]:
    for action, words in details.ties:
        for place, line in enumerate(textwrap.wrap(words, max(10, width - 4), initial_indent="  ")):
            first, _, others = line.partition(":") if place == 0 else ("", "", line)
            left = ((first, "slot"), (f":{others}", "dim")) if place == 0 else ((f"    {line}", "dim"),)
            yield DetailRow(Line(left), tie="" if place else action)


def _title(title: str, points: str, width: int) -> Iterator[DetailRow]:
    """Yield what a thing is called and what it costs, in one line where both have room."""
    right: tuple[Span, ...] = ((f" {points}", "points"),) if points else ()
    if title and cell_len(title) + width_of(right) <= width:
        yield DetailRow(Line(((title, "title"),), right))
        return
    yield from (DetailRow(plain(part, "title")) for part in (parted(title, width, width) if title else ()))
    if points:
        yield DetailRow(Line((("", "points"),), right))


def _text(text: str, width: int, look: str) -> Iterator[DetailRow]:
    return map(DetailRow, text_lines(text, width, look))


def _group(group: ChoiceGroup, width: int, effects: Effects, *, folded: bool) -> Iterator[DetailRow]:
    first, *others = _heading(group, width, folded=folded)
    yield DetailRow(first, heading=group.key)
    yield from map(DetailRow, others)
    if not folded:
        if group.taken and group.reason:
            for line in textwrap.wrap(group.reason, max(10, width - 4)):
                yield DetailRow(plain(f"    {line}", "dim"))
        longest = max(cell_len(_choice_words(choice)) for choice in group.rows)
        for choice in group.rows:
            yield from choice_rows(choice, width, effects, min(longest, BEFORE_EFFECT), told=bool(group.reason))


def shut_at_first(details: Details, width: int, height: int, *, titled: bool) -> Iterator[GroupKey]:
    """Yield the groups that are folded as long as nobody opens them, so that the headings of all are in view.

    What must be chosen and how many models there are is always open, of the others each that there is room for.
    """
    groups = grouped(details.choices)
    open_ones = {group.key: len(list(_group(group, width, {}, folded=False))) for group in groups}
    shut_ones = {group.key: len(list(_group(group, width, {}, folded=True))) for group in groups}
    left = height - len(list(_head(details, width, titled))) - (width >= NARROW) - len(list(_ties(details, width)))
    for group in groups:
        left -= (open_ones if group.missing or group.is_size else shut_ones)[group.key]
    for group in groups:
        more = open_ones[group.key] - shut_ones[group.key]
        if group.missing or group.is_size:
            continue
        if more > left:
            yield group.key
        else:
            left -= more


NARROW = 30
"""Below this width of a pane no line is left blank."""


def _heading(group: ChoiceGroup, width: int, *, folded: bool) -> Iterator[Line]:
    """Yield the heading of a group: its name, what is chosen in it or how many are still to be, what that costs.

    What is chosen in an open group stands below: its heading says that only where it is no longer for it.
    """
    before: list[Span] = [("▸ " if folded else "▾ ", "dim")]
    told, look = group.summary, "warning" if group.missing else "dim"
    if group.missing:
        before.append(("[!] ", "warning"))
    cost = f"{'+' if group.cost >= 0 else ''}{number(group.cost)}"
    right: tuple[Span, ...] = ((f" {cost}", "points"),) if group.cost else ()
    begins = width_of(before)
    first, *others = parted(group.title, width - begins - width_of(right) - 1, width - begins - 3)
    lines: list[list[Span]] = [[*before, (first, "slot")], *([(f"{'':{begins + 2}}{part}", "slot")] for part in others)]
    room = width - width_of(lines[-1]) - (0 if others else width_of(right))
    if cell_len(told) <= room:
        lines[-1].append((told, look))
    elif folded or group.missing or (group.reason and not group.taken):
        if told.startswith(":"):
            name, look_of_name = lines[-1][-1]
            lines[-1][-1] = f"{name}:", look_of_name
        told = told.removeprefix(":").strip()
        lines += [[(f"{'':{begins + 2}}{part}", look)] for part in textwrap.wrap(told, max(10, width - begins - 2))]
    yield Line(tuple(lines[0]), right)
    yield from (Line(tuple(spans)) for spans in lines[1:])


def choice_rows(
    choice: ChoiceRow, width: int, effects: Effects, named: int = 0, *, told: bool = False
) -> Iterator[DetailRow]:
    """Yield a choice with its box and what one costs, and in full why it cannot be taken, below it if not `told` above.

    What it changes stands beside its name, behind `named` cells or more, where there is room.
    """
    effect = effects.get((choice.unit, choice.under, choice.path), "") if width >= BROAD else ""
    yield DetailRow(choice_line(choice, width, effect, named), choice)
    for part in _choice_name(choice, width)[1:]:
        yield DetailRow(plain(f"        {part}", "dim"))
    below = choice.reason if not (choice.number or told) else ""
    if choice.bearer is not None:
        cost = choice.bearer.cost * choice.bearer.step + choice.cost
        below = f"takes {choice.bearer.name} with it, +{number(cost)} in all"
    for line in textwrap.wrap(below, max(10, width - 6)):
        yield DetailRow(plain(f"      {line}", "dim"))


def choice_line(choice: ChoiceRow, width: int, effect: str = "", named: int = 0) -> Line:
    """A choice with its box, what it changes and what it costs; `-` in the box of one that cannot be taken."""
    barred = bool(choice.reason) and not choice.number
    match choice.control:
        case "radio":
            box = "(o)" if choice.number else "(-)" if barred else "( )"
        case "check":
            box = "[x]" if choice.number else "[-]" if barred else "[ ]"
        case _:
            box = f"[{choice.number:>2}]"
    name, words = _choice_name(choice, width)[0], _choice_words(choice)
    left: list[Span] = [(f"  {box} ", "good" if choice.number else "dim"), (name, "dim" if barred else "text")]
    left.append((words.removeprefix(choice.name), "dim"))
    right = ((_choice_cost(choice), "points" if choice.number else "dim"),) if choice.cost else ()
    gap = max(named - cell_len(words), 0) + 2
    room = width - width_of(left) - gap - width_of(right)
    told = next((each for each in (effect, effect.partition(", ")[0]) if each and cell_len(each) <= room), "")
    if told:
        left.append((f"{'':{gap}}{told}", "dim"))
    return Line(tuple(left), right)


def _choice_cost(choice: ChoiceRow) -> str:
    return f" {'+' if choice.cost >= 0 else ''}{number(choice.cost)}" if choice.cost else ""


def _choice_name(choice: ChoiceRow, width: int) -> tuple[str, ...]:
    """Return the name of a choice in as many lines as it takes."""
    begins = 6 if choice.control in ("radio", "check") else 7
    beside = cell_len(_choice_words(choice)) - cell_len(choice.name) + cell_len(_choice_cost(choice))
    return parted(choice.name, width - begins - beside, width - 8)


def _choice_words(choice: ChoiceRow) -> str:
    """Return what stands in a line for a choice: its name, and how many of it can be taken."""
    counted = choice.control == "number" and choice.least != choice.most
    most = "" if choice.most is None else str(choice.most)
    return f"{choice.name}  {choice.least}–{most}" if counted else choice.name

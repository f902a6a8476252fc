"""The lines of the details: what is known of a unit, its choices in groups that can be folded, what each changes."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from builder.errors import look_of
from builder.record import Record, replace
from builder.scalars import signed
from builder.services.editor.choice_groups import ChoiceGroup, GroupKey, grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.tui.sentences import keyed
from builder.tui.widgets.choice_lines import (
    BROAD,
    EffectKey,
    Effects,
    choice_line,
    effect_key,
    indent_of,
    name_parts,
    words_of,
)
from builder.tui.widgets.lines import SIGNS, Line, Span, parted, plain, width_of
from builder.tui.widgets.profile_lines import profile_lines, text_lines

if TYPE_CHECKING:
    from builder.services.editor.details import Details

FAILS = " fails above"
"""How it is told which limit a unit fails tests behind; in more words where there is room."""
ELSEWHERE = "{editor.back} ends the search; {editor.add} there finds units to add."
"""What to do where nothing of a unit is found."""
BEFORE_EFFECT, BEFORE_EFFECT_IN_FEW = 22, 17
"""So many cells at most go before what a choice changes, for its name; fewer where a pane is narrow."""
WIDE = 48
"""From this width of a pane there is room for longer names before that."""


class DetailRow(Record, frozen=True):
    """A line of the details; the cursor stands on a choice, and on the heading of a group of them."""

    line: Line
    choice: ChoiceRow | None = None
    heading: GroupKey | None = None
    all_of: GroupKey | None = None
    """The group that the choice is all of, which has no heading."""
    tie: str = ""
    """The action that changes what the line says of the unit and others."""
    more: bool = False
    """Whether it tells more of the line above it, such as why something cannot be taken and what Enter does then."""

    @property
    def group(self) -> GroupKey | None:
        """The group that begins here."""
        return self.heading or self.all_of

    @property
    def is_below(self) -> bool:
        """Whether it is one of the choices below a heading; a thing alone comes after folded headings above it."""
        return self.choice is not None and self.all_of is None

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


class Below(Record, frozen=True):
    """What is told below a choice: what Enter does to allow it, or what one more of it brings; the longest that fits.

    Args:
        key: what the choice is known by.
        words: the same in more words and in fewer.
        does: the action that does it, as sentences name it.
    """

    key: EffectKey
    words: tuple[str, ...]
    does: str = ""


NOTHING = Below(("", "", ""), ())
NO_CHOICE = "There is nothing to choose here."
"""What is told of something that has a name and nothing else."""


def detail_rows(
    details: Details,
    width: int,
    *,
    folded: Callable[[GroupKey], bool],
    words: str = "",
    ahead: Sequence[ChoiceRow] = (),
    effects: Effects,
    profile: bool = True,
    searched: bool = False,
    titled: bool = True,
    below: Below = NOTHING,
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
        searched: whether it is said above its choices how one of them is found.
        titled: whether what it is called stands above them, which the frame may say.
        below: what is told below the choice under the cursor.
    """
    if not details.title:
        return ()
    if words:
        found = tuple(_found((*details.choices, *ahead), words.casefold(), width, effects))
        return found or tuple(_text(f"No choice here has “{words}” in its name. {keyed(ELSEWHERE)}", width, "dim"))
    rows = (*_head(details, width, titled), *_rows(details, width, folded, effects, below, searched))
    rows = (*rows, *map(DetailRow, profile_lines(details, width))) if profile else rows
    known = details.facts or details.findings or details.choices or details.takes or details.ties
    return rows if known or any(row.line.left for row in rows[1:]) else (*rows, *_text(NO_CHOICE, width, "dim"))


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
    right: tuple[Span, ...] = ((f" {details.points}", "points"),) if details.points else ()
    facts = " · ".join(dict.fromkeys(details.facts))
    told = facts.replace(FAILS, f", tests fail{FAILS.removeprefix(' fails')}")
    if titled or not facts:
        yield from _title(details.title if titled else "", right, width)
        right = ()
    if facts:
        room = width - width_of(right)
        first, *others = _facts(told if cell_len(told) <= room else facts.replace(FAILS, f",{FAILS}"), room)
        yield from (DetailRow(Line(first.line.left, right)), *others)
    for (look, said), times in Counter((look_of(each), each.sentence) for each in details.findings).items():
        yield from _text(f"{SIGNS[look]} {said}{f' ×{times}' if times > 1 else ''}", width, look)


def _rows(
    details: Details, width: int, folded: Callable[[GroupKey], bool], effects: Effects, below: Below, searched: bool
) -> Iterator[DetailRow]:
    groups = grouped(details.choices, order=details.order)
    if groups and width >= NARROW:
        yield DetailRow(Line(()))
    if groups and searched:
        yield from map(DetailRow, (plain(keyed("{editor.search} search in this unit"), "dim"), Line(())))
    for group in groups:
        yield from group_rows(group, width, effects, folded=folded(group.key), below=below)
    yield from _takes(details, width)
    yield from _ties(details, width)


def _takes(details: Details, width: int) -> Iterator[DetailRow]:
    """Yield what an entry could take once it is added, each with what that costs."""
    if details.takes:
        yield from map(DetailRow, (Line(()), plain("Can take", "slot")))
    for words, price in details.takes:
        first, *others = parted(words, width - cell_len(price) - 3, width - 4)
        yield DetailRow(Line(((f"  {first}", "text"),), ((f" {price}", "dim"),)))
        yield from (DetailRow(plain(f"    {part}", "text")) for part in others)


def _ties(details: Details, width: int) -> Iterator[DetailRow]:
    """Yield what holds of a unit and others, each with the key that changes it where it has a hint and room for it."""
    for action, words in details.ties:
        first, *others = textwrap.wrap(words, max(10, width - 4), initial_indent="▸ ")
        title, _, told = first.partition(":")
        hint = "" if others else next((keyed(hint) for said, hint in HINTS.items() if words.endswith(said)), "")
        shown = f":{told}{hint}" if cell_len(first) + cell_len(hint) <= width else f":{told}"
        yield DetailRow(Line(((title[:2], "dim"), (title[2:], "slot"), (shown, "dim"))), tie=action)
        yield from (DetailRow(plain(f"    {line}", "dim"), more=True) for line in others)


HINTS = {
    "Leads: nobody": "    {editor.join} joins a squad",
    "Led by: nobody": "    {editor.join} joins a leader",
    "Notes: none": "    {editor.note} writes one",
}
"""What a key does where nothing is so yet."""


def _title(title: str, right: tuple[Span, ...], width: int) -> Iterator[DetailRow]:
    """Yield what a thing is called and what it costs, in one line where both have room."""
    if title and cell_len(title) + width_of(right) <= width:
        yield DetailRow(Line(((title, "title"),), right))
        return
    yield from (DetailRow(plain(part, "title")) for part in (parted(title, width, width) if title else ()))
    if right:
        yield DetailRow(Line((("", "points"),), right))


def _facts(text: str, width: int) -> Iterator[DetailRow]:
    """Yield facts in lines that end between two of them; one that is longer than a line breaks as a text does."""
    line = ""
    for fact in text.split(" · "):
        more = f"{line} · {fact}" if line else fact
        if line and cell_len(more) > width:
            yield from _text(f"{line} ·" if cell_len(line) + 2 <= width else line, width, "dim")
            more = fact
        line = more
    yield from _text(line, width, "dim")


def _text(text: str, width: int, look: str) -> Iterator[DetailRow]:
    return map(DetailRow, text_lines(text, width, look))


def shut_at_first(details: Details, width: int, height: int, *, titled: bool, searched: bool) -> Iterator[GroupKey]:
    """Yield the groups that are folded as long as nobody opens them, so that the headings of all are in view.

    What must be chosen and how many models there are is always open, of the others each that there is room for; but
    what belongs to another unit is not.
    """
    groups = grouped(details.choices)
    open_ones = {group.key: len(list(group_rows(group, width, {}, folded=False))) for group in groups}
    shut_ones = {group.key: len(list(group_rows(group, width, {}, folded=True))) for group in groups}
    left = height - len(list(_head(details, width, titled))) - (width >= NARROW) - len(list(_ties(details, width)))
    left -= 2 * searched
    for group in groups:
        left -= (open_ones if group.missing or group.is_size else shut_ones)[group.key]
    for group in sorted(groups, key=lambda group: bool(group.reason)):  # What can be chosen comes before what cannot.
        more = open_ones[group.key] - shut_ones[group.key]
        if group.missing or group.is_size:
            continue
        if more > left or group.choices[0].within:
            yield group.key
        else:
            left -= more


NARROW = 30
"""Below this width of a pane no line is left blank."""


def group_rows(
    group: ChoiceGroup, width: int, effects: Effects, *, folded: bool, below: Below = NOTHING
) -> Iterator[DetailRow]:
    """Yield the heading of a group, why nothing in it can be chosen, and where it is not folded its choices.

    A single thing to tick, after which its group is called, needs none.
    """
    if group.is_a_tick:
        tick, *others = choice_rows(group.choices[0], width, effects, indent=0, below=below)
        yield replace(tick, all_of=group.key)
        yield from others
        return
    first, *rest = _heading(group, width, folded=folded)
    yield DetailRow(first, heading=group.key)
    yield from (DetailRow(line, more=True) for line in rest)
    barred = group.reason and not (group.is_taken and folded)
    if barred:
        for line in textwrap.wrap(group.reason, max(10, width - 4)):
            yield DetailRow(plain(f"    {line}", "dim"), more=True)
    if not folded:
        longest = max(cell_len(words_of(choice)) for choice in group.rows)
        most = BEFORE_EFFECT if width >= WIDE else BEFORE_EFFECT_IN_FEW
        for choice in group.rows:
            yield from choice_rows(choice, width, effects, min(longest, most), told=bool(group.reason), below=below)


def _heading(group: ChoiceGroup, width: int, *, folded: bool) -> Iterator[Line]:
    """Yield the heading of a group: its name, what is chosen in it or how many are still to be, what that costs.

    What is chosen in an open group stands below: its heading says that only where there is room.
    """
    before: list[Span] = [("▸ " if folded else "▾ ", "dim")]
    told, look = group.summary, "warning" if group.missing else "dim"
    if group.missing:
        before.append(("[!] ", "warning"))
    right: tuple[Span, ...] = ((f" {signed(group.cost)}", "price"),) if group.cost else ()
    begins = width_of(before)
    first, *others = parted(group.title, width - begins - width_of(right) - 1, width - begins - 3)
    lines: list[list[Span]] = [[*before, (first, "slot")], *([(f"{'':{begins + 2}}{part}", "slot")] for part in others)]
    room = width - width_of(lines[-1]) - (0 if others else width_of(right))
    if cell_len(told) <= room:
        lines[-1].append((told, look))
    elif folded or group.missing:
        if told.startswith(":"):
            name, look_of_name = lines[-1][-1]
            lines[-1][-1] = f"{name}:", look_of_name
        told = told.removeprefix(":").strip()
        lines += [[(f"{'':{begins + 2}}{part}", look)] for part in textwrap.wrap(told, max(10, width - begins - 2))]
    yield Line(tuple(lines[0]), right)
    yield from (Line(tuple(spans)) for spans in lines[1:])


def choice_rows(
    choice: ChoiceRow,
    width: int,
    effects: Effects,
    named: int = 0,
    *,
    told: bool = False,
    below: Below = NOTHING,
    indent: int | None = None,
) -> Iterator[DetailRow]:
    """Yield a choice with its box and what one costs, and in full why it cannot be taken, below it if not `told` above.

    What it changes stands beside its name, behind `named` cells or more, where there is room. It is set in by so many
    cells, else as below a heading.
    """
    indent = indent_of(width) if indent is None else indent
    key = effect_key(choice)
    effect = effects.get(key, "") if width >= BROAD else ""
    yield DetailRow(choice_line(choice, width, effect, named, indent), choice)
    for part in name_parts(choice, width, indent)[1:]:
        yield DetailRow(plain(f"{'':{indent + 6}}{part}", "dim"), more=True)
    why = choice.reason if not (choice.number or told) else ""
    if choice.bearer is not None:
        why = f"takes {choice.bearer.name} with it, {signed(choice.bearer.price + choice.price, '+0')} in all"
    deep = indent + 4
    for line in textwrap.wrap(why, max(10, width - deep)):
        yield DetailRow(plain(f"{'':{deep}}{line}", "dim"), more=True)
    if below.key == key and below.words:
        yield from _told_below(choice, width, indent, (f"{keyed(below.does)}{each}" for each in below.words))


def _told_below(choice: ChoiceRow, width: int, indent: int, words: Iterable[str]) -> Iterator[DetailRow]:
    """Yield what is told below a choice, in the fewest lines that it can be told in."""
    begins = indent + (5 if choice.is_size else 0)
    lines = min((textwrap.wrap(each, max(10, width - begins)) for each in words), key=len)
    yield from (DetailRow(plain(f"{'':{begins}}{line}", "info"), more=True) for line in lines)

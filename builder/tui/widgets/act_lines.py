"""The rows of the form of an act as they are drawn, what can be given in them, and what the act would come to."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from builder.scalars import counted
from builder.services.games.act_rows import ActRow, RowKind, called_as_rows
from builder.services.games.proposals import OpenAct
from builder.tui.sentences import in_keys, keyed
from builder.tui.widgets.game_lines import lit
from builder.tui.widgets.lines import Line, Span, cut, parted, plain, width_of

LABEL, LEAST_LABEL = 15, 9
"""Cells for the names of fields, and the fewest that they have where those are more than a third of the line."""
HINTS = "{act.take} does it · {act.go_on} next open · {}{dialog.help} keys · {dialog.cancel} cancels"
"""What stands in the lower frame of the form where there is nothing out of view."""


def form_hints(below: int, *, chooses: bool) -> str:
    """Return what stands in the lower frame: its keys, or which one leads to so many lines of text out of view.

    One of them opens a list where the row under the cursor has something to choose from.
    """
    if below > 0:
        return keyed("{dialog.next_pane} {}", counted(below, "more line of text", "more lines of text"))
    return keyed(HINTS, keyed("{act.choose} lists · ") if chooses else "")


def are_counts(values: Sequence[str]) -> bool:
    """Whether answers are numbers one after another, so that a figure is meant as it is written."""
    numbers = [int(value) for value in values if value.isdecimal()]
    return len(numbers) == len(values) > 0 and max(numbers) - min(numbers) + 1 == len(numbers)


def label_width(rows: Sequence[ActRow], width: int) -> int:
    """Return the cells that names of fields take in lines of a width: more than usual for long ones, or fewer."""
    longest, third = (
        max((cell_len(row.name) + 1 for row in rows if row.kind is not RowKind.FOLD), default=0),
        width // 3,
    )
    return max(LABEL, min(longest, third)) if third >= LABEL else max(LEAST_LABEL, min(longest, LABEL))


def paint_act(
    row: ActRow, width: int, letters: Mapping[str, str] | None = None, *, label: int = LABEL, typed: bool = False
) -> Line:
    """A row as a line: what it is called, what was given, what it is, as far as there is room for whole clauses.

    The name has so many cells as `label` says; `typed` is for the row that takes what is typed, which shows a caret.
    """
    if row.kind is RowKind.FOLD:
        words = "… {} more: {act.more} shows them" if row.value else "{act.more} hides what is seldom wanted"
        return plain(keyed(words, row.value), "dim")
    name = cut(row.name.replace("-", " "), label - 1)
    spans: list[Span] = [
        (f"{name:<{label}}", "warning" if row.missing else "text"),
        *_value(row, letters or {}, width - label, typed=typed),
    ]
    said = row.kind is RowKind.NOTHING or row.text == f"the {row.name}"
    help_text = "" if said else _help_in(row, width - sum(cell_len(text) for text, _ in spans) - 3)
    return Line(tuple(spans), ((f"{help_text} ", "dim"),) if help_text else ())


def _help_in(row: ActRow, room: int) -> str:
    """What a row is for in so many cells, without its last clauses where there are too many; a question only whole.

    A single word that is left, such as `which`, would say nothing, and some of the words behind a colon would seem
    to be all of them.
    """
    if cell_len(row.text) <= room or row.asked:
        return row.text if cell_len(row.text) <= room else ""
    for sign in ("; ", ": ", ", "):
        text = row.text.partition(": ")[0] if sign == ", " else row.text
        ends = [found.start() for found in re.finditer(sign, text) if cell_len(text[: found.start()]) <= room]
        if ends and " " in (told := row.text[: ends[-1]]):
            return told
    return ""


def _value(row: ActRow, letters: Mapping[str, str], room: int, *, typed: bool) -> Iterator[Span]:
    match row.kind:
        case RowKind.SWITCH:
            yield ("[x]", "good") if row.value else ("[ ]", "dim")
        case RowKind.NOTHING:
            yield row.text, "warning"
        case RowKind.CHOICE:
            if row.value:
                yield "‹ ", "dim"
                letter = letters.get(row.value, "")
                yield f"{letter} {row.chosen}".lstrip(), "points"
                yield " ›", "dim"
                yield (" ?", "warning") if row.open else ("", "text")
            else:
                span = _span(row)
                yield (
                    _empty(row, span if cell_len(span) <= room else _range(row)) if span else _empty(row, "‹ choose ›")
                )
        case _:
            if row.value:
                yield row.value, "points"
                yield "▏" if typed else "", "focus"
            else:
                yield _empty(row, "write it")


def _span(row: ActRow) -> str:
    """The least and the most of answers that are numbers one after another, as they are typed; empty for others.

    Of dice it tells how they are typed. Where one stands for more, all are told in words: `30 cm or less / further`.
    """
    values = [choice.value for choice in row.choices]
    if not are_counts(values):
        return ""
    if row.adds and row.dice > 1:
        return f"‹ {row.dice} dice, a figure each: {'52614'[: row.dice]} ›"
    if all(choice.text.startswith(choice.value) for choice in row.choices):
        return _range(row)
    return f"‹ {' / '.join(choice.text for choice in row.choices)} ›"


def _range(row: ActRow) -> str:
    """The least and the most of answers that are numbers, and that dice can be typed where they count."""
    numbers = [int(choice.value) for choice in row.choices]
    dice = f", or dice: 5,{'2614'[: row.dice - 1]}" if row.counted else ""
    return f"‹ {min(numbers)} to {max(numbers)}{dice} ›"


def _empty(row: ActRow, words: str) -> Span:
    """Return what stands where nothing was given: that something must be, or what is meant."""
    if row.default is None:
        return words, "warning"
    return (row.default or "–"), "dim"


def question_lines(text: str, width: int) -> Iterator[Line]:
    """Yield what the rules ask, in lines of a width in cells."""
    return (plain(part, "warning") for part in textwrap.wrap(f"? {called_as_rows(text)}", width))


def offer_lines(offers: Sequence[tuple[str, str]], width: int, room: int) -> list[Line]:
    """Return what can be given behind the keys that give it: a line each, or side by side where there are too many.

    Where any begins with a number a colon parts the keys from it.
    """
    whole: list[Line] = []
    beside: list[Line] = []
    joins, colon = False, ":" if any(text[:1].isdecimal() for _, text in offers) else ""
    for key, text in offers:
        head = f"  {key}{colon if key.strip() else ' ' * len(colon)} "
        first, *more = parted(text, width - len(head), width - len(head))
        line = Line(((head, "focus"), (first, "text")))
        lines = [line, *(plain(" " * len(head) + part) for part in more)]
        whole += lines
        if joins and not more and width_of((*beside[-1].left, *line.left)) <= width:
            beside[-1] = Line((*beside[-1].left, *line.left))
        else:
            beside += lines
        joins = not more
    return whole if len(whole) <= room else beside


def act_lines(act: OpenAct, width: int, asked: str = "") -> Iterator[Line]:
    """Yield what an act would come to, or what stands against it, and how that was worked out, in lines of a width.

    What is asked of a field is left out if it is the one that is `asked` already.
    """
    yield from result_lines(act, width, asked)
    for step in act.proposal.decision.event.steps if act.proposal.decision is not None else ():
        for place, text in enumerate(textwrap.wrap(step, width - 4)):
            yield plain(f"  {'·' if not place else ' '} {text}", "dim")


def result_lines(act: OpenAct, width: int, asked: str = "") -> Iterator[Line]:
    """Yield what an act would come to, what is asked for that, or what stands against it; see `act_lines`.

    One question stands before it, the one that is `asked` or else the first: others may be out of view.
    """
    if act.refusal:
        yield from (plain(text, "error") for text in textwrap.wrap(in_keys(act.refusal), width))
    if act.proposal.against:
        yield from (plain(text, "warning") for text in textwrap.wrap(in_keys(act.proposal.against), width))
        if act.proposal.against and act.agreeable:
            yield Line(((keyed("{act.agree} "), "focus"), ("does it all the same, by agreement", "text")))
    decision = act.proposal.decision
    if decision is None:
        return
    others = [question.text for question in decision.questions if question.parameter != asked]
    first = 1 if len(others) == len(decision.questions) else 0
    for text in others[:first]:
        yield from question_lines(text, width)
    # What it comes to is not so yet as long as something is open: each die, say, counts as a 1.
    look, event = "title", decision.event.text
    if decision.questions:
        answers = [f"“{each.choices[0].text.partition(': ')[0]}”" for each in decision.questions]
        look, event = "dim", f"Were it {' and '.join(answers)}: {event}"
    yield from (Line(lit(text, look)) for text in textwrap.wrap(event, width))
    for text in others[first:]:
        yield from question_lines(text, width)

"""The line of a choice: its box, its name, what it changes and what it costs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from builder.scalars import number, signed
from builder.services.editor.choice_row import ChoiceRow
from builder.tui.widgets.lines import Line, Span, parted, width_of

BROAD = 40
"""From this width of a pane there is room beside a choice for what it changes."""
DEEP = 34
"""From this width of a pane choices stand two cells deeper than the name of their group, and not below its sign."""


EffectKey = tuple[str, str, str]
"""A choice, by its unit, the part that takes it, and its path."""
Effects = Mapping[EffectKey, str]
"""What choices change, in short."""


def effect_key(choice: ChoiceRow) -> EffectKey:
    """What the effect of a choice is known by."""
    return choice.unit, choice.under, choice.path


def indent_of(width: int) -> int:
    """How far choices are set in below the heading of their group."""
    return 4 if width >= DEEP else 2


def choice_line(choice: ChoiceRow, width: int, effect: str = "", named: int = 0, indent: int | None = None) -> Line:
    """A choice with its box, what it changes and what it costs; `-` in the box of one that cannot be taken.

    It is set in by so many cells, else as below a heading; what it changes stands behind `named` cells or more.
    """
    indent = indent_of(width) if indent is None else indent
    barred = bool(choice.reason) and not choice.number
    match choice.control:
        case "radio":
            box = "(o)" if choice.number else "(-)" if barred else "( )"
        case "check":
            box = "[x]" if choice.number else "[-]" if barred else "[ ]"
        case _:
            box = f"[{choice.number + choice.others:>2}]"
    name, words = name_parts(choice, width, indent)[0], words_of(choice)
    left: list[Span] = [(f"{'':{indent}}{box} ", "good" if choice.number else "dim")]
    left.append((name, "dim" if barred else "text"))
    left.append((words.removeprefix(_called(choice)), "dim"))
    right = ((_choice_cost(choice), "dim" if barred else "price"),)
    gap = max(named - cell_len(words), 0) + 2
    room = width - width_of(left) - gap - width_of(right)
    told = next((each for each in _ever_shorter(effect) if cell_len(each) <= room), "")
    if told and not choice.is_size:
        left.append((f"{'':{gap}}{told}", "dim"))
    return Line(tuple(left), right)


def _ever_shorter(effect: str) -> Iterator[str]:
    """Yield what a choice changes, then without what matters least of it, and so on."""
    parts = effect.split(", ")
    return (", ".join(parts[:count]) for count in range(len(parts), 0, -1))


def _choice_cost(choice: ChoiceRow) -> str:
    if choice.adds is not None:
        return f" {signed(choice.adds, '+0')} in all"
    if not choice.cost:
        return ""
    if choice.is_size:
        return f" {number(choice.cost)} each"
    return f" {signed(choice.line_price)}"


def name_parts(choice: ChoiceRow, width: int, indent: int) -> tuple[str, ...]:
    """Return the name of a choice that is set in by so many cells, in as many lines as it takes."""
    begins = indent + (4 if choice.control in ("radio", "check") else 5)
    name = _called(choice)
    beside = cell_len(words_of(choice)) - cell_len(name) + cell_len(_choice_cost(choice))
    return parted(name, width - begins - beside, width - indent - 6)


def _called(choice: ChoiceRow) -> str:
    return "models" if choice.is_size and choice.beside else choice.name


def words_of(choice: ChoiceRow) -> str:
    """Return what stands in a line for a choice: its name, and how many of it can be taken."""
    if choice.control != "number" or choice.least == choice.most:
        return _called(choice)
    most = "" if choice.most is None else str(choice.most + choice.others)
    least = choice.least + choice.others
    if choice.is_size:
        return f"{_called(choice)}, {least} {f'to {most}' if most else 'or more'}"
    return f"{choice.name}  {least}{f'–{most}' if most else '+'}"


def wrapped(words: str, width: int) -> Sequence[str]:
    """Return words in lines with a blank before and behind each."""
    return textwrap.wrap(words, max(10, width - 2))


def lowest(lines: Sequence[str], height: int) -> list[str]:
    """Return lines at the bottom of so much room: empty ones above keep them apart from a profile that ends there."""
    return [""] * (height - len(lines) if lines else 0) + [*lines]

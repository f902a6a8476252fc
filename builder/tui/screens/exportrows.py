"""The rows of the export form, and how they look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len

from builder.services.export.files import FORMS
from builder.services.export.form import FORM_NAMES, SHEET_FIELDS, SHEET_FORMS, ExportPlan
from builder.systems.specs import Field
from builder.tui.widgets.lines import Line, Span, cut

LABEL = 10


@dataclass(frozen=True, slots=True)
class FormRow:
    """One line of the form.

    Args:
        kind: `choice` among several, a `tick` that is on or off, a `button`.
        name: what it sets: `form`, `target`, or an option.
        value: what is chosen; of a tick in a list, its own word.
        label: what stands before the first row of its kind.
        remark: what stands at the right.
    """

    kind: str
    name: str
    value: str
    label: str = ""
    choices: tuple[str, ...] = ()
    on: bool = False
    remark: str = ""


def form_rows(plan: ExportPlan, pages: Mapping[str, int]) -> Iterator[FormRow]:
    """Yield the rows of a form as it is filled in; `pages` counts those of each sheet, as far as they are known."""
    yield FormRow("choice", "form", plan.form, "Format", FORMS)
    if plan.form in SHEET_FORMS:
        yield from _option_rows(plan, pages)
    yield FormRow("button", "target", _short(plan.target), "File", remark="f changes it")


def _option_rows(plan: ExportPlan, pages: Mapping[str, int]) -> Iterator[FormRow]:
    """Yield the rows of the options of sheets: ticks for several values, then choices of one, then switches."""
    values = {field: getattr(plan.options, field.key) for field in SHEET_FIELDS}
    for field, value in values.items():
        if isinstance(value, tuple):
            choices = _choices_of(field)
            for index, choice in enumerate(choices):
                label, on = "" if index else _label(field), choice in value
                yield FormRow("tick", field.key, choice, label, choices, on, _pages(pages.get(choice)) if on else "")
    for field, value in values.items():
        if isinstance(value, str):
            yield FormRow("choice", field.key, value, _label(field), _choices_of(field))
    switches = [field for field in SHEET_FIELDS if field.switch]
    for index, field in enumerate(switches):
        label, words = "" if index else "Options", field.name.replace("-", " ")
        yield FormRow("tick", field.key, words, label, (), bool(values[field]), field.text)


def _label(field: Field) -> str:
    return field.name.replace("-", " ").capitalize()


def _choices_of(field: Field) -> tuple[str, ...]:
    return tuple(choice.written for choice in field.kind.words)


def paint(row: FormRow, width: int) -> Line:
    """A row as a line."""
    label: Span = (f"{row.label:<{LABEL}}", "dim")
    match row.kind:
        case "tick":
            mark = "[x]" if row.on else "[ ]"
            room = width - LABEL - 6 - cell_len(row.value)
            remark = f"{cut(row.remark, room - 3)} " if room > 20 else ""
            return Line((label, (f"{mark} ", "good" if row.on else "dim"), (row.value, "text")), ((remark, "dim"),))
        case "choice":
            return Line((label, *_choices(row, width - LABEL - 2)))
    return Line((label, (row.value, "points")), ((f"{row.remark} ", "dim"),))


def _choices(row: FormRow, width: int) -> Iterator[Span]:
    """Yield all choices where there is room, else the chosen one between arrows."""
    names = {choice: FORM_NAMES.get(choice, choice) if row.name == "form" else choice for choice in row.choices}
    if sum(cell_len(name) + 6 for name in names.values()) <= width:
        for choice, name in names.items():
            chosen = choice == row.value
            yield (f"({'o' if chosen else ' '}) {name}  ", "text" if chosen else "dim")
        return
    place = row.choices.index(row.value) + 1 if row.value in row.choices else 0
    yield (f"‹ {names.get(row.value, row.value)} ›", "text")
    yield (f"  {place} of {len(names)}, ← and → change it", "dim")


def _pages(number: int | None) -> str:
    return "" if number is None else f"{number} page{'s' if number != 1 else ''}"


def _short(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if path.startswith(f"{home}/") else path

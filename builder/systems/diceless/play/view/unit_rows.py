"""The units of a game as rows of a view, made of what the report tells of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from builder.systems.diceless.play.view.report_types import GroupReport, UnitReport
from builder.systems.play.view import UNBOUNDED, Cell, Column, Detail, Mark, Of, Row, Span, Spans, Track

MOST_OP = 200
"""Order points that a track shows; the thresholds of all leaderships lie below."""
HP_A_CELL = 10
"""HP that a cell of a model stands for, as on the sheets."""

NAME = Column(id="name", title="Unit", least=7, most=UNBOUNDED)
COLUMNS = (
    Column(id="models", title="Models", right=True, shown="print"),
    Column(id="hp", title="HP", short="HP left ", least=9, right=True, alive=False),
    Column(id="bar", title="", least=6, most=20, alive=False, shown="screen"),
    Column(id="op", title="OP", least=3, right=True),
    Column(
        id="order",
        title="",
        least=17,
        most=41,
        broad_from=104,
        gap=0,
        shown="screen",
        legend="┃ tests fail from here",
    ),
    Column(id="fails", title="fails", least=5, right=True, shown="screen"),
    Column(id="fails_above", title="Fails above", right=True, shown="print"),
    Column(
        id="tests_left",
        title="left",
        least=4,
        right=True,
        shown="screen",
        legend="left: tests still passed",
    ),
    Column(id="tests", title="Tests", right=True, shown="print"),
)


def unit_row(unit: UnitReport) -> Row:
    """The row of a unit."""
    return Row(
        ref=unit.ref,
        name=unit.name,
        state="destroyed" if unit.destroyed else "",
        cells=_cells(unit),
        summary=f"{unit.hp} of {unit.hp_full} HP, {unit.models} of {unit.models_full} models left",
        brief=(tuple(_brief_parts(unit)), (_brief_tests(unit),)),
        details=(*map(_part, unit.groups), Detail(kind="line", spans=_tests(unit)), _marked(unit)),
        marks=tuple(map(_mark, unit.marks)),
        gone=unit.destroyed,
        alert=not unit.tests_left and not unit.destroyed,
        note=unit.note,
        last=unit.last,
        offers={"unit": (unit.ref, *filter(None, [unit.leads])), "leader": (unit.ref,), "about": (unit.ref,)},
        does={"reserve": in_or_out(unit.marks)},
    )


def in_or_out(marks: tuple[str, ...], carries: bool = False) -> str:
    """The act by which a unit gets in or out: from reserve, out of what it rides in, or into a transport."""
    if "reserve" in marks:
        return "deep-strike" if "deep strike" in marks else "arrive"
    return "disembark" if carries or any(mark.startswith(("in ", "was in ")) for mark in marks) else "embark"


def _cells(unit: UnitReport) -> Mapping[str, Cell]:
    above, tests = unit.fails_above, unit.tests_left
    limit = -1 if above is None else above
    return {
        "models": Of(unit.models, unit.models_full),
        "hp": Of(unit.hp, unit.hp_full),
        "bar": Track(draw="bar", value=unit.hp, full=unit.hp_full),
        "op": (Span(str(unit.op), "text" if tests else "error"),),
        "order": Track(draw="limit", value=unit.op, full=MOST_OP, limit=limit),
        "fails": "all" if above is None else above,
        "fails_above": "–" if unit.destroyed or above is None else above,
        "tests_left": tests or (Span("!", "error"),),
        "tests": "–" if unit.destroyed else tests,
    }


def _mark(text: str) -> Mark:
    """A mark: a capital for what a unit is, a small letter for what it belongs to (`in Rhino 1`)."""
    if text == text.lower():
        return Mark(text, text[:1].upper())
    words = takewhile(str.islower, text.split())
    return Mark(text, text[:1].lower(), means=f"{' '.join(words)} …")


def _part(group: GroupReport) -> Detail:
    several = group.models_full > 1
    track = Track(
        draw="models",
        value=group.hp,
        full=group.hp_full,
        each=group.hp_each,
        cell=HP_A_CELL,
        left=group.models,
    )
    return Detail(
        kind="part",
        label=f"{group.name} ×{group.models_full}" if several else group.name,
        track=track,
        tail=f"{group.models} left" if several else "",
    )


def _tests(unit: UnitReport, *, short: bool = False) -> Spans:
    """The leadership of a unit, where its tests fail, and how many it still passes."""
    if unit.ld is None or unit.fails_above is None:
        return Span("Ld –   every test fails   ", "error"), Span(f"now {unit.op}")
    spans = [Span(f"Ld {unit.ld:<3}fails above {unit.fails_above}   ")]
    if unit.fails_above_reroll is not None:
        spans.append(Span(f"{'' if short else 'with '}re-roll {unit.fails_above_reroll}   ", "dim"))
    left = Span(f"tests left {unit.tests_left}") if unit.tests_left else Span("the next test fails", "error")
    return (*spans, Span(f"now {unit.op}   "), left)


def _marked(unit: UnitReport) -> Detail:
    marks = tuple(Span(f"[x] {mark}  ", "info") for mark in unit.marks)
    return Detail(kind="line", label="Marks", spans=marks or (Span("none", "dim"),))


def _brief_parts(unit: UnitReport) -> Iterator[Spans]:
    """Yield the models and HP left of all groups in one line, in whole words; at last the sums."""
    models = Span(f"{unit.models} of {unit.models_full}  " if unit.models_full > 1 else "", "dim")
    left = [(f"{group.models} × " if group.models_full > 1 else "", group) for group in unit.groups]
    yield models, Span(", ".join(f"{count}{group.name} {group.hp}/{group.hp_full}" for count, group in left))
    yield models, Span(", ".join(f"{count}{group.name} {group.hp}" for count, group in left))
    yield models, Span(f"{unit.hp} of {unit.hp_full} HP")


def _brief_tests(unit: UnitReport) -> Spans:
    marks = (Span(f"   {', '.join(unit.marks)}", "info"),) if unit.marks else ()
    return (*_tests(unit, short=True), *marks)

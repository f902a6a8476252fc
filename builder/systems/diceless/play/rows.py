"""The units and vehicles of a game as rows of a view, made of what the report tells of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder.systems.diceless.play.report import BoxReport, GroupReport, LineReport, UnitReport, VehicleReport
from builder.systems.diceless.vehicle_damage import LINE_CAPACITY
from builder.systems.play.lookup import mark_of
from builder.systems.play.view import UNBOUNDED, Box, Cell, Column, Detail, Mark, Of, Row, Span, Spans, Track

MOST_OP = 200
"""Order points that a track shows; the thresholds of all leaderships lie below."""
HP_A_CELL = 10
"""HP that a cell of a model stands for, as on the sheets."""

UNIT_NAME = Column(id="name", title="Unit", least=7, most=UNBOUNDED)
UNIT_COLUMNS = (
    Column(id="models", title="Models", right=True, shown="print"),
    Column(id="hp", title="HP", short="HP left ", least=9, right=True, alive=False),
    Column(id="bar", title="", least=4, most=20, alive=False, shown="screen", goes=2),
    Column(id="op", title="OP", least=3, right=True, goes=4),
    Column(
        id="order",
        title="",
        least=9,
        most=41,
        gap=0,
        shown="screen",
        legend="│ tests fail beyond",
        goes=1,
    ),
    Column(id="fails", title="fails", least=5, right=True, shown="screen", goes=3),
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
        cells=_unit_cells(unit),
        summary=f"{unit.hp} of {unit.hp_full} HP, {unit.models} of {unit.models_full} models left",
        brief=(tuple(_brief_parts(unit)), *(() if unit.destroyed else (tuple(_brief_tests(unit)),))),
        details=(*map(_part, unit.groups), *(() if unit.destroyed else _standing(unit))),
        marks=tuple(map(mark_of, unit.marks)),
        gone=unit.destroyed,
        alert=not unit.tests_left and not unit.destroyed,
        note=unit.note,
        last=without_name(unit.last, unit.name),
        offers={"unit": (unit.ref, *filter(None, [unit.leads])), "leader": (unit.ref,), "about": (unit.ref,)},
        does={"reserve": in_or_out(unit.marks)},
    )


_AFTER_NAME = re.compile(
    r"(?:[:,] | (?=(?:at|against|in|out|explodes|joins|leaves|lost the assault|and [^:;]+ out of)\b))(?=.)"
)


def without_name(text: str, name: str) -> str:
    """A sentence of the log on somebody without his name, where he acts or is attacked: beside it in his own row."""
    found = _AFTER_NAME.match(text, len(name)) if text.startswith(name) else None
    if found is None:
        return re.sub(rf",? at {re.escape(name)}(?=[,:])", "", text, count=1)
    return re.sub("^and ", "with ", text[found.end() :])


def in_or_out(marks: tuple[str, ...], carries: bool = False) -> str:
    """The act by which a unit gets in or out: from reserve, out of what it rides in, or into a transport."""
    if "reserve" in marks:
        return "deep-strike" if "deep strike" in marks else "arrive"
    return "disembark" if carries or any(mark.startswith(("in ", "was in ")) for mark in marks) else "embark"


def _unit_cells(unit: UnitReport) -> Mapping[str, Cell]:
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


def _standing(unit: UnitReport) -> Iterator[Detail]:
    """Yield what matters of a unit as long as somebody of it is left: its tests, its marks, its weapons."""
    yield Detail(kind="line", spans=_tests(unit))
    yield _marked(unit)
    yield from _arms(unit)


def _marked(unit: UnitReport) -> Detail:
    marks = tuple(Span(f"[x] {mark}  ", "info") for mark in unit.marks)
    return Detail(kind="line", label="Marks", spans=marks or (Span("none", "dim"),))


def _arms(unit: UnitReport) -> Iterator[Detail]:
    """Yield the weapons that are fired: how many are left, range, AP, and the DMG of one as on its sheet."""
    for place, each in enumerate(unit.arms):
        figures = (each.range, f"AP {each.ap}", each.damage)
        spans = (Span(f"{each.number} × {each.name}"), *(Span(text, "dim") for text in figures[:2]), Span(figures[2]))
        yield Detail(kind="columns", label="" if place else "DMG each", spans=spans)


def _brief_parts(unit: UnitReport) -> Iterator[Spans]:
    """Yield the models and HP left of all groups in one line, in whole words; at last the sums."""
    models = Span(f"{unit.models} of {unit.models_full}  " if unit.models_full > 1 else "", "dim")
    left = [(f"{group.models} × " if group.models_full > 1 else "", group) for group in unit.groups]
    yield models, Span(", ".join(f"{count}{group.name} {group.hp}/{group.hp_full}" for count, group in left))
    yield models, Span(", ".join(f"{count}{group.name} {group.hp}" for count, group in left))
    yield models, Span(f"{unit.hp} of {unit.hp_full} HP")


def _brief_tests(unit: UnitReport) -> Iterator[Spans]:
    """Yield its tests and its marks, then without what its row tells too."""
    marks = (Span(", ".join(unit.marks), "info"),) if unit.marks else ()
    apart = (Span("   "), *marks) if marks else ()
    tests = _tests(unit, short=True)
    yield (*tests, *apart)
    yield (tests[0], *tests[1:][-2:], *apart)
    yield (tests[0], *marks)
    yield (tests[0],)


GLANCING, PENETRATING = ("○", "●"), ("□", "■")
"""Signs of the two rows of hits, open and checked."""
NO_BOX, OPEN_TOPPED = ("–", "–"), "open-topped"
"""Signs of the first glancing box of an open-topped vehicle, which no hit checks (D-59), and what it is for."""
WEAPON = ("[ ]", "[x]")

VEHICLE_NAME = Column(id="name", title="Vehicle", least=8, most=30)
VEHICLE_COLUMNS = (
    Column(id="armour", title="Armour", shown="print"),
    Column(id="glancing", title="Glancing", short="Glanc.", least=6, alive=False),
    Column(id="penetrating", title="Penetr.", short="Pen.", least=6, alive=False),
    Column(id="av", title="AV", most=8, broad_from=60, shown="screen"),
    Column(id="speed", title="Speed", most=11, broad_from=60, shown="screen"),
    Column(id="lines", title="Lines", short="DMG", least=11, most=UNBOUNDED, gap=0, goes=1),
)
LEGEND = "○ glancing  □ penetrating"


def vehicle_row(vehicle: VehicleReport) -> Row:
    """The row of a vehicle."""
    return Row(
        ref=vehicle.ref,
        name=vehicle.name,
        state="destroyed" if vehicle.destroyed else vehicle.crew,
        cells=_vehicle_cells(vehicle),
        head=_head(vehicle),
        brief=tuple((way,) for way in (_brief(vehicle), _brief_hits(vehicle)) if way),
        details=tuple(_details(vehicle)),
        marks=tuple(_marks(vehicle)),
        gone=vehicle.destroyed,
        note=vehicle.note,
        last=without_name(vehicle.last, vehicle.name),
        offers={
            "vehicle": (vehicle.ref,),
            "about": (vehicle.ref,),
            "unit": (vehicle.unit, *vehicle.carries),
            "transport": (vehicle.unit,),
            "enemy": (vehicle.ref,),
        },
        does={"reserve": in_or_out(vehicle.marks, bool(vehicle.carries))},
    )


def _vehicle_cells(vehicle: VehicleReport) -> Mapping[str, Cell]:
    hurt = tuple(Box(line.letter, True, figure=str(line.damage)) for line in vehicle.lines if line.damage)
    return {
        "armour": _armour(vehicle),
        "av": _armour(vehicle),
        "speed": "immobilised" if vehicle.immobilised else vehicle.speed,
        "glancing": _boxes(_hits(vehicle.glancing, GLANCING, open_topped=vehicle.open_topped)),
        "penetrating": _boxes(_hits(vehicle.penetrating, PENETRATING)),
        "lines": Track(draw="figures", value=len(hurt), full=len(vehicle.lines), boxes=hurt, label="lines"),
    }


def _armour(vehicle: VehicleReport) -> str:
    return "/".join(map(str, vehicle.armour))


def _boxes(boxes: tuple[Box, ...]) -> Track:
    hit = sum(box.checked and not box.from_start for box in boxes)
    return Track(draw="boxes", value=hit, full=len(boxes), boxes=boxes)


def _marks(vehicle: VehicleReport) -> Iterator[Mark]:
    """Yield its states; what a screen shows in another place is quiet."""
    if vehicle.immobilised and not vehicle.destroyed:
        yield Mark("immobilised", quiet=True)
    if vehicle.crew:
        yield Mark(vehicle.crew, quiet=True)
    yield from (Mark(f"{weapon.text} destroyed", quiet=True) for weapon in vehicle.weapons if weapon.checked)
    yield from map(mark_of, vehicle.marks)


def _head(vehicle: VehicleReport) -> Spans:
    state = Span(vehicle.speed, "dim")
    if vehicle.destroyed:
        state = Span("× destroyed", "error")
    elif vehicle.immobilised:
        state = Span("immobilised", "warning")
    return (Span(f"AV {_armour(vehicle)}"), state, *((Span(vehicle.crew, "warning"),) if vehicle.crew else ()))


def _details(vehicle: VehicleReport) -> Iterator[Detail]:
    yield from map(_line, vehicle.lines)
    yield Detail(
        kind="packed", label="Glancing", parts=_hits(vehicle.glancing, GLANCING, open_topped=vehicle.open_topped)
    )
    yield Detail(kind="packed", label="Penetrating", parts=_hits(vehicle.penetrating, PENETRATING))
    if not vehicle.destroyed:
        yield Detail(kind="packed", label="Next hit", parts=_next(vehicle))
    if vehicle.weapons:
        parts = tuple(Box(weapon.text, weapon.checked, WEAPON) for weapon in vehicle.weapons)
        yield Detail(kind="packed", label="Weapons", parts=parts)
    if vehicle.marks:
        yield Detail(kind="text", label="Marks", spans=(Span(", ".join(vehicle.marks)),))


def _line(line: LineReport) -> Detail:
    boxes = tuple(
        Box(box.text, box.checked, PENETRATING if box.text.endswith("P") else GLANCING) for box in line.thresholds
    )
    return Detail(
        kind="boxes", label=line.letter, track=Track(draw="boxes", value=line.damage, full=LINE_CAPACITY, boxes=boxes)
    )


def _hits(boxes: tuple[BoxReport, ...], signs: tuple[str, str], *, open_topped: bool = False) -> tuple[Box, ...]:
    drawn = tuple(Box(box.text, box.checked, signs, short=hit_words(box.text)) for box in boxes)
    return (Box(OPEN_TOPPED, True, NO_BOX, from_start=True), *drawn[1:]) if open_topped else drawn


def hit_words(text: str) -> str:
    """Return what a box of a row does, in one word: `Crew Shaken` is shaken, `Weapon Destroyed` weapon."""
    words = text.lower().rstrip("!").removeprefix("crew ").split()
    return {"immobilised": "immob."}.get(words[0], words[0]) if words else ""


def _next(vehicle: VehicleReport) -> tuple[Box, ...]:
    """Return what the next hit of each row would do."""
    hits = ((GLANCING, vehicle.next_glancing), (PENETRATING, vehicle.next_penetrating))
    return tuple(Box(text.lower().removeprefix("crew "), False, signs) for signs, text in hits if text)


def _brief(vehicle: VehicleReport) -> Spans:
    """The lines that have DMG, its armour and how it moved; of a wreck not what comes next.

    Narrow screens have no column for the lines and cut what comes last.
    """
    opened = {line.letter: "" if vehicle.destroyed else _open(line) for line in vehicle.lines}
    hurt = [f"{line.letter} {line.damage} {opened[line.letter]}".rstrip() for line in vehicle.lines if line.damage]
    head = [Span(f"{span.text}   ", span.look) for span in _head(vehicle) if span.text]
    if hurt:
        return (Span(f"{'  '.join(hurt)}   "), *head)
    return (*head, *(() if vehicle.destroyed else (Span("no DMG yet", "dim"),)))


def _open(line: LineReport) -> str:
    """The next threshold of a line: `(18G next)`."""
    box = next((box for box in line.thresholds if not box.checked), None)
    return f"({box.text} next)" if box is not None else ""


def _brief_hits(vehicle: VehicleReport) -> Spans:
    """The next hits, and what is gone; of a wreck only what is gone."""
    gone = ", ".join(box.text for box in vehicle.weapons if box.checked)
    rest = "; ".join(filter(None, (f"gone: {gone}" if gone else "", *vehicle.marks)))
    if vehicle.destroyed:
        return (Span(rest, "warning"),) if rest else ()
    hits = (Span(f"{box.signs[0]} {box.text} ") for box in _next(vehicle))
    return (Span("Next hit  ", "dim"), *hits, Span(f"  {rest}", "warning"))

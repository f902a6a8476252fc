"""The vehicles of a game as rows of a view, made of what the report tells of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.systems.diceless.play.view.report_types import BoxReport, LineReport, VehicleReport
from builder.systems.diceless.play.view.unit_rows import in_or_out
from builder.systems.diceless.vehicle_damage import LINE_CAPACITY
from builder.systems.play.view import UNBOUNDED, Box, Cell, Column, Detail, Mark, Row, Span, Spans, Track

GLANCING, PENETRATING = ("○", "●"), ("□", "■")
"""Signs of the two rows of hits, open and checked."""
WEAPON = ("[ ]", "[x]")

NAME = Column(id="name", title="Vehicle", least=8, most=30)
COLUMNS = (
    Column(id="armour", title="Armour", shown="print"),
    Column(id="glancing", title="Glancing", short="Glanc.", least=6, alive=False),
    Column(id="penetrating", title="Penetr.", short="Pen.", least=6, alive=False),
    Column(id="lines", title="Lines", short="DMG", least=11, most=UNBOUNDED, gap=0),
)
LEGEND = "○ glancing  □ penetrating"


def vehicle_row(vehicle: VehicleReport) -> Row:
    """The row of a vehicle."""
    return Row(
        ref=vehicle.ref,
        name=vehicle.name,
        state="destroyed" if vehicle.destroyed else vehicle.crew,
        cells=_cells(vehicle),
        head=_head(vehicle),
        brief=((_brief(vehicle),), (_brief_hits(vehicle),)),
        details=tuple(_details(vehicle)),
        marks=tuple(_marks(vehicle)),
        gone=vehicle.destroyed,
        note=vehicle.note,
        last=vehicle.last,
        offers={
            "vehicle": (vehicle.ref,),
            "about": (vehicle.ref,),
            "unit": (vehicle.unit, *vehicle.carries),
        },
        does={"reserve": in_or_out(vehicle.marks, bool(vehicle.carries))},
    )


def _cells(vehicle: VehicleReport) -> Mapping[str, Cell]:
    hurt = tuple(Box(line.letter, True, figure=str(line.damage)) for line in vehicle.lines if line.damage)
    return {
        "armour": _armour(vehicle),
        "glancing": _boxes(vehicle.glancing, GLANCING),
        "penetrating": _boxes(vehicle.penetrating, PENETRATING),
        "lines": Track(draw="figures", value=len(hurt), full=len(vehicle.lines), boxes=hurt, label="lines"),
    }


def _armour(vehicle: VehicleReport) -> str:
    return "/".join(map(str, vehicle.armour))


def _boxes(boxes: tuple[BoxReport, ...], signs: tuple[str, str]) -> Track:
    drawn = tuple(Box(box.text, box.checked, signs) for box in boxes)
    return Track(draw="boxes", value=sum(box.checked for box in boxes), full=len(boxes), boxes=drawn)


def _marks(vehicle: VehicleReport) -> Iterator[Mark]:
    """Yield its states; what a screen shows in another place is quiet."""
    if vehicle.immobilised and not vehicle.destroyed:
        yield Mark("immobilised", quiet=True)
    if vehicle.crew:
        yield Mark(vehicle.crew, quiet=True)
    yield from (Mark(f"{weapon.text} destroyed", quiet=True) for weapon in vehicle.weapons if weapon.checked)
    yield from map(Mark, vehicle.marks)


def _head(vehicle: VehicleReport) -> Spans:
    state = Span(vehicle.speed, "dim")
    if vehicle.destroyed:
        state = Span("× destroyed", "error")
    elif vehicle.immobilised:
        state = Span("immobilised", "warning")
    return (Span(f"AV {_armour(vehicle)}"), state, *((Span(vehicle.crew, "warning"),) if vehicle.crew else ()))


def _details(vehicle: VehicleReport) -> Iterator[Detail]:
    yield from map(_line, vehicle.lines)
    yield Detail(kind="packed", label="Glancing", parts=_hits(vehicle.glancing, GLANCING))
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


def _hits(boxes: tuple[BoxReport, ...], signs: tuple[str, str]) -> tuple[Box, ...]:
    return tuple(Box(box.text, box.checked, signs, short=hit_words(box.text)) for box in boxes)


def hit_words(text: str) -> str:
    """What a box of a row does, in one word: `Crew Shaken` is shaken, `Weapon Destroyed` weapon."""
    words = text.lower().rstrip("!").removeprefix("crew ").split()
    return {"immobilised": "immob."}.get(words[0], words[0]) if words else ""


def _next(vehicle: VehicleReport) -> tuple[Box, ...]:
    """What the next hit of each row would do."""
    hits = ((GLANCING, vehicle.next_glancing), (PENETRATING, vehicle.next_penetrating))
    return tuple(Box(text.lower().removeprefix("crew "), False, signs) for signs, text in hits if text)


def _brief(vehicle: VehicleReport) -> Spans:
    """Its name, its armour and the lines that have DMG."""
    hurt = [f"{line.letter} {line.damage} {_open(line)}".rstrip() for line in vehicle.lines if line.damage]
    damage = Span("  ".join(hurt)) if hurt else Span("no DMG yet", "dim")
    head = (Span(f"  {span.text}", span.look) for span in _head(vehicle))
    return (Span(vehicle.name, "strong"), *head, Span("   "), damage)


def _open(line: LineReport) -> str:
    """The next threshold of a line: `(18G next)`."""
    box = next((box for box in line.thresholds if not box.checked), None)
    return f"({box.text} next)" if box is not None else ""


def _brief_hits(vehicle: VehicleReport) -> Spans:
    """The next hits, and what is gone."""
    gone = ", ".join(box.text for box in vehicle.weapons if box.checked)
    following = () if vehicle.destroyed else _next(vehicle)
    rest = "; ".join(filter(None, (f"gone: {gone}" if gone else "", *vehicle.marks)))
    hits = (Span(f"{box.signs[0]} {box.text} ") for box in following)
    return (Span("Next hit  ", "dim"), *hits, Span(f"  {rest}", "warning"))

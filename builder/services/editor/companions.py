"""Whom a unit can lead, be led by or ride in: what the army's own check finds nothing wrong with, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.errors import EditError, Severity
from builder.roster.view import SelectionView
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.offers import choices_of
from builder.services.editor.operations import Operation, Remove, SetMark, TakeTransport, Unmark

_TRANSPORT = "transport"


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """Something that a unit can join, ride in, or leave.

    Args:
        words: what is done, with the name of the other.
        detail: what there is to know of it: its place in the army, or what is wrong with it.
        cost: what it adds to the points.
        operations: what brings it about.
    """

    words: str
    operations: tuple[Operation, ...]
    detail: str = ""
    cost: Decimal = Decimal(0)


def joinable(session: ArmyDocument, unit_id: str) -> tuple[Companion, ...]:
    """Whom a unit can lead or be led by, and whom it leaves."""
    unit, others = _unit_and_others(session, unit_id)
    if unit is None:
        return ()
    models = {each.id: each.models for each in session.army.reading.units if each.kind != "vehicle"}
    found = []
    for other in others:
        if _is_led(other, unit.id):
            found.append(_leaving(other, f"leads {_name(other)}: leave it"))
        elif _is_led(unit, other.id):
            found.append(_leaving(unit, f"led by {_name(other)}: he leaves"))
        elif models.get(unit.id) == 1 and models.get(other.id, 0) > 1:
            found.append(Companion(words=f"leads {_name(other)}", operations=(_led(other.id, unit.id),)))
        elif models.get(other.id) == 1 and models.get(unit.id, 0) > 1:
            found.append(Companion(words=f"led by {_name(other)}", operations=(_led(unit.id, other.id),)))
    return tuple(each for each in found if not problem(session, each.operations))


def transports(session: ArmyDocument, unit_id: str) -> tuple[Companion, ...]:
    """What a unit can ride in, the cheapest that is right first: what it can take, other units, and getting out."""
    unit, others = _unit_and_others(session, unit_id)
    if unit is None:
        return ()
    own = {part.id for part in unit.walk()}
    vehicles = {each.id for each in session.army.reading.units if each.kind == "vehicle"}
    rides = [mark.target for mark in unit.marks if mark.kind == "riding_in"]
    taken = []
    for choice in choices_of(session, unit.id, unit.id):
        if _TRANSPORT in choice.group.casefold() and not choice.number and not choice.reason:
            take = TakeTransport(id=unit.id, transport=choice.path)
            taken.append(Companion(words=choice.name, operations=(take,), cost=choice.cost))
    there = [
        Companion(
            words=_name(other), operations=(SetMark(id=unit.id, mark=("riding", "in", other.id)),), detail="there"
        )
        for other in others
        if other.id not in rides and other.id in vehicles
    ]
    offered = (*sorted(taken, key=lambda each: each.cost), *there)
    right = [each for each in offered if not problem(session, each.operations)]
    left = []
    for target in rides:
        out: tuple[Operation, ...] = (Unmark(id=unit.id, mark=("riding", "in")),)
        left.append(Companion(words="Get out", operations=out))
        if target in own:
            left.append(Companion(words="Get out and do without it", operations=(*out, Remove(id=str(target)))))
    return (*right, *left)


def _unit_and_others(session: ArmyDocument, unit_id: str) -> tuple[SelectionView | None, Sequence[SelectionView]]:
    units = list(_units(session.army))
    unit = next((each for each in units if each.id == unit_id), None)
    return unit, [each for each in units if each.id != unit_id]


def _units(army: Army) -> Iterator[SelectionView]:
    """The units of an army, those that others take with them too."""
    for top in army.view.units():
        yield from (part for part in top.walk() if part is top or part.type == "unit")


def problem(session: ArmyDocument, operations: Sequence[Operation]) -> str:
    """What would be wrong with the army that is not wrong now; points are for the player to see."""
    try:
        after = session.preview(operations)
    except EditError as error:
        return str(error)
    now = {finding.message for finding in session.army.findings}
    new = (each for each in after.findings if each.severity is not Severity.INFO and each.message not in now)
    return next((each.message for each in new if each.code != "cost-limit"), "")


def _is_led(unit: SelectionView, leader: str) -> bool:
    return any(mark.kind == "led_by" and mark.target == leader for mark in unit.marks)


def _led(unit: str, leader: str) -> SetMark:
    return SetMark(id=unit, mark=("led", "by", leader))


def _leaving(unit: SelectionView, words: str) -> Companion:
    return Companion(words=words, operations=(Unmark(id=unit.id, mark=("led", "by")),))


def _name(unit: SelectionView) -> str:
    return unit.custom_name or unit.name

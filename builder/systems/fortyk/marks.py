"""Whether the marks of an army make sense: leaders and transports that are there, and have room."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import Finding, Place, Severity
from builder.systems.fortyk.model import Army, Unit

_WORDS = {"led_by": "is led by", "riding_in": "rides in"}


def mark_findings(army: Army) -> Iterator[Finding]:
    """Warn of marks that name no unit of the army or one that cannot do it, and of transports that are too small."""
    by_id = {unit.id: unit for unit in army.units}
    for unit in army.units:
        for mark in unit.marks:
            if mark.kind in _WORDS:
                problem = _problem(unit, mark.kind, by_id.get(mark.target or ""))
                if problem:
                    said = f"{unit.name} {_WORDS[mark.kind]} '{mark.target or ''}'"
                    yield _warning(mark.kind, f"{said}, which {problem}", unit)
    for vehicle in army.units:
        yield from _too_full(vehicle, army)


def _problem(unit: Unit, kind: str, target: Unit | None) -> str:
    if target is None:
        return "is no unit of this army: give the id of one"
    if target is unit:
        return "is itself: give the id of another unit"
    if kind == "riding_in" and not target.vehicles:
        return f"is {target.name}, no vehicle: give the id of a transport"
    if kind == "led_by" and not target.groups:
        return f"is {target.name}, no model on foot: give the id of a character"
    return ""


def _too_full(vehicle: Unit, army: Army) -> Iterator[Finding]:
    room = [each.profile.capacity for each in vehicle.vehicles if each.profile.capacity is not None]
    riders = [unit for unit in army.units if _target(unit, "riding_in") == vehicle.id]
    leaders = {_target(unit, "led_by") for unit in riders}
    along = [unit for unit in army.units if unit.id in leaders and _target(unit, "riding_in") is None]
    models = sum(unit.models for unit in (*riders, *along))
    if riders and room and models > sum(room):
        if along:
            who = f"{_names(along)} {_rides(along)} with {_names(riders)}"
        else:
            who = f"{_names(riders)} {_rides(riders)} in {vehicle.name}"
        yield _warning("capacity", f"{who}: {models} models, {vehicle.name} carries {sum(room)}", riders[0])


def _target(unit: Unit, kind: str) -> str | None:
    return next((mark.target for mark in unit.marks if mark.kind == kind), None)


def _names(units: list[Unit]) -> str:
    return " and ".join(unit.name for unit in units)


def _rides(units: list[Unit]) -> str:
    return "rides" if len(units) == 1 else "ride"


def _warning(code: str, message: str, unit: Unit) -> Finding:
    return Finding(Severity.WARNING, f"fortyk.{code}", message, at=Place(unit=unit.id))

"""Whether the marks of an army make sense: leaders and transports that are there, and have room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.errors import Finding, Place, Severity
from builder.systems.common.model import AnyUnit

_DEEP_STRIKE = "deep strike"
_WORDS = {"led_by": "is led by", "riding_in": "rides in"}


def mark_findings(units: Sequence[AnyUnit]) -> Iterator[Finding]:
    """Warn of marks that name no unit of the army or one that cannot do it, and of transports that are too small."""
    by_id = {unit.id: unit for unit in units}
    riders: dict[str, list[AnyUnit]] = {}
    for unit in units:
        for mark in unit.marks:
            if mark.kind in _WORDS:
                problem = _problem(unit, mark.kind, by_id.get(mark.target or ""))
                if problem:
                    said = f"{unit.name} {_WORDS[mark.kind]} '{mark.target or ''}'"
                    yield _warning(mark.kind, f"{said}, which {problem}", unit)
                elif mark.kind == "riding_in":
                    riders.setdefault(mark.target or "", []).append(unit)
        yield from _impossible(unit)
    for vehicle_id, aboard in riders.items():
        yield from _too_full(by_id[vehicle_id], aboard, by_id)


def may_deep_strike(unit: AnyUnit) -> bool:
    """Whether a rule of the unit lets it deep strike."""
    return any(_DEEP_STRIKE in rule.lower() for rule in unit.rules)


def _impossible(unit: AnyUnit) -> Iterator[Finding]:
    """Warn of a unit that is in two transports, and of one that deep strikes without a rule that lets it."""
    if sum(mark.kind == "riding_in" for mark in unit.marks) > 1:
        yield _warning("riding_in", f"{unit.name} rides in several transports: keep one of the marks", unit)
    if unit.is_marked("deep_strike") and not may_deep_strike(unit) and not unit.is_marked("riding_in"):
        yield _warning("deep_strike", f"{unit.name} is marked to deep strike, but has no rule that lets it", unit)


def _problem(unit: AnyUnit, kind: str, target: AnyUnit | None) -> str:
    if target is None:
        return "is no unit of this army: give the id of one"
    if target is unit:
        return "is itself: give the id of another unit"
    if kind == "riding_in" and not target.vehicles:
        return f"is {target.name}, no vehicle: give the id of a transport"
    if kind == "led_by" and not target.groups:
        return f"is {target.name}, no model on foot: give the id of a character"
    return ""


def _too_full(vehicle: AnyUnit, riders: list[AnyUnit], units: Mapping[str, AnyUnit]) -> Iterator[Finding]:
    room = [each.profile.capacity for each in vehicle.vehicles if each.profile.capacity is not None]
    leaders = (units.get(mark.target or "") for unit in riders for mark in unit.marks if mark.kind == "led_by")
    along = list(
        {leader.id: leader for leader in leaders if leader is not None and not leader.is_marked("riding_in")}.values()
    )
    models = sum(unit.models for unit in (*riders, *along))
    if room and models > sum(room):
        if along:
            who = f"{_names(along)} {_ride(along)} with {_names(riders)}"
        else:
            who = f"{_names(riders)} {_ride(riders)} in {vehicle.name}"
        yield _warning("capacity", f"{who}: {models} models, {vehicle.name} carries {sum(room)}", riders[0])


def _names(units: list[AnyUnit]) -> str:
    return " and ".join(unit.name for unit in units)


def _ride(units: list[AnyUnit]) -> str:
    return "rides" if len(units) == 1 else "ride"


def _warning(code: str, message: str, unit: AnyUnit) -> Finding:
    return Finding(Severity.WARNING, f"fortyk.{code}", message, at=Place(unit=unit.id))

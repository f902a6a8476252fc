"""Whether the marks of an army make sense: leaders and transports that are there, and have room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.roster.marks import Mark
from builder.systems.common.units import AnyUnit, room_of
from builder.text import numbered

_DEEP_STRIKE = "deep strike"
_WORDS = {"led_by": "is led by", "riding_in": "rides in"}


def mark_findings(units: Sequence[AnyUnit], leads: Callable[[AnyUnit], bool] | None = None) -> Iterator[Finding]:
    """Warn of marks that name no unit of the army or one that cannot do it, and of transports that are too small.

    Args:
        units: the units of the army.
        leads: where the data says who leads and what each vehicle carries: whether a unit is one that leads others, of
            which each has one. None where data is silent, so that any model on foot may lead.
    """
    names, by_id = distinct_names(units), {unit.id: unit for unit in units}
    riders: dict[str, list[AnyUnit]] = {}
    for unit in units:
        for mark in unit.marks:
            if mark.kind in _WORDS:
                target = by_id.get(mark.target or "")
                problem = _problem(unit, mark.kind, target, names) or _unfit(unit, mark.kind, target, names, leads)
                if problem:
                    said = f"{names[unit.id]} {_WORDS[mark.kind]} '{mark.target or ''}'"
                    yield _warning(mark.kind, f"{said}, which {problem}", unit)
                elif mark.kind == "riding_in":
                    riders.setdefault(mark.target or "", []).append(unit)
        yield from _impossible(unit, names[unit.id])
    yield from _several_led(units, names, one_each=leads is not None)
    for vehicle_id, aboard in riders.items():
        yield from _too_full(by_id[vehicle_id], aboard, by_id, names)


class _Marked(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def marks(self) -> tuple[Mark, ...]: ...


def distinct_names(units: Sequence[_Marked]) -> Mapping[str, str]:
    """Return what sentences call units, by their ids: numbered where several have one name."""
    return numbered({unit.id: unit.name for unit in units})


def marks_in_game(units: Sequence[_Marked]) -> Mapping[str, tuple[Mark, ...]]:
    """Return the marks with which units begin a game, by their ids: who leads a unit that rides is aboard with it.

    A leader who rides by a mark of his own is where that says.
    """
    marks = {unit.id: {mark.kind: mark.target for mark in unit.marks} for unit in units}
    along = {own["led_by"]: own["riding_in"] for own in marks.values() if {"led_by", "riding_in"} <= own.keys()}
    return {
        unit.id: (*unit.marks, Mark("riding_in", along[unit.id]))
        if unit.id in along and "riding_in" not in marks[unit.id]
        else unit.marks
        for unit in units
    }


def names_on_cards(units: Sequence[_Marked]) -> Mapping[str, str]:
    """Return what cards call other units, by their ids: those who lead and are led as sentences do.

    Others have no number there, so that squads in transports of one name can still share a card.
    """
    led = {id for unit in units for mark in unit.marks if mark.kind == "led_by" for id in (unit.id, mark.target)}
    names = distinct_names(units)
    return {unit.id: names[unit.id] if unit.id in led else unit.name for unit in units}


def carriers(units: Iterable[AnyUnit]) -> frozenset[str]:
    """Return the ids of the vehicles that units are marked as riding in."""
    return frozenset(mark.target for unit in units for mark in unit.marks if mark.kind == "riding_in" and mark.target)


def may_deep_strike(unit: AnyUnit) -> bool:
    """Whether a rule of the unit lets it deep strike."""
    return any(_DEEP_STRIKE in rule.lower() for rule in unit.rules)


def _several_led(units: Sequence[AnyUnit], names: Mapping[str, str], *, one_each: bool) -> Iterator[Finding]:
    """Warn of leaders with several units, and of units with several leaders where each has one."""
    led: dict[str, list[AnyUnit]] = {}
    for unit in units:
        leaders = {mark.target: None for mark in unit.marks if mark.kind == "led_by" and mark.target in names}
        if one_each and len(leaders) > 1:
            said = " and ".join(names[each] for each in leaders if each)
            yield _barred("led_by", f"{names[unit.id]} is led by {said}", "one leads it, keep one of the marks", unit)
        for each in leaders:
            led.setdefault(each or "", []).append(unit)
    for leader, followers in led.items():
        if len(followers) > 1:
            said = _names(followers, names)
            yield _barred("led_by", f"{names[leader]} leads {said}", "he goes with one of them", followers[1])


def _unfit(
    unit: AnyUnit,
    kind: str,
    target: AnyUnit | None,
    names: Mapping[str, str],
    leads: Callable[[AnyUnit], bool] | None,
) -> str:
    """What stands against a leader or a transport where the data says who leads and what carries; empty for nothing."""
    if leads is None or target is None:
        return ""
    if kind == "led_by":
        if not unit.groups:
            return f"is {names[target.id]}, but nobody leads a vehicle: take out the mark, or let him ride in it"
        return "" if leads(target) else f"is {names[target.id]}, no character: choose one"
    if not room_of(target):
        return f"is {names[target.id]}, no transport: choose one"
    return f"is {names[target.id]}, but no transport rides in another one" if room_of(unit) else ""


def _impossible(unit: AnyUnit, name: str) -> Iterator[Finding]:
    """Warn of a unit that is in two transports, and of one that deep strikes without a rule that lets it."""
    if sum(mark.kind == "riding_in" for mark in unit.marks) > 1:
        yield _barred("riding_in", f"{name} rides in several transports", "keep one of the marks", unit)
    if unit.is_marked("deep_strike") and not may_deep_strike(unit) and not unit.is_marked("riding_in"):
        yield _warning("deep_strike", f"{name} deep strikes, but has no rule that lets it", unit)


def _problem(unit: AnyUnit, kind: str, target: AnyUnit | None, names: Mapping[str, str]) -> str:
    if target is None:
        return "is not a unit of this army: choose one that is"
    if target is unit:
        return "is itself: choose another unit"
    if kind == "riding_in" and not target.vehicles:
        return f"is {names[target.id]}, no vehicle: choose a transport"
    if kind == "led_by" and not target.groups:
        return f"is {names[target.id]}, no model on foot: choose a character"
    return ""


def _too_full(
    vehicle: AnyUnit, riders: list[AnyUnit], units: Mapping[str, AnyUnit], names: Mapping[str, str]
) -> Iterator[Finding]:
    room = [each.profile.capacity for each in vehicle.vehicles if each.profile.capacity is not None]
    leaders = (units.get(mark.target or "") for unit in riders for mark in unit.marks if mark.kind == "led_by")
    along = list(
        {leader.id: leader for leader in leaders if leader is not None and not leader.is_marked("riding_in")}.values()
    )
    hull = next((unit for unit in riders if unit.vehicles), None)
    if hull is not None and len(riders) + len(along) > 1:
        others = [unit for unit in (*riders, *along) if unit is not hull]
        said = f"{_names(others, names)} {_ride(others)} in {names[vehicle.id]}"
        yield _barred("capacity", said, f"{names[hull.id]} takes all of its room", others[0])
        return
    models = sum(unit.models for unit in (*riders, *along))
    if room and models > sum(room):
        if along:
            who = f"{_names(along, names)} {_ride(along)} with {_names(riders, names)}"
        else:
            who = f"{_names(riders, names)} {_ride(riders)} in {names[vehicle.id]}"
        yield _barred("capacity", who, f"{models} models, {names[vehicle.id]} carries {sum(room)}", riders[0])


def _names(units: Sequence[AnyUnit], names: Mapping[str, str]) -> str:
    return " and ".join(names[unit.id] for unit in units)


def _ride(units: list[AnyUnit]) -> str:
    return "rides" if len(units) == 1 else "ride"


def _warning(code: str, message: str, unit: AnyUnit) -> Finding:
    return Finding(Severity.WARNING, f"fortyk.{code}", message, at=Place(unit=unit.id))


def _barred(code: str, about: str, reason: str, unit: AnyUnit) -> Finding:
    """A warning that says what would be so, and apart from it why it cannot be."""
    return replace(_warning(code, f"{about}: {reason}", unit), about=about, reason=reason)

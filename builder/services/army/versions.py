"""Two armies side by side, such as two states of the same one: what they come to, and what changed unit by unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Literal, TypeAlias

from builder.errors import EditError, Finding, Severity
from builder.record import Record
from builder.roster.marks import Mark, mark_words, unit_of_part
from builder.roster.naming import unit_names
from builder.roster.view import RosterView, SelectionView, costs_to_show, points_of, points_type
from builder.scalars import capitalized, number, signed
from builder.services.army.history import history_of
from builder.services.army.locator import locate_army
from builder.services.army.opening import Army, open_bytes
from builder.services.files import read_source
from builder.systems.protocol import sizes

UnitFate: TypeAlias = Literal["added", "removed", "changed", "same"]
SIGNS: dict[UnitFate, str] = {"added": "+", "removed": "−", "changed": "~", "same": "="}


class FigureChange(Record, frozen=True):
    """A figure of both armies, such as their points; None where one has no such figure."""

    name: str
    before: Decimal | None
    after: Decimal | None

    @property
    def difference(self) -> Decimal:
        """By how much it grew."""
        return (self.after or Decimal(0)) - (self.before or Decimal(0))


DetailKind: TypeAlias = Literal["with", "without", "now", "no longer", ""]


class DetailChange(Record, frozen=True):
    """One thing that changed within a unit, and by how much it raised the points of the unit.

    `what` was taken or given up (`with`, `without`), is a mark that it has `now` or `no longer`, or says all by itself.
    It `follows` where another change brings it: weapons that a model more or less has, a mark naming what came or went.
    """

    kind: DetailKind
    what: str
    points: Decimal = Decimal(0)
    follows: bool = False

    @property
    def text(self) -> str:
        """The same in words."""
        return f"{self.kind}{':' if self.kind in ('now', 'no longer') else ''} {self.what}".strip()


class UnitChange(Record, frozen=True, kw_only=True):
    """A unit of either army and what became of it; `id` and `name` are those of the later army where it is in that.

    `models` are those that it has, or had; `before` and `after` are its points, None where it is missing. Of one that
    came or went, `taken` are the things chosen in it that cost something.
    """

    fate: UnitFate
    id: str
    name: str
    models: int
    before: Decimal | None
    after: Decimal | None
    details: tuple[DetailChange, ...] = ()
    taken: tuple[str, ...] = ()
    alike: int = 0
    """So many units on the table are as they were: it and what it falls apart into, and what carries it."""

    @property
    def difference(self) -> Decimal:
        """By how much it raised the points of the army."""
        return (self.after or Decimal(0)) - (self.before or Decimal(0))

    @property
    def title(self) -> str:
        """Its name with a sign of its fate, and its size where it came or went as a whole."""
        size = f" ×{self.models}" if self.models > 1 and self.fate in ("added", "removed") else ""
        return f"{SIGNS[self.fate]} {self.name}{size}"

    @property
    def follows(self) -> bool:
        """Whether it changed in nothing but what changes of others bring."""
        return self.fate == "changed" and bool(self.details) and all(one.follows for one in self.details)


class ArmyComparison(Record, frozen=True, kw_only=True):
    """What two armies come to, what became of each unit, and which findings are new or mended."""

    before: Army
    after: Army
    figures: tuple[FigureChange, ...]
    units: tuple[UnitChange, ...]
    new: tuple[Finding, ...]
    mended: tuple[Finding, ...]

    @property
    def changed(self) -> tuple[UnitChange, ...]:
        """The units that are not as they were."""
        return tuple(unit for unit in self.units if unit.fate != "same")

    @property
    def alike(self) -> int:
        """How many units are as they were; what is told beside units, such as a detachment, is none."""
        if any(unit.models for unit in self.units):
            return sum(unit.alike for unit in self.units)
        return sum(bool(unit.after) for unit in self.units if unit.fate == "same")

    @property
    def sum(self) -> str:
        """What the changes of units add up to: `+110 −110 = 0`."""
        differences = [unit.difference for unit in self.changed]
        more, less = (sum((each for each in differences if (each > 0) == up), Decimal(0)) for up in (True, False))
        return f"{signed(more, '+0')} {signed(less, '−0')} = {number(more + less)}"

    def findings(self, new: str, mended: str) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """Yield findings under headings: of what both armies have, but with other words, that of the later one."""
        before, after = ({_alike(found) for found in told} for told in (self.mended, self.new))
        yield new, tuple(found for found in self.new if _alike(found) not in before)
        yield "Findings that say something else", tuple(found for found in self.new if _alike(found) in before)
        yield mended, tuple(found for found in self.mended if _alike(found) not in after)


def _alike(finding: Finding) -> tuple[str, str]:
    """What findings have in common that say the same with other numbers, or of notes that they tell of other units."""
    words = str(finding)
    if finding.severity is Severity.INFO:
        words = words.partition(": ")[0]
    return finding.code, re.sub(r"[\d\u00a0]+", "", words)


def compare_armies(before: Army, after: Army) -> ArmyComparison:
    """Compare two armies; units are matched by their ids, then by their names."""
    new, mended = compare_findings(before, after)
    return ArmyComparison(
        before=before,
        after=after,
        figures=tuple(_figures(before, after)),
        units=tuple(_units(before, after)),
        new=new,
        mended=mended,
    )


def compare_findings(before: Army, after: Army) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Return the findings that only the later army has, and those that only the earlier one had."""
    known, left = ({(found.code, found.message) for found in army.findings} for army in (before, after))
    new = (found for found in after.findings if (found.code, found.message) not in known)
    mended = (found for found in before.findings if (found.code, found.message) not in left)
    return tuple(new), tuple(mended)


def open_former(source: str, changes: int) -> Army:
    """Open an army file as it was so many changes ago.

    Raises:
        EditError: so many are not remembered.
        InputError: the army cannot be read, or another program changed its file.
    """
    found = locate_army(source)
    history = history_of(found.path)
    if history.states and not history.settle(read_source(found.path)[0]):
        raise EditError(f"{source} cannot be shown as it was {_ago(changes)}: since then it was changed by hand.")
    if changes > history.now:
        remembered = "no change" if not history.now else f"only {history.now} of the changes"
        raise EditError(f"{source} cannot be shown as it was {_ago(changes)}: {remembered} to it can be undone.")
    return open_bytes(history.states[history.now - changes].text.encode(), f"{source}, {_ago(changes)}")


def _ago(changes: int) -> str:
    return "1 change ago" if changes == 1 else f"{changes} changes ago"


# -- figures ---------------------------------------------------------------------
def _figures(before: Army, after: Army) -> Iterator[FigureChange]:
    shown = {cost.type_id for army in (before, after) for cost in costs_to_show(army.view)}
    told = [dict(_figures_of(army, shown)) for army in (before, after)]
    for name in {**told[1], **told[0]}:
        yield FigureChange(name, *(figures.get(name) for figures in told))


def _figures_of(army: Army, shown: Container[str]) -> Iterator[tuple[str, Decimal]]:
    words, units = army.system.list_words(), army.reading.units
    limits = {limit.type_id: limit.value for limit in army.view.cost_limits}
    for cost in army.view.costs:
        if cost.type_id not in shown or cost.type_id in army.view.hidden_costs:
            continue
        name = cost.name.strip()
        yield capitalized(name), cost.value
        if cost.type_id in limits:
            yield f"Limit of {name}", limits[cost.type_id]
    size, models, vehicles = sizes(units)
    for word, count in ((words.unit, size), (words.member, models)):
        yield f"{word.capitalize()}s", Decimal(count)
    if any(unit.hp is not None for unit in units):
        yield "HP", Decimal(sum(unit.hp or 0 for unit in units))
    if vehicles:
        yield "Vehicles", Decimal(vehicles)
    for name, value in army.reading.extra.items():
        if isinstance(value, int):
            yield name.capitalize(), Decimal(value)
    for counter in army.reading.counters:
        yield f"{counter.name} {counter.remark}", Decimal(counter.total_at_start)
    yield "Errors", Decimal(sum(found.severity is Severity.ERROR for found in army.findings))


# -- units -----------------------------------------------------------------------
class _Unit(Record, frozen=True):
    """A unit of an army, with what is compared of it."""

    view: SelectionView
    name: str
    called: str
    """Its name, with a number where several of the army have it."""
    points: Decimal
    models: int
    parts: int
    """So many units on the table it falls apart into, one as a rule."""
    transports: int
    """So many of its transports are units by themselves."""
    marks: dict[str, tuple[str | None, str]]
    """What marks say of it, each with the id of the unit that it names, and the same with its number."""
    army: frozenset[str]
    """The ids of all parts of its army."""


def _units(before: Army, after: Army) -> Iterator[UnitChange]:
    """Yield the units of the later army in its order, then those that it has no more."""
    old, new = list(_units_of(before)), list(_units_of(after))
    matched, kind = _matched(old, new), points_type(after.view)
    for unit in new:
        former = matched.get(unit.view.id)
        yield _compared(former, unit, kind) if former is not None else _alone("added", unit, kind)
    kept = {unit.view.id for unit in matched.values()}
    for unit in old:
        if unit.view.id not in kept:
            yield _alone("removed", unit, points_type(before.view))


def _units_of(army: Army) -> Iterator[_Unit]:
    kind, names, called = points_type(army.view), _names(army.view), unit_names(army.view)
    for unit in army.view.units():
        below = {part.id for part in unit.walk()}
        told = [each for each in army.reading.units if each.models and unit_of_part(each.id) in below]
        own = [each.models for each in told if unit_of_part(each.id) == unit.id]
        others = len(told) - len(own)
        marks = {_mark_words(mark, names): (mark.target, _mark_words(mark, called)) for mark in unit.marks}
        points, ids = points_of(unit, kind), frozenset(names)
        yield _Unit(unit, names[unit.id], called[unit.id], points, sum(own), len(own), others, marks, ids)


def _names(view: RosterView) -> dict[str, str]:
    return {part.id: part.custom_name or part.name for unit in view.units() for part in unit.walk()}


def _mark_words(mark: Mark, names: Mapping[str, str]) -> str:
    return mark_words(mark.kind, names.get(mark.target or "", mark.target or ""))


_SAME: Sequence[Callable[[_Unit], Hashable]] = (
    lambda unit: (unit.view.id, unit.view.name),
    lambda unit: (unit.view.name, unit.name, unit.points),
    lambda unit: (unit.view.name, unit.name),
    lambda unit: unit.view.name,
)
"""What two units have in common that are the same one, the surest first."""


def _matched(old: Sequence[_Unit], new: Sequence[_Unit]) -> dict[str, _Unit]:
    """Return the former units by the ids of those that they have become."""
    left, found = list(old), dict[str, _Unit]()
    for same in _SAME:
        for unit in new:
            former = next((each for each in left if same(each) == same(unit)), None)
            if former is not None and unit.view.id not in found:
                found[unit.view.id] = former
                left.remove(former)
    return found


def _alone(fate: Literal["added", "removed"], unit: _Unit, kind: str) -> UnitChange:
    parts = (part for part in unit.view.walk() if part is not unit.view and part.type == "upgrade")
    paid = (part.name for part in parts if any(cost.value > 0 for cost in part.costs if cost.type_id == kind))
    before, after = (None, unit.points) if fate == "added" else (unit.points, None)
    return UnitChange(
        fate=fate,
        id=unit.view.id,
        name=unit.called,
        models=unit.models,
        before=before,
        after=after,
        details=tuple(DetailChange("", unit.marks[mark][1]) for mark in sorted(unit.marks)),
        taken=tuple(dict.fromkeys(paid)),
    )


def _compared(old: _Unit, new: _Unit, kind: str) -> UnitChange:
    details = tuple(_details(old, new, kind))
    is_changed = bool(details) or old.points != new.points
    return UnitChange(
        fate="changed" if is_changed else "same",
        id=new.view.id,
        name=new.called,
        models=new.models,
        before=old.points,
        after=new.points,
        details=details,
        alike=min(old.transports, new.transports) + (0 if is_changed else new.parts),
    )


def _details(old: _Unit, new: _Unit, kind: str) -> Iterator[DetailChange]:
    if old.name != new.name:
        yield DetailChange("", f"name: {old.name} → {new.name}")
    yield from _parts([old.view], [new.view], kind)
    sides: tuple[tuple[DetailKind, _Unit, _Unit], ...] = (("now", new, old), ("no longer", old, new))
    for marked, one, other in sides:
        for mark in sorted(one.marks.keys() - other.marks.keys()):
            target, words = one.marks[mark]
            yield DetailChange(marked, words, follows=target is not None and target not in other.army)
    if (old.view.custom_notes or "") != (new.view.custom_notes or ""):
        yield DetailChange("", "other notes")


class _Part(Record, frozen=True, kw_only=True):
    """What a unit has of one name at one place: how many, of which group of choices, what it costs with all below."""

    name: str
    group: str | None
    number: int
    points: Decimal
    selections: tuple[SelectionView, ...]


def _parts_below(parents: Sequence[SelectionView], kind: str) -> dict[str, _Part]:
    by_name: dict[str, list[SelectionView]] = {}
    for parent in parents:
        for child in parent.children:
            by_name.setdefault(child.name, []).append(child)
    return {
        name: _Part(
            name=name,
            group=found[0].entry_group_id,
            number=sum(each.number for each in found),
            points=sum((points_of(each, kind) for each in found), Decimal(0)),
            selections=tuple(found),
        )
        for name, found in by_name.items()
    }


def _parts(
    old: Sequence[SelectionView], new: Sequence[SelectionView], kind: str, each: tuple[int, int] = (-1, -1)
) -> Iterator[DetailChange]:
    """Yield what changed below these; of what `each` of so many models has, not that there is more or less of it."""
    before, after = _parts_below(old, kind), _parts_below(new, kind)
    gone = [part for name, part in before.items() if name not in after]
    alone = len(gone) == 1 == len(after.keys() - before.keys())
    for name, part in after.items():
        former = before.get(name)
        if former is None:
            swapped = next((other for other in gone if _in_place_of(other, part, alone=alone)), None)
            if swapped is not None:
                gone.remove(swapped)
                yield DetailChange("", f"{_many(swapped)} → {_many(part)}", part.points - swapped.points)
            else:
                follows = _follows((0, part.number), each, part.points)
                yield DetailChange("with", _many(part), part.points, follows)
            continue
        numbers = former.number, part.number
        below = tuple(_parts(former.selections, part.selections, kind, numbers))
        if former.number != part.number and numbers != each:
            points = part.points - former.points - sum((one.points for one in below), Decimal(0))
            yield DetailChange("", f"{name}: {former.number} → {part.number}", points, _follows(numbers, each, points))
        yield from below
    for part in gone:
        yield DetailChange("without", _many(part), -part.points, _follows((part.number, 0), each, part.points))


def _in_place_of(gone: _Part, come: _Part, *, alone: bool) -> bool:
    """Whether a thing was taken for another: of one group, or one went `alone` for another and either is free."""
    free = not (come.points and gone.points)
    return bool(come.group and come.group == gone.group) or (alone and free and come.number == gone.number)


def _follows(own: tuple[int, int], each: tuple[int, int], points: Decimal) -> bool:
    """Whether that there is more or less of something comes with models that came or went: it costs nothing."""
    return not points and (own[1] - own[0]) * (each[1] - each[0]) > 0


def _many(part: _Part) -> str:
    return part.name if part.number == 1 else f"{part.number} {part.name}"

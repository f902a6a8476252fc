"""What could be done: what allows a choice, what the points that are left buy, forces, which units act together."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from builder.errors import EditError, Finding, Severity, is_unmade
from builder.roster.naming import force_names, own_name, part_name, unit_names
from builder.roster.view import points, points_limit, points_type
from builder.scalars import counted, number
from builder.services.army.opening import Army
from builder.services.data.catalogues import catalogues_beside
from builder.services.editor.choice_row import MANY, ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.choosing import choosing
from builder.services.editor.document import ArmyDocument
from builder.services.editor.lookup import find_places, find_selection, force_offers
from builder.services.editor.mend_candidates import Mend
from builder.services.editor.operations import (
    Add,
    AddForce,
    Operation,
    RemoveForce,
    SetOption,
    TakeTransport,
)
from builder.services.editor.quick_fixes import over_limit, wrong_then
from builder.text import without_bold


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Something that could be done: a unit joins, rides in or leaves another one, or takes what fits in the limit.

    Args:
        words: what is done, with the name of the other.
        operations: what brings it about.
        detail: what there is to know of it: its place in the army, or what is wrong with it.
        cost: what it adds to the points.
        at: the unit that takes it, if one does.
        barred: how it is told that it cannot be done, before the reason.
        group: the planned group that it is about, by its name.
    """

    words: str
    operations: tuple[Operation, ...]
    barred: str = ""
    detail: str = ""
    cost: Decimal = Decimal(0)
    at: str = ""
    group: str = ""


def taking(session: ArmyDocument, choice: ChoiceRow, number: int) -> tuple[Operation, ...]:
    """The operations that give a choice a number as players mean it: who takes a transport with room rides in it.

    Before what the unit cannot have as it stands comes what allows it.

    Raises:
        EditError: nothing is known to allow it.
    """
    if choice.reason and number > choice.number:
        if (mend := mend_of(session, choice)) is None:
            raise EditError(choice.reason)
        return mend.operations
    is_free = number and not choice.number and choice.under == choice.unit and choice.clears is None
    if is_free and choice.brings_transport:
        ride = TakeTransport(id=choice.unit, transport=choice.path)
        if not problem(session, (ride,)):
            return (ride,)
    return choosing(choice, number)


MOST_TRIED = 20
"""So many ways at most are tried to allow a choice."""


def allowing(session: ArmyDocument, operation: Operation) -> tuple[Operation, ...]:
    """An operation with what allows it before it, where it asks for that. Raises EditError where nothing does."""
    if not isinstance(operation, SetOption) or not operation.allow:
        return (operation,)
    roster, data = session.state.roster, session.ground.data
    part = find_selection(roster, operation.id)
    place = find_places(roster, data, part, operation.option, operation.under)[0]
    every = [each for unit in roster.units() for each in unit.walk() if each.type == "unit"]
    unit = next((each for each in reversed(every) if any(one.id == place.parent.id for one in each.walk())), part)
    choices = choices_of(session, unit.id, unit.id)
    choice = next((each for each in choices if each.stands_for((place.parent.id, place.entry.path))), None)
    if choice is None or not choice.reason or operation.number <= choice.number:
        return (operation,)
    mend = mend_of(session, choice)
    if mend is None:
        raise EditError(f"Nothing is known to allow {choice.name}: {choice.reason}.")
    return mend.operations if operation.number == choice.number + choice.step else (*mend.operations, operation)


def mend_of(session: ArmyDocument, choice: ChoiceRow) -> Mend | None:
    """Return what allows a choice that its unit cannot have as it stands, and makes it; None where nothing is known to.

    That is one of what it is chosen among put back, something that it needs, or another number of models. Each was
    tried on the army.
    """
    for words, brief, first in islice(_ways(session, choice), MOST_TRIED):
        operations = _with_way(session, choice, first)
        if operations and not problem(session, operations):
            after = session.preview(operations)
            price = points(after.view, session.points_type) - points(session.army.view, session.points_type)
            return Mend(words, operations, price, brief=brief)
    return None


def _with_way(session: ArmyDocument, choice: ChoiceRow, first: Sequence[Operation]) -> tuple[Operation, ...]:
    """The operations of a way with those that make the choice behind it; none where that does not allow it."""
    try:
        after = session.after(first)
    except EditError:
        return ()
    place = (choice.name, choice.group)
    there = next(
        (each for each in choices_of(after, choice.unit, choice.unit) if (each.name, each.group) == place), None
    )
    if there is None or there.reason or there.number != choice.number:
        return ()
    return (*first, *taking(after, there, there.number + there.step))


def _ways(session: ArmyDocument, choice: ChoiceRow) -> Iterator[tuple[str, str, tuple[Operation, ...]]]:
    """Yield what could allow a choice, the least change first: in a few words, in fewer if there are any, and how."""
    others = [each for each in choices_of(session, choice.unit, choice.unit) if each.path != choice.path]
    among = [each for each in others if each.group == choice.group and each.number]
    for other in sorted(among, key=lambda each: each.cost):
        yield f"takes it instead of {other.name}", "", choosing(other, max(0, other.number - other.step))
    named = " / ".join(choice.needs).casefold()
    for other in (each for each in others if not each.model and each.name.casefold() in named):
        if other.number:
            yield f"takes it without {other.name}", "", choosing(other, 0)
        elif not other.reason:
            yield f"takes {other.name} with it", "", taking(session, other, other.step)
    for model in (each for each in others if each.model and each.least != each.most):
        most = MANY if model.most is None else model.most
        more = range(model.number + model.step, min(most, model.number + MOST_TRIED) + 1, model.step)
        fewer = range(model.number - model.step, max(model.least, 1) - 1, -model.step)
        for numbers in (more, fewer):
            # Once a number allows it, those behind it do: the nearest that does is found by halves.
            near = bisect_left(
                numbers, True, key=lambda wanted: bool(_with_way(session, choice, choosing(model, wanted)))
            )
            if near < len(numbers):
                size = numbers[near] + model.beside
                how = choosing(model, numbers[near])
                yield f"makes the squad {size} and takes it", f"makes it {size}, takes it", how


@dataclass(frozen=True, slots=True)
class Offered:
    """What is right to do, and what would be wrong with the rest, in a sentence each."""

    right: tuple[Suggestion, ...] = ()
    refusals: tuple[str, ...] = ()


def checked(session: ArmyDocument, found: Iterable[Suggestion], always: Sequence[Suggestion] = ()) -> Offered:
    """Return what of this the army's own check finds nothing wrong with; what is `always` right comes last."""
    tried = [(each, refused(session, each.operations)) for each in found]
    right = (*(each for each, wrong in tried if not wrong), *always)
    # What names an id says that one of the two never leads, or never carries: that goes without saying.
    ids = [f"'{id}'" for id in session.state.roster.ids()]
    said: dict[str, list[str]] = {}
    for each, wrong in tried:
        if wrong is not None and not any(id in wrong.message for id in ids):
            said.setdefault(reason_in(session, wrong, each.group), []).append(each.barred)
    return Offered(right, tuple(f"{_together(barred)}: {reason}" for reason, barred in said.items()))


def reason_in(session: ArmyDocument, wrong: Finding, group: str = "", *, ruled: bool = False) -> str:
    """Return what is wrong as the end of a sentence that has named already what it would be, and this `group`.

    Of another group that the army has it is about those who are left in it. If `ruled`, the rule stands behind it.
    """
    if wrong.groups and wrong.about != group and any(each.name == wrong.about for each in session.state.roster.groups):
        said = f"those left in {wrong.about} are no group: {wrong.reason}"
    else:
        said = wrong.reason or wrong.message
    return f"{said} ({wrong.rule})" if ruled and wrong.rule else said


def _together(barred: Sequence[str]) -> str:
    """What stands in the way of several for one reason: “Not Scout Squad, Intercessor Squad”."""
    first, *others = dict.fromkeys(barred)
    if any(not each.startswith(_NOT) for each in (first, *others)):
        return ", ".join((first, *others))
    return ", ".join((first, *(each.removeprefix(_NOT) for each in others)))


_NOT = "Not "


def forces_to_add(session: ArmyDocument, catalogue: str | None = None) -> list[Suggestion]:
    """Return the forces that can be added, below headings, which have no operations; of another catalogue if named."""
    found, heading, data, names = list[Suggestion](), "", session.ground.data, force_names(session.army.view)
    for offer in force_offers(session.state.roster, data.library, catalogue or data.catalogue_id):
        below = f"Add below {names[offer.below.id]}" if offer.below else "Add"
        found += [Suggestion(words=below, operations=())] if below != heading else []
        heading, under = below, offer.below.id if offer.below else None
        found.append(
            Suggestion(
                words=without_bold(offer.name),
                operations=(AddForce(force=offer.path, catalogue=catalogue, under=under),),
            )
        )
    return found


def forces_to_remove(session: ArmyDocument) -> Iterator[Suggestion]:
    """Yield the forces of an army, each to be removed, below a heading."""
    yield Suggestion(words="Remove, with its units", operations=())
    names = force_names(session.army.view)
    for force in session.state.roster.all_forces():
        units = counted(len(force.selections), "entry", "entries")
        yield Suggestion(words=names[force.id], operations=(RemoveForce(force=force.id),), detail=units)


def other_catalogues(session: ArmyDocument) -> Mapping[str, str]:
    """Return the other catalogues of the same data that forces can be made of: their names by id, in their order."""
    data = session.ground.data
    beside = {head.id: head.name for head in catalogues_beside(data) if head.id != data.catalogue_id}
    return dict(sorted(beside.items(), key=lambda each: each[1].casefold()))


def problem(session: ArmyDocument, operations: Sequence[Operation]) -> str:
    """Return in a sentence what would be wrong with the army that is not wrong now; empty for nothing."""
    wrong = refused(session, operations)
    return wrong.message if wrong is not None else ""


def refused(session: ArmyDocument, operations: Sequence[Operation]) -> Finding | None:
    """Return what would be wrong with the army that is not wrong now, or why this cannot be done at all.

    Points are for the player to see.
    """
    try:
        after = session.preview(operations)
    except EditError as error:
        return Finding(Severity.ERROR, "edit", str(error))
    now = set(_without_numbers(session.army).values())
    new = (each for each, words in _without_numbers(after).items() if words not in now)
    grave = (each for each in new if each.severity is not Severity.INFO and each.code != "cost-limit")
    return next(grave, None)


def _without_numbers(army: Army) -> Mapping[Finding, str]:
    """What findings say, with units by their own names: the number of one among several changes with the others."""
    telling = unit_names(army.view)
    own = {part.id: own_name(part) for unit in army.view.units() for part in unit.walk() if part.id in telling}
    changed = [(name, own[id]) for id, name in telling.items() if name != own[id]]

    def plainly(message: str) -> str:
        for name, without in changed:
            message = message.replace(name, without)
        return message

    return {each: plainly(each.message) for each in army.findings}


def points_left(army: Army) -> Decimal | None:
    """Return how many points are left of the limit; None without one."""
    kind = points_type(army.view)
    return None if points_limit(army.view, kind) is None else -over_limit(army)


def what_fits(session: ArmyDocument) -> tuple[Suggestion, ...]:
    """What the points that are left buy, the dearest first: units, models and choices; nothing without a limit."""
    left = points_left(session.army)
    if left is None or left <= 0:
        return ()
    found = (*_units_to_add(session), *_choices_to_take(session))
    return tuple(sorted((each for each in found if 0 < each.cost <= left), key=lambda each: -each.cost))


LEFT = "points-left"
"""The code of what `left_over` tells."""
MOST_TOLD = 9
"""So much of what fits is told there: each is done with a figure."""
MOST_FITTED = 36
"""So much of it at most is tried on the army."""


def left_over(army: Army) -> Finding | None:
    """Return that points are left, as a note beside what the check finds; None where none are."""
    left = points_left(army)
    are = "point is" if left == 1 else "points are"
    return Finding(Severity.INFO, LEFT, f"{number(left)} {are} left of the limit.") if left and left > 0 else None


def fitting(session: ArmyDocument, left: Finding, wanted: Callable[[], bool] = lambda: True) -> tuple[Mend, ...]:
    """Return what the points that are left buy, as mends of their being left: the dearest first, and nothing wrong.

    Where trying takes long, what was not tried is not told.
    """
    found = list[Mend]()
    for each in what_fits(session)[:MOST_FITTED]:
        if len(found) == MOST_TOLD or not wanted():
            break
        if not _breaks(session, each.operations):
            found.append(Mend(each.words, each.operations, each.cost))
    return tuple(found)


def _breaks(session: ArmyDocument, operations: Sequence[Operation]) -> bool:
    """Whether something would be wrong that is not now; what is to be chosen in a unit that is added is not."""
    try:
        return bool(wrong_then(session.army, session.preview(operations)))
    except EditError:
        return True


def _units_to_add(session: ArmyDocument) -> Iterator[Suggestion]:
    names = force_names(session.army.view)
    for force in session.state.roster.all_forces():
        where = f" to {names[force.id]}" if len(names) > 1 else ""
        for option in session.options(force.id):
            if not option.hidden and not option.reason:
                price = session.addition(force, option.entry).of_type(session.points_type)
                add = Add(unit=option.entry.path, force=force.id)
                yield Suggestion(words=f"Add {option.name}{where}", operations=(add,), cost=price)


def has_room(session: ArmyDocument, choice: ChoiceRow) -> bool:
    """Whether a transport that a unit could take holds it; of anything else that is not asked."""
    if choice.number or not choice.brings_transport or choice.under != choice.unit:
        return True
    return not problem(session, (TakeTransport(id=choice.unit, transport=choice.path),))


def _choices_to_take(session: ArmyDocument) -> Iterator[Suggestion]:
    """Yield what units can still take, at the price beside what it takes the place of."""
    every = [part for top in session.army.view.units() for part in top.walk() if part is top or part.type == "unit"]
    for unit in every:
        choices = choices_of(session, unit.id, unit.id)
        times = Counter(each.name for each in choices)
        singles = (single for each in choices for single in each.singles)
        taken = {(each.under, each.group): each for each in singles if each.control == "radio" and each.number}
        for choice in choices:
            if choice.reason or (choice.control != "number" and choice.number) or not has_room(session, choice):
                continue
            next_one = next(each for each in choice.singles if not each.reason)
            instead = taken.get((next_one.under, next_one.group)) if next_one.control == "radio" else None
            more = f"{choice.step} {choice.name}" if choice.step > 1 else choice.name
            owner = choice.owner if times[choice.name] > 1 else ""
            words = ", ".join(filter(None, (part_name(session.army.view, unit), owner)))
            words += f": {'one more ' if choice.number else ''}{more}"
            words += f" instead of {instead.name}" if instead is not None else ""
            given_up = instead.cost * instead.number if instead is not None and choice.adds is None else 0
            cost = choice.price - given_up
            operations = taking(session, choice, choice.number + choice.step)
            yield Suggestion(words=words, operations=operations, cost=cost, at=unit.id)


def kinds_of(findings: Sequence[Finding]) -> Iterator[tuple[str, Severity, list[Finding]]]:
    """Yield headings with their findings: what is wrong, what is still to be chosen, what may be, what is told."""
    wrong = [each for each in findings if each.severity is Severity.ERROR]
    kinds = {
        ("Errors", Severity.ERROR): [each for each in wrong if not is_unmade(each)],
        ("Open choices", Severity.ERROR): [each for each in findings if is_unmade(each)],
        ("Warnings", Severity.WARNING): [each for each in findings if each.severity is Severity.WARNING],
        ("Notes", Severity.INFO): [each for each in findings if each.severity is Severity.INFO and each.code != LEFT],
        ("Points left", Severity.INFO): [each for each in findings if each.code == LEFT],
    }
    for (heading, severity), found in kinds.items():
        if found:
            yield heading, severity, found


def counted_kinds(findings: Sequence[Finding]) -> str:
    """Return how many of each kind, in words."""
    found = ((heading.lower(), len(each)) for heading, _, each in kinds_of(findings) if each[0].code != LEFT)
    return ", ".join(f"{count} {words if count > 1 else words[:-1]}" for words, count in found)

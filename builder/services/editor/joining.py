"""Whom a unit joins, and what it rides in: what the army's own check finds right, and why not of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.record import replace
from builder.roster.marks import mark_words
from builder.roster.model import Roster
from builder.roster.naming import unit_names
from builder.roster.view import CategoryView, SelectionView
from builder.scalars import counted
from builder.services.army.opening import Army
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Operation, Remove, SetMark, TakeTransport, Unmark
from builder.services.editor.suggestions import Offered, Suggestion, checked
from builder.services.editor.tree import places_free, units_within
from builder.services.editor.view import belongs
from builder.systems.common.leader_text import named_by_leader

_CHARACTER = "character"
"""What data calls those who lead others, where it says so."""


def joinable(session: ArmyDocument, unit_id: str) -> Offered:
    """Return whom a unit can lead or be led by, and whom it leaves."""
    unit, others = _unit_and_others(session, unit_id)
    if unit is None:
        return Offered()
    return checked(session, _joining(session, unit, others))


def brought_to(session: ArmyDocument, unit_id: str, other_id: str) -> Offered:
    """Return what a unit can do with one that it is brought to: lead it, be led by it, ride in it; or why it cannot."""
    unit, others = _unit_and_others(session, unit_id)
    other = next((each for each in others if each.id == other_id), None)
    if unit is None or other is None or _is_led(other, unit.id) or _is_led(unit, other.id):
        return Offered()
    names = unit_names(session.army.view)
    name, whom, found = names[unit.id], names[other.id], list[Suggestion]()
    for each in _joining(session, unit, (other,)):
        found.append(replace(each, words=f"{name} {each.words}", barred=f"{name} cannot join {whom}"))
    for each in _boarding(session, unit, (other,)):
        found.append(replace(each, words=f"{name} rides in {whom}", barred=f"{name} cannot ride in {whom}"))
    offered = checked(session, found)
    # That one of the two never joins the other goes without saying in a list, but not to whoever tries it.
    return offered if offered != Offered() or not found else Offered(refusals=(f"{found[0].barred}.",))


def _joining(session: ArmyDocument, unit: SelectionView, others: Iterable[SelectionView]) -> Iterator[Suggestion]:
    """Yield how a unit leads others or is led by them, or leaves them where it does already."""
    models, leaders, names = _on_foot(session), _leaders(session), unit_names(session.army.view)

    def leading(leader: SelectionView, led: SelectionView, words: str, barred: str) -> Suggestion:
        """A leader goes with one unit: he leaves the one so far, and a transport that the new one is not in."""
        left = [each for each in _units(session.army) if _is_led(each, leader.id)]
        empty = _ridden(leader) - _ridden(led)
        going = [*map(_left, left), *((Unmark(id=leader.id, mark=("riding", "in")),) if empty else ())]
        told = " and ".join(names[id] for id in (*(each.id for each in left), *sorted(empty)) if id in names)
        detail = f"leaves {told}" if told else ""
        operations = (*going, SetMark(id=led.id, mark=("led", "by", leader.id)))
        return Suggestion(words=words, operations=operations, barred=barred, detail=detail)

    for other in others:
        name = names[other.id]
        barred = f"Not {name}"
        if _is_led(other, unit.id):
            yield Suggestion(words=f"leads {name}: leave it", operations=(_left(other),))
        elif _is_led(unit, other.id):
            yield Suggestion(words=f"led by {name}: he leaves", operations=(_left(unit),))
        elif unit.id in leaders and models.get(other.id, 0) > 1:
            yield leading(unit, other, f"leads {name}", barred)
        elif other.id in leaders and models.get(unit.id, 0) > 1:
            yield leading(other, unit, f"led by {name}", barred)


def can_join(session: ArmyDocument, unit_id: str) -> bool:
    """Whether there may be a unit that it could lead or be led by."""
    models, leaders = _on_foot(session), _leaders(session)
    if unit_id in leaders:
        return any(number > 1 for number in models.values())
    return models.get(unit_id, 0) > 1 and bool(leaders)


def ties_of(session: ArmyDocument, unit: SelectionView) -> Iterator[tuple[str, str]]:
    """Yield what holds of a unit, each behind the name of the action that changes it: who leads, its marks, its notes.

    A unit that another one takes with it has none, nor has what is no unit: how large the battle is, say.
    """
    is_played = any(belongs(each.id, unit.id) for each in session.army.reading.units)
    if not is_played or all(each.id != unit.id for each in session.army.view.units()):
        return
    names = unit_names(session.army.view)
    leads = [names[other.id] for other in _units(session.army) if _is_led(other, unit.id)]
    led = [names[mark.target or ""] for mark in unit.marks if mark.kind == "led_by" and mark.target in names]
    if leads or led or can_join(session, unit.id):
        says = "Leads" if leads or (not led and unit.id in _leaders(session)) else "Led by"
        yield "join", f"{says}: {', '.join((*leads, *led)) or 'nobody'}"
    said = [
        mark_words(mark.kind, names.get(mark.target or "", "nobody")) for mark in unit.marks if mark.kind != "led_by"
    ]
    arrivals = [mark_words(kind) for kind in session.army.system.arrivals]
    if said or arrivals:
        none = f"none (or {', '.join(arrivals)})"
        yield "marks", f"Marks: {', '.join(said) or none}"
    first, *more = (unit.custom_notes or "none").splitlines()
    yield "note", f"Notes: {first}{' …' if more else ''}"


def choices_within(session: ArmyDocument, unit: SelectionView) -> Iterator[ChoiceRow]:
    """Yield what the units can take that a unit takes with it, its transport say."""
    for each in units_within(unit):
        for row in choices_of(session, each.id, each.id):
            yield replace(row, within=each.custom_name or each.name)


def choices_in(session: ArmyDocument) -> Iterator[ChoiceRow]:
    """Yield what the units of an army can take, and behind all of that what the units can that these take with them."""
    units = [*session.army.view.units()]
    yield from (choice for unit in units for choice in choices_of(session, unit.id, unit.id))
    yield from (choice for unit in units for choice in choices_within(session, unit))


def _leaders(session: ArmyDocument) -> set[str]:
    """The units that may lead others: single models, of these the characters where the army's data calls any so.

    So may those whose text of Leader names units.
    """
    units, on_foot = list(session.army.view.units()), _on_foot(session)
    single = {id for id, number in on_foot.items() if number == 1}
    called = (unit.id for unit in units if any(map(_is_of_characters, unit.categories)))
    textual = {unit.id for unit in units if unit.id in on_foot and named_by_leader(unit)}
    return ((single & {*called}) or single) | textual


def _is_of_characters(category: CategoryView) -> bool:
    return _CHARACTER in category.name.casefold()


def _on_foot(session: ArmyDocument) -> dict[str, int]:
    """Count the models of each unit that may be led or lead: neither a vehicle nor a formation."""
    return {each.id: each.models for each in session.army.reading.units if each.kind == "unit"}


def can_ride(session: ArmyDocument, unit_id: str) -> bool:
    """Whether a unit could ride in anything: a transport is there for those on foot, or its data offers it some."""
    if _rides_there(session, unit_id):
        return True
    return any(choice.brings_transport for choice in choices_of(session, unit_id, unit_id))


def _rides_there(session: ArmyDocument, unit_id: str) -> set[str]:
    """The units of the army that carry others, for a unit that could be carried: neither a vehicle nor one of these."""
    units = session.army.reading.units
    own = [each for each in units if belongs(each.id, unit_id)]
    if not own or any(each.kind == "vehicle" or each.room for each in own):
        return set()
    return {each.id for each in units if each.room and each.id != unit_id}


def transports(session: ArmyDocument, unit_id: str) -> Offered:
    """What a unit can ride in: what the army has, then what it can take, the cheapest first, and getting out."""
    unit, others = _unit_and_others(session, unit_id)
    if unit is None:
        return Offered()
    own = {part.id for part in unit.walk()}
    rides = [mark.target for mark in unit.marks if mark.kind == "riding_in"]
    taken = []
    for choice in choices_of(session, unit.id, unit.id):
        if choice.brings_transport and not choice.number and not choice.reason:
            take = TakeTransport(id=unit.id, transport=choice.path)
            barred = f"Not in a {choice.name}"
            taken.append(Suggestion(words=choice.name, operations=(take,), cost=choice.price, barred=barred))
    there = [*_boarding(session, unit, others)]
    left = []
    for target in rides:
        out: tuple[Operation, ...] = (Unmark(id=unit.id, mark=("riding", "in")),)
        left.append(Suggestion(words="Get out", operations=out))
        if target in own:
            out = (*out, Remove(id=str(target)))
            less = session.added_by(out) or Decimal(0)
            left.append(Suggestion(words="Get out and do without it", operations=out, cost=less))
    return checked(session, (*there, *sorted(taken, key=lambda each: each.cost)), left)


def _boarding(session: ArmyDocument, unit: SelectionView, others: Iterable[SelectionView]) -> Iterator[Suggestion]:
    """Yield how a unit gets into others of the army that carry, but for those that it rides in already."""
    carriers, names = _rides_there(session, unit.id), unit_names(session.army.view)
    rides = _ridden(unit)
    for other in others:
        if other.id in carriers and other.id not in rides:
            ride, name = SetMark(id=unit.id, mark=("riding", "in", other.id)), names[other.id]
            free = places_free(session.army.reading.units, other.id)
            told = "in the army" if free is None else f"in the army, {counted(free, 'place')} free"
            yield Suggestion(words=name, operations=(ride,), barred=f"Not in {name}", detail=told)


def _unit_and_others(session: ArmyDocument, unit_id: str) -> tuple[SelectionView | None, Sequence[SelectionView]]:
    units = list(_units(session.army))
    unit = next((each for each in units if each.id == unit_id), None)
    return unit, [each for each in units if each.id != unit_id]


def _units(army: Army) -> Iterator[SelectionView]:
    """The units of an army, those that others take with them too."""
    for top in army.view.units():
        yield from (part for part in top.walk() if part is top or part.type == "unit")


def _is_led(unit: SelectionView, leader: str) -> bool:
    return any(mark.kind == "led_by" and mark.target == leader for mark in unit.marks)


def _ridden(unit: SelectionView) -> set[str]:
    """What a unit rides in."""
    return {mark.target for mark in unit.marks if mark.kind == "riding_in" and mark.target}


def _left(unit: SelectionView) -> Unmark:
    return Unmark(id=unit.id, mark=("led", "by"))


def walking_since(before: Roster, session: ArmyDocument) -> Mapping[str, str]:
    """Return the units, by id with their names, that ride no more since: what they rode in is gone."""
    after, rode = session.state.roster, _rides(before)
    gone, riding = before.ids() - after.ids(), _rides(after)
    walking = [id for id in rode if rode[id] in gone and id not in gone and id not in riding]
    names = unit_names(session.army.view) if walking else {}
    return {id: names[id] for id in walking if id in names}


def _rides(roster: Roster) -> Mapping[str, str]:
    """What units ride in, by their ids."""
    marks = ((unit.id, mark) for unit in roster.all_selections() for mark in unit.marks)
    return {id: mark.target for id, mark in marks if mark.kind == "riding_in" and mark.target}

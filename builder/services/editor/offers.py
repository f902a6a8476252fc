"""What an army can still take: the units of a force, and the options of a unit, with what they cost; also as JSON.

The editor lists the options of a unit as choices, each with the operation that makes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import Cost
from builder.errors import EditError
from builder.record import replace
from builder.roster.evaluate import Evaluator
from builder.roster.model import Force, Roster, Selection
from builder.roster.options import EntryOption
from builder.roster.view import SelectionView
from builder.services.army.reports import Json, exact, marks_report
from builder.services.editor.catalogue import Additions, named_costs
from builder.services.editor.choice_groups import beside_others
from builder.services.editor.choice_row import BETWEEN, MANY, ChoiceRow
from builder.services.editor.choosing import choosing, with_all_it_adds
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import blank_army
from builder.services.editor.operations import Add, EditContext, State
from builder.services.editor.perform import perform
from builder.services.editor.view import EntryStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionOffer:
    """What can be chosen below a part of a unit, with what one costs; the numbers are those of an `Option`.

    Args:
        under: the id of the part, `under_name` what it is called.
        group: the group of alternatives that it belongs to, if any; `one_of` the one of which one is chosen.
        instead: the thing that it takes the place of, or that it is itself, as our datasheets name it.
        left: how many more may be taken; None for any number.
        missing: how many of it, or of its group, are still to be chosen.
        shared: how many more the limits allow that other parts count for too; None for any number.
        model: whether it is a model; `beside`: how many others stand beside it then.
        needs: the names of what would allow more, or what stands against it; `models_needed` where those are models.
        prices: whether one more adds more than its own cost.
    """

    under: str
    under_name: str
    group: str
    instead: str
    one_of: str
    entry: str
    name: str
    costs: tuple[Cost, ...]
    taken: int
    least: int
    most: int | None
    left: int | None
    step: int
    single: bool
    default: bool
    missing: int
    shared: int | None
    model: bool
    beside: int
    prices: bool
    reason: str
    needs: tuple[str, ...]
    models_needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOffer:
    """A unit that a force can take, with what adding it adds to the cost; `slot` is its category, if any.

    `needs` names what is to be chosen in it before it is complete; `left` more may be taken (None: any number);
    `reason` says why no more.
    """

    entry: str
    name: str
    slot: str
    costs: tuple[Cost, ...]
    needs: tuple[str, ...]
    taken: int
    left: int | None
    reason: str


def offers(evaluator: Evaluator, library: Library, roster: Roster, parts: Iterable[Selection]) -> Iterator[OptionOffer]:
    """Yield what can be chosen below these parts of units; neither what is always there nor what is hidden."""
    for owner in parts:
        for option in evaluator.options(roster, owner.id):
            if option.fixed or (option.hidden and not option.number):
                continue
            group = option.entry.group
            around = option.entry.groups_around if library.counts_bearers else ()
            places = [each.default for each in around if each.default]
            yield OptionOffer(
                under=owner.id,
                under_name=owner.custom_name or owner.name,
                group=group.name if group else "",
                instead=places[0].name if places else "",
                one_of=option.one_of.name if option.one_of else "",
                entry=option.entry.path,
                name=option.name,
                costs=named_costs(library, option.costs),
                taken=option.number,
                least=option.least,
                most=option.most,
                left=option.left,
                step=option.step,
                single=option.single,
                default=option.default,
                missing=option.missing,
                shared=option.shared,
                model=option.entry.type == "model",
                beside=_models_beside(owner, option.entry) if option.entry.type == "model" else 0,
                prices=evaluator.prices_by(roster, option.entry),
                reason=option.reason,
                needs=option.needs,
                models_needed=option.models_needed,
            )


def _models_beside(owner: Selection, entry: LinkedEntry) -> int:
    return sum(each.number for each in owner.selections if each.type == "model" and each.entry_path != entry.path)


def unit_offers(evaluator: Evaluator, ground: EditContext, roster: Roster, force: Force) -> Iterator[UnitOffer]:
    """Yield the units that a force has slots for, by slot; hidden ones are passed over."""
    data, additions = ground.data, Additions(evaluator, ground)
    frame = data.library.force_entries.get(force.entry_id)
    slots = frame.slot_ids if frame else ()
    by_slot: dict[str, list[EntryOption]] = {slot: [] for slot in slots}
    for option in evaluator.options(roster, force.id):
        if not option.hidden and (option.slot in by_slot or not option.slot or not slots):
            by_slot.setdefault(option.slot, []).append(option)
    for slot, options in by_slot.items():
        category = data.library.categories.get(slot)
        for option in options:
            added = additions.of(roster, force, option.entry)
            yield UnitOffer(
                entry=option.entry.path,
                name=option.name,
                slot=category.name if category else "",
                costs=added.costs,
                needs=added.needs,
                taken=option.number,
                left=option.left,
                reason=option.reason,
            )


def unit_alone(data: ArmyData, unit: str, force: str | None = None) -> tuple[SelectionView, tuple[OptionOffer, ...]]:
    """A unit as it is when it is added to an empty force, with what it can take.

    Raises:
        InputError: there is no such force.
        EditError: it has no such unit.
    """
    evaluator, ground = Evaluator(data.library, by_name=False), EditContext(data, data.system or "")
    done = perform(ground, State(blank_army(data, force)), Add(unit=unit))
    roster = done.state.roster
    (view,) = (view for view in evaluator.evaluate(roster).view.units() if view.id == done.id)
    chosen = roster.selection(view.id)
    return view, tuple(offers(evaluator, data.library, roster, chosen.walk())) if chosen else ()


def choices_of(session: ArmyDocument, unit: str, part: str) -> tuple[ChoiceRow, ...]:
    """Return what a part of a unit, by its id, and what is below it but no unit of its own, can take.

    What each of several models that are alike can take is one choice with a number.
    """
    roster, kind = session.state.roster, session.points_type
    chosen = roster.selection(part)
    if chosen is None:
        return ()
    owners = tuple(_own_parts(chosen, ()))
    places = {owner.id: place for owner, place in owners}
    found = tuple(offers(session.evaluator, session.ground.data.library, roster, (owner for owner, _ in owners)))
    rivals = Counter((offer.under, offer.one_of) for offer in found)
    alike = Counter(places.values())
    whole = owners if part == unit else tuple(_own_parts(roster.selection(unit) or chosen, ()))
    bearers = [owner for owner, _ in whole if owner.type == "model"]
    models = sum(bearer.number for bearer in bearers)
    grows = any(offer.model and offer.left != 0 for offer in found)
    alone = bearers[0].id if models == 1 and not grows else part  # Whose choice it is goes without saying.
    rows: dict[tuple[_PartPlace, str], list[tuple[OptionOffer, ChoiceRow]]] = {}
    for offer in found:
        own = offer.under in (part, alone) or offer.under_name == chosen.name
        row = _choice(offer, unit, kind, own=own, rivals=rivals)
        rows.setdefault((places[offer.under], offer.entry), []).append((offer, row))
    taken = {(row.under, row.group): row for those in rows.values() for _, row in those if row.number}
    found_rows = [those[0][1] if alike[place] == 1 else _of_several(those, taken) for (place, _), those in rows.items()]
    rows_now = [beside_others(row, found_rows, models) for row in found_rows]
    pricing = [those[0][0].prices for those in rows.values()]
    by_all = any(row.number and row.step > 1 for row in rows_now)  # One more model takes it too.
    return tuple(
        with_all_it_adds(session, row, rows_now) if prices or (by_all and row.model) else row
        for row, prices in zip(rows_now, pricing, strict=True)
    )


def choices_of_absent_models(session: ArmyDocument, unit: str) -> tuple[ChoiceRow, ...]:
    """Return what models could take that a unit may have and has none of: each comes with its model."""
    known, found = set(session.state.roster.ids()), list[ChoiceRow]()
    for model in choices_of(session, unit, unit):
        if not model.model or model.number or model.reason:
            continue
        try:
            after = session.after(choosing(model, model.step))
        except EditError:
            continue
        for each in choices_of(after, unit, unit):
            if each.under not in known and not each.number and not each.reason:
                found.append(replace(each, under=model.name, bearer=model))
    return tuple(found)


_PartPlace: TypeAlias = tuple[str, ...]
"""Where a part stands below another: what leads to it. Models that are alike stand in one place."""


def _own_parts(part: Selection, above: _PartPlace) -> Iterator[tuple[Selection, _PartPlace]]:
    """Yield a part of a unit and what is below it, but for units within: they have choices of their own."""
    yield part, above
    for child in part.selections:
        if child.type != "unit":
            apart = () if child.number == 1 and not child.custom_name else (child.id,)
            yield from _own_parts(child, (*above, child.entry_path, *apart))


def _of_several(
    those: Sequence[tuple[OptionOffer, ChoiceRow]], taken: Mapping[tuple[str, str], ChoiceRow]
) -> ChoiceRow:
    """The choice that several models have each, as one with a number; `taken` are those that are made.

    One more goes first to a model with nothing in its place, then to one with what stands there by itself, then where
    it replaces what most have.
    """
    rows = [row for _, row in those]
    first, number = rows[0], sum(row.number for row in rows)
    rooms = [MANY if row.most is None else row.most - row.number for row in rows if not row.reason]
    shared = min((offer.shared for offer, _ in those if offer.shared is not None), default=MANY)
    most = min(MANY, number + min(shared, sum(rooms)))
    open_to_more = replace(first, reason="", needs=(), models_needed=0)
    full = replace(open_to_more, reason=f"{first.name}: all {len(rows)} have it")
    barred = next((row for row in rows if row.reason and not row.number), full)
    against = open_to_more if most > number else barred
    instead = [taken.get((row.under, row.group)) for row in rows]
    common = Counter(each.path for each in instead if each is not None)

    def turn(place: int) -> tuple[bool, bool, int]:
        there = instead[place]
        return (False, False, 0) if there is None else (True, not there.default, -common[there.path])

    order = range(len(rows)) if first.control != "radio" else sorted(range(len(rows)), key=turn)
    return replace(
        first,
        control="check" if most == 1 else "number",
        number=number,
        least=sum(row.least for row in rows),
        most=most,
        default=first.default or (first.control == "radio" and 0 < number == sum(row.least for row in rows)),
        missing=sum(row.missing for row in rows),
        reason=against.reason,
        needs=against.needs,
        models_needed=against.models_needed,
        copies=tuple(rows[place] for place in order),
    )


def _choice(offer: OptionOffer, unit: str, kind: str, *, own: bool, rivals: Mapping[tuple[str, str], int]) -> ChoiceRow:
    owner = "" if own else offer.under_name
    several = offer.one_of and rivals[offer.under, offer.one_of] > 1
    control = "number" if not offer.single else "radio" if several else "check"
    cost = next((cost.value for cost in offer.costs if cost.type_id == kind), Decimal(0))
    return ChoiceRow(
        unit=unit,
        under=offer.under,
        path=offer.entry,
        name=offer.name,
        group=BETWEEN.join(filter(None, (owner, offer.one_of or offer.group))),
        owner=owner,
        cost=cost,
        control=control,
        number=offer.taken,
        least=offer.least,
        most=offer.most,
        step=offer.step,
        default=offer.default,
        missing=offer.missing,
        model=offer.model,
        beside=offer.beside,
        instead="" if offer.default else offer.instead,
        reason=offer.reason,
        needs=offer.needs,
        models_needed=offer.models_needed,
    )


def costs_below(view: SelectionView) -> tuple[Cost, ...]:
    """Return what a selection costs with all below it, by type, without what costs nothing."""
    total: dict[str, Cost] = {}
    for cost in (cost for part in view.walk() for cost in part.costs):
        known = total.get(cost.type_id)
        total[cost.type_id] = Cost(cost.type_id, cost.value + (known.value if known else 0), cost.name)
    return tuple(cost for cost in total.values() if cost.value)


def part_report(view: SelectionView) -> Json:
    """A selection with all below it; `costs` are those of all of it."""
    return {
        "id": view.id,
        "entry": view.entry_id,
        "name": view.name,
        "custom_name": view.custom_name,
        "type": view.type,
        "number": view.number,
        "costs": _costs_report(costs_below(view)),
        "marks": marks_report(view.marks),
        "notes": view.custom_notes,
        "choices": [part_report(child) for child in view.children],
    }


def offer_report(offer: OptionOffer, adds: Decimal | None = None) -> Json:
    """Return what can be chosen below a part of a unit, with all that it adds where its costs are not all of that."""
    return {
        "under": offer.under,
        "group": offer.group or None,
        "instead": None if offer.default else offer.instead or None,
        "entry": offer.entry,
        "name": offer.name,
        "costs": _costs_report(offer.costs),
        "adds": None if adds is None else exact(adds),
        "taken": offer.taken,
        "left": offer.left,
        "least": offer.least,
        "most": offer.most,
        "default": offer.default,
        "missing": offer.missing,
        "reason": offer.reason or None,
    }


def unit_offer_report(unit: UnitOffer) -> Json:
    """A unit that a force can take."""
    return {
        "entry": unit.entry,
        "name": unit.name,
        "slot": unit.slot or None,
        "costs": _costs_report(unit.costs),
        "needs": list(unit.needs),
        "taken": unit.taken,
        "left": unit.left,
        "reason": unit.reason or None,
    }


def _costs_report(costs: Sequence[Cost]) -> list[Json]:
    return [{"type": cost.type_id, "name": cost.name, "value": exact(cost.value)} for cost in costs]


def standing_of(session: ArmyDocument, force: Force, path: str) -> EntryStatus | None:
    """Return how an entry of the catalogue stands now; None for one that is gone."""
    try:
        option = session.option(force.id, path)
    except EditError:
        return None
    added = session.addition(force, option.entry)
    price = added.of_type(session.points_type)
    known = session.ground.data.library.categories.get(option.slot)
    return EntryStatus(
        slot_id=option.slot,
        slot=known.name if known and not option.hidden else "",
        taken=option.number,
        left=option.left,
        price=price,
        needs=added.needs,
        reason=option.reason,
        hidden=option.hidden,
    )


def facts_of(standing: EntryStatus) -> tuple[str, ...]:
    """What is said of how an entry stands: how many there are, how many more may be or why none, what to choose."""
    taken = f"{standing.taken} in the army" if standing.taken else "not in the army"
    left = "any number more" if standing.left is None else f"{standing.left} more allowed"
    needs = (f"needs a choice of {' and '.join(standing.needs)}",) if standing.needs else ()
    return taken, standing.reason or left, *needs

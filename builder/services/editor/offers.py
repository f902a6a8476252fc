"""What an army can still take: the units of a force, and the options of a unit, with what they cost; also as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import Cost
from builder.errors import EditError
from builder.roster.evaluate import Evaluator
from builder.roster.model import Force, Roster, Selection
from builder.roster.options import EntryOption
from builder.roster.view import SelectionView
from builder.services.army.reports import Json, exact, marks_report
from builder.services.editor.catalogue import Additions, named_costs
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
    units = [unit for each in session.state.roster.all_forces() for unit in each.selections]
    return EntryStatus(
        slot_id=option.slot,
        slot=known.name if known and not option.hidden else "",
        taken=sum(unit.number for unit in units if unit.entry_path == path),
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

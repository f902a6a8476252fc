"""What an army can still take: the units of a force, and the options of a unit, with what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.armydata import ArmyData
from builder.catalogue.library import Library
from builder.catalogue.model import Cost
from builder.errors import EditError
from builder.roster.evaluate import Evaluator
from builder.roster.model import Force, Roster, Selection
from builder.roster.options import Option
from builder.roster.view import SelectionView
from builder.services.newarmy import blank_army
from builder.services.operations import Ground, Operation, State
from builder.services.operationtable import perform


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be chosen below a part of a unit: `taken` are, `left` more may be (None: any number); costs of one.

    `under` and `under_name` are the part, `group` the group of alternatives that it belongs to, if any; it is taken
    `instead` of what our datasheets name.
    """

    under: str
    under_name: str
    group: str
    instead: str
    entry: str
    name: str
    costs: tuple[Cost, ...]
    taken: int
    left: int | None


@dataclass(frozen=True, slots=True)
class UnitOffer:
    """A unit that a force can take, with what it costs as it is added; `slot` is its category, if any."""

    entry: str
    name: str
    slot: str
    costs: tuple[Cost, ...]
    taken: int
    left: int | None


def offers(evaluator: Evaluator, data: ArmyData, roster: Roster, part: Selection) -> Iterator[Offer]:
    """Yield what can be chosen below a unit, or a part of one, and below what is there; not what it always has.

    With our datasheets, what follows from other choices is left out too: it cannot be set.
    """
    for owner in part.walk():
        for option in evaluator.options(roster, owner.id):
            group = option.entry.group
            always = group is None and option.number > 0 and option.left == 0 and option.entry.minimum > 0
            defaults = [around.default for around in (group.around if group else ()) if around.default and data.system]
            if not always and option.entry not in defaults and (option.number or not option.hidden):
                yield Offer(
                    under=owner.id,
                    under_name=owner.custom_name or owner.name,
                    group=group.name if group else "",
                    instead=defaults[0].name if defaults else "",
                    entry=option.entry.path,
                    name=option.name,
                    costs=_costs(data.library, option.costs),
                    taken=option.number,
                    left=option.left_instead,
                )


def unit_offers(evaluator: Evaluator, ground: Ground, roster: Roster, force: Force) -> Iterator[UnitOffer]:
    """Yield the units that a force has slots for, by slot; hidden ones are passed over."""
    data = ground.data
    frame = data.library.force_entries.get(force.entry_id)
    slots = [link.target_id for link in frame.category_links] if frame else []
    by_slot: dict[str, list[Option]] = {slot: [] for slot in slots}
    for option in evaluator.options(roster, force.id):
        primary = next((id for id, is_primary in option.entry.categories.items() if is_primary), "")
        if not option.hidden and (primary in by_slot or not primary or not slots):
            by_slot.setdefault(primary, []).append(option)
    for slot, options in by_slot.items():
        category = data.library.categories.get(slot)
        for option in options:
            costs = _costs_as_added(evaluator, ground, roster, force, option)
            name = category.name if category else ""
            yield UnitOffer(option.entry.path, option.name, name, costs, option.number, option.left)


def unit_alone(data: ArmyData, unit: str, force: str | None = None) -> tuple[SelectionView, tuple[Offer, ...]]:
    """A unit as it is when it is added to an empty force, with what it can take.

    Raises:
        InputError: there is no such force.
        EditError: it has no such unit.
    """
    evaluator, ground = Evaluator(data.library, by_name=False), Ground(data, data.system or "")
    done = perform(ground, State(blank_army(data, force)), Operation("add", {"unit": unit}))
    roster = done.state.roster
    (view,) = (view for view in evaluator.evaluate(roster).view.units() if view.id == done.id)
    chosen = roster.selection(view.id)
    return view, tuple(offers(evaluator, data, roster, chosen)) if chosen else ()


def costs_below(view: SelectionView) -> tuple[Cost, ...]:
    """What a selection costs with all below it, by type, without what costs nothing."""
    total: dict[str, Cost] = {}
    for cost in (cost for part in view.walk() for cost in part.costs):
        known = total.get(cost.type_id)
        total[cost.type_id] = Cost(cost.type_id, cost.value + (known.value if known else 0), cost.name)
    return tuple(cost for cost in total.values() if cost.value)


def _costs(library: Library, costs: Mapping[str, Decimal]) -> tuple[Cost, ...]:
    types = library.cost_types
    return tuple(Cost(id, value, types[id].name if id in types else id) for id, value in costs.items() if value)


def _costs_as_added(
    evaluator: Evaluator, ground: Ground, roster: Roster, force: Force, option: Option
) -> tuple[Cost, ...]:
    wanted = {"unit": option.entry.path, "force": force.id}
    try:
        done = perform(ground, State(roster), Operation("add", wanted))
    except EditError:
        return _costs(ground.data.library, option.costs)
    views = evaluator.evaluate(done.state.roster).view.units()
    return next((costs_below(view) for view in views if view.id == done.id), ())

"""What `show` tells as JSON: a part of an army, and what can be taken; documented in docs/json.md and stable."""

from __future__ import annotations

from collections.abc import Sequence

from builder.catalogue.model import Cost
from builder.roster.view import SelectionView
from builder.services.offers import Offer, UnitOffer, costs_below
from builder.services.reports import Json, exact, marks_report


def part_report(view: SelectionView) -> Json:
    """A selection with all below it; `costs` are those of all of it."""
    return {
        "id": view.id,
        "entry": view.entry_id,
        "name": view.name,
        "custom_name": view.custom_name,
        "type": view.type,
        "number": view.number,
        "costs": _costs(costs_below(view)),
        "marks": marks_report(view.marks),
        "notes": view.custom_notes,
        "choices": [part_report(child) for child in view.children],
    }


def offer_report(offer: Offer) -> Json:
    """What can be chosen below a part of a unit."""
    return {
        "under": offer.under,
        "group": offer.group or None,
        "instead": None if offer.default else offer.instead or None,
        "entry": offer.entry,
        "name": offer.name,
        "costs": _costs(offer.costs),
        "taken": offer.taken,
        "left": offer.left,
        "least": offer.least,
        "most": offer.most,
        "default": offer.default,
        "reason": offer.reason or None,
    }


def unit_offer_report(unit: UnitOffer) -> Json:
    """A unit that a force can take."""
    return {
        "entry": unit.entry,
        "name": unit.name,
        "slot": unit.slot or None,
        "costs": _costs(unit.costs),
        "taken": unit.taken,
        "left": unit.left,
        "reason": unit.reason or None,
    }


def _costs(costs: Sequence[Cost]) -> list[Json]:
    return [{"type": cost.type_id, "name": cost.name, "value": exact(cost.value)} for cost in costs]

"""Which of a roster's costs are its points, whatever its data calls them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from builder.catalogue.model import Cost
from builder.roster.view import RosterView, SelectionView

_NAMES = frozenset({"pts", "pt", "points", "point"})


def points_type(roster: RosterView) -> str:
    """The id of the cost type that counts as points: one of such a name, else the first."""
    below = (cost for unit in roster.units() for one in unit.walk() for cost in one.costs)
    return points_among((*roster.costs, *below))


def points_among(costs: Sequence[Cost]) -> str:
    """The id of the type of these costs that counts as points."""
    by_name = (cost.type_id for cost in costs if cost.name.strip().lower() in _NAMES or cost.type_id == "points")
    return next(by_name, costs[0].type_id if costs else "points")


def points_of(selection: SelectionView, type_id: str) -> Decimal:
    """What a selection costs with everything below it."""
    return sum((cost.value for one in selection.walk() for cost in one.costs if cost.type_id == type_id), Decimal(0))


def points(roster: RosterView, type_id: str) -> Decimal:
    """What a roster costs: its total, or the sum of its selections where it has none."""
    totals = [cost.value for cost in roster.costs if cost.type_id == type_id]
    return totals[0] if totals else sum((points_of(unit, type_id) for unit in roster.units()), Decimal(0))


def points_limit(roster: RosterView, type_id: str) -> Decimal | None:
    """What it may cost; None without a limit."""
    return next((limit.value for limit in roster.cost_limits if limit.type_id == type_id), None)

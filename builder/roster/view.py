"""The evaluated roster: effective names, numbers, costs, profiles and rules of what was chosen, as plain values.

Systems read this and nothing else, so that an army evaluated against its data and a saved roster read without its data
look the same to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from builder.catalogue.model import Characteristic, Cost
from builder.catalogue.roles import ProfileRoles
from builder.record import Record
from builder.roster.marks import Mark, PlannedGroup

_FIGURE = re.compile(r"\(?(?:\d*D?\d+|X)[+″\"]?\)?")
_OWN_NAME = re.compile(r"\bthe ([A-Z][\w'’ -]*?) special rule\b")


class ProfileView(Record, frozen=True, kw_only=True):
    """A profile with its effective values; its id is the path of links to it, as that of a selection's entry."""

    name: str
    type_id: str
    type_name: str = ""
    hidden: bool = False
    characteristics: tuple[Characteristic, ...] = ()
    publication_id: str | None = None
    page: str | None = None
    id: str = ""


class RuleView(Record, frozen=True, kw_only=True):
    """A rule with its effective text; its id is the path of links to it."""

    name: str
    description: str = ""
    hidden: bool = False
    publication_id: str | None = None
    page: str | None = None
    id: str = ""

    @property
    def title(self) -> str:
        """Its name; where data has but the figure in its place, with what its own text calls it: `Rampage (2)`."""
        name = self.name.strip()
        if _FIGURE.fullmatch(name) and (called := _OWN_NAME.search(self.description)):
            return f"{called[1]} ({name.strip('()')})"
        return name


class CategoryView(Record, frozen=True, kw_only=True):
    """A category of a selection, or a slot of a force; it has an id of its own only in a file of another program."""

    entry_id: str
    name: str
    primary: bool = False
    profiles: tuple[ProfileView, ...] = ()
    rules: tuple[RuleView, ...] = ()
    publication_id: str | None = None
    page: str | None = None
    custom_name: str | None = None
    custom_notes: str | None = None
    id: str = ""


class SelectionView(Record, frozen=True, kw_only=True):
    """A selection; `number` is its effective count, `costs` are its own without those of its children."""

    id: str
    name: str
    entry_id: str
    type: str
    number: int
    entry_group_id: str | None = None
    hidden: bool = False
    costs: tuple[Cost, ...] = ()
    profiles: tuple[ProfileView, ...] = ()
    rules: tuple[RuleView, ...] = ()
    categories: tuple[CategoryView, ...] = ()
    children: tuple[SelectionView, ...] = ()
    publication_id: str | None = None
    publication_name: str | None = None
    page: str | None = None
    custom_name: str | None = None
    custom_notes: str | None = None
    marks: tuple[Mark, ...] = ()
    art: str | None = None

    @property
    def primary(self) -> CategoryView | None:
        """The category that it stands in, among all that it is of; None where it has none."""
        return next((category for category in self.categories if category.primary), None)

    @property
    def primary_id(self) -> str:
        """The id of the category that it stands in; empty where it has none."""
        return self.primary.entry_id if self.primary else ""

    @property
    def primary_name(self) -> str:
        """The name of the category that it stands in; empty where it has none."""
        return self.primary.name if self.primary else ""

    def walk(self) -> Iterator[SelectionView]:
        """Yield this selection and all below it, parents first."""
        yield self
        for child in self.children:
            if child.children:
                yield from child.walk()
            else:  # Most have nothing below them, and an iterator of its own for each takes longer than all else.
                yield child


class ForceView(Record, frozen=True, kw_only=True):
    """A force with its selections and child forces."""

    id: str
    name: str
    entry_id: str
    catalogue_id: str
    catalogue_name: str = ""
    catalogue_revision: int | None = None
    hidden: bool = False
    selections: tuple[SelectionView, ...] = ()
    forces: tuple[ForceView, ...] = ()
    categories: tuple[CategoryView, ...] = ()
    profiles: tuple[ProfileView, ...] = ()
    rules: tuple[RuleView, ...] = ()
    publications: tuple[tuple[str, str], ...] = ()
    publication_id: str | None = None
    page: str | None = None
    custom_name: str | None = None
    custom_notes: str | None = None
    available_entry_count: int | None = None

    def walk(self) -> Iterator[ForceView]:
        """Yield this force and all below it, parents first."""
        yield self
        for child in self.forces:
            yield from child.walk()


class RosterView(Record, frozen=True, kw_only=True):
    """A whole evaluated roster: `costs` are totals, `cost_limits` only those that are set.

    Players are not told of the `hidden_costs`, ids of cost types.

    `modules` are the ids of those that the list is played with, `settings` the readings of the rules that it chooses,
    by the names of the settings of its system and modules; `roles` is what its data set says of its profiles, `program`
    what its file says of the program that saved it, where that is not BattleScribe.
    """

    name: str
    game_system_id: str
    game_system_name: str = ""
    game_system_revision: int | None = None
    id: str = ""
    costs: tuple[Cost, ...] = ()
    hidden_costs: tuple[str, ...] = ()
    cost_limits: tuple[Cost, ...] = ()
    forces: tuple[ForceView, ...] = ()
    groups: tuple[PlannedGroup, ...] = ()
    modules: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    custom_notes: str | None = None
    roles: ProfileRoles | None = None
    program: str = ""

    def all_forces(self) -> Iterator[ForceView]:
        """Yield all forces, parents first."""
        for force in self.forces:
            yield from force.walk()

    def units(self) -> Iterator[SelectionView]:
        """Yield the top selections of all forces, in order."""
        for force in self.all_forces():
            yield from force.selections


_NAMES = frozenset({"pts", "pt", "points", "point"})


def points_type(roster: RosterView) -> str:
    """Return the id of the cost type that counts as points: one of such a name, else the first."""
    below = (cost for unit in roster.units() for one in unit.walk() for cost in one.costs)
    return next(_points_among(roster.costs), None) or points_among((*roster.costs, *below))


def points_among(costs: Sequence[Cost]) -> str:
    """Return the id of the type of these costs that counts as points."""
    return next(_points_among(costs), costs[0].type_id if costs else "points")


def _points_among(costs: Iterable[Cost]) -> Iterator[str]:
    return (cost.type_id for cost in costs if cost.name.strip().lower() in _NAMES or cost.type_id == "points")


def points_of(selection: SelectionView, type_id: str) -> Decimal:
    """Return what a selection costs with everything below it."""
    return sum((cost.value for one in selection.walk() for cost in one.costs if cost.type_id == type_id), Decimal(0))


def points(roster: RosterView, type_id: str) -> Decimal:
    """Return what a roster costs: its total, or the sum of its selections where it has none."""
    totals = [cost.value for cost in roster.costs if cost.type_id == type_id]
    return totals[0] if totals else sum((points_of(unit, type_id) for unit in roster.units()), Decimal(0))


def costs_to_show(roster: RosterView) -> tuple[Cost, ...]:
    """Return the totals that tell a player something: points, what has a limit, and what anything in a roster costs."""
    below = (cost for unit in roster.units() for part in unit.walk() for cost in part.costs)
    told = {cost.type_id for cost in (*roster.costs, *below) if cost.value}
    told |= {points_type(roster), *(limit.type_id for limit in roster.cost_limits)}
    return tuple(cost for cost in points_first(roster) if cost.type_id in told.difference(roster.hidden_costs))


def points_first(roster: RosterView) -> tuple[Cost, ...]:
    """Return what a roster costs, points before what else data counts: files have them in any order."""
    kind = points_type(roster)
    return tuple(sorted(roster.costs, key=lambda cost: cost.type_id != kind))


def points_limit(roster: RosterView, type_id: str) -> Decimal | None:
    """Return what it may cost; None without a limit."""
    return next((limit.value for limit in roster.cost_limits if limit.type_id == type_id), None)

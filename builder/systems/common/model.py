"""What units of models have in common, whatever their profiles: models on foot, vehicles, marks, rules."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Generic, Protocol, TypeVar

from builder.record import Record
from builder.roster.view import Mark


class BaseVehicleProfile(Record, frozen=True, kw_only=True):
    """What the stat lines of vehicles share; types are in lower case (`tank`, `open-topped` …)."""

    name: str
    types: tuple[str, ...] = ()
    capacity: int | None = None

    @property
    def open_topped(self) -> bool:
        """Whether it has no roof."""
        return "open-topped" in self.types

    @property
    def walker(self) -> bool:
        """Whether it fights in close combat, as infantry does."""
        return "walker" in self.types


class _Models(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def models(self) -> int: ...


class _OneVehicle(Protocol):
    @property
    def profile(self) -> BaseVehicleProfile: ...


Group = TypeVar("Group", bound=_Models, covariant=True)
Hull = TypeVar("Hull", bound=_OneVehicle, covariant=True)


class BaseUnit(Record, Generic[Group, Hull], frozen=True, kw_only=True):
    """A unit of a roster; it may hold both groups of models and vehicles (guns and their crew).

    Args:
        entry: the id of the entry it was made from.
        slot: the code of its primary category (`HQ`, `EL`, `TR`, `FA`, `HS`, `DT` …, or the first letters of another).
        category: the name of that category.
        rules: names of its special rules, each once, as the data writes them.
        rule_texts: name and text of what the data explains of the unit.
    """

    id: str
    entry: str
    name: str
    slot: str
    category: str
    points: Decimal
    groups: tuple[Group, ...] = ()
    vehicles: tuple[Hull, ...] = ()
    rules: tuple[str, ...] = ()
    rule_texts: tuple[tuple[str, str], ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: str = ""

    @property
    def models(self) -> int:
        """Models in the unit, vehicles included."""
        return sum(group.models for group in self.groups) + len(self.vehicles)

    def is_marked(self, kind: str) -> bool:
        """Whether its player gave it a mark of a kind: `reserve`, `deep_strike`, `led_by` or `riding_in`."""
        return any(mark.kind == kind for mark in self.marks)


AnyUnit = BaseUnit[_Models, _OneVehicle]
"""A unit, whatever its profiles."""


def has_rule(rules: Iterable[str], name: str) -> bool:
    """Whether one of some rules has a name in it, in any case."""
    return any(name in rule.casefold() for rule in rules)

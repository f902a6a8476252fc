"""Constraints, modifiers and the conditions that switch them: the small language of the BattleScribe data format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.record import Record


class Query(Record, frozen=True):
    """What a constraint, condition or repeat counts: a field (selections, forces, a cost type) within a scope.

    `child_id` narrows the count to one entry, group, category, force or catalogue, or to a type of entry (`unit`,
    `model`, `upgrade`); None, allowed in constraints alone, means the element that carries the constraint.
    """

    field: str = "selections"
    scope: str = "self"
    child_id: str | None = None
    shared: bool = True
    include_child_selections: bool = False
    include_child_forces: bool = False
    percent: bool = False


class Constraint(Record, frozen=True):
    """A least or greatest count; a negative maximum means no limit."""

    id: str
    type: str
    value: Decimal
    query: Query


class Condition(Record, frozen=True):
    """A comparison (`atLeast`, `lessThan`, `instanceOf` …) of a count with a value."""

    type: str
    value: Decimal
    query: Query


class ConditionGroup(Record, frozen=True):
    """Conditions and further groups joined by `and` or `or`."""

    type: str = "and"
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()


class Repeat(Record, frozen=True):
    """Applies its modifier `repeats` times for every `value` that the query counts."""

    value: Decimal
    repeats: int
    query: Query
    round_up: bool = False


class Modifier(Record, frozen=True):
    """A change (`set`, `increment`, `append`, `add` …) of a field of its element, while its conditions hold."""

    type: str
    field: str
    value: str
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()


class ModifierGroup(Record, frozen=True):
    """Modifiers that share conditions and repeats."""

    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A modifier with the groups around it, outermost first: all their conditions must hold, all repeats multiply."""

    modifier: Modifier
    groups: tuple[ModifierGroup, ...] = ()

    @property
    def parts(self) -> tuple[Modifier | ModifierGroup, ...]:
        """The groups and the modifier."""
        return (*self.groups, self.modifier)

    def counted(self) -> Iterator[str]:
        """Yield the ids of what its conditions and repeats count."""
        for part in self.parts:
            yield from _counted(part.conditions, part.condition_groups)
            yield from (repeat.query.child_id for repeat in part.repeats if repeat.query.child_id)


def _counted(conditions: Iterable[Condition], groups: Iterable[ConditionGroup]) -> Iterator[str]:
    yield from (condition.query.child_id for condition in conditions if condition.query.child_id)
    for group in groups:
        yield from _counted(group.conditions, group.condition_groups)


def changes(
    modifiers: Iterable[Modifier], groups: Iterable[ModifierGroup], enclosing: tuple[ModifierGroup, ...] = ()
) -> Iterator[Change]:
    """Yield all modifiers in the order in which they apply: those of the element, then group by group."""
    for modifier in modifiers:
        yield Change(modifier, enclosing)
    for group in groups:
        yield from changes(group.modifiers, group.modifier_groups, (*enclosing, group))

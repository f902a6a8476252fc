"""Measures constraints: what each counts, how much there is, and how much there may or must be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.info import Changes, Declared, changes_by_field
from builder.catalogue.model import CategoryEntry, CategoryLink, Constraint, ForceEntry, primary_of
from builder.record import replace
from builder.roster.count import LIMIT, CategoryNode, GroupNode, Here, Scope
from builder.roster.effective import EffectiveValues
from builder.roster.tree import ForceNode, RosterNode, SelectionNode


@dataclass(frozen=True, slots=True)
class Subject:
    """What constraints are of, where it is or could be chosen; `container` is what they mean by their parent."""

    holder: LinkedEntry | LinkedGroup | CategoryEntry | ForceEntry
    constraints: tuple[Declared, ...]
    changes: Changes
    here: Here
    container: Scope | None


@dataclass(frozen=True, slots=True)
class SlotLimits:
    """A slot of a force: the least and the most selections that it may hold, and what may be spent on them.

    `most` is None for any number, `taken`, what these bounds count, where the force sets none; `allowance` is None
    where no cost is limited, and `spent` is of the same cost.
    """

    category: CategoryEntry
    least: Decimal
    most: Decimal | None
    taken: Decimal | None = None
    spent: Decimal = Decimal(0)
    allowance: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """One constraint measured: `amount` of the `held` selections against `limit` for each of so many models."""

    declared: Declared
    subject: Subject
    scope: Scope
    held: list[SelectionNode]
    amount: Decimal
    limit: Decimal
    models: int

    @property
    def constraint(self) -> Constraint:
        """The constraint itself."""
        return self.declared.constraint

    @property
    def bounds_nothing(self) -> bool:
        """Whether it asks for none at least, which any army has."""
        return self.constraint.type == "min" and self.limit <= 0

    @property
    def excess(self) -> Decimal:
        """By how much the constraint is broken; 0 or less if it holds."""
        over = self.amount - self.limit * self.models
        return over if self.constraint.type == "max" else -over


class Limits:
    """Measures the constraints of one roster."""

    def __init__(self, values: EffectiveValues) -> None:
        self._values = values
        self.library = values.top.library
        self._slots_of: dict[ForceNode, frozenset[str]] = {}
        self._numbers: dict[tuple[SelectionNode, LinkedEntry | LinkedGroup], tuple[Measure, ...]] = {}

    def of_force(self, node: ForceNode, entry: ForceEntry) -> Subject:
        """Return the limits that a force brings with it."""
        declared = tuple(Declared(constraint, entry.id) for constraint in entry.constraints)
        return Subject(entry, declared, self._values.changes(node), Here(node, node.above), node.above)

    def of_category(self, node: ForceNode, category: CategoryEntry, link: CategoryLink) -> Subject:
        """Return the limits of a category in a force: those of the category and those of the force's slot for it."""
        declared = (Declared(constraint, part.id) for part in (category, link) for constraint in part.constraints)
        return Subject(category, tuple(declared), changes_by_field((category, link)), Here(None, node), node)

    def slots(self, node: ForceNode) -> Iterator[SlotLimits]:
        """Yield the slots of a force with what each may hold now."""
        for link in node.entry.category_links if node.entry else ():
            category = self.library.categories.get(link.target_id)
            if category is None:
                continue
            measures = list(self.measure(self.of_category(node, category, link)))
            numbers = [measure for measure in measures if measure.constraint.query.field == "selections"]
            bounds = [(measure.constraint.type, measure.limit) for measure in numbers]
            counted = (each.amount for each in numbers if each.scope == node and not each.bounds_nothing)
            shares = [
                (measure.limit, measure.amount)
                for measure in measures
                if measure.constraint.type == "max"
                and measure.constraint.query.field.removeprefix(LIMIT) in self.library.cost_types
            ]
            allowance, spent = min(shares, default=(None, Decimal(0)))
            yield SlotLimits(
                category=category,
                least=max((Decimal(0), *(limit for kind, limit in bounds if kind == "min"))),
                most=min((limit for kind, limit in bounds if kind == "max"), default=None),
                taken=max(counted, default=None),
                spent=spent,
                allowance=allowance,
            )

    def of_root(self, node: ForceNode, entry: LinkedEntry) -> Subject:
        """Return the limits of an entry in a force; without a slot for its primary category, its parent is nowhere."""
        here = Here(None, node)
        primary = primary_of(self._values.entry_categories(entry, here))
        container = CategoryNode(node, primary) if primary in self.slot_ids(node) else None
        return Subject(entry, entry.constraints, self._values.limit_changes(node, entry), here, container)

    def slot_ids(self, node: ForceNode) -> frozenset[str]:
        """The ids of the categories that a force has slots for."""
        if node not in self._slots_of:
            self._slots_of[node] = frozenset(node.entry.slot_ids if node.entry else ())
        return self._slots_of[node]

    def of_child(self, node: SelectionNode, linked: LinkedEntry | LinkedGroup) -> Subject:
        """Return the limits of an entry or group below a selection."""
        return Subject(linked, linked.constraints, self._values.limit_changes(node, linked), Here(None, node), node)

    def hides(self, node: SelectionNode, entry: LinkedEntry) -> bool:
        """Whether an entry below a selection is hidden, or a group that it is in."""
        here = self.of_child(node, entry).here
        every: tuple[LinkedEntry | LinkedGroup, ...] = (entry, *entry.groups_around)
        return any(self._values.hidden(linked.hidden, linked.changes, here) for linked in every)

    def of_number(self, node: SelectionNode, linked: LinkedEntry | LinkedGroup, kind: str) -> Iterator[Measure]:
        """Yield the limits, `min` or `max`, of how many of an entry or group are chosen below a selection."""
        if (node, linked) not in self._numbers:
            measured = self.measure(self.of_child(node, linked))
            found = tuple(measure for measure in measured if measure.constraint.query.field == "selections")
            self._numbers[node, linked] = found
        return (measure for measure in self._numbers[node, linked] if measure.constraint.type == kind)

    def lacking(self, root: SelectionNode) -> Iterator[Measure]:
        """Yield the limits by which a unit has too few of what is chosen in it; what is hidden has none."""
        for node in root.walk():
            for linked in node.entry.constrained if node.entry else ():
                subject = self.of_child(node, linked)
                if linked.demanding and not self._values.hidden(linked.hidden, linked.changes, subject.here):
                    for measure in self.measure(subject, broken=True):
                        if measure.constraint.type == "min" and isinstance(measure.scope, SelectionNode | GroupNode):
                            yield measure

    def simply_held(self, node: SelectionNode, linked: LinkedEntry | LinkedGroup) -> bool:
        """Whether all limits of a simple entry or group hold below a selection, told at a glance."""
        models = _models_of(node, linked)
        for declared in linked.constraints:
            constraint = declared.constraint
            held = self._values.counts.of_linked(constraint.query, node, linked)
            over = sum(child.selection.number for child in held) - constraint.value * models
            if (over > 0 and not constraint.is_open(constraint.value)) if constraint.type == "max" else over < 0:
                return False
        return True

    def measure(self, subject: Subject, *, broken: bool = False) -> Iterator[Measure]:
        """Measure all constraints whose scope exists here, or only the broken ones; one that is open is no limit.

        Nothing is measured as a part of a cost limit that is not set.
        """
        counts = self._values.counts
        for declared in subject.constraints:
            query = declared.constraint.query
            in_parent = query.scope == "parent"
            scope = subject.container if in_parent else counts.scope(query.scope, subject.here)
            if scope is None:
                continue
            limit = self._values.limit(declared.constraint, subject.changes, subject.here)
            if declared.constraint.is_open(limit):
                continue
            if query.percent:
                total = counts.total(query, scope)
                if total < 0:
                    continue
                limit = limit * total / 100
            held = self._held(declared.constraint, scope, subject)
            if query.field == "forces":
                # A force that only stands below others is counted there, whatever the query says.
                below = isinstance(subject.here.parent, ForceNode) and isinstance(scope, RosterNode)
                asked = replace(query, include_child_forces=True) if below else query
                amount = counts.forces(asked, scope, subject.holder.id)
            else:
                amount = counts.amount(query, held)
            models = _models(scope, subject) if in_parent else 1
            over = amount - limit * models
            if not broken or (over > 0 if declared.constraint.type == "max" else over < 0):
                yield Measure(declared, subject, scope, held, amount, limit, models)

    def _held(self, constraint: Constraint, scope: Scope, subject: Subject) -> list[SelectionNode]:
        counts, query, holder = self._values.counts, constraint.query, subject.holder
        if query.field == "forces":
            return []
        if isinstance(holder, LinkedEntry | LinkedGroup):
            return counts.of_linked(query, scope, holder)
        if isinstance(holder, CategoryEntry):
            return counts.in_category(query, scope, holder.id)
        return counts.in_forces(query, scope, holder.id)


def _models(scope: Scope, subject: Subject) -> int:
    """For how many models of the parent a limit counts."""
    if isinstance(scope, SelectionNode) and isinstance(subject.holder, LinkedEntry | LinkedGroup):
        return _models_of(scope, subject.holder)
    return 1


def _models_of(parent: SelectionNode, linked: LinkedEntry | LinkedGroup) -> int:
    """For how many models of a selection the limits of something below it count.

    Collective entries are limited per model. Others are too where models with a number are equipped alike, as New
    Recruit saves them, but for those whose equipment the data counts for all of them together.
    """
    pooled = parent.entry is not None and parent.entry.pooled
    return max(1, parent.selection.number) if linked.per_model or not pooled else 1

"""Effective values: names, costs, categories, limits and what is hidden, after all modifiers that apply."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from builder.catalogue.entries import Linked, LinkedEntry
from builder.catalogue.logic import Change, Constraint
from builder.roster import modify
from builder.roster.conditions import Conditions
from builder.roster.count import Counts, Here
from builder.roster.tree import RosterNode, SelectionNode

Changes = Mapping[str, tuple[Change, ...]]


class Values:
    """Works out effective values for one roster and keeps those of its selections.

    Values may depend on each other in a circle: categories that are being worked out then count as they are in the
    data, and costs are worked out as if the units had been added one by one.
    """

    def __init__(self, top: RosterNode) -> None:
        self.top = top
        self.counts = Counts(top, self.categories, self.costs)
        self.conditions = Conditions(self.counts, self.categories)
        self._categories: dict[SelectionNode, Mapping[str, bool]] = {}
        self._costs: dict[SelectionNode, Mapping[str, Decimal]] = {}
        self._replayed: dict[SelectionNode, Mapping[str, Decimal]] | None = None
        self._busy: set[tuple[str, SelectionNode]] = set()

    def applies(self, change: Change, here: Here) -> bool:
        """Whether a change applies at all."""
        return self.conditions.times(change, here) > 0

    def text(self, value: str, changes: Changes, field: str, here: Here) -> str:
        """A text after the changes of a field."""
        for change in changes.get(field, ()):
            value = modify.text(value, change.modifier, self.conditions.times(change, here))
        return value

    def number(self, value: Decimal, changes: Changes, field: str, here: Here) -> Decimal:
        """A number after the changes of a field."""
        for change in changes.get(field, ()):
            value = modify.number(value, change.modifier, self.conditions.times(change, here))
        return value

    def name(self, linked: Linked, here: Here) -> str:
        """The name of an entry or group."""
        return self.text(linked.name, linked.changes, "name", here)

    def hidden(self, value: bool, changes: Changes, here: Here) -> bool:
        """Whether something is hidden after its changes."""
        for change in changes.get("hidden", ()):
            value = modify.flag(value, change.modifier, self.conditions.times(change, here))
        return value

    def limit(self, constraint: Constraint, changes: Changes, here: Here) -> Decimal:
        """The value of a constraint after the changes that name it."""
        return self.number(constraint.value, changes, constraint.id, here)

    def entry_categories(self, entry: LinkedEntry, here: Here) -> Mapping[str, bool]:
        """The categories that an entry has here, with whether each is primary."""
        found = dict(entry.categories)
        for change in entry.changes.get("category", ()):
            found = modify.membership(found, change.modifier, self.conditions.times(change, here))
        return found

    def entry_costs(self, entry: LinkedEntry, here: Here) -> Mapping[str, Decimal]:
        """What one of an entry costs here, by cost type: its own in their order, then the others' by name."""
        costs = self.top.library.costs(entry)
        if not entry.changes:
            return costs
        return {id: self.number(value, entry.changes, id, here) for id, value in costs.items()}

    def categories(self, node: SelectionNode) -> Mapping[str, bool]:
        """The categories of a selection."""
        if node.entry is None:
            return {}
        if "category" not in node.entry.changes or ("categories", node) in self._busy:
            return node.entry.categories
        if node not in self._categories:
            self._busy.add(("categories", node))
            self._categories[node] = self.entry_categories(node.entry, here_of(node))
            self._busy.discard(("categories", node))
        return self._categories[node]

    def costs(self, node: SelectionNode) -> Mapping[str, Decimal]:
        """What a selection costs without its children, by cost type: the costs of one times its number."""
        if self._replayed is None and node not in self._costs:
            if ("costs", node) in self._busy:
                self._replay_costs()
            else:
                self._busy.add(("costs", node))
                self._costs[node] = self._price(node)
                self._busy.discard(("costs", node))
        return self._costs.get(node, {}) if self._replayed is None else self._replayed.get(node, {})

    def _replay_costs(self) -> None:
        """Work out costs that count each other as if the units had been added one by one, in their order.

        After each, all costs are worked out anew, children first, from those that stand so far: so does the reference
        engine, which is why of three equal units the first may cost less than the last.
        """
        self._replayed = {}
        added: list[SelectionNode] = []
        for root in (root for force in self.top.all_forces() for root in force.selections):
            added.extend(root.walk_up())
            for node in added:
                self._replayed[node] = self._price(node)

    def _price(self, node: SelectionNode) -> Mapping[str, Decimal]:
        if node.entry is None:
            return {cost.type_id: cost.value for cost in node.selection.costs}
        costs = self.entry_costs(node.entry, here_of(node))
        number = node.selection.number
        return costs if number == 1 else {type_id: value * number for type_id, value in costs.items()}


def here_of(node: SelectionNode) -> Here:
    """Where the conditions of a selection are asked."""
    return Here(node, node.above)

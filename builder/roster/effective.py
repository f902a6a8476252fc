"""Effective values: names, costs, categories, limits and what is hidden, after all modifiers whose conditions hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from builder.catalogue.entries import Linked, LinkedEntry, LinkedGroup
from builder.catalogue.info import AppliedModifier, Changes, changes_by_field
from builder.catalogue.model import Constraint, Element
from builder.roster import modifiers as modify
from builder.roster.conditions import Conditions
from builder.roster.count import Counts, Here, force_of
from builder.roster.modifiers import in_order
from builder.roster.reach import ReachingModifiers
from builder.roster.tree import ForceNode, RosterNode, SelectionNode


class EffectiveValues:
    """Works out effective values for one roster and keeps those of its selections.

    Values may depend on each other in a circle: categories that are being worked out then count as they are in the
    data, and costs are worked out as if the units had been added one by one.
    """

    def __init__(self, top: RosterNode) -> None:
        self.top = top
        self.counts = Counts(top, self.categories, self.costs)
        self.conditions = Conditions(self.counts, self.categories, self._is_settled)
        self._changes: dict[SelectionNode | ForceNode, Changes] = {}
        self._categories: dict[SelectionNode, Mapping[str, bool]] = {}
        self._costs: dict[SelectionNode, Mapping[str, Decimal]] = {}
        self._replayed: dict[SelectionNode, Mapping[str, Decimal]] | None = None
        self._busy: set[SelectionNode] = set()
        self._forming: dict[SelectionNode, Mapping[str, bool]] = {}
        self._theirs: dict[str, bool] = {}
        self._elected = self._electing = False
        self.reach = ReachingModifiers(top, self.counts.element)

    def as_new_recruit(self, here: Here) -> bool:
        """Whether modifiers mean what New Recruit makes of them, as its data and its rosters do."""
        if self.top.roster.is_new_recruits:
            return True
        force = force_of(here)
        catalogue_id = force.force.catalogue_id if force else ""
        if catalogue_id not in self._theirs:
            self._theirs[catalogue_id] = self.top.library.is_new_recruits(catalogue_id)
        return self._theirs[catalogue_id]

    def _in_order(self, changes: Sequence[AppliedModifier], here: Here) -> Sequence[AppliedModifier]:
        return in_order(changes, by_steps=self.as_new_recruit(here)) if len(changes) > 1 else changes

    def applies(self, change: AppliedModifier, here: Here) -> bool:
        """Whether a change applies at all."""
        return self.conditions.times(change, here) > 0

    def text(self, value: str, changes: Changes, field: str, here: Here) -> str:
        """Return a text after the changes of a field."""
        for change in self._in_order(changes.get(field, ()), here):
            times = self.conditions.times(change, here)
            value = modify.text(value, change.modifier, times, once=times > 1 and self.as_new_recruit(here))
        return value

    def named(self, name: str, changes: Changes, here: Here) -> str:
        """Return a name after what changes it, with its annotation in brackets where data gives it one."""
        name = self.text(name, changes, "name", here)
        annotation = self.text("", changes, "annotation", here).strip() if "annotation" in changes else ""
        return f"{name} ({annotation})" if annotation else name

    def printed(self, element: Element, changes: Changes, here: Here) -> tuple[str | None, str | None]:
        """Return the publication and the page that an element is from, after the changes of either."""
        publication = self.text(element.publication_id or "", changes, "publicationId", here)
        return publication or None, self.text(element.page or "", changes, "page", here) or None

    def number(self, value: Decimal, changes: Changes, field: str, here: Here) -> Decimal:
        """Return a number after the changes of a field."""
        for change in self._in_order(changes.get(field, ()), here):
            value = modify.number(value, change.modifier, self.conditions.times(change, here))
        return value

    def name(self, linked: Linked, here: Here) -> str:
        """Return the name of an entry or group."""
        return self.text(linked.name, linked.changes, "name", here)

    def hidden(self, value: bool, changes: Changes, here: Here) -> bool:
        """Whether something is hidden after its changes."""
        for change in changes.get("hidden", ()):
            value = modify.flag(value, change.modifier, self.conditions.times(change, here))
        return value

    def limit(self, constraint: Constraint, changes: Changes, here: Here) -> Decimal:
        """Return the value of a constraint after the changes that name it."""
        return self.number(constraint.value, changes, constraint.id, here)

    def changes(self, node: SelectionNode | ForceNode) -> Changes:
        """Return what changes a selection or force: its own modifiers, then those that reach it from elsewhere."""
        found = self._changes.get(node)
        if found is None:
            if isinstance(node, ForceNode):
                found = changes_by_field((node.entry,)) if node.entry else {}
            else:
                found = node.entry.changes if node.entry else {}
            more = self.reach.changes_of(node)
            self._changes[node] = found = _merged(found, more) if more else found
        return found

    def limit_changes(self, above: ForceNode | SelectionNode, linked: LinkedEntry | LinkedGroup) -> Changes:
        """Return what changes the limits of something: its own modifiers, then those that reach its selections."""
        reached = (self.reach.changes_of(node) for node in above.selections if node.entry is linked)
        more = next(filter(None, reached), None) if self.reach else None
        return _merged(linked.changes, more) if more else linked.changes

    def shown_changes(self, node: SelectionNode | ForceNode, selector: str, kind: str, own: Changes) -> Changes:
        """Return what changes a profile of a type, or a rule of a name, shown here: its own, then what reaches it."""
        found = self.reach.shown_of(node)
        return _merged(own, found.get((selector, ""), {}), found.get((selector, kind), {}))

    def entry_categories(self, entry: LinkedEntry, here: Here) -> Mapping[str, bool]:
        """Return the categories that an entry has here, with whether each is primary."""
        found = dict(entry.categories)
        for change in entry.changes.get("category", ()):
            found = modify.membership(found, change.modifier, self.conditions.times(change, here))
        return found

    def entry_costs(self, entry: LinkedEntry, here: Here, changes: Changes | None = None) -> Mapping[str, Decimal]:
        """Return what one of an entry costs here, by cost type: its own in their order, then the others' by name."""
        costs = self.top.library.costs(entry)
        changes = entry.changes if changes is None else changes
        if changes.keys().isdisjoint(costs):
            return costs
        return {id: self.number(value, changes, id, here) for id, value in costs.items()}

    def categories(self, node: SelectionNode) -> Mapping[str, bool]:
        """Return the categories of a selection."""
        if node.entry is None:
            saved = node.selection.saved
            return {category.entry_id: category.primary for category in saved.categories} if saved else {}
        changes = self.changes(node)
        if "category" not in changes:
            return _unchanged(node, node.entry)
        if node in self._forming:
            return self._forming[node]
        if not self._elected:
            self._elect()
        if node not in self._categories:
            if self._electing:
                return _unchanged(node, node.entry)
            self._categories[node] = self._form(node, node.entry, changes)
        return self._categories[node]

    def _form(self, node: SelectionNode, entry: LinkedEntry, changes: Changes) -> Mapping[str, bool]:
        """Work out categories change by change: conditions of one see what those before it have made of them."""
        self._forming[node] = _unchanged(node, entry)
        for change in changes["category"]:
            times = self.conditions.times(change, here_of(node))
            self._forming[node] = modify.membership(dict(self._forming[node]), change.modifier, times)
        return self._forming.pop(node)

    def _is_settled(self) -> bool:
        """Whether no categories are being worked out: meanwhile others count than there are in the end."""
        return not self._electing and not self._forming

    def _elect(self) -> None:
        """Work out categories that a selection has because no other has them: the first of the roster gets them.

        Meanwhile the others count as they are in the data.
        """
        self._elected = self._electing = True
        for node in self.top.selections:
            changes = self.changes(node)
            if node.entry is not None and _is_contested(changes):
                self._categories[node] = self._form(node, node.entry, changes)
        self._electing = False

    def costs(self, node: SelectionNode) -> Mapping[str, Decimal]:
        """Return what a selection costs without its children, by cost type: the costs of one times its number."""
        if self._replayed is None and node not in self._costs:
            if node in self._busy:
                self._replay_costs()
            else:
                self._busy.add(node)
                self._costs[node] = self._price(node)
                self._busy.discard(node)
        return self._costs.get(node, {}) if self._replayed is None else self._replayed.get(node, {})

    def all_costs(self) -> Iterator[Mapping[str, Decimal]]:
        """Yield what each selection costs without its children, but for most of those that cost nothing."""
        library, reached = self.top.library, bool(self.reach)
        for node in self.top.selections:
            if reached or node.entry is None or node.selection.saved or not library.is_free(node.entry):
                yield self.costs(node)

    def force_costs(self, node: ForceNode) -> Mapping[str, Decimal]:
        """Return what a force costs by itself, by cost type."""
        if node.entry is None or not node.entry.costs:
            return {}
        changes, here = self.changes(node), here_of(node)
        return {cost.type_id: self.number(cost.value, changes, cost.type_id, here) for cost in node.entry.costs}

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
        costs = self.entry_costs(node.entry, here_of(node), self.changes(node))
        number = node.selection.number
        costs = costs if number == 1 else {type_id: value * number for type_id, value in costs.items()}
        if (kept := node.selection.saved) is None or not kept.costs:
            return costs
        return {**costs, **{cost.type_id: cost.value * number for cost in kept.costs}}


def _unchanged(node: SelectionNode, entry: LinkedEntry) -> Mapping[str, bool]:
    """Return the categories of a selection before modifiers: those of its entry, and those that are kept of its file.

    One that is kept as the primary one is that, whatever the data says.
    """
    kept = node.selection.saved
    if kept is None or not kept.categories:
        return entry.categories
    own = (change.modifier for change in entry.changes.get("category", ()))
    given = {modifier.value for modifier in own if modifier.type in modify.GIVING}
    found = dict(entry.categories)
    for category in kept.categories:
        id = category.entry_id
        if category.primary:
            found = {**dict.fromkeys(found, False), id: True}
        elif id not in given:
            found.setdefault(id, False)
    return found


def _is_contested(changes: Changes) -> bool:
    """Whether a category hangs on how many have the very same one."""
    return any(change.modifier.value in change.counted() for change in changes.get("category", ()))


def _merged(*changes: Changes) -> Changes:
    """Return changes by field, those of the first before those of the second."""
    fields = dict.fromkeys(field for each in changes for field in each)
    return {field: tuple(change for each in changes for change in each.get(field, ())) for field in fields}


def here_of(node: SelectionNode | ForceNode) -> Here:
    """Return where the conditions of a selection or force are asked."""
    return Here(node, node.above)


def within(node: SelectionNode | ForceNode) -> Here:
    """Return where the conditions of what a selection or force shows are asked.

    A profile or rule is within the element that shows it: that one is its parent, and the first of its ancestors.
    """
    return Here(node, node)

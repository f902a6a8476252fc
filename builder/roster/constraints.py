"""Finds what breaks the limits of the data: too many, too few, hidden entries, costs, entries that are gone.

A finding belongs to where its constraint counts: too few are the matter of the category, force, roster or selection
that lacks them; too many are the matter of the selection that is one too many, or of the one it is chosen in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.info import MESSAGES, Changes
from builder.catalogue.model import Cost, ForceEntry, Query, primary_of
from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.roster.battle_size import size_findings
from builder.roster.count import LIMIT, CategoryNode, GroupNode, Here, Scope
from builder.roster.effective import EffectiveValues, here_of
from builder.roster.evaluation_cache import EvaluationCache
from builder.roster.limits import Limits, Measure, Subject
from builder.roster.model import Selection
from builder.roster.modifiers import plain
from builder.roster.naming import names_with_leaders
from builder.roster.tree import ForceNode, RosterNode, SelectionNode
from builder.roster.view import ForceView, SelectionView, points_among
from builder.scalars import number
from builder.text import numbered, without_markup

if TYPE_CHECKING:
    from builder.roster.placing import Places
    from builder.roster.reasons import Needs


def findings(values: EffectiveValues, costs: Iterable[Cost], kept: EvaluationCache) -> Iterator[Finding]:
    """Yield what is wrong with the roster: costs first, then force by force."""
    costs = tuple(costs)
    yield from _cost_limits(values, costs)
    yield from size_findings(values, points_among(costs))
    check = _Check(values, kept)
    for force in values.top.all_forces():
        yield from _missing(values, force)
        yield from check.force(force)
    yield from _kept(values)


def _cost_limits(values: EffectiveValues, costs: Iterable[Cost]) -> Iterator[Finding]:
    for cost in costs:
        limit = values.top.roster.cost_limit(cost.type_id)
        if limit is not None and cost.value > limit:
            message = f"The army costs {number(cost.value)} {cost.name}, the limit is {number(limit)}."
            place = Place(owner="roster", entry="costLimits", constraint=cost.type_id)
            yield Finding(Severity.ERROR, "cost-limit", message, at=place)


def _missing(values: EffectiveValues, node: ForceNode) -> Iterator[Finding]:
    force, place = node.force, replace(_of_force(node), entry=node.force.entry_id)
    gone = "is kept, but the data no longer has it"
    if node.entry is None:
        message = f"The force “{force.name or force.entry_id}” {gone}: remove it or add one of those that it has."
        yield Finding(Severity.ERROR, "force-missing", message, at=place)
    if force.catalogue_id not in values.top.library.catalogues:
        which = f"The force “{force.name}” is made of a catalogue that the data does not have ({force.catalogue_id})"
        message = f"{which}: add it with muster data add, or remove the force."
        yield Finding(Severity.ERROR, "catalogue-missing", message, at=place)
        return
    for found in node.below:
        if found.entry is None and (isinstance(found.above, ForceNode) or found.above.entry is not None):
            selection = found.selection
            named = f"“{selection.name or selection.entry_path}”{_last_cost(selection)}"
            message = f"{named} {gone}: remove it or choose something else."
            if lacking := ", ".join(f"“{name}”" for name in values.top.library.lacking(force.catalogue_id)):
                why = f"the data lacks a catalogue that may have it ({lacking})"
                message = f"{named} is kept as it was saved, as {why}: add its file with muster data add, or remove it."
            place = replace(_of_selection(found), entry=selection.entry_path)
            yield Finding(Severity.ERROR, "entry-missing", message, at=place)


_TOLD = 3
"""So much of what is kept is named."""


def _kept(values: EffectiveValues) -> Iterator[Finding]:
    """Tell once of all that is kept of the file and that the data has no way to."""
    catalogues = values.top.library.catalogues  # What lacks more is told already.
    whole = (node.force for node in values.top.all_forces() if node.entry and node.force.catalogue_id in catalogues)
    forces = ((force.name, force.saved) for force in whole)
    parts = ((node.selection.name, node.kept) for node in values.top.selections)
    kept = chain[tuple[str, ForceView | SelectionView | None]](forces, parts)
    found = [f"“{name}” of {of}" for of, saved in kept if saved for name in _names(saved)]
    if found:
        told = list(dict.fromkeys(found))
        more = f" and {len(told) - _TOLD} more" if len(told) > _TOLD else ""
        message = "The data does not say this of what was chosen, so that it is kept as the file has it: "
        message += f"{', '.join(told[:_TOLD])}{more}. What is added anew is as the data says."
        yield Finding(Severity.INFO, "kept", message, at=Place(owner="roster"))


def _names(saved: ForceView | SelectionView) -> Iterator[str]:
    yield from (profile.name for profile in saved.profiles)
    yield from (rule.name for rule in saved.rules)
    yield from (category.name for category in saved.categories)
    if isinstance(saved, SelectionView):
        yield from (cost.name for cost in saved.costs)


def _last_cost(lost: Selection) -> str:
    """Return what a selection cost with all below it when it was last saved, as far as that is known."""
    total: dict[str, Decimal] = {}
    for cost in (cost for part in lost.walk() for cost in part.costs):
        total[cost.name or cost.type_id] = total.get(cost.name or cost.type_id, Decimal(0)) + cost.value
    known = ", ".join(f"{plain(value)} {name}" for name, value in total.items() if value)
    return f" ({known} when it was saved)" if known else ""


_SEVERITIES = {"error": Severity.ERROR, "warning": Severity.WARNING, "info": Severity.INFO}
"""How much the messages matter that data puts on an element, by field."""


class _Check:
    def __init__(self, values: EffectiveValues, kept: EvaluationCache) -> None:
        self._values = values
        self._kept = kept
        self._limits = Limits(values)
        self._told: set[tuple[Scope, str, str]] = set()

    @cached_property
    def _units(self) -> Mapping[str, str]:
        """What the units are called that the forces have, by their ids."""
        return numbered(
            {
                each.selection.id: each.selection.custom_name or each.selection.name
                for force in self._values.top.all_forces()
                for each in force.selections
            }
        )

    @cached_property
    def _forces(self) -> Mapping[str, str]:
        """What the forces are called, by their ids: one of several alike by who leads it."""
        forces = list(self._values.top.all_forces())
        return names_with_leaders(
            (each.force.id, each.force.custom_name or each.force.name, self._leader(each)) for each in forces
        )

    def _leader(self, force: ForceNode) -> str:
        """The name of the first unit of a force, in the order of its slots."""
        by_slot: dict[str, SelectionNode] = {}
        for node in force.selections:
            by_slot.setdefault(primary_of(self._values.categories(node)), node)
        links = force.entry.category_links if force.entry else ()
        first = next((by_slot[link.target_id] for link in links if link.target_id in by_slot), None)
        return self._units[first.selection.id] if first is not None else ""

    def force(self, node: ForceNode) -> Iterator[Finding]:
        """Check a force: its own limits, those of its categories, of all it may select, and of its selections."""
        if node.entry is not None:
            yield from self._own_limits(node, node.entry)
            yield from self._categories(node, node.entry)
        for entry in self._values.top.library.checked_root_entries(node.force.catalogue_id):
            if self._breakable(entry):
                yield from self._entry(self._limits.of_root(node, entry), entry)
        for unit in node.selections:
            yield from self._without_slot(unit)
        for selection in node.below:
            yield from self._messages(selection)
            for group in self._values.top.library.telling(selection.entry) if selection.entry else ():
                changes = self._values.limit_changes(selection, group)
                yield from self._said(changes, Here(None, selection), group.name, _of_selection(selection))
            reached = any(self._values.reach.changes_of(child) for child in selection.selections)
            fine = not reached and (selection.entry is None or self._is_fine(selection, selection.entry))
            for linked in selection.entry.constrained if selection.entry else ():
                if not (fine and linked.simple) and self._breakable(linked):
                    yield from self._entry(self._limits.of_child(selection, linked), linked)

    def _without_slot(self, unit: SelectionNode) -> Iterator[Finding]:
        """Tell of a unit that its force has no slot for it."""
        slots, primary = self._limits.slot_ids(unit.force), primary_of(self._values.categories(unit))
        if slots and primary and primary not in slots:
            why = self._places.why_none(unit, "it").words
            if why:
                yield self._hidden(unit.force, self._name(unit), _of_selection(unit), f": there is {why}")

    @cached_property
    def _places(self) -> Places:
        # Only an army with such a unit pays for finding out where it could be.
        from builder.roster.placing import Places

        return Places(self._values, self._limits)

    def _messages(self, node: SelectionNode) -> Iterator[Finding]:
        changes = self._values.changes(node)
        if not changes.keys().isdisjoint(MESSAGES):
            yield from self._said(changes, here_of(node), self._name(node), _of_selection(node))

    def _said(self, changes: Changes, here: Here, name: str, place: Place) -> Iterator[Finding]:
        """Tell what the data itself says of an element under some conditions: New Recruit's errors and warnings."""
        for field, severity in _SEVERITIES.items():
            for change in changes.get(field, ()):
                if change.modifier.type in ("add", "set") and self._values.applies(change, here):
                    said = _filled(change.modifier.value, {"self": name})
                    code, words = f"data-{field}", f"{name}: {said}"
                    yield Finding(severity, code, words, at=place, said=said, about=name, reason=said)

    def _is_fine(self, node: SelectionNode, entry: LinkedEntry) -> bool:
        """Whether all simple limits below a selection hold."""
        if not self._kept.is_fine(node):
            if not all(self._limits.simply_held(node, linked) for linked in entry.simply_constrained):
                return False
            self._kept.fine[node.selection.id] = (node.selection, entry)
        return True

    def _breakable(self, linked: LinkedEntry | LinkedGroup) -> bool:
        """Whether anything can be wrong with it: without any of it chosen, only too few can."""
        return linked.demanding or self._values.counts.anywhere(linked.id)

    def _own_limits(self, node: ForceNode, entry: ForceEntry) -> Iterator[Finding]:
        subject = self._limits.of_force(node, entry)
        yield from self._said(subject.changes, subject.here, self._name(node), _of_force(node))
        if node.forces or not self._values.hidden(entry.hidden, subject.changes, subject.here):
            yield from self._broken(subject)

    def _categories(self, node: ForceNode, entry: ForceEntry) -> Iterator[Finding]:
        for link in entry.category_links:
            category = self._values.top.library.categories.get(link.target_id)
            if category is None:
                continue
            subject = self._limits.of_category(node, category, link)
            if not self._values.hidden(category.hidden or link.hidden, subject.changes, subject.here):
                yield from self._broken(subject)
                place = self._place(CategoryNode(node, category.id), [], category.id)
                yield from self._said(subject.changes, subject.here, category.name, place)
            elif self._values.counts.in_category(Query(), node, category.id):
                yield self._hidden(node, category.name, replace(_of_force(node), entry=category.id))

    def _entry(self, subject: Subject, linked: LinkedEntry | LinkedGroup) -> Iterator[Finding]:
        """Check an entry or group; a hidden one has no limits, but it must not be chosen."""
        if not self._values.hidden(linked.hidden, linked.changes, subject.here):
            yield from self._broken(subject)
        elif subject.container is not None and isinstance(linked, LinkedEntry):
            held = self._values.counts.of_linked(Query(shared=False), subject.container, linked)
            # Conditions on itself hold for what is chosen, which may be shown where what could be chosen is not.
            held = [
                node for node in held if self._values.hidden(linked.hidden, self._values.changes(node), here_of(node))
            ]
            if held:
                name = self._values.name(linked, subject.here)
                place = replace(self._place(subject.container, held, linked.id), entry=linked.id)
                # Only what is against a limit pays for finding out what would allow it.
                from builder.roster.reasons import why_hidden

                why = why_hidden(linked, self._values, here_of(held[-1]))
                yield self._hidden(subject.container, name, place, f": it {why.words}" if why.words else "", why.names)

    def _broken(self, subject: Subject) -> Iterator[Finding]:
        """Tell which limits are broken, each once, though several links, selections or forces lead to it.

        One of an entry that is not shared counts each link by itself and is told of each, one of a force of each force.
        """
        holder = subject.holder
        of_entry = isinstance(holder, LinkedEntry | LinkedGroup)
        path = holder.path if isinstance(holder, LinkedEntry | LinkedGroup) else holder.id
        for measure in self._limits.measure(subject, broken=True):
            constraint = measure.constraint
            key = (measure.scope, holder.id if constraint.query.shared else path, constraint.id)
            if key in self._told:
                continue
            if of_entry or constraint.query.shared:
                self._told.add(key)
            too_many = measure.held if constraint.type == "max" and of_entry else []
            place = self._place(measure.scope, too_many, subject.holder.id)
            by, declared = measure.declared.reported
            place = replace(place, entry=by, constraint=declared)
            needs = self._needs(measure)
            message = without_markup(self._message(measure, needs.words))
            yield Finding(Severity.ERROR, constraint.type, message, at=place, needs=needs.names)

    def _hidden(self, scope: Scope, name: str, place: Place, why: str = "", needs: tuple[str, ...] = ()) -> Finding:
        message = f"{name} cannot be taken in {self._name(scope)} as the army stands{why}."
        return Finding(Severity.ERROR, "hidden", message, at=replace(place, constraint="hidden"), needs=needs)

    def _needs(self, measure: Measure) -> Needs:
        """What would allow some where none are allowed."""
        # Only what is against a limit pays for finding that out, and the words for it.
        from builder.roster.reasons import Needs, why_none

        own = measure.constraint.message or measure.constraint.type != "max" or measure.limit
        return Needs() if own else why_none(measure, self._values)

    def _message(self, measure: Measure, needs: str) -> str:
        field = measure.constraint.query.field
        if measure.constraint.message:
            return self._own_message(measure)
        from builder.roster.reasons import broken_limit

        subject = measure.subject
        cost_type = self._values.top.library.cost_types.get(field.removeprefix(LIMIT))
        return broken_limit(
            measure,
            self._limits.measure(subject),
            name=self._values.text(subject.holder.name, subject.changes, "name", subject.here),
            who=self._who(measure.scope),
            unit=self._values.top.library.unit,
            cost=cost_type.name if cost_type else "",
            needs=needs,
        )

    def _who(self, scope: Scope) -> str:
        """Who has too many or too few; empty for the army, which its only force is too, whatever the data calls it."""
        if isinstance(scope, SelectionNode | GroupNode):
            return self._name(scope)
        force = scope.force if isinstance(scope, CategoryNode) else scope
        return self._name(force) if isinstance(force, ForceNode) and len(self._forces) > 1 else ""

    def _own_message(self, measure: Measure) -> str:
        """Return what the data itself says of a broken limit."""
        constraint, subject, library = measure.constraint, measure.subject, self._values.top.library
        field = constraint.query.field.removeprefix(LIMIT)
        cost_type = library.cost_types.get(field)
        name = self._values.text(subject.holder.name, subject.changes, "name", subject.here)
        values = {
            "self": name,
            "of": name,
            "scope": self._name(measure.scope),
            "field": cost_type.name if cost_type else field,
            "current": plain(measure.amount),
            "value": plain(measure.limit),
            "difference": plain(measure.excess),
            "%": plain(constraint.value),
        }
        if constraint.query.percent:
            values["total"] = plain(self._values.counts.total(constraint.query, measure.scope))
        named = (library.categories.get, library.links.element, library.force_entries.get)
        for id in _PLACEHOLDER.findall(constraint.message):
            found = next((element for look in named if (element := look(id)) is not None), None)
            if found is not None:
                values.setdefault(id, found.name)
        return _filled(constraint.message, values)

    def _name(self, scope: Scope) -> str:
        if isinstance(scope, GroupNode):
            return self._name(scope.parent)
        if isinstance(scope, SelectionNode):
            return self._units.get(scope.selection.id) or scope.selection.custom_name or scope.selection.name
        if isinstance(scope, ForceNode):
            return self._forces[scope.force.id]
        if isinstance(scope, CategoryNode):
            category = self._values.top.library.categories.get(scope.category_id)
            return f"{category.name if category else scope.category_id} of {self._name(scope.force)}"
        return scope.roster.name

    def _place(self, scope: Scope, too_many: list[SelectionNode], subject_id: str) -> Place:
        if isinstance(scope, GroupNode):
            scope = scope.parent
        if isinstance(scope, SelectionNode):
            return _of_selection(scope)
        if too_many:
            return replace(_of_selection(too_many[-1]), owner_entry=subject_id)
        if isinstance(scope, RosterNode):
            return Place(owner="roster")
        if isinstance(scope, CategoryNode):
            return Place(owner="category", owner_id=scope.force.force.id, owner_entry=scope.category_id)
        return _of_force(scope)


_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def _filled(message: str, values: Mapping[str, str]) -> str:
    """Return a message of the data with what its placeholders stand for, without marks of bold type."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), message).replace("**", "")


def _of_force(node: ForceNode) -> Place:
    return Place(owner="force", owner_id=node.force.id, owner_entry=node.force.entry_id)


def _of_selection(node: SelectionNode) -> Place:
    selection = node.selection
    entry_id = node.entry.id if node.entry else selection.entry_path
    return Place(
        unit=node.root().selection.id,
        selection=selection.id,
        owner="selection",
        owner_id=selection.id,
        owner_entry=entry_id,
    )

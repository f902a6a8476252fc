"""The catalogue as the editor lists it, by slot, found by a few letters; what adding a unit of it comes to.

An addition is worked out with the army around it, and kept with what the unit asked of that army: how many of something
are in it, in a force or a slot. As long as the army answers the same, adding the unit comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import itemgetter

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.info import AppliedModifier, Changes
from builder.catalogue.library import Library
from builder.catalogue.model import Cost, ForceEntry, Query, primary_of
from builder.errors import EditError
from builder.record import replace
from builder.roster.count import LIMIT, CategoryNode, GroupNode, Here, Scope
from builder.roster.effective import EffectiveValues, here_of
from builder.roster.evaluate import Evaluator
from builder.roster.model import Force, Roster
from builder.roster.tree import ForceNode, RosterNode, SelectionNode
from builder.services.editor.operations import Add, EditContext, Operation, State
from builder.services.editor.perform import perform


@dataclass(frozen=True, slots=True)
class Addition:
    """What adding a unit adds to the costs of an army, and what is to be chosen in it before it is complete."""

    costs: tuple[Cost, ...]
    needs: tuple[str, ...] = ()

    def of_type(self, type_id: str) -> Decimal:
        """Return what it adds to the cost of a type."""
        return next((cost.value for cost in self.costs if cost.type_id == type_id), Decimal(0))


@dataclass(frozen=True, slots=True)
class Asked:
    """What is counted in an army beyond one unit: in the army, a force of it, or a slot of that force."""

    query: Query
    force: str = ""
    slot: str = ""

    def answer(self, values: EffectiveValues) -> tuple[Decimal | None, Decimal | None]:
        """Return how many are counted, and of how many in all where a share is asked for."""
        force = values.top.parts.get(self.force)
        scope: Scope = force if isinstance(force, ForceNode) else values.top
        if isinstance(force, ForceNode) and self.slot:
            scope = CategoryNode(force, self.slot)
        query = self.query
        counted = values.counts.count(query, scope, query.child_id) if query.child_id is not None else None
        return counted, values.counts.total(query, scope) if query.percent else None


Answers = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """An addition with what the unit asked, the answers, and what the units around answered to their own questions."""

    asked: tuple[Asked, ...]
    answers: Answers
    around: Answers
    addition: Addition


class Additions:
    """What adding units to one army comes to, worked out again only where that can have changed."""

    def __init__(self, evaluator: Evaluator, ground: EditContext) -> None:
        self._evaluator, self._ground = evaluator, ground
        self._known: dict[tuple[str, str], _Known] = {}
        self._around: tuple[Roster, Answers | None] | None = None
        self._steps: tuple[Roster | None, dict[tuple[Operation, ...], Decimal | None]] = None, {}

    def of(self, roster: Roster, force: Force, entry: LinkedEntry) -> Addition:
        """What adding a unit comes to: its costs by type, without what costs nothing, and what it still needs."""
        around = self._around_of(roster)
        key = (force.id, entry.path)
        known = self._known.get(key)
        if known is not None and known.around == around and known.answers == self._answers(roster, known.asked):
            return known.addition
        library = self._ground.data.library
        try:
            done = perform(self._ground, State(roster), Add(unit=entry.path, force=force.id))
        except EditError:
            return Addition(named_costs(library, library.costs(entry)))
        before = {cost.type_id: cost.value for cost in self._evaluator.costs(roster)}
        # What was added is worked out apart: the evaluator goes on to be asked about the army as it is.
        apart, after = Evaluator(library, by_name=False), done.state.roster
        added = {c.type_id: c.value - before.get(c.type_id, Decimal(0)) for c in apart.costs(after)}
        addition = Addition(named_costs(library, added), apart.lacking(after, done.id or ""))
        asked = asked_by_unit(apart.values(after), done.id or "")
        if around is not None and asked is not None:
            self._known[key] = _Known(asked, self._answers(roster, asked), around, addition)
        return addition

    def by(self, roster: Roster, operations: tuple[Operation, ...], type_id: str) -> Decimal | None:
        """What operations add to the cost of a type; None where they are not possible."""
        if self._steps[0] is not roster:
            self._steps = roster, {}
        known = self._steps[1]
        if operations not in known:
            known[operations] = self._by(roster, operations, type_id)
        return known[operations]

    def _by(self, roster: Roster, operations: Sequence[Operation], type_id: str) -> Decimal | None:
        state = State(roster)
        try:
            for operation in operations:
                state = perform(self._ground, state, operation).state
        except EditError:
            return None
        apart = Evaluator(self._ground.data.library, by_name=False)
        before, after = (
            sum((cost.value for cost in costs if cost.type_id == type_id), Decimal(0))
            for costs in (self._evaluator.costs(roster), apart.costs(state.roster))
        )
        return after - before

    def _answers(self, roster: Roster, asked: Iterable[Asked]) -> Answers:
        values = self._evaluator.values(roster)
        return tuple(each.answer(values) for each in asked)

    def _around_of(self, roster: Roster) -> Answers | None:
        """The units whose costs hang on what is around them, with what they are answered; None if that is unclear."""
        if self._around is None or self._around[0] is not roster:
            values = self._evaluator.values(roster)
            self._around = roster, _hanging(values)
        return self._around[1]


def asked_by_unit(values: EffectiveValues, id: str) -> tuple[Asked, ...] | None:
    """Return what the costs of a unit, and what it needs, hang on beyond itself; None where that cannot be told."""
    root = values.top.parts.get(id)
    found: set[Asked] = set()
    for node in root.walk() if isinstance(root, SelectionNode) else ():
        asked = _asked_by_costs(values, node)
        if asked is None:
            return None
        found |= asked
        for linked in node.entry.constrained if node.entry else ():
            least = {each.constraint.id for each in linked.constraints if each.constraint.type == "min"}
            changes = _changing(linked.changes, {*least, "hidden", "name"} if least else ())
            asked = _asked(values, changes, Here(None, node))
            if asked is None:
                return None
            found |= asked
    return tuple(found)


def _asked_by_costs(values: EffectiveValues, node: SelectionNode) -> set[Asked] | None:
    """What the costs and the categories of a selection hang on beyond its unit; None where that cannot be told."""
    if node.entry is None:
        return set()
    if values.reach.changes_of(node) or any(linked.relative for linked in (node.entry, *node.entry.all_groups)):
        return None
    return _asked(values, _changing(node.entry.changes, (*values.top.library.cost_types, "category")), here_of(node))


def _hanging(values: EffectiveValues) -> Answers | None:
    """The units of an army whose costs hang on others, with what they are answered; None where that cannot be told."""
    found: list[object] = []
    for node in values.top.selections:
        asked = _asked_by_costs(values, node)
        if asked is None or (asked and "category" in (node.entry.changes if node.entry else ())):
            return None
        if asked:
            found += (node.root().selection, *((each, each.answer(values)) for each in asked))
    return tuple(found)


def _changing(changes: Changes, fields: Iterable[str]) -> Iterator[AppliedModifier]:
    return (change for field in fields for change in changes.get(field, ()))


def _asked(values: EffectiveValues, changes: Iterable[AppliedModifier], here: Here) -> set[Asked] | None:
    """What changes count beyond the unit that they are in; None where they count costs, which hang on each other."""
    found: set[Asked] = set()
    for query in (query for change in changes for query in change.queries()):
        scope = values.counts.scope(query.scope, here)
        if query.field.startswith(LIMIT):
            found.add(Asked(query))
        elif scope is None or isinstance(scope, SelectionNode | GroupNode):
            continue
        elif query.field in values.top.library.cost_types:
            return None
        elif isinstance(scope, RosterNode):
            found.add(Asked(query))
        elif isinstance(scope, CategoryNode):
            found.add(Asked(query, scope.force.force.id, scope.category_id))
        else:
            found.add(Asked(query, scope.force.id))
    return found


def named_costs(library: Library, costs: Mapping[str, Decimal]) -> tuple[Cost, ...]:
    """Costs by type with their names, without what costs nothing."""
    types = library.cost_types
    return tuple(Cost(id, value, types[id].name if id in types else id) for id, value in costs.items() if value)


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """Something that can be added to a force: `path` leads to it.

    Where a slot has others of its `name`, `apart` are the categories that not all of them have; `shared` tells that.
    """

    path: str
    name: str
    slot: str
    slot_name: str
    shared: bool = False
    apart: str = ""


@dataclass(frozen=True, slots=True)
class CatalogueSlot:
    """A slot with its entries, sorted by the number that the data gives them, then by name.

    One that is not `placed` is none of the force's: what is in it can only be found, with why it cannot be taken.
    """

    id: str
    name: str
    entries: tuple[CatalogueEntry, ...]
    placed: bool = True


def _is_never_seen(entry: LinkedEntry) -> bool:
    changes = entry.changes.get("hidden", ())
    if len(changes) != 1 or not changes[0].always:
        return entry.hidden and not changes
    return changes[0].modifier.value == "true"


def catalogue_of_force(library: Library, catalogue_id: str, force: ForceEntry | None) -> Sequence[CatalogueSlot]:
    """Return what a force can be made of, by slot in the order of the force; what no army can ever see is left out."""
    slots = force.slot_ids if force else ()
    found: dict[str, list[tuple[int, str, CatalogueEntry]]] = {id: [] for id in slots}
    seen = [entry for entry in library.root_entries(catalogue_id) if not _is_never_seen(entry)]
    alike: dict[tuple[str, str], list[LinkedEntry]] = {}
    for entry in seen:
        alike.setdefault((primary_of(entry.categories), entry.name), []).append(entry)
    for entry in seen:
        slot = primary_of(entry.categories)
        known = library.categories.get(slot)
        # What a force calls its link to a category is a leftover of the program that made the data: “New CategoryLink”.
        made = CatalogueEntry(entry.path, entry.name, slot, known.name if known else "Others")
        others = alike[slot, entry.name]
        if len(others) > 1:
            own = (library.categories.get(id) for id in entry.categories if any(id not in o.categories for o in others))
            made = replace(made, shared=True, apart=", ".join(each.name for each in own if each))
        found.setdefault(slot, []).append((entry.sort_index, entry.name.casefold(), made))
    return tuple(
        CatalogueSlot(
            id,
            entries[0][-1].slot_name,
            tuple(made for *_, made in sorted(entries, key=itemgetter(0, 1))),
            placed=not id or not slots or id in slots,
        )
        for id, entries in found.items()
        if entries
    )

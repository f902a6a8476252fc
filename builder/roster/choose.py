"""Choose how many of an entry a selection has: what it replaces goes, and comes back when it is given up.

Which members of a group go for others, `exchange` says. What choosing more rules out is found by trials: limits of its
unit that would allow less than is chosen there already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.errors import EditError
from builder.ids import Ids
from builder.record import replace
from builder.roster import edit
from builder.roster import fill as grow
from builder.roster.effective import EffectiveValues
from builder.roster.exchange import exchanged_for, lowest_ceiling, made_up_by, spare_of
from builder.roster.fill import begun_by
from builder.roster.follow import Taken, each, followers, taken
from builder.roster.limits import Limits, Measure
from builder.roster.model import Roster, Selection
from builder.roster.parts import put
from builder.roster.tree import SelectionNode, tie

_ROUNDS = 50
"""No choice needs more exchanges than this; data whose limits never agree stops here."""


def choose(roster: Roster, library: Library, parent_id: str, path: str, number: int) -> Roster:
    """Choose so many of the entry under this path below a selection, as `taken` counts them; 0 takes it away.

    What all models take or none is given to all of them, or to none; it follows how many models there are.

    Raises:
        EditError: there is no such selection or entry.
    """
    return chosen(EffectiveValues(tie(roster, library)), parent_id, path, number).top.roster


def keep_together(roster: Roster, library: Library, unit: str) -> Roster:
    """Return the roster where what all models of a unit have, or none, follows how many models there are."""
    return _kept_by_all(EffectiveValues(tie(roster, library)), unit).top.roster


def chosen(values: EffectiveValues, parent_id: str, path: str, number: int) -> EffectiveValues:
    """Return the values of a roster in which so many are chosen, from those of the roster as it is: see `choose`.

    Raises:
        EditError: there is no such selection or entry.
    """
    parent, before = _node(values, parent_id), values
    entry = parent.entry.by_path.get(path) if parent.entry else None
    if entry is None:
        raise EditError(f"“{parent.selection.name}” offers no entry {path}.")
    unit, together = parent.root().selection.id, tuple(family(parent, entry))
    values = _by_all(values, together, number > 0) if together else _exchanged(values, parent_id, entry, number)
    if not values.top.library.counts_bearers:
        return _followed(values, unit, before)
    return values if together else _kept_by_all(values, unit)


def family(parent: SelectionNode, entry: LinkedEntry) -> Iterator[tuple[SelectionNode, LinkedEntry]]:
    """Yield what all models of a unit take or none, each with where it is chosen, if the entry is of that kind."""
    ids = begun_by(entry.group) if entry.group else frozenset()
    for node in parent.root().walk() if ids else ():
        for group in node.entry.all_groups if node.entry else ():
            if group.id in ids:
                yield from ((node, member) for member in group.entries)


def _by_all(
    values: EffectiveValues, together: Iterable[tuple[SelectionNode, LinkedEntry]], wanted: bool
) -> EffectiveValues:
    """Return the values of the roster in which all models have what they take or none, or none of them has it."""
    for there, member in together:
        node = _node(values, there.selection.id)
        ceiling = lowest_ceiling(node, member, Limits(values)) if wanted else None
        every = ((ceiling.most if ceiling else 0) or node.selection.number) if wanted else 0
        if every != taken(node, member, values.top.library):
            values = _exchanged(values, node.selection.id, member, every)
    return values


def _kept_by_all(values: EffectiveValues, unit: str) -> EffectiveValues:
    """Return the values of the roster where what all models of a unit have, or none, follows how many these are."""
    root = _node(values, unit) if unit in values.top.parts else None
    for node in root.walk() if root else ():
        for entry in dict.fromkeys(child.entry for child in node.selections):
            if entry is not None and entry.group is not None:
                values = _by_all(values, family(node, entry), wanted=True)
    return values


def _exchanged(values: EffectiveValues, parent_id: str, entry: LinkedEntry, number: int) -> EffectiveValues:
    """Return the values of the roster with so many of an entry, and with what that leaves of the others."""
    parent = _node(values, parent_id)
    more = number > taken(parent, entry, values.top.library)
    before = _broken(parent, Limits(values))
    values = _numbered(values, parent, Taken(entry, number))
    for _ in range(_ROUNDS):
        node = _node(values, parent_id)
        step = next(_exchanges(node, entry, Limits(values), before, more), None)
        if step is None:
            break
        values = _numbered(values, node, step)
    return values


def _followed(values: EffectiveValues, unit: str, before: EffectiveValues) -> EffectiveValues:
    """Return the values of the roster where all that a choice leaves but one number, in the same unit, has that."""
    done: set[tuple[str, Taken]] = set()
    for _ in range(_ROUNDS):
        step = next(followers(_node(values, unit), Limits(values), Limits(before), before.top), None)
        # Limits that do not agree would go on for ever.
        if step is None or (key := (step[0].selection.id, step[1])) in done:
            break
        done.add(key)
        values = _numbered(values, *step)
    return values


def _exchanges(
    parent: SelectionNode,
    entry: LinkedEntry,
    limits: Limits,
    before: Mapping[tuple[LinkedGroup, str], Decimal],
    more: bool,
) -> Iterator[Taken]:
    """Yield what else has to change, with its new number; the first of it is done before the rest is asked for."""
    around = entry.groups_around
    places = [
        group for group in (parent.entry.all_groups if parent.entry else ()) if group.default not in (None, entry)
    ]
    broken = _broken(parent, limits)
    for group in dict.fromkeys((*around, *places)):
        over = broken.get((group, "max"), Decimal(0))
        if group not in around:
            # What takes two places gives up the second: what replaced the thing there goes.
            over -= before.get((group, "max"), Decimal(0))
            going: Mapping[LinkedEntry, int] = spare_of(parent, (group.default, *group.entries), limits.library)
        else:
            going = exchanged_for(parent, entry, limits) if more else {}
        if over > 0:
            for other in (other for other in going if other in group.entries and going[other]):
                fewer = min(going[other], math.ceil(over / each(parent, other, limits.library)))
                yield Taken(other, taken(parent, other, limits.library) - fewer)
        lack = broken.get((group, "min"), Decimal(0))
        if group not in around:
            lack -= before.get((group, "min"), Decimal(0))
        elif lack > 0 and not more and group.default is None and (group, "min") not in before:
            # What is still to be chosen is the player's.
            for other, room in made_up_by(parent, entry, limits).items():
                if other in group.entries:
                    missing = min(room, math.ceil(lack / each(parent, other, limits.library)))
                    yield Taken(other, taken(parent, other, limits.library) + missing)
        if lack > 0 and group.default is not None and group.default is not entry:
            missing = math.ceil(lack / each(parent, group.default, limits.library))
            yield Taken(group.default, taken(parent, group.default, limits.library) + missing)


def _broken(parent: SelectionNode, limits: Limits) -> Mapping[tuple[LinkedGroup, str], Decimal]:
    """By how much the limits of the groups below a selection are broken, by group and kind of limit."""
    found: dict[tuple[LinkedGroup, str], Decimal] = {}
    for group in parent.entry.all_groups if parent.entry else ():
        for kind in ("min", "max"):
            excess = max((measure.excess for measure in limits.of_number(parent, group, kind)), default=Decimal(0))
            if excess > 0:
                found[group, kind] = excess
    return found


def _numbered(values: EffectiveValues, parent: SelectionNode, wanted: Taken) -> EffectiveValues:
    """Return the values of the roster with so many of an entry below a selection, and nothing else changed."""
    roster, library = values.top.roster, values.top.library
    entry, number = wanted
    present = [child.selection for child in parent.selections if child.entry is entry]
    if library.counts_bearers:
        roster = put(roster, {parent.selection.id: _carried(parent.selection, wanted, Ids(roster.ids()))})
    elif entry.separate:
        for surplus in reversed(present[number:]):
            roster = edit.remove(roster, surplus.id)
        for _ in range(number - len(present)):
            roster = edit.select(roster, library, parent.selection.id, entry.path, complete=True).roster
    elif present:
        roster = edit.set_count(roster, library, present[0].id, number)
    elif number:
        added = edit.select(roster, library, parent.selection.id, entry.path, complete=True)
        roster = edit.set_count(added.roster, library, added.id, number) if number > 1 else added.roster
    return EffectiveValues(tie(roster, library))


def _carried(parent: Selection, wanted: Taken, ids: Ids) -> Selection:
    """Return a part of a unit of our datasheets with so many of an entry; what comes with each of these follows."""
    entry, number = wanted
    old = next((child for child in parent.selections if child.entry_path == entry.path), None)
    others = tuple(child for child in parent.selections if child.entry_path != entry.path)
    if not number:
        return replace(parent, selections=others)
    new = grow.scaled(old or grow.chosen(entry, ids), entry, number)
    kept = tuple(new if child is old else child for child in parent.selections)
    return replace(parent, selections=kept if old else (*others, new))


def _node(values: EffectiveValues, id: str) -> SelectionNode:
    node = values.top.parts.get(id)
    if not isinstance(node, SelectionNode):
        raise EditError(f"There is no selection {id} in this army.")
    return node


Key = tuple[str, str, str]
"""A limit where it counts: the selection, the path of what it is of, its own id."""


class Ruled(NamedTuple):
    """A limit that a choice would break, with the values that everything would have then."""

    measure: Measure
    values: EffectiveValues


class Exclusions:
    """Finds what choices rule out in one unit as it stands, by trying them.

    A trial takes as long as an edit. So nothing is tried that no limit depends on of what is chosen, and of a trial
    only those limits are measured that can have changed with it.
    """

    def __init__(self, root: SelectionNode, values: EffectiveValues, limits: Limits) -> None:
        self._root, self._values, self._limits = root, values, limits

    def concerns(self, entry: LinkedEntry) -> bool:
        """Whether more of an entry might rule something out."""
        names = entry.shared_names | entry.exact_names | entry.categories.keys()
        return not (names.isdisjoint(self._deciding) and names.isdisjoint(entry.decisive))

    def most(self, parent: SelectionNode, entry: LinkedEntry, number: int, most: int) -> tuple[int, Ruled | None]:
        """Return how many of an entry, more than `number` and at most `most`, rule nothing out; what one more would."""
        least, ruled = number, self._ruled_out(parent, entry, most)
        if ruled is None:
            return most, None
        # What so many rule out, more rule out too.
        while most - least > 1:
            middle = least + 1 if least == number else (least + most) // 2
            found = self._ruled_out(parent, entry, middle)
            if found is None:
                least = middle
            else:
                most, ruled = middle, found
        return least, ruled

    @cached_property
    def _deciding(self) -> frozenset[str]:
        """The ids that limits depend on of what is chosen in the unit, or comes back by itself."""
        return frozenset(
            id
            for node in self._root.walk()
            for linked in (node.entry.constrained if node.entry else ())
            if linked.limited_by and self._is_held(node, linked)
            for id in linked.limited_by
        )

    def _is_held(self, node: SelectionNode, linked: LinkedEntry | LinkedGroup) -> bool:
        groups = (linked,) if isinstance(linked, LinkedGroup) else linked.groups_around
        if any(group.default is not None for group in groups):
            return True
        return any(measure.amount > 0 for measure in self._limits.of_number(node, linked, "max"))

    @cached_property
    def _parts(self) -> Mapping[str, tuple[str, int]]:
        return _parts(self._root)

    @cached_property
    def _broken(self) -> dict[Key, Decimal]:
        """By how much limits are broken already, as far as that was asked for."""
        return {}

    def _ruled_out(self, parent: SelectionNode, entry: LinkedEntry, number: int) -> Ruled | None:
        """Return a limit that so many of an entry break, or break by more than it is broken already."""
        after = chosen(self._values, parent.selection.id, entry.path, number)
        root = after.top.parts[self._root.selection.id]
        assert isinstance(root, SelectionNode), "choosing below a unit leaves it where it is"
        limits = Limits(after)
        for node, linked in self._touched(root):
            for measure in limits.of_number(node, linked, "max"):
                if measure.excess > 0 and measure.excess > self._excess(node, linked, measure):
                    return Ruled(measure, after)
        return None

    def _touched(self, after: SelectionNode) -> Iterator[tuple[SelectionNode, LinkedEntry | LinkedGroup]]:
        """Yield what has limits that may be other ones now: below what is new, or dependent on what changed."""
        before, parts = self._parts, _parts(after)
        top, now = self._values.top.parts, {node.selection.id: node for node in after.walk()}
        changed = [node for id, node in now.items() if before.get(id) != parts[id]]
        gone = [node for id in before.keys() - parts.keys() if isinstance(node := top[id], SelectionNode)]
        names = {name for node in (*changed, *gone) for name in _names(node)}
        ids = {node.selection.id for node in changed}
        settles = self._values.top.library.counts_bearers
        for node in after.walk():
            if settles and node.selection.number < before.get(node.selection.id, ("", 0))[1]:
                continue  # What fewer models carry follows from their number.
            for linked in node.entry.constrained if node.entry else ():
                if (
                    node.selection.id in ids
                    or linked.id in names
                    or linked.limited_by_all
                    or not linked.limited_by.isdisjoint(names)
                ):
                    yield node, linked

    def _excess(self, after: SelectionNode, linked: LinkedEntry | LinkedGroup, measure: Measure) -> Decimal:
        """By how much a limit is broken as things stand; 0 where it holds, or there is no such part."""
        key = after.selection.id, linked.path, measure.constraint.id
        if key not in self._broken:
            node = self._values.top.parts.get(after.selection.id)
            found = self._limits.of_number(node, linked, "max") if isinstance(node, SelectionNode) else ()
            excess = (each.excess for each in found if each.constraint.id == measure.constraint.id)
            self._broken[key] = max(Decimal(0), next(excess, Decimal(0)))
        return self._broken[key]


def _parts(root: SelectionNode) -> dict[str, tuple[str, int]]:
    """Return what each selection of a unit is of, and its number, by id."""
    return {node.selection.id: (node.selection.entry_path, node.selection.number) for node in root.walk()}


def _names(node: SelectionNode) -> Iterator[str]:
    """Yield all that limits may call a selection."""
    yield from ("any", node.selection.type)
    if node.entry is not None:
        yield from (*node.entry.shared_names, *node.entry.exact_names, *node.entry.categories)
    if node.kept is not None:
        yield from (category.entry_id for category in node.kept.categories)

"""What choosing more of something rules out: limits of its unit that would allow less than is chosen there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.roster.choose import chosen
from builder.roster.effective import EffectiveValues
from builder.roster.limits import Limits, Measure
from builder.roster.tree import SelectionNode

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
        for node in after.walk():
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

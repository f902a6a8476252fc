"""What is exchanged in the groups of a selection: which members go for others, make up for them, and how many may be.

Three kinds of group exchange their members. Of a group that holds one, the member that is there goes for another. Of a
group with a default, the default goes for others and comes back when they go; and they go for the default. In a group
of several that holds a fixed number, the first others go for one of which there are to be more, and make up for one of
which there are to be fewer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.roster.follow import each, number_of, taken
from builder.roster.limits import Limits, Measure
from builder.roster.tree import SelectionNode


class Ceiling(NamedTuple):
    """The most of an entry that one of its limits allows; `holder` is what the limit is of."""

    most: int
    holder: LinkedEntry | LinkedGroup
    measure: Measure


def exchanged_for(parent: SelectionNode, entry: LinkedEntry, limits: Limits) -> Mapping[LinkedEntry, int]:
    """Return what may go for more of an entry, and how many of it, in the order in which it goes."""
    found: dict[LinkedEntry, int] = {}
    for group in entry.groups_around:
        if group.default is entry or holds_one(parent, group, limits):
            found |= spare_of(parent, [member for member in group.entries if member is not entry], limits.library)
        elif group.default is not None:
            found |= spare_of(parent, [group.default], limits.library)
        elif holds_exactly(parent, group, limits):
            spare = spare_of(parent, [member for member in group.entries if member is not entry], limits.library)
            found |= {member: spare[member] for member in group.entries if member in spare}
    return found


def made_up_by(parent: SelectionNode, entry: LinkedEntry, limits: Limits) -> Mapping[LinkedEntry, int]:
    """Return what makes up for fewer of an entry where its group holds a fixed number, and how many of it may be more.

    It is in the order in which more of it is taken.
    """
    found: dict[LinkedEntry, int] = {}
    for group in entry.groups_around:
        if group.default is None and holds_exactly(parent, group, limits):
            for member in (each for each in group.entries if each is not entry and not limits.hides(parent, each)):
                ceiling = lowest_ceiling(parent, member, limits)
                room = (ceiling.most if ceiling else 0) - taken(parent, member, limits.library)
                if room > 0:
                    found[member] = room
    return found


def holds_one(parent: SelectionNode, group: LinkedGroup, limits: Limits) -> bool:
    """Whether a group holds one of its members, or one for each model."""
    return any(measure.limit == 1 for measure in limits.of_number(parent, group, "max"))


def holds_exactly(parent: SelectionNode, group: LinkedGroup, limits: Limits) -> bool:
    """Whether a group holds a fixed number, more than one, and some member more than once: its mix is what is chosen.

    Of several that are there once or not at all, each is taken and left by itself.
    """
    bounds = {
        kind: [measure.limit * measure.models for measure in limits.of_number(parent, group, kind)]
        for kind in ("min", "max")
    }
    if not all(bounds.values()) or not 1 < max(bounds["min"]) == min(bounds["max"]):
        return False
    return len(group.entries) > 1 and any(
        all(measure.limit * measure.models > 1 for measure in limits.of_number(parent, member, "max"))
        for member in group.entries
    )


def chosen_among(parent: SelectionNode, groups: Sequence[LinkedGroup], limits: Limits) -> LinkedGroup | None:
    """Return the outermost of these groups of which one is chosen, though it may hold none as things stand."""
    for most in (1, 0):
        for group in reversed(groups):
            if any(measure.limit == most for measure in limits.of_number(parent, group, "max")):
                return group
    return None


def lowest_ceiling(parent: SelectionNode, entry: LinkedEntry, limits: Limits) -> Ceiling | None:
    """Return the limit that allows the fewest of an entry, where what it is exchanged for goes.

    None without any limit.
    """
    going = exchanged_for(parent, entry, limits)
    have, one = number_of(parent, entry), each(parent, entry, limits.library)

    def ceilings() -> Iterator[Ceiling]:
        holders: tuple[LinkedEntry | LinkedGroup, ...] = (entry, *entry.groups_around)
        for holder in holders:
            members = holder.entries if isinstance(holder, LinkedGroup) else ()
            spare = sum(n * each(parent, other, limits.library) for other, n in going.items() if other in members)
            for measure in limits.of_number(parent, holder, "max"):
                yield Ceiling(math.floor((have + spare - measure.excess) / one), holder, measure)

    return min(ceilings(), key=lambda ceiling: ceiling.most, default=None)


def spare_of(
    parent: SelectionNode, members: Collection[LinkedEntry | None], library: Library
) -> dict[LinkedEntry, int]:
    """Return how many of these entries are there beyond what they ask for themselves, the last chosen first."""
    there = dict.fromkeys(child.entry for child in reversed(parent.selections) if child.entry in members)
    spare = {entry: taken(parent, entry, library) - entry.minimum for entry in there if entry is not None}
    return {entry: number for entry, number in spare.items() if number > 0}

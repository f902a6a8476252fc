"""What can be chosen in a force or below a selection: how many may be, at what cost, and why no more.

This is the one place that decides it: screens, commands and reports ask for an `Option`, and what it allows is what
`choose` does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.catalogue.model import primary_of
from builder.errors import EditError
from builder.roster.choose import Exclusions, family
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues, here_of
from builder.roster.exchange import chosen_among, lowest_ceiling, made_up_by
from builder.roster.follow import each, taken
from builder.roster.limits import Limits, Measure
from builder.roster.model import Roster
from builder.roster.placing import Places
from builder.roster.reasons import Needs, why_hidden, why_none
from builder.roster.tree import ForceNode, SelectionNode, as_if_taken, tie
from builder.text import without_colon


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryOption:
    """An entry on offer, with what one costs.

    Args:
        number: how many are chosen; of what each model takes, how many each has.
        least: the fewest that may be chosen; `most` the most (None: any number), where what it is exchanged for goes.
        step: by how many the number goes up: by all of them, where all models take it or none.
        one_of: the group of which it is the one that is chosen, if it is in such a group.
        single: whether there is never more than one of it: one or none, or all or none.
        default: whether it stands where nothing else was chosen, so that its number follows from that of the others.
        fixed: whether there is nothing to choose: it is always there, so often.
        missing: how many are still to be chosen of it, or of the group that it is in.
        shared: how many more are allowed by limits that other parts of the army count for too; None for any number.
        reason: why no more of it can be chosen; empty where more can.
        needs: the names of what would allow more, or what stands against it; `models_needed` where those are models.
        categories: of what a force offers, those that it would have there.
    """

    entry: LinkedEntry
    name: str
    costs: Mapping[str, Decimal]
    hidden: bool
    number: int
    least: int = 0
    most: int | None = None
    step: int = 1
    one_of: LinkedGroup | None = None
    single: bool = False
    default: bool = False
    fixed: bool = False
    missing: int = 0
    shared: int | None = None
    reason: str = ""
    needs: tuple[str, ...] = ()
    models_needed: int = 0
    categories: Mapping[str, bool] = field(default_factory=dict)

    @property
    def left(self) -> int | None:
        """How many more may be chosen; None for any number."""
        return None if self.most is None else max(0, self.most - self.number)

    @property
    def slot(self) -> str:
        """The id of the slot of a force that it would stand in, whatever is its own; empty where it has none."""
        return primary_of(self.categories)


def options(roster: Roster, library: Library, parent_id: str) -> Iterator[EntryOption]:
    """Yield what a force or a selection offers, one after the other, so that nobody waits for what is not looked at.

    Raises EditError if there is no such force or selection. An editor asks its `Evaluator` instead.
    """
    return Offers(EffectiveValues(tie(roster, library))).of(parent_id)


class Offers:
    """What the forces and selections of a roster offer, from its values; what is known of a unit is kept."""

    def __init__(self, values: EffectiveValues) -> None:
        self._values, self._limits = values, Limits(values)
        self._places = Places(values, self._limits)
        self._exclusions: dict[SelectionNode, Exclusions] = {}

    def of(self, parent_id: str) -> Iterator[EntryOption]:
        """Yield what a force or a selection offers; EditError if there is no such part."""
        library, parent = self._values.top.library, self._values.top.parts.get(parent_id)
        if parent is None:
            raise EditError(f"There is no force or selection {parent_id} in this army.")
        if isinstance(parent, ForceNode):
            return (_unit(entry, parent, self._places) for entry in library.root_entries(parent.force.catalogue_id))
        below = self._below(parent)
        return (below.option(entry) for entry in (library.offered(parent.entry) if parent.entry else ()))

    def one(self, parent_id: str, path: str) -> EntryOption:
        """Return what a force or a selection offers under this path; EditError if there is no such part or entry."""
        parent = self._values.top.parts.get(parent_id)
        if isinstance(parent, ForceNode):
            entry = self._values.top.library.root_entry(parent.force.catalogue_id, path)
        else:
            entry = parent.entry.by_path.get(path) if parent is not None and parent.entry else None
        if parent is None or entry is None:
            raise EditError(f"There is no {path} on offer in {parent_id}.")
        return (
            _unit(entry, parent, self._places) if isinstance(parent, ForceNode) else self._below(parent).option(entry)
        )

    def hidden(self, force_id: str) -> frozenset[str]:
        """Return the paths of what a force does not offer as things stand, as the data hides it."""
        values, force = self._values, self._values.top.parts.get(force_id)
        if not isinstance(force, ForceNode):
            return frozenset()
        entries = values.top.library.root_entries(force.force.catalogue_id)
        may_be = (entry for entry in entries if entry.hidden or "hidden" in entry.changes)
        return frozenset(entry.path for entry in may_be if _is_hidden(entry, as_if_taken(entry, force), values))

    def _below(self, parent: SelectionNode) -> _Below:
        root = parent.root()
        if root not in self._exclusions:
            self._exclusions[root] = Exclusions(root, self._values, self._limits)
        return _Below(parent, self._values, self._limits, self._exclusions[root])


def _is_hidden(entry: LinkedEntry, taken: SelectionNode, values: EffectiveValues) -> bool:
    """Whether the data hides an entry from its force, and would though it were `taken`: it may ask for itself."""
    could_be = values.hidden(entry.hidden, entry.changes, Here(None, taken.force))
    return could_be and values.hidden(entry.hidden, values.changes(taken), here_of(taken))


def _unit(entry: LinkedEntry, force: ForceNode, places: Places) -> EntryOption:
    """Return what a force offers: limited by the entry itself and by its slots."""
    values, limits, node = places.values, places.limits, as_if_taken(entry, force)
    categories = values.categories(node)
    subjects = [limits.of_root(force, entry)]
    for link in force.entry.category_links if force.entry else ():
        category = limits.library.categories.get(link.target_id)
        if category is not None and category.id in categories:
            subjects.append(limits.of_category(force, category, link))
    number = sum(child.selection.number for child in force.selections if child.entry is entry)
    maxima = (
        measure
        for subject in subjects
        for measure in limits.measure(subject)
        if measure.constraint.type == "max" and measure.constraint.query.field == "selections"
    )
    tightest = min(maxima, key=lambda measure: (-measure.excess, measure.limit), default=None)
    most = None if tightest is None else number + max(0, math.floor(-tightest.excess))
    hidden = _is_hidden(entry, node, values)
    why = why_hidden(entry, values, here_of(node)) if hidden else places.why_none(node)
    hidden, reason = hidden or bool(why.words), why.words or ("not in this force" if hidden else "")
    if not reason and tightest is not None and most is not None and most <= number:
        why = _limit_reached(tightest, values)
        reason = why.words
    return EntryOption(
        entry=entry,
        name=values.name(entry, subjects[0].here),
        costs=values.entry_costs(entry, subjects[0].here),
        hidden=hidden,
        number=number,
        most=most,
        reason=reason,
        needs=why.names,
        categories=categories,
    )


class _Below:
    """What a selection offers: limited by the entry itself, by the groups that it is in, and by what it rules out."""

    def __init__(self, parent: SelectionNode, values: EffectiveValues, limits: Limits, exclusions: Exclusions) -> None:
        self._parent, self._values = parent, values
        self._limits, self._library, self._exclusions = limits, values.top.library, exclusions

    def option(self, entry: LinkedEntry) -> EntryOption:
        """Return the entry as it stands now."""
        parent, limits, values = self._parent, self._limits, self._values
        here = limits.of_child(parent, entry).here
        groups = entry.groups_around
        number = taken(parent, entry, self._library)
        whole = any(True for _ in family(parent, entry))
        ceiling = lowest_ceiling(parent, entry, limits)
        most, why = None if ceiling is None else max(0, ceiling.most), Needs()
        if ceiling is not None and ceiling.most <= number:
            why = _limit_reached(ceiling.measure, values)
        elif self._exclusions.concerns(entry):
            most, why = self._beside_others(entry, number, most)
        greatest, lowest = self._greatest(entry), self._lowest(entry)
        least = 0 if whole else self._least(entry, number)
        alone = entry.group is not None and entry.group.only is entry
        return EntryOption(
            entry=entry,
            name=values.name(entry, here),
            costs=values.entry_costs(entry, here),
            hidden=limits.hides(parent, entry),
            number=number,
            least=max(least, lowest),
            most=most,
            step=max(1, most or 0) if whole else entry.target_entry.step,
            one_of=chosen_among(parent, groups, limits),
            single=whole or (greatest is not None and greatest <= 1),
            default=any(group.default is entry for group in groups),
            fixed=number > 0 and number == most and (lowest >= number or (alone and least >= number)),
            missing=self._missing((entry, *groups)),
            shared=self._shared(entry),
            reason=why.words,
            needs=why.names,
            models_needed=why.models,
        )

    def _missing(self, around: Iterable[LinkedEntry | LinkedGroup]) -> int:
        """Return how many more an entry, or a group that it is in, needs before it is complete."""
        least = (measure for each in around for measure in self._limits.of_number(self._parent, each, "min"))
        return max((math.ceil(measure.excess) for measure in least if measure.excess > 0), default=0)

    def _shared(self, entry: LinkedEntry) -> int | None:
        """Return how many more the limits allow that do not count for this parent alone; None for any number."""
        measured = self._limits.of_number(self._parent, entry, "max")
        rooms = (math.floor(-each.excess) for each in measured if each.scope is not self._parent)
        return min((max(0, room) for room in rooms), default=None)

    def _least(self, entry: LinkedEntry, number: int) -> int:
        """The fewest that may be left: what the entry asks for, and its groups where nothing comes back for it."""
        one, least = each(self._parent, entry, self._library), 0
        made_up = made_up_by(self._parent, entry, self._limits)
        for group in entry.groups_around:
            if group.default in (None, entry):
                spare = max(
                    (measure.excess for measure in self._limits.of_number(self._parent, group, "min")), default=None
                )
                if spare is not None:
                    others = (other for other in made_up if other in group.entries)
                    back = sum(made_up[other] * each(self._parent, other, self._library) for other in others)
                    least = max(least, min(number, number + math.ceil((spare - back) / one)))
        return least

    def _lowest(self, entry: LinkedEntry) -> int:
        """Return the fewest that the entry itself asks for."""
        one = each(self._parent, entry, self._library)
        limits = (found.limit * found.models / one for found in self._limits.of_number(self._parent, entry, "min"))
        return math.ceil(max(limits, default=Decimal(0)))

    def _greatest(self, entry: LinkedEntry) -> int | None:
        """Return the most that there could ever be in this place, whatever else is chosen; None for any number."""
        one = each(self._parent, entry, self._library)
        holders: tuple[LinkedEntry | LinkedGroup, ...] = (entry, *entry.groups_around)
        return min(
            (
                math.floor(measure.limit * measure.models / one)
                for holder in holders
                for measure in self._limits.of_number(self._parent, holder, "max")
            ),
            default=None,
        )

    def _beside_others(self, entry: LinkedEntry, number: int, most: int | None) -> tuple[int | None, Needs]:
        """Return the most that rules out nothing else that is chosen, of at most so many; and why there are no more."""
        wanted = number + 1 if most is None else most
        allowed, ruled = self._exclusions.most(self._parent, entry, number, wanted)
        if allowed > number:
            return (None if most is None else allowed), Needs()
        assert ruled is not None, "something stands against what is not allowed"
        if ruled.measure.limit > 0:
            return number, _limit_reached(*ruled)
        name = _name(*ruled)
        return number, Needs(f"not beside {name}", (name,))


def _limit_reached(measure: Measure, values: EffectiveValues) -> Needs:
    """Return why a limit allows no more: how many it allows, or what it needs to allow some."""
    most = math.floor(measure.limit * measure.models)
    if most > 0:
        return Needs(f"{_name(measure, values)}: at most {most}")
    why = why_none(measure, values)
    return why if why.words else Needs(f"{_name(measure, values)}: none can be chosen now")


def _name(measure: Measure, values: EffectiveValues) -> str:
    subject = measure.subject
    return without_colon(values.text(subject.holder.name, subject.changes, "name", subject.here))

"""What can be chosen in a force or below a selection: how many may be, at what cost, and why no more.

This is the one place that decides it: screens, commands and reports ask for an `Option`, and what it allows is what
`choose` does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from builder.catalogue.entries import Linked, LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.catalogue.model import AppliedModifier, Condition, ConditionGroup, Repeat
from builder.errors import EditError
from builder.roster import effective as modify
from builder.roster.choose import choose, each, family, holds_one, lowest_ceiling, taken
from builder.roster.count import TYPES, Here
from builder.roster.effective import Conditions, EffectiveValues
from builder.roster.limits import Limits, Measure
from builder.roster.model import Roster
from builder.roster.tree import ForceNode, SelectionNode, tie

_PAIRS = (
    ("equalTo", "notEqualTo"),
    ("atLeast", "lessThan"),
    ("greaterThan", "atMost"),
    ("instanceOf", "notInstanceOf"),
)
_OPPOSITES: Mapping[str, str] = dict((*_PAIRS, *((second, first) for first, second in _PAIRS)))

_NAMED = 3
"""So many of the things that would do are named."""


def why_hidden(linked: Linked, values: EffectiveValues, here: Here) -> str:
    """Why something is hidden here: what it needs, or what rules it out."""
    changes = linked.changes.get("hidden", ())
    hiding = [change for change in changes if modify.flag(False, change.modifier, 1) and values.applies(change, here)]
    showing = [change for change in changes if not modify.flag(True, change.modifier, 1)]
    return _needs(hiding, showing, values, here) or "not in this force"


def why_none(measure: Measure, values: EffectiveValues) -> str:
    """What a limit that allows none asks for to allow some; empty where it asks for nothing that can be named."""
    here, changes = measure.subject.here, measure.subject.changes.get(measure.constraint.id, ())
    lowering = [
        change
        for change in changes
        if modify.number(Decimal(1), change.modifier, 1) <= 0 and values.applies(change, here)
    ]
    raising = [change for change in changes if modify.number(Decimal(0), change.modifier, 1) > 0]
    return _needs(lowering, raising, values, here)


def _needs(
    against: Sequence[AppliedModifier], towards: Sequence[AppliedModifier], values: EffectiveValues, here: Here
) -> str:
    """What must change: all that speaks against it has to end; without such, one that speaks for it has to begin."""
    words = _Words(values.conditions, values.top.library, here)
    if against:
        return _needing(" and ", (words.of_change(change, begins=False) for change in against))
    return _needing(" or ", (words.of_change(change, begins=True) for change in towards))


def _needing(word: str, phrases: Iterable[str]) -> str:
    needed = _joined(word, phrases)
    return f"needs {needed}" if needed else ""


class _Words:
    """Says what has to be there for conditions to begin, or to cease, to hold."""

    def __init__(self, conditions: Conditions, library: Library, here: Here) -> None:
        self._conditions, self._library, self._here = conditions, library, here

    def of_change(self, change: AppliedModifier, *, begins: bool) -> str:
        """What makes a change apply that does not, or cease to apply."""
        phrases = [
            phrase for part in change.parts for phrase in self._all(part.conditions, part.condition_groups, begins)
        ]
        if begins:
            phrases += [self._repeated(repeat) for part in change.parts for repeat in part.repeats]
        return _joined(" and " if begins else " or ", phrases)

    def _all(self, conditions: Iterable[Condition], groups: Iterable[ConditionGroup], wanted: bool) -> Iterator[str]:
        """Yield what is needed of conditions, where they are not as wanted."""
        for condition in conditions:
            if self._conditions.holds(condition, self._here) != wanted:
                yield self._condition(condition, wanted)
        for group in groups:
            if self._conditions.group_holds(group, self._here) != wanted:
                either = (group.type == "or") == wanted
                yield _joined(
                    " or " if either else " and ", self._all(group.conditions, group.condition_groups, wanted)
                )

    def _condition(self, condition: Condition, wanted: bool) -> str:
        kind = condition.type if wanted else _OPPOSITES.get(condition.type, "")
        query, value = condition.query, condition.value
        name = self._name(query.child_id)
        if not name or query.percent or query.field not in ("selections", "forces"):
            return ""
        match kind:
            case "instanceOf":
                return name
            case "notInstanceOf":
                return f"something other than {name}"
            case "greaterThan":
                kind, value = "atLeast", value + 1
            case "lessThan":
                kind, value = "atMost", value - 1
            case "notEqualTo" if not value:
                kind, value = "atLeast", Decimal(1)
        if kind not in ("atLeast", "atMost", "equalTo"):
            return ""
        if value <= 0:
            return f"no {name}"
        most = "at most " if kind == "atMost" else ""
        return f"{most}{modify.plain(value)} {name}" if value != 1 or most else name

    def _repeated(self, repeat: Repeat) -> str:
        name = self._name(repeat.query.child_id)
        if not name or repeat.query.percent or repeat.query.field not in ("selections", "forces"):
            return ""
        return f"{modify.plain(repeat.value)} {name}" if repeat.value != 1 else name

    def _name(self, id: str | None) -> str:
        return f"{id}s" if id in TYPES else self._library.name_of(id or "") or ""


def _joined(word: str, phrases: Iterable[str]) -> str:
    """The phrases that say something, each once; of many the first."""
    said = list(dict.fromkeys(phrase for phrase in phrases if phrase))
    more = (f"{len(said) - _NAMED} more",) if len(said) > _NAMED + 1 else ()
    return word.join((*said[: _NAMED if more else _NAMED + 1], *more))


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
        reason: why no more of it can be chosen; empty where more can.
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
    reason: str = ""

    @property
    def left(self) -> int | None:
        """How many more may be chosen; None for any number."""
        return None if self.most is None else max(0, self.most - self.number)


def options(roster: Roster, library: Library, parent_id: str) -> Iterator[EntryOption]:
    """Yield what a force or a selection offers, one after the other, so that nobody waits for what is not looked at.

    Raises EditError if there is no such force or selection. An editor asks its `Evaluator` instead.
    """
    return offers(EffectiveValues(tie(roster, library)), parent_id)


def offers(values: EffectiveValues, parent_id: str) -> Iterator[EntryOption]:
    """Yield what a force or a selection offers, from values that are known already."""
    parent = values.top.parts.get(parent_id)
    if parent is None:
        raise EditError(f"There is no force or selection {parent_id} in this army.")
    if isinstance(parent, ForceNode):
        return (_unit(entry, parent, values) for entry in values.top.library.root_entries(parent.force.catalogue_id))
    below = _Below(parent, values)
    return (below.option(entry) for entry in (parent.entry.entries if parent.entry else ()))


def offer(values: EffectiveValues, parent_id: str, path: str) -> EntryOption:
    """What a force or a selection offers under this path; EditError if there is no such part or entry."""
    parent = values.top.parts.get(parent_id)
    if isinstance(parent, ForceNode):
        entry = values.top.library.root_entry(parent.force.catalogue_id, path)
    else:
        entry = parent.entry.by_path.get(path) if parent is not None and parent.entry else None
    if parent is None or entry is None:
        raise EditError(f"There is no {path} on offer in {parent_id}.")
    return _unit(entry, parent, values) if isinstance(parent, ForceNode) else _Below(parent, values).option(entry)


def _unit(entry: LinkedEntry, force: ForceNode, values: EffectiveValues) -> EntryOption:
    """What a force offers: limited by the entry itself and by its slots."""
    limits = Limits(values)
    subjects = [limits.of_root(force, entry)]
    for link in force.entry.category_links if force.entry else ():
        category = limits.library.categories.get(link.target_id)
        if category is not None and category.id in entry.categories:
            subjects.append(limits.of_category(force, category, link))
    here = subjects[0].here
    number = sum(child.selection.number for child in force.selections if child.entry is entry)
    maxima = (
        measure
        for subject in subjects
        for measure in limits.measure(subject)
        if measure.constraint.type == "max" and measure.constraint.query.field == "selections"
    )
    tightest = min(maxima, key=lambda measure: (-measure.excess, measure.limit), default=None)
    most = None if tightest is None else number + max(0, math.floor(-tightest.excess))
    hidden = values.hidden(entry.hidden, entry.changes, here)
    reason = why_hidden(entry, values, here) if hidden else ""
    if not reason and tightest is not None and most is not None and most <= number:
        reason = _limit_reached(tightest, values)
    return EntryOption(
        entry=entry,
        name=values.name(entry, here),
        costs=values.entry_costs(entry, here),
        hidden=hidden,
        number=number,
        most=most,
        reason=reason,
    )


class _Below:
    """What a selection offers: limited by the entry itself, by the groups that it is in, and by what it rules out."""

    def __init__(self, parent: SelectionNode, values: EffectiveValues) -> None:
        self._parent, self._values = parent, values
        self._limits, self._library = Limits(values), values.top.library

    def option(self, entry: LinkedEntry) -> EntryOption:
        """The entry as it stands now."""
        parent, limits, values = self._parent, self._limits, self._values
        here = limits.of_child(parent, entry).here
        groups = entry.groups_around
        number = taken(parent, entry, self._library)
        whole = any(True for _ in family(parent, entry))
        ceiling = lowest_ceiling(parent, entry, limits)
        most, reason = None if ceiling is None else max(0, ceiling.most), ""
        if ceiling is not None and ceiling.most <= number:
            reason = _limit_reached(ceiling.measure, values)
        elif self._decisive & (entry.shared_names | entry.exact_names | entry.categories.keys()):
            most, reason = self._tried(entry, number, most)
        greatest, lowest = self._greatest(entry), self._lowest(entry)
        least = 0 if whole else self._least(entry, number)
        alone = entry.group is not None and entry.group.only is entry
        return EntryOption(
            entry=entry,
            name=values.name(entry, here),
            costs=values.entry_costs(entry, here),
            hidden=any(values.hidden(linked.hidden, linked.changes, here) for linked in (entry, *groups)),
            number=number,
            least=max(least, lowest),
            most=most,
            step=max(1, most or 0) if whole else 1,
            one_of=next((group for group in reversed(groups) if holds_one(parent, group, limits)), None),
            single=whole or (greatest is not None and greatest <= 1),
            default=any(group.default is entry for group in groups),
            fixed=number > 0 and number == most and (lowest >= number or (alone and least >= number)),
            reason=reason,
        )

    def _least(self, entry: LinkedEntry, number: int) -> int:
        """The fewest that may be left: what the entry asks for, and its groups where no default comes back for it."""
        one, least = each(self._parent, entry, self._library), 0
        for group in entry.groups_around:
            if group.default in (None, entry):
                spare = max(
                    (measure.excess for measure in self._limits.of_number(self._parent, group, "min")), default=None
                )
                if spare is not None:
                    least = max(least, min(number, number + math.ceil(spare / one)))
        return least

    def _lowest(self, entry: LinkedEntry) -> int:
        """The fewest that the entry itself asks for."""
        one = each(self._parent, entry, self._library)
        limits = (found.limit * found.models / one for found in self._limits.of_number(self._parent, entry, "min"))
        return math.ceil(max(limits, default=Decimal(0)))

    def _greatest(self, entry: LinkedEntry) -> int | None:
        """The most that there could ever be in this place, whatever else is chosen; None for any number."""
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

    # -- what a choice rules out ----------------------------------------------------
    @cached_property
    def _decisive(self) -> frozenset[str]:
        """The ids of all that limits in this unit depend on: what is called so may rule out other things."""
        nodes = self._parent.root().walk()
        return frozenset(id for node in nodes if node.entry for id in node.entry.decisive)

    @cached_property
    def _broken(self) -> Mapping[str, Decimal]:
        return {key: measure.excess for key, measure in _broken(self._parent.root(), self._limits)}

    def _tried(self, entry: LinkedEntry, number: int, most: int | None) -> tuple[int | None, str]:
        """The most that rules out nothing else that is chosen, of at most so many; and why there are no more."""
        reason = ""
        for wanted in range(number + 1 if most is None else most, number, -1):
            after = choose(self._values.top.roster, self._library, self._parent.selection.id, entry.path, wanted)
            values = EffectiveValues(tie(after, self._library))
            root = values.top.parts[self._parent.root().selection.id]
            assert isinstance(root, SelectionNode), "choosing below a unit leaves it where it is"
            worse = (
                measure for key, measure in _broken(root, Limits(values)) if measure.excess > self._broken.get(key, 0)
            )
            ruled_out = next(worse, None)
            if ruled_out is None:
                return (None if most is None else wanted), ""
            if ruled_out.limit > 0:
                reason = _limit_reached(ruled_out, values)
            else:
                reason = f"not beside {_name(ruled_out, values)}"
        return number, reason


def _broken(root: SelectionNode, limits: Limits) -> Iterator[tuple[str, Measure]]:
    """Yield the limits that are exceeded in a unit, with what tells them apart."""
    for node in root.walk():
        for linked in node.entry.constrained if node.entry else ():
            for measure in limits.of_number(node, linked, "max"):
                if measure.excess > 0:
                    yield f"{node.selection.id} {linked.path} {measure.constraint.id}", measure


def _limit_reached(measure: Measure, values: EffectiveValues) -> str:
    """Why a limit allows no more: how many it allows, or what it needs to allow some."""
    most = math.floor(measure.limit * measure.models)
    if most > 0:
        return f"{_name(measure, values)}: at most {most}"
    return why_none(measure, values) or f"{_name(measure, values)}: none can be chosen now"


def _name(measure: Measure, values: EffectiveValues) -> str:
    subject = measure.subject
    return values.text(subject.holder.name, subject.changes, "name", subject.here)

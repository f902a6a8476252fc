"""Says in a player's words what breaks a limit, and why something cannot be chosen: what it needs, or rules it out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar
from weakref import WeakKeyDictionary

from builder.catalogue.entries import Linked, LinkedEntry, LinkedGroup
from builder.catalogue.info import AppliedModifier
from builder.catalogue.library import Library
from builder.catalogue.model import CategoryEntry, Condition, ConditionGroup, Repeat
from builder.record import Record
from builder.roster import modifiers as modify
from builder.roster.conditions import Conditions
from builder.roster.count import TYPES, GroupNode, Here, force_of
from builder.roster.effective import EffectiveValues
from builder.roster.limits import Measure
from builder.roster.reach import may_mean
from builder.roster.tree import SelectionNode
from builder.scalars import counted
from builder.text import without_colon

_PAIRS = (
    ("equalTo", "notEqualTo"),
    ("atLeast", "lessThan"),
    ("greaterThan", "atMost"),
    ("instanceOf", "notInstanceOf"),
)
_OPPOSITES: Mapping[str, str] = dict((*_PAIRS, *((second, first) for first, second in _PAIRS)))

_MODELS = "models"
"""What all models of a unit are called: those of a type, and the group that our data has of them."""
_NAMED = 3
"""So many of the things that would do are named."""


def broken_limit(
    measure: Measure, others: Iterable[Measure], *, name: str, who: str, unit: str, cost: str = "", needs: str = ""
) -> str:
    """Return what is wrong where a limit is broken: how many there are, and how many there may or must be.

    Args:
        measure: the limit.
        others: all limits of the same thing, which tell how many there must be where there are too many.
        name: what there are too many or too few of.
        who: the unit or the force that has them; empty for the army as a whole.
        unit: what players call what an army is made of.
        cost: what is counted, where that are points or the like.
        needs: what would allow some, where none are.
    """
    kind, limit, name = measure.constraint.type, measure.limit, without_colon(name)
    one = f"{who or 'The army'} "
    if cost:
        spent = f"{modify.plain(measure.amount)} {cost}" if measure.amount else "nothing"
        bound = f"may spend at most {modify.plain(limit)}" if kind == "max" else f"must spend {modify.plain(limit)}"
        return f"{one}spends {spent} on {name}, but {bound}{' or more' if kind == 'min' else ''}."
    if kind == "max" and limit == 0:
        there = modify.plain(measure.amount)
        forces = "forces of " if measure.constraint.query.field == "forces" else ""
        return f"{one}cannot take {forces}{name}, but has {there}: {needs or 'none can be chosen now'}."
    bounds = _Bounds.of(measure, others)
    each = f" for each of its {measure.models} models" if measure.models > 1 else ""
    in_unit = isinstance(measure.scope, SelectionNode | GroupNode)
    what = _Things(measure, name, unit)
    if not in_unit:
        has = what.in_number(measure.amount, none="no ")
        has = has[0].upper() + has[1:] if not measure.amount else has
        where = f" in {who}, which" if who else ", the army"
        return f"{has}{where} {'may have' if kind == 'max' else 'needs'} {bounds.words()}."
    if kind == "max":
        are = "is" if bounds.most == 1 and (bounds.least in (0, 1)) else "are"
        return f"{who} has {what.in_number(measure.amount)}, {bounds.words()}{each} {are} allowed."
    there = modify.plain(measure.amount) if measure.amount else "none"
    if isinstance(measure.subject.holder, LinkedGroup):
        return f"{who}: choose {bounds.words() if name == who else what.of(bounds)}{each}, has {there}."
    return f"{who} needs {what.of(bounds)}{each}, has {there}."


class _Bounds:
    """How many there must and may be; None for any number."""

    def __init__(self, least: Decimal, most: Decimal | None) -> None:
        self.least, self.most = least, most if most is None or most >= least else None

    @classmethod
    def of(cls, measure: Measure, others: Iterable[Measure]) -> _Bounds:
        """The bounds that a limit and those beside it come to that count the same."""
        query = measure.constraint.query
        beside = (each.limit for each in others if _counts_the_same(each, measure))
        if measure.constraint.type == "min":
            return cls(measure.limit, min(beside, default=None) if not query.percent else None)
        return cls(max((Decimal(0), *beside)), measure.limit)

    def words(self) -> str:
        """The bounds in words: `2`, `1 or 2`, `2 to 6`, `at least 2`, `at most 2`."""
        least, most = modify.plain(self.least), None if self.most is None else modify.plain(self.most)
        if most is None:
            return f"at least {least}"
        if self.least == self.most:
            return most
        if not self.least:
            return f"at most {most}"
        return f"{least} {'or' if self.most == self.least + 1 else 'to'} {most}"


def _counts_the_same(each: Measure, other: Measure) -> bool:
    """Whether a limit bounds the same number as another one from the other side."""
    (one, two), queries = (each.constraint, other.constraint), (each.constraint.query, other.constraint.query)
    fields = {query.field for query in queries} if not any(query.percent for query in queries) else ()
    return one.type != two.type and len(fields) == 1 and each.scope == other.scope and each.models == other.models


class _Things:
    """What a limit counts, with numbers before it, though nobody knows the plural of a name of the data."""

    def __init__(self, measure: Measure, name: str, unit: str) -> None:
        self._name, held = name, measure.held
        self._is_group = isinstance(measure.subject.holder, LinkedGroup)
        units = isinstance(measure.subject.holder, CategoryEntry) and all(each.above is each.force for each in held)
        self._noun = "force" if measure.constraint.query.field == "forces" else unit if units else ""
        words = name.split()
        # “Psychic powers” is what is counted; “Wargear” and “Gifts of Chaos” are headings of it.
        self._are_many = len(words) < _NAMED and name.endswith("s") and not name.endswith("ss")
        self._several = name[0].lower() + name[1:] if self._are_many and name[1:].islower() else name

    def in_number(self, amount: Decimal, none: str = "") -> str:
        """So many of it."""
        number = modify.plain(amount)
        if self._noun:
            return f"{counted(number, self._noun) if amount else none + self._noun} of {self._name}"
        if self._is_group:
            return self._chosen(number, one=amount == 1) if amount or not none else f"nothing from {self._name}"
        if not amount:
            return f"{none}{self._name}"
        return f"{number} × {self._name}" if amount != 1 else f"{number} {self._name}"

    def of(self, bounds: _Bounds) -> str:
        """As many of it as there must be."""
        number = bounds.words()
        if self._is_group:
            return self._chosen(number, one=number.endswith(" 1") or number == "1")
        return f"{number} × {self._name}" if number != "1" else f"{number} {self._name}"

    def _chosen(self, number: str, *, one: bool) -> str:
        if not self._are_many:
            return f"{number} from {self._name}"
        return f"{number} of the {self._several}" if one else f"{number} {self._several}"


class Needs(Record, frozen=True):
    """What something needs to be chosen, in words, and the names of all that would do; empty where nobody knows.

    Where nothing is needed but models, `models` are as many as there have to be.
    """

    words: str = ""
    names: tuple[str, ...] = ()
    models: int = 0


def why_hidden(linked: Linked, values: EffectiveValues, here: Here) -> Needs:
    """Return why something is hidden here: what it needs, or what rules it out; empty where that is not known."""

    def shows(change: AppliedModifier, value: bool, times: int) -> bool:
        return not modify.flag(not value, change.modifier, times)

    changes = values.changes(here.subject) if isinstance(here.subject, SelectionNode) else linked.changes
    return _Turning(changes.get("hidden", ()), values, here).needs(not linked.hidden, shows)


def why_none(measure: Measure, values: EffectiveValues) -> Needs:
    """Return what a limit that allows none asks for to allow some.

    Empty where it asks for nothing that can be named.
    """

    def limits(change: AppliedModifier, value: Decimal, times: int) -> Decimal:
        return modify.number(value, change.modifier, times)

    changes = measure.subject.changes.get(measure.constraint.id, ())
    return _Turning(changes, values, measure.subject.here).needs(measure.constraint.value, limits)


T = TypeVar("T", bool, Decimal)


class _Turning:
    """Finds which of the changes of a value have to begin or to end before it allows anything."""

    def __init__(self, changes: Sequence[AppliedModifier], values: EffectiveValues, here: Here) -> None:
        self._changes = changes
        self._times = [values.conditions.times(change, here) for change in changes]
        self._words = _Words(values.conditions, values.top.library, here)

    def needs(self, value: T, apply: Callable[[AppliedModifier, T, int], T]) -> Needs:
        """Return what is needed: any of what would do alone, or else all that has to change together; empty if unknown.

        Args:
            value: the value before its changes; one that is 0 or false allows nothing.
            apply: gives a value after a change that applies so many times.
        """

        def allows(turned: Collection[int]) -> bool:
            result = value
            for place, (change, times) in enumerate(zip(self._changes, self._times, strict=True)):
                result = apply(change, result, times if place not in turned else 0 if times else 1)
            return bool(result)

        alone = [place for place in range(len(self._changes)) if allows({place})]
        return self._needing(" or ", alone) if alone else self._needing(" and ", self._together(allows))

    def _together(self, allows: Callable[[Collection[int]], bool]) -> list[int]:
        """Return the changes that must end or begin together, of which none could be left out; none if unknown."""
        ending = [place for place, times in enumerate(self._times) if times]
        idle = [place for place, times in enumerate(self._times) if not times]
        together: list[int] = next(filter(allows, (ending, *([*ending, place] for place in idle))), [])
        for place in [*together]:
            rest = [other for other in together if other != place]
            together = rest if allows(rest) else together
        return together

    def _needing(self, word: str, places: Iterable[int]) -> Needs:
        needed = joined(
            word, (self._words.of_change(self._changes[place], begins=not self._times[place]) for place in places)
        )
        if not needed:
            return Needs()
        names, models = self._words.names, self._words.models.get(needed, 0)
        return Needs(f"needs {f'{models} models' if models else needed}", tuple(dict.fromkeys(names)), models)


class _Words:
    """Says what has to be there for conditions to begin, or to cease, to hold, and keeps the names of it.

    `models` are the phrases that ask for models, each with how many.
    """

    def __init__(self, conditions: Conditions, library: Library, here: Here) -> None:
        self._conditions, self._library, self._here = conditions, library, here
        self.names: list[str] = []
        self.models: dict[str, int] = {}

    def of_change(self, change: AppliedModifier, *, begins: bool) -> str:
        """Return what makes a change apply that does not, or cease to apply."""
        phrases = [
            phrase for part in change.parts for phrase in self._all(part.conditions, part.condition_groups, begins)
        ]
        if begins:
            # What repeats one part is added up, so any of it will do; each part has to apply.
            phrases += [joined(" or ", map(self._repeated, part.repeats)) for part in change.parts]
        return joined(" and " if begins else " or ", phrases)

    def _all(self, conditions: Iterable[Condition], groups: Iterable[ConditionGroup], wanted: bool) -> Iterator[str]:
        """Yield what is needed of conditions, where they are not as wanted."""
        for condition in conditions:
            if self._conditions.holds(condition, self._here) != wanted:
                yield self._condition(condition, wanted)
        for group in groups:
            if self._conditions.group_holds(group, self._here) != wanted:
                either = (group.type == "or") == wanted
                yield joined(" or " if either else " and ", self._all(group.conditions, group.condition_groups, wanted))

    def _condition(self, condition: Condition, wanted: bool) -> str:
        kind = condition.type if wanted else _OPPOSITES.get(condition.type, "")
        query, value = condition.query, condition.value
        name = self._name(query.child_id)
        if not name or query.percent or query.field not in ("selections", "forces"):
            return ""
        match kind:
            case "instanceOf":
                return self._becoming(query.child_id or "", name) if query.scope == "self" else name
            case "notInstanceOf" if self._library.kinds.get(query.child_id or "") == "force":
                return f"{_ELSEWHERE}{name}"
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
        return f"{most}{modify.plain(value)} {name}" if most else self._so_many(value, name)

    def _becoming(self, id: str, name: str) -> str:
        """Return what makes a unit one of a category that it is not of by itself: who gives it that, and as what."""
        unit, force = self._here.subject, force_of(self._here)
        entry = unit.entry if isinstance(unit, SelectionNode) else None
        if entry is None or force is None or self._here.parent is not force:
            return name
        own, givers, roles = list[str](), list[str](), list[str]()
        for giver, change in _givers(self._library, force.force.catalogue_id, id, entry):
            if giver is entry:
                own.append(self.of_change(change, begins=True))
            else:
                asked = (each.query for each in change.conditions() if each.type == "instanceOf")
                roles += (self._name(query.child_id) for query in asked if query.scope == "self")
                givers.append(giver.name)
                self.names.append(giver.name)
        as_role = f" as {joined(' or ', roles)}" if any(roles) else ""
        found = (*own, f"{_listed(givers)}{as_role}" if givers else "")
        return joined(" or ", found) or name

    def _repeated(self, repeat: Repeat) -> str:
        name = self._name(repeat.query.child_id)
        if not name or repeat.query.percent or repeat.query.field not in ("selections", "forces"):
            return ""
        return self._so_many(repeat.value, name)

    def _so_many(self, value: Decimal, name: str) -> str:
        """Return so many of something, keeping in mind how many models that asks for."""
        is_of_models = name.casefold() == _MODELS and value != 1
        phrase = f"{modify.plain(value)} {_MODELS if is_of_models else name}" if value != 1 else name
        if is_of_models:
            self.models[phrase] = int(value)
        return phrase

    def _name(self, id: str | None) -> str:
        if id in TYPES:
            return f"{id}s"
        name = self._library.name_of(id or "") or ""
        self.names += [name] if name else []
        return name


_GIVERS: WeakKeyDictionary[Library, dict[str, dict[str, list[tuple[LinkedEntry, AppliedModifier]]]]] = (
    WeakKeyDictionary()
)
"""Of libraries and their catalogues, by category: what can be chosen first of all that gives it to others, and how."""


def _givers(
    library: Library, catalogue: str, category: str, entry: LinkedEntry
) -> Iterator[tuple[LinkedEntry, AppliedModifier]]:
    """Yield what gives a category to an entry, with the modifier that does."""
    known = _GIVERS.setdefault(library, {})
    if catalogue not in known:
        found: dict[str, list[tuple[LinkedEntry, AppliedModifier]]] = {}
        for giver in library.root_entries(catalogue):
            for change in giver.relative if giver.reaching else ():
                if change.modifier.field == "category" and change.modifier.type in ("add", "set-primary"):
                    found.setdefault(change.modifier.value, []).append((giver, change))
        known[catalogue] = found
    for giver, change in known[catalogue].get(category, ()):
        itself = change.modifier.scope in ("self", "root-entry") and not change.modifier.affects
        if giver is entry if itself else may_mean(change.modifier, entry, library):
            yield giver, change


_ELSEWHERE = "another force than "
"""How a phrase begins that goes without saying where there are others: units may stand elsewhere."""


def _listed(names: Iterable[str]) -> str:
    """Return names of which any will do: “A, B, C or 2 more”; “A, Herald of B or C” where names have commas."""
    said = list(dict.fromkeys(names))
    if len(said) > _NAMED + 1:
        said[_NAMED:] = [f"{len(said) - _NAMED} more"]
    between = " or " if any(", " in name for name in said) else ", "
    return " or ".join(filter(None, (between.join(said[:-1]), said[-1])))


def joined(word: str, phrases: Iterable[str]) -> str:
    """Return the phrases that say something, each once; of many the first."""
    said = list(dict.fromkeys(phrase for phrase in phrases if phrase))
    if word == " or ":
        said = [phrase for phrase in said if not phrase.startswith(_ELSEWHERE)] or said
    more = (f"{len(said) - _NAMED} more",) if len(said) > _NAMED + 1 else ()
    return word.join((*said[: _NAMED if more else _NAMED + 1], *more))

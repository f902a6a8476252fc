"""Why something cannot be chosen, in words: what the conditions of the data ask for that the roster does not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.catalogue.entries import Linked
from builder.catalogue.library import Library
from builder.catalogue.logic import Change, Condition, ConditionGroup, Repeat
from builder.roster import effective as modify
from builder.roster.count import TYPES, Here
from builder.roster.effective import Conditions, Values
from builder.roster.limits import Measure

_PAIRS = (
    ("equalTo", "notEqualTo"),
    ("atLeast", "lessThan"),
    ("greaterThan", "atMost"),
    ("instanceOf", "notInstanceOf"),
)
_OPPOSITES: Mapping[str, str] = dict((*_PAIRS, *((second, first) for first, second in _PAIRS)))

_NAMED = 3
"""So many of the things that would do are named."""


def why_hidden(linked: Linked, values: Values, here: Here) -> str:
    """Why something is hidden here: what it needs, or what rules it out."""
    changes = linked.changes.get("hidden", ())
    hiding = [change for change in changes if modify.flag(False, change.modifier, 1) and values.applies(change, here)]
    showing = [change for change in changes if not modify.flag(True, change.modifier, 1)]
    return _needs(hiding, showing, values, here) or "not in this force"


def why_none(measure: Measure, values: Values) -> str:
    """What a limit that allows none asks for to allow some; empty where it asks for nothing that can be named."""
    here, changes = measure.subject.here, measure.subject.changes.get(measure.constraint.id, ())
    lowering = [
        change
        for change in changes
        if modify.number(Decimal(1), change.modifier, 1) <= 0 and values.applies(change, here)
    ]
    raising = [change for change in changes if modify.number(Decimal(0), change.modifier, 1) > 0]
    return _needs(lowering, raising, values, here)


def _needs(against: Sequence[Change], towards: Sequence[Change], values: Values, here: Here) -> str:
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

    def of_change(self, change: Change, *, begins: bool) -> str:
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

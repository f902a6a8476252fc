"""What an evaluation of a saved roster gives that the file does not, and the other way round.

The program that saved a roster wrote down what it came to. Evaluated against the same data, it should come to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TypeAlias

from builder.catalogue.model import Cost
from builder.record import Record, replace
from builder.roster.view import ForceView, ProfileView, RosterView, RuleView, SelectionView

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
"""What can be written as JSON as it is."""


class RosterDifference(Record, frozen=True, kw_only=True):
    """One thing that differs, of the `roster`, a `force` or a `selection`.

    Of lists (profiles, rules) `saved` and `evaluated` hold what the other one lacks. A selection that only one of the
    two has differs in being `there`.
    """

    of: str
    id: str
    name: str
    what: str
    saved: Plain
    evaluated: Plain


def compare(saved: RosterView, evaluated: RosterView) -> tuple[RosterDifference, ...]:
    """Return all differences: of the roster as a whole, then force by force, then selection by selection."""
    totalled = {cost.type_id for cost in saved.costs}  # New Recruit leaves out what is hidden from players.
    totals = costs_of(cost for cost in evaluated.costs if cost.type_id in totalled)
    return (
        *_differences("roster", saved, [("costs", costs_of(saved.costs), totals)]),
        *_forces(saved, evaluated),
        *_selections(saved, evaluated),
    )


def names_of(*rosters: RosterView) -> dict[str, str]:
    """Return the names of the categories and cost types that evaluations speak of, by id."""
    names = {cost.type_id: cost.name for roster in rosters for cost in roster.costs}
    for part in (part for roster in rosters for unit in roster.units() for part in unit.walk()):
        names.update((category.entry_id, category.name) for category in part.categories)
        names.update((cost.type_id, cost.name) for cost in part.costs if cost.name)
    return names


def in_words(difference: RosterDifference, names: Mapping[str, str]) -> str:
    """Return a difference as a sentence; of categories and costs it tells those that differ, by name."""
    if difference.what == "there":
        return "in the file alone" if difference.saved else "evaluated alone, not in the file"
    saved, evaluated = difference.saved, difference.evaluated
    if isinstance(saved, list) and isinstance(evaluated, list):
        return f"{difference.what}: {'; '.join(_texts_in_words(saved, evaluated))}"
    if isinstance(saved, dict) and isinstance(evaluated, dict):
        unlike = {id for id in (*saved, *evaluated) if saved.get(id) != evaluated.get(id)}
        saved, evaluated = ({id: each[id] for id in each if id in unlike} for each in (saved, evaluated))
        names = _told_apart({id: names.get(id, id) for id in unlike})
    return f"{difference.what}: {_said(saved, names)} in the file, {_said(evaluated, names)} evaluated"


def _said(value: Plain, names: Mapping[str, str]) -> str:
    if isinstance(value, dict):
        return ", ".join(_named(names[id], what) for id, what in value.items()) or "none"
    return f"“{value}”" if isinstance(value, str) else str(value)


def _named(name: str, what: Plain) -> str:
    """Return a category, or a cost, by its name."""
    if isinstance(what, bool):
        return f"{name} (primary)" if what else name
    return f"{what:.12g} {name}"


def _told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by id; like ones of several ids have these behind them, since nothing else tells them apart."""
    often = Counter(names.values())
    return {id: f"{name} [{id}]" if often[name] > 1 and name != id else name for id, name in names.items()}


def _texts_in_words(saved: Sequence[Plain], evaluated: Sequence[Plain]) -> Iterator[str]:
    """Yield how profiles or rules differ: of those that both have, by name, only what is another there."""
    before, now = ([list(map(str, each)) for each in texts if isinstance(each, list)] for texts in (saved, evaluated))
    alone = []
    for text in before:
        twin = next((each for each in now if _key(each) == _key(text)), None)
        if twin is None:
            alone.append(text)
            continue
        now.remove(twin)
        for old, new in zip_longest(_cells(text), _cells(twin), fillvalue=""):
            if old != new:
                old, new = _where_they_part(old, new)
                yield f"{text[0]}: “{old}” in the file, “{new}” evaluated"
    for where, texts in (("in the file", alone), ("evaluated", now)):
        if texts:
            yield f"{', '.join(_titled(each) for each in texts)} {where} alone"


def _key(text: Sequence[str]) -> tuple[str, ...]:
    """Return what a profile or rule is called: of a profile its name and its type."""
    return tuple(text[:2]) if len(text) > _OF_RULE else tuple(text[:1])


def _cells(text: Sequence[str]) -> Sequence[str]:
    return text[len(_key(text)) :]


def _titled(text: Sequence[str]) -> str:
    name, *more = _key(text)
    return f"{name} ({more[0]})" if more else name


_OF_RULE = 2
"""A rule is a name and a text, a profile has its type between its name and its cells."""

_LEAD, _SHOWN = 20, 80
"""How many signs are told before those that differ, and how many in all."""


def _where_they_part(old: str, new: str) -> tuple[str, str]:
    """Return two texts from a little before the place where they part, if they are long."""
    if max(len(old), len(new)) <= _SHOWN:
        return old, new
    parted = (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    start = max(0, next(parted, min(len(old), len(new))) - _LEAD)
    return _part(old, start), _part(new, start)


def _part(text: str, start: int) -> str:
    end = start + _SHOWN
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def costs_of(costs: Iterable[Cost]) -> dict[str, Plain]:
    """Return costs by type; a cost of nothing is not told apart from none.

    Programs that count in binary fractions write 5.4 as 5.3999999999999995.
    """
    values = ((cost.type_id, round(float(cost.value), 6)) for cost in costs)
    return {type_id: value for type_id, value in values if value}


def as_its_program_writes(view: RosterView, program: str) -> RosterView:
    """Return an evaluation as the program that saved its file would write it.

    New Recruit tells of no category that it is the primary one of what is chosen within another choice.
    """
    if "newrecruit" not in program:
        return view
    return replace(view, forces=tuple(map(_without_inner_primaries, view.forces)))


def _without_inner_primaries(force: ForceView) -> ForceView:
    def bare(selection: SelectionView) -> SelectionView:
        categories = tuple(replace(category, primary=False) for category in selection.categories)
        return replace(selection, categories=categories, children=tuple(map(bare, selection.children)))

    return replace(
        force,
        selections=tuple(replace(top, children=tuple(map(bare, top.children))) for top in force.selections),
        forces=tuple(map(_without_inner_primaries, force.forces)),
    )


Compared: TypeAlias = "tuple[str, Plain, Plain]"


def _differences(
    of: str, part: RosterView | ForceView | SelectionView, compared: Iterable[Compared]
) -> Iterator[RosterDifference]:
    for what, before, now in compared:
        if before != now:
            yield RosterDifference(of=of, id=part.id, name=part.name, what=what, saved=before, evaluated=now)


def _forces(saved: RosterView, evaluated: RosterView) -> Iterator[RosterDifference]:
    now = {force.id: force for force in evaluated.all_forces()}
    for force in saved.all_forces():
        yield from _differences("force", force, _shown(force, now[force.id]))


def _selections(saved: RosterView, evaluated: RosterView) -> Iterator[RosterDifference]:
    before, now = ({each.id: each for unit in roster.units() for each in unit.walk()} for roster in (saved, evaluated))
    for id, selection in before.items():
        found = now.get(id)
        compared = [("there", True, False)] if found is None else _compared(selection, found)
        yield from _differences("selection", selection, compared)
    for id, selection in now.items():
        if id not in before:
            yield from _differences("selection", selection, [("there", False, True)])


def _compared(saved: SelectionView, evaluated: SelectionView) -> Iterator[Compared]:
    yield "name", _plain(saved.name), _plain(evaluated.name)
    yield "type", saved.type, evaluated.type
    yield "number", saved.number, evaluated.number
    yield "costs", costs_of(saved.costs), costs_of(evaluated.costs)
    yield "categories", _categories(saved), _categories(evaluated)
    yield from _shown(saved, evaluated)


def _categories(selection: SelectionView) -> dict[str, Plain]:
    """Return its categories; BattleScribe writes one twice that an entry has and a link to it makes the primary one."""
    found: dict[str, Plain] = {}
    for category in selection.categories:
        found[category.entry_id] = category.primary or found.get(category.entry_id, False)
    return found


def _shown(saved: ForceView | SelectionView, evaluated: ForceView | SelectionView) -> Iterator[Compared]:
    yield "profiles", *_unlike(map(_profile, saved.profiles), map(_profile, evaluated.profiles))
    yield "rules", *_unlike(map(_rule, saved.rules), map(_rule, evaluated.rules))


_Text: TypeAlias = "tuple[str, ...]"


def _unlike(saved: Iterable[_Text], evaluated: Iterable[_Text]) -> tuple[Plain, Plain]:
    """Return what each of the two has and the other lacks; their order does not matter."""
    before, now = Counter(saved), Counter(evaluated)
    return [list(each) for each in (before - now).elements()], [list(each) for each in (now - before).elements()]


def _profile(profile: ProfileView) -> _Text:
    cells = (f"{cell.name}: {_plain(cell.value)}" for cell in profile.characteristics)
    return _plain(profile.name), profile.type_name, *cells


def _rule(rule: RuleView) -> _Text:
    return _plain(rule.name), _plain(rule.description)


def _plain(text: str) -> str:
    """Return a text whose lines and blanks do not matter: programs write them in different ways."""
    return " ".join(text.split())

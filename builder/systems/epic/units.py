"""The selections of a roster read as formations: units by kind with their weapons, characters, places to ride."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from builder.record import replace
from builder.roster.view import (
    ForceView,
    ProfileView,
    RosterView,
    SelectionView,
    points,
    points_limit,
    points_of,
    points_type,
)
from builder.systems.common.units import rank_in
from builder.systems.epic.model import BROKEN_AT, CAPACITY, Berth, EpicArmy, Formation, UnitKind, UnitLine
from builder.systems.epic.statlines import (
    UnreadTexts,
    cells,
    is_unit,
    is_weapon,
    read_line,
    read_stacked,
    read_unit_notes,
    read_weapon,
    says_no_weapon,
)
from builder.systems.epic.transport import name_key, own_sentence, read_berths, words_of
from builder.systems.epic.weapons import EpicWeapon
from builder.systems.protocol import UnitCache
from builder.text import paragraphs_of

_STRATEGY = re.compile(r"strategy rating(?: of)? (\d{1,2})\b", re.I)
_HAVE = re.compile(r" (?:have|has)\b", re.I)
_INITIATIVE = re.compile(r"\binitiative(?: rating)?(?: of)? ([1-6])\+", re.I)

NAVY = ("thunderbolt", "marauder", "lightning", "fury")
"""The aircraft that lists mean by the Imperial Navy; other aircraft belong to the army itself."""

_COUNT = re.compile(r"(?:(?P<number>\d{1,3})\s*[x×]?\s+|(?P<times>\d{1,3})\s*[x×]\s*|(?P<pair>pair of\s+))(?=\S)", re.I)


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a list says: a strategy rating, the usual initiative, and the initiative of some, by the words for them."""

    strategy: int | None = None
    initiative: int | None = None
    others: tuple[tuple[str, int], ...] = ()

    def initiative_of(self, name: str, kinds: Sequence[UnitKind]) -> int | None:
        """Return the initiative of a formation: that of those it belongs to, else the usual one."""
        names = [name_key(name), *(name_key(kind.name) for kind in kinds)]
        for who, value in self.others:
            if "imperial navy" in who.lower():
                if any(found.startswith(NAVY) for found in names):
                    return value
            elif "titan legion" in who.lower():
                if any("titan" in found for found in names):
                    return value
            elif any(_names_one_of(item, names) for item in re.split(r",\s*|\s+and\s+", who)):
                return value
        return self.initiative


def read_ratings(texts: Iterable[str]) -> Ratings:
    """Read sentences such as `Ork armies have Strategy Rating 3` and `Ork formations have Initiative Rating 3+`."""
    parts = (" ".join(part.split()) for text in texts for part in re.split(r"\.(?:\s|$)|\n", text))
    sentences = [part for part in parts if part]
    strategies = [int(found[1]) for sentence in sentences if (found := _STRATEGY.search(sentence))]
    said = list(filter(None, map(_initiative_by_sentence, sentences)))
    usual = next((one for one in said if one[0].lower().startswith("all ")), said[0] if said else None)
    return Ratings(
        strategy=strategies[0] if strategies else None,
        initiative=usual[1] if usual else None,
        others=tuple(one for one in said if one is not usual),
    )


def _initiative_by_sentence(sentence: str) -> tuple[str, int] | None:
    """Return who has which initiative by a sentence; None where it says nothing of it."""
    have = _HAVE.search(sentence)
    value = _INITIATIVE.search(sentence, have.end()) if have else None
    return (sentence[: have.start()], int(value[1])) if have and value else None


def _names_one_of(item: str, names: Sequence[str]) -> bool:
    wanted = name_key(item)
    return any(wanted in name or (len(name) > 4 and name in wanted) for name in names)


@dataclass(slots=True)
class SelectedUnits:
    """Units of one selection while it is read: weapons are added from the selections below it."""

    line: UnitLine
    number: int
    selections: int
    weapons: list[EpicWeapon]
    notes: list[str]
    berths: tuple[Berth, ...] = field(default=())
    unarmed: bool = False


def read_army(roster: RosterView, unreadable: UnreadTexts, kept: UnitCache | None = None) -> EpicArmy:
    """Read all formations of a roster by slot; what has no unit at all (a choice of rules, scenery) is passed over."""
    kept = kept or UnitCache()
    formations: list[Formation] = []
    strategy: int | None = None
    cost = points_type(roster)
    by_capacity = BROKEN_AT.chosen(roster.settings) == CAPACITY
    for force in roster.all_forces():
        ratings = _ratings(force)
        strategy = ratings.strategy if strategy is None else strategy
        for selection in sorted(force.selections, key=partial(rank_in, force)):
            reading = partial(_read, selection, ratings, cost, by_capacity)
            made, told = kept.of(selection, (ratings, cost, by_capacity), reading)
            unreadable.merge(told)
            if made is not None:
                formations.append(made)
    cost_and_limit = (points(roster, cost), points_limit(roster, cost))
    return EpicArmy(roster.name, tuple(formations), strategy, *cost_and_limit, roster.settings)


def _read(
    selection: SelectionView, ratings: Ratings, cost: str, by_capacity: bool
) -> tuple[Formation | None, UnreadTexts]:
    """Return the formation that a selection of the roster is, if it has any unit, and what could not be read of it."""
    unreadable = UnreadTexts()
    bodies = list(_bodies(selection, None, unreadable))
    return _formation(selection, bodies, ratings, cost, by_capacity) if bodies else None, unreadable


def has_units(roster: RosterView) -> bool:
    """Whether any profile of a roster is that of a unit."""
    return any(
        is_unit(profile) for unit in roster.units() for selection in unit.walk() for profile in selection.profiles
    )


def _ratings(force: ForceView) -> Ratings:
    """Return what the data of a force says: a profile of the army, else rules in words."""
    said = read_ratings(rule.description for rule in force.rules if not rule.hidden)
    for profile in force.profiles:
        values = cells(profile)
        if "strategy" in values and values["strategy"].isdecimal():
            said = replace(said, strategy=int(values["strategy"]), initiative=_initiative(values) or said.initiative)
    return said


def _initiative(values: dict[str, str]) -> int | None:
    text = values.get("initiative", "").removesuffix("+")
    return int(text) if text in tuple("123456") else None


def _formation(
    selection: SelectionView, bodies: Sequence[SelectedUnits], ratings: Ratings, cost: str, by_capacity: bool
) -> Formation:
    kinds = _merged(selection.id, bodies)
    own = [cells(profile) for profile in selection.profiles if not is_unit(profile)]
    units = tuple(kind for kind in kinds if not kind.line.is_character)
    initiative = next((found for values in own if (found := _initiative(values))), None)
    return Formation(
        id=selection.id,
        entry=selection.name,
        name=selection.custom_name or selection.name,
        slot=selection.primary_name,
        points=points_of(selection, cost),
        initiative=initiative or ratings.initiative_of(selection.name, units),
        kinds=units,
        characters=tuple(kind for kind in kinds if kind.line.is_character),
        mechanised=any(values.get("mechanised") == "yes" for values in own),
        by_capacity=by_capacity,
        marks=selection.marks,
        notes=(selection.custom_notes,) if selection.custom_notes else (),
        rule_texts=tuple(_rule_texts(selection, kinds)),
    )


def _rule_texts(selection: SelectionView, kinds: Sequence[UnitKind]) -> Iterator[tuple[str, str]]:
    """Yield what the data says of the rules that units of a formation have, each once."""
    named = {note.casefold() for kind in kinds for note in kind.notes}
    rules = {rule.name: rule for each in selection.walk() for rule in each.rules if not rule.hidden}
    for name, rule in rules.items():
        if name.casefold() in named and rule.description.strip():
            yield name, paragraphs_of(rule.description)


def _bodies(selection: SelectionView, around: SelectedUnits | None, unreadable: UnreadTexts) -> Iterator[SelectedUnits]:
    shown = [profile for profile in selection.profiles if not profile.hidden]
    units = [profile for profile in shown if is_unit(profile)]
    weapons = [profile for profile in shown if is_weapon(profile)]
    here = around
    for profile, each in zip(units, numbers(selection.name, [profile.name for profile in units]), strict=True):
        here = _body(profile, each, selection, unreadable)
        yield here
    if weapons and here is not None:
        times = max(1, selection.number // max(1, here.selections)) if here is around else 1
        here.weapons.append(read_weapon(selection.name, times, weapons, unreadable))
    for child in selection.children:
        yield from _bodies(child, here, unreadable)


def _body(profile: ProfileView, each: int, selection: SelectionView, unreadable: UnreadTexts) -> SelectedUnits:
    line = read_line(profile, unreadable)
    notes = read_unit_notes(profile)
    if "unit notes" not in cells(profile):
        notes = tuple(rule.name for rule in selection.rules if not rule.hidden)
    return SelectedUnits(
        line=line,
        number=each * selection.number,
        selections=selection.number,
        weapons=list(read_stacked(profile, unreadable)),
        notes=[note for note in notes if note != line.name],
        berths=_berths(profile, selection, unreadable),
        unarmed=says_no_weapon(profile),
    )


def _berths(profile: ProfileView, selection: SelectionView, unreadable: UnreadTexts) -> tuple[Berth, ...]:
    """Return what a unit carries: its own column says so, or the line of a rule that is about it."""
    own = cells(profile).get("transport", "")
    texts = (
        [own]
        if own
        else [
            sentence
            for rule in selection.rules
            if rule.name.casefold().startswith("transport") and not rule.hidden
            if (sentence := own_sentence(rule.description, profile.name)) is not None
        ]
    )
    for text in texts:
        berths = read_berths(text)
        if berths:
            return berths
        unreadable.note("transport", text, profile.name)
    return ()


def _merged(id: str, bodies: Sequence[SelectedUnits]) -> tuple[UnitKind, ...]:
    """Identical units as one kind, in the order in which they first appear."""
    counts: dict[tuple[object, ...], tuple[SelectedUnits, int]] = {}
    for body in bodies:
        key = (body.line, tuple(body.weapons), tuple(body.notes))
        first, number = counts.get(key, (body, 0))
        counts[key] = (first, number + body.number)
    return tuple(
        UnitKind(
            id=f"{id}.{index}",
            line=body.line,
            count=number,
            weapons=tuple(body.weapons),
            notes=tuple(dict.fromkeys(body.notes)),
            berths=body.berths,
            unarmed=body.unarmed and not body.weapons,
        )
        for index, (body, number) in enumerate(counts.values(), 1)
    )


def numbers(entry: str, units: Sequence[str]) -> list[int]:
    """Return how many of each unit one selection of an entry stands for: `Vanquisher, 9x Leman Russ` has 1 and 9.

    A unit that the name does not mention is there once; a single unit takes the single number, whatever the name says.
    """
    parts = [_counted(part) for part in entry.split(",")]
    if len(units) == 1 and len(parts) == 1:
        return [parts[0][0]]
    found = [1] * len(units)
    free = set(range(len(units)))
    for number, name in parts:
        best = max(sorted(free), key=lambda index: _likeness(name, units[index]), default=None)
        if best is not None and _likeness(name, units[best]):
            found[best] = number
            free.remove(best)
    return found


def _counted(part: str) -> tuple[int, str]:
    found = _COUNT.match(part.strip())
    if found is None:
        return 1, part.strip()
    return 2 if found["pair"] else max(1, int(found["number"] or found["times"])), part.strip()[found.end() :]


def _likeness(name: str, unit: str) -> int:
    """Return how many words of a name that of the unit has; the first counts twice: in lists it says most."""
    words, known = words_of(name), set(words_of(unit))
    return sum(2 if index == 0 else 1 for index, word in enumerate(words) if word in known)

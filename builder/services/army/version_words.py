"""What two armies have different, in the words of players: figures, and units with what was taken and given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.errors import Finding, look_of
from builder.record import Record, replace
from builder.roster.naming import own_name
from builder.roster.view import RosterView
from builder.scalars import moment, number, relative_time, signed
from builder.services.army.history import AS_IT_CAME, Step
from builder.services.army.opening import Army
from builder.services.army.versions import (
    SIGNS,
    ArmyComparison,
    DetailChange,
    DetailKind,
    UnitChange,
    UnitFate,
    compare_armies,
)

GRAVE = {"error": "!!", "warning": "!"}
MOST_NAMED = 4
"""So many things that a unit had or has are named where it came or went as a whole."""
BEGINNINGS = {"reserve": "in reserve", "deep strike": "in deep strike"}
"""Marks that are no sentence by themselves."""

AGAINST = "Against"
SAME = "–"
"""By how much a figure grew that is what it was."""
DAY = 9
"""Fewer letters than these are a day that has room above a column."""


@dataclass(slots=True)
class Version:
    """What an army is compared with: a `step` of the army's history, or another army, named by what opens it.

    What `asks` for another one is the name of the action that does; the army as it is now is none of all these. `when`
    it was so is a moment, or the day on which it was printed or begun, as `done` says.
    """

    words: str
    step: Step | None = None
    other: str = ""
    army: Army | None = None
    failed: str = ""
    asks: str = ""
    when: str = ""
    done: str = ""

    @property
    def is_compared(self) -> bool:
        """Whether the army is compared with it."""
        return self.step is not None or bool(self.other)

    @property
    def can_be_chosen(self) -> bool:
        """Whether the cursor stands on it."""
        return self.is_compared or bool(self.asks)

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        return f"version {self.words}" if self.step is not None else self.words

    @property
    def at(self) -> str:
        """When it was so, and what was done then."""
        return " ".join(filter(None, (self.done, self.when)))

    @property
    def day(self) -> str:
        """The day of it, or the time of today, where a column has room for it."""
        day, _, time = self.when.rpartition(" ")
        short = time if day in ("", "today") else day
        return short if self.when != AS_IT_CAME and 0 < len(short) < DAY else "before"


def versions_of(states: Sequence[Step], printed: float, now: Army) -> list[Version]:
    """Return the army as it is now and what it was, the last first, numbered from the oldest that is remembered.

    Args:
        states: what the army was, the last state first.
        printed: when it was printed last, in seconds since 1970; 0 where that is not known.
        now: the army as it is.
    """
    former = states[1:]
    at = next((place for place, each in enumerate(states) if each.at <= printed), -1) if printed else -1
    found = [Version("now", army=now, when=states[0].when)]
    found += (Version(str(len(former) - place), each, when=each.when) for place, each in enumerate(former))
    if at >= 0:
        found[at].when, found[at].done = _day(printed), "printed"
    if former and at != len(states) - 1 and former[-1].at:
        found[-1].when, found[-1].done = _day(former[-1].at), "begun"
    return found


def _day(moment: float) -> str:
    day = relative_time(moment)
    return "today" if day.startswith("today") else day


class FigureRow(Record, frozen=True):
    """A figure of both armies and by how much it grew, in words; `differs` says whether it did."""

    name: str
    before: str
    after: str
    change: str
    differs: bool


class ChangeRow(Record, frozen=True, kw_only=True):
    """A unit with its sign, or below it (`detail`) one thing that changed in it, and what that costs more."""

    words: str
    fate: UnitFate
    points: Decimal
    detail: bool = False

    @property
    def price(self) -> str:
        """By how much the points grew: `+0` where a unit costs what it did, nothing for a part of it."""
        return signed(self.points, "" if self.detail or self.fate == "same" else "+0")


def figure_rows(compared: ArmyComparison) -> Iterator[FigureRow]:
    """Yield all figures, findings last; a limit only where it is another."""
    for each in compared.figures:
        if each.name == "Errors" or (each.name.startswith("Limit") and not each.difference):
            continue
        before, after = ("–" if one is None else number(one) for one in (each.before, each.after))
        yield FigureRow(each.name, before, after, signed(each.difference, SAME), bool(each.difference))
    old, now = (_counts(army.findings) for army in (compared.before, compared.after))
    told, then = (" ".join(f"{count} {sign}" for sign, count in each.items()) or "–" for each in (old, now))
    difference = signed(sum(now.values()) - sum(old.values()), SAME)
    change = "mended" if old and not now else "new" if now and not old else difference
    yield FigureRow("Findings", told, then, change, told != then)


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    counts = {sign: sum(look_of(each) == grave for each in findings) for grave, sign in GRAVE.items()}
    return {sign: count for sign, count in counts.items() if count}


def change_rows(compared: ArmyComparison, *, every: bool) -> Iterator[ChangeRow]:
    """Yield the units that changed, or `every` one; of one that changed in one way alone a single row says it."""
    for unit in compared.units if every else compared.changed:
        if unit.fate == "changed" and len(unit.details) == 1:
            yield _in_one(unit)
            continue
        whole = unit.fate in ("added", "removed")
        yield ChangeRow(words=unit.title + (_carried(unit) if whole else ""), fate=unit.fate, points=unit.difference)
        for one in () if whole else unit.details:
            yield ChangeRow(words=_detail_words(one), fate=unit.fate, points=one.points, detail=True)


def army_changes(compared: ArmyComparison) -> list[str]:
    """Return what is another one of the army itself and its forces: names, notes, modules, the order of units."""
    old, new = compared.before.view, compared.after.view
    ids = [[unit.id for unit in view.units()] for view in (old, new)]
    told = (
        (compared.before.name != compared.after.name, f"name of the army: {old.name} → {new.name}"),
        (old.custom_notes != new.custom_notes, "other notes of the army"),
        ((old.modules, old.settings) != (new.modules, new.settings), "other modules or settings"),
        (old.groups != new.groups, "other planned groups"),
        (ids[0] != ids[1] and sorted(ids[0]) == sorted(ids[1]), "units in another order"),
    )
    return [*(words for differs, words in told if differs), *_force_changes(old, new)]


def _force_changes(old: RosterView, new: RosterView) -> Iterator[str]:
    """Yield which forces came or went, and which have another name or other notes."""
    before, after = ({force.id: force for force in view.all_forces()} for view in (old, new))
    yield from (f"without the force {own_name(force)}" for id, force in before.items() if id not in after)
    for id, force in after.items():
        name, was = own_name(force), before.get(id)
        if was is None:
            yield f"with the force {name}"
            continue
        if own_name(was) != name:
            yield f"name of the force: {own_name(was)} → {name}"
        if was.custom_notes != force.custom_notes:
            yield f"other notes of the force {name}"


def side_rows(compared: ArmyComparison, *, later: bool) -> Iterator[ChangeRow]:
    """Yield the units of the one army or of the `later` one with what they cost, each with the sign of its fate."""
    for unit in compared.units:
        points = unit.after if later else unit.before
        if points is not None:
            size = f" ×{unit.models}" if unit.models > 1 else ""
            yield ChangeRow(words=f"{SIGNS[unit.fate]} {unit.name}{size}", fate=unit.fate, points=points)


def _in_one(unit: UnitChange) -> ChangeRow:
    (only,) = unit.details
    fates: dict[DetailKind, UnitFate] = {"with": "added", "without": "removed"}
    fate = fates.get(only.kind, "changed")
    words = only.what if only.kind in fates else _detail_words(only)
    return ChangeRow(words=f"{SIGNS[fate]} {unit.name}: {words}", fate=fate, points=unit.difference)


def _carried(unit: UnitChange) -> str:
    """What a unit that came or went had, and what it is marked with."""
    named = unit.taken[:MOST_NAMED]
    more = f" and {len(unit.taken) - len(named)} more" if len(unit.taken) > len(named) else ""
    taken = f": {', '.join(named)}{more}" if named else ""
    return taken + "".join(f", {one.text}" for one in unit.details)


def _detail_words(one: DetailChange) -> str:
    """What changed in a unit; of a mark that came or went a sentence: `no longer in reserve`."""
    is_mark = one.kind in ("now", "no longer")
    return f"{one.kind} {BEGINNINGS.get(one.what, one.what)}" if is_mark else one.text


# -- undo and redo ---------------------------------------------------------------
class Retraced(Record, frozen=True):
    """What undo or redo came to, in words, and the id of the unit that it is about, which may be `gone` by it."""

    words: str
    unit: str = ""
    gone: bool = False


def retraced(before: Army, after: Army, restored: float | None = None) -> Retraced:
    """Return what undo or redo, which led from one army to the other, has changed.

    What merely follows from a change, such as the weapons of a model more, is neither told nor counted beside it. That
    the change was going back to a version comes first, and of when that was (`restored`, in seconds since 1970; 0 where
    nobody knows): its number is another one as soon as the army is opened again.
    """
    told = _retraced(before, after)
    if restored is None:
        return told
    return replace(told, words=f"going back to {version_at(restored)}: {told.words}")


def version_at(seconds: float) -> str:
    """Return what a version is called whatever its number: by when it was, in seconds since 1970; 0 as nobody knows."""
    return f"the version of {moment(seconds)}" if seconds else f"the version {AS_IT_CAME}"


def _retraced(before: Army, after: Army) -> Retraced:
    compared = compare_armies(before, after)
    if not compared.changed:
        return Retraced(_about_the_whole(compared))
    first, *others = [each for each in compared.changed if not each.follows] or compared.changed
    gone = first.fate == "removed"
    if others and first.fate != "changed" and all(each.fate == first.fate for each in others):
        *named, last = [_sized(each) for each in (first, *others)]
        if len(named) >= MOST_TOGETHER:
            named, last = named[: MOST_TOGETHER - 1], f"{len(named) + 2 - MOST_TOGETHER} more"
        points = sum((each.difference for each in compared.changed), Decimal(0))
        fate = "gone" if gone else "here again"
        words = f"{', '.join(named)} and {last} are {fate}{f', {signed(points)}' if points else ''}"
        return Retraced(words, first.id, gone)
    fates = {"added": f"{_sized(first)} is here again", "removed": f"{_sized(first)} is gone"}
    what = (
        fates.get(first.fate) or f"{first.name}: {_detail_words(first.details[0]) if first.details else 'its points'}"
    )
    points_of_it = f", {signed(first.difference)}" if first.difference else ""
    own = sum(not one.follows for one in first.details[1:]) if first.fate == "changed" else 0
    more = len(others) + own
    return Retraced(f"{what}{points_of_it}{f'; and {more} more' if more else ''}", first.id, gone)


MOST_TOGETHER = 3
"""So many units at most are named of those that came or went together."""


def _sized(unit: UnitChange) -> str:
    return f"{unit.name}{f' ×{unit.models}' if unit.models > 1 else ''}"


def _about_the_whole(compared: ArmyComparison) -> str:
    before, after = compared.before, compared.after
    if before.name != after.name:
        return f"the army is called {after.name}"
    if before.view.forces != after.view.forces and (told := next(_force_changes(before.view, after.view), "")):
        return told
    limit = next((each for each in compared.figures if each.name.startswith("Limit") and each.difference), None)
    if limit is not None:
        return "there is no limit" if limit.after is None else f"{limit.name.lower()}: {number(limit.after)}"
    if [unit.id for unit in before.view.units()] != [unit.id for unit in after.view.units()]:
        return "the units stand in their former order"
    return "the groups are the former ones" if before.view.groups != after.view.groups else "a note or a setting"

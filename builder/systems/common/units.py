"""What units of several games share: models on foot, vehicles, marks, rules; slots, lists, equipment shared out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from builder.record import Record, replace
from builder.roster.marks import Mark
from builder.systems.protocol import GroupSummary, UnitSummary
from builder.text import numbered

if TYPE_CHECKING:
    from builder.roster.view import ForceView, SelectionView
    from builder.systems.blocks import RosterPage


class BaseVehicleProfile(Record, frozen=True, kw_only=True):
    """What the stat lines of vehicles share; types are in lower case (`tank`, `open-topped` …)."""

    name: str
    types: tuple[str, ...] = ()
    capacity: int | None = None

    @property
    def open_topped(self) -> bool:
        """Whether it has no roof."""
        return "open-topped" in self.types

    @property
    def walker(self) -> bool:
        """Whether it fights in close combat, as infantry does."""
        return "walker" in self.types


class _Models(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def models(self) -> int: ...


class _OneVehicle(Protocol):
    @property
    def profile(self) -> BaseVehicleProfile: ...


Group = TypeVar("Group", bound=_Models, covariant=True)
Hull = TypeVar("Hull", bound=_OneVehicle, covariant=True)


class BaseUnit(Record, Generic[Group, Hull], frozen=True, kw_only=True):
    """A unit of a roster; it may hold both groups of models and vehicles (guns and their crew).

    Args:
        entry: the id of the entry it was made from.
        slot: the code of its primary category (`HQ`, `EL`, `TR`, `FA`, `HS`, `DT` …, or the first letters of another).
        category: the name of that category.
        data_name: what its data calls it, where it has a name that does not say so.
        rules: names of its special rules, each once, as the data writes them.
        rule_texts: name and text of what the data explains of the unit.
    """

    id: str
    entry: str
    name: str
    slot: str
    category: str
    points: Decimal
    groups: tuple[Group, ...] = ()
    vehicles: tuple[Hull, ...] = ()
    rules: tuple[str, ...] = ()
    rule_texts: tuple[tuple[str, str], ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: str = ""
    data_name: str = ""

    @property
    def models(self) -> int:
        """Models in the unit, vehicles included."""
        return sum(group.models for group in self.groups) + len(self.vehicles)

    def is_marked(self, kind: str) -> bool:
        """Whether its player gave it a mark of a kind: `reserve`, `deep_strike`, `led_by` or `riding_in`."""
        return any(mark.kind == kind for mark in self.marks)


AnyUnit = BaseUnit[_Models, _OneVehicle]
"""A unit, whatever its profiles."""


def data_name_of(custom_name: str | None, name: str) -> str:
    """Return what data calls a unit where its player's name for it leaves out a word of that, else nothing."""
    said = (custom_name or name).casefold()
    return "" if all(word in said for word in name.casefold().split()) else name


def has_rule(rules: Iterable[str], name: str) -> bool:
    """Whether one of some rules has a name in it, in any case."""
    return any(name in rule.casefold() for rule in rules)


DEDICATED_TRANSPORT = ("DT", "Dedicated Transport")

_CODES = {
    "hq": "HQ",
    "retinue": "RE",
    "elites": "EL",
    "elite": "EL",
    "troops": "TR",
    "troop": "TR",
    "platoon": "PL",
    "fast attack": "FA",
    "heavy support": "HS",
    "dedicated transport": "DT",
    "dedicated transports": "DT",
    "transport": "DT",
    "lords of war": "LW",
    "lord of war": "LW",
    "super-heavy": "LW",
    "fortification": "FO",
    "fortifications": "FO",
    "formation": "FM",
    "formations": "FM",
}
_PREFIX = "compulsory "


ORDER = ("HQ", "RE", "EL", "TR", "PL", "DT", "FA", "HS", "LW", "FO", "FM")
"""The order in which a list shows its slots."""


def slot_code(name: str) -> str:
    """Return the code of a slot by its name; the initials or first letters of one that no force organisation has."""
    return _CODES.get(_key(name)) or short(name)


def codes_of(names: Iterable[str], usual: Callable[[str], str] = slot_code) -> Mapping[str, str]:
    """Return the `usual` codes of slots, or as many letters as tell them apart (Artillery ARTI, Artefact ARTE).

    Every screen and sheet asks here. What each force organisation has keeps its code: Compulsory Troops beside Troops
    are COT.
    """
    return _codes(tuple(names), usual)


@lru_cache(64)
def _codes(names: tuple[str, ...], usual: Callable[[str], str]) -> Mapping[str, str]:
    known = dict.fromkeys(names)
    found = {name: usual(name) for name in known}
    for letters in range(2, max(map(len, known), default=0)):
        times = Counter(found.values())
        kept = {found[name]: name for name in reversed(known) if _plain(name) in _CODES}
        alike = [name for name, code in found.items() if times[code] > 1 and kept.get(code) != name]
        found |= {name: _longer(name, letters) for name in alike}
    times = Counter(found.values())
    return found | {
        name: _initials(name) for name, code in found.items() if times[code] > 1 and _plain(name) not in _CODES
    }


def short(name: str) -> str:
    """Two letters for a slot: Heavy Support is HS, Troops TR. What stands behind a colon does not count."""
    words = _words(_before_colon(name))
    return ("".join(word[0] for word in words[:2]) if len(words) > 1 else name.strip()[:2]).upper()


def _longer(name: str, letters: int) -> str:
    """A code with so many letters of the first word, or one more where it is the only one."""
    words = _words(_before_colon(name))
    return (words[0][:letters] + words[1][0] if len(words) > 1 else _before_colon(name).strip()[: letters + 1]).upper()


def _before_colon(name: str) -> str:
    return name.partition(": ")[0] or name


def _initials(name: str) -> str:
    """A code of a name that begins as others do: RHQ of Relic HQ, RHS of Relic Heavy Support."""
    first, *rest = _words(name) or [""]
    known = _CODES.get(_key(" ".join(rest)))
    return (first[:1] + (known or "".join(word[0] for word in rest))).upper()


def _words(name: str) -> list[str]:
    return [word for word in name.replace("-", " ").split() if word[:1].isupper()] or name.split()


def slot_rank(selection: SelectionView) -> int:
    """Return where a unit stands in a list by its slot; units of no known slot stand last."""
    code, _ = slot_of(selection)
    return ORDER.index(code) if code in ORDER else len(ORDER)


def rank_in(force: ForceView, selection: SelectionView) -> int:
    """Return where a unit stands in a list by the order that its force has its slots in; units of none stand last."""
    order = [category.entry_id for category in force.categories]
    return order.index(selection.primary_id) if selection.primary_id in order else len(order)


def slot_of(selection: SelectionView) -> tuple[str, str]:
    """The code and the name of the slot that a unit takes: its primary category, else the first one that is a slot."""
    known = (category.name for category in selection.categories if _key(category.name) in _CODES)
    chosen = selection.primary_name or next(known, "")
    return (slot_code(chosen), chosen.strip()) if chosen else ("", "")


def with_codes(page: RosterPage, units: Iterable[AnyUnit]) -> RosterPage:
    """Return the list of some units with codes of slots that tell them apart, at its units too, which are numbered."""
    categories = {unit.id: unit.category for unit in units if unit.slot not in ORDER}
    codes = codes_of((*(slot.name for slot in page.slots), *categories.values()))
    slots = tuple(replace(slot, code=slot.code or codes[slot.name]) for slot in page.slots)
    rows = (replace(row, slot=codes[categories[row.unit]]) if row.unit in categories else row for row in page.rows)
    names = numbered({row.unit: row.name for row in page.rows})
    rows = (replace(row, name=names[row.unit]) for row in rows)
    return replace(page, slots=slots, rows=tuple(rows))


def summary_of(unit: AnyUnit) -> UnitSummary:
    """Return what a list shows of a unit of models or vehicles, whatever its system adds."""
    return UnitSummary(
        id=unit.id,
        entry=unit.entry,
        name=unit.name,
        kind="unit" if unit.groups else "vehicle",
        models=unit.models,
        vehicles=len(unit.vehicles),
        slot=unit.slot,
        points=unit.points,
        marks=unit.marks,
        room=room_of(unit),
        groups=tuple(GroupSummary(id=group.id, name=group.name, models=group.models) for group in unit.groups),
    )


def room_of(unit: AnyUnit) -> int:
    """Return how many models its vehicles carry."""
    return sum(each.profile.capacity or 0 for each in unit.vehicles)


def _key(name: str) -> str:
    return _plain(name).removeprefix(_PREFIX)


def _plain(name: str) -> str:
    return name.strip().removesuffix(":").lower()


class SharedItem(Record, frozen=True):
    """Something that models carry `number` times in all; portions of one `group` exclude each other."""

    number: int
    group: str | None = None


@dataclass(slots=True, eq=False)
class Load:
    """Models that carry the same: `counts` holds, for each portion, how many one of them carries."""

    models: int
    counts: list[int]
    groups: set[str]
    extras: int = 0


def share(models: int, portions: Sequence[SharedItem]) -> list[Load]:
    """Share portions out over models; every portion is handed out to the last one.

    A portion whose number is a multiple of the models goes to each alike. What is left of any other goes to as many
    models, one each, in the order of the portions:

    1. never to a model that has something of the same exclusive group, as long as there are others;
    2. to models that got nothing special yet before those that did, so that a flamer and a missile launcher are two
       models' weapons and not one's;
    3. among those, to models alike that are exactly as many, so that no kind of model is split without need.

    Args:
        models: how many there are, at least 1.
        portions: what they carry.
    """
    loads = [Load(models, [0] * len(portions), set())]
    for index, portion in enumerate(portions):
        each, rest = divmod(portion.number, models)
        for load in loads:
            load.counts[index] += each
        while rest:
            load = min(loads, key=lambda one: (_taken(one, portion, index, each), one.extras, one.models != rest))
            if load.models > rest:
                spare = Load(load.models - rest, list(load.counts), set(load.groups), load.extras)
                loads.insert(loads.index(load) + 1, spare)
                load.models = rest
            rest -= load.models
            load.counts[index] += 1
            load.extras += 1
            if portion.group is not None:
                load.groups.add(portion.group)
    return loads


def _taken(load: Load, portion: SharedItem, index: int, each: int) -> int:
    """Return how unfit models are for one more of a portion: they have it already, or something that it excludes."""
    if load.counts[index] > each:
        return 2
    return 1 if portion.group in load.groups else 0

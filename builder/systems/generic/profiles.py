"""What the types of profiles of an army are for: what models are, figures of weapons and the like, or words.

Data says neither, so it is read from the profiles themselves; a data set can correct it (`ProfileRoles`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from builder.catalogue.model import Characteristic
from builder.catalogue.roles import NO_ROLES
from builder.record import replace
from builder.roster.view import ProfileView, RosterView, SelectionView
from builder.systems.generic.model import ProfileTable
from builder.systems.protocol import UnitCache
from builder.text import without_markup

Role: TypeAlias = Literal["statistics", "table", "words", "hidden"]

WOUNDS = ("w", "wounds", "wound", "hp", "health", "hit points", "hull points", "life", "dc", "damage capacity")
"""What data calls the wounds of a model, in small letters."""
NERVE, DAMAGE = ("ne", "nerve"), "Wounds"
"""What data calls the damage that a unit bears where models are not counted one by one, and what it is called here."""
_BORNE = re.compile(r"(?:\d{1,2}|[-–—])/(\d{1,2})\+?")
"""Such a nerve: the damage from which a unit wavers, and that at which it routs."""
LONGEST_FIGURE = 14
"""Letters of a cell that is a figure rather than words."""
LONGEST_CELL = 60
"""Letters of a cell that can stand in a table whatever its other columns are."""
SHORTEST_WORDS = 20
"""Letters of a cell that make its column one of words: a shorter word may stand among figures (`See Howl`)."""
LEAST_FIGURES = 3
"""So many columns of figures make a table of a type that has long cells too."""
SAVES = frozenset({"sv", "save", "armour save"})
"""What data calls the save that invulnerable ones stand beside, in small letters."""
_SAVE = re.compile(r"(\d\+)\*?")
_SAVING = re.compile(
    r"(?:(?:this model|the bearer) has|(?P<every>(?:all )?models in this unit have))"
    r" an? (?P<save>\d\+) invulnerable save\.?",
    re.IGNORECASE,
)
"""An ability that is an invulnerable save and nothing else: of `every` model of the unit, or of the one that has it."""
MOST_WOUNDS = 200
"""More wounds than this in one model are taken for a slip of the data: it has one box."""

_NUMBER = re.compile(r"\d{1,3}")


@lru_cache(8_192)
def line_of(text: str) -> str:
    """Return a text of the data as one line, without an ornament before it."""
    line = " ".join(without_markup(text).split("\n"))
    while line and unicodedata.category(line[0]) == "So":
        line = line[1:].lstrip()
    return line


@dataclass(slots=True)
class _TypeUses:
    """How an army uses a type of profile: how often, on which selections, its columns with their longest texts.

    It may say by a `nerve` what damage units bear.
    """

    count: int
    on: Counter[str]
    longest: dict[str, int]
    nerve: bool = False


class ProfileTypes:
    """The types of profiles of one army, each with its role and the columns that are in use."""

    def __init__(self, roster: RosterView, kept: UnitCache) -> None:
        self._given = roster.roles or NO_ROLES
        self._wounds = frozenset(name.casefold() for name in self._given.wounds) or frozenset(WOUNDS)
        self._uses = _uses(roster, kept)
        self.counts_wounds = any(self._has_wounds(uses) for uses in self._uses.values())
        self._columns = {
            name: tuple(column for column, longest in uses.longest.items() if longest)
            for name, uses in self._uses.items()
        }
        self._roles = {name: self._role(name, uses) for name, uses in self._uses.items()}
        self._words = {
            column
            for name, uses in self._uses.items()
            if self._roles[name] in ("statistics", "table")
            for column, longest in uses.longest.items()
            if longest > SHORTEST_WORDS
        }
        self.order = tuple(sorted(self._uses, key=lambda name: -self._uses[name].count))
        """The types, the most used first."""
        self._kept = kept

    def about(self, unit: SelectionView) -> tuple[object, ...]:
        """Return what a unit is read by beside itself: how the army uses the types of profiles that the unit has."""
        own = self._kept.of(unit, None, lambda: frozenset(_uses_of(unit)), "types")
        types = ((name, self._roles[name], self.columns(name), self.wordy(name)) for name in self.order if name in own)
        return self._given, *types

    def role(self, profile: ProfileView) -> Role:
        """Return what a profile is for."""
        return self._roles.get(type_of(profile), "hidden")

    def columns(self, profile_type: str) -> tuple[str, ...]:
        """Return the columns of a type that any profile of the army fills, in the order of the data."""
        return self._columns[profile_type]

    def wordy(self, profile_type: str) -> tuple[bool, ...]:
        """Return for each of these columns whether it holds words rather than figures, in this table or another one."""
        return tuple(name in self._words for name in self.columns(profile_type))

    def wounds(self, profile: ProfileView) -> tuple[str, int] | None:
        """Return what a profile calls wounds, and how many it has; None where it has no such figure."""
        for cell in profile.characteristics:
            found = _NUMBER.match(cell.value.strip()) if cell.name.strip().casefold() in self._wounds else None
            if found is not None and 0 < int(found[0]) <= MOST_WOUNDS:
                return cell.name.strip(), int(found[0])
        borne = 0 if self._given.wounds else max(map(_borne, profile.characteristics), default=0)
        return (DAMAGE, borne) if borne else None

    def _has_wounds(self, uses: _TypeUses) -> bool:
        nerve = uses.nerve and not self._given.wounds
        return nerve or any(name.strip().casefold() in self._wounds for name in uses.longest)

    def _role(self, name: str, uses: _TypeUses) -> Role:
        given = self._given.of(name)
        if given is not None:
            return given
        figures = sum(0 < longest <= LONGEST_FIGURE for longest in uses.longest.values())
        if self._has_wounds(uses) and figures >= LEAST_FIGURES:
            return "statistics"
        longest = max(uses.longest.values(), default=0)
        if figures < LEAST_FIGURES and (longest > LONGEST_CELL or (not figures and longest)):
            return "words"
        if not self.counts_wounds and uses.on["bearer"] > uses.count / 2 and "weapon" not in name.casefold():
            return "statistics"
        return "table" if longest else "words"


def _uses(roster: RosterView, kept: UnitCache) -> dict[str, _TypeUses]:
    found: dict[str, _TypeUses] = {}
    for unit in roster.units():
        for name, its in kept.of(unit, None, partial(_uses_of, unit), "profiles").items():
            uses = found.setdefault(name, _TypeUses(0, Counter(), {}))
            uses.count += its.count
            uses.on.update(its.on)
            uses.nerve |= its.nerve
            for column, longest in its.longest.items():
                uses.longest[column] = max(uses.longest.get(column, 0), longest)
    return found


def _uses_of(unit: SelectionView) -> dict[str, _TypeUses]:
    found: dict[str, _TypeUses] = {}
    for place, selection, profile in _profiles(unit):
        uses = found.setdefault(type_of(profile), _TypeUses(0, Counter(), {}))
        uses.count += 1
        uses.on["bearer" if place == 0 or selection.type in ("unit", "model") else "item"] += 1
        for cell in profile.characteristics:
            value = cell.value.strip()
            empty = value in ("", "-", "–", "—")
            uses.nerve |= _borne(cell) > 0
            uses.longest[cell.name] = max(uses.longest.get(cell.name, 0), 0 if empty else len(value))
    return found


def _borne(cell: Characteristic) -> int:
    """Return the damage at which a unit routs, where a column says that; else 0."""
    found = _BORNE.fullmatch(cell.value.strip()) if cell.name.strip().casefold() in NERVE else None
    return int(found[1]) if found else 0


def _profiles(unit: SelectionView) -> Iterator[tuple[int, SelectionView, ProfileView]]:
    for place, selection in enumerate(unit.walk()):
        for profile in selection.profiles:
            if not profile.hidden:
                yield place, selection, profile


def type_of(profile: ProfileView) -> str:
    """Return the name of a profile's type; its id where data does not say it."""
    return profile.type_name or profile.type_id


def words_of(profile: ProfileView, owner: str) -> tuple[str, str]:
    """Return a profile of words as a title and a text; several cells are told with their names.

    One that is called as its `owner` has the name of its type for a title.
    """
    cells = [(cell.name.strip(), without_markup(cell.value)) for cell in profile.characteristics]
    filled = [(name, text) for name, text in cells if text and text not in ("-", "–", "—")]
    title = line_of(profile.name)
    title = line_of(type_of(profile)) if title.casefold() == owner.casefold() else title
    return title, filled[0][1] if len(filled) == 1 else _told(filled)


def _told(cells: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"{name}: {text}" for name, text in cells)


def is_save(title: str) -> bool:
    """Whether an ability is called an invulnerable save and nothing more."""
    return title.casefold().startswith("invulnerable save")


def invulnerable_save(types: ProfileTypes, parts: Sequence[SelectionView], models: int) -> str:
    """Return the best invulnerable save that all models of a unit have, where the data says it without conditions."""
    saves = []
    for place, part in enumerate(parts):
        for profile in part.profiles:
            if profile.hidden or types.role(profile) != "words":
                continue
            title, text = words_of(profile, "")
            save, saving = _SAVE.fullmatch(text) if is_save(title) else None, _SAVING.fullmatch(text.strip())
            if save is not None and (place == 0 or models == 1):
                saves.append(text)
            elif saving is not None and (saving["every"] or models == 1):
                saves.append(saving["save"])
    return min(saves, default="")


def with_save(table: ProfileTable, save: str) -> ProfileTable:
    """Return a table of statistics with the invulnerable save behind the save, or last; as it is where it has one."""
    names = [column.casefold() for column in table.columns]
    if any(name.startswith("inv") for name in names):
        return table
    place = next((n for n, name in enumerate(names, 1) if name in SAVES), len(names))
    title = "INV" if place and table.columns[place - 1].isupper() else "Inv"
    return replace(
        table,
        columns=(*table.columns[:place], title, *table.columns[place:]),
        wordy=(*table.wordy[:place], False, *table.wordy[place:]),
        lines=tuple(replace(line, cells=(*line.cells[:place], save, *line.cells[place:])) for line in table.lines),
    )

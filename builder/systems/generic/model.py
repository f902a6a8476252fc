"""An army as its data describes it: units with the tables of their profiles, texts, and models with their wounds."""

from __future__ import annotations

import re
from decimal import Decimal

from builder.record import Record
from builder.roster.marks import Mark

_STEP = re.compile(r"[\s.:–-]*\(?\d+(?:\s*[–-]\s*\d+)?\+?\)?$")
"""What tells the lines of a scale apart: `Screaming Bell 2`, `Truck (1)`, `03-04` and `10+`."""
LEAST_STEPS = 3
"""So many lines that differ by a number alone are a scale: what a model can do by the wounds that it has lost."""


def scale_of(name: str) -> str:
    """Return what the lines of a scale have in common, to be compared: their name without its numbers."""
    return _STEP.sub("", name).casefold()


class ProfileLine(Record, frozen=True):
    """A profile in a table: how many models or weapons have it, its name, and its cells.

    Args:
        count: 0 where it is not known, or means nothing.
        of: the weapon that it is one of several profiles of, by whose name theirs begin.
    """

    count: int
    name: str
    cells: tuple[str, ...]
    of: str = ""


class ProfileTable(Record, frozen=True):
    """The profiles of one type, with its columns as the data has them; those that the whole army leaves empty are gone.

    Args:
        wordy: for each column, whether it holds words rather than figures.
    """

    type: str
    columns: tuple[str, ...]
    lines: tuple[ProfileLine, ...]
    wordy: tuple[bool, ...]


class Passage(Record, frozen=True):
    """A rule or an ability in words; equal ones of an army have one `number`, from 1."""

    title: str
    text: str
    number: int


class AlikeModels(Record, frozen=True):
    """Models of a unit that are alike; each is taken out by as many `wounds` as it has."""

    id: str
    name: str
    models: int
    wounds: int = 1

    @property
    def total(self) -> int:
        """The wounds of all of them."""
        return self.models * self.wounds


class GenericUnit(Record, frozen=True, kw_only=True):
    """A unit of an army.

    Args:
        entry: the id of the entry that it was made from.
        kind: `unit`, or `other` for what has no models: a battle trait, a formation that others stand in.
        force: the name of its force, `within` that of the selection that it stands in, if any.
        category: its primary category; `keywords` are the others.
        points: what it costs of the type that counts as points; `costs` of all others, by name.
        statistics: the profiles that tell what its models are; `tables` all others, the most used
            type of the army first.
        data_name: what its data calls it, where it has a name that does not say so.
        choices: what was chosen for it and has no profile; `picked` what is told in words alone.
        wounds_name: what the data calls wounds; empty where a box stands for a model.
    """

    id: str
    entry: str
    name: str
    kind: str
    force: str
    within: str
    category: str
    keywords: tuple[str, ...]
    points: Decimal
    costs: tuple[tuple[str, Decimal], ...]
    groups: tuple[AlikeModels, ...]
    statistics: tuple[ProfileTable, ...]
    tables: tuple[ProfileTable, ...]
    passages: tuple[Passage, ...]
    choices: tuple[str, ...]
    picked: tuple[str, ...] = ()
    wounds_name: str = ""
    marks: tuple[Mark, ...] = ()
    data_name: str = ""
    notes: str = ""

    @property
    def models(self) -> int:
        """How many models it has."""
        return sum(group.models for group in self.groups)

    @property
    def vehicles(self) -> int:
        """How many of its models are vehicles: all of them or none."""
        return self.models if self.is_vehicle else 0

    @property
    def wounds(self) -> int:
        """The wounds of all its models."""
        return sum(group.total for group in self.groups)

    @property
    def carries(self) -> bool:
        """Whether its category or a keyword calls it a transport: how many it carries is for its game to say."""
        return bool(self.groups) and self._is_called("transport")

    @property
    def is_vehicle(self) -> bool:
        """Whether its category or a keyword calls it something that neither leads a unit nor is led by one."""
        return bool(self.groups) and self._is_called("vehicle", "transport", "aircraft", "fortification", "titanic")

    def _is_called(self, *names: str) -> bool:
        words = [word.casefold() for word in (self.category, *self.keywords)]
        return any(name in word for name in names for word in words)


class GenericArmy(Record, frozen=True, kw_only=True):
    """An army of any game.

    Args:
        game: the name of the game system, as the data has it.
        points_name: what the data calls points.
        costs: the totals of all other cost types that tell something, each with its limit where one is set.
        settings: what was chosen for the army as a whole, such as its size.
        passages: all rules and abilities of the army and its forces, by number.
        unnamed_wounds: whether no profile says how many wounds a model has, so that a box stands for a model.
    """

    name: str
    game: str
    points: Decimal
    points_name: str
    limit: Decimal | None
    costs: tuple[tuple[str, Decimal, Decimal | None], ...]
    units: tuple[GenericUnit, ...]
    settings: tuple[str, ...]
    passages: tuple[Passage, ...]
    unnamed_wounds: bool = False

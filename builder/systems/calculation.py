"""What rules come to, and how that came about: one by one, as `muster calc` offers them, or in a game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar, Generic, TypeVar

from builder.record import Record
from builder.systems.parameters import Kind, Params

Value = TypeVar("Value", covariant=True)


class Explained(Record, Generic[Value], frozen=True):
    """A value and the sentences, in order, that say how it came about: commands, games and screens show the same."""

    value: Value
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a calculation comes to: fields ready for JSON, and the same in words."""

    result: Mapping[str, object]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """A unit of an army that a calculation is about: its id, with the army as its system, and modules, read it."""

    id: str
    name: str
    reading: object


FindUnit = Callable[[str], FoundUnit]
"""Finds what a player calls `ARMY:UNIT`; it surrounds the calculations that ask for units."""


def _find(around: FindUnit, written: str) -> FoundUnit:
    return around(written)


UnitOfArmy = Annotated[FoundUnit, Kind(find=_find, write=lambda found: found.id, metavar="ARMY:UNIT")]
"""A unit of an army, as the type of a field."""


class Calculation(Params):
    """A rule that can be worked out by itself, with what it is given; the docstring of each says what it is."""

    rule: ClassVar[str] = ""
    """Its id in the ledger of rules."""

    @abstractmethod
    def answer(self) -> Answer:
        """Return what it comes to.

        Raises:
            ValueError: what is given does not fit together.
        """


def percent(likely: Fraction) -> str:
    """Return a chance as players say it."""
    return f"{float(likely) * 100:.1f} %"


def exact_chance(likely: Fraction) -> dict[str, object]:
    """Return a chance as an exact fraction and in per cent, ready for JSON."""
    return {"fraction": str(likely), "percent": round(float(likely) * 100, 4)}


def exact_average(value: Fraction) -> dict[str, object]:
    """Return an average as an exact fraction and as a number, ready for JSON."""
    return {"fraction": str(value), "value": round(float(value), 4)}

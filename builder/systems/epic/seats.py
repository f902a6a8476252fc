"""Who can ride: transport capacity by number and type of unit, within one formation (E-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Berth:
    """Places of a transport for certain kinds of unit.

    Args:
        places: how many places there are.
        takes: how many of them one unit of each kind takes up.
        most: how many units of a kind may be among them, where that is limited.
    """

    places: int
    takes: Mapping[str, int]
    most: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who rides and who walks, by kind; `places` are those of all transports."""

    places: int
    riding: Mapping[str, int]
    walking: Mapping[str, int]

    @property
    def everyone(self) -> bool:
        """Whether nobody walks."""
        return not any(self.walking.values())


def seat(passengers: Mapping[str, int], berths: Sequence[Berth]) -> Seating:
    """Seat the passengers of one formation (E-06).

    Kinds that take up more places, then those that fewer berths take, are seated first, each as tightly as it goes; a
    unit may give its place to another later on, so nobody walks who could have changed with somebody else.

    Args:
        passengers: units by kind; transports are not among them, for a transport that rides carries nothing.
        berths: the places of every transport, one berth or more for each.
    """
    cabin = _Cabin(berths)
    for kind in sorted(passengers, key=lambda kind: (-cabin.bulk(kind), cabin.choices(kind))):
        for _ in range(passengers[kind]):
            if not cabin.board(kind):
                break
    riding = {kind: cabin.riding(kind) for kind in passengers}
    return Seating(
        places=sum(berth.places for berth in berths),
        riding={kind: number for kind, number in riding.items() if number},
        walking={kind: passengers[kind] - number for kind, number in riding.items() if passengers[kind] > number},
    )


class _Cabin:
    """Berths while they fill up."""

    def __init__(self, berths: Sequence[Berth]) -> None:
        self._berths = berths
        self._seated: list[dict[str, int]] = [{} for _ in berths]

    def bulk(self, kind: str) -> int:
        """Return the places that a unit of the kind takes up at most."""
        return max((berth.takes[kind] for berth in self._taking(kind)), default=1)

    def choices(self, kind: str) -> int:
        """Return how many places there are for the kind."""
        return sum(berth.places for berth in self._taking(kind))

    def riding(self, kind: str) -> int:
        """Return how many of the kind have a place."""
        return sum(seated.get(kind, 0) for seated in self._seated)

    def board(self, kind: str) -> bool:
        """Find a place for one more, if need be by moving others, one into the place of the next."""
        return self._board(kind, set(), set())

    def _board(self, kind: str, asked: set[str], searched: set[int]) -> bool:
        open_to = [
            index for index, berth in enumerate(self._berths) if kind in berth.takes and self._below(kind, index)
        ]
        for index in sorted(open_to, key=self._free):
            if self._has_room(kind, index):
                self._change(index, kind, 1)
                return True
        asked.add(kind)
        for index in (index for index in open_to if index not in searched):
            searched.add(index)
            for other in [other for other, number in self._seated[index].items() if number and other not in asked]:
                self._change(index, other, -1)
                if self._has_room(kind, index):
                    self._change(index, kind, 1)
                    if self._board(other, asked, searched):
                        return True
                    self._change(index, kind, -1)
                self._change(index, other, 1)
        return False

    def _change(self, index: int, kind: str, by: int) -> None:
        self._seated[index][kind] = self._seated[index].get(kind, 0) + by

    def _taking(self, kind: str) -> Iterator[Berth]:
        return (berth for berth in self._berths if kind in berth.takes)

    def _free(self, index: int) -> int:
        berth = self._berths[index]
        return berth.places - sum(berth.takes[kind] * number for kind, number in self._seated[index].items())

    def _below(self, kind: str, index: int) -> bool:
        berth = self._berths[index]
        return self._seated[index].get(kind, 0) < berth.most.get(kind, berth.places)

    def _has_room(self, kind: str, index: int) -> bool:
        return self._below(kind, index) and self._berths[index].takes[kind] <= self._free(index)

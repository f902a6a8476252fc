"""Whether everyone of a formation can ride, and the words for it (E-06)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.systems.epic.model import Formation, UnitKind, UnitType
from builder.systems.epic.names import plain
from builder.systems.epic.seats import Berth, Seating, seat
from builder.systems.epic.transport import TYPE_WORDS

CARRIES = "transport"
"""The note of a unit that carries others."""


@dataclass(frozen=True, slots=True)
class Boarding:
    """How a formation rides.

    Args:
        transports: those who carry.
        unknown: those who carry, though the data does not say whom.
        on_foot: units by kind that have no place though they should: all who are taken along, and slow infantry.
    """

    transports: tuple[UnitKind, ...]
    passengers: tuple[UnitKind, ...]
    seating: Seating
    unknown: tuple[UnitKind, ...] = ()

    @property
    def on_foot(self) -> int:
        """Units without a place."""
        return sum(self.seating.walking.values())

    @property
    def everyone(self) -> bool:
        """Whether nobody is left without a place."""
        return self.seating.everyone


def board(formation: Formation) -> Boarding:
    """Seat a formation in its own transports (E-06); what carries others does not ride itself.

    Passengers are those whom a transport takes, and infantry that is slower than every transport: it would be left
    behind. Where the list is mechanised, all infantry is.
    """
    transports = tuple(kind for kind in formation.kinds if kind.berths)
    unknown = tuple(kind for kind in formation.kinds if not kind.berths and CARRIES in map(str.casefold, kind.notes))
    others = [kind for kind in formation.kinds if not kind.berths and kind not in unknown]
    speed = max((kind.line.speed or 0 for kind in transports), default=0)
    passengers = tuple(
        kind
        for kind in others
        if any(_places(berth, kind) for transport in transports for berth in transport.berths)
        or (UnitType.INF in kind.line.types and (formation.mechanised or (kind.line.speed or 0) < speed))
    )
    berths = [_for_kinds(berth, passengers) for transport in transports for berth in transport.berths * transport.count]
    return Boarding(transports, passengers, seat({kind.id: kind.count for kind in passengers}, berths), unknown)


def in_words(boarding: Boarding) -> str:
    """`3 Rhino, 6 places, for 6 Tactical: everyone rides`; empty where nobody carries and nobody needs a place.

    Nothing is reckoned where the data says of a transport that it is one, and no more.
    """
    if boarding.unknown:
        return f"the data does not say whom {_listed(boarding.unknown)} can carry"
    if not boarding.passengers:
        return ""
    riders = _listed(boarding.passengers)
    if not boarding.transports:
        return f"no transport for {riders}"
    places = boarding.seating.places
    carriers = f"{_listed(boarding.transports)}, {places} {'place' if places == 1 else 'places'}"
    walking = boarding.on_foot
    verdict = "everyone rides" if not walking else f"{walking} {'walks' if walking == 1 else 'walk'}"
    return f"{carriers}, for {riders}: {verdict}"


def _listed(kinds: Sequence[UnitKind]) -> str:
    return ", ".join(f"{kind.count} {kind.name}" for kind in kinds)


def _places(berth: Berth, kind: UnitKind) -> int:
    """The places that one unit of a kind takes up; 0 where it is not carried."""
    words = [plain(kind.name), *(word for word, type in TYPE_WORDS.items() if type in kind.line.types)]
    return max((berth.takes.get(word, 0) for word in words), default=0)


def _for_kinds(berth: Berth, kinds: Sequence[UnitKind]) -> Berth:
    """The places with the units that are really there."""
    takes = {kind.id: places for kind in kinds if (places := _places(berth, kind))}
    most = {kind.id: berth.most[plain(kind.name)] for kind in kinds if plain(kind.name) in berth.most}
    return Berth(berth.places, takes, most)

"""What a transport carries, as data says it in words, and who of a formation can ride (E-06)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.epic.model import Berth, Formation, UnitKind, UnitType

TYPE_WORDS = {
    "inf": UnitType.INF,
    "lv": UnitType.LV,
    "lightvehicle": UnitType.LV,
    "av": UnitType.AV,
    "armouredvehicle": UnitType.AV,
}
"""How transports name a whole type; `infantry` is left to the units that are called so."""

_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_NUMBER = r"(?P<number>\d{1,3}|one|two|three|four)"
_CARRIES = re.compile(rf"(?:up to\s+)?{_NUMBER}\s+(?P<kinds>.+)", re.I)
_AMONG = re.compile(rf"{_NUMBER}\s+(?:unit|of them)s?\s*(?:transported\s*)?may be (?:an? )?(?P<kinds>.+)", re.I)
_EXTRA = re.compile(rf"(?:it )?(?:may|can) (?:also )?carry {_NUMBER}\s+(?P<kinds>.+?)\s+in addition.*", re.I)
_BULKY = re.compile(rf"(?P<kinds>.+?)\s+(?:count|take)s? (?:as|up)\s+{_NUMBER}\s+(?:unit|place)s?.*", re.I)
_FILLER = re.compile(r"\b(?:of the following units?|units? of|of|units?)\b\s*:?", re.I)
_OR_NUMBER = re.compile(r",?\s+or\s+(?=\d)", re.I)
_LIST = re.compile(r"\s*,\s*(?:and |or )?|\s+(?:or|and)\s+|/", re.I)


def name_key(name: str) -> str:
    """Return a name for comparison: letters and figures alone, in small letters, in the singular."""
    return "".join(words_of(name))


def words_of(name: str) -> list[str]:
    """Return the words of a name in small letters, in the singular."""
    words = re.sub(r"[^\w\s]", "", name.casefold()).split()
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words]


def name_keys(text: str) -> tuple[str, ...]:
    """Return the names in `Commander, Infantry or Sniper units`, ready for comparison."""
    listed = _LIST.split(_FILLER.sub(" ", text))
    return tuple(name for part in listed if (name := name_key(part)))


def kind_names(text: str) -> tuple[str, ...]:
    """Return the kinds of unit that a transport's text names, as they are written; types such as `INF` are left out."""
    named: list[str] = []
    for berth in read_berths(text):
        named.extend(kind for kind in berth.takes if kind not in TYPE_WORDS)
    return tuple(dict.fromkeys(named))


def own_sentence(text: str, unit: str) -> str | None:
    """Return what a rule on all transports of an army says of one, on a line of its own (`Chimera: 2 Infantry`)."""
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        if colon and name_key(name) and (name_key(name) in name_key(unit) or name_key(unit) in name_key(name)):
            return rest.strip()
    return None


def read_berths(text: str) -> tuple[Berth, ...]:
    """Return the places of a transport; none where the text is not understood."""
    places, takes, most = 0, dict[str, Fraction](), dict[str, int]()
    extra: list[Berth] = []
    for sentence in filter(None, (" ".join(part.split()).strip(" ;,") for part in re.split(r"\.(?:\s|$)|;", text))):
        among, bulky, more = _AMONG.fullmatch(sentence), _BULKY.fullmatch(sentence), _EXTRA.fullmatch(sentence)
        if among:
            for kind in name_keys(among["kinds"]):
                takes.setdefault(kind, Fraction(1))
                most[kind] = _number(among["number"])
        elif more:
            extra.append(Berth(_number(more["number"]), dict.fromkeys(name_keys(more["kinds"]), 1), {}))
        elif bulky:
            takes.update(dict.fromkeys(name_keys(bulky["kinds"]), Fraction(_number(bulky["number"]))))
        else:
            found = [_CARRIES.fullmatch(part.strip()) for part in _OR_NUMBER.split(sentence)]
            if places or not all(found):
                return ()
            options = [(_number(match["number"]), name_keys(match["kinds"])) for match in found if match]
            places = max(number for number, _ in options)
            takes.update({kind: Fraction(places, number) for number, names in options for kind in names})
    parts = math.lcm(*(each.denominator for each in takes.values()))
    in_parts = {kind: int(each * parts) for kind, each in takes.items()}
    own = (Berth(places, in_parts, most, parts),) if places and takes else ()
    return (*own, *extra)


def _number(text: str) -> int:
    return max(1, _WORDS.get(text.lower(), 0) or int(text))


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
        if any(places_of(berth, kind) for transport in transports for berth in transport.berths)
        or (UnitType.INF in kind.line.types and (formation.mechanised or (kind.line.speed or 0) < speed))
    )
    berths = [berth for transport in transports for berth in seats_of(transport, transport.count, passengers)]
    return Boarding(transports, passengers, seat({kind.id: kind.count for kind in passengers}, berths), unknown)


def carries_text(kind: UnitKind, formation: Formation) -> str:
    """Return whom of its formation a transport can carry: `2 Nobz/Boyz + 1 Grotz`; empty for what is no transport."""
    parts: list[str] = []
    for berth in kind.berths:
        by_number: dict[int, list[str]] = {}
        for other in formation.kinds:
            if takes := places_of(berth, other):
                by_number.setdefault(berth.room(takes), []).append(other.name)
        ways = [f"{number} {'/'.join(names)}" for number, names in sorted(by_number.items())]
        parts += [" or ".join(ways)] if ways else []
    return " + ".join(parts) or ("nobody of its formation" if kind.berths else "")


def boarding_text(boarding: Boarding) -> str:
    """`3 Rhino, 6 places, for 6 Tactical: everyone rides`; empty where nobody carries and nobody needs a place.

    Nothing is worked out where the data says of a unit only that it is a transport.
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


def places_of(berth: Berth, kind: UnitKind) -> int:
    """Return the parts of places that one unit of a kind takes up; 0 where it is not carried."""
    words = [
        name_key(kind.name),
        *(word for word, unit_type in TYPE_WORDS.items() if unit_type in kind.line.types),
    ]
    return max((berth.takes.get(word, 0) for word in words), default=0)


def seats_of(transport: UnitKind, number: int, kinds: Sequence[UnitKind]) -> list[Berth]:
    """Return the places of some transports of a kind, as far as some kinds of units can take them."""
    return [_seats_for(berth, kinds) for berth in transport.berths * number]


def _seats_for(berth: Berth, kinds: Sequence[UnitKind]) -> Berth:
    takes = {kind.id: places for kind in kinds if (places := places_of(berth, kind))}
    most = {kind.id: berth.most[name_key(kind.name)] for kind in kinds if name_key(kind.name) in berth.most}
    return Berth(berth.places, takes, most, berth.parts)


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
        """Return the parts of places that a unit of the kind takes up at most."""
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
        return berth.places * berth.parts - sum(
            berth.takes[kind] * number for kind, number in self._seated[index].items()
        )

    def _below(self, kind: str, index: int) -> bool:
        berth = self._berths[index]
        return self._seated[index].get(kind, 0) < berth.most.get(kind, berth.places)

    def _has_room(self, kind: str, index: int) -> bool:
        return self._below(kind, index) and self._berths[index].takes[kind] <= self._free(index)

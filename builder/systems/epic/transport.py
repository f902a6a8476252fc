"""What a transport carries, as data says it in words (E-06).

Understood are sentences such as `2 Infantry or Commander units`, `1 Ogryns or 2 Infantry`, `up to 8 units of Boyz`,
`1 unit transported may be a Big Gunz`, `may carry 4 Grotz in addition`, `Dreadnoughts count as two units`.
"""

from __future__ import annotations

import re

from builder.systems.epic.model import UnitType
from builder.systems.epic.names import plain
from builder.systems.epic.seats import Berth

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


def kinds(text: str) -> tuple[str, ...]:
    """The names in `Commander, Infantry or Sniper units`, ready for comparison."""
    listed = _LIST.split(_FILLER.sub(" ", text))
    return tuple(name for part in listed if (name := plain(part)))


def named_kinds(text: str) -> tuple[str, ...]:
    """The kinds of unit that a transport's text names, as they are written; types such as `INF` are left out."""
    named: list[str] = []
    for berth in read_berths(text):
        named.extend(kind for kind in berth.takes if kind not in TYPE_WORDS)
    return tuple(dict.fromkeys(named))


def own_sentence(text: str, unit: str) -> str | None:
    """The part of a rule on all transports of an army (`Chimera: 2 Infantry`, a line for each) that is about one."""
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        if colon and plain(name) and (plain(name) in plain(unit) or plain(unit) in plain(name)):
            return rest.strip()
    return None


def read_berths(text: str) -> tuple[Berth, ...]:
    """The places of a transport; none where the text is not understood."""
    places, takes, most = 0, dict[str, int](), dict[str, int]()
    extra: list[Berth] = []
    for sentence in filter(None, (" ".join(part.split()).strip(" ;,") for part in re.split(r"\.(?:\s|$)|;", text))):
        among, bulky, more = _AMONG.fullmatch(sentence), _BULKY.fullmatch(sentence), _EXTRA.fullmatch(sentence)
        if among:
            for kind in kinds(among["kinds"]):
                takes.setdefault(kind, 1)
                most[kind] = _number(among["number"])
        elif more:
            extra.append(Berth(_number(more["number"]), dict.fromkeys(kinds(more["kinds"]), 1), {}))
        elif bulky:
            takes.update(dict.fromkeys(kinds(bulky["kinds"]), _number(bulky["number"])))
        else:
            found = [_CARRIES.fullmatch(part.strip()) for part in _OR_NUMBER.split(sentence)]
            if places or not all(found):
                return ()
            options = [(_number(match["number"]), kinds(match["kinds"])) for match in found if match]
            places = max(number for number, _ in options)
            takes.update({kind: -(-places // number) for number, names in options for kind in names})
    own = (Berth(places, takes, most),) if places and takes else ()
    return (*own, *extra)


def _number(text: str) -> int:
    return max(1, _WORDS.get(text.lower(), 0) or int(text))

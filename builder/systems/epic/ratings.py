"""Strategy rating and initiative, as the rules of a list say them in words (E-04, E-05)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builder.systems.epic.model import UnitKind
from builder.systems.epic.names import plain

_STRATEGY = re.compile(r"strategy rating(?: of)? (\d{1,2})\b", re.I)
_HAVE = re.compile(r" (?:have|has)\b", re.I)
_INITIATIVE = re.compile(r"\binitiative(?: rating)?(?: of)? ([1-6])\+", re.I)

NAVY = ("thunderbolt", "marauder", "lightning", "fury")
"""The aircraft that lists mean by the Imperial Navy; other aircraft belong to the army itself."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a list says: a strategy rating, the usual initiative, and the initiative of some, by the words for them."""

    strategy: int | None = None
    initiative: int | None = None
    others: tuple[tuple[str, int], ...] = ()

    def initiative_of(self, name: str, kinds: Sequence[UnitKind]) -> int | None:
        """The initiative of a formation: that of those it belongs to, else the usual one."""
        names = [plain(name), *(plain(kind.name) for kind in kinds)]
        for who, value in self.others:
            if "imperial navy" in who.lower():
                if any(found.startswith(NAVY) for found in names):
                    return value
            elif "titan legion" in who.lower():
                if any("titan" in found for found in names):
                    return value
            elif any(_meant(item, names) for item in re.split(r",\s*|\s+and\s+", who)):
                return value
        return self.initiative


def read_ratings(texts: Iterable[str]) -> Ratings:
    """Read sentences such as `Ork armies have Strategy Rating 3` and `Ork formations have Initiative Rating 3+`."""
    parts = (" ".join(part.split()) for text in texts for part in re.split(r"\.(?:\s|$)|\n", text))
    sentences = [part for part in parts if part]
    strategies = [int(found[1]) for sentence in sentences if (found := _STRATEGY.search(sentence))]
    said = list(filter(None, map(_initiative, sentences)))
    usual = next((one for one in said if one[0].lower().startswith("all ")), said[0] if said else None)
    return Ratings(
        strategy=strategies[0] if strategies else None,
        initiative=usual[1] if usual else None,
        others=tuple(one for one in said if one is not usual),
    )


def _initiative(sentence: str) -> tuple[str, int] | None:
    """Who has which initiative by a sentence; None where it says nothing of it."""
    have = _HAVE.search(sentence)
    value = _INITIATIVE.search(sentence, have.end()) if have else None
    return (sentence[: have.start()], int(value[1])) if have and value else None


def _meant(item: str, names: Sequence[str]) -> bool:
    wanted = plain(item)
    return any(wanted in name or (len(name) > 4 and name in wanted) for name in names)

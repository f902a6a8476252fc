"""Names of units as lists write them: `3x Basilisk`, `Pair of Falcons`, `Storm Troopers` for a Stormtrooper."""

from __future__ import annotations

import re
from collections.abc import Sequence

_COUNT = re.compile(r"(?:(?P<number>\d{1,3})\s*[x×]?\s+|(?P<times>\d{1,3})\s*[x×]\s*|(?P<pair>pair of\s+))(?=\S)", re.I)


def plain(name: str) -> str:
    """Return a name for comparison: letters and figures alone, in small letters, in the singular."""
    return "".join(_words(name))


def numbers(entry: str, units: Sequence[str]) -> list[int]:
    """Return how many of each unit one selection of an entry stands for: `Vanquisher, 9x Leman Russ` has 1 and 9.

    A unit that the name does not mention is there once; a single unit takes the single number, whatever the name says.
    """
    parts = [_counted(part) for part in entry.split(",")]
    if len(units) == 1 and len(parts) == 1:
        return [parts[0][0]]
    found = [1] * len(units)
    free = set(range(len(units)))
    for number, name in parts:
        best = max(sorted(free), key=lambda index: _likeness(name, units[index]), default=None)
        if best is not None and _likeness(name, units[best]):
            found[best] = number
            free.remove(best)
    return found


def _counted(part: str) -> tuple[int, str]:
    found = _COUNT.match(part.strip())
    if found is None:
        return 1, part.strip()
    return 2 if found["pair"] else max(1, int(found["number"] or found["times"])), part.strip()[found.end() :]


def _likeness(name: str, unit: str) -> int:
    """Return how many words of a name the unit's has; the first, which lists put what matters in, counts twice."""
    words, known = _words(name), set(_words(unit))
    return sum(2 if index == 0 else 1 for index, word in enumerate(words) if word in known)


def _words(name: str) -> list[str]:
    words = re.sub(r"[^\w\s]", "", name.casefold()).split()
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words]

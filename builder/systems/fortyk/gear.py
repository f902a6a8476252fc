"""What wargear says of a model beyond its name: the invulnerable save that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable

from builder.roster.view import ProfileView
from builder.systems.fortyk.columns import Kind, of_kind

_SENTENCE = re.compile(r"[.;\n]\s")
_SAVE = re.compile(r"([2-6])\s*\+{1,2}\s*invul\w*|invul\w*\s+sav\w*\s+(?:of\s+)?([2-6])\s*\+", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:against|from|until|during|for the|once|while|whilst|if|when|within|becomes|in close combat|re-?roll\w*)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r",|\band\b")


def invulnerable_save(profiles: Iterable[ProfileView]) -> int | None:
    """The best invulnerable save that the texts of wargear give without any condition, as 2…6."""
    saves = [save for profile in of_kind(tuple(profiles), Kind.WARGEAR) for save in _plain_saves(profile)]
    return min(saves, default=None)


def conditional_saves(profiles: Iterable[ProfileView]) -> tuple[str, ...]:
    """The names of wargear with an invulnerable save that holds under some condition only."""
    wargear = of_kind(tuple(profiles), Kind.WARGEAR)
    return tuple(profile.name for profile in wargear if _saves(profile) and not list(_plain_saves(profile)))


def _saves(profile: ProfileView) -> list[tuple[int, str]]:
    """The saves that a text names, each with what is said before it in the sentence and after it in the clause."""
    found: list[tuple[int, str]] = []
    for characteristic in profile.characteristics:
        for sentence in _SENTENCE.split(characteristic.value):
            for save in _SAVE.finditer(sentence):
                after = _CLAUSE_END.split(sentence[save.end() :], maxsplit=1)[0]
                found.append((int(save[1] or save[2]), f"{sentence[: save.start()]} {after}"))
    return found


def _plain_saves(profile: ProfileView) -> Iterable[int]:
    return (save for save, around in _saves(profile) if not _CONDITION.search(around))

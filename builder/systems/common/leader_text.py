"""Whom the text of Leader names: in 10th edition a character is attached to units that only this text names.

It is read where it says so in the words of the game, “This model can be attached to the following units:”, with a name
behind each bullet. A name is that of a unit, whatever its case and but for a slip of a letter, or categories of it
(IMPERIUM BATTLELINE INFANTRY). A text in other words names nobody, and holds nobody to anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from builder.errors import Finding, Place, Severity
from builder.roster.naming import unit_names
from builder.roster.view import RosterView, SelectionView
from builder.text import without_markup

CODE = "leader-text"
"""The code of the finding that a unit is led by somebody whose text names others."""

_SAYS = re.compile(r"\bThis (?:model|unit) (?:can|must) be attached to (?:one of )?the following units?\s*:", re.I)
_BULLET = re.compile(r"\s*[■•▪●\u25e6]\s*|\s*\n\s*[-–*]\s+")
_ENDS = re.compile(r"\n|\s(?=(?:You can|This model|This unit|If |While |Note)\b)")
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_LONGEST = 60
"""A name of more signs than this is none."""
_NEAR = 0.92
"""How like a name must be that has a slip in it."""


def named_by_leader(unit: SelectionView) -> Sequence[str]:
    """Return the units that the text of Leader of a unit names; none where it has no such text, or it is not read."""
    texts = (
        cell.value
        for part in unit.walk()
        for profile in part.profiles
        if not profile.hidden and profile.name.strip().casefold() == "leader"
        for cell in profile.characteristics
    )
    return next(filter(None, map(_named, texts)), ())


def _named(text: str) -> tuple[str, ...]:
    text = text.replace("\xa0", " ")
    says = _SAYS.search(text)
    if says is None:
        return ()
    _, *items = _BULLET.split(text[says.end() :])
    names = (without_markup(_ENDS.split(item.strip(), maxsplit=1)[0]).strip(" .,;") for item in items)
    return tuple(dict.fromkeys(name for name in names if 0 < len(name) <= _LONGEST))


def is_named(names: Sequence[str], unit: SelectionView) -> bool:
    """Whether any of some names means a unit."""
    own, words = _plainly(unit.name), {word for each in unit.categories for word in _words(each.name)}
    for name in names:
        plain = _plainly(_BRACKETS.sub("", name))
        if plain == own or SequenceMatcher(None, plain, own).ratio() >= _NEAR or words.issuperset(_words(name)):
            return True
    return False


def _plainly(name: str) -> str:
    return "".join(filter(str.isalnum, _BRACKETS.sub("", name).casefold()))


def _words(name: str) -> set[str]:
    return {"".join(filter(str.isalnum, word)) for word in _BRACKETS.sub("", name).casefold().split()}


def leader_findings(view: RosterView) -> Iterator[Finding]:
    """Warn of units that are led by somebody whose text of Leader names others."""
    units = {part.id: part for top in view.units() for part in top.walk() if part is top or part.type == "unit"}
    names = unit_names(view) if any(unit.marks for unit in units.values()) else {}
    for unit in units.values():
        for mark in unit.marks:
            leader = units.get(mark.target or "") if mark.kind == "led_by" else None
            named = named_by_leader(leader) if leader is not None else ()
            if leader is not None and named and not is_named(named, unit):
                about = f"{names[leader.id]} leads {names[unit.id]}"
                reason = f"the text of Leader names {', '.join(named)}."
                place = Place(unit=unit.id)
                yield Finding(Severity.WARNING, CODE, f"{about}: {reason}", at=place, about=about, reason=reason)

"""Who feels no pain in a game: by a rule, by what he carries, or while whoever helps his unit lives (D-33)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.queries import gone, leader_of, led_by, units_of
from builder.systems.diceless.play.state import SideState, groups_left
from builder.systems.fortyk.model import ModelGroup, Unit

_WHOLE_UNIT = re.compile(
    r"(?:unit|squad)(?: (?:he|it) joins)? (?:has|have|feels?|gains?) (?:the )?(?:feel )?no pain|feel no pain to unit",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(?:^|has |with )(?:the )?feel no pain(?! \(6)", re.IGNORECASE)
_CONDITION = re.compile(r"within|against|re-roll|once", re.IGNORECASE)
_TOO_LITTLE = "(6+)"
"""A Feel No Pain of 6+ does not halve DMG: what it does is for the players to agree on."""


def feels_no_pain(side: SideState, unit: Unit, group: ModelGroup) -> Explained[bool]:
    """Whether models of a unit have Feel No Pain, and from whom, where it is not a rule of theirs (D-33).

    Wargear whose text says so gives it to the unit of its bearer, to the character who leads it and to the unit that he
    leads, while the bearer lives; other wargear to its bearer alone.
    """
    together = (unit.id, leader_of(side, unit.id), led_by(side, unit.id))
    for each in filter(None, together):
        for helper, living in _helpers(side, units_of(side)[each]):
            if living:
                return Explained(True, (f"Feel No Pain from {helper}",))
    if any(_BEARER.search(text) for text in _texts(unit, group)):
        return Explained(True)
    if lost := [helper for helper, _ in _helpers(side, unit)]:
        return Explained(False, (f"no Feel No Pain any more: nobody is left with {lost[0]}",))
    return Explained(any("feel no pain" in rule.casefold() and _TOO_LITTLE not in rule for rule in unit.rules))


def _helpers(side: SideState, unit: Unit) -> Iterator[tuple[str, bool]]:
    """Yield what of a unit gives its whole unit Feel No Pain, and whether somebody lives who carries it."""
    left = [group for group, _ in groups_left(side, unit.id)]
    for name, text in unit.rule_texts:
        if _WHOLE_UNIT.search(text) and not _CONDITION.search(text):
            carried = any(_carries(group, name) for group in unit.groups)
            bearers = [group for group in left if _carries(group, name)] if carried else left
            yield name, bool(bearers) and not gone(side, unit.id)


def _texts(unit: Unit, group: ModelGroup) -> Iterator[str]:
    """Yield what the data says of what a group carries."""
    return (text for name, text in unit.rule_texts if _carries(group, name) and not _CONDITION.search(text))


def _carries(group: ModelGroup, name: str) -> bool:
    return any(name.casefold() == each.casefold() for each in group.gear)

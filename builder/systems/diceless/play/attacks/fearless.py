"""Who is fearless in a game: by a rule, or while a character leads the unit who makes it so (D-14)."""

from __future__ import annotations

import re

from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.queries import has_rule, leader_of, units_of
from builder.systems.diceless.play.state import SideState

_WHOLE_UNIT = re.compile(r"(?:unit|squad)\b[^.]{0,60}\b(?:is|are|has|have) (?:the )?fearless", re.IGNORECASE)
_CONDITION = re.compile(r"\bturn|within|once|\bif ", re.IGNORECASE)


def fearless(side: SideState, unit: str) -> Explained[bool]:
    """Whether a unit is fearless, and why; what makes a unit so for a while is for the players to say."""
    known = units_of(side)
    if has_rule(known[unit].rules, "fearless"):
        return Explained(True, (f"{known[unit].name} is fearless by its rules",))
    for each in filter(None, (unit, leader_of(side, unit))):
        for name, text in known[each].rule_texts:
            if _WHOLE_UNIT.search(text) and not _CONDITION.search(text):
                return Explained(True, (f"{known[unit].name} is fearless: {name}",))
    return Explained(False)

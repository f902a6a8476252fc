"""Who is a psyker (D-72), told by rules, categories, profiles, unit types and powers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from builder.roster.view import SelectionView
from builder.systems.fortyk.columns import Kind, columns, of_kind
from builder.systems.fortyk.weapons import is_power, visible

_PSYKER = re.compile(
    r"(?:(?:battle|master|primaris|sanctioned) )?psykers?\b(?! (?:hunter|slayer|bane|hater))|psychic (?:pilot|choir)\b|"
    r"mastery level",
    re.IGNORECASE,
)
_BROTHERHOOD = re.compile(r"brotherhood of (?:psykers|sorcerers)|psychic choir", re.IGNORECASE)


def has_brotherhood(selections: Iterable[SelectionView]) -> bool:
    """Whether some choices make their unit a brotherhood, with one power for all."""
    return any(_BROTHERHOOD.match(name) for selection in selections for name in _names(selection))


def count_psykers(selections: Iterable[SelectionView]) -> int:
    """How many psykers some choices of the same models make: as many as the most numerous choice that makes one."""
    return max((selection.number for selection in selections if _tells(selection)), default=0)


def power_names(selection: SelectionView) -> tuple[str, ...]:
    """The names of the psychic powers that a choice is or brings."""
    names = tuple(profile.name.strip() for profile in of_kind(selection.profiles, Kind.POWER))
    if not names and is_power(selection):
        return (selection.name.strip(),)
    return names


def _tells(selection: SelectionView) -> bool:
    if any(of_kind(selection.profiles, Kind.PSYKER)) or is_power(selection):
        return True
    if any("psyker" in columns(profile).get("type", "").lower() for profile in of_kind(selection.profiles, Kind.MODEL)):
        return True
    return any(_PSYKER.match(name) for name in _names(selection))


def _names(selection: SelectionView) -> Iterable[str]:
    yield from (rule.name.strip() for rule in visible(selection.rules))
    yield from (category.name.strip() for category in selection.categories)

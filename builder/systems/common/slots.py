"""The short codes of a force organisation's slots."""

from __future__ import annotations

from builder.roster.view import SelectionView

DEDICATED_TRANSPORT = ("DT", "Dedicated Transport")

_CODES = {
    "hq": "HQ",
    "retinue": "RE",
    "elites": "EL",
    "elite": "EL",
    "troops": "TR",
    "troop": "TR",
    "platoon": "PL",
    "fast attack": "FA",
    "heavy support": "HS",
    "dedicated transport": "DT",
    "dedicated transports": "DT",
    "transport": "DT",
    "lords of war": "LW",
    "lord of war": "LW",
    "super-heavy": "LW",
    "fortification": "FO",
    "fortifications": "FO",
    "formation": "FM",
    "formations": "FM",
}
_PREFIX = "compulsory "


ORDER = ("HQ", "RE", "EL", "TR", "PL", "DT", "FA", "HS", "LW", "FO", "FM")
"""The order in which a list shows its slots."""


def slot_code(name: str) -> str:
    """The code of a slot by its name; the first letters of a name that no force organisation has."""
    return _CODES.get(_key(name)) or name.strip()[:2].upper()


def slot_rank(selection: SelectionView) -> int:
    """Where a unit stands in a list by its slot; units of no known slot stand last."""
    code, _ = slot_of(selection)
    return ORDER.index(code) if code in ORDER else len(ORDER)


def slot_of(selection: SelectionView) -> tuple[str, str]:
    """The code and the name of the slot that a unit takes: its primary category, else the first one that is a slot."""
    primary = [category.name for category in selection.categories if category.primary]
    known = [category.name for category in selection.categories if _key(category.name) in _CODES]
    chosen = next(iter(primary or known), None)
    return ("", "") if chosen is None else (slot_code(chosen), chosen.strip())


def _key(name: str) -> str:
    return name.strip().lower().removeprefix(_PREFIX)

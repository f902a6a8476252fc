"""What a profile is, told by its columns: the names of profile types differ from data to data, the columns hardly."""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator, Mapping

from builder.roster.view import ProfileView

MODEL_COLUMNS = ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv")

_SAME = {
    "save": "sv",
    "strength": "s",
    "unit type": "type",
    "leadership": "ld",
    "transport capacity": "capacity",
}
_MODEL = frozenset(name.lower() for name in MODEL_COLUMNS)
_STAT_LINE = frozenset({"ws", "t", "w"})
_VEHICLE = frozenset({"front", "side", "rear"})
_WEAPON = frozenset({"range", "s", "ap"})


class Kind(enum.Enum):
    """What a profile describes; `FOREIGN` is the stat line of a model in another edition or game."""

    MODEL = "model"
    VEHICLE = "vehicle"
    WEAPON = "weapon"
    POWER = "power"
    PSYKER = "psyker"
    TRANSPORT = "transport"
    BUILDING = "building"
    FOREIGN = "foreign"
    WARGEAR = "wargear"


def columns(profile: ProfileView) -> Mapping[str, str]:
    """The values of a profile by column, in lower case and with one name for each column (`sv`, `s`, `type`)."""
    values: dict[str, str] = {}
    for characteristic in profile.characteristics:
        values.setdefault(_column(characteristic.name), characteristic.value.strip())
    return values


@functools.lru_cache(maxsize=4096)
def _column(title: str) -> str:
    """The one name of a column, however the data writes it."""
    name = title.strip().rstrip(".").lower()
    return _SAME.get(name, name)


def kind_of(profile: ProfileView) -> Kind:
    """What a profile describes."""
    return _kind_of(tuple(characteristic.name for characteristic in profile.characteristics), profile.type_name)


@functools.lru_cache(maxsize=4096)
def _kind_of(titles: tuple[str, ...], type_name: str) -> Kind:
    """What profiles with these columns describe: data has few types, and an army many profiles."""
    names = {_column(title) for title in titles}
    type_name = type_name.strip().lower()
    if names >= _VEHICLE:
        return Kind.VEHICLE
    if names >= _STAT_LINE:
        return Kind.MODEL if names >= _MODEL else Kind.FOREIGN
    if "warp charge" in names or type_name.startswith("psychic power"):
        return Kind.POWER
    if "mastery level" in names or type_name == "psyker":
        return Kind.PSYKER
    if names >= _WEAPON:
        return Kind.WEAPON
    if "armour value" in names:
        return Kind.BUILDING
    if "capacity" in names:
        return Kind.TRANSPORT
    return Kind.WARGEAR


def of_kind(profiles: tuple[ProfileView, ...], *kinds: Kind) -> Iterator[ProfileView]:
    """Yield the visible profiles of some kinds."""
    return (profile for profile in profiles if not profile.hidden and kind_of(profile) in kinds)


def heading(profile: ProfileView) -> str:
    """The columns of a profile as the data names them, without the words that describe a type."""
    names = (characteristic.name.strip() for characteristic in profile.characteristics)
    return " ".join(name for name in names if len(name) <= 4)

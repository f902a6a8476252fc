"""The army on 40K profiles of a reading, for modules, which do not know whose reading it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from builder.record import replace
from builder.systems.fortyk.model import FortykArmy, ModelProfile, Unit, VehicleProfile
from builder.systems.modules import WrappedReading, bare
from builder.systems.protocol import Reading

Profile = TypeVar("Profile", ModelProfile, VehicleProfile)


def army_of(reading: object) -> FortykArmy | None:
    """The army of a reading on 40K profiles, whatever modules are around it; None for any other reading."""
    while isinstance(reading, WrappedReading):
        reading = reading.base
    army = getattr(reading, "army", None)
    return army if isinstance(army, FortykArmy) else None


def with_skill(reading: Reading, change: Callable[[int], int]) -> Reading:
    """Return a reading on 40K profiles with other BS, and without modules; any other as it is."""
    own: Reading = bare(reading)
    army, record = army_of(own), cast(Any, own)
    if army is not None:
        own = replace(record, army=replace(army, units=tuple(_skilled(army.units, change))))
    return own


def _skilled(units: Iterable[Unit], change: Callable[[int], int]) -> Iterator[Unit]:
    for unit in units:
        groups = (replace(each, profile=_changed(each.profile, change)) for each in unit.groups)
        vehicles = (replace(each, profile=_changed(each.profile, change)) for each in unit.vehicles)
        yield replace(unit, groups=tuple(groups), vehicles=tuple(vehicles))


def _changed(profile: Profile, change: Callable[[int], int]) -> Profile:
    return profile if profile.bs is None else replace(profile, bs=change(profile.bs))

"""The army on 40K profiles of a reading, for modules, which do not know whose reading it is."""

from __future__ import annotations

from builder.systems.fortyk.model import FortykArmy
from builder.systems.modules import WrappedReading


def army_of(reading: object) -> FortykArmy | None:
    """The army of a reading on 40K profiles, whatever modules are around it; None for any other reading."""
    while isinstance(reading, WrappedReading):
        reading = reading.base
    army = getattr(reading, "army", None)
    return army if isinstance(army, FortykArmy) else None

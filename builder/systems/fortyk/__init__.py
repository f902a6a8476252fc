"""What every system on 40K profiles shares: stat lines, weapons, units with their groups."""

from builder.systems.fortyk.units import ArmyReading, missing_stat_lines, read_army
from builder.systems.fortyk.weapons import unread

__all__ = ["ArmyReading", "missing_stat_lines", "read_army", "unread"]

"""What every system on 40K profiles shares: stat lines, weapons, units with their groups."""

from builder.systems.fortyk.army import ArmyReading, missing_stat_lines, read_army

__all__ = ["ArmyReading", "missing_stat_lines", "read_army"]

"""What every system on 40K profiles shares: stat lines, weapons, units with their groups."""

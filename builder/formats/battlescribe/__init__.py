"""BattleScribe's files: saved rosters here; game systems and catalogues in `catalogues`."""

from builder.formats.battlescribe.rosters import SavedRoster, read_roster
from builder.formats.battlescribe.rosterwriter import write_roster, zip_roster

__all__ = ["SavedRoster", "read_roster", "write_roster", "zip_roster"]

"""BattleScribe's files: saved rosters now, catalogues later."""

from builder.formats.battlescribe.rosters import Origin, SavedRoster, looks_like_roster, read_roster

__all__ = ["Origin", "SavedRoster", "looks_like_roster", "read_roster"]

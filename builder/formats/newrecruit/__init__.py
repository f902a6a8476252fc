"""New Recruit's files: its JSON export, which holds what a BattleScribe roster holds."""

from builder.formats.newrecruit.rosters import looks_like_roster, read_roster

__all__ = ["looks_like_roster", "read_roster"]

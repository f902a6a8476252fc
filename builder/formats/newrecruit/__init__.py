"""New Recruit's files: its JSON export, which holds what a BattleScribe roster holds."""

from builder.formats.newrecruit.rosters import read_roster

__all__ = ["read_roster"]

"""BattleScribe's files: saved rosters now, catalogues later."""

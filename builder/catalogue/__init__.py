"""What can be chosen: the BattleScribe data model as immutable, linked objects."""

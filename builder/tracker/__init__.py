"""What happened in a game, for any system: a log of entries, folded to states; undo and redo are entries too."""

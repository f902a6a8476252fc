"""Rule systems: what a roster means in one game."""

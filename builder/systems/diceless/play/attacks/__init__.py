"""What attacks come to in a game: who strikes whom with what, the DMG of it, and what that costs."""

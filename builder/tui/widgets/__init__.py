"""Widgets show state and post what the player wants; they change nothing."""

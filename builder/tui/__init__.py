"""The terminal screens; they reach everything through services."""

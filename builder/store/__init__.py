"""The logs of games in one SQLite file."""

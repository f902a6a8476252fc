"""The game log (SQLite) and nothing else."""

"""The logs of games, in one SQLite file or in a PostgreSQL database."""

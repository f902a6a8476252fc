"""The acts of players: each file decides acts that belong together; `table` lists them all."""

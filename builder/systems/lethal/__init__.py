"""Lethal 40K."""

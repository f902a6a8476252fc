"""Muster: army lists, printed sheets and game tracking for miniature wargames with unusual rules."""

"""Diceless 40K: hit points, order points, tokens and the cards the game is played with."""

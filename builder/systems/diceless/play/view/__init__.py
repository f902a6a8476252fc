"""How a game is shown: its rows, what players should mind, and the sheets as they stand."""

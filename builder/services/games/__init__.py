"""Games: begun, found, played, kept, told, printed."""

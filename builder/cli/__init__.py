"""The command line: one module per command group, the headless twin of all that the screens do."""

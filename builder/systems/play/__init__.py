"""The kernel of games: everything that two systems would write twice to be played, and nothing that knows a rule.

A player's act is a struct that knows what it may be given and decides what it comes to (`actions`). That is an event of
changes (`events`, `changes`), each of which makes the next state of the game (`game`); the state is the fold of the
events. What is shown of it is a view (`view`) that any screen can draw. `protocol` puts these together for a system.
"""

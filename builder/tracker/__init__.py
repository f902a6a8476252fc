"""Commands to events to state, for any system; pure."""

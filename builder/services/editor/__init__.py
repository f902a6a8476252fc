"""An army while it is edited: operations, what can be chosen, what the editor shows."""

"""Small windows over a screen that ask for one thing."""

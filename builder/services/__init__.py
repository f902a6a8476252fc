"""Use cases that the command line and the screens share."""

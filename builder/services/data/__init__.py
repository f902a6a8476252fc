"""Data sets and datasheets: found, added, checked."""

"""What armies of several systems share: marks, slots, listings."""

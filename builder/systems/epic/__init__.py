"""Epic."""

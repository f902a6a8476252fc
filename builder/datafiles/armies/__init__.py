"""Army files: read into rosters, and written back."""

"""New Recruit's files."""

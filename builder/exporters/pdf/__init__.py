"""Pages drawn as PDF."""

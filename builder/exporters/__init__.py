"""Pages drawn or written out: PDF, text, JSON."""

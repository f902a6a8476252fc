"""One army: found, opened, summarized, saved; its history, and what a crash left."""

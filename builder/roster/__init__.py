"""What was chosen, and what it comes to: editing, evaluation, findings."""

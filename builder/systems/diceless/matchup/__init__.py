"""Who beats whom in Diceless 40K: since no dice are rolled, what units do to each other can be worked out exactly."""

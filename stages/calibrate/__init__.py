"""From dev's features and gold: when to refuse."""

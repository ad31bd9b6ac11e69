"""What several commands share, and what a command consists of."""

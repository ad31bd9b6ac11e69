"""Reviews of finished games: what turns cost, why, and what is said of it."""

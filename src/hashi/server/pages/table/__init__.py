"""The pages of one table: its lobby, the game, a past round, the result."""

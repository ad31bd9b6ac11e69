"""The review of a finished game, and its costly turns as puzzles."""

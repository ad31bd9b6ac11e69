"""The rounds that were played: their marks, their news, their story."""

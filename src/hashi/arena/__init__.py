"""Bots against each other: matches, tournaments, standings."""

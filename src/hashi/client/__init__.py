"""A table over the wire."""

"""Hints: what good turns have that others lack, told step by step; puzzles of the same kind."""

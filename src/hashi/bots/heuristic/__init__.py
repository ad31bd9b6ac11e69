"""The engine without learned values: a heuristic evaluation, look-ahead and rollouts."""

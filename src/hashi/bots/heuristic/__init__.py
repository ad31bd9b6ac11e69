"""The engine without learning: a hand-made evaluation, look-ahead and rollouts."""

"""What Python sees of the heuristic evaluation: nothing; it is C where it is compiled."""

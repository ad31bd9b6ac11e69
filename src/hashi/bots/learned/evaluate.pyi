"""What Python sees of the arithmetic of the learned values: nothing; it is C where compiled."""

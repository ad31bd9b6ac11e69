"""The scene in characters, for a terminal and for `print`."""

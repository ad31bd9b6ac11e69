"""The compiled evaluation has no functions that Python can call; other modules call it from C."""

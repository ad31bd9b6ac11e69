"""Games of the values have no functions that Python can call; search.py calls them from C."""

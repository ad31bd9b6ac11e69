"""The people at a table, as a page tells of them."""

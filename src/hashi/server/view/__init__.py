"""What a page shows of a table, to one viewer."""

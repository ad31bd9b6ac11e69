"""Play and replay in a terminal, line by line: also through a screen reader or a pipe."""

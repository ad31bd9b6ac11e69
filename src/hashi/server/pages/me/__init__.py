"""One's own games: statistics, history, export, and the key to them."""

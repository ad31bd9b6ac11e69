"""The engine of learned values: features, weights, evaluation and search."""

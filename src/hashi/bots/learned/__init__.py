"""The engine with learned values: features, weights, evaluation and search."""

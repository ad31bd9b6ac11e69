"""A game from the first start to the last point: entries, their fold, points, views of seats."""

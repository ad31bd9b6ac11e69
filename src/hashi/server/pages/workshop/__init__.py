"""The workshop: boards that people draw, measure and change."""

"""The turn that is being made on a page, and what helps with it."""

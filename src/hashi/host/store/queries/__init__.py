"""Queries of a store about what is rare: links, devices, messages, challenges."""

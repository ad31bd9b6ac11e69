"""Bots at the tables: when they are asked, how, and how long they think."""

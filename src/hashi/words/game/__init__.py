"""A game in sentences: the rules, turns, announcements, refusals, the story."""

"""A game on a full screen, on Textual: boards, goals, cards, players and log at once.

There are no rules in it: it shows a `GameTable`, and what is typed or tapped goes to the prompts of
lines.
"""

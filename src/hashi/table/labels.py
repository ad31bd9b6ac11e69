"""What a store finds tables by, besides their people: a holder is its own label.

None of these can be the hash of a key, so nobody finds a day's tables by a key of their own.
"""

from __future__ import annotations


def label_of_day(daily: str) -> str:
    """Return the label of all tables with the board of one date."""
    return f"day {daily}"


def label_of_days(holder: str) -> str:
    """Return the label of one person's tables with the board of any date."""
    return f"days {holder}"

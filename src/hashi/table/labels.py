"""What a store finds tables by, besides their people: a holder is its own label.

None of these can be the hash of a key, so nobody finds a day's tables by a key of their own.
"""

from __future__ import annotations

from hashlib import sha256

CODE_LENGTH = 16
OPEN = "open"
"""The label of the tables that anyone may join now."""


def label_of_day(daily: str) -> str:
    """Return the label of all tables with the board of one date."""
    return f"day {daily}"


def label_of_days(holder: str) -> str:
    """Return the label of one person's tables with the board of any date."""
    return f"days {holder}"


def code_of(id: str) -> str:
    """Return the code of the challenge to beat a table's game; it does not lead back to the id."""
    return sha256(f"hashi challenge {id}".encode()).hexdigest()[:CODE_LENGTH]


def label_of_challenge(code: str) -> str:
    """Return the label of the table whose finished game is to be beaten."""
    return f"challenge {code}"


def label_of_taken(code: str) -> str:
    """Return the label of the tables at which a challenge is taken up."""
    return f"taken {code}"

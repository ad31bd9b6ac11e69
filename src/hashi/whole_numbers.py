"""Whole numbers in texts of strangers: options, forms, addresses, what is typed in a terminal."""

from __future__ import annotations

MOST_DIGITS = 8


def whole_number(text: str) -> int | None:
    """Return the number that a text of one to eight ASCII digits holds; None for any other text.

    `int` would take signs, spaces, underscores and the digits of other scripts as well, and raise
    an error of its own for thousands of digits.
    """
    is_whole = 0 < len(text) <= MOST_DIGITS and text.isascii() and text.isdecimal()
    return int(text) if is_whole else None

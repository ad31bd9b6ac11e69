"""The names of players.

Whoever sits down, at whatever front end, chooses a name that `check_name` takes. A game that was
played elsewhere may have any names that can be written as text: they are shown in a safe form.
"""

from __future__ import annotations

import unicodedata

from hashi.rules.malformed import Flaw, Malformed

LONGEST_NAME = 40
_UNFIT = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control and format characters, halves of characters, breaks of lines and paragraphs."""
_JOINERS = "\u200c\u200d"
"""Format characters that belong to words of some languages and to composed emoji."""

_WITHOUT = str.maketrans("", "", _JOINERS)


def is_whole(text: str) -> bool:
    """Return whether no character is cut in half (a lone surrogate from an escape in JSON)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def on_one_line(name: str) -> str:
    """Return the name without characters that would break a line or steer a terminal."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(one) in _UNFIT else one
        for one in name.translate(_WITHOUT)
    )


def check_name(name: str) -> None:
    """Raise Malformed for a name that is empty, too long or cannot be shown on one line."""
    if not name.strip():
        raise Malformed(Flaw.NAME_MISSING)
    if len(name) > LONGEST_NAME:
        raise Malformed(Flaw.NAME_TOO_LONG, given=len(name), most=LONGEST_NAME)
    if any(unicodedata.category(character) in _UNFIT for character in name.translate(_WITHOUT)):
        raise Malformed(Flaw.NAME)

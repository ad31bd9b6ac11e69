"""Make text from outside safe to show: names, marks and other texts that people typed."""

from __future__ import annotations

LONGEST = 60
LONGEST_PATH = 4096


def shown(text: object, longest: int = LONGEST) -> str:
    """The text on one line, without control characters, cut where it is long."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))
    return safe if len(safe) <= longest else safe[: longest - 1] + "…"

"""Make text from outside safe to show: names, marks and other texts that people typed."""

from __future__ import annotations

from hashi.words.typography import NO_BREAK_SPACE

LONGEST = 60
LONGEST_PATH = 4096


def shown(text: object, longest: int = LONGEST) -> str:
    """The text on one line, without control characters, cut where it is long."""
    safe = "".join(c if _is_safe(c) else c.encode("unicode_escape").decode() for c in str(text))
    return safe if len(safe) <= longest else safe[: longest - 1] + "…"


def _is_safe(character: str) -> bool:
    """Whether it prints as itself; our own sentences, too, contain no-break spaces."""
    return character.isprintable() or character == NO_BREAK_SPACE


def one_decimal(language: str, value: float) -> str:
    """Return a number with one decimal, behind the sign that the language has for it."""
    text = f"{value:.1f}"
    return text if language == "en" else text.replace(".", ",")

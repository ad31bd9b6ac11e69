"""Figures as each language writes them: decimal signs, and signs that stay with their figure."""

from __future__ import annotations

from hashi.words.catalogue import Words

MINUS = "\N{MINUS SIGN}"
_POINT = ("en",)
"""Languages with a decimal point; the others have a comma."""


def decimal(words: Words, value: float) -> str:
    """Return a figure with one decimal: 46.1, or 46,1."""
    text = f"{abs(value):.1f}"
    sign = MINUS if value < 0 and float(text) else ""
    return sign + (text if words.language in _POINT else text.replace(".", ","))


def signed(words: Words, value: float) -> str:
    """Return a figure with one decimal and its sign: +1.2, −6.3; nothing has none."""
    text = decimal(words, value)
    return f"+{text}" if value > 0 and float(f"{value:.1f}") else text

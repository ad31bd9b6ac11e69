"""What stands for characters that an output cannot show, so that sentences stay whole."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Mapping

SPELLED = "spelled"
"""The name of the error handler by which text is encoded."""

_SIGNS = {
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{PLUS-MINUS SIGN}": "+-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MIDDLE DOT}": "*",
    "\N{BULLET}": "*",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{SINGLE LOW-9 QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{CHECK MARK}": "v",
    "\N{INVERTED QUESTION MARK}": "",
    "\N{INVERTED EXCLAMATION MARK}": "",
    "\N{LATIN SMALL LETTER SHARP S}": "ss",
}


_UMLAUTS = dict(zip("äöüÄÖÜ", ("ae", "oe", "ue", "Ae", "Oe", "Ue"), strict=True))
"""As German spells them; other languages leave the dots out."""


def register_spelling(language: str) -> None:
    """Make the error handler known, so that streams can be given its name."""
    own = {**_SIGNS, **(_UMLAUTS if language == "de" else {})}

    def spell(error: UnicodeError) -> tuple[str | bytes, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        spelled = [_in_ascii(each, own) for each in error.object[error.start : error.end]]
        return "".join(spelled), error.end

    codecs.register_error(SPELLED, spell)


def _in_ascii(character: str, own: Mapping[str, str]) -> str:
    """Return a sign or a letter without its accent; a question mark for anything else."""
    if character in own:
        return own[character]
    parts = unicodedata.normalize("NFKD", character)
    kept = "".join(part for part in parts if part.isascii())
    return kept or ("" if unicodedata.combining(character) else "?")

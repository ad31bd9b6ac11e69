"""What the typography of a language asks of every sentence."""

from __future__ import annotations

import re
import unicodedata

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
WORD_JOINER = "\N{WORD JOINER}"

_CZECH_LETTER = re.compile(r"(?<!\w)([aikosuvzAIKOSUVZ]) (?=\S)")

_LINE = re.compile(r"(?<=[a-z0-9]\N{EN DASH})(?=[a-z]\d)")


def unbroken(text: str) -> str:
    """Return a text for a page in which no name of a line, such as a1–c1, is broken in two, and no
    figure is parted from the one that it falls to."""
    return _LINE.sub(WORD_JOINER, text).replace(" → ", f"{NO_BREAK_SPACE}→{NO_BREAK_SPACE}")


def typeset(language: str, sentence: str) -> str:
    """Return a sentence of a catalogue with the spaces at which no line may end made no-break.

    In Czech no line ends with a conjunction or preposition of one letter. The sentence is typeset
    before its details are filled in, so that names and paths stay as they were given.
    """
    if language != "cs":
        return sentence
    return _CZECH_LETTER.sub(rf"\1{NO_BREAK_SPACE}", sentence)


def folded(text: str) -> str:
    """Return lower case without accents: `Não` is `nao`."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))

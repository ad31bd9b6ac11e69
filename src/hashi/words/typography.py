"""What the typography of a language asks of every sentence."""

from __future__ import annotations

import re
import unicodedata

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

_CZECH_LETTER = re.compile(r"(?<!\w)([aikosuvzAIKOSUVZ]) (?=\S)")


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

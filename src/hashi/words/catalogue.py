"""Sentences by language: gettext catalogues under `locale/`, with English as their source."""

from __future__ import annotations

from functools import lru_cache, partial
from gettext import NullTranslations, translation
from pathlib import Path

from hashi.words.typography import typeset

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "hashi"
MOST_KEPT = 5_000
"""Sentences of one language that are kept once they were said: more than there are."""


def N_(message: str) -> str:  # noqa: N802, the name that translators' tools know
    """Mark a sentence for translation that is said later."""
    return message


def N_many(one: str, many: str) -> tuple[str, str]:  # noqa: N802, likewise
    """Mark a sentence with a count for translation that is said later."""
    return one, many


class Words:
    """All sentences of the game in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        found = NullTranslations() if language == "en" else translation(DOMAIN, LOCALE, [language])
        self._one, self._many = found.gettext, found.ngettext
        self._typeset = lru_cache(MOST_KEPT)(partial(typeset, language))

    def say(self, message: str, /, **details: object) -> str:
        """The sentence in this language, with its details filled in."""
        sentence = self._typeset(self._one(message))
        return sentence.format(**details) if details else sentence

    def say_many(self, one: str, many: str, count: int, /, **details: object) -> str:
        """The same for a count: `{count}` is filled in, and the plural form is the right one."""
        sentence = self._typeset(self._many(one, many, count))
        return sentence.format(count=count, **details)

"""Sentences by language: gettext catalogues under `locale/`, with English as their source."""

from __future__ import annotations

import gettext
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "hashi"


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
        self._catalogue = (
            gettext.NullTranslations()
            if language == "en"
            else gettext.translation(DOMAIN, LOCALE, [language])
        )

    def say(self, message: str, /, **details: object) -> str:
        """The sentence in this language, with its details filled in."""
        sentence = self._catalogue.gettext(message)
        return sentence.format(**details) if details else sentence

    def say_many(self, one: str, many: str, count: int, /, **details: object) -> str:
        """The same for a count: `{count}` is filled in, and the plural form is the right one."""
        sentence = self._catalogue.ngettext(one, many, count)
        return sentence.format(count=count, **details)

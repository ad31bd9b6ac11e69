"""Sentences by language: gettext catalogues under `locale/`, with English as their source."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from hashi.words.mo_file import MoFile
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
        self._translations = None if language == "en" else MoFile(_path(language))
        self._forms = lru_cache(MOST_KEPT)(self._read_forms)

    def say(self, message: str, /, **details: object) -> str:
        """The sentence in this language, with its details filled in."""
        sentence = self._form(message, 1) or message
        return sentence.format(**details) if details else sentence

    def say_many(self, one: str, many: str, count: int, /, **details: object) -> str:
        """The same for a count: `{count}` is filled in, and the plural form is the right one."""
        sentence = self._form(one, count) or (one if count == 1 else many)
        return sentence.format(count=count, **details)

    def _form(self, message: str, count: int) -> str:
        """Return the translation for a count; empty where there is none, as in English."""
        if self._translations is None:
            return ""
        forms = self._forms(message)
        return forms[self._translations.form_for(count)] if len(forms) > 1 else "".join(forms)

    def _read_forms(self, message: str) -> tuple[str, ...]:
        found = self._translations.forms(message) if self._translations else []
        return tuple(typeset(self.language, form) for form in found)


def _path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"

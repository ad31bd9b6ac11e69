"""Choose the language: the one asked for, then the environment's, then English."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = {
    "cs": "čeština",
    "de": "Deutsch",
    "en": "English",
    "es": "español",
    "it": "italiano",
    "pt": "português",
}
"""The languages of the game, each with its own name for itself."""


def choose(asked: str | None, environ: Mapping[str, str]) -> str:
    """Return the code of the language; `asked` is checked already.

    LANGUAGE lists languages in order of preference; of the other variables the first that is
    set counts, as in gettext.
    """
    if asked:
        return asked
    locale = next((environ[name] for name in _LOCALES if environ.get(name)), "")
    wanted = [*environ.get("LANGUAGE", "").split(":"), locale]
    return next((code for code in map(_code, wanted) if code in LANGUAGES), "en")


_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


def _code(locale: str) -> str:
    """The language of a locale such as `pt_BR.UTF-8`."""
    return locale.replace("-", "_").partition(".")[0].partition("_")[0].lower()

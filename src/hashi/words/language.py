"""Which language to speak: the one asked for, then the environment's, then English."""

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
    """The language to speak; `asked` is the user's word, already known to be one of ours."""
    if asked:
        return asked
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for locale in environ.get(variable, "").split(":"):
            code = locale.replace("-", "_").partition(".")[0].partition("_")[0].lower()
            if code in LANGUAGES:
                return code
            if locale:
                break
        else:
            continue
        return "en"
    return "en"

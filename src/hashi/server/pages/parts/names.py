"""Names of people and bots at a table."""

from __future__ import annotations

from hashi.rules.game.name import check_name

BOT_NAMES = ("Ada", "Kiku", "Oto", "Umi", "Bo")
"""Names of bots at a table, the same in every language."""


def clean_name(given: str, usual: str) -> str:
    """Return the name of a form on one line, or the usual one where none is given."""
    name = " ".join(given.split()) or usual
    check_name(name)
    return name

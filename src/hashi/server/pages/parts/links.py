"""Addresses that several pages lead to."""

from __future__ import annotations

from datetime import date
from importlib.util import find_spec

from hashi.host import LoadedTable
from hashi.table import Phase
from hashi.table.labels import code_of

MAY_MOVE = find_spec("PIL") is not None
"""Whether animations can be made here: they need Pillow."""


def picture_link(loaded: LoadedTable, language: str) -> str:
    """Return the address of a table's picture, another one after every event but secret drafts."""
    return f"/t/{loaded.id}.png?lang={language}&v={loaded.table.number_for('')}"


def day_picture_link(day: date, language: str) -> str:
    """Return the address of a day's picture."""
    return f"/daily/{day.isoformat()}.png?lang={language}"


def challenge_link(loaded: LoadedTable) -> str:
    """Return the address of the challenge to beat a finished game.

    The board of a day has an address of its own, and so has a challenge that was taken up.
    """
    table = loaded.table
    if table.daily or table.challenge or table.phase is not Phase.OVER:
        return ""
    return f"/c/{code_of(loaded.id)}"

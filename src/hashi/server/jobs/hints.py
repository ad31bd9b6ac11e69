"""Hints for an open turn: computed in the bots' processes, once for each card."""

from __future__ import annotations

from hashi.coach import Hint, Revealed, TooLarge, hint, reveal
from hashi.host import LoadedTable
from hashi.rules import view
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.table import Objected, Objection, draft_of
from hashi.words import Words


async def revealed_hint(jobs: SharedJobs, words: Words, loaded: LoadedTable, seat: int) -> Revealed:
    """Return the hint for the open turn of a seat as far as it was asked for.

    Raise Objected where the seat has nothing to do any more, or where the board is too large for
    the coach.
    """
    table = loaded.table
    draft_of(table, seat)
    return reveal(words, await _hint_for(jobs, loaded, seat), table.seats[seat].hint)


async def is_told_whole(jobs: SharedJobs, loaded: LoadedTable, seat: int) -> bool:
    """Return whether a seat was given all steps of its hint, so that asking again counts nothing.

    Raise Objected as `revealed_hint` does.
    """
    draft_of(loaded.table, seat)
    given = loaded.table.seats[seat].hint
    return given > 0 and given >= len((await _hint_for(jobs, loaded, seat)).steps)


async def _hint_for(jobs: SharedJobs, loaded: LoadedTable, seat: int) -> Hint:
    """Return the hint for the open turn of a seat, by what that seat may know."""
    game = loaded.table.played
    key = ("hint", loaded.id, seat, game.cards, game.sheets[seat])
    try:
        return await jobs.result(key, hint, view(game, seat))
    except TooLarge:
        raise Objected(Objection.TOO_LARGE) from None

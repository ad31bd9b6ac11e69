"""Hints for an open turn: computed in the bots' processes, once for each card."""

from __future__ import annotations

from hashi.coach import Hint, TooLarge, hint
from hashi.host import OpenTable
from hashi.rules import view
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.table import Objected, Objection


async def hint_for(jobs: SharedJobs, open_table: OpenTable, seat: int) -> Hint:
    """Return the hint for the open turn of a seat, by what that seat may know.

    Raise Objected where the board is too large for the coach.
    """
    game = open_table.table.played
    key = ("hint", open_table.id, seat, game.cards, game.sheets[seat])
    try:
        return await jobs.result(key, hint, view(game, seat))
    except TooLarge:
        raise Objected(Objection.TOO_LARGE) from None

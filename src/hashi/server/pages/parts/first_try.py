"""A game with the same cards again, compared with the first time they were played."""

from __future__ import annotations

from hashi.host import Host, LoadedTable
from hashi.server.visitor import Visitor
from hashi.table import Objected, Phase, Table
from hashi.words import compared_sentence, player_name

MOST_TRIES = 12
"""With how many games in a row the first one is looked for."""


async def compared_with_first(host: Host, visitor: Visitor, loaded: LoadedTable) -> list[str]:
    """Return for each seat how it did beside the first time, for those who played then too.

    Nothing is told where that game is gone, or others sat there.
    """
    table = loaded.table
    if not table.again or table.challenge or table.daily or table.from_round:
        return []
    first = await _first(host, table)
    if first is None or not _are_the_same(first, table) or not table.seats_of(visitor.holder):
        return []
    own = table.seats_of(visitor.holder)
    words, names = visitor.words, table.played.setup.players
    return [
        compared_sentence(
            words,
            words.say("You") if own == (seat,) else player_name(words, names[seat]),
            points,
            first.played.totals[seat],
        )
        for seat, points in enumerate(table.played.totals)
        if table.seats[seat].holder
    ]


async def _first(host: Host, table: Table) -> Table | None:
    """Return the game in which these cards were dealt; None where it cannot be told."""
    for _ in range(MOST_TRIES):
        try:
            table = (await host.tables.live(table.again)).table
        except Objected:
            return None
        if table.phase is not Phase.OVER:
            return None
        if not table.again:
            return table
    return None


def _are_the_same(first: Table, table: Table) -> bool:
    """Return whether the same people sit on the same seats."""
    return [seat.holder for seat in first.seats] == [seat.holder for seat in table.seats]

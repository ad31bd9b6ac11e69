"""The marks of the round that was closed last, as they lie on the boards."""

from __future__ import annotations

from hashi.rules import PASS, Played, Turn
from hashi.table import Table


def last_turns(table: Table) -> tuple[Turn, ...]:
    """Return what every player marked in the round that was closed last; nothing before the first.

    With free pens, what was taken back since is left out.
    """
    game = table.played
    if not game.rounds:
        return ()
    if game.pages:
        return tuple([Turn(tuple([ink.mark for ink in page.newest])) for page in game.pages])
    turns = [PASS] * len(game.ledgers)
    missing = len(turns)
    for entry in reversed(table.entries):
        if isinstance(entry, Played):
            turns[entry.seat] = entry.turn
            missing -= 1
            if not missing:
                break
    return tuple(turns)

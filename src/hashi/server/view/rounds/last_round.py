"""The round that was closed last: its marks as they lie on the boards, and what they brought."""

from __future__ import annotations

from hashi.rules import PASS, Game, Played, Turn
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


def last_gains(game: Game) -> tuple[int, ...]:
    """Return how many points every player got in that round, goals included."""
    last = game.rounds
    return tuple(
        [
            sum([item.points for item in ledger if last and item.round == last])
            for ledger in game.ledgers
        ]
    )


def course_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the points of every player before the first card, and after each closed round."""
    rounds = range(game.rounds + 1)
    return tuple(
        [
            tuple([sum([item.points for item in ledger if item.round <= end]) for end in rounds])
            for ledger in game.ledgers
        ]
    )

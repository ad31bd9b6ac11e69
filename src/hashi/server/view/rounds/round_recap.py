"""What the players did in the round that was closed last, for those who share a device."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import Goal, Island, Played, Points, total
from hashi.table import Table


@dataclass(frozen=True, slots=True)
class SeatRecap:
    """What one player got out of a round."""

    seat: int
    goals: tuple[Points, ...]
    islands: tuple[Island, ...]
    """The islands finished in that round."""
    is_skipped: bool
    """Whether neither a number nor a bridge was made."""
    total: int
    """The points so far."""


def recap(table: Table) -> tuple[SeatRecap, ...]:
    """Return what each player got out of the last closed round; nothing before the first.

    The turns of the round that is open are secret: they are no part of the game yet.
    """
    game = table.played
    if not game.rounds:
        return ()
    turns = [entry for entry in table.entries if isinstance(entry, Played)]
    skipped = {entry.seat for entry in turns[-len(table.seats) :] if not entry.turn.marks}
    return tuple(
        SeatRecap(
            seat=seat,
            goals=tuple(
                item
                for item in ledger
                if item.round == game.rounds and isinstance(item.source, Goal)
            ),
            islands=tuple(
                item.source
                for item in ledger
                if item.round == game.rounds and isinstance(item.source, Island)
            ),
            is_skipped=seat in skipped,
            total=total(ledger),
        )
        for seat, ledger in enumerate(game.ledgers)
    )

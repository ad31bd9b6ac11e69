"""A table in the words of a list: with whom one plays there, and how far the game has come."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.table import Phase, Table
from hashi.words import Words, listed, player_name


def title_of(words: Words, table: Table, own: Sequence[int]) -> str:
    """Return whom one plays with from these seats, or that one plays alone.

    Where nobody sits yet, friends are waited for.
    """
    others = [seat for seat in range(len(table.seats)) if seat not in own]
    named = names_of(words, table, others)
    if named and len(own) < 2:
        return words.say("With {players}", players=named)
    if len(table.seats) == 1:
        return words.say("Board of the day") if table.daily else words.say("Solo")
    return names_of(words, table, range(len(table.seats))) or words.say("With friends")


def names_of(words: Words, table: Table, seats: Sequence[int]) -> str:
    """Return the names of those who sit at these seats."""
    names = (table.seats[seat].name for seat in seats)
    return listed(words, [player_name(words, name) for name in names if name])


def state_of(words: Words, table: Table) -> str:
    """Return the round, or what the table waits for."""
    match table.phase:
        case Phase.LOBBY:
            return words.say("Waiting for players")
        case Phase.STARTS:
            return words.say("Before the first card")
        case Phase.CHECK:
            return words.say("One last look at the boards")
        case Phase.CLOSED:
            return words.say("Ended before its last card")
    round, rounds = len(table.played.cards), table.played.setup.rounds
    return words.say("Round {round} of {rounds}", round=round, rounds=rounds)

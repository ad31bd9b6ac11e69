"""The most points that a seat can still reach, by trying every turn that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable

from hashi.record import Record
from hashi.rules import Game, Number, Played, Start, Turned, turns
from hashi.rules.setup import START_NUMBERS


class TooMany(Exception):
    """There are more games than can be tried."""


def most_from(record: Record, round: int, seat: int, limit: int = 200_000) -> int:
    """Return the most points after this round, the others as they played."""
    game = record.until(round).replay()
    return _most([game], record, round, seat, limit)


def most_alone(record: Record, limit: int = 200_000) -> int:
    """Return the most points alone with these cards, from any start."""
    board = record.setup.board
    islands = [island for island in board.islands if island.flag is None]
    starts = [Start(0, Number(island, number)) for island in islands for number in START_NUMBERS]
    games = [Game.begin(record.setup).play(start) for start in starts]
    return _most(games, record, 0, 0, limit)


def _most(games: Iterable[Game], record: Record, first: int, seat: int, limit: int) -> int:
    for card, played in zip(record.cards[first:], record.rounds[first:], strict=True):
        after = {}
        for game in games:
            turned = game.play(Turned(card))
            for other, turn in enumerate(played):
                if other != seat:
                    turned = turned.play(Played(other, turn))
            for turn in turns(game.sheets[seat], card):
                then = turned.play(Played(seat, turn))
                after[then.sheets[seat], then.ledgers[seat]] = then
            if len(after) > limit:
                raise TooMany
        games = after.values()
    return max(game.totals[seat] for game in games)

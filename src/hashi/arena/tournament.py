"""Many games between the same bots, one after the other, in several processes or on a cluster.

The result of a game depends only on the contest and the number of the game, not on the process
that plays it.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache

from hashi.arena.match import Failed, made, play_match
from hashi.arena.workers import Workers
from hashi.boards import board as board_by_name
from hashi.boards import standard_deck
from hashi.bots import Maker
from hashi.bots.loader import AnyBot, find, id_of, maker_of
from hashi.record import write
from hashi.rules import Board, Card, Deal, Setup, deal, seeded

MOST_IN_A_CHUNK = 25
"""The most games that a worker plays before it returns their results."""
CHUNKS_FOR_A_WORKER = 8
"""The least number of chunks for each worker, so that all of them finish at about one time."""

ALONE = Workers()
"""This process plays."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The terms of a contest: everything that the results depend on, except given cards."""

    bots: tuple[AnyBot, ...]
    """The bots as `hashi.bots.loader.maker_of` takes them."""
    ids: tuple[str, ...]
    """The name of each bot in this contest."""
    board: Board
    seed: str
    writes: bool = False
    """Whether outcomes include the record."""
    deck: tuple[Card, ...] = field(default_factory=standard_deck)

    def seating(self, game: int) -> tuple[int, ...]:
        """Return the bot of each seat; in every game all bots move on by one seat."""
        return tuple((seat + game) % len(self.bots) for seat in range(len(self.bots)))

    def deal(self, game: int) -> Deal:
        """Return the cards of a game, shuffled by the contest's seed."""
        return deal(self.deck, seeded(f"{self.seed}/{game}"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game, with the bots in the order of the contest."""

    totals: tuple[int, ...]
    seconds: tuple[float, ...]
    record: str = ""
    """One line of JSON if the contest asks for records."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive games of a contest."""

    contest: Contest
    games: range
    deals: Sequence[Deal] = ()
    """The cards of each game; empty where the contest's seed deals them."""


def ids(names: Sequence[str]) -> tuple[str, ...]:
    """Return a unique name for each bot; the second `greedy` becomes `greedy-2`."""
    given: list[str] = []
    for name in names:
        free = (f"{name}-{number}" for number in range(2, len(names) + 2))
        given.append(name if name not in given else next(id for id in free if id not in given))
    return tuple(given)


def play_games(
    bots: Sequence[AnyBot],
    games: int,
    *,
    board: Board | str = "A",
    deck: Sequence[Card] | None = None,
    seed: str = "1",
    jobs: int = 1,
    cluster: str = "",
    records: bool = False,
) -> Generator[Outcome, None, None]:
    """Yield the outcome of each of many games between these bots, as `hashi arena` plays them.

    A bot is a name as on the command line, a class or an instance. `jobs` is the number of
    processes, 0 for one on each core; `cluster` is the address of a Dask scheduler whose workers
    play instead. The results are the same. Raise NoBot for what is no bot, Failed for a game in
    which a bot fails, NoCluster where the cluster cannot play.

    >>> from hashi.arena import play_games
    >>> [outcome.totals for outcome in play_games(["greedy", "random"], games=2)]
    [(32, 20), (43, 18)]
    """
    if isinstance(bots, str):
        raise TypeError(f"play_games takes a list of bots, such as [{bots!r}]")
    called = ids([id_of(bot, maker_of(bot)) for bot in bots])
    if (jobs != 1 or cluster) and (staying := [bot for bot in bots if not _travels(bot)]):
        raise TypeError(
            f"{staying[0]!r} cannot be sent to other processes: put its class into a file and "
            "name it 'file.py:Class', or play with jobs=1"
        )
    side = board_by_name(board) if isinstance(board, str) else board
    cards = standard_deck() if deck is None else tuple(deck)
    contest = Contest(tuple(bots), called, side, seed, records, cards)
    yield from outcomes(contest, games, workers=Workers(jobs, cluster))


def outcomes(
    contest: Contest, games: int, deals: Sequence[Deal] = (), workers: Workers = ALONE
) -> Generator[Outcome, None, None]:
    """Yield the outcome of each game in order. Raise Failed for the first game that fails.

    `deals` has the cards of each game; if it is empty, the contest's seed deals them.
    """
    few = replace(workers, jobs=min(workers.count, games))
    with closing(_all_played(Chunk(contest, range(games), deals), few)) as played:
        for outcome in played:
            if isinstance(outcome, Failed):
                raise outcome
            yield outcome


def _all_played(whole: Chunk, workers: Workers) -> Generator[Outcome | Failed, None, None]:
    if workers == ALONE:
        yield from _played(whole)  # each outcome as soon as its game is over
        return
    with closing(workers.results(_play_chunk, lambda count: _chunks(whole, count))) as parts:
        for part in parts:
            yield from part


def _travels(bot: AnyBot) -> bool:
    """Return whether a bot can be sent to another process, which imports its class again."""
    kind = bot if hasattr(bot, "__qualname__") else type(bot)
    if kind.__module__ == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
        return False  # typed at a prompt: no file has it
    try:
        pickle.dumps(bot)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


# --- one game


def play_game(contest: Contest, game: int, dealt: Deal) -> Outcome:
    """Play one game of the contest.

    Each bot gets a seed from the contest's seed, the number of the game and the bot's position.
    """
    seating = contest.seating(game)
    makers = [_named(bot) if isinstance(bot, str) else maker_of(bot) for bot in contest.bots]
    players = tuple(contest.ids[bot] for bot in seating)
    try:
        bots = [
            made(makers[bot], f"{contest.seed}/{game}/{bot}", contest.ids[bot]) for bot in seating
        ]
        match = play_match(Setup(contest.board, contest.deck, players), dealt, bots)
    except Failed as failed:
        raise Failed(failed.player, failed.round, failed.why, game + 1) from failed
    seats = [seating.index(bot) for bot in range(len(contest.bots))]
    return Outcome(
        tuple(match.totals[seat] for seat in seats),
        tuple(match.seconds[seat] for seat in seats),
        write(match.record) if contest.writes else "",
    )


@lru_cache(maxsize=16)
def _named(name: str) -> Maker:
    """Return the maker of a bot by its name; cached, so each process reads a bot's file once."""
    return find(name)


def _played(chunk: Chunk) -> Iterator[Outcome | Failed]:
    for at, game in enumerate(chunk.games):
        dealt = chunk.deals[at] if chunk.deals else chunk.contest.deal(game)
        try:
            yield play_game(chunk.contest, game, dealt)
        except Failed as failed:
            yield failed
            return


# --- several workers


def _chunks(whole: Chunk, workers: int) -> Iterator[Chunk]:
    games = len(whole.games)
    size = max(1, min(MOST_IN_A_CHUNK, games // (CHUNKS_FOR_A_WORKER * workers)))
    for first in range(0, games, size):
        part = slice(first, first + size)
        yield Chunk(whole.contest, whole.games[part], whole.deals[part])


def _play_chunk(chunk: Chunk) -> list[Outcome | Failed]:
    return list(_played(chunk))

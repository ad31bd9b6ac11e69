"""Many games among the same bots, one after the other or in several processes at once.

What comes of a game depends on the contest and its number alone, never on who plays it where.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from multiprocessing import active_children, get_context

from hashi.arena.match import Failed, made, play_match
from hashi.arrays.cores import cores
from hashi.boards import standard_deck
from hashi.bots import Maker
from hashi.bots.loader import find
from hashi.record import write
from hashi.rules import Board, Deal, Setup, deal, seeded

MOST_IN_A_CHUNK = 25
"""How many games a process plays before it tells of them."""
CHUNKS_FOR_A_JOB = 8
"""How many chunks a process gets at least, so that none waits long for the others at the end."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is agreed before the games: all that their result depends on, but for the cards."""

    bots: tuple[str, ...]
    """The bots as `own.find` knows them."""
    ids: tuple[str, ...]
    """What each is called in this contest."""
    board: Board
    seed: str
    writes: bool = False
    """Whether records are wanted."""

    def seating(self, game: int) -> tuple[int, ...]:
        """Which bot sits on each seat: from game to game all move on by one."""
        return tuple((seat + game) % len(self.bots) for seat in range(len(self.bots)))

    def deal(self, game: int) -> Deal:
        """The cards of a game, by chance that the seed fixes."""
        return deal(standard_deck(), seeded(f"{self.seed}/{game}"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game, by bot as the contest lists them."""

    totals: tuple[int, ...]
    seconds: tuple[float, ...]
    record: str = ""
    """One line of JSON, where records are wanted."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games in a row."""

    contest: Contest
    games: range
    deals: Sequence[Deal] = ()
    """The cards of each; none where they come by chance."""


def ids(names: Sequence[str]) -> tuple[str, ...]:
    """A name for each of several bots; the second of the same kind is `greedy-2`."""
    given: list[str] = []
    for name in names:
        free = (f"{name}-{number}" for number in range(2, len(names) + 2))
        given.append(name if name not in given else next(id for id in free if id not in given))
    return tuple(given)


def outcomes(
    contest: Contest, games: int, deals: Sequence[Deal] = (), jobs: int = 1
) -> Generator[Outcome, None, None]:
    """The outcome of each game in order; Failed for the first in which a bot fails.

    `deals` has the cards of each game, none where chance deals them. `jobs` are the processes
    that play at once, 0 for one on each core.
    """
    whole = Chunk(contest, range(games), deals)
    jobs = min(jobs or cores(), games)
    for outcome in _pooled(whole, jobs) if jobs > 1 else _played(whole):
        if isinstance(outcome, Failed):
            raise outcome
        yield outcome


# --- one game


def play_game(contest: Contest, game: int, dealt: Deal) -> Outcome:
    """One game of the contest; each bot's chance comes from the seed, the game and its place."""
    seating = contest.seating(game)
    makers = _makers(contest.bots)
    players = tuple(contest.ids[bot] for bot in seating)
    try:
        bots = [
            made(makers[bot], f"{contest.seed}/{game}/{bot}", contest.ids[bot]) for bot in seating
        ]
        match = play_match(Setup(contest.board, standard_deck(), players), dealt, bots)
    except Failed as failed:
        raise Failed(failed.player, failed.round, failed.why, game + 1) from failed
    seats = [seating.index(bot) for bot in range(len(contest.bots))]
    return Outcome(
        tuple(match.totals[seat] for seat in seats),
        tuple(match.seconds[seat] for seat in seats),
        write(match.record) if contest.writes else "",
    )


@lru_cache(maxsize=4)
def _makers(names: tuple[str, ...]) -> tuple[Maker, ...]:
    """The makers of these bots: in every process files of one's own are read once."""
    return tuple(find(name) for name in names)


def _played(chunk: Chunk) -> Iterator[Outcome | Failed]:
    for at, game in enumerate(chunk.games):
        dealt = chunk.deals[at] if chunk.deals else chunk.contest.deal(game)
        try:
            yield play_game(chunk.contest, game, dealt)
        except Failed as failed:
            yield failed
            return


# --- several processes


def _pooled(whole: Chunk, jobs: int) -> Iterator[Outcome | Failed]:
    """The same in several processes; those that still think when it is left are ended."""
    chunks = _chunks(whole, jobs)
    others = set(active_children())
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[list[Outcome | Failed]]] = deque()
        try:
            while True:
                with _undisturbed():
                    fresh = islice(chunks, 2 * jobs - len(waiting))
                    waiting += [pool.submit(_play_chunk, chunk) for chunk in fresh]
                if not waiting:
                    return
                yield from waiting.popleft().result()
        except BaseException:
            for child in set(active_children()) - others:
                child.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _chunks(whole: Chunk, jobs: int) -> Iterator[Chunk]:
    games = len(whole.games)
    size = max(1, min(MOST_IN_A_CHUNK, games // (CHUNKS_FOR_A_JOB * jobs)))
    for first in range(0, games, size):
        part = slice(first, first + size)
        yield Chunk(whole.contest, whole.games[part], whole.deals[part])


def _play_chunk(chunk: Chunk) -> list[Outcome | Failed]:
    with contextlib.redirect_stdout(sys.stderr):  # the first process alone tells results
        return list(_played(chunk))


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl+C waits meanwhile, and processes that begin here never hear it: it ends the first
    process, and that ends the others."""
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)

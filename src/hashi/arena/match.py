"""One whole game among bots: each is given the view of its seat, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from time import perf_counter
from typing import TypeVar

from hashi.bots.bot import Bot
from hashi.bots.crash import Crash, crash_of
from hashi.record import Record, notation_for, start_text
from hashi.rules import (
    Deal,
    Entry,
    Game,
    Illegal,
    Malformed,
    Number,
    Pens,
    Played,
    Refereed,
    Refusal,
    Setup,
    Start,
    Turn,
    Turned,
    View,
    play,
    view,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Match:
    """A game that bots have played."""

    record: Record
    totals: tuple[int, ...]
    """The points of each seat."""
    winners: tuple[int, ...]
    seconds: tuple[float, ...]
    """How long each seat thought about all its turns; its start is not counted."""


# --- bots that fail


@dataclass(frozen=True, slots=True)
class Nonsense:
    """The bot answered something that is no start or no turn on this board."""

    given: str


class Failed(Exception):
    """A bot gave no answer that the rules take: which, in which round (0 is the setup), and why.

    It travels between processes, so that it holds plain things only.
    """

    def __init__(
        self, player: str, round: int, why: Refusal | Crash | Nonsense, game: int | None = None
    ) -> None:
        super().__init__(player, round, why, game)
        self.player = player
        self.round = round
        self.why = why
        self.game = game
        """Which game of many, counted from 1."""


# --- asking


def made(make: Callable[[str], Bot], seed: str, player: str) -> Bot:
    """The bot of this seed; Failed where it cannot be made."""
    try:
        return make(seed)
    except (Exception, SystemExit) as error:
        raise Failed(player, 0, crash_of(error, None)) from error


def start_of(bot: Bot, seen: View) -> Number:
    """The bot's start; Failed where there is none."""
    answer = _answer(bot, seen, bot.start)
    if not isinstance(answer, Number):
        raise _nonsense(seen, answer)
    return _read(seen, answer, lambda: notation_for(seen.setup.board).start(start_text(answer)))


def turn_of(bot: Bot, seen: View) -> Turn:
    """The bot's turn; Failed where there is none."""
    answer = _answer(bot, seen, bot.turn)
    if not isinstance(answer, Turn):
        raise _nonsense(seen, answer)
    return _read(seen, answer, lambda: notation_for(seen.setup.board).turn(str(answer)))


def next_game(game: Game, entry: Entry) -> Game:
    """The game after what a bot did; Failed where the rules refuse it."""
    try:
        return play(game, entry)
    except Illegal as illegal:
        raise Failed(illegal.player, illegal.round or 0, illegal.refusal) from None


def _answer(bot: Bot, seen: View, ask: Callable[[View], object]) -> object:
    try:
        return ask(seen)
    except (Exception, SystemExit) as error:
        own = getattr(sys.modules.get(type(bot).__module__), "__file__", None)
        raise Failed(_player(seen), seen.round, crash_of(error, own)) from error


def _read(seen: View, answer: object, read: Callable[[], T]) -> T:
    """The answer as it goes into the record: one that cannot be written is none.

    A mark of another board has the right type, and the right index of the wrong island.
    """
    try:
        return read()
    except (Malformed, ValueError, TypeError, AttributeError, IndexError):
        raise _nonsense(seen, answer) from None


def _nonsense(seen: View, answer: object) -> Failed:
    return Failed(_player(seen), seen.round, Nonsense(repr(answer)))


def _player(seen: View) -> str:
    assert seen.seat is not None
    return seen.setup.players[seen.seat]


# --- a whole game


def play_match(
    setup: Setup, deal: Deal, bots: Sequence[Bot], clock: Callable[[], float] = perf_counter
) -> Match:
    """A game of these bots, one for each seat, with the cards of this deal; or Failed.

    All act at the same time: what one does in a round is not there when another is asked.
    """
    seats = range(len(setup.players))
    game = Game.begin(setup)
    entries: list[Entry] = []
    seconds = [0.0 for _ in seats]

    def happen(made: Sequence[Entry]) -> Game:
        entries.extend(made)
        return reduce(next_game, made, game)

    def asked(seat: int) -> Turn:
        seen = view(game, seat)
        before = clock()
        turn = turn_of(bots[seat], seen)
        seconds[seat] += clock() - before
        return turn

    game = happen([Start(seat, start_of(bots[seat], view(game, seat))) for seat in seats])
    for card in deal.cards:
        game = happen([Turned(card)])
        game = happen([Played(seat, asked(seat)) for seat in seats])
    if setup.pens is Pens.FREE:
        game = happen([Refereed()])
    record = Record.of(setup, entries, box=deal.box)
    return Match(record, game.totals, game.winners, tuple(seconds))

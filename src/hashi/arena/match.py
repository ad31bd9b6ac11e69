"""One whole game between bots. Each bot gets the view of its seat and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from time import perf_counter
from typing import TypeVar

from hashi.bots.bot import Bot
from hashi.bots.crash import Crash, crash_of
from hashi.record import Record, notation_for
from hashi.rules import (
    Deal,
    Entry,
    Game,
    Illegal,
    Malformed,
    Number,
    Pens,
    Played,
    PlayView,
    Refereed,
    Refusal,
    SeatView,
    Setup,
    Start,
    Turn,
    Turned,
    play,
    play_view,
    view,
)
from hashi.words import Words, explain_illegal
from hashi.words.failures import explain_crash, explain_nonsense

T = TypeVar("T")
V = TypeVar("V", bound=SeatView)


@dataclass(frozen=True, slots=True)
class Match:
    """A game that bots have played."""

    record: Record
    totals: tuple[int, ...]
    """The points of each seat."""
    winners: tuple[int, ...]
    seconds: tuple[float, ...]
    """How long each seat took for all its turns, without its start."""


# --- bots that fail


@dataclass(frozen=True, slots=True)
class Nonsense:
    """The bot's answer is not a start or a turn on this board."""

    given: str


class Failed(Exception):
    """A bot crashed or gave an answer that the rules refuse.

    It says which bot, in which round (0 is the setup) and why. It is sent between processes, so
    it holds only values that can be pickled.
    """

    def __init__(
        self, player: str, round: int, why: Refusal | Crash | Nonsense, game: int | None = None
    ) -> None:
        super().__init__(player, round, why, game)
        self.player = player
        self.round = round
        self.why = why
        self.game = game
        """The number of the game in its contest, counted from 1."""

    @property
    def trace(self) -> str:
        """The traceback of the error that the bot raised, empty if it raised none."""
        return self.why.trace if isinstance(self.why, Crash) else ""

    def sentence(self, words: Words) -> str:
        """Return how the bot failed, with its name, the round, and the game if there are many."""
        player, round, why = self.player, self.round, self.why
        if isinstance(why, Refusal):
            sentence = explain_illegal(words, Illegal(why, round=round, player=player))
        elif isinstance(why, Crash):
            sentence = explain_crash(words, player, round, str(why))
        else:
            sentence = explain_nonsense(words, player, round, why.given)
        if self.game is None:
            return sentence
        return words.say("Game {game}: {what}", game=self.game, what=sentence)

    def __str__(self) -> str:
        """Return the English sentence; the codes are in the fields."""
        return self.sentence(Words("en"))


# --- asking a bot


def made(make: Callable[[str], Bot], seed: str, player: str) -> Bot:
    """Make and return the bot with this seed. Raise Failed if it cannot be made."""
    try:
        return make(seed)
    except (Exception, SystemExit) as error:
        raise Failed(player, 0, crash_of(error, None)) from error


def start_of(bot: Bot, seen: SeatView) -> Number:
    """Return the bot's start (R5), which may be text. Raise Failed if it gives none."""
    answer = _answer(bot, seen, bot.start)
    if not isinstance(answer, Number | str):
        raise _nonsense(seen, answer)
    return _read(seen, answer, lambda: notation_for(seen.setup.board).any_start(answer))


def turn_of(bot: Bot, seen: PlayView) -> Turn:
    """Return the bot's turn (R7), which may be text. Raise Failed if it gives none."""
    answer = _answer(bot, seen, bot.turn)
    if not isinstance(answer, Turn | str):
        raise _nonsense(seen, answer)
    return _read(seen, answer, lambda: notation_for(seen.setup.board).any_turn(answer))


def next_game(game: Game, entry: Entry) -> Game:
    """Return the game after a bot's entry. Raise Failed if the rules refuse it."""
    try:
        return play(game, entry)
    except Illegal as illegal:
        raise Failed(illegal.player, illegal.round or 0, illegal.refusal) from None


def _answer(bot: Bot, seen: V, ask: Callable[[V], object]) -> object:
    try:
        return ask(seen)
    except (Exception, SystemExit) as error:
        own = getattr(sys.modules.get(type(bot).__module__), "__file__", None)
        raise Failed(_player(seen), seen.round, crash_of(error, own)) from error


def _read(seen: SeatView, answer: object, read: Callable[[], T]) -> T:
    """Return the answer as it is read back from its text in the record.

    Raise Failed if it has no such text. This refuses marks of another board: they have the
    right type and an index that exists here, but mean another island.
    """
    try:
        return read()
    except (Malformed, ValueError, TypeError, AttributeError, IndexError):
        raise _nonsense(seen, answer) from None


def _nonsense(seen: SeatView, answer: object) -> Failed:
    try:
        given = repr(answer)
    except Exception:  # an answer of any class; what is wrong with it is not said by its repr
        given = f"a broken {type(answer).__name__}"
    return Failed(_player(seen), seen.round, Nonsense(given))


def _player(seen: SeatView) -> str:
    return seen.setup.players[seen.seat]


# --- a whole game


def play_match(
    setup: Setup, deal: Deal, bots: Sequence[Bot], clock: Callable[[], float] = perf_counter
) -> Match:
    """Play a game of these bots, one for each seat, with the cards of this deal.

    All bots act at the same time (R7): a bot's turn becomes visible after all have answered.
    Raise Failed if a bot fails.

    >>> from hashi.arena import play_match
    >>> setup = hashi.Setup(hashi.board("A"), hashi.standard_deck(), ("Tim", "Linus"))
    >>> dealt = hashi.deal(setup.deck, hashi.seeded("sea"))
    >>> play_match(setup, dealt, [hashi.bot("greedy"), hashi.bot("random", seed="1")]).totals
    (38, 18)
    """
    seats = range(len(setup.players))
    game = Game.begin(setup)
    entries: list[Entry] = []
    seconds = [0.0 for _ in seats]

    def happen(made: Sequence[Entry]) -> Game:
        entries.extend(made)
        return reduce(next_game, made, game)

    def asked(seat: int) -> Turn:
        seen = play_view(game, seat)
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

"""Random games recorded mark by mark by the rules, to compare other engines with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from benchmarks.random_play import random_board

from hashi.arrays import constants
from hashi.arrays.chart import sheet_words
from hashi.boards import standard_deck
from hashi.rules import (
    Board,
    Bridge,
    Card,
    Game,
    Mark,
    Number,
    Played,
    Setup,
    Sheet,
    Start,
    Turn,
    Turned,
    allowed_islands,
    allowed_lines,
    can_draw,
    deal,
)

NAMES = ("Tim", "Linus", "Sarah", "Ida")


@dataclass
class Trace:
    """What happened in a game, by the rules only."""

    board: Board
    seats: int
    cards: tuple[Card, ...]
    """The draw pile, then the card in the box."""
    marks: list[tuple[int, frozenset[int], int, Sheet]] = field(default_factory=list)
    """Seat, allowed actions, chosen action and the sheet with that mark on it; the seats one
    after the other."""
    rounds: list[Game] = field(default_factory=list)
    """The game when the boards were passed on, and when each round was closed."""

    @cached_property
    def words(self) -> list[list[int]]:
        """Return the sheet after each mark as the kernel's words, without paid goals."""
        return [sheet_words(sheet).tolist()[: constants.PAID] for _, _, _, sheet in self.marks]

    @property
    def name(self) -> str:
        return f"{self.seats} seats on {' '.join(self.board.rows)}"


def small_board(rng: Random) -> Board:
    """Return a random board that the kernel takes."""
    while True:
        board = random_board(rng, largest=rng.choice((4, 6, 7)))
        if len(board.islands) <= 32 and len(board.lines) <= 64:
            return board


def traces(numbers: Iterable[int], among: Collection[int] = (1, 2, 3, 4)) -> Iterator[Trace]:
    """Yield the games with these numbers, and with a number of seats among these.

    The number is the seed of the game.
    """
    for number in numbers:
        rng = Random(number)
        board, seats = small_board(rng), rng.randint(1, 4)
        if seats in among:
            yield trace(rng, board, seats)


def trace(rng: Random, board: Board, seats: int) -> Trace:
    """Return a whole random game; it seldom skips, so that boards fill up."""
    deck = standard_deck()
    dealt = deal(deck, rng.randrange)
    told = Trace(board, seats, (*dealt.cards, dealt.box))
    game = Game.begin(Setup(board, deck, NAMES[:seats]))
    skip = len(board.islands) + len(board.lines)
    for seat in range(seats):
        plain = [i.index for i in board.islands if i.flag is None]
        allowed = frozenset(plain) | {skip + 1 + i for i in plain}
        action = rng.choice(sorted(allowed))
        number = Number(board.islands[action % (skip + 1)], 4 if action > skip else 3)
        told.marks.append((seat, allowed, action, game.sheets[seat].with_mark(number)))
        game = game.play(Start(seat, number))
    told.rounds.append(game)
    for card in dealt.cards:
        game = game.play(Turned(card))
        turns = [_turn(rng, told, seat, game.sheets[seat], card) for seat in range(seats)]
        for seat, turn in enumerate(turns):
            game = game.play(Played(seat, turn))
        told.rounds.append(game)
    return told


def _turn(rng: Random, told: Trace, seat: int, sheet: Sheet, card: Card) -> Turn:
    board = sheet.board
    skip = len(board.islands) + len(board.lines)
    marks: list[Mark] = []
    islands = [island.index for island in allowed_islands(sheet, card.number)]
    action = rng.choice(islands) if islands and rng.random() < 0.9 else skip
    if action != skip:
        marks.append(Number(board.islands[action], card.number))
        sheet = sheet.with_mark(marks[0])
    told.marks.append((seat, frozenset(islands) | {skip}, action, sheet))
    for left in reversed(range(card.bridges)):
        lines = [
            line.index + len(board.islands)
            for line in allowed_lines(sheet)
            if can_draw(sheet.with_bridge(line), left)
        ]
        is_first = left == card.bridges - 1
        allowed = frozenset(lines) | ({skip} if is_first else set())
        action = rng.choice(lines) if lines and rng.random() < 0.95 + (not is_first) else skip
        if action != skip:
            marks.append(Bridge(board.lines[action - len(board.islands)]))
            sheet = sheet.with_mark(marks[-1])
        told.marks.append((seat, allowed, action, sheet))
        if action == skip:
            break
    return Turn(tuple(marks))

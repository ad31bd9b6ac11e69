"""How values learn: games that they play, and steps towards the points that followed.

It is the same for the values that all boards share (tools/train_boards.py), for the weights that
split these by item of points (tools/train_board_items.py), and for the values of one board that
are learned by heart (hashi.coach.by_heart). Everything heavy is compiled.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol

from hashi.arrays.chart import sheet_words
from hashi.boards import standard_deck
from hashi.bots.learned import learner
from hashi.bots.learned.constants import TOLD
from hashi.bots.learned.features import Features, first_card, first_flags
from hashi.bots.learned.values import ALONE, Values
from hashi.bots.starts import all_starts
from hashi.rules import Board, Card, Sheet

SCALE = 10.0
"""The net's output is in tens of points."""
KINDS = 8
"""Games are of this many kinds: three with solo deadlines and without noise, two with solo
deadlines and noise, two with any deadlines and noise, one with any deadlines and without."""
START_NOISE = 0.2
ANY_START = -1.0
LAST_ROUND = 17
ALWAYS = 127
MOST_MARKS = 4
NOISES = (0.2, 0.7, 2.0, 6.0)
"""How much the choices are disturbed while items are learned, in points; a quarter each."""


class BoardAndDeck:
    """A board and a deck, with what playing and learning on them needs."""

    def __init__(self, board: Board, deck: tuple[Card, ...]) -> None:
        self.board, self.deck = board, tuple(sorted(deck))
        self.starts = array("i")
        for start in all_starts(board):
            self.starts.extend((start.island.index, start.number))
        self.blank = sheet_words(Sheet.blank(board))
        features = Features.of(board, len(deck))
        self.flags = features.count
        self.groups = first_flags(board, features)
        """The first flag of each byte of a place (see self_play.py)."""
        self.first_card = first_card(board)

    @property
    def is_usual(self) -> bool:
        return self.deck == tuple(sorted(standard_deck()))


# --- games


@dataclass(frozen=True)
class GameTerms:
    """How one game is played."""

    start_noise: float
    noise: float
    until: int
    """The last round whose marks are disturbed."""
    deadlines: tuple[int, ...]


@dataclass
class Games:
    """Games on one board, and what was told about them (see `Search.play_games`)."""

    terms: list[GameTerms]
    states: bytearray
    targets: array[float]
    told: array[int]

    @property
    def places(self) -> int:
        return sum(self.told[::TOLD])

    @property
    def points(self) -> array[int]:
        return self.told[1::TOLD]

    @property
    def alone(self) -> list[int]:
        """The points of solo games without noise."""
        return [
            points
            for terms, points in zip(self.terms, self.points, strict=True)
            if terms.deadlines == ALONE and terms.start_noise >= 0 and not terms.noise
        ]


def any_deadlines(rng: Random) -> tuple[int, ...]:
    return tuple(rng.randint(0, LAST_ROUND) for _ in ALONE)


def usual_terms(games: int, noise: float, rng: Random) -> list[GameTerms]:
    """Return the terms of some games from which values learn."""
    found, first = [], rng.randrange(KINDS)
    for game in range(games):
        kind = (game + first) % KINDS
        any_ones = any_deadlines(rng)
        found.append(
            GameTerms(
                START_NOISE if kind < 3 else ANY_START,
                noise if kind in {3, 4, 5, 6} else 0.0,
                ALWAYS,
                ALONE if kind < 5 else any_ones,
            )
        )
    return found


def disturbed_terms(games: int, rng: Random) -> list[GameTerms]:
    """Return the terms of some games from which the weights of items learn.

    Up to a random round the choice of marks is disturbed, from hardly to almost random, so that
    sheets of weak players are learned too. From there on everything is played well.
    """
    found = []
    for _ in range(games):
        any_ones = any_deadlines(rng)
        found.append(
            GameTerms(
                START_NOISE if rng.random() < 0.5 else ANY_START,
                rng.choice(NOISES),
                min(ALWAYS, max(0, rng.randint(-6, LAST_ROUND - 1))),
                ALONE if rng.random() < 0.6 else any_ones,
            )
        )
    return found


def play(
    table: BoardAndDeck, values: Values, terms: list[GameTerms], trace: float, seed: int
) -> Games:
    """Play games on a board by these values; the targets are in the net's own unit."""
    rng, games = Random(seed), len(terms)
    rounds = len(table.deck) - 1
    room = 1 + MOST_MARKS * rounds
    played = Games(
        terms,
        bytearray(games * room * len(table.groups)),
        array("f", bytes(4 * games * room)),
        array("i", bytes(4 * TOLD * games)),
    )
    values.search(table.deck, ALONE, 0, nodes=3).play_games(
        table.blank,
        table.starts,
        values.piles(table.deck, [rng.sample(table.deck, rounds) for _ in range(games)]),
        array("i", [last for one in terms for last in one.deadlines]),
        array("f", [noise for one in terms for noise in (one.start_noise, one.noise)]),
        array("i", [one.until for one in terms]),
        trace,
        array("Q", [rng.getrandbits(63) | 1]),
        played.states,
        played.targets,
        played.told,
    )
    played.targets = array("f", [target / SCALE for target in played.targets])
    return played


# --- learning from them


def zeros(count: int) -> array[float]:
    return array("f", bytes(4 * count))


class Descent:
    """Numbers, and how they go down a slope."""

    def __init__(self, numbers: array[float]) -> None:
        self.numbers, self.slow = numbers, numbers[:]
        """The numbers, and their moving average, which plays and is kept."""
        self.slope, self._first, self._second = (zeros(len(numbers)) for _ in range(3))
        self._steps = 0

    def go(self, rate: float, places: int) -> None:
        """Make one step; the slope is the sum over so many places."""
        self._steps += 1
        learner.descend(
            self.numbers,
            self.slope,
            self._first,
            self._second,
            self.slow,
            self._steps,
            rate,
            1 / places,
        )


def add_slope(
    table: BoardAndDeck, net: array[float], hidden: int, slope: array[float], games: Games
) -> float:
    """Add the slope of a net at the places of games; return the sum of their squared errors."""
    return learner.learn(
        net,
        slope,
        table.groups,
        table.first_card,
        hidden,
        table.flags,
        games.states,
        games.targets,
        games.told,
    )


def add_slope_of_items(
    table: BoardAndDeck,
    net: array[float],
    hidden: int,
    items: array[float],
    units: int,
    slope: array[float],
    games: Games,
) -> tuple[float, int]:
    """Add the slope of the weights of items at places between two turns.

    Return the sum of their losses, and how many places there are.
    """
    return learner.learn_items(
        net,
        items,
        slope,
        table.groups,
        table.first_card,
        len(table.board.islands),
        hidden,
        table.flags,
        units,
        games.states,
        games.told,
        array("i", [terms.until for terms in games.terms]),
    )


# --- how fast


class Pace(Protocol):
    """How long a training takes, and how its settings change from the first step to the last."""

    @property
    def minutes(self) -> float: ...
    @property
    def steps(self) -> int:
        """A fixed number of steps instead of a fixed time, unless it is 0."""
        ...

    @property
    def rate(self) -> float: ...
    @property
    def last_rate(self) -> float: ...
    @property
    def trace(self) -> float: ...
    @property
    def last_trace(self) -> float: ...
    @property
    def noise(self) -> float: ...
    @property
    def last_noise(self) -> float: ...


class Schedule:
    """How far a training has come, and the settings at this point."""

    def __init__(self, pace: Pace) -> None:
        self._pace, self._began = pace, time.monotonic()
        self.number, self.done = 0, 0.0

    def __iter__(self) -> Iterator[int]:
        """Count the steps until the time is up."""
        while self.done < 1:
            self.number += 1
            yield self.number
            minutes, steps = self._pace.minutes, self._pace.steps
            self.done = self.number / steps if steps else self.seconds / 60 / minutes

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def rate(self) -> float:
        first, last = self._pace.rate, self._pace.last_rate
        return last + (first - last) * (1 + math.cos(math.pi * min(1.0, self.done))) / 2

    @property
    def trace(self) -> float:
        first, last = self._pace.trace, self._pace.last_trace
        return first + (last - first) * self.done

    @property
    def noise(self) -> float:
        first, last = self._pace.noise, self._pace.last_noise
        return float(first * (last / first) ** self.done)

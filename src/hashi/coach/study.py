"""Learning a board by heart: lessons on one board and deck, which go on from what is known of it.

The values of the board (hashi.bots.learned) play games on it and learn from them, and so do the
weights that split them by item of points: three steps of the values, then one of the items. Every
now and then the values play some games with the same cards; what played them best is kept, if it
plays other cards better than what was known before as well.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import fmean

from hashi.arrays.chart import fits
from hashi.bots.learned.by_heart import ByHeart
from hashi.bots.learned.lessons import (
    ALWAYS,
    BoardAndDeck,
    Descent,
    Games,
    GameTerms,
    Schedule,
    add_slope,
    add_slope_of_items,
    disturbed_terms,
    play,
    usual_terms,
)
from hashi.bots.learned.values import ALONE, Values, values_for, values_made_for
from hashi.bots.learned.weights import Weights
from hashi.coach.board_tables import TooLarge
from hashi.coach.item_weights import ItemWeights, weights_for, weights_made_for
from hashi.rules import Board, Card

ITEMS_EVERY = 4
"""One step of so many is for the items."""
BEST_PLAY = GameTerms(0.0, 0.0, ALWAYS, ALONE)


@dataclass(frozen=True, slots=True)
class Lessons:
    """How long a board is studied, and how."""

    minutes: float = 10.0
    steps: int = 0
    """A fixed number of steps instead of a fixed time."""
    games: int = 24
    """Games of a step."""
    rate: float = 3e-4
    last_rate: float = 1e-5
    trace: float = 0.9
    last_trace: float = 0.7
    noise: float = 0.5
    last_noise: float = 0.1
    looks: int = 30
    """How often the values are looked at."""
    cards: int = 400
    """Games with the same cards at every look."""
    proof: int = 2000
    """Games with other cards at the end."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Look:
    """How well the values play alone, without search, after some lessons."""

    seconds: float
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class Studied:
    """What came of the lessons: mean points alone, without search, with the same cards."""

    before: float
    after: float
    games: int
    curve: tuple[Look, ...]
    is_whole: bool
    """Whether they ended by themselves."""
    learned: ByHeart | None
    """What is better than before, if anything is."""


class Student:
    """The values of a board and the weights of their items, and how they learn."""

    def __init__(self, board: Board, deck: tuple[Card, ...]) -> None:
        if not fits(board):
            raise TooLarge("learning takes boards of up to 32 islands and 64 lines")
        values = values_for(board, deck) or values_made_for(board, deck)
        items = weights_for(board, deck) or weights_made_for(board, deck)
        assert values is not None, "the package has values for any board"
        assert items is not None
        self.table = BoardAndDeck(board, deck)
        self.known = values
        self._hidden, self._units = values.weights.hidden, items.units
        self._values = Descent(values.weights.to_floats())
        self._items = Descent(items.to_floats())

    @property
    def values(self) -> Values:
        """What is known by now."""
        weights = Weights.of_floats(self._values.slow, self._hidden)
        items = ItemWeights.of_floats(self._items.slow, self._hidden).to_bytes()
        return Values(self.table.board, weights, self.table.deck, items)

    def learn(self, games: Games, rate: float) -> None:
        """Make a step towards the points that followed in these games."""
        descent = self._values
        add_slope(self.table, descent.numbers, self._hidden, descent.slope, games)
        descent.go(rate, games.places)

    def learn_items(self, games: Games, rate: float) -> None:
        """Make a step towards what came of each item."""
        net, descent = self._values.slow, self._items
        _, places = add_slope_of_items(
            self.table, net, self._hidden, descent.numbers, self._units, descent.slope, games
        )
        descent.go(rate, max(1, places))


class Looks:
    """Looks at how well the student plays, and what played best."""

    def __init__(self, student: Student, cards: int, tell: Callable[[Look], None]) -> None:
        self._student, self._cards, self._tell = student, cards, tell
        self.curve: list[Look] = []
        self.best = student.known

    def take(self, seconds: float, games: int) -> None:
        now = self._student.values if games else self._student.known
        points = points_of(self._student.table, now, self._cards, "look")
        if all(points > look.points for look in self.curve):
            self.best = now
        self.curve.append(Look(round(seconds, 1), games, points))
        self._tell(self.curve[-1])


def study(
    board: Board,
    deck: tuple[Card, ...],
    lessons: Lessons | None = None,
    tell: Callable[[Look], None] = lambda _: None,
) -> Studied:
    """Study a board until the time is up or Ctrl+C; raise TooLarge if the kernel can't hold it."""
    settings = lessons or Lessons()
    student, rng = Student(board, deck), Random(settings.seed)  # noqa: S311, chance for games
    course, looks = Schedule(settings), Looks(student, settings.cards, tell)
    played, is_whole = 0, True

    def games_of(step: int, pool: ThreadPoolExecutor) -> Future[Games]:
        terms = (
            disturbed_terms(settings.games, rng)
            if step % ITEMS_EVERY == 0
            else usual_terms(settings.games, course.noise, rng)
        )
        seed = rng.getrandbits(31)
        return pool.submit(play, student.table, student.values, terms, course.trace, seed)

    try:
        looks.take(0.0, 0)
        with ThreadPoolExecutor(1) as pool:
            waiting = games_of(1, pool)
            for step in course:
                games = waiting.result()
                waiting = games_of(step + 1, pool)
                learn = student.learn_items if step % ITEMS_EVERY == 0 else student.learn
                learn(games, course.rate)
                played += settings.games
                if course.done * settings.looks >= len(looks.curve):
                    looks.take(course.seconds, played)
        looks.take(course.seconds, played)
    except KeyboardInterrupt:
        is_whole = False
    table, best, curve = student.table, looks.best, looks.curve
    before, after = (
        points_of(table, one, settings.proof, "proof") for one in (student.known, best)
    )
    told = {
        "games": played,
        "before": before,
        "after": after,
        "curve": [[look.seconds, look.games, look.points] for look in curve],
    }
    learned = ByHeart(best.weights, best.items, told) if after > before else None
    return Studied(before, after, played, tuple(curve), is_whole, learned)


def points_of(table: BoardAndDeck, values: Values, games: int, cards: str) -> float:
    """Return the mean points of games alone that values play without search."""
    seed = int.from_bytes(cards.encode(), "big")
    return round(fmean(play(table, values, [BEST_PLAY] * games, 1.0, seed).points), 3)

"""How hard a board is, measured in parts that each take a moment.

Who measures does one part after the other and may stop after any: what there is remains true. The
same board and deck give the same figures wherever time plays no part; only a deal that is searched
in vain for long may be open on a slow machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from hashi.arena.match import play_match
from hashi.arrays.chart import fits
from hashi.bots import BOTS, Effort, bot_with
from hashi.bots.starts import all_starts, totals_after
from hashi.record.notation import start_text
from hashi.rules import Board, Card, Setup, deal, seeded
from hashi.workshop.deals import best_of_deal
from hashi.workshop.figures import Figures, Tally

SEED = "the workshop"
GAMES, DEALS, START_GAMES = 200, 50, 2_000
"""Games of each bot, deals that are searched, and games for each start."""
GAMES_OF_A_PART, DEALS_OF_A_PART, START_GAMES_OF_A_PART = 20, 2, 200
SECONDS_OF_A_DEAL = 5.0
"""Seconds of one core for the search of one deal."""
EFFORTS = {"master": Effort.SHORT}
"""The bots that play with less effort than they can, for they take long."""


class PartKind(StrEnum):
    """What a part measures."""

    GAMES = "games"
    STARTS = "starts"
    DEALS = "deals"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a measurement: so many games or deals, from a number on."""

    kind: PartKind
    numbers: range
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Measurement:
    """How far a measurement is, and what was measured so far."""

    board: Board
    deck: tuple[Card, ...]
    plan: tuple[Part, ...]
    done: int = 0
    figures: Figures = field(default_factory=Figures)

    @property
    def whole(self) -> int:
        return len(self.plan)

    @property
    def is_over(self) -> bool:
        return self.done >= self.whole


def plan_of(
    board: Board, *, games: int = GAMES, deals: int = DEALS, starts: int = START_GAMES
) -> tuple[Part, ...]:
    """Return the parts in their order: all bots in turn, then the starts, the slow deals last.

    On a board that is too large for the compiled bots, games alone are played.
    """
    played = [
        Part(PartKind.GAMES, numbers, bot)
        for numbers in _slices(games, GAMES_OF_A_PART)
        for bot in reversed(BOTS)
    ]
    if not fits(board):
        return tuple(played)
    started = [Part(PartKind.STARTS, numbers) for numbers in _slices(starts, START_GAMES_OF_A_PART)]
    searched = [Part(PartKind.DEALS, numbers) for numbers in _slices(deals, DEALS_OF_A_PART)]
    return (*played, *started, *searched)


def measure(
    board: Board, deck: Sequence[Card], plan: Sequence[Part] | None = None
) -> Iterator[Measurement]:
    """Measure a board part by part; whoever iterates may stop at any time.

    >>> from hashi.workshop import measure, plan_of
    >>> a = hashi.board("A")
    >>> *_, last = measure(a, hashi.standard_deck(), plan_of(a, games=2, deals=0, starts=0))
    >>> last.done, last.whole, last.figures.bots["greedy"].games
    (5, 5, 2)
    """
    measured = Measurement(board, tuple(deck), tuple(plan_of(board) if plan is None else plan))
    while not measured.is_over:
        measured = measure_on(measured)
        yield measured


def measure_on(measured: Measurement) -> Measurement:
    """Measure the next part."""
    part = measured.plan[measured.done]
    figures = measured.figures + do_part(measured.board, measured.deck, part)
    return replace(measured, done=measured.done + 1, figures=figures)


def do_part(board: Board, deck: tuple[Card, ...], part: Part) -> Figures:
    """Return the figures of one part."""
    if part.kind is PartKind.GAMES:
        points = [_points_of(board, deck, part.bot, number) for number in part.numbers]
        return Figures(bots={part.bot: Tally.of(points)})
    if part.kind is PartKind.STARTS:
        return Figures(starts=_starts(board, deck, part.numbers))
    found: dict[tuple[int, int], int] = {}
    for number in part.numbers:
        dealt = deal(deck, seeded(f"{SEED}/{number}"))
        solution = best_of_deal(board, dealt, seconds=SECONDS_OF_A_DEAL)
        result = solution.points, solution.bound
        found[result] = found.get(result, 0) + 1
    return Figures(deals=found)


def _points_of(board: Board, deck: tuple[Card, ...], bot: str, number: int) -> int:
    """Return the points of a bot alone in the game of this number: the same cards for each bot."""
    dealt = deal(deck, seeded(f"{SEED}/{number}"))
    effort = EFFORTS.get(bot, Effort.FULL)
    player = bot_with(effort, bot, f"{SEED}/{number}/{bot}")
    return play_match(Setup(board, deck, (bot,)), dealt, [player]).totals[0]


def _starts(board: Board, deck: tuple[Card, ...], numbers: range) -> dict[str, Tally]:
    starts = all_starts(board)
    totals = totals_after(board, deck, starts, len(numbers), f"{SEED}/{numbers.start}")
    return {
        start_text(start): Tally.of(points) for start, points in zip(starts, totals, strict=True)
    }


def _slices(whole: int, most: int) -> list[range]:
    return [range(first, min(first + most, whole)) for first in range(0, whole, most)]

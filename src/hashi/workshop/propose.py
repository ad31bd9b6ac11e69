"""A board a little easier, harder, or with more crossings: one island or flag after the other is
moved, and the board is measured again, until the wish is met or enough has been tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt

from hashi.arena.match import play_match
from hashi.boards.checks import Checks, check
from hashi.boards.draft import BoardDraft
from hashi.bots import Effort, bot_with
from hashi.rules import Board, Card, Setup, deal, seeded
from hashi.rules.board import WATER
from hashi.rules.card import Below

SEED = "a proposal"
MOST_TRIES = 24
"""Boards that are measured before it is given up."""
MOST_MOVES = 400
"""Moves that are looked at for one board that is worth measuring."""
GAMES = 30
WISHED, ALLOWED = 1.0, 1.5
"""Points that a board is to be easier or harder by; points that it may be where only more crossings
are wished for."""
SURE = 2.0
"""Standard errors by which a difference must not be chance."""
JUDGE = "planner"


class Wish(StrEnum):
    """What is wished for."""

    EASIER = "easier"
    HARDER = "harder"
    CROSSINGS = "crossings"


@dataclass(frozen=True, slots=True)
class BoardProposal:
    """How far a search is, and the best board so far."""

    first: BoardDraft
    """The board that it began with."""
    deck: tuple[Card, ...]
    wish: Wish
    seed: str
    before: tuple[int, ...]
    """The judge's points on that board; empty before it was measured."""
    draft: BoardDraft
    moves: tuple[tuple[str, str], ...] = ()
    """What was moved from where to where."""
    tried: int = 0
    difference: float = 0.0
    """How many points more the judge makes than on the first board."""
    error: float = 0.0
    """The standard error of that."""
    is_met: bool = False
    is_over: bool = False

    @property
    def done(self) -> int:
        return self.tried

    @property
    def whole(self) -> int:
        return MOST_TRIES


def first_proposal(
    draft: BoardDraft, deck: Sequence[Card], wish: Wish, seed: str = SEED
) -> BoardProposal:
    """Return a search that has not begun; raise Malformed where the board cannot be played on."""
    draft.board()
    return BoardProposal(draft, tuple(deck), wish, seed, (), draft)


def next_proposal(search: BoardProposal) -> BoardProposal:
    """Try one board more."""
    first, wish, tried = search.first, search.wish, search.tried + 1
    before = search.before or _points(first.board(), search.deck)
    search = replace(search, before=before, tried=tried, is_over=tried >= MOST_TRIES)
    below = seeded(f"{search.seed} {wish} {' '.join(first.rows)} {tried}")
    found = _moved(search.draft, wish, first, below)
    if found is None:
        return replace(search, is_over=True)
    made, move = found
    difference, error = _difference(before, _points(made.board(), search.deck))
    if not _is_better(wish, difference, search.difference):
        return search
    is_met = _is_met(wish, made, first, difference, error)
    return replace(
        search,
        draft=made,
        moves=(*search.moves, move),
        difference=difference,
        error=error,
        is_met=is_met,
        is_over=search.is_over or is_met,
    )


def propose(
    draft: BoardDraft, deck: Sequence[Card], wish: Wish, seed: str = SEED
) -> Iterator[BoardProposal]:
    """Look for a board that meets a wish; the last proposal is the best that was found.

    The same board, deck, wish and seed give the same proposals. Raise Malformed where the board
    cannot be played on.
    """
    search = first_proposal(draft, deck, wish, seed)
    while not search.is_over:
        search = next_proposal(search)
        yield search


def _is_better(wish: Wish, difference: float, reached: float) -> bool:
    match wish:
        case Wish.EASIER:
            return difference > reached
        case Wish.HARDER:
            return difference < reached
        case Wish.CROSSINGS:
            return abs(difference) <= ALLOWED


def _is_met(
    wish: Wish, made: BoardDraft, draft: BoardDraft, difference: float, error: float
) -> bool:
    if wish is Wish.CROSSINGS:
        return len(made.crossings) > len(draft.crossings)
    return abs(difference) >= max(WISHED, SURE * error)


def _moved(
    draft: BoardDraft, wish: Wish, first: BoardDraft, below: Below
) -> tuple[BoardDraft, tuple[str, str]] | None:
    """Return a board after a move that spoils nothing; None where none was found."""
    looked = check(draft)
    for _ in range(MOST_MOVES):
        move = _any_move(draft, below)
        if move is None:
            return None
        made = _with_move(draft, move)
        if wish is Wish.CROSSINGS and len(made.crossings) <= len(draft.crossings):
            continue
        if made.rows != first.rows and _spoils_nothing(looked, check(made)):
            return made, move
    return None


def _any_move(draft: BoardDraft, below: Below) -> tuple[str, str] | None:
    """Return an island and water for it, or a flag and an island without one for it."""
    points = list(draft.points())
    flagged = [island.name for island in draft.islands if island.flag]
    plain = [island.name for island in draft.islands if not island.flag]
    water = [point for point in points if draft.cell(point) == WATER]
    if flagged and plain and (below(2) or not water):
        return flagged[below(len(flagged))], plain[below(len(plain))]
    if not water:
        return None
    islands = flagged + plain
    return islands[below(len(islands))], water[below(len(water))]


def _with_move(draft: BoardDraft, move: tuple[str, str]) -> BoardDraft:
    """Return a board with two of its points exchanged."""
    here, there = move
    return draft.with_cell(here, draft.cell(there)).with_cell(there, draft.cell(here))


def _spoils_nothing(before: Checks, after: Checks) -> bool:
    return (
        after.is_playable
        and (after.is_connected or not before.is_connected)
        and len(after.weak) <= len(before.weak)
    )


def _points(board: Board, deck: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the points of the judge in each game, the same cards on every board."""
    found = []
    for number in range(GAMES):
        dealt = deal(deck, seeded(f"{SEED}/{number}"))
        judge = bot_with(Effort.SHORT, JUDGE, f"{SEED}/{number}")
        found.append(play_match(Setup(board, deck, (JUDGE,)), dealt, [judge]).totals[0])
    return tuple(found)


def _difference(before: Sequence[int], after: Sequence[int]) -> tuple[float, float]:
    """Return by how many points the games differ on average, and its standard error."""
    apart = [b - a for a, b in zip(before, after, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sum((each - mean) ** 2 for each in apart) / (len(apart) - 1)
    return mean, sqrt(spread / len(apart))

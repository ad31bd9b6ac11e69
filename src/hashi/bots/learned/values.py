"""The learned values of one board, in the form that the search reads."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from hashi.arrays.chart import card_byte, chart, fits, sheet_words, turn_of
from hashi.arrays.constants import ALL_GOALS, PAID
from hashi.boards import SIDES, standard_deck
from hashi.boards import board as side
from hashi.bots.learned import learner
from hashi.bots.learned.by_heart import recall
from hashi.bots.learned.constants import ISLAND_KINDS, LINE_KINDS
from hashi.bots.learned.features import Features
from hashi.bots.learned.search import Search
from hashi.bots.learned.shared import NumberLayout, Plan, load, weights_of
from hashi.bots.learned.weights import FINENESS, SECOND_FINENESS, Weights
from hashi.rules import Board, Card, Ledger, Number, Sheet, Turn
from hashi.rules.goals import GOALS

FEWEST_ISLANDS, FEWEST_CARDS = 10, 12
"""What a board and a deck must have at least, so that values for any board are used."""
Deadlines = tuple[int, ...]
"""The last round in which each goal pays its higher value."""
ALONE: Deadlines = tuple(goal.deadline for goal in GOALS)
"""The deadlines of a solo game (R31)."""


@lru_cache(maxsize=8)
def values_for(board: Board, deck: tuple[Card, ...]) -> Values | None:
    """Return the learned values of a board, or None where there are none.

    They are those that this computer learned by heart, else those of the package for this board,
    else those that are made for any board, unless board or deck are tiny.
    """
    if not fits(board):
        return None
    known = by_heart(board, deck) or own_values(board, deck)
    return known or (values_made_for(board, deck) if is_familiar(board, deck) else None)


def is_familiar(board: Board, deck: Sequence[Card]) -> bool:
    """Return whether values that are made for any board are strong here.

    On tiny boards and with few cards the planner is stronger (docs/bots.md has the figures).
    """
    return len(board.islands) >= FEWEST_ISLANDS and len(deck) >= FEWEST_CARDS


def by_heart(board: Board, deck: tuple[Card, ...]) -> Values | None:
    """Return what this computer learned of the board (`hashi learn`)."""
    learned = recall(board, deck)
    return None if learned is None else Values(board, learned.weights, deck, learned.items)


def own_values(board: Board, deck: tuple[Card, ...]) -> Values | None:
    """Return what was learned on this board alone: a built-in side with the standard deck.

    They are of no use where they were learned with another number of goals.
    """
    for name in SIDES:
        if board == side(name) and sorted(deck) == sorted(standard_deck()):
            data = files("hashi.bots.learned").joinpath(f"{name.lower()}.bin")
            weights = Weights.load(data.read_bytes())
            is_fit = weights.inputs == Features.of(board, len(deck)).count
            return Values(board, weights) if is_fit else None
    return None


@lru_cache(maxsize=8)
def values_made_for(board: Board, deck: tuple[Card, ...]) -> Values | None:
    """Return the values that are made for a board of the numbers that all boards share."""
    found = shared_numbers()
    if found is None:
        return None
    plan = Plan(found[0], board, deck)
    return Values(board, weights_of(plan, plan.net(found[1])), deck)


@lru_cache(maxsize=1)
def shared_numbers() -> tuple[NumberLayout, array[float]] | None:
    """Return the shared numbers of the package, unless they are of another number of goals."""
    data = files("hashi.bots.learned").joinpath("shared.bin")
    if not data.is_file():
        return None
    shared, numbers = load(data.read_bytes())
    return (shared, numbers) if len(numbers) == shared.size else None


class Values:
    """The learned values of the sheets of one board."""

    def __init__(
        self,
        board: Board,
        weights: Weights,
        deck: Sequence[Card] | None = None,
        items: bytes = b"",
    ) -> None:
        """Make values of weights; `items` are weights that split them, where they have their own
        (see hashi.coach.item_weights)."""
        self.board, self.weights, self.items = board, weights, items
        self._order = sorted(standard_deck() if deck is None else deck)
        last = array("f", weights.last)
        last.append(1 / FINENESS / SECOND_FINENESS)
        self.net = (chart(board), _rows(board, weights), weights.second, last, weights.bias)

    def value_of_start(self, start: Number) -> float:
        """Return the value of a sheet with only this start, in a solo game."""
        sheet = Sheet.blank(self.board).with_mark(start)
        return self.search(tuple(self._order), ALONE, 0, nodes=1).evaluate(sheet_words(sheet))

    def search(
        self, unseen: Sequence[Card], deadlines: Deadlines, round: int, nodes: int
    ) -> Search:
        """Return a search for one turn; `unseen` are the cards to come and the one in the box."""
        rounds = round + len(unseen) - 1
        return Search(self.net, self.kinds(unseen), array("i", deadlines), round, rounds, nodes)

    def kinds(self, unseen: Sequence[Card]) -> array[int]:
        """Return for each kind of unseen card its byte, how many, and the flag of the last."""
        kinds = array("i")
        for card, count in sorted(Counter(unseen).items()):
            kinds.extend((card_byte(card), count, self._order.index(card) + count - 1))
        return kinds

    def piles(self, unseen: Sequence[Card], piles: Sequence[Sequence[Card]]) -> array[int]:
        """Return piles of unseen cards for the search: each card's byte and the flag it clears."""
        counts = Counter(unseen)
        last = {card: self._order.index(card) + counts[card] - 1 for card in counts}
        bytes_of = {card: card_byte(card) for card in counts}
        read = array("i")
        for pile in piles:
            seen: Counter[Card] = Counter()
            for card in pile:
                read.append(bytes_of[card])
                read.append(last[card] - seen[card])
                seen[card] += 1
        return read

    def turn(self, path: int, card: Card) -> Turn:
        """Return the turn that a path of the search encodes."""
        return turn_of(self.board, path, card.number)


def words_of(sheet: Sheet, ledger: Ledger) -> array[int]:
    """Return a sheet for the search: goals are paid or not, without the value that they paid."""
    words = sheet_words(sheet, ledger)
    words[PAID] = (words[PAID] | words[PAID] >> len(GOALS)) & ALL_GOALS
    return words


def _rows(board: Board, weights: Weights) -> array[int]:
    """Return the first layer's rows, then the differences that a bridge makes."""
    pairs = changes(board)
    rows = weights.rows[:]
    made = array("h", bytes(weights.hidden * len(pairs)))  # two bytes, and two of each pair
    learner.differences(rows, pairs, weights.hidden, made)
    rows.extend(made)
    return rows


@lru_cache(maxsize=16)
def changes(board: Board) -> array[int]:
    """Return for each change that a bridge can make the flags before and after it.

    They are for each flag of an island the next flag, for each line the five ways in which it can
    change.
    """
    pairs = array("i")
    for first in range(0, len(board.islands) * ISLAND_KINDS, ISLAND_KINDS):
        for kind in range(ISLAND_KINDS):
            step = kind + 1 if kind >= 7 else kind - 1  # one bridge more, or one less left
            pairs.extend((first + kind, first + (step if 0 <= step < ISLAND_KINDS else kind)))
    for line in range(len(board.lines)):
        first = len(board.islands) * ISLAND_KINDS + line * LINE_KINDS
        for before, after in ((0, 1), (0, 2), (0, 3), (1, 3), (1, 4)):
            pairs.extend((first + before, first + after))
    return pairs

"""Learned values of one board: what its sheets are worth, and the best turns by them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from hashi.arrays.chart import card_byte, chart, sheet_words, turn_of
from hashi.arrays.constants import ALL_GOALS, PAID
from hashi.boards import SIDES, standard_deck
from hashi.boards import board as side
from hashi.bots.learned.constants import ISLAND_KINDS, LINE_KINDS
from hashi.bots.learned.features import Features
from hashi.bots.learned.search import Search
from hashi.bots.learned.weights import FINENESS, SECOND_FINENESS, Weights
from hashi.rules import Board, Card, Ledger, Number, Sheet, Turn
from hashi.rules.goals import GOALS, Goal
from hashi.rules.solo import DEADLINE

Deadlines = tuple[int, int, int]
"""The last round in which red, blue and six pay their higher value."""
ALONE: Deadlines = (DEADLINE[Goal.RED], DEADLINE[Goal.BLUE], DEADLINE[Goal.SIX])
"""As printed for a game alone (R31)."""


@lru_cache(maxsize=4)
def values_for(board: Board, deck: tuple[Card, ...]) -> Values | None:
    """The values learned for a side with the standard deck, or None."""
    for name in SIDES:
        if board == side(name) and sorted(deck) == sorted(standard_deck()):
            data = files("hashi.bots.learned").joinpath(f"{name.lower()}.bin")
            return Values(board, Weights.load(data.read_bytes()))
    return None


class Values:
    """What sheets of one board are worth."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board = board
        self._order = sorted(standard_deck())
        last = array("f", weights.last)
        last.append(1 / FINENESS / SECOND_FINENESS)
        self.net = (chart(board), _rows(board, weights), weights.second, last, weights.bias)

    def value_of_start(self, start: Number) -> float:
        """What a sheet with nothing but this start is worth, alone."""
        sheet = Sheet.blank(self.board).with_mark(start)
        return self.search(tuple(self._order), ALONE, 0, nodes=1).evaluate(sheet_words(sheet))

    def search(
        self, unseen: Sequence[Card], deadlines: Deadlines, round: int, nodes: int
    ) -> Search:
        """Return a search for one turn; `unseen` are the cards to come and the one in the box."""
        rounds = round + len(unseen) - 1
        return Search(self.net, self.kinds(unseen), array("i", deadlines), round, rounds, nodes)

    def kinds(self, unseen: Sequence[Card]) -> array[int]:
        """For each kind of unseen card: its byte, how many, the flag of the last of them."""
        kinds = array("i")
        for card, count in sorted(Counter(unseen).items()):
            kinds.extend((card_byte(card), count, self._order.index(card) + count - 1))
        return kinds

    def piles(self, unseen: Sequence[Card], piles: Sequence[Sequence[Card]]) -> array[int]:
        """Piles of unseen cards as the search reads them: each card's byte, and the flag that
        goes out with it."""
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
        """The turn that a path of the search stands for."""
        return turn_of(self.board, path, card.number)


def words_of(sheet: Sheet, ledger: Ledger) -> array[int]:
    """A sheet as the search reads it: goals are paid or not, whatever they paid."""
    words = sheet_words(sheet, ledger)
    words[PAID] = (words[PAID] | words[PAID] >> len(GOALS)) & ALL_GOALS
    return words


def _rows(board: Board, weights: Weights) -> array[int]:
    """The first layer's rows, then what changes with a bridge: for each island's flag the step
    to the next one, for each line the five ways in which it can change."""
    hidden, features = weights.hidden, Features.of(board)
    rows = array("h", weights.rows)

    def change(before: int, after: int) -> None:
        old = rows[before * hidden : (before + 1) * hidden]
        new = rows[after * hidden : (after + 1) * hidden]
        rows.extend(b - a for a, b in zip(old, new, strict=True))

    for island in range(len(board.islands)):
        first = island * ISLAND_KINDS
        for kind in range(ISLAND_KINDS):
            step = kind + 1 if kind >= 7 else kind - 1  # one bridge more, or one less to draw
            is_possible = 0 <= step < ISLAND_KINDS
            change(first + kind, first + step if is_possible else first + kind)
    for line in range(len(board.lines)):
        first = features.lines + line * LINE_KINDS
        for before, after in ((0, 1), (0, 2), (0, 3), (1, 3), (1, 4)):
            change(first + before, first + after)
    return rows

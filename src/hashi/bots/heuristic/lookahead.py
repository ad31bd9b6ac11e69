"""What lies ahead of a seat: the turns that it may make, and how games go on after them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from hashi.arrays import chart as kernel_words
from hashi.arrays.constants import NEVER
from hashi.bots.heuristic.odds import chances
from hashi.bots.heuristic.rollout import Rollout
from hashi.bots.heuristic.samples import Worlds, decks, dues_alone
from hashi.rules import Board, Turn, View
from hashi.rules.goals import GOALS


def can_look(view: View) -> bool:
    """Return whether the kernel holds the board and the seat's own sheet exactly.

    With free pens the sheet may carry mistakes that it cannot hold (R33, R34).
    """
    assert view.seat is not None
    return kernel_words.obstacle(view.sheets[view.seat]) is None


@lru_cache(maxsize=16)
def chart(board: Board) -> array[int]:
    return kernel_words.chart(board)


class Prospect:
    """The open round of a game as a seat sees it, in the kernel's words."""

    def __init__(self, view: View, beam: int) -> None:
        """`beam` drawings are kept in hand from bridge to bridge."""
        assert view.seat is not None
        assert view.card is not None
        self._view = view
        self._seat = view.seat
        self._board = view.setup.board
        self._card = kernel_words.card_byte(view.card)
        self._unseen = bytes(map(kernel_words.card_byte, view.unseen))
        self._desk = Rollout(
            chart(self._board), chances(), beam, (len(self._board.islands) + 1) * (beam + 1)
        )
        self._found: list[tuple[int, int]] = []

    @property
    def rounds(self) -> int:
        """How many rounds follow this one."""
        return len(self._unseen) - 1

    # --- the cards to come

    def worlds(self, count: int, seed: str) -> Worlds:
        """So many worlds by chance; each deck begins with the card that lies face up.

        To be asked before `look`: the others' sheets take the place of what was found. Others
        whose sheets the kernel cannot hold are left out: they are not expected to reach a goal.
        """
        view, cards = self._view, bytes((self._card,)) + self._unseen
        made = decks(cards, 1, count, seed)
        if view.setup.is_solo:
            return Worlds(len(cards), made, array("i", dues_alone(view.round) * count))
        dues = [-1 if box.is_high_gone else NEVER for box in view.boxes[self._seat]]
        open_race = Worlds(len(cards), made, array("i", dues * count))
        rivals = []
        for seat, sheet in enumerate(view.sheets):
            if seat != self._seat and kernel_words.obstacle(sheet) is None:
                self._desk.set_down(kernel_words.sheet_words(sheet, view.ledgers[seat]), 0)
                rivals.append(open_race.play_on(self._desk, [0], 0))
        firsts = map(min, zip(open_race.dues, *(rival.arrivals for rival in rivals), strict=True))
        return Worlds(len(cards), made, array("i", firsts), tuple(rivals))

    # --- turns

    def look(self, dues: array[int]) -> list[int]:
        """Find good turns; they are known by number, and the best at a glance come first."""
        numbers = 0
        for card in self._unseen:
            numbers |= 1 << (card >> 2)
        own = kernel_words.sheet_words(
            self._view.sheets[self._seat], self._view.ledgers[self._seat]
        )
        self._found = self._desk.look(own, self._card, self.rounds, numbers, dues)
        return sorted(range(len(self._found)), key=lambda k: self._found[k][0], reverse=True)

    def turn(self, number: int) -> Turn:
        return kernel_words.turn_of(self._board, self._found[number][1], self._card >> 2)

    def leads(self, turns: Sequence[int], worlds: Worlds, first: int, last: int) -> list[int]:
        """What each turn leads to in the worlds first .. last-1, all leads summed."""
        played = worlds.part(first, last).play_on(self._desk, turns, 1)
        leads = [0] * len(turns)
        for at, points in enumerate(played.totals):
            turn, world = divmod(at, last - first)
            arrivals = played.arrivals[len(GOALS) * at : len(GOALS) * (at + 1)]
            leads[turn] += worlds.lead(first + world, points, arrivals)
        return leads

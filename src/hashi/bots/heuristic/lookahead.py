"""The good turns of a seat, and the results of games played on from them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from hashi.arrays import chart as kernel_words
from hashi.arrays.constants import NEVER
from hashi.bots.heuristic.odds import odds_table
from hashi.bots.heuristic.rollout import Rollout
from hashi.bots.heuristic.samples import DeckSamples, decks, solo_deadlines
from hashi.rules import Board, PlayView, Turn
from hashi.rules.goals import GOALS


def can_look_ahead(view: PlayView) -> bool:
    """Return whether the kernel can hold the board and the seat's own sheet exactly.

    With free pens the sheet may have mistakes that the kernel cannot hold (R33, R34).
    """
    return kernel_words.obstacle(view.sheet) is None


@lru_cache(maxsize=16)
def chart(board: Board) -> array[int]:
    return kernel_words.chart(board)


class Lookahead:
    """The open round of a game as a seat sees it, in the kernel's words."""

    def __init__(self, view: PlayView, beam: int) -> None:
        """Prepare a search that keeps `beam` drawings from bridge to bridge."""
        self._view = view
        self._seat = view.seat
        self._board = view.setup.board
        self._card = kernel_words.card_byte(view.card)
        self._unseen = bytes(map(kernel_words.card_byte, view.unseen))
        self._engine = Rollout(
            chart(self._board), odds_table(), beam, (len(self._board.islands) + 1) * (beam + 1)
        )
        self._found: list[tuple[int, int]] = []

    @property
    def rounds(self) -> int:
        """The number of rounds after this one."""
        return len(self._unseen) - 1

    # --- the cards to come

    def samples(self, count: int, seed: str) -> DeckSamples:
        """Return `count` random samples; each deck begins with the card that lies face up.

        Call this before `find_turns`, because it overwrites the turns that were found. Opponents
        whose sheets the kernel cannot hold are left out, as if they reached no goal.
        """
        view, cards = self._view, bytes((self._card,)) + self._unseen
        made = decks(cards, 1, count, seed)
        if view.setup.is_solo:
            return DeckSamples(len(cards), made, array("i", solo_deadlines(view.round) * count))
        deadlines = [-1 if box.is_high_gone else NEVER for box in view.boxes[self._seat]]
        open_race = DeckSamples(len(cards), made, array("i", deadlines * count))
        opponents = []
        for seat, sheet in enumerate(view.sheets):
            if seat != self._seat and kernel_words.obstacle(sheet) is None:
                self._engine.place(kernel_words.sheet_words(sheet, view.ledgers[seat]), 0)
                opponents.append(open_race.play_on(self._engine, [0], 0))
        firsts = map(
            min,
            zip(open_race.deadlines, *(opponent.arrivals for opponent in opponents), strict=True),
        )
        return DeckSamples(len(cards), made, array("i", firsts), tuple(opponents))

    # --- turns

    def find_turns(self, deadlines: array[int]) -> list[int]:
        """Find good turns and return their numbers, the best first."""
        numbers = 0
        for card in self._unseen:
            numbers |= 1 << (card >> 2)
        own = kernel_words.sheet_words(
            self._view.sheets[self._seat], self._view.ledgers[self._seat]
        )
        self._found = self._engine.find_turns(own, self._card, self.rounds, numbers, deadlines)
        return sorted(range(len(self._found)), key=lambda k: self._found[k][0], reverse=True)

    def turn(self, number: int) -> Turn:
        return kernel_words.turn_of(self._board, self._found[number][1], self._card >> 2)

    def leads(self, turns: Sequence[int], samples: DeckSamples, first: int, last: int) -> list[int]:
        """Return the sum of each turn's leads in the samples first .. last-1."""
        played = samples.part(first, last).play_on(self._engine, turns, 1)
        leads = [0] * len(turns)
        for at, points in enumerate(played.totals):
            turn, sample = divmod(at, last - first)
            arrivals = played.arrivals[len(GOALS) * at : len(GOALS) * (at + 1)]
            leads[turn] += samples.lead(first + sample, points, arrivals)
        return leads

"""The game behind an environment, followed action by action: for records and for opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hashi.arrays import Batch, mark_of, skip_of
from hashi.arrays.view_observation import SeatPosition
from hashi.library import DealtGame
from hashi.rules import Board, Card, Deal, Game, Mark, Number, Setup, Turn

MOST_ACTIONS = 5
"""How many actions a seat takes for one card at most: a number, three bridges and a skip."""


def recorder_of(batch: Batch, players: Sequence[str], game: int = 0) -> Recorder:
    """Return a recorder for a game of a batch, at its beginning."""
    return Recorder(batch.board, batch.deck, players, batch.pile(game))


class Recorder:
    """A game of the rules that follows the actions of an environment.

    All seats act at the same time; a seat's turn is played in the game when its last mark is made.
    """

    def __init__(
        self, board: Board, deck: Sequence[Card], players: Sequence[str], cards: Sequence[Card]
    ) -> None:
        *pile, box = cards
        setup = Setup(board, tuple(deck), tuple(players))
        self.game = DealtGame(Game.begin(setup), Deal(tuple(pile), box))
        self._positions: list[SeatPosition] = []
        self._marks: list[list[Mark]] = []
        self._open()

    def take(self, actions: Sequence[int]) -> None:
        """Follow one legal action of each seat; those of seats that are done are ignored."""
        for seat, action in enumerate(actions):
            self._take(seat, int(action))
        if all(position.is_done for position in self._positions) and not self.game.is_over:
            self._open()

    def take_all(self, steps: Iterable[Sequence[int]]) -> Recorder:
        """Follow many steps and return the recorder."""
        for actions in steps:
            self.take(actions)
        return self

    def is_fresh(self, seat: int) -> bool:
        """Return whether a seat has not acted yet in this round."""
        return not self._positions[seat].is_done and not self._has_acted[seat]

    def _open(self) -> None:
        seats = range(len(self.game.setup.players))
        self._positions = [SeatPosition(self.game.view(seat)) for seat in seats]
        self._marks = [[] for _ in seats]
        self._has_acted = [False for _ in seats]

    def _take(self, seat: int, action: int) -> None:
        position, board, card = self._positions[seat], self.game.setup.board, self.game.card
        if position.is_done:
            return
        mark = None if action == skip_of(board) else mark_of(board, action, position.view.card)
        self._marks[seat] += [] if mark is None else [mark]
        self._has_acted[seat] = True
        if not position.take(action):
            return
        if card is None:
            (start,) = self._marks[seat]
            assert isinstance(start, Number)
            self.game = self.game.start(start, seat=seat)
        else:
            self.game = self.game.play(Turn(tuple(self._marks[seat])), seat=seat)

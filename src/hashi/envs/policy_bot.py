"""A trained policy as a bot: for the arena, for tables and as an opponent."""

from __future__ import annotations

from abc import ABC, abstractmethod

from hashi.arrays import IllegalAction, mark_of
from hashi.arrays.actions import meaning
from hashi.arrays.view_observation import SeatPosition
from hashi.extras import missing
from hashi.rules import Mark, Number, PlayView, SeatView, Turn

try:
    import numpy as np
except ImportError as error:
    raise missing("bots with a policy", "numpy", "arrays") from error

from numpy.typing import NDArray


class PolicyBot(ABC):
    """A bot that asks a policy for every small mark of its turn.

    A subclass has a `name` and a method `choose`. The policy sees the observations and masks of
    the environments of this package, so it plays as it was trained:

        class Learned(PolicyBot):
            name = "learned"

            def choose(self, observation, mask):
                return int(model.predict(observation, action_masks=mask)[0])

    `hashi arena learned.py:Learned greedy` lets it play, `hashi bot learned.py:Learned URL` takes
    it to a table.
    """

    name: str
    """What the bot is called."""
    seats: int | None = None
    """The seats of the games that the policy was trained for, None for as many as are at the
    table. A policy of the solo game (1) can play at any table; it does not look at the others."""

    @abstractmethod
    def choose(self, observation: NDArray[np.uint8], mask: NDArray[np.bool_]) -> int:
        """Return the action to take, one that the mask allows."""

    def start(self, view: SeatView) -> Number:
        """Return the start that the policy chooses (R5)."""
        (mark,) = self._marks(view)
        assert isinstance(mark, Number)
        return mark

    def turn(self, view: PlayView) -> Turn:
        """Return the turn that the policy chooses, mark by mark (R7)."""
        return Turn(tuple(self._marks(view)))

    def _marks(self, view: SeatView) -> list[Mark]:
        position, board, card = SeatPosition(view), view.setup.board, view.card
        marks = []
        while not position.is_done:
            # as writable arrays: PyTorch warns of others
            seen = np.array([*position.observation(self.seats)], np.uint8)
            mask = np.array([*position.mask()], np.bool_)
            action = int(self.choose(seen, mask))
            if not 0 <= action < len(mask) or not mask[action]:
                what = meaning(board, action, card)
                raise IllegalAction(0, view.seat, action, view.round, what)
            mark = mark_of(board, action, card)
            marks += [] if mark is None else [mark]
            position.take(action)
        return marks

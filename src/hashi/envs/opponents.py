"""Bots that take seats of an environment."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.arena.match import start_of, turn_of
from hashi.arena.tournament import ids
from hashi.arrays import Batch, actions_of, skip_of, start_action_of
from hashi.bots import Bot
from hashi.bots.loader import AnyBot, id_of, maker_of
from hashi.envs.recorder import Recorder, recorder_of
from hashi.rules import PlayView


class Opponents:
    """The bots of the last seats. Each is asked once a round and acts mark by mark."""

    def __init__(self, bots: Sequence[AnyBot], seats: int) -> None:
        self._makers = [maker_of(bot) for bot in bots]
        self._first = seats - len(bots)
        self.names = ids([id_of(bot, make) for bot, make in zip(bots, self._makers, strict=True)])
        self._bots: list[Bot] = []
        self._queues: list[list[int]] = []
        self._recorder: Recorder | None = None

    def begin(self, batch: Batch, seed: int) -> None:
        """Make the bots for a game that has just begun; the seed fixes their chance."""
        if not self._makers:
            return
        players = [f"seat_{seat}" for seat in range(self._first)]
        self._recorder = recorder_of(batch, [*players, *self.names])
        self._bots = [make(f"{seed}/{index}") for index, make in enumerate(self._makers)]
        self._queues = [[] for _ in self._bots]

    def actions(self) -> list[int]:
        """Return the next small mark of each bot."""
        return [self._action(index) for index in range(len(self._bots))]

    def follow(self, actions: Sequence[int]) -> None:
        """Follow the actions of all seats."""
        if self._recorder is not None:
            self._recorder.take(actions)

    def _action(self, index: int) -> int:
        recorder, seat = self._recorder, self._first + index
        assert recorder is not None
        board = recorder.game.setup.board
        if recorder.is_fresh(seat):
            seen, bot = recorder.game.view(seat), self._bots[index]
            if isinstance(seen, PlayView):
                self._queues[index] = actions_of(board, turn_of(bot, seen))
            else:
                self._queues[index] = [start_action_of(board, start_of(bot, seen))]
        return self._queues[index].pop(0) if self._queues[index] else skip_of(board)

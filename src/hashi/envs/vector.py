"""Many solo games at once for Gymnasium, in one batch of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hashi.envs.picture import Rendered, picture
from hashi.envs.recorder import MOST_ACTIONS, recorder_of
from hashi.envs.setting import (
    PENALTY,
    RENDER_MODES,
    IllegalHandling,
    action_space,
    batch_of,
    begin,
    check_render_mode,
    observation_space,
)
from hashi.record import Record
from hashi.rules import Board, Card

Observations = NDArray[np.uint8]


class SoloVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Many solo games, each as in `SoloEnv`, all stepped by one call of the kernel.

    A game that is over begins again with the next step, whose action is ignored (next-step
    autoreset). `threads=0` uses all cores. `record(game)` is one of the games so far.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, the base class declares it so
        "render_modes": RENDER_MODES,
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        board: Board | str = "A",
        *,
        deck: Sequence[Card] | None = None,
        illegal: str = IllegalHandling.END,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = num_envs
        self._batch = batch_of(board, num_envs, 1, deck, threads)
        most = 1 + MOST_ACTIONS * (len(self._batch.deck) - 1)
        self._taken = np.zeros((num_envs, most), np.int16)
        """[games, actions]: what was done in each game, in order."""
        self._count = np.zeros(num_envs, np.intp)
        """[games]: how many actions those are."""
        self._illegal = IllegalHandling(illegal)
        self.render_mode = check_render_mode(render_mode)
        self.single_observation_space = observation_space(self._batch)
        self.single_action_space = action_space(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games; `options={"cards": ...}` gives one order for all or one for each."""
        super().reset(seed=seed)
        begin(self._batch, self.np_random, options)
        self._count[:] = 0
        return self._batch.observe()[:, 0], self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make one small mark in each game."""
        batch, was_over = self._batch, self._batch.over.copy()
        batch.step(actions, again=True, ending=self._illegal is IllegalHandling.END)
        wrong = batch.wrong[:, 0]
        self._keep(actions, was_over, wrong)
        rewards = np.where(wrong, np.float32(PENALTY), batch.rewards[:, 0])
        infos = self._infos()
        if wrong.any():
            words = [
                str(batch.illegal(actions, game)) if wrong[game] else None
                for game in range(self.num_envs)
            ]
            infos |= {"illegal_action": np.array(words, object), "_illegal_action": wrong.copy()}
        never = np.zeros(self.num_envs, np.bool_)
        return batch.observe()[:, 0], rewards, batch.over.copy(), never, infos

    def record(self, game: int) -> Record:
        """Return one of the games so far as a record, for `hashi.write`.

        A turn that is not complete is left out. A game that is over is told until the next step.
        """
        taken = self._taken[game, : self._count[game]].tolist()
        recorder = recorder_of(self._batch, ["Player"], game)
        return recorder.take_all((action,) for action in taken).game.record

    def render(self) -> tuple[Rendered, ...] | None:
        """Return a picture of every game in the render mode."""
        if self.render_mode is None:
            return None
        return tuple(picture(self._batch, self.render_mode, game) for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002, as the base class calls it
        self._batch.close()

    def _keep(
        self, actions: NDArray[Any], was_over: NDArray[np.bool_], wrong: NDArray[np.bool_]
    ) -> None:
        """Keep the actions that were taken, and forget the games that have begun again."""
        self._count[was_over] = 0
        (acted,) = np.nonzero(~(was_over | wrong))
        self._taken[acted, self._count[acted]] = np.asarray(actions).reshape(-1)[acted]
        self._count[acted] += 1

    def _infos(self) -> dict[str, Any]:
        """Return the infos of all games as arrays, each with Gymnasium's mask of who has it."""
        found: dict[str, Any] = {
            "action_mask": self._batch.masks[:, 0].copy(),
            "total": self._batch.totals[:, 0].copy(),
        }
        return found | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in found}

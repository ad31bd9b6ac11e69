"""Many solo games at once for Stable-Baselines3, in one batch of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hashi.envs.picture import Rendered, picture
from hashi.envs.setting import (
    PENALTY,
    action_space,
    batch_of,
    check_render_mode,
    observation_space,
)
from hashi.extras import missing
from hashi.rules import Board, Card

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise missing("environments of Stable-Baselines3", "stable-baselines3", "sb3") from error

Indices = int | Sequence[int] | None
"""The games that are meant: one, several, or all."""


class SoloVecEnv(VecEnv):  # type: ignore[misc, unused-ignore]
    """Many solo games as one `VecEnv` of Stable-Baselines3, all stepped by one call of the kernel.

    A game that is over begins again within the same step: its last observation is in
    `infos[game]["terminal_observation"]`, its points and length in `infos[game]["episode"]`.
    `MaskablePPO` finds the legal actions by `action_masks`. An illegal action ends its game with
    -1. `threads=0` uses all cores.
    """

    def __init__(
        self,
        num_envs: int = 64,
        board: Board | str = "A",
        *,
        deck: Sequence[Card] | None = None,
        threads: int = 1,
        render_mode: str | None = None,
        seed: int = 0,
    ) -> None:
        self._batch = batch_of(board, num_envs, 1, deck, threads)
        self._batch.begin(seed=seed)
        self._lengths = np.zeros(num_envs, np.int64)
        self._chosen: NDArray[Any] = np.zeros(num_envs, np.int64)
        self.render_mode = check_render_mode(render_mode)
        super().__init__(num_envs, observation_space(self._batch), action_space(self._batch))

    # --- playing

    def reset(self) -> NDArray[np.uint8]:
        """Begin all games; `seed` before it makes their cards repeatable."""
        given = self._seeds[0]
        self._batch.begin(seed=given)
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self._batch.observe()[:, 0]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take note of the actions; `step_wait` takes them."""
        self._chosen = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Make one small mark in each game."""
        batch = self._batch
        batch.step(self._chosen, ending=True)
        self._lengths += 1
        rewards = np.where(batch.wrong[:, 0], np.float32(PENALTY), batch.rewards[:, 0])
        seen, over = batch.observe()[:, 0], batch.over.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        (ended,) = np.nonzero(over)
        if len(ended):
            for game in ended.tolist():
                points = float(batch.totals[game, 0]) + PENALTY * bool(batch.wrong[game, 0])
                infos[game] = {
                    "terminal_observation": seen[game].copy(),
                    "TimeLimit.truncated": False,
                    "episode": {"r": points, "l": int(self._lengths[game])},
                }
            self._lengths[ended] = 0
            batch.begin_again(ended.tolist())
            seen = batch.observe()[:, 0]
        return seen, rewards, over, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in each game, [games, actions]."""
        masks: NDArray[np.bool_] = self._batch.masks[:, 0].astype(bool)
        return masks

    def close(self) -> None:
        self._batch.close()

    # --- what Stable-Baselines3 asks of each environment

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return what a method answers for each game: `action_masks`, with a row for each."""
        answers = getattr(self, method_name)(*method_args, **method_kwargs)
        return [answers[game] for game in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        if indices is not None:
            raise ValueError("all games are one batch: an attribute cannot differ among them")
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:  # noqa: ARG002
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> list[Rendered | None]:
        if self.render_mode is None:
            return [None for _ in range(self.num_envs)]
        return [picture(self._batch, self.render_mode, game) for game in range(self.num_envs)]

"""The solo game (R30-R32) for Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from hashi.envs.picture import Rendered, picture
from hashi.envs.recorder import recorder_of
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

Observation = NDArray[np.uint8]


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One solo game; every action is one small mark of a turn.

    Observations are bytes, see `hashi.arrays.fields`. Rewards are points, given when they are
    scored, so the rewards of a whole game add up to its total. `info["action_mask"]` holds the
    legal actions, `info["total"]` the points so far. An illegal action ends the game with a
    reward of -1 and an explanation in `info["illegal_action"]`; with `illegal="raise"` it raises
    IllegalAction instead.

    `action_masks()` returns the legal actions as MaskablePPO of sb3-contrib asks for them.
    `record` is the game so far, for `hashi.write`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, the base class declares it so
        "render_modes": RENDER_MODES,
        "render_fps": 4,
    }

    def __init__(
        self,
        board: Board | str = "A",
        *,
        deck: Sequence[Card] | None = None,
        illegal: str = IllegalHandling.END,
        render_mode: str | None = None,
    ) -> None:
        self._batch = batch_of(board, 1, 1, deck)
        self._illegal = IllegalHandling(illegal)
        self._has_begun = False
        self._actions: list[tuple[int]] = []
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(self._batch)
        self.action_space = action_space(self._batch)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; `options={"cards": [...]}` plays these cards, the last one in the box."""
        super().reset(seed=seed)
        begin(self._batch, self.np_random, options)
        self._has_begun = True
        self._actions = []
        return self._seen()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal now."""
        masks: NDArray[np.bool_] = self._batch.masks[0, 0].astype(np.bool_)
        return masks

    @property
    def record(self) -> Record:
        """The game so far as a record; a turn that is not complete is left out."""
        return recorder_of(self._batch, ["Player"]).take_all(self._actions).game.record

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make one small mark; a game that is over does not change."""
        if not self._has_begun:
            raise ResetNeeded("the game has not begun: call reset() first")
        batch = self._batch
        chosen, was_over = np.array([[action]]), bool(batch.over[0])
        batch.step(chosen, ending=self._illegal is IllegalHandling.END)
        if not was_over and not batch.wrong[0, 0]:
            self._actions.append((int(action),))
        observation, info = self._seen()
        reward = float(batch.rewards[0, 0])
        if batch.wrong[0, 0]:
            reward = PENALTY
            info["illegal_action"] = str(batch.illegal(chosen))
        return observation, reward, bool(batch.over[0]), False, info

    def render(self) -> Rendered | None:
        """Return a picture of the game in the render mode."""
        return None if self.render_mode is None else picture(self._batch, self.render_mode)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        batch = self._batch
        info = {"action_mask": batch.masks[0, 0].copy(), "total": int(batch.totals[0, 0])}
        return batch.observe()[0, 0], info

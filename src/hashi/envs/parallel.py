"""The environment for PettingZoo: one to four seats that act at the same time (R7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from hashi.bots.loader import AnyBot
from hashi.envs.opponents import Opponents
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
from hashi.extras import missing
from hashi.record import Record
from hashi.rules import Board, Card

try:
    from pettingzoo import ParallelEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise missing("tables of several seats", "pettingzoo", "envs") from error

Seen = dict[str, NDArray[Any]]


class TableEnv(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """One game; the seats are `seat_0`, `seat_1`, ..., each the left neighbour of the one before.

    In every step each seat makes one small mark. A seat that has finished its turn waits for the
    others: its mask allows only the skip. An observation is a dict: `observation` holds bytes
    (see `hashi.arrays.fields`), `action_mask` the legal actions. Rewards are points, given when
    they are scored. An illegal action ends the game for all, with a reward of -1 for that seat
    and 0 for the others; with `illegal="raise"` it raises IllegalAction instead.

    `opponents` are bots that take the last seats, as `hashi.arena.play_games` takes them; the
    others are the agents. `record` is the game so far, for `hashi.write`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, the base class declares it so
        "name": "hashi_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        seats: int = 2,
        board: Board | str = "A",
        *,
        deck: Sequence[Card] | None = None,
        opponents: Sequence[AnyBot] = (),
        illegal: str = IllegalHandling.END,
        render_mode: str | None = None,
    ) -> None:
        if len(opponents) >= seats:
            raise ValueError(f"{len(opponents)} opponents leave no seat free of {seats}")
        self._batch = batch_of(board, 1, seats, deck)
        self._opponents = Opponents(opponents, seats)
        self._actions: list[list[int]] = []
        self._illegal = IllegalHandling(illegal)
        self._chance: np.random.Generator | None = None
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats - len(opponents))]
        self.agents: list[str] = []
        masks = spaces.Box(0, 1, (self._batch.action_count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": observation_space(self._batch), "action_mask": masks}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self._batch) for agent in self.possible_agents}

    @property
    def totals(self) -> NDArray[np.int32]:
        """The points of each seat so far (R28)."""
        totals: NDArray[np.int32] = self._batch.totals[0].copy()
        return totals

    @property
    def record(self) -> Record:
        """The game so far as a record; turns of an open round are left out."""
        players = [*self.possible_agents, *self._opponents.names]
        return recorder_of(self._batch, players).take_all(self._actions).game.record

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game; `options={"cards": [...]}` plays these cards, the last one in the box."""
        if seed is not None or self._chance is None:
            self._chance = seeding.np_random(seed)[0]
        begin(self._batch, self._chance, options)
        self._actions = []
        self._opponents.begin(self._batch, int(self._chance.integers(2**63)))
        self.agents = self.possible_agents.copy()
        return self._seen(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make one small mark for every seat."""
        agents, batch = self.agents, self._batch
        if not agents:
            return {}, {}, {}, {}, {}
        if set(actions) != set(agents):
            raise ValueError(
                f"an action for each of {', '.join(agents)} is needed, not for "
                f"{', '.join(map(str, actions)) or 'nobody'}"
            )
        chosen = np.array([[*(actions[agent] for agent in agents), *self._opponents.actions()]])
        batch.step(chosen, ending=self._illegal is IllegalHandling.END)
        if not batch.wrong[0].any():
            self._actions.append(chosen[0].tolist())
            self._opponents.follow(self._actions[-1])
        is_over = bool(batch.over[0])
        rewards = {agent: float(batch.rewards[0, seat]) for seat, agent in enumerate(agents)}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat in np.flatnonzero(batch.wrong[0]):
            rewards[agents[seat]] = PENALTY
            infos[agents[seat]]["illegal_action"] = str(batch.illegal(chosen, 0, int(seat)))
        self.agents = [] if is_over else agents
        over, never = dict.fromkeys(agents, is_over), dict.fromkeys(agents, False)
        return self._seen(agents), rewards, over, never, infos

    def render(self) -> Rendered | None:
        """Return a picture of all sheets in the render mode."""
        return None if self.render_mode is None else picture(self._batch, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _seen(self, agents: Sequence[str]) -> dict[str, Seen]:
        seen = self._batch.observe()[0]
        return {
            agent: {"observation": seen[seat], "action_mask": self._batch.masks[0, seat].copy()}
            for seat, agent in enumerate(agents)
        }

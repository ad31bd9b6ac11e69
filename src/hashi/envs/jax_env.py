"""The game for JAX, with an interface like that of pgx: pure functions for `jit` and `vmap`."""
# ruff: noqa: SLF001, the private fields of State belong to this module

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hashi.arrays.chart import card_byte
from hashi.arrays.observation_bytes import observation_size
from hashi.boards import board as side
from hashi.boards import standard_deck
from hashi.extras import missing
from hashi.rules import Board, Card
from hashi.rules.card import check_deck_size
from hashi.rules.game.setup import MOST_PLAYERS

try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    raise missing("environments for JAX", "jax", "jax") from error

from jax import Array

from hashi.arrays import xla
from hashi.arrays.xla_observation import observe

PENALTY = -1.0
"""The reward for an action that is not allowed."""


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """The state of a game, seen by the player who is to act."""

    current_player: Array
    """The seat to act. By the rules all seats act at the same time (R7); here they act one after
    the other, and a seat sees the others' marks only when the round is closed."""
    observation: Array
    """What that seat may know, as bytes; see `hashi.arrays.fields`."""
    rewards: Array
    """The points that the last step brought each player."""
    terminated: Array
    truncated: Array
    """Always False: a game ends after its last card (R20)."""
    legal_action_mask: Array
    """The actions that the seat may take; all actions after the end, so that no mask is empty."""
    _step_count: Array
    _game: xla.XlaGame

    def replace(self, **changes: Any) -> State:
        return replace(self, **changes)


class JaxEnv:
    """An environment of one to four seats on one board. It has no state of its own."""

    id = "hashi"
    version = "v0"

    def __init__(
        self, board: Board | str = "A", *, seats: int = 1, deck: Sequence[Card] | None = None
    ) -> None:
        if not 1 <= seats <= MOST_PLAYERS:
            raise ValueError(f"1 to {MOST_PLAYERS} seats are needed, not {seats}")
        self.board = side(board) if isinstance(board, str) else board
        self.deck = standard_deck() if deck is None else tuple(deck)
        check_deck_size(self.deck)
        self._seats = seats
        self._chart = xla.chart(self.board)

    @property
    def num_players(self) -> int:
        return self._seats

    @property
    def num_actions(self) -> int:
        rows, columns = self._chart.lines_of.shape[0], self._chart.bits.shape[0]
        return 2 * rows + columns + 1

    @property
    def observation_shape(self) -> tuple[int, ...]:
        rows, columns = self._chart.lines_of.shape[0], self._chart.bits.shape[0]
        return (observation_size(rows, columns, self._seats),)

    def init(self, key: Array) -> State:
        """Return a new game; the key shuffles the deck."""
        cards = jnp.array([card_byte(card) for card in self.deck], jnp.uint8)
        return self.begin(jax.random.permutation(key, cards))

    def begin(self, cards: Array) -> State:
        """Return a new game with the cards in this order, the last one in the box.

        The cards are bytes, see `hashi.arrays.chart.card_byte`.
        """
        game = xla.begin(self._chart, cards, self._seats)
        nothing = jnp.zeros(self._seats, jnp.float32)
        return self._state(game, nothing, jnp.bool_(False), jnp.int32(0))

    def step(self, state: State, action: Array, key: Array | None = None) -> State:  # noqa: ARG002
        """Return the state after one small mark of the current player.

        The key is not used; it is accepted for compatibility with pgx. A step after the end
        changes nothing and gives no reward. An illegal action ends the game at once: its player
        gets -1, each other player gets the number of seats less 1, as in pgx.
        """
        game, player = state._game, state.current_player
        allowed = state.legal_action_mask.at[action].get(mode="fill", fill_value=False)
        is_legal = allowed & (jnp.asarray(action) >= 0)
        moved = xla.mark(self._chart, game, player, action)
        points = jax.vmap(xla.total)(moved.sheets) - jax.vmap(xla.total)(game.sheets)
        fine = jnp.full(self._seats, -PENALTY * (self._seats - 1), jnp.float32)
        fine = fine.at[player].set(PENALTY)
        after = jax.tree.map(lambda new, old: jnp.where(is_legal, new, old), moved, game)
        rewards = jnp.where(is_legal, points.astype(jnp.float32), fine)
        stepped = self._state(after, rewards, ~is_legal | after.over, state._step_count + 1)
        still = state.replace(rewards=jnp.zeros_like(rewards))
        chosen: State = jax.tree.map(
            lambda old, new: jnp.where(state.terminated, old, new), still, stepped
        )
        return chosen

    def observe(self, state: State, player: Array | None = None) -> Array:
        """Return what a player may know, by default the current player."""
        seat = state.current_player if player is None else player
        return observe(self._chart, state._game, seat)

    def _state(self, game: xla.XlaGame, rewards: Array, is_over: Array, steps: Array) -> State:
        player = xla.seat_to_act(game).astype(jnp.int32)
        return State(
            current_player=player,
            observation=observe(self._chart, game, player),
            rewards=rewards,
            terminated=is_over,
            truncated=jnp.bool_(False),
            legal_action_mask=xla.legal(self._chart, game, player) | is_over,
            _step_count=steps,
            _game=game,
        )

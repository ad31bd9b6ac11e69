"""The environment for JAX: what the API test of pgx requires, and further promises."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.support.late import late

from hashi import envs
from hashi.arrays import Batch, skip_of
from hashi.boards import board, standard_deck
from hashi.rules import Card

if TYPE_CHECKING:
    import jax
    import jax.numpy as jnp

    from hashi.arrays import xla
    from hashi.envs import JaxEnv, State
else:
    jax, jnp, xla = late("jax"), late("jax.numpy"), late("hashi.arrays.xla")

pytestmark = pytest.mark.no_cover  # JAX does the work, and Python only builds it

PUBLIC = {
    *["current_player", "observation", "rewards", "terminated", "truncated"],
    "legal_action_mask",
}
DTYPES = {
    "current_player": np.int32,
    "observation": np.uint8,
    "rewards": np.float32,
    "terminated": np.bool_,
    "truncated": np.bool_,
    "legal_action_mask": np.bool_,
    "_step_count": np.int32,
}


@cache
def env_of(seats: int) -> tuple[JaxEnv, Any, Any]:
    """Return the environment and its functions, each compiled once: actions are of one type."""
    env = envs.JaxEnv("A", seats=seats)
    step = jax.jit(env.step)
    return env, jax.jit(env.init), lambda state, action: step(state, np.int32(action))


def act(rng: np.random.Generator, state: State) -> Any:
    """Return a random legal action, for one state or for many."""
    masks = np.asarray(state.legal_action_mask)
    return (rng.random(masks.shape) * masks).argmax(axis=-1)


def check(env: JaxEnv, state: State) -> None:
    """Check what must hold in every state."""
    state = jax.device_get(state)
    assert {f.name for f in fields(state) if not f.name.startswith("_")} == PUBLIC
    for name, dtype in DTYPES.items():
        assert getattr(state, name).dtype == dtype, name
    assert 0 <= int(state.current_player) < env.num_players
    assert state.observation.shape == env.observation_shape
    assert state.rewards.shape == (env.num_players,)
    assert state.legal_action_mask.shape == (env.num_actions,)
    assert state.legal_action_mask.any()
    assert not state.truncated
    if state.terminated:
        assert state.legal_action_mask.all()


def same(one: State, other: State, but: str = "") -> None:
    for field in fields(one):
        if field.name != but:
            leaves = [jax.tree.leaves(getattr(state, field.name)) for state in (one, other)]
            for a, b in zip(*leaves, strict=True):
                assert (np.asarray(a) == np.asarray(b)).all(), field.name


@pytest.mark.jax
def test_a_game_of_one() -> None:
    """One test for what needs the same compiled functions: every worker would compile its own."""
    it_meets_the_requirements_of_pgx(1)
    an_illegal_action_ends_the_game_without_a_mark(1)
    observations_and_rewards_of_a_solo_game_are_those_of_the_kernel()
    every_order_of_the_deck_holds_all_cards()


@pytest.mark.jax
def test_a_game_of_two() -> None:
    it_meets_the_requirements_of_pgx(2)
    an_illegal_action_ends_the_game_without_a_mark(2)
    nobody_sees_what_the_others_did_in_the_open_round()


def it_meets_the_requirements_of_pgx(seats: int) -> None:
    env, init, step = env_of(seats)
    rng = np.random.default_rng(seats)
    for game in range(3 - seats):
        state = init(jax.random.key(game))
        check(env, state)
        assert int(state._step_count) == 0
        assert not np.asarray(state.rewards).any()
        assert not state.terminated
        earned = np.zeros(seats)
        for steps in range(1, 18 * 4 * seats):
            state = step(state, act(rng, state))
            check(env, state)
            assert int(state._step_count) == steps
            earned += np.asarray(state.rewards)
            if state.terminated:
                break
        assert state.terminated
        totals = jax.jit(jax.vmap(xla.total))(state._game.sheets)
        assert earned.tolist() == totals.tolist()
        after = step(state, 0)
        assert not np.asarray(after.rewards).any()
        same(after, state, but="rewards")


@pytest.mark.jax
def test_many_games_at_once_on_a_board_and_with_a_deck_of_ones_own() -> None:
    deck = [Card(number, 1 + number % 3) for number in range(1, 7)]
    env = envs.JaxEnv(board("B"), deck=deck)
    assert (env.id, env.version, env.num_players) == ("hashi", "v0", 1)
    assert env.num_actions == skip_of(board("B")) + 19
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state = init(jax.random.split(jax.random.key(9), 16))
    rng = np.random.default_rng(1)
    assert len({tuple(cards) for cards in np.asarray(state._game.cards)}) > 12
    while not np.asarray(state.terminated).all():
        state = step(state, act(rng, state))
    assert (np.asarray(state._game.round) == 5).all()
    with pytest.raises(ValueError, match="1 to 4 seats"):
        envs.JaxEnv(seats=5)


def an_illegal_action_ends_the_game_without_a_mark(seats: int) -> None:
    _, init, step = env_of(seats)
    before = init(jax.random.key(1))
    for action in (42, 0, -1, 61, 1000):
        state = step(before, action)
        assert state.terminated, action
        assert state.rewards.tolist() == [-1.0, *[seats - 1.0] * (seats - 1)]
        assert np.asarray(state.legal_action_mask).all()
        leaves = (jax.tree.leaves(before._game), jax.tree.leaves(state._game))
        for old, new in zip(*leaves, strict=True):
            assert (np.asarray(old) == np.asarray(new)).all()
        same(step(state, 2), state, but="rewards")


def observations_and_rewards_of_a_solo_game_are_those_of_the_kernel() -> None:
    env, _, step = env_of(1)
    batch, begin = Batch(board("A"), games=1, seed=8), jax.jit(env.begin)
    for _ in range(3):
        batch.begin()
        state = begin(jnp.asarray(batch.cards[0]))
        while not batch.over[0]:
            assert (np.asarray(state.observation) == batch.observe()[0, 0]).all()
            assert (np.asarray(state.legal_action_mask) == batch.masks[0, 0]).all()
            actions = batch.any_actions()
            batch.step(actions)
            state = step(state, int(actions[0, 0]))
            assert state.rewards.tolist() == batch.rewards[0].tolist()
            assert bool(state.terminated) == batch.over[0]


def nobody_sees_what_the_others_did_in_the_open_round() -> None:
    env, init, step = env_of(2)
    first = init(jax.random.key(3))
    ways = [jax.device_get(step(first, action)) for action in (2, 3)]
    assert [int(state.current_player) for state in ways] == [1, 1]
    assert (ways[0].observation == ways[1].observation).all()
    observe = jax.jit(env.observe)
    own = [np.asarray(observe(state, 0)) for state in ways]
    assert (own[0] != own[1]).any()
    assert (np.asarray(observe(ways[0])) == ways[0].observation).all()


def every_order_of_the_deck_holds_all_cards() -> None:
    _, init, _ = env_of(1)
    cards = sorted(np.asarray(init(jax.random.key(5))._game.cards).tolist())
    assert cards == sorted(card.number << 2 | card.bridges for card in standard_deck())

"""The training of the master's values, at a small size."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from benchmarks.random_play import random_start, random_turn
from tests.support.late import late

from hashi.arrays.chart import sheet_words
from hashi.boards import board, standard_deck
from hashi.bots.learned.features import Features
from hashi.bots.learned.search import Search
from hashi.bots.learned.values import ALONE, Values
from hashi.bots.learned.weights import Weights
from hashi.rules import Sheet, deal

if TYPE_CHECKING:
    import jax
    import jax.numpy as jnp
    from tools import train

    from hashi.arrays import xla
else:
    jax, jnp, xla = late("jax"), late("jax.numpy"), late("hashi.arrays.xla")
    train = late("tools.train")

pytestmark = pytest.mark.no_cover  # JAX does the work, and Python only builds it

HIDDEN, GAMES, SEED = 16, 8, 3


@pytest.mark.jax
def test_training(tmp_path: Path) -> None:
    """All in one test, since every worker of the tests would have to train first."""
    toy = train.Settings("B", hidden=HIDDEN, games=GAMES, iterations=2, minibatch=64, seed=SEED)
    train.train(toy, tmp_path / "b.bin", tmp_path / "b.json")
    writes_weights_that_fit_the_board_and_a_curve(tmp_path)
    search_and_training_compute_the_same_flags_and_values(tmp_path)
    continues_from_saved_weights(tmp_path, toy)


def writes_weights_that_fit_the_board_and_a_curve(trained: Path) -> None:
    weights = Weights.load((trained / "b.bin").read_bytes())
    assert (weights.inputs, weights.hidden) == (Features.of(board("B"), 18).count, HIDDEN)
    told = json.loads((trained / "b.json").read_text("utf-8"))
    assert told["settings"]["seed"] == SEED
    assert [line["games"] for line in told["curve"]] == [GAMES, 2 * GAMES]
    assert all(0 <= line["alone"] <= 60 for line in told["curve"])


def search_and_training_compute_the_same_flags_and_values(trained: Path) -> None:
    """Both programs get the same net; the flags and values must be equal."""
    side, weights = board("B"), Weights.load((trained / "b.bin").read_bytes())
    net = {name: jnp.asarray(layer) for name, layer in weights.to_net().items()}
    values, chart = Values(side, weights), xla.chart(side)
    deck = tuple(sorted(standard_deck()))
    search = Search(values.net, values.kinds(deck), array("i", ALONE), 0, 17, 20)

    @jax.jit
    def value(place: train.Place) -> jax.Array:
        group = xla.largest_group(chart, place.sheet)
        flags = train.encode(chart, place, jnp.bool_(True), group).astype(jnp.float32)
        return train.value(net, flags)

    for seed in range(6):
        rng = Random(seed)
        sheet = Sheet.blank(side).with_mark(random_start(rng, side))
        for card in deal(standard_deck(), rng.randrange).cards[: 3 * seed]:
            for mark in random_turn(rng, sheet, card).marks:
                sheet = sheet.with_mark(mark)
        words = sheet_words(sheet)
        one, two, lit, shut = (jnp.asarray(words[k : k + 1], jnp.uint32) for k in range(4))
        left, digit = (jnp.asarray(words[k : k + 3], jnp.uint32) for k in (4, 7))
        finished = jnp.uint32(words[10])
        place = train.Place(
            xla.XlaSheet(one, two, lit, shut, left, digit, finished, jnp.uint32(0)),
            jnp.ones(len(deck), bool),
            jnp.int32(0),
            jnp.int32(0),
            train.ALONE,
        )
        assert search.evaluate(words) == pytest.approx(float(value(place)), abs=1e-2)


def continues_from_saved_weights(trained: Path, toy: train.Settings) -> None:
    train.train(toy, trained / "c.bin", None, begin=trained / "b.bin")
    again = Weights.load((trained / "c.bin").read_bytes())
    before = Weights.load((trained / "b.bin").read_bytes())
    assert again != before
    close = sum(abs(a - b) < 64 for a, b in zip(again.rows, before.rows, strict=True))
    assert close > 0.99 * len(before.rows)

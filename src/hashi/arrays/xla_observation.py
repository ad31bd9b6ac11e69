"""Observations for JAX, with the same bytes as `observation_bytes.write_observations`."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array

from hashi.arrays import constants, xla

U8 = jnp.uint8


def observe(chart: xla.Chart, game: xla.XlaGame, seat: Array) -> Array:
    """Return the observation of a seat; `hashi.arrays.fields` documents its bytes.

    On a padded chart the fields of islands and lines have the padded length.
    """
    seats = game.stage.shape[0]
    own = jax.tree.map(lambda leaf: leaf[seat], game.sheets)
    parts = [_sheet(chart, own), _beside(chart, game, seat)]
    for further in range(1, seats):
        other = (seat + further) % seats
        parts.append(_sheet(chart, jax.tree.map(lambda leaf, at=other: leaf[at], game.shown)))
    return jnp.concatenate(parts)


def _sheet(chart: xla.Chart, sheet: xla.XlaSheet) -> Array:
    """Return the bytes of a sheet: islands, lines, goals."""
    weights = jnp.arange(3, dtype=jnp.uint32)[:, None]
    indexes = jnp.arange(chart.lines_of.shape[0], dtype=jnp.uint32)
    goals = jnp.arange(constants.GOALS, dtype=jnp.uint32)
    paid = (sheet.paid >> goals & 1) << 1 | (sheet.paid >> goals + constants.GOALS & 1)
    parts = [
        jnp.sum((sheet.digit[:, None] >> indexes & 1) << weights, axis=0),
        jnp.sum((sheet.left[:, None] >> indexes & 1) << weights, axis=0),
        sheet.finished >> indexes & 1,
        _on(chart, sheet.one) + _on(chart, sheet.two),
        _on(chart, xla.open_lines(sheet)),
        paid,
    ]
    return jnp.concatenate([part.astype(U8) for part in parts])


def _on(chart: xla.Chart, words: Array) -> Array:
    """Return for each line 1 if its bit is set in the words, else 0."""
    return jnp.any(words & chart.bits != 0, axis=-1).astype(U8)


def _beside(chart: xla.Chart, game: xla.XlaGame, seat: Array) -> Array:
    """Return what a seat sees beside the sheets: flags, turn, card, unseen cards, goals."""
    indexes = jnp.arange(chart.lines_of.shape[0], dtype=jnp.uint32)
    goals = jnp.arange(constants.GOALS, dtype=jnp.uint32)
    cards, stage = game.cards.astype(jnp.int32), game.stage[seat]
    card = jnp.where(game.round > 0, cards[jnp.maximum(game.round - 1, 0)], 0)
    hand = jnp.where(stage == constants.DONE, 0, game.hand[seat])
    turn = jnp.stack([stage, hand, card >> 2, card & 3, game.round])
    is_unseen = jnp.arange(cards.shape[0]) >= game.round
    kinds = jnp.zeros(constants.CARD_KINDS, U8)
    parts = [
        (chart.red >> indexes & 1) | (chart.blue >> indexes & 1) << 1,
        turn,
        kinds.at[3 * (cards >> 2) - 4 + (cards & 3)].add(is_unseen.astype(U8)),
        game.gone >> goals & 1,
    ]
    return jnp.concatenate([part.astype(U8) for part in parts])

"""Spaces, options and penalties that the Gymnasium and PettingZoo environments share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from hashi.boards import board as side
from hashi.extras import missing
from hashi.rules import Board, Card

try:
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing("environments", error.name or "gymnasium", "envs") from error

from numpy.typing import NDArray

from hashi.arrays import Batch, fields

PENALTY = -1.0
"""The reward for an illegal action where it ends the game."""
RENDER_MODES = ["ansi", "svg", "rgb_array"]
CARDS = "cards"
"""The option of `reset` that gives the order of the cards."""


class IllegalHandling(StrEnum):
    """What an environment does with an illegal action."""

    END = "end"
    """End the game at once, with a penalty for the seat."""
    RAISE = "raise"
    """Raise IllegalAction and change nothing."""


def batch_of(
    board: Board | str, games: int, seats: int, deck: Sequence[Card] | None, threads: int = 1
) -> Batch:
    """Return the games of an environment, with masks of the type that Gymnasium samples with."""
    played = side(board) if isinstance(board, str) else board
    actions = 2 * len(played.islands) + len(played.lines) + 1
    masks = np.zeros((games, seats, actions), np.int8)
    return Batch(played, games=games, seats=seats, deck=deck, threads=threads, masks=masks)


def observation_space(batch: Batch) -> spaces.Space[NDArray[np.uint8]]:
    """Return the space of a seat's observations: bytes, each up to the maximum of its field."""
    most = np.zeros(batch.observation_size, np.uint8)
    for field in fields(batch.board, batch.seats, batch.deck):
        most[field.at] = field.most
    box: spaces.Space[Any] = spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
    return box


def action_space(batch: Batch) -> spaces.Discrete:
    """Return the space of a seat's actions, one for each small mark."""
    return spaces.Discrete(batch.action_count)


def begin(batch: Batch, rng: np.random.Generator, options: Mapping[str, Any] | None) -> None:
    """Begin all games with this random generator, and with the cards of the options if given."""
    cards = (options or {}).get(CARDS)
    batch.begin(None if cards is None else _read(cards), seed=int(rng.integers(2**63)))


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


def _read(cards: Any) -> Any:
    """Return the cards, reading those that are given as text, such as `5/3`."""
    if isinstance(cards, str):
        return Card.parse(cards)
    return cards if isinstance(cards, Card) else [_read(card) for card in cards]

"""The arrays of a batch: buffers, seeds of the random generators, orders of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hashi.arrays.chart import card_byte
from hashi.extras import missing
from hashi.rules import Card

try:
    import numpy as np
except ImportError as error:
    raise missing("games in batches", "numpy", "arrays") from error

from numpy.typing import NDArray

Cards = Sequence[Card] | Sequence[Sequence[Card]]
"""The order of a whole deck, the last card in the box; one for all games or one for each."""

_GOLDEN = 0x9E37_79B9_7F4A_7C15
_FIRST = 0xBF58_476D_1CE4_E5B9
_SECOND = 0x94D0_49BB_1331_11EB
_ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF


def buffer(
    name: str, given: NDArray[Any] | None, shape: tuple[int, ...], *kinds: type[Any]
) -> NDArray[Any]:
    """Return a new array of this shape and the first type, or check and return the given one."""
    if given is None:
        return np.zeros(shape, kinds[0])
    flags = given.flags
    if (
        given.shape != shape
        or given.dtype.type not in kinds
        or not (flags.c_contiguous and flags.writeable)
    ):
        expected = " or ".join(np.dtype(kind).name for kind in kinds)
        raise ValueError(
            f"{name} must be a writable, contiguous array of {expected} and shape {shape}, "
            f"not {given.dtype.name} of shape {given.shape}"
        )
    return given


def chances(seed: int, games: int) -> NDArray[np.uint64]:
    """Return the first state of each game's random generator; never 0.

    It depends on the seed and the game's position only, so it is the same in batches of every
    size. Both are mixed with splitmix64, so that neighbouring seeds give unrelated states.
    """
    start = np.uint64(int(_mixed(np.array([seed & _ALL_BITS], np.uint64))[0]))
    indexes = np.arange(1, games + 1, dtype=np.uint64)
    words = _mixed(start + indexes * np.uint64(_GOLDEN))
    words[words == 0] = _GOLDEN
    return words


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the words after the final mixing steps of splitmix64, which are a bijection."""
    words = (words ^ words >> np.uint64(30)) * np.uint64(_FIRST)
    words = (words ^ words >> np.uint64(27)) * np.uint64(_SECOND)
    return words ^ words >> np.uint64(31)


def card_bytes(cards: Sequence[Card]) -> NDArray[np.uint8]:
    return np.array([card_byte(card) for card in cards], np.uint8)


def ordered(deck: Sequence[Card], cards: Cards, games: int) -> NDArray[np.uint8]:
    """Return the given orders of the deck as bytes, one for all games or one for each."""
    is_one = len(cards) == 0 or isinstance(cards[0], Card)
    orders: Any = [cards] if is_one else cards
    if len(orders) not in (1, games):
        raise ValueError(f"one order of the cards or one for each of {games} games is needed")
    for order in orders:
        if Counter(order) != Counter(deck):
            raise ValueError(
                "the order of the whole deck is needed, the last card for the box: "
                f"{' '.join(map(str, sorted(deck)))}, not {' '.join(map(str, order))}"
            )
    return np.array([card_bytes(order) for order in orders], np.uint8)

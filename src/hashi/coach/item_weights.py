"""The weights that split a value by item of points: a line of JSON, then 16-bit integers.

The values of sheets (`hashi.bots.learned`) are a net of two hidden layers. These weights are a
second layer and a last one of their own on the same first layer. The last layer has seven outputs:
the points of islands to come, in tens, and for each goal two scores: reached in time, reached late.
Against 0 for a goal that is not reached, scores give chances (softmax).
"""

from __future__ import annotations

import json
import sys
from array import array
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

from hashi.boards import SIDES
from hashi.boards import board as side
from hashi.bots.learned import learner
from hashi.bots.learned.constants import OUTPUTS
from hashi.bots.learned.shared import ItemPlan, NumberLayout, Plan
from hashi.bots.learned.values import own_values, shared_numbers, values_for
from hashi.bots.learned.weights import FINENESS, LARGEST, SECOND_FINENESS
from hashi.rules import Board, Card


@dataclass(frozen=True, slots=True)
class ItemWeights:
    second: array[int]
    """The second layer: a row of the first layer's width for each unit."""
    last: array[float]
    """The second layer's biases, then for each unit its weight for each output, then the outputs'
    biases, then the value of one integer unit."""

    @classmethod
    def from_net(cls, net: dict[str, Any]) -> ItemWeights:
        """Return the weights of a trained head with the arrays w2, b2, w3 and b3."""
        whole = (round(SECOND_FINENESS * weight) for weight in net["w2"].T.reshape(-1).tolist())
        second = array("h", (max(-LARGEST, min(LARGEST, weight)) for weight in whole))
        last = [*net["b2"].tolist(), *net["w3"].reshape(-1).tolist(), *net["b3"].tolist()]
        return cls(second, array("f", [*last, 1 / FINENESS / SECOND_FINENESS]))

    @property
    def units(self) -> int:
        """The width of the second layer."""
        return (len(self.last) - OUTPUTS - 1) // (1 + OUTPUTS)

    @classmethod
    def of_floats(cls, items: array[float], hidden: int) -> ItemWeights:
        """Return weights that are one flat row of numbers (see learner.py)."""
        units = (len(items) - OUTPUTS) // (hidden + 1 + OUTPUTS)
        second = array("h", bytes(2 * units * hidden))
        learner.whole(items, 0, SECOND_FINENESS, second)
        return cls(second, array("f", [*items[len(second) :], 1 / FINENESS / SECOND_FINENESS]))

    def to_floats(self) -> array[float]:
        """Return the weights as one flat row of numbers."""
        return array("f", [*(number / SECOND_FINENESS for number in self.second), *self.last[:-1]])

    def save(self, path: Path) -> None:
        path.write_bytes(self.to_bytes())

    def to_bytes(self) -> bytes:
        head = json.dumps({"last": [round(weight, 7) for weight in self.last[:-1]]})
        second = array("h", self.second)
        if sys.byteorder == "big":
            second.byteswap()
        return head.encode() + b"\n" + second.tobytes()

    @classmethod
    def load(cls, data: bytes) -> ItemWeights:
        head, _, body = data.partition(b"\n")
        second = array("h", body)
        if sys.byteorder == "big":
            second.byteswap()
        last = array("f", json.loads(head)["last"])
        last.append(1 / FINENESS / SECOND_FINENESS)
        return cls(second, last)

    @classmethod
    def of_side(cls, name: str) -> ItemWeights:
        """Return the weights of a built-in side."""
        return cls.load(files("hashi.coach").joinpath(f"{name.lower()}.bin").read_bytes())

    @classmethod
    def made(cls, plan: Plan, numbers: array[float]) -> ItemWeights:
        """Return the weights that are made for a board of shared numbers."""
        units = _units(len(numbers), plan.shared)
        return cls.of_floats(ItemPlan(plan, units).net(numbers), plan.hidden)


def weights_for(board: Board, deck: tuple[Card, ...]) -> ItemWeights | None:
    """Return the weights that split what `values_for` says, if there are any."""
    found = values_for(board, deck)
    if found is None:
        return None
    if found.items:
        return ItemWeights.load(found.items)
    if own_values(board, deck) is not None:
        return ItemWeights.of_side(next(name for name in SIDES if board == side(name)))
    return weights_made_for(board, deck)


def weights_made_for(board: Board, deck: tuple[Card, ...]) -> ItemWeights | None:
    """Return the weights that split what `values_made_for` says."""
    values, numbers = shared_numbers(), _shared_items()
    if values is None or numbers is None:
        return None
    return ItemWeights.made(Plan(values[0], board, deck), numbers)


@lru_cache(maxsize=1)
def _shared_items() -> array[float] | None:
    """Return the numbers that the weights of all boards share."""
    data = files("hashi.coach").joinpath("shared.bin")
    return load_shared(data.read_bytes()) if data.is_file() else None


def save_shared(numbers: array[float], path: Path) -> None:
    """Write shared numbers as 16-bit integers."""
    whole = array("h", bytes(2 * len(numbers)))
    learner.whole(numbers, 0, SECOND_FINENESS, whole)
    if sys.byteorder == "big":
        whole.byteswap()
    path.write_bytes(whole.tobytes())


def load_shared(data: bytes) -> array[float]:
    whole = array("h", data)
    if sys.byteorder == "big":
        whole.byteswap()
    return array("f", (number / SECOND_FINENESS for number in whole))


def _units(numbers: int, shared: NumberLayout) -> int:
    """Return the width of the second layer for which there are so many shared numbers."""
    return next(units for units in count(1) if ItemPlan.numbers(shared, units) >= numbers)

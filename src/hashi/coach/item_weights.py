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
from importlib.resources import files
from pathlib import Path
from typing import Any

from hashi.bots.learned.constants import OUTPUTS
from hashi.bots.learned.weights import FINENESS, LARGEST, SECOND_FINENESS


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

    def save(self, path: Path) -> None:
        head = json.dumps({"last": [round(weight, 7) for weight in self.last[:-1]]})
        second = array("h", self.second)
        if sys.byteorder == "big":
            second.byteswap()
        path.write_bytes(head.encode() + b"\n" + second.tobytes())

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

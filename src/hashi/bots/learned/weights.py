"""The learned weights as a file: a line of JSON, then 16-bit integers.

They form a net of two hidden layers over flags (see features.py): `rows` has a row of `hidden`
numbers for each flag, `bias` one such row, `second` a row for each unit of the second layer;
`last` holds the second layer's biases, then the last layer's weights and its bias.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from hashi.bots.learned import learner
from hashi.bots.learned.constants import SECOND

FINENESS = 512
"""The integer that stands for 1.0 in the first layer."""
SECOND_FINENESS = 4096
"""The same in the second layer."""
LARGEST = 32767
LAST = 2 * SECOND + 1
"""How many numbers come after the second layer's rows."""


@dataclass(frozen=True, slots=True)
class Weights:
    rows: array[int]
    bias: array[int]
    second: array[int]
    last: array[float]

    @property
    def hidden(self) -> int:
        return len(self.bias)

    @property
    def inputs(self) -> int:
        return len(self.rows) // len(self.bias)

    @classmethod
    def from_net(cls, net: dict[str, Any]) -> Weights:
        """Return the weights of a trained net with the arrays w1, b1, w2, b2, w3 and b3."""
        return cls(
            _whole(net["w1"].reshape(-1).tolist(), FINENESS),
            _whole(net["b1"].tolist(), FINENESS),
            _whole(net["w2"].T.reshape(-1).tolist(), SECOND_FINENESS),
            array("f", [*net["b2"].tolist(), *net["w3"].tolist(), float(net["b3"])]),
        )

    @classmethod
    def of_floats(cls, net: array[float], hidden: int) -> Self:
        """Return a net that is one flat row of numbers (see learner.py)."""
        flags = (len(net) - LAST) // hidden - 1 - SECOND
        rows = array("h", bytes(2 * hidden * flags))
        bias = array("h", bytes(2 * hidden))
        second = array("h", bytes(2 * hidden * SECOND))
        learner.whole(net, 0, FINENESS, rows)
        learner.whole(net, len(rows), FINENESS, bias)
        learner.whole(net, len(rows) + len(bias), SECOND_FINENESS, second)
        return cls(rows, bias, second, array("f", net[-LAST:]))

    def to_floats(self) -> array[float]:
        """Return the net as one flat row of numbers."""
        net = array("f", [number / FINENESS for number in (*self.rows, *self.bias)])
        net.extend([number / SECOND_FINENESS for number in self.second])
        net.extend(self.last)
        return net

    def to_net(self) -> dict[str, Any]:
        """Return the net as lists, to continue its training."""
        hidden, wide = self.hidden, len(self.last) // 2
        second = [weight / SECOND_FINENESS for weight in self.second]
        return {
            "w1": _rows([weight / FINENESS for weight in self.rows], hidden),
            "b1": [weight / FINENESS for weight in self.bias],
            "w2": [list(second[unit::hidden]) for unit in range(hidden)],
            "b2": list(self.last[:wide]),
            "w3": list(self.last[wide:-1]),
            "b3": self.last[-1],
        }

    def save(self, path: Path) -> None:
        path.write_bytes(self.to_bytes())

    def to_bytes(self) -> bytes:
        head = {
            "rows": len(self.rows),
            "bias": len(self.bias),
            "second": len(self.second),
            "last": list(self.last),
        }
        body = b"".join(map(_bytes, (self.rows, self.bias, self.second)))
        return json.dumps(head).encode() + b"\n" + body

    @classmethod
    def load(cls, data: bytes) -> Weights:
        line, _, body = data.partition(b"\n")
        head = json.loads(line)
        whole = array("h", body)
        if sys.byteorder == "big":
            whole.byteswap()
        bias = head["rows"]
        second = bias + head["bias"]
        return cls(whole[:bias], whole[bias:second], whole[second:], array("f", head["last"]))


def _whole(weights: Iterable[float], fineness: int) -> array[int]:
    """Return weights as integers, `fineness` for 1.0."""
    return array("h", (max(-LARGEST, min(LARGEST, round(fineness * w))) for w in weights))


def _rows(weights: list[float], width: int) -> list[list[float]]:
    return [weights[at : at + width] for at in range(0, len(weights), width)]


def _bytes(numbers: array[int]) -> bytes:
    """Return the numbers as little-endian bytes on every machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()

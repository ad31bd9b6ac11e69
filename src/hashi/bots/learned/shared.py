"""Values for any board and deck: a net made of numbers that all boards share.

The net has CHANNELS units for each island and GLOBAL units for the whole board. The row of a flag
has for the units of an island the numbers of the class that the flag's island, or line, has as
seen from there (see relations.py). So one set of numbers makes a net for every board.
"""

from __future__ import annotations

import json
import sys
from array import array
from pathlib import Path

from hashi.arrays.constants import GOALS
from hashi.bots.learned import learner
from hashi.bots.learned.constants import (
    GOAL_KINDS,
    GROUP_KINDS,
    HAND_KINDS,
    ISLAND_KINDS,
    LINE_KINDS,
    OUTPUTS,
    ROOM_KINDS,
    SECOND,
)
from hashi.bots.learned.features import Features
from hashi.bots.learned.relations import (
    BOARD_CLASSES,
    ISLAND_CLASSES,
    LINE_CLASSES,
    PAIR_CLASSES,
    PLAIN_LINE_CLASSES,
    Relations,
)
from hashi.bots.learned.weights import FINENESS, LAST, SECOND_FINENESS, Weights
from hashi.rules import Board, Card

CHANNELS = 16
GLOBAL = 32
CARD_KINDS = 18


class NumberLayout:
    """Where each kind of shared number begins: the number of classes, rows and their width."""

    def __init__(self, channels: int = CHANNELS, units: int = GLOBAL) -> None:
        self.channels, self.units = channels, units
        self.size = 0
        self.pairs = self._room(PAIR_CLASSES, ISLAND_KINDS + ROOM_KINDS, channels)
        self.lines = self._room(LINE_CLASSES, LINE_KINDS, channels)
        around = GROUP_KINDS + CARD_KINDS + HAND_KINDS + GOALS * GOAL_KINDS
        self.context = self._room(ISLAND_CLASSES, around + 1, channels)  # and the bias
        self.second = self._room(ISLAND_CLASSES, SECOND, channels)
        self.islands = self._room(ISLAND_CLASSES, ISLAND_KINDS + ROOM_KINDS, units)
        self.plain_lines = self._room(PLAIN_LINE_CLASSES, LINE_KINDS, units)
        self.whole = self._room(1, around, units)
        self.bias = self._room(BOARD_CLASSES, 1, units)
        self.whole_second = self._room(1, SECOND, units)
        self.last = self._room(1, 1, LAST)

    def _room(self, classes: int, rows: int, width: int) -> tuple[int, int, int]:
        begin = self.size
        self.size += classes * rows * width
        return begin, rows, width

    def hidden(self, board: Board) -> int:
        return len(board.islands) * self.channels + self.units


class Plan:
    """Of which shared numbers the net of a board and a deck is made (see learner.py)."""

    def __init__(self, shared: NumberLayout, board: Board, deck: tuple[Card, ...]) -> None:
        self.board, self.deck = board, tuple(sorted(deck))
        self.features = Features.of(board, len(deck))
        self.hidden = shared.hidden(board)
        self.size = self.hidden * (self.features.count + 1 + SECOND) + LAST
        self.runs = array("i")
        self.shared, self.relations = shared, Relations(board)
        for island in range(len(board.islands)):
            self._add_units(island)
        self._add_whole()

    def _run(
        self, unit: int, row: int, table: tuple[int, int, int], index: int, skip: int, rows: int
    ) -> None:
        begin, all_rows, width = table
        source = begin + (index * all_rows + skip) * width
        self.runs.extend((row * self.hidden + unit, source, rows, width))

    def _add_units(self, island: int) -> None:
        shared, unit, relations = self.shared, island * self.shared.channels, self.relations
        at = self.features
        for other in range(len(self.board.islands)):
            for index in relations.of_pair(island, other):
                self._run(unit, other * ISLAND_KINDS, shared.pairs, index, 0, ISLAND_KINDS)
                row = at.rooms + other * ROOM_KINDS
                self._run(unit, row, shared.pairs, index, ISLAND_KINDS, ROOM_KINDS)
        for line in range(len(self.board.lines)):
            for index in relations.of_line_from(island, line):
                row = at.lines + line * LINE_KINDS
                self._run(unit, row, shared.lines, index, 0, LINE_KINDS)
        for index in relations.of_island(island):
            self._add_context(unit, shared.context, index)
            self._run(unit, at.count, shared.context, index, shared.context[1] - 1, 1)
            self._run(unit, at.count + 1, shared.second, index, 0, SECOND)

    def _add_context(self, unit: int, table: tuple[int, int, int], index: int) -> None:
        at, skip = self.features, GROUP_KINDS
        self._run(unit, at.group, table, index, 0, GROUP_KINDS)
        for number, card in enumerate(self.deck):
            kind = 3 * (card.number - 1) + card.bridges - 1
            self._run(unit, at.cards + number, table, index, skip + kind, 1)
        rows = HAND_KINDS + GOALS * GOAL_KINDS
        self._run(unit, at.hand, table, index, skip + CARD_KINDS, rows)

    def _add_whole(self) -> None:
        shared, relations, at = self.shared, self.relations, self.features
        unit = self.hidden - shared.units
        for island in range(len(self.board.islands)):
            for index in relations.of_island(island):
                self._run(unit, island * ISLAND_KINDS, shared.islands, index, 0, ISLAND_KINDS)
                row = at.rooms + island * ROOM_KINDS
                self._run(unit, row, shared.islands, index, ISLAND_KINDS, ROOM_KINDS)
        for line in range(len(self.board.lines)):
            for index in relations.of_line(line):
                row = at.lines + line * LINE_KINDS
                self._run(unit, row, shared.plain_lines, index, 0, LINE_KINDS)
        self._add_context(unit, shared.whole, 0)
        for index in relations.of_board():
            self._run(unit, at.count, shared.bias, index, 0, 1)
        self._run(unit, at.count + 1, shared.whole_second, 0, 0, SECOND)
        self._run(0, at.count + 1 + SECOND, shared.last, 0, 0, 1)

    def net(self, numbers: array[float]) -> array[float]:
        """Make the net of these shared numbers."""
        made = array("f", bytes(4 * self.size))
        learner.gather(self.runs, numbers, made, self.hidden)
        return made


class ItemPlan:
    """Of which shared numbers the weights are made that split a board's value by item."""

    def __init__(self, plan: Plan, units: int) -> None:
        self.hidden, self.units = plan.hidden, units
        self.size = units * plan.hidden + units * (1 + OUTPUTS) + OUTPUTS
        channels, width = plan.shared.channels, plan.shared.units
        self.runs = array("i")
        for island in range(len(plan.board.islands)):
            for index in plan.relations.of_island(island):
                begin = index * units * channels
                self.runs.extend((island * channels, begin, units, channels))
        begin = ISLAND_CLASSES * units * channels
        self.runs.extend((plan.hidden - width, begin, units, width))
        begin += units * width
        self.runs.extend((units * plan.hidden, begin, 1, self.size - units * plan.hidden))

    @staticmethod
    def numbers(shared: NumberLayout, units: int) -> int:
        """Return how many shared numbers there are."""
        rows = units * (ISLAND_CLASSES * shared.channels + shared.units)
        return rows + units * (1 + OUTPUTS) + OUTPUTS

    def net(self, numbers: array[float]) -> array[float]:
        """Make the weights of these shared numbers."""
        made = array("f", bytes(4 * self.size))
        learner.gather(self.runs, numbers, made, self.hidden)
        return made


def weights_of(plan: Plan, net: array[float]) -> Weights:
    """Return the net of a plan as the weights that the search reads."""
    return Weights.of_floats(net, plan.hidden)


def save(numbers: array[float], path: Path, shared: NumberLayout) -> None:
    """Write shared numbers: a line of JSON, then 16-bit integers."""
    ends = [shared.second[0], shared.islands[0], shared.whole_second[0], shared.last[0]]
    fineness = [FINENESS, SECOND_FINENESS, FINENESS, SECOND_FINENESS]
    body, begin = b"", 0
    for end, fine in zip(ends, fineness, strict=True):
        part = array("h", bytes(2 * (end - begin)))
        learner.whole(numbers, begin, fine, part)
        if sys.byteorder == "big":
            part.byteswap()
        body += part.tobytes()
        begin = end
    head = {"channels": shared.channels, "units": shared.units, "last": list(numbers[begin:])}
    path.write_bytes(json.dumps(head).encode() + b"\n" + body)


def load(data: bytes) -> tuple[NumberLayout, array[float]]:
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    shared = NumberLayout(head["channels"], head["units"])
    whole = array("h", body)
    if sys.byteorder == "big":
        whole.byteswap()
    numbers = array("f", [number / FINENESS for number in whole])
    parts = ((shared.second[0], shared.islands[0]), (shared.whole_second[0], shared.last[0]))
    for begin, end in parts:
        numbers[begin:end] = array("f", [number / SECOND_FINENESS for number in whole[begin:end]])
    numbers.extend(head["last"])
    return shared, numbers

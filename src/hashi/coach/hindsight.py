"""The best possible result of one sheet with known cards, found and proven.

What can be reached is tried from the top: a scenario says how many islands are finished and which
goals are reached, in time or late. The first scenario that `hindsight_search` can play is the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from hashi.coach.board_tables import JOINING, TooLarge, board_tables
from hashi.coach.constants import MOST_PLANKS, MOST_ROUNDS
from hashi.coach.hindsight_search import HindsightSearch, is_compiled
from hashi.processor_time import processor_time
from hashi.rules import Bridge, Card, Goal, Mark, Number, Sheet, Turn
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND

FIRST_STEPS = 50_000 if is_compiled else 4_000
"""Steps of the search for each scenario before lower ones are tried: few, so that something good is
found soon."""
FIRST_TASK_STEPS = 100
"""Steps for one picture before the next is tried."""
SHARE = 0.25
"""The most of the time left that one scenario may take, so that lower ones are tried too."""
MANY_PICTURES = 1_000
"""After so many pictures, most of them without a joined set, they are cut before they are whole."""
GROWTH = 10
"""How much more steps are allowed when a scenario is tried again."""
MOST_STEPS = 10**15
"""Steps that are never exceeded: the search counts them in 64 bits."""
SAMPLE = 20_000 if is_compiled else 1_000
"""Steps after which the speed of this machine is known."""


@dataclass(frozen=True, slots=True)
class HindsightPosition:
    """A sheet without mistakes, the cards to come, and until when each goal pays how much."""

    sheet: Sheet
    cards: tuple[Card, ...]
    paid: int
    """The points of the goals that are entered already."""
    until: Mapping[Goal, int]
    """For each goal that is not entered, how many of the cards still pay its higher value."""
    is_start: bool = False
    """Whether the start is still to be written (R5)."""


@dataclass(frozen=True, slots=True)
class Variation:
    """How a position can be played."""

    start: Number | None
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What was found from a position, and the points that cannot be exceeded."""

    points: int
    bound: int
    variation: Variation | None
    """How it is played; None where nothing better than the floor was found."""


@dataclass(frozen=True, slots=True)
class _Scenario:
    points: int
    finished: int
    """How many islands are to be finished, those that are finished already among them."""
    dues: dict[Goal, int]
    """The round by which each goal is to be reached; a goal that is not named is not reached."""


def solve(
    position: HindsightPosition, floor: int, ceiling: int | None, seconds: float | None
) -> Solution:
    """Return the best result above `floor`, which is known to be possible.

    `seconds` are those of one core: on a busy machine the same is found, only later.
    More than `ceiling` is known to be impossible. The bound is proven whether or not the time
    was enough; the result is the best possible where both are equal.
    """
    scenarios = [
        scenario
        for scenario in _scenarios(position)
        if scenario.points > floor and (ceiling is None or scenario.points <= ceiling)
    ]
    if not scenarios:
        return Solution(floor, floor, None)
    try:
        search = _Search(position, seconds)
    except TooLarge:
        return Solution(floor, scenarios[0].points, None)
    return search.solve(scenarios, floor)


def _scenarios(position: HindsightPosition) -> list[_Scenario]:
    """Return what may be reached, most points first."""
    sheet, rounds = position.sheet, len(position.cards)
    board = sheet.board
    choices: list[list[tuple[Goal, int, int]]] = []
    for goal, until in position.until.items():
        options = [(goal, 0, 0)]
        if rounds and (goal.joined or board.asked[goal]):
            if until < rounds:
                options.append((goal, goal.low, rounds))
            if until > 0:
                options.append((goal, goal.high, min(until, rounds)))
        choices.append(options)
    already = sheet.finished.bit_count()
    tokens = rounds + position.is_start + len(sheet.numbers)
    found = [
        _Scenario(
            position.paid
            + POINTS_FOR_AN_ISLAND * finished
            + sum(points for _, points, _ in reached),
            finished,
            {goal: by for goal, _, by in reached if by},
        )
        for finished in range(already, min(len(board.islands), tokens) + 1)
        for reached in product(*choices)
    ]
    return sorted(found, key=lambda scenario: (-scenario.points, -scenario.finished))


class _Search:
    """The search for one position, scenario after scenario, in the time that is given."""

    def __init__(self, position: HindsightPosition, seconds: float | None) -> None:
        self._position = position
        self._until = None if seconds is None else processor_time() + seconds
        self._engine = HindsightSearch()
        self._speed = 0.0  # steps a second
        sheet, cards = position.sheet, position.cards
        if len(cards) >= MOST_ROUNDS or sum(card.bridges for card in cards) > MOST_PLANKS:
            raise TooLarge
        self._engine.set_board(board_tables(sheet.board))
        self._engine.set_position(sheet.digits, sheet.planks, cards, position.is_start)

    def solve(self, scenarios: list[_Scenario], floor: int) -> Solution:
        """Try the scenarios from the top, and again with more steps where it was not enough."""
        points, variation = floor, None
        steps, task_steps = FIRST_STEPS, FIRST_TASK_STEPS
        while scenarios:
            undecided = []
            for scenario in scenarios:
                found = self._search(scenario, steps, task_steps)
                if found is None or not found["is_decided"]:
                    undecided.append(scenario)
                elif found["is_found"]:
                    points, variation = scenario.points, self._variation(found)
                    break
            scenarios = [scenario for scenario in undecided if scenario.points > points]
            if self._is_late():
                break
            steps, task_steps = (min(MOST_STEPS, n * GROWTH) for n in (steps, task_steps))
        bound = max((scenario.points for scenario in scenarios), default=points)
        return Solution(points, bound, variation)

    def _is_late(self) -> bool:
        return self._until is not None and processor_time() >= self._until

    def _search(self, scenario: _Scenario, steps: int, task_steps: int) -> dict[str, Any] | None:
        """Search one scenario; None where no time is left."""
        self._set(scenario)
        if self._until is None:
            return self._engine.search(steps, task_steps, MANY_PICTURES)
        if not self._speed:
            found = self._search_in_time(SAMPLE, task_steps)
            if found is None or not found["is_stopped"]:
                return found
        return self._search_in_time(steps, task_steps)

    def _set(self, scenario: _Scenario) -> None:
        """Tell the engine what is to be reached, and by when."""
        position = self._position
        board, rounds = position.sheet.board, len(position.cards)
        required = [0] * len(board.islands)
        for goal, by in scenario.dues.items():
            for island in board.chosen(board.asked[goal]):
                required[island.index] = min(by, required[island.index] or by)
        self._engine.set_scenario(
            needed=scenario.finished,
            required=required,
            set_due=scenario.dues.get(JOINING, 0),
            dues=sorted({rounds, *scenario.dues.values()}),
        )

    def _search_in_time(self, steps: int, task_steps: int) -> dict[str, Any] | None:
        """Search with so many steps, or with those for which a share of the time left is enough."""
        assert self._until is not None
        began = processor_time()
        left = self._until - began
        if left <= 0:
            return None
        if self._speed:
            steps = min(steps, max(SAMPLE, int(left * self._speed * SHARE)))
        found = self._engine.search(steps, task_steps, MANY_PICTURES)
        if found["steps"] >= SAMPLE:
            self._speed = found["steps"] / max(1e-6, processor_time() - began)
        return found

    def _variation(self, found: dict[str, Any]) -> Variation:
        """Return the start and the turns of what was found."""
        board, last = self._position.sheet.board, len(self._position.cards)
        marks: list[list[Mark]] = [[] for _ in range(last + 1)]
        for island, (number, round) in zip(board.islands, found["numbers"], strict=True):
            if 0 <= round <= last:
                marks[round].append(Number(island, number))
        for line, round in found["planks"]:
            marks[round].append(Bridge(board.lines[line]))
        start = marks[0][0] if self._position.is_start else None
        assert start is None or isinstance(start, Number)
        return Variation(start, tuple(Turn(tuple(made)) for made in marks[1:]))

"""The names of search.py that Python can use when it is compiled."""

from array import array

is_compiled: bool

class Search:
    def __init__(
        self,
        net: tuple[array[int], array[int], array[int], array[float], array[int]],
        unseen: array[int],
        deadlines: array[int],
        round: int,
        rounds: int,
        nodes: int,
    ) -> None: ...
    def search_turn(
        self, sheet: array[int], card: int, width: int, keep: int, next_width: int
    ) -> list[tuple[float, int]]: ...
    def rollout(
        self,
        turns: array[int],
        root: int,
        width: int,
        depth: int,
        piles: array[int],
        deadlines: array[int],
        brought: array[float],
        arrivals: array[int],
    ) -> None: ...
    def place(self, sheet: array[int], node: int) -> None: ...
    def expect(
        self,
        sheets: array[int],
        width: int,
        second: array[int],
        last: array[float],
        units: int,
        splits: array[float],
    ) -> None: ...
    def play_games(
        self,
        blank: array[int],
        starts: array[int],
        piles: array[int],
        deadlines: array[int],
        noises: array[float],
        until: array[int],
        trace: float,
        chance: array[int],
        states: bytearray,
        targets: array[float],
        told: array[int],
    ) -> None: ...
    def evaluate(self, sheet: array[int]) -> float: ...

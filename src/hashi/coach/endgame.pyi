"""The names of endgame.py that Python can use when it is compiled."""

from array import array

class Endgame:
    def __init__(self, chart: array[int]) -> None: ...
    def expect(
        self, sheet: array[int], unseen: array[int], deadlines: array[int], round: int, rounds: int
    ) -> list[float]: ...
    def best_turn(
        self,
        sheet: array[int],
        card: int,
        unseen: array[int],
        deadlines: array[int],
        round: int,
        rounds: int,
    ) -> tuple[float, int]: ...

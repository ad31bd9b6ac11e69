"""What Python sees of playing on; the rest is C where it is compiled."""

from array import array

is_compiled: bool

class Rollout:
    def __init__(self, chart: array[int], chances: array[int], beam: int, turns: int) -> None: ...
    def set_down(self, sheet: array[int], turn: int) -> None: ...
    def look(
        self, sheet: array[int], card: int, rounds: int, numbers: int, dues: array[int]
    ) -> list[tuple[int, int]]: ...
    def play_on(
        self,
        turns: array[int],
        card: int,
        deck: int,
        decks: array[int],
        dues: array[int],
        totals: array[int],
        arrivals: array[int],
    ) -> None: ...

def shuffle(decks: array[int], deck: int, card: int, seed: int) -> None: ...

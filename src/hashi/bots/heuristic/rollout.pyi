"""What Python sees of playing on; the rest is C where it is compiled."""

from array import array

is_compiled: bool

class Rollout:
    def __init__(self, chart: array[int], odds: array[int], beam: int, turns: int) -> None: ...
    def place(self, sheet: array[int], turn: int) -> None: ...
    def find_turns(
        self, sheet: array[int], card: int, rounds: int, numbers: int, deadlines: array[int]
    ) -> list[tuple[int, int]]: ...
    def play_on(
        self,
        turns: array[int],
        card: int,
        deck: int,
        decks: array[int],
        deadlines: array[int],
        totals: array[int],
        arrivals: array[int],
    ) -> None: ...

def shuffle(decks: array[int], deck: int, card: int, seed: int) -> None: ...

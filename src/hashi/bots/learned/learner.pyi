"""The names of learner.py that Python can use when it is compiled."""

from array import array

def learn(
    net: array[float],
    slope: array[float],
    groups: array[int],
    cards: int,
    hidden: int,
    flags: int,
    states: bytearray,
    targets: array[float],
    told: array[int],
) -> float: ...
def learn_items(
    net: array[float],
    head: array[float],
    slope: array[float],
    groups: array[int],
    cards: int,
    islands: int,
    hidden: int,
    flags: int,
    units: int,
    states: bytearray,
    told: array[int],
    until: array[int],
) -> tuple[float, int]: ...
def gather(plan: array[int], shared: array[float], net: array[float], hidden: int) -> None: ...
def scatter(plan: array[int], slope: array[float], shared: array[float], hidden: int) -> None: ...
def descend(
    net: array[float],
    slope: array[float],
    first: array[float],
    second: array[float],
    slow: array[float],
    steps: int,
    rate: float,
    share: float,
) -> None: ...
def whole(numbers: array[float], begin: int, fineness: float, to: array[int]) -> None: ...
def differences(rows: array[int], pairs: array[int], hidden: int, to: array[int]) -> None: ...

"""What Python sees of the bytes of observations, compiled or not."""

from hashi.arrays.kernel import Buffer

def observation_size(islands: int, lines: int, seats: int) -> int: ...
def write_observations(
    chart: Buffer,
    games: Buffer,
    cards: Buffer,
    deck: int,
    seats: int,
    first: int,
    last: int,
    observations: Buffer,
) -> None: ...

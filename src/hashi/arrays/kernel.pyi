"""What Python sees of the kernel, compiled or not.

A buffer holds what the function's own argument says, without gaps: words ("Q") of charts and
games, bytes ("B") of cards, masks, flags and observations, "i" for actions and totals, "f" for
rewards.
"""

from typing import Any, Final, TypeAlias

from numpy.typing import NDArray
from typing_extensions import Buffer as PlainBuffer

Buffer: TypeAlias = PlainBuffer | NDArray[Any]

is_compiled: Final[bool]

def game_words(seats: int) -> int: ...
def begin_games(
    chart: Buffer,
    games: Buffer,
    cards: Buffer,
    deck: int,
    seats: int,
    first: int,
    last: int,
    shuffled: bool,
) -> None: ...
def step_games(
    chart: Buffer,
    games: Buffer,
    cards: Buffer,
    deck: int,
    seats: int,
    first: int,
    last: int,
    actions: Buffer,
    rewards: Buffer,
    over: Buffer,
    again: bool,
) -> int: ...
def write_masks(
    chart: Buffer, games: Buffer, seats: int, first: int, last: int, masks: Buffer
) -> None: ...
def any_actions(
    chart: Buffer, games: Buffer, seats: int, first: int, last: int, actions: Buffer
) -> None: ...
def find_wrong_actions(
    chart: Buffer,
    games: Buffer,
    seats: int,
    first: int,
    last: int,
    actions: Buffer,
    over: Buffer,
    wrong: Buffer,
) -> int: ...
def write_totals(games: Buffer, seats: int, first: int, last: int, totals: Buffer) -> None: ...
def play_by_chance(
    chart: Buffer, games: Buffer, cards: Buffer, deck: int, seats: int, first: int, last: int
) -> int: ...

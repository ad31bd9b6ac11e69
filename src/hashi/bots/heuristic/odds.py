"""How likely islands are finished and goals reached, from a few rounded constants.

Each of the odds is a share: the rounds that are left, against them and what is still missing.
"""

from __future__ import annotations

from array import array
from functools import cache

from hashi.bots.heuristic import constants

FOR_A_BRIDGE = 2.0
"""Rounds for each bridge that an island with a number lacks."""
TO_SPARE = (1.1, 1.2, 1.3, 1.3)
"""Such an island does better with room for more bridges than it lacks: none, one, two, three."""
FOR_A_NUMBER = 2.5
"""Rounds for an island that has none."""
SPAN = 3.0
"""Such an island does better the more bridges can lead there: against them and so many."""
CUT_OFF = 0.4
"""With a flag and no bridge it does not even take a number yet (R11)."""
FOR_ONE_OF_SIX = 0.5
"""Rounds for each finished island that the largest group lacks (R25)."""


@cache
def odds_table() -> array[int]:
    """The table as the evaluation reads it: a row for each number of rounds left."""
    table = array("i", bytes(4 * constants.ROW * (constants.MOST_ROUNDS + 1)))
    for rounds in range(constants.MOST_ROUNDS + 1):
        row = constants.ROW * rounds
        for missing in range(1, 7):
            for spare, better in enumerate(TO_SPARE):
                at = row + constants.SPARE_KINDS * missing + spare
                table[at] = _chance(_share(rounds, FOR_A_BRIDGE * missing) * better)
        for span in range(constants.MOST_SPAN + 1):
            share = _share(rounds, FOR_A_NUMBER) * _share(span, SPAN)
            table[row + constants.BARE + span] = _chance(share)
            table[row + constants.CUT_OFF + span] = _chance(share * CUT_OFF)
        for group in range(6):
            table[row + constants.GROUP + group] = _chance(
                _share(rounds, FOR_ONE_OF_SIX * (6 - group))
            )
        table[row + constants.GROUP + 6] = constants.WHOLE
    return table


def _share(part: float, rest: float) -> float:
    return part / (part + rest)


def _chance(share: float) -> int:
    return min(constants.WHOLE, round(constants.WHOLE * share))

"""The odds that islands are finished and goals reached, from a few rounded constants.

Each of the odds is a ratio: the rounds left, divided by the rounds left plus the rounds needed.
"""

from __future__ import annotations

from array import array
from functools import cache

from hashi.arrays.constants import MOST_JOINED
from hashi.bots.heuristic import constants

FOR_A_BRIDGE = 2.0
"""Rounds needed for each missing bridge of an island with a number."""
TO_SPARE = (1.1, 1.2, 1.3, 1.3)
"""The factor for such an island with room for 0, 1, 2 or 3 more bridges than it needs."""
FOR_A_NUMBER = 2.5
"""Rounds needed for an island without a number."""
SPAN = 3.0
"""The odds of such an island grow with the bridges that can lead there: span / (span + SPAN)."""
CUT_OFF = 0.4
"""The factor for such an island with a flag and no bridge: it takes no number yet (R11)."""
FOR_ONE_TO_JOIN = 0.5
"""Rounds needed for each island that the largest group lacks (R25)."""


@cache
def odds_table() -> array[int]:
    """Return the table that the evaluation reads, a row for each number of rounds left."""
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
        table[row + constants.TO_JOIN] = constants.WHOLE
        for missing in range(1, MOST_JOINED + 1):
            share = _share(rounds, FOR_ONE_TO_JOIN * missing)
            table[row + constants.TO_JOIN + missing] = _chance(share)
    return table


def _share(part: float, rest: float) -> float:
    return part / (part + rest)


def _chance(share: float) -> int:
    return min(constants.WHOLE, round(constants.WHOLE * share))

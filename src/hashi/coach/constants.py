"""The sizes of the search for the best possible result, for Python and for C.

Compiled modules read these as C constants, as those of `hashi.arrays.constants`.
"""

from hashi.arrays.constants import GOALS

MOST_ISLANDS = 32
MOST_LINES = 64
MOST_LEVELS = 65  # of the search for pictures: one for each line, and the first
MOST_ROUNDS = 40  # the start is round 0
MOST_PLANKS = 64  # in one picture, beyond those that stand
MOST_SETS = 4096  # of as many joined islands as a goal asks for
MOST_TREES = 16384  # of lines that join the islands of a set
MOST_DUES = GOALS + 1  # different deadlines in one search, the end of the game among them
NUMBERS = 7  # 1-6, and 0 for none
NEVER = 1000  # the round of what does not happen

"""The constants of the heuristic engine for Python and for C (see hashi.arrays.constants)."""

from hashi.arrays.constants import MOST_JOINED

# --- slots: each holds a sheet and the marks of a turn
TURN = 12  # the marks, a byte each: the number's island + 1, then the bridges' lines + 1
SLOT = 13  # words of a slot
# the first slot holds the sheet that is played; the next ones are used to try marks
WRITTEN = 13
TRIAL = 26
DRAWN = 39
BEST = 52
HANDS = 65  # the first slot for drawings

# --- the table of odds: a row for each number of rounds left
WHOLE = 1024  # the fixed-point unit: certainty, or one point
DIGITS = 10  # binary digits of WHOLE
MOST_ROUNDS = 17
SPARE_KINDS = 4  # an island with a number: by bridges missing, then by room to spare
BARE = 28  # an island without a number: by how many bridges can lead there
CUT_OFF = 37  # the same with a flag and no bridge
TO_JOIN = 46  # by how many islands the largest group lacks
ROW = TO_JOIN + MOST_JOINED + 1  # length of a row
MOST_SPAN = 8

BREADTH = 3  # islands that are tried for a number
NOTHING = -1

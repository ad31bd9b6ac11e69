"""The constants of the heuristic engine, once for Python and for C (see hashi.arrays.constants)."""

# --- sheets lie in slots: their words and the marks of a turn
TURN = 12  # a byte each: the number's island + 1, then the bridges' lines + 1
SLOT = 13  # words of a slot
# the first slot is for the sheet that is played on; those after it are to try marks on
WRITTEN = 13
TRIAL = 26
DRAWN = 39
BEST = 52
HANDS = 65  # the first slot that is free for others

# --- odds, by rounds left
WHOLE = 1024  # certainty, and a point
DIGITS = 10  # binary digits of WHOLE
MOST_ROUNDS = 17
SPARE_KINDS = 4  # an island with a number: bridges missing, then room to spare
BARE = 28  # one without, by how many bridges can lead there
CUT_OFF = 37  # and one with a flag and no bridge
GROUP = 46  # by the size of the largest group
ROW = 53
MOST_SPAN = 8

BREADTH = 3  # islands that are tried for a number
NOTHING = -1

"""The constants of the learned engine for Python and for C (see hashi.arrays.constants)."""

from hashi.arrays.constants import GOALS, MOST_JOINED

# --- the words of a node: those of a sheet, then these
PATH = 12  # the marks so far, a byte each: the number's island + 1, then lines + 1
GROUP = 13  # the size of the largest group, up to MOST_JOINED
POINTS = 14  # the points scored by the marks so far
ROOMS = 15  # two words: each island's kind of room, in four bits
NODE_WORDS = 17

# --- the net: the width of its second layer, and the number of flags in each group (features.py)
SECOND = 32
OUTPUTS = 1 + 2 * GOALS  # of the weights that split a value: islands, each goal in time and late
SPLIT = 1 + OUTPUTS  # a value and its parts: islands, then each goal's chance in time and late
ISLAND_KINDS = 14
LINE_KINDS = 5
ROOM_KINDS = 13
GROUP_KINDS = MOST_JOINED + 1
HAND_KINDS = 4
GOAL_KINDS = 19
PAID_KINDS = 1 << GOALS

# --- the changes of a line's flag
OPEN_TO_ONE = 0
OPEN_TO_SHUT = 1
OPEN_TO_LAST = 2  # a first bridge that shuts it
ONE_TO_SHUT = 3
ONE_TO_TWO = 4

# --- the search
MOST_CHOICES = 4096  # the most marks compared at a time
NO_SLOT = -1  # only the worth of a turn is needed, not its sheet
MIX_ONE = 0x9E37_79B9_7F4A_7C15  # odd multipliers that hash the bits of a sheet into a word
MIX_TWO = 0xD1B5_4A32_D192_ED03
MIX_ISLAND = 0x94D0_49BB_1331_11EB

# --- games that are played to learn from them
PAID_FLAG = GOAL_KINDS - 1  # of a goal: paid
LARGEST_LEFT = GOAL_KINDS - 2  # rounds for which a goal pays its higher value; the most counted
TOLD = 4  # numbers that are told about a game (search.py)
NOTHING = 255  # the byte of a flag before the first place and after the last
ISLANDS_WEIGHT = 4  # of the error of islands beside that of goals

"""The constants of the learned engine, once for Python and for C (see hashi.arrays.constants)."""

# --- a node: a sheet, then
PATH = 12  # the marks so far, a byte each: the number's island + 1, then lines + 1
GROUP = 13  # the largest group, up to 6
POINTS = 14  # what the marks so far have brought
ROOMS = 15  # two words: each island's kind of room, in four bits
NODE_WORDS = 17

# --- the net: how wide its second layer is, and how many flags each group has (features.py)
SECOND = 32
ISLAND_KINDS = 14
LINE_KINDS = 5
ROOM_KINDS = 13
GROUP_KINDS = 7
CARDS = 18
HAND_KINDS = 4
GOAL_KINDS = 19
PAID_KINDS = 8

# --- how a line's flag may change
OPEN_TO_ONE = 0
OPEN_TO_SHUT = 1
OPEN_TO_LAST = 2  # a first bridge that shuts it
ONE_TO_SHUT = 3
ONE_TO_TWO = 4

# --- the search
MOST_CHOICES = 4096  # marks that are weighed against each other at a time
NO_SLOT = -1  # only the worth of a turn is wanted, not its sheet
MIX_ONE = 0x9E37_79B9_7F4A_7C15  # odd numbers that spread the bits of a sheet over a word
MIX_TWO = 0xD1B5_4A32_D192_ED03
MIX_ISLAND = 0x94D0_49BB_1331_11EB

"""The kernel's constants, once for Python and for C: where words lie, and the game's figures.

Compiled modules read them as C constants: `setup.py` writes a declaration from this file when it
compiles. So a constant is a whole number in capital letters, and nothing else stands here. A test
compares the figures of the game with `hashi.rules`.
"""

# --- the game's figures
POINTS_FOR_AN_ISLAND = 2  # R28
RED_HIGH = 9  # R23
RED_LOW = 5
BLUE_HIGH = 7  # R24
BLUE_LOW = 3
SIX_HIGH = 8  # R25
SIX_LOW = 4
SIX = 6  # islands that the third goal takes (R25)
RED_DEADLINE = 12  # the last card that pays the higher value alone (R31)
BLUE_DEADLINE = 7
SIX_DEADLINE = 12
GOALS = 3
GOAL_RED = 1  # goals as bits, in the order of hashi.rules.GOALS
GOAL_BLUE = 2
GOAL_SIX = 4
ALL_GOALS = 7
NEVER = 127  # the card or round of a goal that is not reached: beyond the largest deck
HIGHEST_NUMBER = 6  # R3; also the most bridges at an island without a number (R17)
CARD_KINDS = 18  # numbers 1-6 with 1-3 bridges each

# --- a chart: the board in words (made by hashi.arrays.chart)
ISLANDS = 0  # how many
LINES = 1  # how many
RED = 2  # islands with a red flag
BLUE = 3
LINES_OF = 4  # by island: its lines
JOINS = 36  # by line: its two islands
CROSSES = 100  # by line: the lines across it
CHART_WORDS = 164

# --- a sheet
ONE = 0  # lines with a bridge
TWO = 1  # lines with two
LIT = 2  # lines at an island with a number (R14)
SHUT = 3  # lines that take no more (R15-R18)
LEFT = 4  # three words: how many bridges each island still takes (R17)
DIGIT = 7  # three words: each island's number
FINISHED = 10  # islands (R18)
PAID = 11  # goals reached: bits 0-2 at the higher value, bits 3-5 at the lower
SHEET_WORDS = 12

# --- a seat: its sheet, and where it is in its turn
STAGE = 12
HAND = 13  # bridges still to draw with this card
MAY_WRITE = 14  # islands
MAY_DRAW = 15  # lines
SEAT_WORDS = 16

# --- the stages of a seat
TO_START = 0
TO_WRITE = 1
TO_DRAW = 2  # nothing drawn yet: action b may still be waived (R8)
DRAWING = 3  # all or none (R13)
DONE = 4

# --- a game: a head, then its seats, then their sheets as the others see them
ROUND = 0
GONE = 1  # goals whose higher value is gone (R27, R31)
CHANCE = 2  # the state of the game's random numbers
OPEN = 3  # how many seats are not done
HEAD_WORDS = 4

WRONG_ACTION = -1
ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF

"""The kernel's constants for Python and for C: the layout of its words, and numbers of the rules.

Compiled modules read them as C constants: `setup.py` writes a declaration from this file when it
compiles. So this file contains only integers with names in capitals. A test compares the numbers
of the rules with `hashi.rules`.
"""

# --- numbers of the rules
POINTS_FOR_AN_ISLAND = 2  # R28
RED_HIGH = 9  # R23
RED_LOW = 5
BLUE_HIGH = 7  # R24
BLUE_LOW = 3
SIX_HIGH = 8  # R25
SIX_LOW = 4
SIX = 6  # islands that the third goal needs (R25)
RED_DEADLINE = 12  # in a solo game, the last card that pays the higher value (R31)
BLUE_DEADLINE = 7
SIX_DEADLINE = 12
GOALS = 3
GOAL_RED = 1  # goals as bits, in the order of hashi.rules.GOALS
GOAL_BLUE = 2
GOAL_SIX = 4
ALL_GOALS = 7
NEVER = 127  # the card or round of a goal that is not reached; beyond the largest deck
HIGHEST_NUMBER = 6  # R3; also the most bridges at an island without a number (R17)
CARD_KINDS = 18  # numbers 1-6 with 1-3 bridges each

# --- the words of a chart: a board (made by hashi.arrays.chart)
ISLANDS = 0  # number of islands
LINES = 1  # number of lines
RED = 2  # islands with a red flag
BLUE = 3
LINES_OF = 4  # by island: its lines
JOINS = 36  # by line: its two islands
CROSSES = 100  # by line: the lines that cross it
CHART_WORDS = 164

# --- the words of a sheet
ONE = 0  # lines with at least one bridge
TWO = 1  # lines with two bridges
LIT = 2  # lines at an island with a number (R14)
SHUT = 3  # lines that take no more bridges (R15-R18)
LEFT = 4  # three words: how many bridges each island still takes (R17)
DIGIT = 7  # three words: each island's number
FINISHED = 10  # finished islands (R18)
PAID = 11  # goals reached: bits 0-2 at the higher value, bits 3-5 at the lower
SHEET_WORDS = 12

# --- the words of a seat: its sheet, then the state of its turn
STAGE = 12
HAND = 13  # bridges still to draw with this card
MAY_WRITE = 14  # islands where it may write next
MAY_DRAW = 15  # lines where it may draw next
SEAT_WORDS = 16

# --- the stages of a seat
TO_START = 0
TO_WRITE = 1
TO_DRAW = 2  # nothing drawn yet: action b may still be waived (R8)
DRAWING = 3  # a bridge is drawn: the others must follow (R13)
DONE = 4

# --- the words of a game: a head, then its seats, then their sheets as the others see them
ROUND = 0
GONE = 1  # goals whose higher value is gone (R27, R31)
CHANCE = 2  # the state of the game's random generator
OPEN = 3  # how many seats are not done
HEAD_WORDS = 4

WRONG_ACTION = -1
ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF

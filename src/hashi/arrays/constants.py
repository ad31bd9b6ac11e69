"""The kernel's constants for Python and for C: the layout of its words, and numbers of the rules.

Compiled modules read them as C constants: `setup.py` writes a declaration from this file when it
compiles. So what has a name in capitals is an integer or a tuple of integers. A test compares the
numbers of the rules with `hashi.rules`.
"""

from hashi.rules.goals import Goal

# --- the goals in their order; a set of goals is a word with a bit for each
GOALS = len(Goal)
ALL_GOALS = (1 << GOALS) - 1
HIGH = tuple(goal.high for goal in Goal)
LOW = tuple(goal.low for goal in Goal)
DEADLINE = tuple(goal.deadline for goal in Goal)
JOINED = tuple(goal.joined for goal in Goal)  # 0 for a goal that asks for certain islands
MOST_JOINED = max(JOINED)  # larger groups are as good for every goal

# --- numbers of the rules
POINTS_FOR_AN_ISLAND = 2  # R28
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
ASKED = 164  # by goal: the islands that it asks for
CHART_WORDS = ASKED + GOALS

# --- the words of a sheet
ONE = 0  # lines with at least one bridge
TWO = 1  # lines with two bridges
LIT = 2  # lines at an island with a number (R14)
SHUT = 3  # lines that take no more bridges (R15-R18)
LEFT = 4  # three words: how many bridges each island still takes (R17)
DIGIT = 7  # three words: each island's number
FINISHED = 10  # finished islands (R18)
PAID = 11  # goals reached: the lowest GOALS bits at the higher value, the next at the lower
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
TO_DRAW = 2  # nothing drawn yet: action b may still be skipped (R8)
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

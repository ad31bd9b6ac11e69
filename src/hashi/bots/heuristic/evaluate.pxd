# What glance.py calls of the kernel, its constants, and what hashi.bots.heuristic.rollout calls of it.

from hashi.arrays.kernel cimport (
    ALL_BITS, BLUE, DIGIT, FINISHED, GOAL_BLUE, GOAL_RED, GOAL_SIX, ISLANDS, LEFT, LINES_OF, ONE,
    PAID, RED, SHUT, count, draw, drawable, largest_group, lowest, writable, write,
)

cpdef enum:
    TURN = 12
    SLOT = 13
    WRITTEN = 13
    TRIAL = 26
    DRAWN = 39
    BEST = 52
    HANDS = 65
    WHOLE = 1024
    DIGITS = 10
    MOST_ROUNDS = 17
    SPARE_KINDS = 4
    BARE = 28
    CUT_OFF = 37
    GROUP = 46
    ROW = 53
    MOST_SPAN = 8
    GOALS = 3
    BREADTH = 3
    NOTHING = -1

cdef struct Desk:
    unsigned long long* chart
    int* chances
    unsigned long long* sheets
    int* worths
    int rounds
    int numbers
    int[3] due
    int[3] island
    int[3] value

cdef void copy(unsigned long long* sheets, Py_ssize_t source, Py_ssize_t to) noexcept nogil
cdef int worth(Desk* desk, Py_ssize_t at) noexcept nogil
cdef void play_card(Desk* desk, int card) noexcept nogil

# What evaluate.py calls of the kernel, and what hashi.bots.heuristic.rollout calls of it.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport count, draw, drawable, largest_group, lowest, writable, write
from hashi.bots.heuristic.constants cimport *

cdef struct RolloutState:
    unsigned long long* chart
    int* odds
    unsigned long long* sheets
    int* worths
    int rounds
    int numbers
    int[GOALS] deadline
    int[BREADTH] island
    int[BREADTH] value

cdef void copy(unsigned long long* sheets, Py_ssize_t source, Py_ssize_t to) noexcept nogil
cdef int worth(RolloutState* state, Py_ssize_t at) noexcept nogil
cdef void play_card(RolloutState* state, int card) noexcept nogil

# What evaluate.py calls of the kernel, and what hashi.bots.heuristic.rollout calls of it.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport count, draw, drawable, largest_group, lowest, writable, write
from hashi.bots.heuristic.constants cimport *

cdef struct Desk:
    unsigned long long* chart
    int* chances
    unsigned long long* sheets
    int* worths
    int rounds
    int numbers
    int[GOALS] due
    int[BREADTH] island
    int[BREADTH] value

cdef void copy(unsigned long long* sheets, Py_ssize_t source, Py_ssize_t to) noexcept nogil
cdef int worth(Desk* desk, Py_ssize_t at) noexcept nogil
cdef void play_card(Desk* desk, int card) noexcept nogil

# The functions of the kernel that endgame.py calls, and its state.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, count, draw, drawable, lowest, reached, total, writable
from hashi.arrays.kernel cimport write as write_number
from hashi.bots.learned.constants cimport *

cdef struct EndgameState:
    unsigned long long* chart
    unsigned long long* sheets
    int* cards
    int* counts
    int* deadlines
    double* found
    double* tried
    int kinds
    int unseen
    int rounds
    int most
    unsigned long long most_finished
    unsigned long long most_paid
    double best
    unsigned long long path

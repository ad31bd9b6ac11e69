# What search.py needs to have games played.

from libc.math cimport log

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, drawable, lowest, writable
from hashi.bots.learned.constants cimport *
from hashi.bots.learned.evaluate cimport (
    SearchState, copy_node, draw_node, island_kind, sum_context, sum_contexts, sum_rows, value,
    write_node,
)

cdef struct Tape:
    unsigned long long* blank
    int* starts
    int* pile
    unsigned char* states
    float* targets
    float* moments
    unsigned long long chance
    int cards
    int turned
    int steps
    float trace
    float noise
    float top
    float shaken
    float chosen

cdef Py_ssize_t width_of(SearchState* state, int cards) noexcept nogil
cdef int play_game(
    SearchState* state, Tape* tape, int starts, float start_noise, float noise,
    int until) noexcept nogil

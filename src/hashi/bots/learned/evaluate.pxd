# The innermost loops in C, and the functions of evaluate.py that search.py calls.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, count, draw, largest_group, lowest, write
from hashi.bots.learned.constants cimport *

cdef extern from *:
    """
    #include <stddef.h>
    /* each loop is compiled for plain x86-64, AVX2 and AVX-512; the loader chooses one */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define HASHI_WIDE __attribute__((unused)) \
        __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
    #else
    #define HASHI_WIDE
    #endif
    #define HASHI_MOST_HIDDEN 1024

    HASHI_WIDE static void hashi_add_row(
        short* sums, ptrdiff_t at, const short* rows, ptrdiff_t row, int hidden)
    {
        short* sum = sums + at;
        const short* from = rows + row * hidden;
        for (int j = 0; j < hidden; j++) sum[j] += from[j];
    }

    HASHI_WIDE static void hashi_take_row(
        short* sums, ptrdiff_t at, const short* rows, ptrdiff_t row, int hidden)
    {
        short* sum = sums + at;
        const short* from = rows + row * hidden;
        for (int j = 0; j < hidden; j++) sum[j] -= from[j];
    }

    HASHI_WIDE static float hashi_forward(
        const short* sums, ptrdiff_t at, const short* contexts, ptrdiff_t context,
        const short* second, const float* last, int hidden)
    {
        const short* sum = sums + at;
        const short* around = contexts + context;
        const float scale = last[2 * LEARNED_SECOND + 1];
        short units[HASHI_MOST_HIDDEN];
        float result = last[2 * LEARNED_SECOND];
        for (int j = 0; j < hidden; j++) {
            short unit = sum[j] + around[j];
            units[j] = unit > 0 ? unit : 0;
        }
        for (int k = 0; k < LEARNED_SECOND; k++) {
            const short* row = second + (ptrdiff_t)k * hidden;
            int dot = 0;
            for (int j = 0; j < hidden; j++) dot += (int)units[j] * (int)row[j];
            float out = last[k] + scale * dot;
            if (out > 0) result += out * last[LEARNED_SECOND + k];
        }
        return 10 * result;
    }

    HASHI_WIDE static void hashi_forward_lines(
        const short* sums, ptrdiff_t at, const short* contexts, ptrdiff_t context,
        const short* second, const float* last, int units, int hidden, float* out)
    {
        const short* sum = sums + at;
        const short* around = contexts + context;
        const float* weights = last + units;
        const float* biases = weights + (ptrdiff_t)units * LEARNED_OUTPUTS;
        const float scale = biases[LEARNED_OUTPUTS];
        short inputs[HASHI_MOST_HIDDEN];
        for (int j = 0; j < hidden; j++) {
            short unit = sum[j] + around[j];
            inputs[j] = unit > 0 ? unit : 0;
        }
        for (int o = 0; o < LEARNED_OUTPUTS; o++) out[o] = biases[o];
        for (int k = 0; k < units; k++) {
            const short* row = second + (ptrdiff_t)k * hidden;
            double dot = 0;
            for (int from = 0; from < hidden; from += 64) {  /* so short a sum fits into an int */
                int to = from + 64 < hidden ? from + 64 : hidden, part = 0;
                for (int j = from; j < to; j++) part += (int)inputs[j] * (int)row[j];
                dot += part;
            }
            float unit = last[k] + scale * (float)dot;
            if (unit > 0)
                for (int o = 0; o < LEARNED_OUTPUTS; o++)
                    out[o] += unit * weights[(ptrdiff_t)k * LEARNED_OUTPUTS + o];
        }
    }
    """
    void add_row "hashi_add_row" (short*, Py_ssize_t, short*, Py_ssize_t, int) noexcept nogil
    void take_row "hashi_take_row" (short*, Py_ssize_t, short*, Py_ssize_t, int) noexcept nogil
    float forward "hashi_forward" (
        short*, Py_ssize_t, short*, Py_ssize_t, short*, float*, int) noexcept nogil
    void forward_lines "hashi_forward_lines" (
        short*, Py_ssize_t, short*, Py_ssize_t, short*, float*, int, int, float*) noexcept nogil

cdef struct SearchState:
    unsigned long long* chart
    short* rows
    short* second
    float* last
    short* bias
    int* deadlines
    unsigned long long* nodes
    short* sums
    short* contexts
    float* choices
    unsigned long long* marks
    int hidden
    Py_ssize_t line_rows
    Py_ssize_t room_rows
    Py_ssize_t group_rows
    Py_ssize_t card_rows
    Py_ssize_t hand_rows
    Py_ssize_t changes
    Py_ssize_t context
    int in_time
    bint is_last
    int found
    float* best
    Py_ssize_t slots
    int keep
    int kept

cdef void set_offsets(SearchState* state) noexcept nogil
cdef float value(SearchState* state, Py_ssize_t node, int hand) noexcept nogil
cdef void sum_rows(SearchState* state, Py_ssize_t node) noexcept nogil
cdef int island_kind(unsigned long long* sheet, Py_ssize_t at, int island) noexcept nogil
cdef void sum_context(
    SearchState* state, Py_ssize_t to, Py_ssize_t base, int flag, int round, int hands,
    int paid) noexcept nogil
cdef void sum_contexts(
    SearchState* state, int* pile, int depth, int round, int paid) noexcept nogil
cdef void copy_node(SearchState* state, Py_ssize_t source, Py_ssize_t to) noexcept nogil
cdef void write_node(SearchState* state, Py_ssize_t node, int island, int number) noexcept nogil
cdef void draw_node(SearchState* state, Py_ssize_t node, int line, int drawn) noexcept nogil

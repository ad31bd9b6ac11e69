# What C has ready for words of bits, and what other compiled modules may call.

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int hashi_lowest(unsigned long long word)
    { unsigned long at; _BitScanForward64(&at, word); return (int)at; }
    static __inline int hashi_count(unsigned long long word)
    { return (int)__popcnt64(word); }
    #else
    #define hashi_lowest(word) __builtin_ctzll(word)
    #define hashi_count(word) __builtin_popcountll(word)
    #endif
    """
    int lowest "hashi_lowest" (unsigned long long) noexcept nogil
    int count "hashi_count" (unsigned long long) noexcept nogil
    unsigned long long BIT "1ULL"
    unsigned long long ALL_BITS "0xFFFFFFFFFFFFFFFFULL"

cpdef enum:
    ISLANDS = 0
    LINES = 1
    RED = 2
    BLUE = 3
    LINES_OF = 4
    JOINS = 36
    CROSSES = 100
    CHART_WORDS = 164
    ONE = 0
    TWO = 1
    LIT = 2
    SHUT = 3
    LEFT = 4
    DIGIT = 7
    FINISHED = 10
    PAID = 11
    SHEET_WORDS = 12
    STAGE = 12
    HAND = 13
    MAY_WRITE = 14
    MAY_DRAW = 15
    SEAT_WORDS = 16
    TO_START = 0
    TO_WRITE = 1
    TO_DRAW = 2
    DRAWING = 3
    DONE = 4
    ROUND = 0
    GONE = 1
    CHANCE = 2
    OPEN = 3
    HEAD_WORDS = 4
    GOAL_RED = 1
    GOAL_BLUE = 2
    GOAL_SIX = 4
    WRONG_ACTION = -1
    CARD_KINDS = 18

cdef unsigned long long writable(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int number) noexcept nogil
cdef unsigned long long drawable(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int hand) noexcept nogil
cdef void write(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int island, int number) noexcept nogil
cdef void draw(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int line) noexcept nogil
cdef int largest_group(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at) noexcept nogil
cdef int reached(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at) noexcept nogil

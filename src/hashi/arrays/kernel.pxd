# What C has ready for words of bits, and what other compiled modules may call.

from hashi.arrays.constants cimport *

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

cdef unsigned long long writable(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int number) noexcept nogil
cdef unsigned long long drawable(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int hand) noexcept nogil
cdef void write(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int island, int number) noexcept nogil
cdef void draw(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at, int line) noexcept nogil
cdef int largest_group(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at) noexcept nogil
cdef int reached(unsigned long long* chart, unsigned long long* sheet, Py_ssize_t at) noexcept nogil
cdef int total(unsigned long long* sheet, Py_ssize_t at) noexcept nogil

cdef unsigned long long* words_in(unsigned long long[::1] buffer)
cdef unsigned char* bytes_in(unsigned char[::1] buffer)
cdef Py_ssize_t words_for(int seats) noexcept nogil

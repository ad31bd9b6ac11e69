# The C types of the names in masks.py.

cimport cython

cdef int AROUND, HEAD, HIGHEST_NUMBER, MOST_ON_A_LINE, NONE, WORD

@cython.locals(found=list, first=int, at=int, word="unsigned long long")
cpdef list indexes(object mask)

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int, count=int)
cpdef object open_islands(bytes digits, const unsigned char* counts, int number, unsigned long long flagged)

cpdef tuple line_masks(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, bytes planks)

@cython.locals(drawn="unsigned long long", double="unsigned long long", crossed="unsigned long long", full="unsigned long long", reached="unsigned long long", lines="unsigned long long", one="unsigned long long", at=int, place=int, last=int)
cdef tuple _line_masks(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int first)

@cython.locals(found="unsigned long long", one="unsigned long long", place=int, at=int)
cdef unsigned long long _lines_of(const unsigned char* plan, int here, int first) noexcept

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int, missing=int)
cpdef object dead_islands(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, unsigned long long closed)

@cython.locals(total=int, place=int, at=int, line=int, other=int, free=int, spare=int)
cpdef int room(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int here) noexcept

@cython.locals(at=int, a=int, b=int, is_found=bint)
cpdef bint has_room(const unsigned char* plan, const unsigned char* digits, unsigned char* counts, unsigned char* planks, int bridges, int first) noexcept

cdef bint _is_full(const unsigned char* digits, const unsigned char* counts, int at) noexcept

@cython.locals(place=int)
cdef bint _is_crossed(const unsigned char* plan, const unsigned char* planks, int at) noexcept

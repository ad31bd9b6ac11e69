# The C types of the names in masks.py.

cimport cython

cdef int AROUND, HEAD, HIGHEST_NUMBER, MOST_ON_A_LINE, NONE, WORD

@cython.locals(found=list, first=int, at=int, word="unsigned long long")
cpdef list indexes(object mask)

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int, count=int)
cpdef object open_islands(bytes digits, const unsigned char* counts, int number, unsigned long long flagged)

@cython.locals(found=object, more=object)
cpdef object open_lines(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks)

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int, last=int)
cdef unsigned long long _open_lines(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int first) noexcept

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int)
cpdef object dead_islands(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, unsigned long long closed)

@cython.locals(missing=int)
cdef bint is_dead(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int at) noexcept

@cython.locals(total=int, place=int, at=int, line=int, other=int, free=int, spare=int)
cpdef int room(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int here) noexcept

@cython.locals(at=int, a=int, b=int, found=int)
cpdef int first_line(const unsigned char* plan, const unsigned char* digits, unsigned char* counts, unsigned char* planks, int bridges, int first) noexcept

@cython.locals(a=int, b=int)
cdef bint _is_open(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int at) noexcept

cdef bint is_full(const unsigned char* digits, const unsigned char* counts, int at) noexcept

@cython.locals(place=int)
cpdef bint is_crossed(const unsigned char* plan, const unsigned char* planks, int at) noexcept

# The C types of the names in masks.py.

cimport cython

cdef int AROUND, HEAD, HIGHEST_NUMBER, MOST_ON_A_LINE, MOST_STEPS, NONE, WORD

@cython.locals(found=list, first=int, at=int, word="unsigned long long")
cpdef list indexes(object mask)

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int, count=int)
cpdef object open_islands(bytes digits, const unsigned char* counts, int number, unsigned long long flagged)

@cython.locals(found=object, more=object)
cpdef object open_lines(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks)

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int, last=int)
cdef unsigned long long _open_lines(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int first) noexcept

@cython.locals(found="unsigned long long", bit="unsigned long long", at=int)
cpdef unsigned long long dead_islands(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, unsigned long long closed, unsigned long long flagged, int numbers) noexcept

@cython.locals(count=int, most=int, number=int)
cdef bint _is_dead(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int at, int numbers) noexcept

@cython.locals(found="unsigned long long", reached="unsigned long long", bit="unsigned long long", at=int)
cdef unsigned long long _bare_flags(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, unsigned long long flagged, int numbers) noexcept

@cython.locals(place=int, at=int, line=int, other=int)
cdef bint _is_reached(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int here, unsigned long long bare, int numbers) noexcept

@cython.locals(barred=bytearray, steps=int, group="unsigned long long")
cpdef bint can_join(const unsigned char* plan, const unsigned char* digits, unsigned char* counts, unsigned char* planks, unsigned long long alive, int numbers, int needed)

@cython.locals(rest="unsigned long long", ends="unsigned long long", grown="unsigned long long", size=int, at=int, a=int, b=int, is_way=bint)
cdef int _grow(const unsigned char* plan, const unsigned char* digits, unsigned char* counts, unsigned char* planks, unsigned char* barred, unsigned long long alive, int numbers, unsigned long long group, int needed, int depth, int steps) noexcept

@cython.locals(grown="unsigned long long", ends="unsigned long long", at=int)
cdef unsigned long long _joined(const unsigned char* plan, unsigned char* planks, unsigned long long alive, unsigned long long group) noexcept

@cython.locals(bit="unsigned long long")
cdef unsigned long long _bit(int at) noexcept

cdef bint _may_join(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int at, int numbers) noexcept

cdef bint _may_grow(const unsigned char* digits, const unsigned char* counts, int at, int numbers) noexcept

@cython.locals(total=int, place=int, at=int, line=int, other=int, free=int, spare=int)
cpdef int room(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int here) noexcept

@cython.locals(at=int, a=int, b=int, found=int)
cpdef int first_line(const unsigned char* plan, const unsigned char* digits, unsigned char* counts, unsigned char* planks, int bridges, int first) noexcept

@cython.locals(a=int, b=int)
cdef bint _is_open(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, int at) noexcept

cdef bint is_full(const unsigned char* digits, const unsigned char* counts, int at) noexcept

@cython.locals(place=int)
cpdef bint is_crossed(const unsigned char* plan, const unsigned char* planks, int at) noexcept

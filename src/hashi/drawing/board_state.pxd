# The C types of the names in board_state.py.

cimport cython

cdef int ABOUT, ACROSS, AIMED, AROUND, BELOW, CROSSED, DEAD, DRAWN, FINISHED, FREE, HATCHED, HEAD
cdef int HIGHEST_NUMBER, HORIZONTAL, ISLAND, LINE, MOST, NONE, RANK, STRUCK, TARGET

@cython.locals(state=bytearray, out="unsigned char*", at=int, stands=int, bit="unsigned long long")
cpdef bytes board_state(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, const unsigned char* marked, const unsigned char* horizontal, const unsigned char* aims, unsigned long long targets, unsigned long long finished, unsigned long long struck, unsigned long long dead, bint has_help)

@cython.locals(at=int, a=int, b=int, stands=int, place=int, is_shut=bint, here=int)
cdef void _show_lines(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, const unsigned char* marked, const unsigned char* horizontal, const unsigned char* aims, bint has_help, unsigned char* out) noexcept

cdef bint _is_full(const unsigned char* digits, const unsigned char* counts, int at) noexcept

@cython.locals(size=int, begin=int, at=int, here=int, place=int, k=int, other=int, count=int, there=int)
cdef void _show_crossings(const unsigned char* plan, const unsigned char* planks, unsigned char* out) noexcept

@cython.locals(begin=int, at=int, here=int, place=int, k=int, other=int, count=int, there=int)
cdef void _show_islands(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, const unsigned char* marked, unsigned char* out) noexcept

@cython.locals(found=list, at=int, here=int, k=int)
cpdef list differences(const unsigned char* now, const unsigned char* was, int first, int size, int count)

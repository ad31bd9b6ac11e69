# The C types of the names in state_bytes.py.

cimport cython

cimport hashi.rules.masks as masks

cdef int ACROSS, AROUND, BELOW, BRIDGES, COUNT, CROSSED, DEAD, DRAWN, FINISHED, FREE, FRESH, GHOST
cdef int GHOSTS, HATCHED, HEAD, HORIZONTAL, ISLAND, LINE, LOOKS, MOST, NONE, NUMBER, ON_LINES, RANK
cdef int RINGED, STANDS, STRUCK, TARGET, TICKED, WRITTEN

@cython.locals(state=bytearray, out="unsigned char*")
cpdef bytes state_bytes(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, unsigned long long finished, unsigned long long struck, const unsigned char* turn, const unsigned char* better, unsigned long long islands, const unsigned char* lines, unsigned long long dead, bint has_help)

@cython.locals(horizontal=int, at=int, drawn=int, wanted=int, looks=int, a=int, b=int, is_shut=bint, here=int)
cdef void _write_lines(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, const unsigned char* turn, const unsigned char* better, const unsigned char* targets, bint has_help, unsigned char* out) noexcept

@cython.locals(size=int, begin=int, at=int, here=int, place=int, k=int, other=int, count=int, there=int)
cdef void _write_crossings(const unsigned char* plan, const unsigned char* planks, unsigned char* out) noexcept

@cython.locals(bit="unsigned long long", at=int, number=int, is_fresh=bint, drawn=int, stands=int, looks=int, ghost=int, here=int)
cdef void _write_islands(const unsigned char* plan, const unsigned char* digits, const unsigned char* counts, const unsigned char* planks, unsigned long long finished, unsigned long long struck, const unsigned char* turn, const unsigned char* better, unsigned long long targets, unsigned long long dead, bint has_help, unsigned char* out) noexcept

@cython.locals(begin=int, place=int, drawn=int, k=int, line=int, count=int)
cdef int _write_on_lines(const unsigned char* plan, const unsigned char* planks, const unsigned char* turn, int at, unsigned char* out) noexcept

@cython.locals(found=list, at=int, here=int, k=int)
cpdef list differences(const unsigned char* now, const unsigned char* was, int first, int size, int count)

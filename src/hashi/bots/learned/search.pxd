# What the search calls of the kernel and of the values, and its constants.

from hashi.arrays.kernel cimport ALL_BITS, BIT, ONE, PAID, SHEET_WORDS, TWO, drawable, lowest, writable
from hashi.bots.learned.evaluate cimport (
    GOALS, HAND_KINDS, NODE_WORDS, PAID_KINDS, PATH, POINTS, Desk, add_row, copy_node,
    draw_node, lay_out, sum_context, sum_rows, take_row, value, write_node,
)

cdef extern from *:
    unsigned long long MIX_ONE "0x9E3779B97F4A7C15ULL"
    unsigned long long MIX_TWO "0xD1B54A32D192ED03ULL"
    unsigned long long MIX_ISLAND "0x94D049BB133111EBULL"

cpdef enum:
    MOST_CHOICES = 4096
    NO_SLOT = -1

# What search.py calls of the kernel and of the evaluation.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, drawable, lowest, writable
from hashi.bots.learned.constants cimport *
from hashi.bots.learned.evaluate cimport (
    SearchState, add_row, copy_node, draw_node, set_offsets, sum_context, sum_rows, take_row, value, write_node,
)

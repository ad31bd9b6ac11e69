# What search.py calls of the kernel and of the evaluation.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, drawable, lowest, writable
from hashi.bots.learned.constants cimport *
from hashi.bots.learned.evaluate cimport (
    Desk, add_row, copy_node, draw_node, lay_out, sum_context, sum_rows, take_row, value, write_node,
)

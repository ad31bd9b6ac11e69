# The functions of the kernel and of the evaluation that search.py calls.

from libc.math cimport exp

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, count, drawable, lowest, writable
from hashi.bots.learned.constants cimport *
from hashi.bots.learned.evaluate cimport (
    SearchState, add_row, copy_node, draw_node, forward_lines, set_offsets, sum_context,
    sum_contexts, sum_rows, value, write_node,
)
from hashi.bots.learned.self_play cimport Tape, play_game, width_of

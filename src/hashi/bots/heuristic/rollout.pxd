# What rollout.py calls of the kernel and of what is seen at a glance, and its constant.

from hashi.arrays.kernel cimport (
    ALL_BITS, BIT, FINISHED, ONE, PAID, SHEET_WORDS, TWO, count, draw, drawable, lowest, reached,
    writable, write,
)
from hashi.bots.heuristic.evaluate cimport (
    BREADTH, GOALS, HANDS, SLOT, TRIAL, TURN, WRITTEN, Desk, copy, play_card, worth,
)

cpdef enum:
    NEVER = 127

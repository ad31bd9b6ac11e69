# What rollout.py calls of the kernel and of the evaluation.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport BIT, draw, drawable, lowest, reached, total, writable, write
from hashi.bots.heuristic.constants cimport *
from hashi.bots.heuristic.evaluate cimport RolloutState, copy, play_card, worth

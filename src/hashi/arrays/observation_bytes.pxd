# The functions of the kernel that observation_bytes.py calls.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport bytes_in, words_for, words_in

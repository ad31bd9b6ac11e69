# What observation_bytes.py calls of the kernel.

from hashi.arrays.constants cimport *
from hashi.arrays.kernel cimport bytes_in, words_for, words_in

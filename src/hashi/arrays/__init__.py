"""Thousands of games at once: sheets as machine words, games in batches.

A sheet of the kernel is twelve 64-bit words and is bit-sliced: a word holds one bit for each
island or each line. The number of bridges that an island still takes is spread over three words,
one for each binary digit. `hashi.rules.Sheet` has another layout, a byte for each island and
line. `chart` converts between the two and raises `Unrepresentable` for sheets that the words
cannot hold (mistakes of free pens) and for boards of more than 32 islands or 64 lines.

Modules are imported on first use. `chart`, `kernel` and `actions` need only Python; `Batch` needs
NumPy (`hashi-game[arrays]`), `xla` needs JAX (`hashi-game[jax]`).
"""

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)

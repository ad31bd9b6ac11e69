"""Thousands of games at once: sheets as machine words, games in batches.

A sheet of the kernel is twelve 64-bit words and is bit-sliced: a word holds one bit for each
island or each line. The number of bridges that an island still takes is spread over three words,
one for each binary digit. `hashi.rules.Sheet` has another layout, a byte for each island and
line. `chart` converts between the two and raises `Unrepresentable` for sheets that the words
cannot hold (mistakes of free pens) and for boards of more than 32 islands or 64 lines.

Modules are imported on first use. `chart`, `kernel` and `actions` need only Python; `Batch` needs
NumPy (`hashi-game[arrays]`), `xla` needs JAX (`hashi-game[jax]`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names

if TYPE_CHECKING:
    from hashi.arrays.actions import (
        IllegalAction,
        action_count,
        action_of,
        actions_of,
        mark_of,
        start_action_of,
        waiver_of,
    )
    from hashi.arrays.batch import Batch
    from hashi.arrays.chart import Unrepresentable, fits
    from hashi.arrays.kernel import is_compiled
    from hashi.arrays.observation import Field, fields
else:
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "actions": [
                "IllegalAction",
                "action_count",
                "action_of",
                "actions_of",
                "mark_of",
                "start_action_of",
                "waiver_of",
            ],
            "batch": ["Batch"],
            "chart": ["Unrepresentable", "fits"],
            "kernel": ["is_compiled"],
            "observation": ["Field", "fields"],
        },
    )

__all__ = [
    "Batch",
    "Field",
    "IllegalAction",
    "Unrepresentable",
    "action_count",
    "action_of",
    "actions_of",
    "fields",
    "fits",
    "is_compiled",
    "mark_of",
    "start_action_of",
    "waiver_of",
]

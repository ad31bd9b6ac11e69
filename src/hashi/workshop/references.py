"""The figures of sides A and B, beside which every board is shown."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from hashi.workshop.figures import Figures

FILE = Path(__file__).parent / "references.json"


@lru_cache(maxsize=2)
def reference(side: str) -> Figures:
    """Return the figures of a side with the standard deck.

    `python -m tools.side_figures` measures them.
    """
    return Figures.from_json(json.loads(FILE.read_text(encoding="utf-8"))[side])

"""The figures of sides A and B, beside which every board is shown."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from hashi.workshop.figures import Figures

FILE = Path(__file__).parent / "references.json"


@cache
def reference(side: str) -> Figures:
    """Return the figures of a side with the standard deck.

    `python -m tools.side_figures` measures them.
    """
    return Figures.from_json(json.loads(FILE.read_text(encoding="utf-8"))[side])

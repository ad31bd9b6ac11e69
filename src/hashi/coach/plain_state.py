"""The state of the search for the best possible result where it runs as plain Python.

Its fields are read from hindsight_search.pxd, so that they are declared once.
"""

from __future__ import annotations

import re
from pathlib import Path

from hashi.coach import constants

DECLARATION = Path(__file__).with_name("hindsight_search.pxd")
FIELD = re.compile(r"    (?:unsigned )?(?:long long|int) (\w+)(?:\[(.+)\])?")


def _size(text: str) -> int:
    """Return the value of a product or a sum of constants."""
    for sign, apply in ((" + ", int.__add__), (" * ", int.__mul__)):
        left, found, right = text.partition(sign)
        if found:
            return apply(_size(left), _size(right))
    return int(text) if text.isdecimal() else int(getattr(constants, text))


_FIELDS = {
    name: _size(size) if size else 0 for name, size in FIELD.findall(DECLARATION.read_text("utf-8"))
}


class State:
    """A search at work, as the struct of the same name."""

    def __init__(self) -> None:
        for name, size in _FIELDS.items():
            setattr(self, name, [0] * size if size else 0)

"""Short codes of tables, to be read aloud in a room: `/j/k7mt4x` leads to the table.

A code follows from the id of its table, and the id cannot be found from it. This process knows only
the codes that it has shown, the latest ones, so there is next to nothing to guess.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

LETTERS = "bdfghkmnprstvxz2345679"
"""Without vowels, which make words, and without what looks like something else."""
LENGTH = 6
MOST = 1_000


class ShortCodes:
    """The codes that were shown, and their tables."""

    def __init__(self) -> None:
        self._ids: OrderedDict[str, str] = OrderedDict()

    def code_of(self, id: str) -> str:
        """Return the code of a table, from now on known; empty where another one has it."""
        code = _code(id)
        if self._ids.setdefault(code, id) != id:
            return ""
        self._ids.move_to_end(code)
        while len(self._ids) > MOST:
            self._ids.popitem(last=False)
        return code

    def id_of(self, code: str) -> str:
        """Return the table of a code as people type it; empty where there is none."""
        return self._ids.get(code.lower(), "")


def _code(id: str) -> str:
    number = int.from_bytes(sha256(f"hashi short {id}".encode()).digest())
    return "".join(LETTERS[number // len(LETTERS) ** at % len(LETTERS)] for at in range(LENGTH))

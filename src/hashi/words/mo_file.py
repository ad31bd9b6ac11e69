"""A compiled gettext catalogue (`.mo`) in which a message is looked up when it is said.

`gettext` makes a dictionary of all messages when it opens such a file, which takes milliseconds for
each language, and all languages are needed as soon as a name is shown (players.py). The messages in
a file are sorted, so that one can be found by bisection instead.
"""

from __future__ import annotations

from bisect import bisect_left
from gettext import c2py
from pathlib import Path
from struct import unpack_from

_MAGIC = 0x950412DE


class MoFile:
    """The messages of one language and their translations."""

    def __init__(self, path: Path) -> None:
        self._content = path.read_bytes()
        self._order = "<" if unpack_from("<I", self._content)[0] == _MAGIC else ">"
        self._count, self._messages, self._translations = self._numbers(8, 3)
        header = self.forms("")[0]
        rule = header.partition("plural=")[2].partition("\n")[0].rstrip(";")
        self.form_for = c2py(rule)
        """Return which form of a translation is right for a count."""

    def forms(self, message: str) -> list[str]:
        """Return the translation of a message: one text, or one for each form of the plural.

        A message with a plural is found by its singular. Where there is none the list is empty.
        """
        wanted = message.encode()
        place = bisect_left(range(self._count), wanted, key=self._message)
        if place == self._count or self._message(place) != wanted:
            return []
        return self._text(self._translations, place).decode().split("\0")

    def _message(self, place: int) -> bytes:
        """Return the message at a place; of one with a plural, the singular."""
        return self._text(self._messages, place).partition(b"\0")[0]

    def _text(self, table: int, place: int) -> bytes:
        length, begin = self._numbers(table + 8 * place, 2)
        return self._content[begin : begin + length]

    def _numbers(self, begin: int, count: int) -> tuple[int, ...]:
        return unpack_from(f"{self._order}{count}I", self._content, begin)

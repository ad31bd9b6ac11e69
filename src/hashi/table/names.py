"""Names at a table: whoever sits down is told apart from everyone who sits there already.

The name is settled when a seat is taken, so that every page, log, terminal and record has the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

from hashi.rules.game.name import LONGEST_NAME, on_one_line

_NUMBERED = re.compile(r"(.*\S) \d{1,2}")


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number where one of the others reads the same: `Ada 2`."""
    taken = {_reading(other) for other in others}
    if _reading(name) not in taken:
        return name
    numbered = _NUMBERED.fullmatch(name)
    base = numbered[1] if numbered else name
    for number in count(2):
        ending = f" {number}"
        found = base[: LONGEST_NAME - len(ending)].rstrip() + ending
        if _reading(found) not in taken:
            return found
    raise AssertionError("numbers do not end")


def all_apart(names: Iterable[str]) -> list[str]:
    """Return the names of people who sit down one after the other."""
    seated: list[str] = []
    for name in names:
        seated.append(told_apart(name, seated))
    return seated


def _reading(name: str) -> str:
    """Return what makes two names the same to a reader: neither case nor width nor spaces."""
    return " ".join(unicodedata.normalize("NFKC", on_one_line(name)).casefold().split())

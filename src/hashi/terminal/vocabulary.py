"""Recognising typed words: in the person's own language first, and always in English."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from hashi.words import Words
from hashi.words.typography import folded

E = TypeVar("E", bound=Enum)


def recognise(
    words: Words, vocabulary: type[E], typed: str, *, shortened: bool = False
) -> E | None:
    """Return the entry that a typed word names; case and accents do not matter.

    Where words may be shortened, a beginning that fits one entry alone is enough.
    """
    wanted = folded(typed)
    local = {entry: folded(words.say(entry.value)) for entry in vocabulary}
    english = {entry: folded(entry.value) for entry in vocabulary}
    for names in (local, english):
        for entry, name in names.items():
            if name == wanted:
                return entry
    for names in (local, english) if shortened and wanted else ():
        begun = [entry for entry, name in names.items() if name.startswith(wanted)]
        if len(begun) == 1:
            return begun[0]
    return None

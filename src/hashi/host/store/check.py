"""Whether everything in a store can be read and played on: every log is replayed."""

from __future__ import annotations

from collections.abc import Iterator

from hashi.host.store.protocol import Store
from hashi.table.fold import replay
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.log_format import BrokenLog
from hashi.table.result import Result
from hashi.table.table import Phase

PAGE = 1000
"""Tables that are asked for at once."""


def contents(store: Store) -> Iterator[tuple[str, int]]:
    """Yield every table of a store with the number of its last event, in order."""
    after = ""
    while page := store.contents(after, PAGE):
        yield from page
        after = page[-1][0]


def check(store: Store) -> Iterator[tuple[str, str]]:
    """Yield every table with what is wrong with it; with an empty text where nothing is.

    Of the challenges whose games are gone, those that cannot be read follow by their codes.
    """
    for id, _ in contents(store):
        yield id, _fault(store, id)
    after = ""
    while page := store.challenges(after, PAGE):
        for code, _, text in page:
            if KeptChallenge.from_text(text) is None:
                yield code, "the challenge that is kept cannot be read"
        after = page[-1][0]


def _fault(store: Store, id: str) -> str:
    result, stored = store.result(id), store.read(id)
    for expected, (number, _) in enumerate(stored, start=1):
        if number != expected:
            return f"entry {expected} is missing"
    try:
        table = replay(stored)
    except BrokenLog as broken:
        return str(broken)
    if result is not None and (table.phase is not Phase.OVER or result != Result.of(id, table)):
        return "the result that is kept is not the result of the game"
    return ""

"""What is kept beside the logs of a store, brought up to date by a command that needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashi.host.store.protocol import Store
    from hashi.host.store.results_rebuild import Spread

LITTLE = 500
"""Tables for which no second process is started: it would take longer than they do."""


def bring_up_to_date(store: Store) -> None:
    """Bring a store up to date, unless a server shares it, which does so by itself."""
    from hashi.host.store.results_rebuild import bring_up_to_date, outdated_after

    if outdated_after(store) is not None and not store.is_served():
        for _ in bring_up_to_date(store, spread(store)):
            pass


def spread(store: Store, jobs: int = 0) -> Spread:
    """Return how logs are shared out among so many processes, 0 for one per core."""
    from hashi.arena.workers import Workers

    is_little = len(store.contents(most=LITTLE)) < LITTLE
    workers = Workers(1 if is_little else jobs)
    return lambda work, parts: workers.results(work, lambda _: parts)

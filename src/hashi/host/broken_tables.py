"""Tables whose logs cannot be replayed: each is told once, however often it is asked for."""

from __future__ import annotations

import logging

MOST_TOLD = 1_000
"""Tables that are remembered as told; when there are more, none is."""
log = logging.getLogger(__name__)


class BrokenTables:
    """Tells of each broken table in one line of the log."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def tell(self, id: str, why: Exception) -> None:
        """Say why a table cannot be replayed, unless that was said."""
        if id not in self._told:
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            self._told.add(id)
            log.error("table %s cannot be replayed: %s", id, why)

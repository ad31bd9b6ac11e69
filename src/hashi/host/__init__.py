"""Tables kept alive: loaded, asked, written and announced; their clocks run, their bots play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names

if TYPE_CHECKING:
    from hashi.host.host import Host
    from hashi.host.keys import holder_of, new_id
    from hashi.host.loaded_table import OpenTable
    from hashi.host.requests import Answer
    from hashi.host.store.protocol import Conflict, Store, StoreDown
    from hashi.host.store.sqlite import SqliteStore
    from hashi.host.tables import Unopened
else:
    # a game in a terminal and the processes of bots need neither asyncio nor a database
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "host": ["Host"],
            "keys": ["holder_of", "new_id"],
            "loaded_table": ["OpenTable"],
            "requests": ["Answer"],
            "store.protocol": ["Conflict", "Store", "StoreDown"],
            "store.sqlite": ["SqliteStore"],
            "tables": ["Unopened"],
        },
    )

__all__ = [
    "Answer",
    "Conflict",
    "Host",
    "OpenTable",
    "SqliteStore",
    "Store",
    "StoreDown",
    "Unopened",
    "holder_of",
    "new_id",
]

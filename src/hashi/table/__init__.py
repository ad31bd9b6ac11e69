"""A game among people: seats, drafts, clocks, the log of events and its store. No web in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names
from hashi.table.event import LogEntry
from hashi.table.fair import is_fair, seal
from hashi.table.fold import after, replay
from hashi.table.keys import holder_of, new_id
from hashi.table.log_format import BrokenLog, entry_text, read_log
from hashi.table.objection import Objected, Objection
from hashi.table.options import Options
from hashi.table.request import REQUESTS, Request
from hashi.table.result import Result, place
from hashi.table.store import Conflict, Store, StoreDown
from hashi.table.table import Phase, Seat, Table, draft_of

if TYPE_CHECKING:
    from hashi.table.host import Answer, Host, Unopened
    from hashi.table.open_table import OpenTable
    from hashi.table.sqlite_store import SqliteStore
else:
    # they need asyncio and a database; a game in a terminal and the processes of bots need neither
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "host": ["Answer", "Host", "Unopened"],
            "open_table": ["OpenTable"],
            "sqlite_store": ["SqliteStore"],
        },
    )

__all__ = [
    "REQUESTS",
    "Answer",
    "BrokenLog",
    "Conflict",
    "Host",
    "LogEntry",
    "Objected",
    "Objection",
    "OpenTable",
    "Options",
    "Phase",
    "Request",
    "Result",
    "Seat",
    "SqliteStore",
    "Store",
    "StoreDown",
    "Table",
    "Unopened",
    "after",
    "draft_of",
    "entry_text",
    "holder_of",
    "is_fair",
    "new_id",
    "place",
    "read_log",
    "replay",
    "seal",
]

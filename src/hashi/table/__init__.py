"""A game among people: seats, drafts, clocks, the log of events and its store. No web in it."""

from hashi.table.drafting import Drafting
from hashi.table.event import LogEntry
from hashi.table.fair import is_fair, seal
from hashi.table.fold import after, replay
from hashi.table.host import Answer, Host
from hashi.table.objection import Objected, Objection
from hashi.table.open_table import OpenTable, holder_of, new_id
from hashi.table.options import Options
from hashi.table.public import public
from hashi.table.request import REQUESTS, Request
from hashi.table.store import Conflict, SqliteStore, Store
from hashi.table.table import Phase, Seat, Table

__all__ = [
    "REQUESTS",
    "Answer",
    "Conflict",
    "Drafting",
    "Host",
    "LogEntry",
    "Objected",
    "Objection",
    "OpenTable",
    "Options",
    "Phase",
    "Request",
    "Seat",
    "SqliteStore",
    "Store",
    "Table",
    "after",
    "holder_of",
    "is_fair",
    "new_id",
    "public",
    "replay",
    "seal",
]

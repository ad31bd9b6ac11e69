"""A game among people, pure: events, their fold, requests that become events or objections."""

from hashi.table.event import LogEntry
from hashi.table.fair import is_fair, seal
from hashi.table.fold import after, replay
from hashi.table.log_format import BrokenLog, entry_text, read_log
from hashi.table.objection import Objected, Objection
from hashi.table.options import Options
from hashi.table.requests.request import REQUESTS, Request
from hashi.table.result import Aid, Result, aid_in, counted_results, place
from hashi.table.table import Phase, Seat, Table, draft_of

__all__ = [
    "REQUESTS",
    "Aid",
    "BrokenLog",
    "LogEntry",
    "Objected",
    "Objection",
    "Options",
    "Phase",
    "Request",
    "Result",
    "Seat",
    "Table",
    "after",
    "aid_in",
    "counted_results",
    "draft_of",
    "entry_text",
    "is_fair",
    "place",
    "read_log",
    "replay",
    "seal",
]

"""What people ask of a table, and the happenings that come of it; nothing is changed here."""

from __future__ import annotations

from hashi.table import marking, seating
from hashi.table.marking import Handler, drafting
from hashi.table.objection import Objected, Objection
from hashi.table.request import Decision, Request
from hashi.table.table import Table


def decide(table: Table, request: Request) -> Decision:
    """The happenings that a request leads to; Objected, Illegal or Malformed where it may not."""
    handler = _HANDLERS.get(request.do)
    if handler is None:
        raise Objected(Objection.UNKNOWN_REQUEST, given=request.do[:40])
    return handler(table, request)


_HANDLERS: dict[str, Handler] = {
    "sit": seating.sit,
    "sit_bot": seating.sit_bot,
    "leave": seating.leave,
    "take_over": seating.take_over,
    "give_back": seating.give_back,
    "mark": drafting(marking.mark),
    "tap": drafting(marking.tap),
    "tap_line": drafting(marking.tap_line),
    "undo": drafting(lambda draft, _table, _request: draft.undo()),
    "redo": drafting(lambda draft, _table, _request: draft.redo()),
    "clear": drafting(lambda draft, _table, _request: draft.clear()),
    "done": marking.done,
    "reopen": marking.reopen,
    "call": marking.call,
    "check": marking.check,
    "rewind": marking.rewind,
}
REQUESTS = frozenset(_HANDLERS) | {"begin", "rematch"}
"""Everything that can be asked; `begin` and `rematch` need chance and are the host's."""

"""From a request to the events that it leads to. Nothing is changed here."""

from __future__ import annotations

from hashi.table import company_requests, lobby_requests, seat_requests, turn_requests
from hashi.table.request import Decision, Request, fields_of
from hashi.table.table import Table
from hashi.table.turn_requests import Handler


def decide(table: Table, request: Request) -> Decision:
    """Return what a request leads to; raise Objected, Illegal or Malformed where it may not."""
    fields_of(request.do)  # an unknown request is refused here
    return _HANDLERS[request.do](table, request)


_HANDLERS: dict[str, Handler] = {
    "sit": lobby_requests.sit,
    "sit_bot": lobby_requests.sit_bot,
    "move": lobby_requests.move,
    "ready": lobby_requests.ready,
    "leave": lobby_requests.leave,
    "change": lobby_requests.change,
    "list": lobby_requests.list_table,
    "commit": seat_requests.commit,
    "seal": seat_requests.seal,
    "take_over": seat_requests.take_over,
    "give_back": seat_requests.give_back,
    "begin_turn": turn_requests.begin_turn,
    "mark": turn_requests.mark,
    "tap": turn_requests.tap,
    "tap_line": turn_requests.tap_line,
    "undo": turn_requests.undo,
    "redo": turn_requests.redo,
    "clear": turn_requests.clear,
    "done": turn_requests.done,
    "hint": turn_requests.hint,
    "reopen": turn_requests.reopen,
    "call": turn_requests.call,
    "check": turn_requests.check,
    "rewind": company_requests.rewind,
    "agree": company_requests.agree,
    "decline": company_requests.decline,
    "withdraw": company_requests.withdraw,
    "resign": company_requests.resign,
    "close": company_requests.close,
}
"""How each request is decided; `begin` and `rematch` need chance and are decided by the host."""

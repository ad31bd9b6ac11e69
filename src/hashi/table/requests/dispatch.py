"""From a request to the events that it leads to. Nothing is changed here."""

from __future__ import annotations

from hashi.table.requests import company, lobby, seat, turn
from hashi.table.requests.request import Decision, Request, fields_of
from hashi.table.requests.turn import Handler
from hashi.table.table import Table


def decide(table: Table, request: Request) -> Decision:
    """Return what a request leads to; raise Objected, Illegal or Malformed where it may not."""
    fields_of(request.do)  # an unknown request is refused here
    return _HANDLERS[request.do](table, request)


_HANDLERS: dict[str, Handler] = {
    "sit": lobby.sit,
    "sit_bot": lobby.sit_bot,
    "move": lobby.move,
    "ready": lobby.ready,
    "leave": lobby.leave,
    "change": lobby.change,
    "list": lobby.list_table,
    "commit": seat.commit,
    "seal": seat.seal,
    "take_over": seat.take_over,
    "give_back": seat.give_back,
    "begin_turn": turn.begin_turn,
    "mark": turn.mark,
    "tap": turn.tap,
    "tap_line": turn.tap_line,
    "undo": turn.undo,
    "redo": turn.redo,
    "clear": turn.clear,
    "done": turn.done,
    "hint": turn.hint,
    "reopen": turn.reopen,
    "call": turn.call,
    "check": turn.check,
    "rewind": company.rewind,
    "agree": company.agree,
    "decline": company.decline,
    "withdraw": company.withdraw,
    "resign": company.resign,
    "close": company.close,
}
"""How each request is decided; `begin` and `rematch` need chance and are decided by the host."""

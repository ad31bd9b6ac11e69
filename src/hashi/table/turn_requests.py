"""What a seat does in the game: its draft, done or not yet, calls, the last check, rewinding."""

from __future__ import annotations

from collections.abc import Callable

from hashi.rules import Flaw, Illegal, Malformed, Pens, Turn
from hashi.table.drafting import Drafting
from hashi.table.event import Checked, Drafted, Finished, MistakeCalled, Reopened, Rewound, Started
from hashi.table.objection import Objected, Objection
from hashi.table.request import Decision, Request, in_phase
from hashi.table.table import Phase, Table

Handler = Callable[[Table, Request], Decision]


def drafting(change: Callable[[Drafting, Table, Request], Drafting]) -> Handler:
    """A handler that changes the draft of one's own seat."""

    def handle(table: Table, request: Request) -> Decision:
        seat, before = _own_draft(table, request)
        draft = change(before, table, request)
        selected = draft.selected.name if draft.selected else ""
        if (draft.marks, draft.undone) == (before.marks, before.undone):
            return Decision((), selected)
        undone = str(Turn(draft.undone)) if draft.undone else ""
        return Decision((Drafted(seat, str(draft.turn), undone),), selected)

    return handle


def _own_draft(table: Table, request: Request) -> tuple[int, Drafting]:
    in_phase(table, Phase.STARTS, Phase.ROUND)
    seat = request.own_seat(table)
    request.in_time(table)
    return seat, Drafting.of(table, seat)


def mark(draft: Drafting, table: Table, request: Request) -> Drafting:
    """Typed notation: `5@c1 c1-c2`; a start also as `c2=4`."""
    text = request.text("marks")
    if draft.card is None and "@" not in text:
        return draft.with_marks((table.notation.start(text.replace(" ", "")),))
    return draft.with_marks(table.notation.turn(text).marks)


def tap(draft: Drafting, _table: Table, request: Request) -> Drafting:
    board = draft.sheet.board
    origin = request.text("from")
    return draft.tapped(
        board.island(request.text("island")), board.island(origin) if origin else None
    )


def tap_line(draft: Drafting, _table: Table, request: Request) -> Drafting:
    board = draft.sheet.board
    a, _, b = request.text("line").partition("-")
    line = board.line(board.island(a), board.island(b))
    if line is None:
        raise Malformed(Flaw.MARK, given=request.text("line"))
    return draft.line_tapped(line)


def done(table: Table, request: Request) -> Decision:
    """The turn, or the start, is as it shall be."""
    seat, draft = _own_draft(table, request)
    against = draft.refusal_of_end()
    if against is not None:
        raise Illegal(against)
    if draft.card is not None:
        return Decision((Finished(seat, str(draft.turn)),))
    if not draft.start_text:
        raise Objected(Objection.NOT_NOW)
    return Decision((Started(seat, draft.start_text),))


def reopen(table: Table, request: Request) -> Decision:
    """Done is taken back for as long as the round is open."""
    in_phase(table, Phase.ROUND)
    seat = request.own_seat(table)
    request.in_time(table)
    if not table.seats[seat].is_done:
        raise Objected(Objection.NOTHING_TO_UNDO)
    return Decision((Reopened(seat),))


def call(table: Table, request: Request) -> Decision:
    """Anybody at the table may call a mistake on any sheet (R33, R35)."""
    in_phase(table, Phase.ROUND, Phase.CHECK)
    by, on = request.own_seat(table), request.seat(table, "on")
    game = table.played
    if game.setup.pens is not Pens.FREE or not game.rounds:
        raise Objected(Objection.NOT_NOW)
    called = table.notation.marks(request.text("mark"))[0]
    made = [ink.round for ink in game.pages[on].inks if ink.mark == called]
    round = request.whole("made") if "made" in request.fields else max(made, default=game.rounds)
    if not 1 <= round <= game.rounds:
        raise Objected(Objection.NOT_NOW)
    return Decision((MistakeCalled(by, on, round, str(called)),))


def check(table: Table, request: Request) -> Decision:
    """After the last round with free pens: all boards are looked at, the referee may come."""
    in_phase(table, Phase.CHECK)
    seat = request.own_seat(table)
    if table.seats[seat].is_checked:
        raise Objected(Objection.DONE_ALREADY)
    return Decision((Checked(seat),))


def rewind(table: Table, request: Request) -> Decision:
    """A round is played again: alone and in practice games only."""
    in_phase(table, Phase.ROUND, Phase.CHECK, Phase.OVER)
    request.by_one_at(table)
    round = request.whole("to")
    if not table.options.may_rewind or not 1 <= round <= len(table.past):
        raise Objected(Objection.NO_REWINDING)
    return Decision((Rewound(round),))

"""Requests of a seat in the game: its draft, done, calls, the last check, rewinding."""

from __future__ import annotations

from collections.abc import Callable

from hashi.record import Notation, notation_for
from hashi.rules import Draft, Flaw, Illegal, Malformed, Number, Pens, Turn
from hashi.table.clock import may_begin
from hashi.table.event import (
    Checked,
    Drafted,
    Finished,
    Hinted,
    MistakeCalled,
    Reopened,
    Started,
    TurnBegun,
)
from hashi.table.flaw import TableFlaw
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.requests.request import Decision, Request, in_phase
from hashi.table.requests.taps import Tapped, tap_island
from hashi.table.requests.taps import tap_line as tapped_line
from hashi.table.shuffle import commitment
from hashi.table.table import Phase, Table, draft_of

HINT_STEPS = 4
"""A hint says that there is something, where, why, and at last the turn itself."""
STEPS = ("undo", "redo")
"""The changes of a draft that are no marks."""
Handler = Callable[[Table, Request], Decision]


def changes_draft(change: Callable[[Draft, Request], Tapped]) -> Handler:
    """Return a handler that changes the draft of one's own seat; its name is that of the step."""
    step = change.__name__ if change.__name__ in STEPS else ""

    def handle(table: Table, request: Request) -> Decision:
        seat, before = _own_draft(table, request)
        draft, selected = change(before, request)
        name = selected.name if selected else ""
        if draft.marks == before.marks:
            return Decision((), name)
        undone = Turn(draft.history.undone(draft.marks))
        return Decision((Drafted(seat, draft.turn, undone, step),), name)

    return handle


def _own_draft(table: Table, request: Request) -> tuple[int, Draft]:
    in_phase(table, Phase.STARTS, Phase.ROUND)
    seat = request.own_seat(table)
    request.in_time(table)
    return seat, draft_of(table, seat)


@changes_draft
def mark(draft: Draft, request: Request) -> Tapped:
    """Make typed marks: `5@c1 c1-c2`; a start as `c2=4` or `4@c2`."""
    text, notation = request.text("marks"), notation_for(draft.before.board)
    if draft.card is None:
        return draft.with_mark(_start(notation, text)), None
    return draft.with_marks(notation.turn(text).marks), None


def _start(notation: Notation, text: str) -> Number:
    """Read a start, with spaces or without; what can't be read is named as it was typed."""
    try:
        return notation.any_start(text.replace(" ", ""))
    except Malformed as problem:
        if problem.flaw is Flaw.START:
            raise Malformed(Flaw.START, given=text) from None
        raise


@changes_draft
def tap(draft: Draft, request: Request) -> Tapped:
    board = draft.before.board
    origin = request.text("from")
    island = board.island(request.text("island"))
    return tap_island(draft, island, board.island(origin) if origin else None)


@changes_draft
def tap_line(draft: Draft, request: Request) -> Tapped:
    board = draft.before.board
    a, _, b = request.text("line").partition("-")
    board.island(a), board.island(b)  # one that does not exist is named in the refusal
    line = board.line(a, b)
    if line is None:
        raise Malformed(Flaw.MARK, given=request.text("line"))
    return tapped_line(draft, line), None


@changes_draft
def undo(draft: Draft, _request: Request) -> Tapped:
    if not draft.may_undo:
        raise Objected(Objection.NOTHING_TO_UNDO)
    return draft.undo(), None


@changes_draft
def redo(draft: Draft, _request: Request) -> Tapped:
    if not draft.may_redo:
        raise Objected(Objection.NOTHING_TO_UNDO)
    return draft.redo(), None


@changes_draft
def clear(draft: Draft, _request: Request) -> Tapped:
    return draft.clear(), None


def done(table: Table, request: Request) -> Decision:
    """End the turn, or write the start, as it is drafted."""
    seat, draft = _own_draft(table, request)
    against = draft.refusal_of_end()
    if against is not None:
        raise Illegal(against)
    if draft.card is not None:
        return Decision((Finished(seat, draft.turn),))
    if draft.number is None:
        raise untimely(Untimely.NOTHING_WRITTEN)
    return Decision((Started(seat, draft.number, share=_opened(table, seat, request)),))


def _opened(table: Table, seat: int, request: Request) -> str:
    """Return the share that comes with a start, if one does; it has to be the one sealed before."""
    if "share" not in request.fields:
        return ""
    share = request.hex("share")
    if not table.is_sealed:
        raise untimely(Untimely.NOT_SEALED)
    if commitment(share) != table.seats[seat].share_hash:
        raise Malformed(TableFlaw.OTHER_SHARE, field="share")
    return share


def begin_turn(table: Table, request: Request) -> Decision:
    """Take the device that is shared with others, so that one's own time begins; it begins once."""
    in_phase(table, Phase.STARTS, Phase.ROUND, Phase.CHECK)
    seat = request.own_seat(table)
    return Decision((TurnBegun(seat),) if may_begin(table, seat) else ())


def hint(table: Table, request: Request) -> Decision:
    """Ask for the next step of a hint; after the last one nothing more is counted."""
    in_phase(table, Phase.ROUND)
    seat, _ = _own_draft(table, request)
    if not table.may_hint:
        raise Objected(Objection.NO_HINTS)
    given = table.seats[seat].hint
    return Decision((Hinted(seat),) if given < HINT_STEPS else ())


def reopen(table: Table, request: Request) -> Decision:
    """Take `done` back for as long as others are still to act."""
    in_phase(table, Phase.STARTS, Phase.ROUND)
    seat = request.own_seat(table)
    request.in_time(table)
    if table.seats[seat].resigned is not None:
        raise untimely(Untimely.RESIGNED)
    if seat in table.waiting_for:
        raise Objected(Objection.NOTHING_TO_UNDO)
    return Decision((Reopened(seat),))


def call(table: Table, request: Request) -> Decision:
    """Call a mistake: anyone at the table, on any sheet (R33, R35).

    Without the round in which the mark was made, the newest such mark is meant.
    """
    in_phase(table, Phase.ROUND, Phase.CHECK)
    by, on = request.own_seat(table), request.seat(table, "on")
    game = table.played
    if game.setup.pens is not Pens.FREE:
        raise untimely(Untimely.GUIDED_PENS)
    if not game.rounds:
        raise untimely(Untimely.FIRST_ROUND)
    called = notation_for(game.setup.board).marks(request.text("mark"))[0]
    made = [ink.round for ink in game.pages[on].inks if ink.mark == called]
    round = request.whole("made") if "made" in request.fields else max(made, default=game.rounds)
    return Decision((MistakeCalled(by, on, round, called),))


def check(table: Table, request: Request) -> Decision:
    """Say, after the last round with free pens, that one has checked all boards."""
    in_phase(table, Phase.CHECK)
    seat = request.own_seat(table)
    if table.seats[seat].is_checked:
        raise Objected(Objection.DONE_ALREADY)
    return Decision((Checked(seat),))

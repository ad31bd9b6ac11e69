"""What people ask of a table, and the happenings that come of it; nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from hashi.bots import BOTS
from hashi.rules import Flaw, Illegal, Malformed, Pens, Turn
from hashi.table.drafting import Drafting, lawful_part
from hashi.table.event import (
    CardTurned,
    Checked,
    Drafted,
    Finished,
    GivenBack,
    Happening,
    MistakeCalled,
    Reopened,
    Rewound,
    Seated,
    Started,
    TakenOver,
    Unseated,
)
from hashi.table.objection import Objected, Objection
from hashi.table.table import Phase, Table

LONGEST_NAME = 24
LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that somebody asks for: `do` names it, the other fields are its arguments."""

    holder: str
    """Who asks: the hash of a browser's key, empty for one without."""
    do: str
    fields: dict[str, Any] = field(default_factory=dict)
    present: AbstractSet[str] = frozenset()
    """The holders who are here now."""

    @property
    def id(self) -> str:
        return self.text("id", usual="")

    def text(self, name: str, usual: str | None = None, longest: int = 500) -> str:
        value = self.fields.get(name, usual)
        if type(value) is not str:
            raise Malformed(Flaw.KIND, field=name, expected="text", given="")
        if len(value) > longest:
            raise Malformed(Flaw.TOO_LONG, field=name, expected=longest)
        return value

    def whole(self, name: str) -> int:
        value = self.fields.get(name)
        if type(value) is not int:
            raise Malformed(Flaw.KIND, field=name, expected="number", given="")
        return value


@dataclass(frozen=True, slots=True)
class Decision:
    """What comes of a request, and the island that is selected now."""

    happenings: tuple[Happening, ...] = ()
    selected: str = ""


def decide(table: Table, request: Request) -> Decision:
    """The happenings that a request leads to; Objected, Illegal or Malformed where it may not."""
    handler = _HANDLERS.get(request.do)
    if handler is None:
        raise Objected(Objection.UNKNOWN_REQUEST, given=request.do)
    return handler(table, request)


def follow_up(table: Table) -> Happening | None:
    """What the table does by itself: it turns the next card."""
    if table.phase is Phase.ROUND and not table.played.is_round_open:
        return CardTurned(str(table.pile[0]))
    return None


def time_up(table: Table) -> list[Happening]:
    """What the clock does for those who are not done: their turn counts as far as it may."""
    happenings: list[Happening] = []
    for seat in table.waiting_for:
        if table.phase is Phase.CHECK:
            happenings.append(Checked(seat))
        elif table.phase is Phase.ROUND:
            turn = lawful_part(Drafting.of(table, seat))
            happenings.append(Finished(seat, str(turn), by_clock=True))
        else:
            happenings.append(TakenOver(seat, next(iter(BOTS))))
    return happenings


# --- whose seat, and when


def _own_seat(table: Table, request: Request) -> int:
    seat = _seat(table, request)
    if table.seats[seat].holder != request.holder or not request.holder:
        raise Objected(Objection.NOT_YOUR_SEAT)
    return seat


def _seat(table: Table, request: Request, name: str = "seat") -> int:
    seat = request.whole(name)
    if not 0 <= seat < len(table.seats):
        raise Objected(Objection.NO_SEAT, given=seat + 1)
    return seat


def _in_phase(table: Table, *phases: Phase) -> None:
    if table.phase not in phases:
        raise Objected(Objection.NOT_NOW)


def _fresh(table: Table, request: Request) -> None:
    """A message about a round that is over comes too late."""
    if "round" in request.fields and request.whole("round") != len(table.played.cards):
        raise Objected(Objection.STALE)


# --- the lobby


def _name(request: Request) -> str:
    name = " ".join(request.text("name").split())
    if not name or not name.isprintable():
        raise Objected(Objection.NAME_MISSING)
    if len(name) > LONGEST_NAME:
        raise Objected(Objection.NAME_TOO_LONG, most=LONGEST_NAME)
    return name


def _sit(table: Table, request: Request) -> Decision:
    """A person takes a free seat, or gives their own another name."""
    _in_phase(table, Phase.LOBBY)
    if not request.holder:
        raise Objected(Objection.NOT_YOUR_SEAT)
    free = [seat for seat, place in enumerate(table.seats) if place.is_empty]
    if "seat" not in request.fields and not free:
        raise Objected(Objection.TABLE_FULL)
    seat = _seat(table, request) if "seat" in request.fields else free[0]
    if seat not in free and table.seats[seat].holder != request.holder:
        raise Objected(Objection.SEAT_TAKEN)
    return Decision((Seated(seat, _name(request), holder=request.holder),))


def _sit_bot(table: Table, request: Request) -> Decision:
    _in_phase(table, Phase.LOBBY)
    _at_the_table(table, request)
    seat, bot = _seat(table, request), request.text("bot")
    if bot not in BOTS:
        raise Objected(Objection.NO_BOT, given=bot)
    if table.seats[seat].holder:
        raise Objected(Objection.SEAT_TAKEN)
    return Decision((Seated(seat, _name(request), bot=bot),))


def _leave(table: Table, request: Request) -> Decision:
    """A person leaves their seat; people at the table may also send a bot away."""
    _in_phase(table, Phase.LOBBY)
    seat = _seat(table, request)
    if not table.seats[seat].bot:
        _own_seat(table, request)
    _at_the_table(table, request)
    return Decision((Unseated(seat),))


def _at_the_table(table: Table, request: Request) -> None:
    if not table.seats_of(request.holder) and request.holder != table.host:
        raise Objected(Objection.NOT_YOUR_SEAT)


def may_begin(table: Table, request: Request) -> None:
    """Whether the game may begin now; the host of the table shuffles."""
    _in_phase(table, Phase.LOBBY)
    _at_the_table(table, request)
    if any(seat.is_empty for seat in table.seats):
        raise Objected(Objection.SEATS_EMPTY)


# --- a turn


def _drafted(seat: int, draft: Drafting, before: Drafting) -> Decision:
    selected = draft.selected.name if draft.selected else ""
    if (draft.marks, draft.undone) == (before.marks, before.undone):
        return Decision((), selected)
    undone = str(Turn(draft.undone)) if draft.undone else ""
    return Decision((Drafted(seat, str(draft.turn), undone),), selected)


def _drafting(
    change: Callable[[Drafting, Table, Request], Drafting],
) -> Callable[[Table, Request], Decision]:
    """A handler that changes the draft of one's own seat."""

    def handle(table: Table, request: Request) -> Decision:
        _in_phase(table, Phase.STARTS, Phase.ROUND)
        seat = _own_seat(table, request)
        _fresh(table, request)
        before = Drafting.of(table, seat)
        return _drafted(seat, change(before, table, request), before)

    return handle


def _mark(draft: Drafting, table: Table, request: Request) -> Drafting:
    """Typed notation: `5@c1 c1-c2`; a start also as `c2=4`."""
    text = request.text("marks")
    if draft.card is None and "@" not in text:
        return draft.with_marks((table.notation.start(text.replace(" ", "")),))
    return draft.with_marks(table.notation.turn(text).marks)


def _tap(draft: Drafting, _table: Table, request: Request) -> Drafting:
    board = draft.sheet.board
    origin = request.text("from", usual="")
    return draft.tapped(
        board.island(request.text("island")), board.island(origin) if origin else None
    )


def _tap_line(draft: Drafting, _table: Table, request: Request) -> Drafting:
    board = draft.sheet.board
    a, _, b = request.text("line").partition("-")
    line = board.line(board.island(a), board.island(b))
    if line is None:
        raise Malformed(Flaw.MARK, given=request.text("line"))
    return draft.line_tapped(line)


def _done(table: Table, request: Request) -> Decision:
    _in_phase(table, Phase.STARTS, Phase.ROUND)
    seat = _own_seat(table, request)
    _fresh(table, request)
    draft = Drafting.of(table, seat)
    against = draft.refusal_of_end()
    if against is not None:
        raise Illegal(against)
    if draft.card is not None:
        return Decision((Finished(seat, str(draft.turn)),))
    if draft.number is None:
        raise Objected(Objection.NOT_NOW)
    start = f"{draft.number.island}={draft.number.number}"
    return Decision((Started(seat, start),))


def _reopen(table: Table, request: Request) -> Decision:
    _in_phase(table, Phase.ROUND)
    seat = _own_seat(table, request)
    _fresh(table, request)
    if not table.seats[seat].is_done:
        raise Objected(Objection.NOTHING_TO_UNDO)
    return Decision((Reopened(seat),))


# --- mistakes, rewinding, absence


def _call(table: Table, request: Request) -> Decision:
    """Anybody at the table may call a mistake on any sheet (R33, R35)."""
    _in_phase(table, Phase.ROUND, Phase.CHECK)
    by = _own_seat(table, request)
    on = _seat(table, request, "on")
    if table.played.setup.pens is not Pens.FREE or not table.played.rounds:
        raise Objected(Objection.NOT_NOW)
    mark = table.notation.marks(request.text("mark"))[0]
    made = [ink.round for ink in table.played.pages[on].inks if ink.mark == mark]
    wanted = request.whole("made") if "made" in request.fields else max(made, default=0)
    return Decision((MistakeCalled(by, on, wanted or table.played.rounds, str(mark)),))


def _check(table: Table, request: Request) -> Decision:
    _in_phase(table, Phase.CHECK)
    seat = _own_seat(table, request)
    if table.seats[seat].is_checked:
        raise Objected(Objection.DONE_ALREADY)
    return Decision((Checked(seat),))


def _rewind(table: Table, request: Request) -> Decision:
    _in_phase(table, Phase.ROUND, Phase.CHECK, Phase.OVER)
    _at_the_table(table, request)
    round = request.whole("to")
    if not table.options.may_rewind or not 1 <= round <= len(table.past):
        raise Objected(Objection.NO_REWINDING)
    return Decision((Rewound(round),))


def _take_over(table: Table, request: Request) -> Decision:
    """A bot plays for one who is not here; or for oneself, when one leaves."""
    _in_phase(table, Phase.STARTS, Phase.ROUND, Phase.CHECK)
    _at_the_table(table, request)
    seat = _seat(table, request)
    place = table.seats[seat]
    if place.is_bot or (place.holder in request.present and place.holder != request.holder):
        raise Objected(Objection.STILL_HERE)
    bot = request.text("bot", usual=next(iter(BOTS)))
    if bot not in BOTS:
        raise Objected(Objection.NO_BOT, given=bot)
    return Decision((TakenOver(seat, bot),))


def _give_back(table: Table, request: Request) -> Decision:
    seat = _own_seat(table, request)
    if not table.seats[seat].is_bot:
        raise Objected(Objection.NOT_NOW)
    return Decision((GivenBack(seat),))


_HANDLERS: dict[str, Callable[[Table, Request], Decision]] = {
    "sit": _sit,
    "sit_bot": _sit_bot,
    "leave": _leave,
    "mark": _drafting(_mark),
    "tap": _drafting(_tap),
    "tap_line": _drafting(_tap_line),
    "undo": _drafting(lambda draft, _table, _request: draft.undo()),
    "redo": _drafting(lambda draft, _table, _request: draft.redo()),
    "clear": _drafting(lambda draft, _table, _request: draft.clear()),
    "done": _done,
    "reopen": _reopen,
    "call": _call,
    "check": _check,
    "rewind": _rewind,
    "take_over": _take_over,
    "give_back": _give_back,
}
REQUESTS = frozenset(_HANDLERS) | {"begin", "rematch"}
"""Everything that can be asked; `begin` and `rematch` need chance and are the host's."""

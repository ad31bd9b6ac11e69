"""What the steps and the buttons of a turn show, and nothing else: equal ones are rendered once.

Their templates see these values alone, so that what was rendered for them can be kept. They are
tuples of plain values, which are made, hashed and compared quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from hashi.rules import DeadGoal
from hashi.table import Phase

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage
    from hashi.server.view.turn.turn_view import TurnView


class Steps(NamedTuple):
    """The steps of one's own turn and what to do next, or whom to wait for."""

    kind: str
    """`start`, `free` or `guided` while a turn is made; otherwise why none is: `bot`, `check`,
    `checked`, `look`, `watch`, `resigned` or `done`."""
    is_alone: bool
    number_written: int = 0
    written_on: str = ""
    """The island of the number; empty where none is written in this turn."""
    card_number: int = 0
    drawn: int = 0
    missing: int = 0
    has_help: bool = False
    has_islands: bool = False
    """Whether the number may be written somewhere."""
    has_lines: bool = False
    """Whether a bridge may be drawn somewhere."""
    is_stranded: bool = False
    is_closed: bool = False
    lost: tuple[str, ...] = ()
    """Islands that this turn's marks have made dead, without those of a goal that is told."""
    lost_goals: tuple[DeadGoal, ...] = ()
    rest: tuple[str, ...] = ()
    """Islands of these goals that can still be finished."""
    has_marks: bool = False
    names_waited_for: str = ""
    has_company: bool = False
    last_round: str = ""
    """What was marked in the last round on the board shown, where it stands out there."""
    tint: int = 0
    """The seat whose colour it has."""

    @classmethod
    def of(cls, page: TablePage) -> Self:
        turn, is_alone = page.turn, len(page.table.seats) == 1
        draft = turn.draft
        if draft is None:
            waiting = page.seats.waited_for
            return cls(
                _waiting(page),
                is_alone,
                lost_goals=turn.lost_goals,
                rest=_rest(turn),
                names_waited_for=waiting,
                has_company=page.has_company,
                last_round=page.last_round,
                tint=page.viewer.shown_seat if page.last_round else 0,
            )
        number, drawn = turn.number, turn.drawn
        written = (number.number, number.island.name) if number else (0, "")
        if draft.card is None:
            return cls("start", is_alone, *written)
        card = draft.card
        if draft.is_free:
            return cls("free", is_alone, *written, card.number, drawn, card.bridges - drawn)
        told = {island for dead in turn.lost_goals for island in dead.islands}
        return cls(
            "guided",
            is_alone,
            *written,
            card.number,
            drawn,
            card.bridges - drawn,
            page.table.options.help,
            turn.open_islands > 0,
            turn.open_lines > 0,
            turn.is_stranded,
            turn.is_closed,
            tuple([island.name for island in turn.lost if island not in told]),
            turn.lost_goals,
            _rest(turn),
            bool(draft.marks),
        )


def _is_start_written(page: TablePage) -> bool:
    """Return whether this viewer has written a start, while others are still to write theirs."""
    seat = page.viewer.seat
    is_done = seat is not None and not page.seats.is_thinking(seat)
    return page.phase is Phase.STARTS and is_done


def _rest(turn: TurnView) -> tuple[str, ...]:
    """Return the islands that a goal just lost asked for and that can still be finished."""
    board = turn.sheet.board
    return tuple(
        island.name
        for dead in turn.lost_goals
        for island in board.chosen(board.asked[dead.goal])
        if island not in dead.islands
    )


def _waiting(page: TablePage) -> str:
    """Return why no turn is made on the board shown."""
    viewer = page.viewer
    is_thinking = viewer.seat is not None and page.seats.is_thinking(viewer.seat)
    if viewer.is_played_by_bot and viewer.is_own_board:
        return "bot"
    if page.phase is Phase.CHECK:
        return "check" if viewer.seat is None or is_thinking else "checked"
    if viewer.is_looking and is_thinking:
        return "look"
    if viewer.seat is not None and page.table.seats[viewer.seat].resigned is not None:
        return "resigned"
    return "watch" if viewer.seat is None else "done"


class Actions(NamedTuple):
    """The buttons of a turn, or of one who makes none."""

    has_draft: bool
    may_undo: bool = False
    may_redo: bool = False
    has_marks: bool = False
    has_card: bool = False
    is_skip: bool = False
    """Whether ending the turn now skips something that the card shows and that could be made."""
    is_number_settled: bool = False
    """Whether the number is written, or fits nowhere."""
    may_be_done: bool = False
    may_check: bool = False
    is_looking: bool = False
    bot_seat: int | None = None
    """The seat that a bot plays for this viewer."""
    may_reopen: bool = False
    gain: int = 0
    """What one's own turn earns when the round ends."""

    @classmethod
    def of(cls, page: TablePage) -> Self:
        turn, viewer = page.turn, page.viewer
        draft = turn.draft
        if draft is None:
            seat = viewer.seat
            may_check = (
                page.phase is Phase.CHECK and seat is not None and page.seats.is_thinking(seat)
            )
            return cls(
                False,
                may_check=may_check,
                is_looking=viewer.is_looking and not viewer.is_watching,
                bot_seat=seat if viewer.is_played_by_bot else None,
                may_reopen=(turn.is_done or _is_start_written(page))
                and viewer.is_own_board
                and seat is not None
                and page.table.seats[seat].is_playing,
                gain=turn.gain,
            )
        may_be_done, has_marks = turn.may_be_done, bool(draft.marks)
        has_card = draft.card is not None
        return cls(
            True,
            draft.may_undo,
            draft.may_redo,
            has_marks,
            has_card,
            has_card
            and not (turn.drawn or turn.is_closed)
            and may_be_done
            and not (draft.is_free and has_marks),
            turn.number is not None or (page.table.options.help and not turn.open_islands),
            may_be_done,
            gain=turn.gain,
        )

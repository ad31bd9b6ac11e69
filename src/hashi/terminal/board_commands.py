"""Commands that only look: boards, signs, and whose board is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.rules import Pens
from hashi.terminal.legend import tell_signs
from hashi.terminal.seats import seat_of

if TYPE_CHECKING:
    from hashi.terminal.session import Session


def show_signs(session: Session) -> None:
    """Print the signs that boards of this game may have."""
    tell_signs(session.console, is_free=session.game.setup.pens is Pens.FREE)


def show_board(session: Session, typed: str) -> None:
    """Print the board of the player that is named, or the first own one."""
    seat = find_seat(session, typed) if typed else session.table.own[0]
    if seat is not None:
        session.show(seat)


def find_seat(session: Session, typed: str) -> int | None:
    """Return the seat of a player by name or number; list the players where it is unclear."""
    names = [session.name(seat) for seat in range(len(session.game.setup.players))]
    seat = seat_of(names, typed)
    if seat is None:
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
        session.console.tell(session.words.say("Which player? {players}", players=listed))
    return seat

"""What concerns the others at a table besides the marks: going back, bots for the absent, giving
up, and the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashi.terminal.board_commands import find_seat
from hashi.terminal.commands import Command
from hashi.terminal.questions import ask_yes_or_no
from hashi.whole_numbers import whole_number
from hashi.words import clock_text
from hashi.words.reactions import REACTIONS

if TYPE_CHECKING:
    from hashi.terminal.session import Session

COMMANDS = (Command.AGREE, Command.STAY, Command.BOT, Command.REACT, Command.RESIGN)
"""What can be typed only where others play."""


@dataclass(frozen=True, slots=True)
class Company:
    """The others at a server's table."""

    proposal: int = 0
    """The number of the proposal to go back that is open; 0 for none."""
    time_left: float | None = None
    """Seconds until the clock ends the round, where one runs."""


def do_in_company(session: Session, command: Command, rest: str) -> None:
    """Carry out one of these commands."""
    company, console, say = session.table.company, session.console, session.words.say
    if company is None:
        console.tell(say("Nobody else is here to see it."))
    elif command is Command.BOT:
        seat = find_seat(session, rest)
        if seat is not None:
            session.ask("take_over", seat=seat)
    elif command is Command.REACT:
        _react(session, rest)
    elif command is Command.RESIGN:
        if ask_yes_or_no(console, say("Give up?"), usual=False):
            for seat in session.table.own:
                session.ask("resign", seat=seat)
    else:
        do = "agree" if command is Command.AGREE else "decline"
        session.ask(do, proposal=company.proposal)


def _react(session: Session, rest: str) -> None:
    """Say one of the phrases, named by its number; list them where it is none."""
    phrases = dict(enumerate(REACTIONS, start=1))
    reaction = phrases.get(whole_number(rest) or 0)
    if reaction is not None:
        session.ask("react", seat=session.table.own[0], reaction=reaction)
        return
    word = Command.REACT.word(session.words)
    session.console.tell_pairs(
        (f"{word} {number}", session.words.say(REACTIONS[each])) for number, each in phrases.items()
    )


def tell_clock(session: Session) -> None:
    """Tell how much time is left, where a clock runs."""
    company = session.table.company
    if company is not None and company.time_left is not None:
        session.console.tell(clock_text(session.words, company.time_left))

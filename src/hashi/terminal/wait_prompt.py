"""Waiting for the others at the table; meanwhile boards can be looked at, and `done` undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.table import Phase
from hashi.terminal.board_commands import show_board, show_signs
from hashi.terminal.commands import Command, command_of, explained
from hashi.terminal.company import COMMANDS, do_in_company
from hashi.terminal.console import Closed
from hashi.terminal.tables.game_table import Declined
from hashi.words import listed

if TYPE_CHECKING:
    from hashi.terminal.session import Session


def wait_for_others(session: Session) -> None:
    """Wait until somebody here is to act again, or the game is over."""
    WaitPrompt(session).run()


class WaitPrompt:
    """The time between one's own turn and the next card."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.console = session.console
        self.words = session.words

    def run(self) -> None:
        self.tell_step()
        table = self.session.table
        while table.phase not in (Phase.OVER, Phase.CLOSED) and not set(table.waiting_for) & set(
            table.own
        ):
            before = table.entries
            try:
                typed = table.wait(self.console)
            except Declined as declined:
                self.console.tell(declined.sentence)
                raise Closed from None
            self.session.announce(before)
            if typed:
                self.obey(typed)

    def tell_step(self) -> None:
        """Say who is waited for."""
        names = [self.session.name(seat) for seat in self.session.table.waiting_for]
        players = listed(self.words, names)
        self.console.guide(self.words.say("Waiting for {players}…", players=players))

    def obey(self, typed: str) -> None:
        """Do what one line says."""
        match command_of(self.words, typed):
            case (Command.QUIT, _):
                raise Closed
            case (Command.UNDO, _):
                self._reopen()
            case (Command.BOARD, rest):
                show_board(self.session, rest)
            case (Command.SIGNS, _):
                show_signs(self.session)
            case (command, rest) if command in COMMANDS:
                do_in_company(self.session, command, rest)
            case _:
                self._help()

    def _reopen(self) -> None:
        """Take `done` back, for as long as the round is open."""
        self.session.ask("reopen", seat=self.session.table.own[-1])

    def _help(self) -> None:
        self.tell_step()
        others = COMMANDS if self.session.table.company is not None else ()
        usual = (Command.UNDO, Command.BOARD, Command.SIGNS, *others, Command.HELP, Command.QUIT)
        self.console.tell_pairs(explained(self.words, *usual))

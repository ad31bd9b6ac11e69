"""One player's start at the keyboard: a 3 or a 4 on an island without a flag (R5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.drawing import scene
from hashi.rules import Number
from hashi.rules.game.setup import START_NUMBERS
from hashi.table import Phase
from hashi.terminal.board_commands import show_signs
from hashi.terminal.commands import Command, command_of, explained
from hashi.terminal.console import Closed

if TYPE_CHECKING:
    from hashi.terminal.session import Session


def write_start(session: Session, seat: int) -> None:
    """Ask for lines until the start of this seat is written."""
    StartPrompt(session, seat).run()


class StartPrompt:
    """The first thing a player does."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.console = session.console
        self.words = session.words
        self.seat = seat

    def run(self) -> None:
        self._show()
        self._tell_step()
        while self._is_open:
            typed = self.console.ask(f"{self.session.name(self.seat)}>", self._complete)
            self.session.refresh()
            if self._is_open and typed:
                self._obey(typed)

    @property
    def _is_open(self) -> bool:
        table = self.session.table
        return table.phase is Phase.STARTS and self.seat in table.waiting_for

    def _obey(self, typed: str) -> None:
        command = command_of(self.words, typed)
        match command[0] if command else None:
            case None:
                self._write(typed)
            case Command.QUIT:
                raise Closed
            case Command.BOARD:
                self._show()
            case Command.SIGNS:
                show_signs(self.session)
            case Command.ALLOWED:
                self._tell_allowed()
            case _:
                self._help()

    def _write(self, typed: str) -> None:
        start = typed.replace(" ", "").lower()
        if self.session.ask("mark", seat=self.seat, marks=start):
            self.session.ask("done", seat=self.seat)

    def _show(self) -> None:
        blank = self.session.table.draft(self.seat).before
        self.console.show(scene(blank), blank)

    def _tell_step(self) -> None:
        say, game = self.words.say, self.session.game
        name = self.session.name
        self.console.tell(
            say(
                "{player}, write a 3 or a 4 on any island without a flag, such as c2=4.",
                player=name(self.seat),
            )
        )
        if not game.setup.is_solo:
            left = game.setup.holder_of_start(self.seat)
            self.console.tell(say("{player} will play on this board.", player=name(left)))

    def _tell_allowed(self) -> None:
        islands = self.session.table.draft(self.seat).islands
        listed = " ".join(str(island) for island in islands)
        self.console.tell(self.words.say("A 3 or a 4 may go here: {islands}", islands=listed))

    def _help(self) -> None:
        self._tell_step()
        self.console.tell_pairs(
            explained(
                self.words,
                Command.ALLOWED,
                Command.BOARD,
                Command.SIGNS,
                Command.HELP,
                Command.QUIT,
            )
        )

    def _complete(self, before: str) -> list[str]:
        """Return the words that may come first: starts, then commands."""
        if before.strip() or not self._is_open:
            return []
        islands = self.session.table.draft(self.seat).islands
        numbers = [Number(island, number) for island in islands for number in START_NUMBERS]
        starts = [f"{number.island}={number.number}" for number in numbers]
        commands = (Command.BOARD, Command.SIGNS, Command.HELP, Command.QUIT)
        return [*starts, *(command.word(self.words) for command in commands)]

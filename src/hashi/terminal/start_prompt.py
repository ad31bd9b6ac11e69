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
from hashi.terminal.questions import take_back

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
        self.tell_step()
        while self._is_open:
            typed = self.console.ask(f"{self.session.name(self.seat)}>", self._complete)
            self.session.refresh()
            if self._is_open and typed:
                self.obey(typed)

    @property
    def _is_open(self) -> bool:
        table = self.session.table
        waiting = [seat for seat in table.waiting_for if seat in table.own]
        return table.phase is Phase.STARTS and waiting[:1] == [self.seat]

    def obey(self, typed: str) -> None:
        """Do what one line says."""
        command = command_of(self.words, typed)
        match command[0] if command else None:
            case None:
                self._write(typed)
            case Command.DONE:
                self._done()
            case Command.UNDO | Command.CLEAR:
                self._take_back()
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
        """Write the number of a line; a line that ends with `done` begins at once."""
        first, _, last = typed.rpartition(" ")
        is_done = bool(first) and command_of(self.words, last) == (Command.DONE, "")
        start = (first if is_done else typed).lower()
        if not self.session.ask("mark", seat=self.seat, marks=start) or not self._is_open:
            return
        if is_done:
            self._done()
        else:
            self._show()
            self.tell_step()

    def _done(self) -> None:
        if self.session.table.draft(self.seat).number is None:
            self.tell_step()
        else:
            self.session.ask("done", seat=self.seat)

    def _take_back(self) -> None:
        """Take the number back, or the start of a player before at this keyboard."""
        table = self.session.table
        done = [seat for seat in table.own if seat not in table.waiting_for]
        if done and not table.draft(self.seat).may_undo:
            take_back(self.session, done[-1])
        elif self.session.ask("undo", seat=self.seat):
            self._show()
            self.tell_step()

    def _show(self) -> None:
        draft = self.session.table.draft(self.seat)
        self.console.show(scene(draft.sheet, fresh=draft.turn), draft.sheet)

    def tell_step(self) -> None:
        """Say what to write, and who plays on the board; once it is written, how to go on."""
        say, game, name = self.words.say, self.session.game, self.session.name
        number = self.session.table.draft(self.seat).number
        if number is not None:
            self.console.guide(
                say(
                    "{number} is on {island}. Type “{done}” to start, or write it elsewhere.",
                    number=number.number,
                    island=number.island,
                    done=Command.DONE.word(self.words),
                )
            )
            return
        told = [
            say(
                "{player}, write a 3 or a 4 on any island without a flag, such as c2=4.",
                player=name(self.seat),
            )
        ]
        if not game.setup.is_solo:
            left = game.setup.holder_of_start(self.seat)
            told.append(say("{player} will play on this board.", player=name(left)))
        self.console.guide(*told)

    def _tell_allowed(self) -> None:
        islands = self.session.table.draft(self.seat).islands
        listed = " ".join(str(island) for island in islands)
        self.console.tell(self.words.say("A 3 or a 4 may go here: {islands}", islands=listed))

    def _help(self) -> None:
        self.tell_step()
        self.console.tell_pairs(
            explained(
                self.words,
                Command.DONE,
                Command.UNDO,
                Command.ALLOWED,
                Command.BOARD,
                Command.SIGNS,
                Command.HELP,
                Command.QUIT,
            )
        )

    def _complete(self, before: str) -> list[str]:
        """Return the words that may come first: starts, then commands."""
        if not self._is_open:
            return []
        if before.strip():
            return [Command.DONE.word(self.words)]
        islands = self.session.table.draft(self.seat).islands
        numbers = [Number(island, number) for island in islands for number in START_NUMBERS]
        starts = [f"{number.island}={number.number}" for number in numbers]
        commands = (
            Command.DONE,
            Command.UNDO,
            Command.BOARD,
            Command.SIGNS,
            Command.HELP,
            Command.QUIT,
        )
        return [*starts, *(command.word(self.words) for command in commands)]

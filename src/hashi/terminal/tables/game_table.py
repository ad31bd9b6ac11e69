"""A table as the terminal plays at it: a log in a file of this device, or a server's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hashi.record import Record
from hashi.rules import PASS, Draft, Entry, Game, Turn
from hashi.table import Aid, Phase
from hashi.terminal.company import Company
from hashi.terminal.console import Console


class Declined(Exception):
    """The table does not do what was asked; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint as far as it was asked for."""

    step: int
    """How many of its steps were asked for."""
    steps: int
    """How many it has; the last one is the turn itself."""
    name: str
    """This step, as programs call it."""
    text: str
    """What it says."""
    islands: tuple[str, ...] = ()
    """Where to look, once that was asked for."""
    turn: Turn = PASS
    """The turn, in the last step; no marks where the card is best skipped."""

    @property
    def is_last(self) -> bool:
        """Whether there is nothing more to ask for."""
        return self.step == self.steps


class GameTable(Protocol):
    """A table whose game has begun. What it returns stays the same until a method is called."""

    @property
    def phase(self) -> Phase:
        """Where the table stands; never the lobby."""
        ...

    @property
    def game(self) -> Game:
        """The game as far as everybody may see it, and what was done at this keyboard."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What has happened in the game, in order."""
        ...

    @property
    def own(self) -> tuple[int, ...]:
        """The seats that are played at this keyboard."""
        ...

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are still to act."""
        ...

    @property
    def company(self) -> Company | None:
        """What concerns the others; None where nobody plays elsewhere."""
        ...

    @property
    def may_rewind(self) -> bool:
        """Whether a closed round may be played again."""
        ...

    @property
    def may_hint(self) -> bool:
        """Whether hints were agreed at this table."""
        ...

    @property
    def hints(self) -> tuple[int, ...]:
        """How many steps of hints each seat was given; empty where nobody was."""
        ...

    @property
    def aid(self) -> Aid | None:
        """What those with the most points had that others did not, known once the game is over."""
        ...

    @property
    def record(self) -> Record:
        """The record of the game as far as it is played."""
        ...

    def draft(self, seat: int) -> Draft:
        """Return the turn in the making of an own seat that is still to act."""
        ...

    def ask(self, do: str, **fields: object) -> None:
        """Carry out a request (docs/table.md); raise Illegal, Malformed or Declined."""
        ...

    def hint(self, seat: int) -> Advice:
        """Ask for the next step of the hint for an open turn, counted; raise Declined."""
        ...

    def refresh(self) -> None:
        """Take over what has happened elsewhere."""
        ...

    def listen(self) -> None:
        """Wait until something happens elsewhere, which `refresh` takes over then.

        A thread of its own may do so.
        """
        ...

    def wait(self, console: Console) -> str | None:
        """Wait until something happens elsewhere; return a line that was typed instead, or None."""
        ...

"""What is agreed before a game, and the start that each player writes (R4–R6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module

from hashi.rules.board import Board
from hashi.rules.card import Card, check_deck_size
from hashi.rules.game.name import is_whole, on_one_line
from hashi.rules.malformed import Flaw, Malformed
from hashi.rules.mark import Number
from hashi.rules.reason import Reason, Refusal

START_NUMBERS = (3, 4)
MOST_PLAYERS = 4


def _standard_deck() -> tuple[Card, ...]:
    deck: tuple[Card, ...] = import_module("hashi.boards").standard_deck()  # late: boards are above
    return deck


class Pens(StrEnum):
    """Guided pens refuse what breaks a rule; free pens refuse nothing (R33–R35).

    >>> hashi.Pens("free")
    Pens.FREE
    """

    GUIDED = "guided"
    FREE = "free"

    def __repr__(self) -> str:
        return f"Pens.{self.name}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the game: all play on the same side with the same deck (R4).

    Without a deck it is the standard one, as in `hashi.new_game`.

    >>> hashi.Setup(hashi.board("A"), players=("Tim", "Linus"))
    <Setup on board A: Tim, Linus; 18 cards, guided pens>
    """

    board: Board
    deck: tuple[Card, ...] = field(default_factory=_standard_deck)
    players: tuple[str, ...] = ("Player",)
    """One name for each seat, clockwise: the left neighbour of seat i is seat i+1."""
    pens: Pens = Pens.GUIDED

    def __post_init__(self) -> None:
        """Raise Malformed for what no game can be played with, or no record could hold."""
        kinds = {"board": Board, "deck": tuple, "players": tuple, "pens": Pens}
        for name, kind in kinds.items():
            if not isinstance(getattr(self, name), kind):
                raise TypeError(f"{name} must be a {kind.__name__}, not {getattr(self, name)!r}")
        if not 1 <= len(self.players) <= MOST_PLAYERS:
            raise Malformed(Flaw.PLAYERS, given=len(self.players), most=MOST_PLAYERS)
        if not all(map(is_whole, self.players)):
            raise Malformed(Flaw.NAME)
        check_deck_size(self.deck)
        for card in self.deck:
            if not isinstance(card, Card):
                raise TypeError(f"a deck holds cards, not {card!r}")
        if all(island.flag is not None for island in self.board.islands):  # R5
            raise Malformed(Flaw.NO_START)

    def __repr__(self) -> str:
        players = ", ".join(map(on_one_line, self.players))
        rest = f"{len(self.deck)} cards, {self.pens} pens"
        return f"<Setup on {self.board.title}: {players}; {rest}>"

    @property
    def is_solo(self) -> bool:
        """Whether it is a solo game (R30)."""
        return len(self.players) == 1

    @property
    def rounds(self) -> int:
        """How many cards are played: all but the one in the box (R6, R20)."""
        return len(self.deck) - 1

    def has_seat(self, seat: int) -> bool:
        """Return whether someone sits there; seats count from 0 (R4)."""
        return 0 <= seat < len(self.players)

    def holder_of_start(self, seat: int) -> int:
        """Who plays on the board that this seat wrote its start on: the left neighbour (R5)."""
        return (seat + 1) % len(self.players)


def start_refusal(number: Number) -> Refusal | None:
    """Why this start may not be written, or None: a 3 or a 4 on an island without a flag (R5)."""
    if number.number not in START_NUMBERS:
        return Refusal(Reason.START_NUMBER, number, number.island)
    if number.island.flag is not None:
        return Refusal(Reason.START_FLAG, number, number.island)
    return None

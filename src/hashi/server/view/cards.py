"""The cards of a game: the open one, those that are left, and the whole deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hashi.drawing import scene
from hashi.drawing.sheet_scene import Cell, Tick
from hashi.rules import Card, Game, Sheet
from hashi.rules.card import HIGHEST_NUMBER

OF_A_NUMBER = 3
"""How many cards of each number stand in one row of all numbers."""


class Pile(NamedTuple):
    """The cards of one number."""

    number: int
    cells: tuple[Cell, ...]
    is_now: bool
    """Whether the open card is one of them."""

    @property
    def left(self) -> int:
        """How many of them nobody has seen."""
        return sum(cell.tick is Tick.LEFT for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards, as everyone at the table sees them."""

    game: Game

    @property
    def open(self) -> Card | None:
        """The card of the open round."""
        return self.game.card

    @property
    def round(self) -> int:
        """How many cards are turned."""
        return len(self.game.cards)

    @property
    def rounds(self) -> int:
        """How many cards are played."""
        return self.game.setup.rounds

    @property
    def left(self) -> int:
        """How many cards lie in the draw pile."""
        return self.rounds - self.round

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that nobody has seen, sorted."""
        return self.game.unseen

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cards of the deck, ticked off as they are turned."""
        game = self.game
        blank = Sheet.blank(game.setup.board)
        turned = game.cards  # with the open one, so that an equal one played before is ticked off
        return scene(blank, help=False, deck=game.setup.deck, turned=turned, card=game.card).cells

    @property
    def numbers(self) -> tuple[Pile, ...]:
        """The same by their numbers; empty where a deck has not three cards of each."""
        found: dict[int, list[Cell]] = {}
        for cell in self.cells:
            found.setdefault(cell.card.number, []).append(cell)
        is_usual = all(len(cells) == OF_A_NUMBER for cells in found.values())
        if not is_usual or len(found) != HIGHEST_NUMBER:
            return ()
        return tuple(
            Pile(number, tuple(cells), any(cell.tick is Tick.NOW for cell in cells))
            for number, cells in found.items()
        )

"""Action ids: every small mark of a turn as a number, and back.

On a board of I islands and L lines

- 0 .. I-1 write the card's number on island i; at the start of the game, a 3 (R5),
- I .. I+L-1 draw a bridge along line k,
- I+L waives the current action (R8); it is all that a seat which is done can do,
- I+L+1 .. 2I+L write a 4 on island i, at the start of the game alone (R5).
"""

from __future__ import annotations

from hashi.rules import Board, Bridge, Card, Mark, Number, Turn
from hashi.rules.setup import START_NUMBERS


class IllegalAction(ValueError):
    """An action that the rules do not allow now: whose it was, and what it means."""

    def __init__(self, game: int, seat: int, action: int, round: int, meaning: str) -> None:
        super().__init__(game, seat, action, round, meaning)
        self.game = game
        self.seat = seat
        self.action = action
        self.round = round
        """The number of cards turned; 0 is the start of the game."""
        self.meaning = meaning

    def __str__(self) -> str:
        return (
            f"game {self.game}, seat {self.seat}, round {self.round}: action {self.action} "
            f"({self.meaning}) is not allowed; the seat's mask tells what is"
        )


def waiver_of(board: Board) -> int:
    """The action that waives (R8)."""
    return len(board.islands) + len(board.lines)


def action_count(board: Board) -> int:
    """How many action ids the board has."""
    return waiver_of(board) + 1 + len(board.islands)


def action_of(board: Board, mark: Mark) -> int:
    """The action that makes this mark in a turn: the card's number, or a bridge."""
    if isinstance(mark, Number):
        return mark.island.index
    if isinstance(mark, Bridge):
        return len(board.islands) + mark.line.index
    raise ValueError(f"no line between the islands of {mark}")


def start_action_of(board: Board, start: Number) -> int:
    """The action that writes this start (R5)."""
    if start.number == START_NUMBERS[0]:
        return start.island.index
    return waiver_of(board) + 1 + start.island.index


def actions_of(board: Board, turn: Turn) -> list[int]:
    """A whole turn as actions, one for each small mark and each waiver (R7, R8)."""
    waiver = [waiver_of(board)]
    written = [action_of(board, mark) for mark in turn.marks if isinstance(mark, Number)]
    drawn = [action_of(board, mark) for mark in turn.marks if not isinstance(mark, Number)]
    return [*(written or waiver), *(drawn or waiver)]


def mark_of(board: Board, action: int, card: Card | None) -> Mark | None:
    """The mark that an action makes with this card, or at the start (None); None for a waiver."""
    islands, waiver = len(board.islands), waiver_of(board)
    if not 0 <= action < action_count(board) or (action > waiver and card is not None):
        raise ValueError(f"{meaning(board, action, card)}: {action}")
    if action == waiver:
        return None
    if islands <= action < waiver:
        return Bridge(board.lines[action - islands])
    number = card.number if card else START_NUMBERS[action > waiver]
    return Number(board.islands[action % (waiver + 1)], number)


def meaning(board: Board, action: int, card: Card | None) -> str:
    """What an action would do with this card, or at the start (None), in a few words."""
    islands, waiver = len(board.islands), waiver_of(board)
    if not 0 <= action < action_count(board):
        return f"no action: they are 0 to {action_count(board) - 1}"
    if action == waiver:
        return "waive"
    if islands <= action < waiver:
        return f"bridge {board.lines[action - islands]}"
    if action > waiver and card is not None:
        return f"4 on {board.islands[action - waiver - 1]}, at the start of the game alone"
    number = card.number if card else START_NUMBERS[action > waiver]
    return f"{number} on {board.islands[action % (waiver + 1)]}"

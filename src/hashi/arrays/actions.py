"""Action ids: conversion between the small marks of a turn and numbers.

On a board of I islands and L lines

- 0 .. I-1 write the card's number on island i; at the start of the game, a 3 (R5),
- I .. I+L-1 draw a bridge along line k,
- I+L skips the current action (R8); it is the only action of a seat that is done,
- I+L+1 .. 2I+L write a 4 on island i, only at the start of the game (R5).
"""

from __future__ import annotations

from hashi.rules import Board, Bridge, Card, Mark, Number, Turn
from hashi.rules.game.setup import START_NUMBERS


class IllegalAction(ValueError):
    """An action that the rules do not allow now, with its seat and its meaning."""

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


def skip_of(board: Board) -> int:
    """Return the action that skips (R8)."""
    return len(board.islands) + len(board.lines)


def action_count(board: Board) -> int:
    """Return the number of action ids on this board."""
    return skip_of(board) + 1 + len(board.islands)


def action_of(board: Board, mark: Mark) -> int:
    """Return the action that makes this mark in a turn: the card's number or a bridge."""
    if isinstance(mark, Number):
        return mark.island.index
    if isinstance(mark, Bridge):
        return len(board.islands) + mark.line.index
    raise ValueError(f"no line between the islands of {mark}")


def start_action_of(board: Board, start: Number) -> int:
    """Return the action that writes this start (R5)."""
    if start.number == START_NUMBERS[0]:
        return start.island.index
    return skip_of(board) + 1 + start.island.index


def actions_of(board: Board, turn: Turn) -> list[int]:
    """Return the actions of a whole turn, one for each small mark and each skip (R7, R8)."""
    skip = [skip_of(board)]
    written = [action_of(board, mark) for mark in turn.marks if isinstance(mark, Number)]
    drawn = [action_of(board, mark) for mark in turn.marks if not isinstance(mark, Number)]
    return [*(written or skip), *(drawn or skip)]


def mark_of(board: Board, action: int, card: Card | None) -> Mark | None:
    """Return the mark that an action makes with this card, or None for a skip.

    `card` is None at the start of the game.
    """
    islands, skip = len(board.islands), skip_of(board)
    if not 0 <= action < action_count(board) or (action > skip and card is not None):
        raise ValueError(f"{meaning(board, action, card)}: {action}")
    if action == skip:
        return None
    if islands <= action < skip:
        return Bridge(board.lines[action - islands])
    number = card.number if card else START_NUMBERS[action > skip]
    return Number(board.islands[action % (skip + 1)], number)


def meaning(board: Board, action: int, card: Card | None) -> str:
    """Describe in a few words what an action does with this card (None at the start)."""
    islands, skip = len(board.islands), skip_of(board)
    if not 0 <= action < action_count(board):
        return f"no action: they are 0 to {action_count(board) - 1}"
    if action == skip:
        return "skip"
    if islands <= action < skip:
        return f"bridge {board.lines[action - islands]}"
    if action > skip and card is not None:
        return f"4 on {board.islands[action - skip - 1]}, at the start of the game alone"
    number = card.number if card else START_NUMBERS[action > skip]
    return f"{number} on {board.islands[action % (skip + 1)]}"

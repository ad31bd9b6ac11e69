"""Plays games in the installed kernel and says how they ended.

    python playing.py compiled|plain

It fails unless the kernel runs as it is said to. Compiled or not, what it prints is the same.
"""

from __future__ import annotations

import sys
from array import array

from hashi.arrays import constants, kernel
from hashi.arrays.chart import card_byte, chart
from hashi.boards import board, standard_deck

GAMES = 20


def ends(side: str, seats: int) -> list[int]:
    """The points of all seats of some games by chance."""
    deck = bytes(card_byte(card) for card in standard_deck())
    words = kernel.game_words(seats)
    games = array("Q", bytes(8 * words * GAMES))
    for game in range(GAMES):
        games[game * words + constants.CHANCE] = 0x9E37_79B9 * (game + 1)
    totals = array("i", bytes(4 * GAMES * seats))
    kernel.play_by_chance(
        chart(board(side)), games, array("B", deck * GAMES), len(deck), seats, 0, GAMES
    )
    kernel.write_totals(games, seats, 0, GAMES, totals)
    return totals.tolist()


def main(arguments: list[str]) -> None:
    runs = "compiled" if kernel.is_compiled else "plain"
    if arguments != [runs]:
        sys.exit(f"the kernel runs {runs}: {kernel.__file__}")
    for side in "AB":
        for seats in range(1, 5):
            print(f"side {side}, {seats} seats: {ends(side, seats)}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""How long a bot takes from a cold start of Python to its first turn.

python -m benchmarks.cold [BOT ...]
"""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

from benchmarks.machine import machine

from hashi.bots import BOTS

RUNS = 5
FIRST_TURN = """
import sys
from hashi.boards import board, standard_deck
from hashi.bots import BOTS
from hashi.rules import Card, Game, Setup, Start, Turned, view

bot = BOTS[sys.argv[1]]("cold")
game = Game.begin(Setup(board("A"), standard_deck(), ("Ida",)))
game = game.play(Start(0, bot.start(view(game, 0)))).play(Turned(Card(5, 3)))
bot.turn(view(game, 0))
"""


def first_turn(bot: str) -> float:
    """The quickest of some runs: Python, the imports, the start of the game and one turn."""
    times = []
    for _ in range(RUNS):
        began = perf_counter()
        subprocess.run([sys.executable, "-c", FIRST_TURN, bot], check=True)
        times.append(perf_counter() - began)
    return min(times)


def main() -> None:
    print(machine())
    for bot in sys.argv[1:] or BOTS:
        print(f"{bot}: {first_turn(bot):.2f} s to the first turn, Python's own start included")


if __name__ == "__main__":
    main()

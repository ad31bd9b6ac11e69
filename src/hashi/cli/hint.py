"""`hashi hint`: what the coach says of the open turn of a saved game."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from hashi.cli.parts import options, recorded_games
from hashi.cli.parts.exit_status import DONE, REFUSED
from hashi.cli.parts.recorded_games import Task
from hashi.words import N_, Words, shown

if TYPE_CHECKING:
    from hashi.coach import Hint

DESCRIPTION = N_(
    "Gives a full hint for the open turn of a game: what the turn is about, where "
    "to look, why, and the turn itself. It isn’t noted in the game. The exit status "
    "is 0, or 1 if no turn is open, the board is too large or it’s the board of the "
    "day, 2 if a record can’t be read."
)
EXAMPLE = "hashi hint game.json --json"

NO_TURN = N_("No turn is open in this game.")
NO_HINTS = N_("There are no hints on the board of the day.")
TOO_LARGE = N_("This board is too large: the coach can handle up to 32 islands and 64 lines.")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    recorded_games.add_arguments(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    def tell(tasks: list[Task], found: list[Hint | str], _: bool) -> int:
        for sentence in dict.fromkeys(one for one in found if isinstance(one, str)):
            print(words.say(sentence), file=sys.stderr)
        for task, one in zip(tasks, found, strict=True):
            if not isinstance(one, str):
                _tell(task, one, arguments, words)
        return REFUSED if any(isinstance(one, str) for one in found) else DONE

    return recorded_games.look_into(arguments, words, _hint, tell)


def _hint(task: Task) -> Hint | str:
    """Return the hint for a seat, or the sentence that says why there is none."""
    from hashi.coach import TooLarge, hint
    from hashi.rules import view

    game = task.record.replay()
    if not game.is_round_open:
        return NO_TURN
    if task.record.extra.get("daily"):
        return NO_HINTS
    try:
        return hint(view(game, task.seat))
    except TooLarge:
        return TOO_LARGE


def _tell(task: Task, found: Hint, arguments: argparse.Namespace, words: Words) -> None:
    from hashi.coach import STEP_NAMES, reveal
    from hashi.drawing import scene

    revealed = reveal(words, found, len(found.steps))
    name, round = task.record.setup.players[task.seat], len(task.record.cards)
    if arguments.json:
        print(json.dumps({"player": name, "round": round, **revealed.fields}), flush=True)
        return
    console = options.console(arguments, words)
    console.tell(words.say("{player}, round {round}", player=shown(name), round=round))
    for step, text in zip(revealed.steps, revealed.texts, strict=True):
        console.tell(f"  {words.say(STEP_NAMES[step])}")
        console.tell(f"    {text}", hang=4)
    game = task.record.replay()
    sheet = game.sheets[task.seat].with_marks(found.turn.marks)
    console.show(scene(sheet, fresh=found.turn, card=game.card), sheet)

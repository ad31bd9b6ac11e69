"""`hashi replay`: step through a recorded game, or draw a moment of it."""

from __future__ import annotations

import argparse
import sys

from hashi.cli import options, pictures
from hashi.rules import Illegal, Malformed
from hashi.words import N_, Words, shown

HELP = N_("step through a saved game")
DESCRIPTION = N_(
    "Steps through a saved game: forward, back, to any round, from player to "
    "player. With --svg or --png it saves one moment as a picture, with --gif the whole game."
)
EXAMPLE = "hashi replay game.json --round 9 --player Tim --svg out.svg"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument("file", metavar=say("FILE"), help=say("a game record"))
    parser.add_argument(
        "--round", metavar=say("ROUND"), help=say("the round to show; 0 is the setup")
    )
    parser.add_argument(
        "--player", metavar=say("NAME"), help=say("whose board to show, by name or number")
    )
    pictures.add_pictures(parser, words, moving=True)
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.drawing import Theme, svg
    from hashi.terminal.replay_browser import Moment, step_through
    from hashi.terminal.seats import seat_of

    try:
        record = options.read_record(arguments.file)
        record.replay()
        players = record.setup.players
        seat = 0 if arguments.player is None else seat_of(players, arguments.player)
        if seat is None:
            names = ", ".join(shown(name) for name in players)
            return _refuse(
                words.say("No player has this name. Choose from: {players}", players=names)
            )
        last = len(record.rounds)
        asked = arguments.round or (str(last) if pictures.is_asked(arguments) else "0")
        if asked not in [str(round) for round in range(last + 1)]:
            return _refuse(
                words.say(
                    "This game has rounds 0 to {last}, not “{given}”.",
                    last=last,
                    given=shown(asked),
                )
            )
        if not pictures.is_asked(arguments):
            step_through(options.console(arguments, words), record, int(asked), seat)
            return 0
        title = words.say("{player}, round {round}", player=players[seat], round=asked)

        def draw(theme: str, round: int = int(asked)) -> str:
            return svg(Moment(record, round).scene(seat), theme=Theme(theme), title=title)

        pictures.write_pictures(arguments, draw)
        pictures.write_moving(
            arguments, lambda theme: [draw(theme, round) for round in range(last + 1)]
        )
    except pictures.NoPackage as problem:
        return _refuse(problem.sentence(words))
    except (Malformed, Illegal) as problem:
        return options.fail(words, problem)
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2

"""`hashi replay`: step through a recorded game, or draw a moment of it."""

from __future__ import annotations

import argparse
import sys

from hashi.cli import options
from hashi.rules import Illegal, Malformed
from hashi.words import N_, Words, shown

HELP = N_("step through a saved game")
DESCRIPTION = N_(
    "Steps through a saved game: forward, back, to any round, from player to "
    "player. With --svg it saves one moment as a picture."
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
    parser.add_argument("--svg", metavar=say("FILE"), help=say("save an SVG picture"))
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
        asked = arguments.round or ("0" if not arguments.svg else str(last))
        if asked not in [str(round) for round in range(last + 1)]:
            return _refuse(
                words.say(
                    "This game has rounds 0 to {last}, not “{given}”.",
                    last=last,
                    given=shown(asked),
                )
            )
        if not arguments.svg:
            step_through(options.console(arguments, words), record, int(asked), seat)
            return 0
        title = words.say("{player}, round {round}", player=players[seat], round=asked)
        picture = Moment(record, int(asked)).scene(seat)
        theme = Theme(arguments.theme or "auto")
        options.write_picture(arguments.svg, svg(picture, theme=theme, title=title))
    except (Malformed, Illegal) as problem:
        return options.fail(words, problem)
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2

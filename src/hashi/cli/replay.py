"""`hashi replay`: step through a recorded game, or draw a moment of it."""

from __future__ import annotations

import argparse
import sys

from hashi.cli.parts import options, pictures
from hashi.record import Record
from hashi.rules import Illegal, Malformed
from hashi.whole_numbers import whole_number
from hashi.words import N_, Words, shown

DESCRIPTION = N_(
    "Steps through a saved game: forward, back, to any round, from player to "
    "player. With --svg or --png it saves one moment as a picture, with --gif the whole game."
)
EXAMPLE = "hashi replay game.json --round 9 --player Tim --svg out.svg"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "file",
        metavar=say("FILE"),
        help=say(
            "a game record, the number of a saved game, or an .ndjson file with one record per line"
        ),
    )
    parser.add_argument(
        "--game",
        metavar=say("NUMBER"),
        help=say("which record of an .ndjson file, counted from 1 (default: 1)"),
    )
    parser.add_argument(
        "--round", metavar=say("ROUND"), help=say("the round to show; 0 is the setup")
    )
    parser.add_argument(
        "--player", metavar=say("NAME"), help=say("whose board to show, by name or number")
    )
    pictures.add_pictures(parser, words, moving=True)
    options.add_look(parser, words)
    options.add_plain(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.drawing import Theme, svg
    from hashi.terminal.front import replay
    from hashi.terminal.replay_browser import ReplayRound
    from hashi.terminal.seats import seat_of

    try:
        record = _read_record(arguments.file, arguments.game)
        if record is None:
            return _refuse(
                words.say(
                    "There’s no game {number} in this file.", number=shown(arguments.game or 1)
                )
            )
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
        chosen = whole_number(asked)
        if chosen is None or chosen > last:
            return _refuse(
                words.say(
                    "This game has rounds 0 to {last}, not “{given}”.",
                    last=last,
                    given=shown(asked),
                )
            )
        if not pictures.is_asked(arguments):
            replay(options.console(arguments, words), record, chosen, seat)
            return 0
        title = words.say("{player}, round {round}", player=players[seat], round=chosen)

        def draw(theme: str, round: int = chosen) -> str:
            return svg(ReplayRound(record, round).scene(seat), theme=Theme(theme), title=title)

        pictures.write_pictures(arguments, draw)
        pictures.write_moving(
            arguments, lambda theme: [draw(theme, round) for round in range(last + 1)]
        )
    except pictures.NoPackage as problem:
        return _refuse(problem.sentence(words))
    except (Malformed, Illegal) as problem:
        return options.fail(words, problem)
    return 0


def _read_record(name: str, number: str | None) -> Record | None:
    """Return the record that is asked for, or None where the file has no such number."""
    is_many = name.endswith(".ndjson")
    if not is_many and number in (None, "1"):
        return options.read_record(name)
    wanted = whole_number(number or "1")
    if not is_many or not wanted:
        return None
    return options.numbered_record(name, wanted)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2

"""Recorded games for commands that look into them: whose, and what is said of those that fail."""

from __future__ import annotations

import argparse
import json
import sys

from hashi.cli import options
from hashi.cli.exit_status import UNREADABLE
from hashi.record import Record, error
from hashi.rules import Illegal, Malformed, Reason, Refusal
from hashi.words import Words, shown

Found = Record | Malformed | Illegal


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the file, and the player that is asked for."""
    say = words.say
    parser.add_argument(
        "file",
        metavar=say("FILE"),
        help=say(
            "a game record, or an .ndjson file with one record per line; - reads standard input"
        ),
    )
    parser.add_argument(
        "--player", metavar=say("NAME"), help=say("only this player, by name or number")
    )


def checked(found: Record | Malformed, *, must_be_over: bool = False) -> Found:
    """Return the record if the rules allow its game, or why not."""
    if isinstance(found, Record):
        try:
            game = found.replay()
        except Illegal as illegal:
            return illegal
        if must_be_over and not game.is_over:
            return Illegal(Refusal(Reason.ROUND_OPEN), round=len(game.cards))
    return found


def seats(game: Found, player: str | None) -> list[int]:
    """Return the seats that are asked for; none where nobody has that name."""
    from hashi.terminal.seats import seat_of

    if not isinstance(game, Record):
        return []
    if player is None:
        return list(range(len(game.setup.players)))
    seat = seat_of(game.setup.players, player)
    return [] if seat is None else [seat]


def tell_problem(problem: Malformed | Illegal, words: Words, *, is_json: bool) -> int:
    """Say why there is no game; the exit status."""
    if not is_json:
        return options.fail(words, problem)
    print(json.dumps(error(problem, options.message(words, problem))), flush=True)
    return options.status(problem)


def tell_no_player(game: Record, words: Words) -> int:
    """Say who plays, where nobody has the name that was asked for; the exit status."""
    names = ", ".join(shown(name) for name in game.setup.players)
    sentence = words.say("No player has this name. Choose from: {players}", players=names)
    print(sentence, file=sys.stderr)
    return UNREADABLE

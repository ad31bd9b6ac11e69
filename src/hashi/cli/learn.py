"""`hashi learn`: let this computer learn a board by heart."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from hashi.boards import read_deck, standard_deck
from hashi.cli.parts import options
from hashi.cli.parts.exit_status import DONE, INTERRUPTED, REFUSED
from hashi.rules import Board, Card, Malformed
from hashi.words import N_, Words, shown

if TYPE_CHECKING:
    from hashi.coach.study import Look, Studied

DESCRIPTION = N_(
    "Lets this computer learn a board by heart: the best bot plays thousands of games on it and "
    "learns from each. If it plays better afterwards, what it learned is kept in your data folder, "
    "and from then on this bot, hints and reviews on this computer use it for this board. Learning "
    "again goes on from there. Ctrl+C stops early and keeps the best so far."
)
EXAMPLE = "hashi learn my-board.txt --minutes 30"

MINUTES = 10.0
WIDEST = 30
"""Columns of the longest bar."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument("board", metavar=say("BOARD"), help=say("A, B or a file"))
    parser.add_argument("--deck", metavar=say("FILE"), help=say("your own deck: cards such as 5/3"))
    parser.add_argument(
        "--minutes",
        type=options.above_zero(words),
        default=MINUTES,
        metavar=say("NUMBER"),
        help=say("how many minutes to learn (default: {minutes})", minutes=f"{MINUTES:g}"),
    )
    parser.add_argument(
        "--seed",
        type=options.at_least(words, 0),
        default=1,
        metavar=say("NUMBER"),
        help=say("the same number gives the same first games (default: 1)"),
    )
    parser.add_argument(
        "--forget",
        action="store_true",
        help=say("delete what was learned of this board and deck"),
    )
    parser.add_argument("--json", action="store_true", help=say("print JSON for programs"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.arrays.chart import fits
    from hashi.bots.learned.search import is_compiled

    try:
        side = options.playable(options.board_of(arguments.board), arguments.board)
        deck = read_deck(arguments.deck) if arguments.deck else standard_deck()
        if arguments.forget:
            return _forget(side, deck, words)
        if not is_compiled:
            return _refuse(words.say("Learning takes far too long without a C compiler."))
        if not fits(side):
            return _refuse(
                words.say("This board is too large to learn: 32 islands and 64 lines are the most.")
            )
        return _learn(side, deck, arguments, words)
    except Malformed as malformed:
        return options.fail(words, malformed)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return REFUSED


def _forget(side: Board, deck: tuple[Card, ...], words: Words) -> int:
    from hashi.bots.learned.by_heart import path_for

    path = path_for(side, deck)
    try:
        path.unlink()
    except FileNotFoundError:
        print(words.say("This computer hasn’t learned this board."))
    except OSError as error:
        raise options.unwritable(error, str(path)) from None
    else:
        print(words.say("Deleted: {file}", file=shown(str(path), len(str(path)))))
    return DONE


def _learn(side: Board, deck: tuple[Card, ...], arguments: argparse.Namespace, words: Words) -> int:
    from hashi.bots.learned.by_heart import keep, path_for
    from hashi.coach.study import Lessons, study

    lines = _CurveLines(words)
    if not arguments.json:
        lines.begin()
    lessons = Lessons(minutes=arguments.minutes, seed=arguments.seed)
    studied = study(side, deck, lessons, tell=_nothing if arguments.json else lines.show)
    path = None
    if studied.learned is not None:
        try:
            path = keep(studied.learned, side, deck)
        except OSError as error:
            raise options.unwritable(error, str(path_for(side, deck))) from None
    if arguments.json:
        print(json.dumps(_fields(studied, None if path is None else str(path))))
    else:
        lines.end(studied)
    return DONE if studied.is_whole else INTERRUPTED


def _nothing(look: Look) -> None:
    pass


def _fields(studied: Studied, path: str | None) -> dict[str, object]:
    return {
        "before": studied.before,
        "after": studied.after,
        "games": studied.games,
        "file": path,
        "curve": [[look.seconds, look.games, look.points] for look in studied.curve],
    }


class _CurveLines:
    """What people read: a line each time the values are looked at, with a bar of the points."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._base = 0.0
        """The points of an empty bar, a little below those of the first line."""

    def begin(self) -> None:
        say = self._words.say
        print(say("Ctrl+C stops early and keeps the best so far."))
        time, games, points = say("Time"), say("Games"), say("Points")
        print(f"{time:>8}  {games:>10}  {points:>7}", flush=True)

    def show(self, look: Look) -> None:
        from hashi.words.display import one_decimal

        if not look.games:
            self._base = look.points - 1.0
        length = round(min(WIDEST, max(0.0, look.points - self._base) * WIDEST / 4))
        minutes, seconds = divmod(round(look.seconds), 60)
        points = one_decimal(self._words.language, look.points)
        time = f"{minutes}:{seconds:02}"
        print(f"{time:>8}  {look.games:>10}  {points:>7}  {'#' * length}", flush=True)

    def end(self, studied: Studied) -> None:
        from hashi.words.display import one_decimal

        say, language = self._words.say, self._words.language
        before = one_decimal(language, studied.before)
        if studied.learned is None:
            print(
                say(
                    "Nothing better was found: the bot scores {before} points on average without "
                    "looking ahead, as before. Nothing has changed.",
                    before=before,
                )
            )
            return
        print(
            say(
                "Learned: without looking ahead the bot now scores {after} points on average, "
                "{before} before. From now on it, hints and reviews use this on this computer.",
                after=one_decimal(language, studied.after),
                before=before,
            )
        )

"""`hashi daily`: the board of the day in the terminal, the same cards as everywhere."""

from __future__ import annotations

import argparse
import time
from datetime import date
from typing import TYPE_CHECKING

from hashi.boards import FIRST_DAY, FIRST_WEEK, DailyBoard, day_at, last_sunday, read_day
from hashi.cli.parts import options
from hashi.cli.parts.saved import games_folder
from hashi.cli.play import run_game
from hashi.rules import Malformed, Pens
from hashi.words import N_, Words, daily_text, usual_name, weekday_text

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.tables.local_game import LocalGame

DESCRIPTION = N_(
    "One side and one order of cards for everyone, everywhere, for each date (UTC). The first "
    "game you finish counts; any later one is practice."
)
EXAMPLE = "hashi daily --date 2026-11-15"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--date",
        metavar=say("DATE"),
        help=say("another day such as 2026-11-15 (default: today in UTC)"),
    )
    parser.add_argument(
        "--week",
        action="store_true",
        help=say("the board of the week: that of the last Sunday, or of the date’s"),
    )
    options.add_look(parser, words)
    options.add_plain(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    console = options.console(arguments, words)
    opened: list[LocalGame] = []

    def open_game() -> LocalGame:
        day = _day(arguments.date, day_at(time.time()), is_week=arguments.week)
        opened.append(_resumed(console, day) or _begun(console, day))
        return opened[0]

    return run_game(console, open_game, after=lambda: _tell_result(console, opened[0]))


def _day(given: str | None, today: date, *, is_week: bool = False) -> date:
    """Return the day that is asked for, the Sunday before it for the board of a week; raise
    Malformed where it has no board yet."""
    first = FIRST_WEEK if is_week else FIRST_DAY
    day = today if given is None else read_day(given)
    day = last_sunday(day) if day is not None and is_week else day
    if day is None or not first <= day <= today:
        from hashi.table.flaw import TableFlaw

        last = max(today, first).isoformat()
        asked = given or today.isoformat()
        raise Malformed(TableFlaw.DAY, given=asked, least=first.isoformat(), most=last)
    return day


def _resumed(console: Console, day: date) -> LocalGame | None:
    """Return the unfinished game on the board of that day, if there is one."""
    from hashi.terminal.tables.local_game import LocalGame
    from hashi.terminal.tables.saved_games import newest_unfinished, open_saved

    path = newest_unfinished(games_folder(), day.isoformat())
    if path is None:
        return None
    return LocalGame(console.words, open_saved(path), _is_repeated)


def _begun(console: Console, day: date) -> LocalGame:
    from hashi.boards import standard_deck
    from hashi.host.local_table import LocalTable
    from hashi.terminal.tables.local_game import LocalGame
    from hashi.terminal.tables.saved_games import is_played, new_log, options_for

    words, daily = console.words, DailyBoard.of(day)
    if daily.side:
        told = words.say(
            "Board of the day: {day}, side {side}.", day=_text(words, day), side=daily.side
        )
    else:
        told = words.say("Board of the week: {day}.", day=_text(words, day))
    console.tell(told)
    if is_played(games_folder(), day.isoformat()):
        console.tell(words.say("You’ve already played this board, so this game is practice."))
    agreed = options_for(daily.board, standard_deck(), 1, Pens.GUIDED)
    table = LocalTable(new_log(games_folder()), time.time)
    table.begin(agreed, [usual_name(words)], daily.deal, daily=day.isoformat())
    return LocalGame(words, table, _is_repeated)


def _is_repeated(daily: str) -> bool:
    """Return whether a game that is over was not the first one here on the board of its date."""
    from hashi.terminal.tables.saved_games import saved_games

    return sum(saved.is_over for saved in saved_games(games_folder(), daily)) > 1


def _text(words: Words, day: date) -> str:
    return f"{weekday_text(words, day)} {day.year}"


def _tell_result(console: Console, game: LocalGame) -> None:
    """Tell the result as a text to pass on; a later game on the same board has no rank."""
    console.tell()
    text = daily_text(console.words, game.game, date.fromisoformat(game.daily), aid=game.aid)
    for line in text.split("\n"):
        console.tell(line)
    console.tell()

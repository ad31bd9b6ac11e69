"""`hashi arena`: many games among bots, and how they did."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from hashi.boards import read_deck, standard_deck
from hashi.cli.parts import contenders, many_games, options
from hashi.cli.parts.exit_status import INTERRUPTED, REFUSED, UNREADABLE
from hashi.cli.parts.progress import Progress
from hashi.rules import Flaw, Malformed
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.words import N_, Words, shown
from hashi.words.display import LONGEST_PATH

if TYPE_CHECKING:
    from hashi.arena.standings import Standing, Standings
    from hashi.arena.tournament import Contest
    from hashi.rules import Deal

DESCRIPTION = N_(
    "Plays one bot solo, or two to four bots at a table where they move one seat "
    "along after every game, and shows how they did. The same seed gives the same "
    "games on every machine."
)
EXAMPLE = "hashi arena greedy random --games 100 --seed 1 --json"

GAMES = 1000


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "bots",
        nargs="+",
        type=contenders.bot_id(words),
        metavar=say("BOT"),
        help=contenders.bot_help(words),
    )
    parser.add_argument(
        "--board", default="A", metavar=say("BOARD"), help=say("A, B or a file (default: A)")
    )
    parser.add_argument("--deck", metavar=say("FILE"), help=say("your own deck: cards such as 5/3"))
    parser.add_argument(
        "--games",
        type=options.at_least(words, 1),
        metavar=say("NUMBER"),
        help=say(
            "how many games (default: {games}; with --decks, as many as the file has)", games=GAMES
        ),
    )
    parser.add_argument(
        "--seed",
        default="1",
        metavar=say("TEXT"),
        help=say(
            "the same text gives the same cards, and the same random choices to the bots"
            " (default: 1)"
        ),
    )
    parser.add_argument(
        "--decks",
        metavar=say("FILE"),
        help=say("the cards of each game, one game per line, instead of random ones"),
    )
    parser.add_argument(
        "--records", metavar=say("FILE"), help=say("save a record of each game, one per line")
    )
    many_games.add_arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=say("print JSON for programs"))
    contenders.add_traceback(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from concurrent.futures import BrokenExecutor

    from hashi.arena.match import Failed
    from hashi.arena.workers import NoCluster
    from hashi.bots.loader import NoBot

    try:
        with contextlib.redirect_stdout(
            sys.stderr
        ):  # bots may print; standard output is for the result
            contest, deals = _agreed(arguments)
            games = len(deals) or arguments.games or GAMES
            standings, is_whole = _played(contest, deals, games, arguments)
    except Malformed as malformed:
        return options.fail(words, malformed)
    except (NoBot, Failed) as problem:
        contenders.report(words, problem, with_trace=arguments.traceback)
        return REFUSED if isinstance(problem, Failed) else UNREADABLE
    except TooFew as problem:
        return contenders.end(problem.sentence(words))
    except NoCluster as problem:
        return contenders.end(problem.sentence(words), REFUSED)
    except BrokenExecutor:
        return contenders.end(
            words.say("A process crashed, and the games it was playing were lost."), REFUSED
        )
    if not is_whole and not standings.games:
        return INTERRUPTED
    if arguments.json:
        print(json.dumps(standings.to_json()))
    else:
        _tell_people(standings, words)
    if is_whole:
        return 0
    stopped = words.say("Stopped: {count} of {games} games.", count=standings.games, games=games)
    return contenders.end(stopped, INTERRUPTED)


class TooFew(Exception):
    """More games are asked for than the file of decks has."""

    def __init__(self, file: str, found: int, wanted: int) -> None:
        super().__init__(file, found, wanted)
        self.file, self.found, self.wanted = file, found, wanted

    def sentence(self, words: Words) -> str:
        if not self.found:
            return words.say("There’s no game in {file}.", file=shown(self.file, LONGEST_PATH))
        return words.say_many(
            "{file} has {count} game, not the {wanted} given with --games.",
            "{file} has {count} games, not the {wanted} given with --games.",
            self.found,
            file=shown(self.file, LONGEST_PATH),
            wanted=self.wanted,
        )


def _agreed(arguments: argparse.Namespace) -> tuple[Contest, tuple[Deal, ...]]:
    """What is played, and the cards of each game where a file has them."""
    from hashi.arena.tournament import Contest, ids
    from hashi.bots.loader import find, id_of
    from hashi.record.decks import read_deals

    names: tuple[str, ...] = tuple(arguments.bots)
    if len(names) > MOST_PLAYERS:
        raise Malformed(Flaw.PLAYERS, given=len(names), most=MOST_PLAYERS)
    side = options.playable(options.board_of(arguments.board), arguments.board)
    called = ids([id_of(name, find(name)) for name in names])
    deck = read_deck(arguments.deck) if arguments.deck else standard_deck()
    contest = Contest(names, called, side, arguments.seed, bool(arguments.records), deck)
    if not arguments.decks:
        return contest, ()
    deals = read_deals(arguments.decks, deck)
    if len(deals) < (arguments.games or 1):
        raise TooFew(arguments.decks, len(deals), arguments.games or 1)
    return contest, deals[: arguments.games]


def _played(
    contest: Contest, deals: tuple[Deal, ...], games: int, arguments: argparse.Namespace
) -> tuple[Standings, bool]:
    """The results, and whether all games were played: Ctrl+C keeps those that were."""
    from hashi.arena.standings import Standings
    from hashi.arena.tournament import outcomes

    standings = Standings(contest.ids, len(contest.deck) - 1)
    progress = Progress(games)
    played = contextlib.closing(outcomes(contest, games, deals, many_games.workers(arguments)))
    with _Lines(arguments.records) as lines, progress, played as each:
        try:
            for done, outcome in enumerate(each, start=1):
                lines.write(outcome.record)
                standings.add(outcome)
                progress.show(done)
        except KeyboardInterrupt:
            return standings, False
    return standings, True


class _Lines:
    """Writes lines into a file, or nowhere; Malformed where that is not possible."""

    def __init__(self, name: str | None) -> None:
        self._name = name
        self._file = None
        if name is not None:
            with self._told():
                self._file = Path(name).open("w", encoding="utf-8")  # noqa: SIM115, it is a context

    def write(self, line: str) -> None:
        if self._file is not None:
            with self._told():
                self._file.write(f"{line}\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with self._told():
                self._file.close()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise options.unwritable(error, self._name or "") from None


def _tell_people(standings: Standings, words: Words) -> None:
    say = words.say
    bots = standings.bots
    is_alone = len(bots) == 1
    rows = [
        [say("Bot"), say("Points"), *([] if is_alone else [say("Wins")]), say("ms per turn")],
        *(_row(bot, is_alone) for bot in bots),
    ]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    print(words.say_many("{count} game", "{count} games", standings.games))
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]))


def _row(bot: Standing, is_alone: bool) -> list[str]:
    wins = [] if is_alone else [f"{100 * bot.wins:.1f} %"]
    return [shown(bot.name), f"{bot.mean:.2f} ± {bot.error:.2f}", *wins, f"{bot.ms_per_turn:.2f}"]

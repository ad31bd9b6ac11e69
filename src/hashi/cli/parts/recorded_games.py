"""Recorded games for commands that look into every seat of each, and what is said of bad ones."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeVar

from hashi.cli.parts import many_games, options
from hashi.cli.parts.exit_status import REFUSED, UNREADABLE
from hashi.cli.parts.progress import Progress
from hashi.record import Record, error
from hashi.rules import Illegal, Malformed, Reason, Refusal
from hashi.words import Words, shown

Found = Record | Malformed | Illegal
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Task:
    """One seat of a game that is to be looked into."""

    record: Record
    seat: int


class _NoRound(Illegal):
    """A game without a closed round, where one is needed."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the file, the player that is asked for, who does the work, and how it is shown."""
    say = words.say
    parser.add_argument(
        "file",
        metavar=say("FILE"),
        help=say(
            "a game record, the number of a saved game, or an .ndjson file with one record per "
            "line; - reads standard input"
        ),
    )
    parser.add_argument(
        "--player", metavar=say("NAME"), help=say("only this player, by name or number")
    )
    many_games.add_arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=say("print JSON for programs"))
    options.add_look(parser, words)


def look_into(
    arguments: argparse.Namespace,
    words: Words,
    work: Callable[[Task], T],
    tell: Callable[[list[Task], list[T], bool], int],
    *,
    needs_a_round: bool = False,
) -> int:
    """Do the work for every seat that is asked for, and tell the results game by game.

    `work` may run in another process. `tell` gets the seats of one game with their results, and
    whether to be brief; it returns the exit status, as this function does.
    """
    from hashi.arena.workers import NoCluster

    read = options.read_records(arguments.file)
    games = [_checked(found, needs_a_round=needs_a_round) for found in read]
    tasks = [_tasks(game, arguments.player) for game in games]
    every = [task for each in tasks for task in each]
    workers = many_games.workers(arguments)
    few = replace(workers, jobs=min(workers.count, len(every)) or 1)
    is_brief = arguments.file.endswith(".ndjson") or len(games) > 1
    status = done = 0
    try:
        with (
            Progress(len(every)) as progress,
            closing(few.results(work, lambda _: every)) as results,
        ):
            for game, each in zip(games, tasks, strict=True):
                found = []
                for _ in each:
                    progress.show(done)
                    found.append(next(results))
                    done += 1
                progress.clear()
                if not isinstance(game, Record):
                    told = _tell_problem(game, words, is_json=arguments.json)
                else:
                    told = tell(each, found, is_brief) if each else _tell_no_player(game, words)
                status = max(status, told)
    except NoCluster as problem:
        print(problem.sentence(words), file=sys.stderr)
        return REFUSED
    return status


def _checked(found: Record | Malformed, *, needs_a_round: bool = False) -> Found:
    """Return the record if the rules allow its game, or why not."""
    if isinstance(found, Record):
        try:
            game = found.replay()
        except Illegal as illegal:
            return illegal
        if needs_a_round and not game.rounds:
            return _NoRound(Refusal(Reason.ROUND_OPEN), round=len(game.cards))
    return found


def _tasks(game: Found, player: str | None) -> list[Task]:
    """Return the seats that are asked for; none where nobody has that name."""
    from hashi.terminal.seats import seat_of

    if not isinstance(game, Record):
        return []
    players = game.setup.players
    seats = range(len(players)) if player is None else [seat_of(players, player)]
    return [Task(game, seat) for seat in seats if seat is not None]


def _tell_problem(problem: Malformed | Illegal, words: Words, *, is_json: bool) -> int:
    """Say why there is no game; the exit status."""
    if not is_json and isinstance(problem, _NoRound):
        print(words.say("No round of this game is over yet."), file=sys.stderr)
        return REFUSED
    if not is_json:
        return options.fail(words, problem)
    print(json.dumps(error(problem, options.message(words, problem))), flush=True)
    return options.status(problem)


def _tell_no_player(game: Record, words: Words) -> int:
    """Say who plays, where nobody has the name that was asked for; the exit status."""
    names = ", ".join(shown(name) for name in game.setup.players)
    sentence = words.say("No player has this name. Choose from: {players}", players=names)
    print(sentence, file=sys.stderr)
    return UNREADABLE

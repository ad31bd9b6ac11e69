"""`hashi review`: what every turn of a saved game cost, and why."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hashi.cli import many_games, options, recorded_games
from hashi.cli.exit_status import REFUSED
from hashi.cli.progress import Progress
from hashi.record import Record
from hashi.words import N_, Words, shown

if TYPE_CHECKING:
    from hashi.arena.workers import Workers
    from hashi.coach import PlayerReview, Review, TurnReview
    from hashi.terminal.console import Console

HELP = N_("show what each turn of a saved game cost, and why")
DESCRIPTION = N_(
    "Reviews finished games: what was expected, what the cards brought, what each turn cost "
    "compared with the best one, and why. The exit status is 0, or 1 if a rule is broken or a "
    "game isn’t over, 2 if a record can’t be read."
)
EXAMPLE = "hashi review game.json --player Tim"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    recorded_games.add_arguments(parser, words)
    many_games.add_arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=say("print JSON for programs"))
    options.add_look(parser, words)


@dataclass(frozen=True, slots=True)
class _Task:
    """The review of one seat of a game."""

    record: Record
    seat: int


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.arena.workers import NoCluster

    try:
        return _run(arguments, words)
    except NoCluster as problem:
        print(problem.sentence(words), file=sys.stderr)
        return REFUSED


def _run(arguments: argparse.Namespace, words: Words) -> int:
    games = [
        recorded_games.checked(found, must_be_over=True)
        for found in options.read_records(arguments.file)
    ]
    seats = [recorded_games.seats(game, arguments.player) for game in games]
    tasks = [
        _Task(game, seat)
        for game, chosen in zip(games, seats, strict=True)
        if isinstance(game, Record)
        for seat in chosen
    ]
    is_brief = arguments.file.endswith(".ndjson") or len(games) > 1
    status = done = 0
    found = contextlib.closing(_found(tasks, many_games.workers(arguments)))
    with Progress(len(tasks)) as progress, found as each:
        for game, chosen in zip(games, seats, strict=True):
            parts = []
            for _ in chosen:
                progress.show(done)
                parts.append(next(each))
                done += 1
            progress.clear()
            if not isinstance(game, Record):
                status = max(
                    status, recorded_games.tell_problem(game, words, is_json=arguments.json)
                )
            elif not chosen:
                status = max(status, recorded_games.tell_no_player(game, words))
            elif None in parts:
                status = max(status, _tell_too_large(words))
            else:
                _tell([part for part in parts if part], arguments, words, is_brief=is_brief)
    return status


def _found(tasks: list[_Task], workers: Workers) -> Generator[Review | None, None, None]:
    """Yield the review of each task, in order; None for a board that is too large."""
    few = replace(workers, jobs=min(workers.count, len(tasks)) or 1)
    yield from few.results(_review, lambda _: tasks)


def _review(task: _Task) -> Review | None:
    from hashi.coach import TooLarge, possible, review

    try:
        return review(task.record, seats=[task.seat], possible=possible)
    except TooLarge:
        return None


# --- what is printed


def _tell_too_large(words: Words) -> int:
    sentence = words.say("This board is too large: the coach takes up to 32 islands and 64 lines.")
    print(sentence, file=sys.stderr)
    return REFUSED


def _tell(
    parts: list[Review], arguments: argparse.Namespace, words: Words, *, is_brief: bool
) -> None:
    from hashi.coach import Review, to_json

    whole = Review(tuple(player for part in parts for player in part.players), parts[0].method)
    if arguments.json:
        print(json.dumps(to_json(whole, words)), flush=True)
    elif is_brief:
        print(" ".join(_sum(words, player) for player in whole.players), flush=True)
    else:
        console = options.console(arguments, words)
        for player in whole.players:
            _tell_player(console, player)
        _tell_method(console, whole)


def _sum(words: Words, player: PlayerReview) -> str:
    """The sum that explains the total; what others did is left out alone."""
    from hashi.coach.sentences import figure

    details = {
        "player": shown(player.name),
        "points": player.total,
        "expected": figure(words, player.expected.value),
        "luck": figure(words, player.luck, is_signed=True),
        "cost": figure(words, -player.cost, is_signed=True),
    }
    if player.start is not None:
        return words.say(
            "{player}: {points} points = {expected} expected, {luck} cards, {cost} turns.",
            **details,
        )
    return words.say(
        "{player}: {points} points = {expected} expected, {luck} cards, {others} others, "
        "{cost} turns.",
        others=figure(words, player.others, is_signed=True),
        **details,
    )


def _tell_player(console: Console, player: PlayerReview) -> None:
    from hashi.coach import like_sentence, start_sentence
    from hashi.drawing import scene

    words = console.words
    console.tell(_sum(words, player))
    console.tell(like_sentence(words, player))
    if player.start is not None:
        console.tell(start_sentence(words, player.start))
    console.tell("")
    for turn in player.turns:
        _tell_turn(console, turn)
    console.tell("")
    costliest = player.costliest
    if not costliest:
        console.tell(words.say("No turn cost much."))
        return
    turn = costliest[0]
    console.tell(words.say("The costliest turn, round {round}:", round=turn.round))
    for title, marks, sheet in (
        (words.say("Played: {turn}", turn=turn.played), turn.played, turn.played_sheet),
        (words.say("Better: {turn}", turn=turn.best), turn.best, turn.best_sheet),
    ):
        console.tell(title)
        console.show(scene(sheet, fresh=marks, card=turn.card), sheet)


def _tell_turn(console: Console, turn: TurnReview) -> None:
    """A line for a turn: what was played, what it cost; below it the better turn and why."""
    from hashi.coach import Label, explain_turn, label_name
    from hashi.coach.sentences import figure

    words = console.words
    value, cost = figure(words, turn.value), figure(words, -turn.cost)
    head = f"{turn.round:>4}  {turn.card}  {value:>4}  "
    if turn.label in (Label.BEST, Label.FINE):
        console.tell(f"{head}{turn.played} ({label_name(words, turn.label)})", hang=len(head))
        return
    label = label_name(words, turn.label)
    console.tell(f"{head}{turn.played} ({label}, {cost})", hang=len(head))
    better = words.say("Better: {turn}", turn=turn.best)
    told = " ".join([f"{better}.", *explain_turn(words, turn)])
    console.tell(" " * len(head) + told, hang=len(head))


def _tell_method(console: Console, review: Review) -> None:
    """How sure the figures are where they come from games played on."""
    from hashi.coach import Method
    from hashi.coach.sentences import figure

    if review.method is Method.ROLLOUTS:
        error = max(outlook.error for player in review.players for outlook in player.curve)
        console.tell(
            console.words.say(
                "For this board or deck there are no learned values. The figures come from games "
                "that a bot played on, and are sure to about {points} points.",
                points=figure(console.words, error),
            )
        )

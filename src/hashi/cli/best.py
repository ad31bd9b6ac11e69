"""`hashi best`: the most points that were possible with the cards of a game."""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import TYPE_CHECKING

from hashi.cli.parts import options, recorded_games
from hashi.cli.parts.recorded_games import Task
from hashi.record import Record, to_fields
from hashi.words import N_, Words, shown

if TYPE_CHECKING:
    from hashi.coach import Best

DESCRIPTION = N_(
    "Finds the most points that each player could have scored with the same cards, and shows "
    "how. Solo, the starting number may change too; at a table it stays, and the others play as "
    "they did. The exit status is 0, or 1 if a rule is broken, 2 if a record can’t be read."
)
EXAMPLE = "hashi best game.json --seconds 5"

SECONDS = 10.0


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    recorded_games.add_arguments(parser, words)
    parser.add_argument(
        "--seconds",
        type=options.above_zero(words),
        default=SECONDS,
        metavar=say("NUMBER"),
        help=say(
            "how many seconds to search for each player at most (default: {seconds})",
            seconds=f"{SECONDS:g}",
        ),
    )


def run(arguments: argparse.Namespace, words: Words) -> int:
    def tell(tasks: list[Task], bests: list[Best], is_brief: bool) -> int:
        game, seats = tasks[0].record, [task.seat for task in tasks]
        if arguments.json:
            print(json.dumps(_fields(game, seats, bests)), flush=True)
        else:
            _tell_people(game, seats, bests, arguments, words, is_brief=is_brief)
        return 0

    search = partial(_search, seconds=arguments.seconds)
    return recorded_games.look_into(arguments, words, search, tell)


def _search(task: Task, seconds: float) -> Best:
    from hashi.coach import best

    return best(task.record, task.seat, seconds=seconds)


# --- what is printed


def _fields(game: Record, seats: list[int], bests: list[Best]) -> dict[str, object]:
    return {
        "players": [
            {
                "name": game.setup.players[seat],
                "best": best.points,
                "bound": best.bound,
                "proven": best.proven,
                "seconds": round(best.seconds, 3),
                "record": to_fields(best.record),
            }
            for seat, best in zip(seats, bests, strict=True)
        ]
    }


def _tell_people(
    game: Record,
    seats: list[int],
    bests: list[Best],
    arguments: argparse.Namespace,
    words: Words,
    *,
    is_brief: bool,
) -> None:
    totals = game.replay().totals
    sentences = [
        _sentence(words, game.setup.players[seat], totals[seat], best)
        for seat, best in zip(seats, bests, strict=True)
    ]
    if is_brief:
        print(" ".join(sentences), flush=True)
        return
    from hashi.terminal.replay_browser import ReplayRound

    console = options.console(arguments, words)
    for seat, best, sentence in zip(seats, bests, sentences, strict=True):
        console.tell(sentence)
        rounds = best.record.rounds
        if game.setup.is_solo:
            console.tell(words.say("Starting number: {mark}", mark=str(best.record.starts[seat])))
        for round, (card, turns) in enumerate(zip(best.record.cards, rounds, strict=False), 1):
            console.tell(f"{round:>4}  {card}  {turns[seat]}", hang=11)
        console.show(ReplayRound(best.record, len(rounds)).scene(seat), best.game.sheets[seat])


def _sentence(words: Words, player: str, total: int, best: Best) -> str:
    details = {"player": shown(player), "points": total, "best": best.points, "bound": best.bound}
    if best.game.setup.is_solo:
        if best.proven:
            return words.say(
                "{player}: {points} points. Possible with any start: {best}.", **details
            )
        return words.say(
            "{player}: {points} points. Possible with any start: at least {best}, at most {bound}.",
            **details,
        )
    if best.proven:
        return words.say("{player}: {points} points. Possible after the start: {best}.", **details)
    return words.say(
        "{player}: {points} points. Possible after the start: at least {best}, at most {bound}.",
        **details,
    )

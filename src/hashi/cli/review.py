"""`hashi review`: what every turn of a saved game cost, and why."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from hashi.cli.parts import options, recorded_games
from hashi.cli.parts.exit_status import REFUSED
from hashi.cli.parts.recorded_games import Task
from hashi.words import N_, Words

if TYPE_CHECKING:
    from hashi.coach import Review

DESCRIPTION = N_(
    "Reviews games: what was expected, what the cards brought, what each turn cost compared with "
    "the best one, and why. The exit status is 0, or 1 if a rule is broken or no round was "
    "finished, 2 if a record can’t be read."
)
EXAMPLE = "hashi review game.json --player Tim"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    recorded_games.add_arguments(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    def tell(_: list[Task], parts: list[Review | None], is_brief: bool) -> int:
        if None in parts:
            return _tell_too_large(words)
        _tell([part for part in parts if part], arguments, words, is_brief=is_brief)
        return 0

    return recorded_games.look_into(arguments, words, _review, tell, needs_a_round=True)


def _review(task: Task) -> Review | None:
    """Return the review of a seat; None for a board that is too large."""
    from hashi.coach import TooLarge, possible, review

    try:
        return review(task.record, seats=[task.seat], possible=possible)
    except TooLarge:
        return None


# --- what is printed


def _tell_too_large(words: Words) -> int:
    sentence = words.say(
        "This board is too large: the coach can handle up to 32 islands and 64 lines."
    )
    print(sentence, file=sys.stderr)
    return REFUSED


def _tell(
    parts: list[Review], arguments: argparse.Namespace, words: Words, *, is_brief: bool
) -> None:
    from hashi.coach import to_json
    from hashi.terminal.review_lines import sum_sentence, tell_review

    players = tuple(player for part in parts for player in part.players)
    whole = replace(parts[0], players=players)
    if arguments.json:
        print(json.dumps(to_json(whole, words)), flush=True)
    elif is_brief:
        print(" ".join(sum_sentence(words, player, whole) for player in whole.players), flush=True)
    else:
        tell_review(options.console(arguments, words), whole)

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
from hashi.words import N_, Words, shown, turn_text

if TYPE_CHECKING:
    from hashi.coach import PlayerReview, Review, TurnReview
    from hashi.rules import Turn
    from hashi.terminal.console import Console

DESCRIPTION = N_(
    "Reviews games: what was expected, what the cards brought, what each turn cost compared with "
    "the best one, and why. The exit status is 0, or 1 if a rule is broken or no round was "
    "finished, 2 if a record can’t be read."
)
SUMS = {
    (True, True): N_(
        "{player}: {points} points = {expected} expected, cards {luck}, turns {cost}."
    ),
    (False, True): N_(
        "{player}: {points} points = {expected} expected, cards {luck}, others {others}, "
        "turns {cost}."
    ),
    (True, False): N_(
        "{player}, {points} points after round {round}: {end} expected at the end = {expected} "
        "expected at the start, cards {luck}, turns {cost}."
    ),
    (False, False): N_(
        "{player}, {points} points after round {round}: {end} expected at the end = {expected} "
        "expected at the start, cards {luck}, others {others}, turns {cost}."
    ),
}
"""The sum of a player, by whether there is one alone, and whether the game is over."""
UNFINISHED = N_("This game isn’t over, so its result and what was possible can’t be said.")
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

    players = tuple(player for part in parts for player in part.players)
    whole = replace(parts[0], players=players)
    if arguments.json:
        print(json.dumps(to_json(whole, words)), flush=True)
    elif is_brief:
        print(" ".join(_sum(words, player, whole) for player in whole.players), flush=True)
    else:
        console = options.console(arguments, words)
        for player in whole.players:
            _tell_player(console, player, whole)
        if not whole.is_over:
            console.tell(
                words.say(
                    "This game isn’t over, so its result and what was possible can’t be said."
                )
            )
        _tell_method(console, whole)


def _sum(words: Words, player: PlayerReview, whole: Review) -> str:
    """The sum that explains the total, or what was expected when the game was stopped; what others
    did is left out alone."""
    from hashi.coach.reviews.sentences import figure

    details: dict[str, object] = {
        "player": shown(player.name),
        "points": player.total,
        "expected": figure(words, player.expected.value),
        "luck": figure(words, player.luck, is_signed=True),
        "cost": figure(words, -player.cost, is_signed=True),
    }
    is_alone, is_over = player.start is not None, whole.is_over
    if not is_alone:
        details["others"] = figure(words, player.others, is_signed=True)
    if not is_over:
        details |= {"round": len(player.turns), "end": figure(words, player.end)}
    return words.say(SUMS[is_alone, is_over], **details)


def _tell_player(console: Console, player: PlayerReview, whole: Review) -> None:
    from hashi.coach import like_sentence, start_sentence
    from hashi.coach.reviews.sentences import resigned_sentence
    from hashi.drawing import scene

    words = console.words
    console.tell(_sum(words, player, whole))
    console.tell(like_sentence(words, player))
    if player.start is not None:
        console.tell(start_sentence(words, player.start))
    if player.resigned is not None:
        console.tell(resigned_sentence(words, player))
    console.tell("")
    for turn in player.turns_played:
        _tell_turn(console, turn)
    console.tell("")
    costliest = player.costliest
    if not costliest:
        console.tell(words.say("No turn cost much."))
        return
    turn = costliest[0]
    console.tell(words.say("The costliest turn, round {round}:", round=turn.round))
    for title, marks, sheet in (
        (
            words.say("Played: {turn}", turn=_marks(words, turn.played)),
            turn.played,
            turn.played_sheet,
        ),
        (words.say("Better: {turn}", turn=_marks(words, turn.best)), turn.best, turn.best_sheet),
    ):
        console.tell(title)
        console.show(scene(sheet, fresh=marks, card=turn.card), sheet)


def _tell_turn(console: Console, turn: TurnReview) -> None:
    """A line for a turn: what was played, what it cost; below it the better turn and why."""
    from hashi.coach import Label, explain_turn, label_name
    from hashi.coach.reviews.sentences import figure

    words = console.words
    value, cost = figure(words, turn.value), figure(words, -turn.cost)
    head, played = f"{turn.round:>4}  {turn.card}  {value:>4}  ", _marks(words, turn.played)
    if turn.label in (Label.BEST, Label.FINE):
        console.tell(f"{head}{played} ({label_name(words, turn.label)})", hang=len(head))
        return
    label = label_name(words, turn.label)
    console.tell(f"{head}{played} ({label}, {cost})", hang=len(head))
    better = words.say("Better: {turn}", turn=_marks(words, turn.best))
    told = " ".join([f"{better}.", *explain_turn(words, turn)])
    console.tell(" " * len(head) + told, hang=len(head))


def _marks(words: Words, turn: Turn) -> str:
    """Return the marks in notation; that there are none in words."""
    return str(turn) if turn.marks else turn_text(words, turn)


def _tell_method(console: Console, review: Review) -> None:
    """How sure the figures are where they come from games played on."""
    from hashi.coach import Method
    from hashi.coach.reviews.sentences import figure

    if review.method is Method.ROLLOUTS:
        error = max(outlook.error for player in review.players for outlook in player.curve)
        console.tell(
            console.words.say(
                "The coach hasn’t studied this board or deck. Its figures come from simulated "
                "games, give or take {points} points.",
                points=figure(console.words, error),
            )
        )

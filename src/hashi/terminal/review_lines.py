"""A review in lines: the sum of each player, every turn with its cost, the costliest as boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.terminal.console import Console
from hashi.words import N_, Words, shown, turn_text

if TYPE_CHECKING:
    from hashi.coach import PlayerReview, Review, TurnReview
    from hashi.rules import Turn

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
UNFINISHED = N_(
    "This game isn’t over, so there’s no telling how it would have turned out or what was possible."
)


def tell_review(console: Console, review: Review) -> None:
    """Print the review of all its players."""
    for player in review.players:
        _tell_player(console, player, review)
    if not review.is_over:
        console.tell(console.words.say(UNFINISHED))
    _tell_method(console, review)


def sum_sentence(words: Words, player: PlayerReview, whole: Review) -> str:
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
    console.tell(sum_sentence(words, player, whole))
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

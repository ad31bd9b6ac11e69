"""The end of a game in company in sentences: how the points are counted, and who wins (R27, R28).

`own` is the seat of the reader, who is addressed; None for a watcher, or where several share a
device.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hashi.rules import Game, Goal, total
from hashi.words.catalogue import Words
from hashi.words.game.players import player_name
from hashi.words.goals import GOAL_WORDS
from hashi.words.lists import listed
from hashi.words.scores.scores import own_place_sentence, points


def points_by_line(game: Game, seat: int) -> list[int]:
    """Return what a player earned for islands, then for each goal."""
    ledger = game.ledgers[seat]
    islands = tuple(item for item in ledger if not isinstance(item.source, Goal))
    return [total(islands), *(_of_goal(game, seat, goal) for goal in Goal)]


def line_headline(words: Words, game: Game, goal: Goal | None, own: int | None = None) -> str:
    """Return what stands out in a line of the score: in that of a goal, or of the islands.

    It says nothing of the whole, so that nobody has won before the last line.
    """
    seats = range(len(game.totals))
    if goal is None:
        earned = [points_by_line(game, seat)[0] for seat in seats]
        most = max(earned)
        if not most:
            return words.say("No finished islands")
        if min(earned) == most:
            return words.say("Finished islands: all tied")
        return words.say(
            "Most islands: {players}",
            players=_named(words, game, (s for s in seats if earned[s] == most), own),
        )
    name = words.say(GOAL_WORDS[goal].short)
    what = name[:1].upper() + name[1:]
    paid = [_of_goal(game, seat, goal) for seat in seats]
    if not any(paid):
        return words.say("{goal}: nobody", goal=what)
    first = [seat for seat in seats if paid[seat] == goal.high]
    if len(first) == len(seats):
        return words.say("{goal}: all in the same round", goal=what)
    if first == [own]:
        return words.say("{goal}: you were first", goal=what)
    if first:
        return words.say_many(
            "{goal}: {players} was first",
            "{goal}: {players} were first",
            len(first),
            goal=what,
            players=_named(words, game, first, own),
        )
    late = [seat for seat in seats if paid[seat]]
    return words.say("{goal}: {players}", goal=what, players=_named(words, game, late, own))


def to_come(words: Words, goals: Sequence[Goal]) -> str:
    """Return which lines of the score are still to be counted; empty after the last."""
    names = [words.say(GOAL_WORDS[goal].short) for goal in goals]
    return words.say("Still to come: {goals}", goals=listed(words, names)) if names else ""


def winner_headline(words: Words, game: Game, own: int | None = None) -> str:
    """Return who wins, in a few words (R28)."""
    if not game.winners:
        return words.say(
            "Round {round} of {rounds} is over.", round=game.rounds, rounds=game.setup.rounds
        )
    others = _names(words, game, game.winners, own)
    if own in game.winners:
        if not others:
            return words.say("You win")
        return words.say("You share the win with {players}", players=listed(words, others))
    if len(others) == 1:
        return words.say("{player} wins", player=others[0])
    return words.say("{players} share the win", players=listed(words, others))


def margin_sentence(words: Words, game: Game, own: int | None = None) -> str:
    """Return by how much a game is won, and the place of a reader who is told nothing by that."""
    if not game.winners:
        return ""
    best = max(game.totals)
    if len(game.winners) > 1:
        sentence = words.say_many("{count} point each", "{count} points each", best)
        runners: list[int] = []
    else:
        next_best = max(points for points in game.totals if points != best)
        runners = [seat for seat, points in enumerate(game.totals) if points == next_best]
        sentence = _margin(words, game, runners, best - next_best, own)
    if own is None or own in game.winners or own in runners:
        return sentence
    place = 1 + sum(points > game.totals[own] for points in game.totals)
    return f"{sentence}. {own_place_sentence(words, place)}"


def compared_sentence(words: Words, player: str, points: int, before: int) -> str:
    """Return what a player got with the same cards again, beside the first time."""
    if points == before:
        return words.say(
            "{player}: {points}, the same as the first time", player=player, points=points
        )
    if points > before:
        return words.say_many(
            "{player}: {points}, {count} more than the first time",
            "{player}: {points}, {count} more than the first time",
            points - before,
            player=player,
            points=points,
        )
    return words.say_many(
        "{player}: {points}, {count} fewer than the first time",
        "{player}: {points}, {count} fewer than the first time",
        before - points,
        player=player,
        points=points,
    )


def _margin(words: Words, game: Game, runners: Sequence[int], more: int, own: int | None) -> str:
    best = points(words, max(game.totals))
    others = listed(words, _names(words, game, runners, own))
    if len(runners) > 2:  # all but the winner
        return words.say_many(
            "{points}, {count} more than all the others",
            "{points}, {count} more than all the others",
            more,
            points=best,
        )
    if own not in runners:
        return words.say_many(
            "{points}, {count} more than {players}",
            "{points}, {count} more than {players}",
            more,
            points=best,
            players=others,
        )
    if not others:
        return words.say_many(
            "{points}, {count} more than you",
            "{points}, {count} more than you",
            more,
            points=best,
        )
    return words.say_many(
        "{points}, {count} more than you and {players}",
        "{points}, {count} more than you and {players}",
        more,
        points=best,
        players=others,
    )


def _of_goal(game: Game, seat: int, goal: Goal) -> int:
    return sum(item.points for item in game.ledgers[seat] if item.source is goal)


def _names(words: Words, game: Game, seats: Iterable[int], own: int | None) -> list[str]:
    """The names of these players but the reader."""
    return [player_name(words, game.setup.players[seat]) for seat in seats if seat != own]


def _named(words: Words, game: Game, seats: Iterable[int], own: int | None) -> str:
    """The same as a list, with the reader first."""
    seats = list(seats)
    you = [words.say("you")] if own in seats else []
    return listed(words, [*you, *_names(words, game, seats, own)])

"""The players of a game side by side: who was lucky, who played well, who won which race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.coach import PlayerReview
from hashi.coach.reviews.sentences import figure
from hashi.rules import Game, Goal
from hashi.words import GOALS, Words, listed, player_name


@dataclass(frozen=True, slots=True)
class GoalCell:
    """What a goal brought a player."""

    goal: Goal
    points: int
    is_high: bool
    """Whether it was reached at its higher value."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player beside the others."""

    name: str
    link: str
    is_here: bool
    """Whether this player's review is shown."""
    total: int
    has_won: bool
    luck: str
    is_luckiest: bool
    """Whether the cards brought nobody more, as it is shown; not where it is the same for all."""
    cost: str
    is_best: bool
    """Whether nobody's turns cost less, likewise."""
    goals: tuple[GoalCell, ...]


def player_rows(
    words: Words, players: tuple[PlayerReview, ...], game: Game, links: list[str], here: int
) -> list[PlayerRow]:
    """Return the players in the order of their seats."""
    sums = [shown_sum(player) for player in players]
    luck, cost = [one[1] for one in sums], [one[3] for one in sums]
    most = max(player.total for player in players)
    return [
        PlayerRow(
            name=player_name(words, player.name),
            link=link,
            is_here=player.seat == here,
            total=player.total,
            has_won=game.is_over and player.total == most,
            luck=figure(words, luck[at], is_signed=True),
            is_luckiest=luck[at] == max(luck) > min(luck),
            cost=figure(words, cost[at], is_signed=True),
            is_best=cost[at] == max(cost) > min(cost),
            goals=tuple(_cell(game, player.seat, goal) for goal in Goal),
        )
        for at, (player, link) in enumerate(zip(players, links, strict=True))
    ]


def shown_sum(player: PlayerReview) -> tuple[float, ...]:
    """Return what was expected, what the cards and the others brought, and what the turns cost, in
    tenths that add up to the points."""
    return adding_up([player.expected.value, player.luck, player.others, -player.cost], player.end)


def adding_up(parts: Sequence[float], total: float) -> tuple[float, ...]:
    """Return the parts in tenths that add up to the total: the largest error is corrected."""
    tenths = [round(10 * part) for part in parts]
    while missing := round(10 * total) - sum(tenths):
        step = 1 if missing > 0 else -1
        worst = max(range(len(parts)), key=lambda at: step * (10 * parts[at] - tenths[at]))
        tenths[worst] += step
    return tuple(each / 10 for each in tenths)


def _cell(game: Game, seat: int, goal: Goal) -> GoalCell:
    points = sum(line.points for line in game.ledgers[seat] if line.source is goal)
    return GoalCell(goal, points, points == goal.high)


def compared(words: Words, rows: list[PlayerRow]) -> str:
    """Return who was lucky and who played well; nothing of what was the same for all."""
    luckiest = [row.name for row in rows if row.is_luckiest]
    best = [row.name for row in rows if row.is_best]
    told = []
    if luckiest:
        told.append(words.say("Luckiest with the cards: {player}.", player=listed(words, luckiest)))
    if best:
        told.append(words.say("Best turns: {player}.", player=listed(words, best)))
    return " ".join(told)


def races(words: Words, rows: list[PlayerRow]) -> list[str]:
    """Return who won which race: a sentence for each goal that paid its higher value (R26)."""
    found = []
    for at, goal in enumerate(Goal):
        winners = [row.name for row in rows if row.goals[at].is_high]
        if winners:
            players = listed(words, winners)
            name = words.say(GOALS[goal])
            found.append(
                words.say("Race for “{goal}” won by: {players}.", goal=name, players=players)
            )
    return found

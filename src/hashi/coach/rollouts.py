"""Positions judged by games played on by the planner's evaluation: any board and deck."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, pstdev

from hashi.arrays.chart import card_byte, turn_of
from hashi.arrays.constants import FINISHED, GOALS, NEVER
from hashi.bots.heuristic.halving import affordable
from hashi.bots.heuristic.lookahead import chart
from hashi.bots.heuristic.odds import odds_table
from hashi.bots.heuristic.rollout import Rollout, is_compiled
from hashi.bots.heuristic.samples import DeckSamples, decks
from hashi.coach.evaluator import EXACT_ROUNDS, EndgameValues, Method, by_goals, outlook_of
from hashi.coach.outlook import Outlook
from hashi.coach.position import Deadlines, Position
from hashi.rules import Board, Card, Goal, Turn
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND

GAMES = 200 if is_compiled else 4
"""Games of the usual size played on from each position, with the same cards for all of a round."""
ROUGH_GAMES = 40 if is_compiled else 2
"""Games from each of many positions."""
TRIALS = 32 if is_compiled else 2
"""Games from each turn that may be best, before the better ones are judged."""
BEAM = 6
"""Drawings kept from bridge to bridge."""
PROMISING = 16
"""Turns that are tried, best by the heuristic evaluation."""
TURNS = 5
"""Turns that are judged."""


class RolloutEvaluator:
    """The mean of games played to their end by the heuristic evaluation; exact at the end."""

    method = Method.ROLLOUTS

    def __init__(self, board: Board) -> None:
        self._board = board
        self._end = EndgameValues(board, chart(board))

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        return self._outlooks(positions, GAMES)

    def rough_outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        return self._outlooks(positions, ROUGH_GAMES)

    def _outlooks(self, positions: Sequence[Position], most: int) -> list[Outlook]:
        first = positions[0]
        if first.left <= EXACT_ROUNDS:
            return [self._end.outlook(position) for position in positions]
        games = affordable(most, self._board, first.left)
        samples = _samples(first, games)
        engine = self._engine(len(positions))
        sheets = [position.kernel_words() for position in positions]
        for index, kernel_words in enumerate(sheets):
            engine.place(kernel_words, index)
        played = samples.play_on(engine, range(len(positions)), 0)
        found = []
        for index, position in enumerate(positions):
            totals = played.totals[index * games : (index + 1) * games]
            arrivals = played.arrivals[GOALS * index * games : GOALS * (index + 1) * games]
            now = POINTS_FOR_AN_ISLAND * sheets[index][FINISHED].bit_count()
            found.append(_outlook(position, totals, arrivals, samples.deadlines, now))
        return found

    def turns(self, position: Position, card: Card) -> list[Turn]:
        if position.left <= EXACT_ROUNDS:
            return self._end.turns(position, card)
        rest = sorted((Counter(position.unseen) - Counter((card,))).elements())
        first = card_byte(card)
        games = affordable(TRIALS, self._board, position.left)
        samples = _samples(position, games, card)
        engine = self._engine((len(self._board.islands) + 1) * (BEAM + 1))
        numbers = 0
        for other in rest:
            numbers |= 1 << other.number
        found = engine.find_turns(
            position.kernel_words(), first, position.left - 1, numbers, samples.usual_deadlines
        )
        ranked = sorted(range(len(found)), key=lambda k: found[k][0], reverse=True)[:PROMISING]
        totals = samples.play_on(engine, ranked, 1).totals
        sums = {k: sum(totals[games * n : games * (n + 1)]) for n, k in enumerate(ranked)}
        best = sorted(ranked, key=sums.__getitem__, reverse=True)[:TURNS]
        return [turn_of(self._board, found[k][1], card.number) for k in best]

    def arrivals(
        self, positions: Sequence[Position], piles: Sequence[Sequence[Card]]
    ) -> list[list[Deadlines]]:
        first = positions[0]
        size = len(first.unseen)
        cards = array("B")
        for pile in piles:
            rest = Counter(first.unseen) - Counter(pile)
            cards.extend(map(card_byte, (*pile, *rest.elements())))
        open_race = [-1 if goal in first.gone else NEVER for goal in Goal]
        samples = DeckSamples(size, cards, array("i", open_race * len(piles)))
        engine = self._engine(len(positions))
        for index, position in enumerate(positions):
            engine.place(position.kernel_words(), index)
        arrivals = samples.play_on(engine, range(len(positions)), 0).arrivals
        rounds = [NEVER if at == NEVER else first.round + 1 + at for at in arrivals]
        found, count = by_goals(rounds), len(piles)
        return [found[count * n : count * (n + 1)] for n in range(len(positions))]

    def _engine(self, turns: int) -> Rollout:
        return Rollout(chart(self._board), odds_table(), BEAM, turns)


def _samples(position: Position, games: int, card: Card | None = None) -> DeckSamples:
    """Shuffled decks of the unseen cards, the same for all positions of a round.

    With a card, the decks begin with it. The deadlines are drawn in turn, counted in cards.
    """
    rest = Counter(position.unseen) - Counter(() if card is None else (card,))
    known = () if card is None else (card,)
    cards = bytes(map(card_byte, (*known, *sorted(rest.elements()))))
    drawn = decks(cards, len(known), games, f"coach {position.round}")
    deadlines = array("i")
    for game in range(games):
        for last in position.deadlines[game % len(position.deadlines)]:
            deadlines.append(min(last, NEVER) - position.round - 1)
    return DeckSamples(len(cards), drawn, deadlines)


def _outlook(
    position: Position,
    totals: Sequence[int],
    arrivals: Sequence[int],
    deadlines: Sequence[int],
    now: int,
) -> Outlook:
    games = len(totals)
    split = [0.0] * (2 + 2 * GOALS)
    goals = 0.0
    for at, goal in enumerate(Goal):
        is_paid = any(item.source is goal for item in position.ledger)
        for game in range(0 if not is_paid else games, games):
            arrival = arrivals[GOALS * game + at]
            if arrival != NEVER:
                is_late = arrival > deadlines[GOALS * game + at]
                split[2 + 2 * at + is_late] += 1 / games
                goals += (goal.low if is_late else goal.high) / games
    paid = sum(item.points for item in position.ledger if isinstance(item.source, Goal))
    split[1] = fmean(totals) - paid - goals - now
    found = outlook_of(position, split, is_whole_known=False)
    return Outlook(found.items, found.chances, pstdev(totals) / games**0.5)

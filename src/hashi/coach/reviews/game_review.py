"""The review of a game: what every turn cost, what the cards brought, and why.

Every figure comes from one function of a position (`hashi.coach.evaluator`), so they add up
exactly: what was expected after the starts, plus luck, plus what others did, less the cost of the
turns, is the total. Of a game that was stopped the closed rounds are judged, and the sum is what
was expected after the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hashi.bots.starts import all_starts
from hashi.coach.best_possible import HasRecord, Mistaken
from hashi.coach.evaluator import Evaluator, Method
from hashi.coach.outlook import Outlook
from hashi.coach.position import Deadlines, Position
from hashi.coach.reviews.explanations import (
    Reasons,
    costliest,
    explain_game,
    facts_of,
    reasons_of,
)
from hashi.coach.reviews.facts import Comparison, Fact
from hashi.coach.reviews.labels import Label, label_of, like
from hashi.coach.reviews.moments import ClosedRound, deadlines_of, evaluator_for, moments
from hashi.record import Record
from hashi.rules import Card, Number, Sheet, Turn

SAME = 1e-9
"""Values that differ by less are equal."""


Possible = Callable[[Record, int], Sequence[int]]
"""What a seat could still reach: after the start and after each of its turns."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn of one seat beside the best turn with the same card."""

    round: int
    card: Card
    played: Turn
    best: Turn
    before: Outlook
    """Before the card."""
    outlook: Outlook
    """After the played turn."""
    best_outlook: Outlook
    """After the best turn."""
    after: Outlook
    """After the round, when what others did is known; `before` of the next round."""
    luck: float
    """What the card brought: the best turn with it against what was expected."""
    cost: float
    """What the turn lost against the best one. With free pens marks that are taken back in time
    come off again, so that it can be below 0."""
    others: float
    """What others did to the goals (R23-R25); 0 in a solo game."""
    why: tuple[Fact, ...]
    """At most two facts, the weightiest first; the first of them tells costly turns apart."""
    sheet: Sheet
    """Before the turn."""
    played_sheet: Sheet
    best_sheet: Sheet
    possible: int | None = None
    """The most points that could still be reached after the turn with the cards that came."""

    @property
    def value(self) -> float:
        """The expected points after the played turn."""
        return self.outlook.value

    @property
    def best_value(self) -> float:
        """The expected points after the best turn."""
        return self.best_outlook.value

    @property
    def label(self) -> Label:
        return label_of(self.cost)


@dataclass(frozen=True, slots=True)
class StartReview:
    """The start of a solo game beside the best start; it is not part of the sum."""

    played: Number
    best: Number
    value: float
    best_value: float

    @property
    def cost(self) -> float:
        return self.best_value - self.value


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """One seat: `expected.value + luck + others - cost` is `end`, the total of a finished game."""

    seat: int
    name: str
    expected: Outlook
    """After the starts, before the first card."""
    total: int
    """The points after the last round that was closed."""
    turns: tuple[TurnReview, ...]
    start: StartReview | None = None
    resigned: int | None = None
    """The round from which on every card was skipped, since the player gave up."""

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    @property
    def others(self) -> float:
        return sum(turn.others for turn in self.turns)

    @property
    def cost(self) -> float:
        return sum(turn.cost for turn in self.turns)

    @property
    def turns_played(self) -> tuple[TurnReview, ...]:
        """The turns until the player gave up, if ever."""
        if self.resigned is None:
            return self.turns
        return tuple(turn for turn in self.turns if turn.round < self.resigned)

    @property
    def cost_per_turn(self) -> float:
        played = self.turns_played
        return sum(turn.cost for turn in played) / max(1, len(played))

    @property
    def like(self) -> str:
        """The id of the bot whose turns cost about as much."""
        return like(self.cost_per_turn, is_solo=self.start is not None)

    @property
    def curve(self) -> tuple[Outlook, ...]:
        """The outlook after the starts and after each round."""
        return (self.expected, *(turn.after for turn in self.turns))

    @property
    def end(self) -> float:
        """The points expected after the last round that was closed: the total once all are."""
        return self.curve[-1].value

    @property
    def costliest(self) -> tuple[TurnReview, ...]:
        """The three turns that cost most, without those that are best or fine, and without those
        that nobody played."""
        chosen = costliest([turn.cost for turn in self.turns_played])
        return tuple(self.turns[number] for number in chosen)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, seat by seat."""

    players: tuple[PlayerReview, ...]
    method: Method
    is_over: bool = True
    """Whether the game was played to its end; else the result isn't known, nor what was possible
    with the cards that never came."""


def review(
    game: Record | HasRecord,
    *,
    seats: Sequence[int] | None = None,
    possible: Possible | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Return what every turn of a game cost and why; of a stopped one, those of closed rounds.

    `seats` chooses players. `possible` says what could still be reached after each turn; give
    `hashi.coach.possible`, or leave it out to save its time.
    `progress` is called with the number of turns that are judged and the number of all.
    Raise ValueError for a game without a closed round.

    >>> from hashi.coach import review
    >>> game = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    >>> tim = review(game).players[0]
    >>> abs(tim.expected.value + tim.luck + tim.others - tim.cost - tim.total) < 1e-6
    True
    >>> tim.total, tim.like
    (41, 'greedy')
    """
    record = game if isinstance(game, Record) else game.record
    if not record.rounds:
        raise ValueError("a review needs a round that is closed")
    record = closed_rounds(record)
    found = moments(record)
    is_over = found[-1].settled.is_over
    possible = possible if is_over else None
    evaluator = evaluator_for(record.setup)
    everyone = range(len(record.setup.players)) if seats is None else seats
    deadlines = [deadlines_of(evaluator, moment.settled) for moment in found]
    played = len(record.rounds)
    whole = len(everyone) * played
    players = []
    for index, seat in enumerate(everyone):
        first = index * played

        def judged(done: int, first: int = first) -> None:
            if progress is not None:
                progress(first + done, whole)

        own = [each[seat] for each in deadlines]
        player = _player(evaluator, record, found, seat, own, judged)
        players.append(player if possible is None else _with_possible(player, record, possible))
    return Review(tuple(players), evaluator.method, is_over)


def closed_rounds(record: Record) -> Record:
    """Return a record up to its last closed round, without a card that lies face up."""
    played = len(record.rounds)
    is_open = len(record.cards) > played
    return replace(record.until(played), box=None) if is_open else record


def _player(
    evaluator: Evaluator,
    record: Record,
    found: Sequence[ClosedRound],
    seat: int,
    deadlines: Sequence[tuple[Deadlines, ...]],
    judged: Callable[[int], None],
) -> PlayerReview:
    here = Position.of(found[0].settled, seat, deadlines[0])
    (before,) = evaluator.outlooks([here])
    expected = before
    turns, reasons = [], []
    for round in range(1, len(found)):
        played = Position.of(found[round].closed, seat, deadlines[round - 1])
        turn, why = _judge(
            evaluator,
            here,
            before,
            record.cards[round - 1],
            record.rounds[round - 1][seat],
            played,
            is_solo=record.setup.is_solo,
        )
        reasons.append(why)
        settled = Position.of(found[round].settled, seat, deadlines[round - 1])
        corrected = turn.outlook
        if (settled.sheet, settled.ledger) != (played.sheet, played.ledger):
            (corrected,) = evaluator.outlooks([settled])
        here = replace(settled, gone=found[round].settled.gone, deadlines=deadlines[round])
        before = corrected
        if deadlines[round] != deadlines[round - 1] and here.left:
            (before,) = evaluator.outlooks([here])
        turns.append(
            replace(
                turn,
                after=before,
                cost=turn.cost - (corrected.value - turn.value),
                others=before.value - corrected.value,
            )
        )
        judged(round)
    resigned = resigned_in(record, seat)
    played_turns = turns if resigned is None else turns[: max(0, resigned - 1)]
    told = explain_game([turn.cost for turn in played_turns], reasons[: len(played_turns)])
    for number, facts in enumerate(told):
        turns[number] = replace(turns[number], why=facts)
    total = found[-1].settled.totals[seat]
    start = _start(evaluator, record, found[0]) if record.setup.is_solo else None
    name = record.setup.players[seat]
    return PlayerReview(seat, name, expected, total, tuple(turns), start, resigned)


def resigned_in(record: Record, seat: int) -> int | None:
    """Return the round from which on a player who gave up skipped every card; None for never.

    The record of a table says when that was; the turn of that round may have been ended before.
    """
    told = record.extra.get("resigned")
    given = told[seat] if isinstance(told, list) and seat < len(told) else None
    if not isinstance(given, int):
        return None
    first = max(1, given)
    turns = [turns[seat] for turns in record.rounds]
    if first <= len(turns) and turns[first - 1].marks:
        first += 1
    return first if first <= len(turns) else None


def judge_turn(
    evaluator: Evaluator,
    here: Position,
    before: Outlook,
    card: Card,
    turn: Turn,
    played: Position,
    *,
    is_solo: bool,
) -> TurnReview:
    """Return a turn beside the best one; `played` is the position after it."""
    found, why = _judge(evaluator, here, before, card, turn, played, is_solo=is_solo)
    return replace(found, why=facts_of(found.cost, why))


def _judge(
    evaluator: Evaluator,
    here: Position,
    before: Outlook,
    card: Card,
    turn: Turn,
    played: Position,
    *,
    is_solo: bool,
) -> tuple[TurnReview, Reasons]:
    """Return a turn beside the best one, still without facts, and all that may be said of it."""
    others = [other for other in evaluator.turns(here, card) if other != turn]
    positions = [played, *(here.after(card, other, is_solo) for other in others)]
    outlooks = evaluator.outlooks(positions)
    best = max(range(len(positions)), key=lambda k: (outlooks[k].value, -k))
    if outlooks[best].value - outlooks[0].value < SAME:
        best = 0
    best_turn = turn if best == 0 else others[best - 1]
    cost = outlooks[best].value - outlooks[0].value
    best_outlook = outlooks[best]
    compared = Comparison(
        card,
        here.sheet,
        turn,
        best_turn,
        played.sheet,
        positions[best].sheet,
        here.ledger,
        played.unseen,
        best_outlook.items - outlooks[0].items,
    )
    reasons = reasons_of(compared, best_outlook, outlooks[0], cost)
    judged = TurnReview(
        round=here.round + 1,
        card=card,
        played=turn,
        best=best_turn,
        before=before,
        outlook=outlooks[0],
        best_outlook=best_outlook,
        after=outlooks[0],
        luck=best_outlook.value - before.value,
        cost=cost,
        others=0.0,
        why=(),
        sheet=here.sheet,
        played_sheet=played.sheet,
        best_sheet=positions[best].sheet,
    )
    return judged, reasons


def _start(evaluator: Evaluator, record: Record, first: ClosedRound) -> StartReview:
    """The start of a solo game: all starts are judged before the first card."""
    here = Position.of(first.settled, 0, deadlines_of(evaluator, first.settled)[0])
    blank = Sheet.blank(record.setup.board)
    starts = all_starts(record.setup.board)
    outlooks = evaluator.outlooks([replace(here, sheet=blank.with_mark(s)) for s in starts])
    best = max(range(len(starts)), key=lambda k: (outlooks[k].value, -k))
    value = outlooks[starts.index(record.starts[0])].value
    return StartReview(record.starts[0], starts[best], value, outlooks[best].value)


def _with_possible(player: PlayerReview, record: Record, possible: Possible) -> PlayerReview:
    """The player with what could still be reached after each turn."""
    try:
        reachable = possible(record, player.seat)[-len(player.turns) :]
    except Mistaken:
        return player
    turns = (
        replace(turn, possible=points) for turn, points in zip(player.turns, reachable, strict=True)
    )
    return replace(player, turns=tuple(turns))

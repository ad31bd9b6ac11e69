"""What a player could have reached with the cards that came: at best, and after each turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hashi.bots import BOTS
from hashi.coach.hindsight import HindsightPosition, Variation, solve
from hashi.processor_time import processor_time
from hashi.record import Record
from hashi.rules import (
    PASS,
    Card,
    Game,
    Goal,
    Number,
    Pens,
    Played,
    Sheet,
    Turn,
    play,
    play_view,
    view,
)
from hashi.rules.game.scoring import has
from hashi.rules.game.setup import START_NUMBERS
from hashi.rules.goals import GOALS

SUBSTITUTE, QUICK_SUBSTITUTE = "planner", "greedy"
"""The bot that plays where the search finds nothing: on a board that is too large for it."""


SHARE = 0.75
"""The most of the time left that one round of a curve may take."""
USUAL_SECONDS = 2.0
"""Seconds for a curve: a solo game is reviewed in 3, a table of four in 12."""


class HasRecord(Protocol):
    """A game that knows its record, such as `hashi.new_game` returns."""

    @property
    def record(self) -> Record: ...


@dataclass(frozen=True, slots=True)
class Best:
    """The most points that a seat could have reached with the cards that came."""

    points: int
    """What was found: `game` has that many."""
    bound: int
    """More than this is impossible."""
    proven: bool
    """Whether more than `points` is impossible."""
    seconds: float
    """How long the search took."""
    game: Game
    """The game in which the seat plays so; the others play as they did."""
    record: Record
    """The record of this game."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a seat could still reach after the start and after each round."""

    points: tuple[int, ...]
    """The last is the real total; no one is higher than the one before."""
    is_proven: bool
    """Whether more than that was impossible; otherwise it is the best that was found in time."""
    record: Record
    """A game in which the seat reaches the first of them, with the start as it was played."""


class Mistaken(ValueError):
    """A sheet has mistakes on it (R33): what was still possible cannot be said."""


def best(game: Record | HasRecord, seat: int = 0, *, seconds: float | None = 10.0) -> Best:
    """Return the best result that a seat could have reached with the cards that came.

    Solo, the start is free too. At a table the start is as given and the others play as they did:
    the rounds in which they reach goals set the deadlines. `seconds` are those of one core.

    >>> from hashi.coach import best
    >>> played = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    >>> found = best(played)
    >>> played.totals[0], found.points, found.proven, found.game.totals[0]
    (41, 58, True, 58)
    """
    began, ends_at = time.perf_counter(), processor_time() + (seconds or 0.0)
    record = _record_of(game, seat)
    is_alone = record.setup.is_solo
    cards = record.cards if is_alone else record.cards[: len(record.rounds)]
    others = _with_turns(record, seat, cards, Variation(None, ()))
    until = _deadlines(others)
    blank = Sheet.blank(record.setup.board)
    sheet = blank if is_alone else record.until(0).replay().sheets[seat]
    position = HindsightPosition(sheet, cards, 0, until, is_start=is_alone)
    known = [others, *([record] if len(record.rounds) == len(cards) else [])]
    floor = max(known, key=lambda one: _total(one, seat))
    solution = solve(position, _total(floor, seat), None, seconds)
    if solution.variation is not None:
        floor = _with_turns(record, seat, cards, solution.variation)
    elif solution.bound > solution.points:
        left = None if seconds is None else ends_at - processor_time()
        floor = max(floor, _by_bot(record, seat, cards, left), key=lambda one: _total(one, seat))
    end = floor.replay()
    points = end.totals[seat]
    assert points >= solution.points, "a variation that was found is worth less than it should"
    bound = max(points, solution.bound)
    return Best(points, bound, points == bound, time.perf_counter() - began, end, floor)


def possible(
    game: Record | HasRecord, seat: int = 0, *, seconds: float | None = USUAL_SECONDS
) -> tuple[int, ...]:
    """Return what a seat could still reach after each round, with the cards that came.

    It is `reach(...).points`: where `seconds` are not enough, the best that was found.

    >>> from hashi.coach import possible
    >>> played = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    >>> possible(played)
    (58, 54, 52, 52, 50, 48, 48, 48, 48, 48, 44, 44, 44, 44, 44, 41, 41, 41)
    """
    return reach(game, seat, seconds=seconds).points


def reach(
    game: Record | HasRecord, seat: int = 0, *, seconds: float | None = USUAL_SECONDS
) -> Reach:
    """Return what a seat could still reach after each round, and whether that is proven.

    The first is after the start as it was played. `seconds` of one core are for all of them
    together. Raise Mistaken for a sheet with mistakes on it (free pens).

    >>> from hashi.coach import reach
    >>> played = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    >>> found = reach(played)
    >>> found.points[0], found.is_proven
    (58, True)
    """
    curve = _Curve(_record_of(game, seat), seat, seconds)
    return Reach(tuple(curve.points), curve.is_proven, curve.record)


class _Curve:
    """What a seat could still reach after each round, found from both ends towards the middle."""

    def __init__(self, record: Record, seat: int, seconds: float | None) -> None:
        self._record, self._seat, self._moments = record, seat, record.games
        _check_mistakes(self._moments, seat)
        last = len(record.rounds)
        passed = _with_turns(record, seat, record.cards[:last], Variation(None, ()))
        self._until = _deadlines(passed)
        self._ends_at = None if seconds is None else processor_time() + seconds
        self.is_proven = True
        self.points = [0] * (last + 1)
        self.points[last] = self._moments[-1].totals[seat]
        self.record = record
        if last:
            found = self._solve(0, self.points[last], None)
            if found is not None:
                self.record = _with_turns(record, seat, record.cards[:last], found)
            self._fill(0, last)

    def _fill(self, first: int, end: int) -> None:
        """Find what lies between two rounds whose results are known; equal ends bound it."""
        points = self.points
        if end - first < 2:
            return
        if points[first] == points[end]:
            points[first + 1 : end] = [points[end]] * (end - first - 1)
            return
        middle = (first + end) // 2
        self._solve(middle, points[end], points[first])
        self._fill(first, middle)
        self._fill(middle, end)

    def _solve(self, round: int, floor: int, ceiling: int | None) -> Variation | None:
        """Find what could be reached after one round, in a share of the time left; return how,
        where it is more than the floor."""
        left = None
        if self._ends_at is not None:
            left = SHARE * max(0.0, self._ends_at - processor_time())
        solved = solve(self._position(round), floor, ceiling, left)
        self.is_proven = self.is_proven and solved.points == solved.bound
        self.points[round] = solved.points
        return solved.variation

    def _position(self, round: int) -> HindsightPosition:
        moment, last = self._moments[round], len(self._record.rounds)
        ledger = moment.ledgers[self._seat]
        return HindsightPosition(
            moment.sheets[self._seat],
            self._record.cards[round:last],
            sum(item.points for item in ledger if isinstance(item.source, Goal)),
            {goal: self._until[goal] - round for goal in GOALS if not has(ledger, goal)},
        )


# --- records with other turns of one seat


def _record_of(game: Record | HasRecord, seat: int) -> Record:
    record = game if isinstance(game, Record) else game.record
    if not record.setup.has_seat(seat):
        raise ValueError(f"there is no seat {seat}")
    return record


def _total(record: Record, seat: int) -> int:
    return record.replay().totals[seat]


def _with_turns(record: Record, seat: int, cards: Sequence[Card], variation: Variation) -> Record:
    """Return the record with these turns of a seat, passes after them; the others as they were.

    Calls on the seat's own sheet are left out: the marks that they were about do not stand there.
    """
    setup = record.setup
    mine = [*variation.turns, *[PASS] * (len(cards) - len(variation.turns))]
    starts = record.starts if variation.start is None else (variation.start,)
    if setup.is_solo and not starts:
        plain = next(island for island in setup.board.islands if island.flag is None)
        starts = (Number(plain, START_NUMBERS[0]),)
    rounds = (
        [(turn,) for turn in mine]
        if setup.is_solo
        else [
            (*turns[:seat], turn, *turns[seat + 1 :])
            for turns, turn in zip(record.rounds, mine, strict=True)
        ]
    )
    calls = [tuple(call for call in made if call.on != seat) for made in record.calls]
    return Record(
        setup,
        starts,
        tuple(cards),
        tuple(rounds),
        tuple(calls) if any(calls) else (),
        record.box,
    )


def _deadlines(record: Record) -> dict[Goal, int]:
    """Return the last round in which each goal pays its higher value, if the seat passes."""
    never = len(record.rounds) + 1
    until = dict.fromkeys(GOALS, never)
    game = Game.begin(record.setup)
    for entry in record.entries:
        game = play(game, entry)
        for goal in game.gone:
            until[goal] = min(until[goal], game.rounds)
    return until


def _by_bot(record: Record, seat: int, cards: Sequence[Card], seconds: float | None) -> Record:
    """Return the record with the seat played by a bot, by a quick one when the time is over."""
    until = None if seconds is None else processor_time() + seconds
    bot, quick = BOTS[SUBSTITUTE]("best"), BOTS[QUICK_SUBSTITUTE]("best")
    game = Game.begin(record.setup)
    start = None
    if record.setup.is_solo:
        start = bot.start(view(game, seat))
    turns: list[Turn] = []
    for entry in _with_turns(record, seat, cards, Variation(start, ())).entries:
        if isinstance(entry, Played) and entry.seat == seat:
            is_late = until is not None and processor_time() >= until
            turn = (quick if is_late else bot).turn(play_view(game, seat))
            turns.append(turn)
            entry = Played(seat, turn)
        game = play(game, entry)
    return _with_turns(record, seat, cards, Variation(start, tuple(turns)))


def _check_mistakes(moments: Sequence[Game], seat: int) -> None:
    """Raise Mistaken where a mark of the seat broke a rule: free pens only (R33)."""
    for round, moment in enumerate(moments):
        if moment.setup.pens is Pens.GUIDED:
            return
        sheet, page = moment.sheets[seat], moment.pages[seat]
        if sheet.struck or sheet.scribbles or any(ink.is_mistake for ink in page.inks):
            player = moment.setup.players[seat]
            raise Mistaken(f"{player} made a mistake in round {round}; a coach cannot look past it")

"""What is announced when a game moves on: skips, goals, crossed-out values, calls, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hashi.rules.card import Card
from hashi.rules.game.entries import Called, Entry
from hashi.rules.game.game import Game
from hashi.rules.game.scoring import has
from hashi.rules.goals import GOALS, Goal
from hashi.rules.island import Island
from hashi.rules.mark import Mark


class NewsKind(StrEnum):
    """What happened. `hashi.words` has the sentences."""

    BOARDS_PASSED = "boards_passed"
    BOARD_GIVEN = "board_given"
    CARD_TURNED = "card_turned"
    PASSED = "passed"
    NUMBER_SKIPPED = "number_waived"
    BRIDGES_SKIPPED = "bridges_waived"
    GOAL_REACHED = "goal_reached"
    HIGH_VALUE_GONE = "high_value_gone"
    TAKEN_BACK = "taken_back"
    STRUCK = "struck"
    GOAL_LOST = "goal_lost"
    CALL_WRONG = "call_wrong"
    GAME_WON = "game_won"


@dataclass(frozen=True, slots=True)
class News:
    """One thing to announce, and to whom it happened: of a board that is passed on, its giver."""

    kind: NewsKind
    seat: int | None = None
    card: Card | None = None
    goal: Goal | None = None
    points: int = 0
    mark: Mark | None = None
    island: Island | None = None
    other: int | None = None
    """Of a call: whose board a wrong one was about, or who found the mistake that is undone."""


def news(before: Game, entry: Entry, after: Game) -> tuple[News, ...]:
    """What is to be announced after an entry, in order (R8, R19, R27, R33)."""
    return tuple(_news(before, entry, after))


def _news(before: Game, entry: Entry, after: Game) -> Iterator[News]:
    seats = range(len(after.setup.players))
    if after.is_started and not before.is_started and not after.setup.is_solo:
        yield News(NewsKind.BOARDS_PASSED)
        for seat in seats:
            yield News(NewsKind.BOARD_GIVEN, seat, mark=after.starts[seat])
    if len(after.cards) > len(before.cards):
        yield News(NewsKind.CARD_TURNED, card=after.cards[-1])
    if after.rounds > before.rounds:
        for seat in seats:
            yield from _skips(after, seat)
    if isinstance(entry, Called):
        yield from _answers(before, entry, after)
    for seat in seats:
        yield from _points(before, after, seat)
    yield from _crossed_out(before, after)
    for seat in seats:
        freshly = after.sheets[seat].struck & ~before.sheets[seat].struck
        for island in after.setup.board.chosen(freshly):
            yield News(NewsKind.STRUCK, seat, island=island)
    if after.is_over and not before.is_over:
        yield News(NewsKind.GAME_WON)


def _skips(after: Game, seat: int) -> Iterator[News]:
    turn = after.turns[seat]
    assert turn is not None
    if not turn.marks:
        yield News(NewsKind.PASSED, seat)
    elif turn.skips_number:
        yield News(NewsKind.NUMBER_SKIPPED, seat)
    elif turn.skips_bridges:
        yield News(NewsKind.BRIDGES_SKIPPED, seat)


def _points(before: Game, after: Game, seat: int) -> Iterator[News]:
    for item in after.ledgers[seat]:
        if isinstance(item.source, Goal) and item not in before.ledgers[seat]:
            yield News(NewsKind.GOAL_REACHED, seat, goal=item.source, points=item.points)
    for item in before.ledgers[seat]:
        if isinstance(item.source, Goal) and item not in after.ledgers[seat]:
            yield News(NewsKind.GOAL_LOST, seat, goal=item.source, points=item.points)


def _crossed_out(before: Game, after: Game) -> Iterator[News]:
    """Higher values that are gone, where someone is left to cross them out (R27, R31)."""
    for goal in GOALS:
        is_open = not all(has(ledger, goal) for ledger in after.ledgers)
        if goal in after.gone - before.gone and is_open:
            yield News(NewsKind.HIGH_VALUE_GONE, goal=goal, points=goal.high)


def _answers(before: Game, call: Called, after: Game) -> Iterator[News]:
    """Return the result of a call: taken back, or wrong; strikes are announced island by island."""
    if after.pages is before.pages:
        yield News(NewsKind.CALL_WRONG, call.by, mark=call.mark, other=call.on)
    elif len(after.pages[call.on].inks) < len(before.pages[call.on].inks):
        yield News(NewsKind.TAKEN_BACK, call.on, mark=call.mark, other=call.by)

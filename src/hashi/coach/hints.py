"""A hint for the open turn, in four steps: that there is one, where, why, and the turn itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.coach.evaluator import Evaluator
from hashi.coach.facts import Comparison, Fact, explain
from hashi.coach.game_review import TurnReview, judge_turn
from hashi.coach.labels import FOUND
from hashi.coach.moments import deadlines_of, evaluator_for
from hashi.coach.outlook import Outlook
from hashi.coach.position import Position
from hashi.rules import Bridge, Card, Game, Island, Number, Sheet, Turn, View
from hashi.rules.mistakes import apply_freely
from hashi.rules.setup import Pens


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in four steps; each gives away more than the one before.

    >>> from hashi.coach import hint
    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> found = hint(game.view())
    >>> found.is_clear, found.turn
    (False, <Turn 5@a2 c2-e2 c1-c2 a1-a2>)
    """

    is_clear: bool
    """Step 1: whether one turn is clearly better than all that lead elsewhere."""
    region: tuple[Island, ...]
    """Step 2: the islands of the turn and their neighbours."""
    why: tuple[Fact, ...]
    """Step 3: what the next best turn would lose; nothing where the coach does not know."""
    turn: Turn
    """Step 4: the turn itself."""
    gain: float
    """The points by which the turn is better than the next one."""
    outlook: Outlook
    """What is expected after the turn."""


def hint(view: View) -> Hint:
    """Return a hint for the open turn of a seat.

    It knows what the seat may know: not the order of the cards, nor the others' open turns.
    Raise ValueError where the seat has no turn to play.

    >>> from hashi.coach import hint
    >>> hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view()).turn
    <Turn 5@a2 c2-e2 c1-c2 a1-a2>
    """
    evaluator, here, card = _open_turn(view)
    turns = evaluator.turns(here, card)
    positions = [here.after(card, turn, view.setup.is_solo) for turn in turns]
    outlooks = evaluator.outlooks(positions)
    order = sorted(range(len(turns)), key=lambda k: (-outlooks[k].value, k))
    best = order[0]
    other = next((k for k in order[1:] if positions[k].sheet != positions[best].sheet), None)
    if other is None:
        return Hint(False, _region(here.sheet, turns[best]), (), turns[best], 0.0, outlooks[best])
    gain = outlooks[best].value - outlooks[other].value
    why = explain(
        Comparison(
            card,
            here.sheet,
            turns[other],
            turns[best],
            positions[other].sheet,
            positions[best].sheet,
            here.ledger,
            positions[best].unseen,
            outlooks[best].items - outlooks[other].items,
        )
    )
    return Hint(
        gain > FOUND, _region(here.sheet, turns[best]), why, turns[best], gain, outlooks[best]
    )


def try_turn(view: View, turn: Turn) -> TurnReview:
    """Return what a turn that is not played yet is worth beside the best one.

    A cost of at most FOUND counts as the better turn found. Raise ValueError where the seat has
    no turn to play.

    >>> from hashi.coach import FOUND, hint, try_turn
    >>> seen = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view()
    >>> try_turn(seen, hint(seen).turn).cost <= FOUND < try_turn(seen, hashi.PASS).cost
    True
    """
    evaluator, here, card = _open_turn(view)
    played = here.after(card, turn, view.setup.is_solo)
    if view.setup.pens is Pens.FREE:
        sheet, inks = apply_freely(here.sheet, card, turn, view.round)
        struck = sum(1 << island.index for ink in inks for island in set(ink.irregular))
        played = played.with_sheet(sheet.with_struck(struck))
    (before,) = evaluator.outlooks([here])
    return judge_turn(evaluator, here, before, card, turn, played, is_solo=view.setup.is_solo)


def _open_turn(view: View) -> tuple[Evaluator, Position, Card]:
    """What judges, the seat's position before its open turn, and the card."""
    if view.seat is None or view.card is None or view.done[view.seat]:
        raise ValueError("a hint needs a seat with a turn to play")
    evaluator = evaluator_for(view.setup)
    closed = _closed(view)
    return (
        evaluator,
        Position.of(closed, view.seat, deadlines_of(evaluator, closed)[view.seat]),
        view.card,
    )


def _closed(view: View) -> Game:
    """The game as the seat sees it when its last round was closed."""
    gone = {box.goal for boxes in view.boxes for box in boxes if box.is_high_gone}
    paid = {item.source for ledger in view.ledgers for item in ledger}
    goals = frozenset(
        box.goal
        for box in view.boxes[0]
        if box.goal in gone or (box.goal in paid and not view.setup.is_solo)
    )
    return Game(
        view.setup,
        view.starts,
        view.sheets,
        view.cards[:-1],
        rounds=view.round - 1,
        ledgers=view.ledgers,
        gone=goals,
    )


def _region(sheet: Sheet, turn: Turn) -> tuple[Island, ...]:
    """The islands of a turn and their neighbours."""
    own: set[Island] = set()
    for mark in turn.marks:
        if isinstance(mark, Number):
            own.add(mark.island)
        elif isinstance(mark, Bridge):
            own.update(mark.line.ends)
    near = {end for island in own for line in _lines_of(sheet, island) for end in line}
    return tuple(island for island in sheet.board.islands if island in own | near)


def _lines_of(sheet: Sheet, island: Island) -> Sequence[tuple[Island, Island]]:
    return [line.ends for line in sheet.board.lines_of[island.index]]

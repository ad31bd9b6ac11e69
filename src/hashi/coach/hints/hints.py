"""A hint for the open turn: what the turn is about, where to look, why, and the turn itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain

from hashi.coach.evaluator import Evaluator
from hashi.coach.hints.aims import Aim, aim_of
from hashi.coach.hints.contrast import Contrast, contrast, mean_value
from hashi.coach.hints.reasons import HintReason, reasons_of
from hashi.coach.hints.traits import LEFT
from hashi.coach.outlook import Outlook
from hashi.coach.position import Position
from hashi.coach.reviews.game_review import TurnReview, judge_turn
from hashi.coach.reviews.moments import deadlines_of, evaluator_for
from hashi.rules import Bridge, Card, Game, Island, Number, Sheet, Turn, View
from hashi.rules.game.mistakes import apply_freely
from hashi.rules.game.setup import Pens

FEWEST_ISLANDS, MOST_ISLANDS = 2, 4
"""How many islands a hint points at."""


class HintStep(IntEnum):
    """The steps of a hint; each gives away more than the one before. Those without content are
    left out."""

    AIM = 1
    """What the turn is about."""
    REGION = 2
    """Where to look."""
    REASON = 3
    """Why."""
    MARKS = 4
    """The turn itself."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in up to four steps; each gives away more than the one before.

    >>> from hashi.coach import hint
    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> found = hint(game.view())
    >>> [str(island) for island in found.region], found.turn
    (['a1', 'a2'], <Turn 5@a2 c2-e2 c1-c2 a1-a2>)
    """

    aim: Aim | None
    """What the turn is about; None where nothing stands out."""
    region: tuple[Island, ...]
    """Two to four islands to look at; none where every turn is as good, or nothing is marked."""
    is_warning: bool
    """Whether good turns leave something as it is on each of these islands."""
    reasons: tuple[HintReason, ...]
    """What good turns have that others lack; at most two, the weightiest first."""
    turn: Turn
    """The best turn; all that the other steps say is true of it."""
    good: int
    """How many of the turns that were judged are about as good, itself among them."""
    gain: float
    """By how many points good turns are better than the others; 0 where there are no others."""
    outlook: Outlook
    """What is expected after the turn."""

    @property
    def steps(self) -> tuple[HintStep, ...]:
        """The steps that have something to say."""
        content = {
            HintStep.AIM: self.aim is not None,
            HintStep.REGION: bool(self.region),
            HintStep.REASON: bool(self.reasons),
            HintStep.MARKS: True,
        }
        return tuple(step for step in HintStep if content[step])


def hint(view: View) -> Hint:
    """Return a hint for the open turn of a seat.

    It knows what the seat may know: not the order of the cards, nor the others' open turns.
    Raise ValueError where the seat has no turn to play.

    >>> from hashi.coach import hint
    >>> hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view()).turn
    <Turn 5@a2 c2-e2 c1-c2 a1-a2>
    """
    return hint_of(contrast_for(view))


def contrast_for(view: View) -> Contrast:
    """Return the good turns of a seat beside the ordinary ones; raise ValueError as `hint` does."""
    evaluator, here, card = _open_turn(view)
    return contrast(evaluator, here, card, is_solo=view.setup.is_solo)


def hint_of(found: Contrast) -> Hint:
    """Return the hint that follows from a contrast."""
    reasons = reasons_of(found)
    best, good, ordinary = found.best, found.good, found.ordinary
    region = _region(found.before.sheet, reasons, best.turn) if ordinary else ()
    return Hint(
        aim=aim_of(found),
        region=region,
        is_warning=bool(reasons) and _is_left(region, reasons),
        reasons=reasons,
        turn=best.turn,
        good=len(good),
        gain=mean_value(good) - mean_value(ordinary) if ordinary else 0.0,
        outlook=best.outlook,
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


def _region(sheet: Sheet, reasons: Sequence[HintReason], turn: Turn) -> tuple[Island, ...]:
    """Return the islands that the reasons are about; of the turn, too, where these are too few."""
    islands = list(dict.fromkeys(chain(*(reason.trait.islands for reason in reasons))))
    for island in _near(sheet, turn, islands):
        if len(islands) >= FEWEST_ISLANDS:
            break
        if island not in islands:
            islands.append(island)
    chosen = islands[:MOST_ISLANDS]
    return tuple(island for island in sheet.board.islands if island in chosen)


def _is_left(region: Sequence[Island], reasons: Sequence[HintReason]) -> bool:
    """Return whether good turns leave something as it is on each island, and the reasons name no
    other thing to do."""
    named = {island for reason in reasons for island in reason.trait.islands}
    return named.issuperset(region) and all(reason.trait.kind in LEFT for reason in reasons)


def _near(sheet: Sheet, turn: Turn, islands: Sequence[Island]) -> list[Island]:
    """Return the islands of a turn in the order of its marks, then neighbours of all."""
    own: list[Island] = []
    for mark in turn.marks:
        own += [mark.island] if isinstance(mark, Number) else []
        own += mark.line.ends if isinstance(mark, Bridge) else ()
    lines = (line for island in (*own, *islands) for line in sheet.board.lines_of[island.index])
    return [*own, *chain.from_iterable(line.ends for line in lines)]

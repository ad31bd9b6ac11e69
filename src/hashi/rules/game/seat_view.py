"""What one seat may see: the only place where hidden information is removed.

Hidden are the order of the draw pile and the card in the box (nobody knows them), and the
others' turns for as long as the round is open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import overload

from hashi.rules.card import Card
from hashi.rules.dead import DeadGoal, dead_goals
from hashi.rules.game.game import Game
from hashi.rules.game.scoring import Ledger, progress
from hashi.rules.game.setup import Pens, Setup
from hashi.rules.game.solo import piles
from hashi.rules.goals import Goal
from hashi.rules.mark import Number
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.sheet import Sheet
from hashi.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class GoalBox:
    """One goal as it stands on a player's board (R23–R27)."""

    goal: Goal
    high: int
    low: int
    is_high_gone: bool
    """Whether the higher value is crossed out."""
    won: int | None
    """The points entered, None while the goal is not reached."""
    have: int
    need: int
    dead: DeadGoal | None = None
    """Why it can certainly not be reached any more, None while it may be."""


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A game as one seat sees it; a watcher (seat None) sees what lies open to all.

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> hashi.view(game.state, seat=None)
    <View of a watcher: round 1 of 17, card 5/3>
    """

    setup: Setup
    seat: int | None
    round: int
    """The number of cards turned."""
    card: Card | None
    """The card of the open round."""
    cards: tuple[Card, ...]
    """The cards turned so far."""
    unseen: tuple[Card, ...]
    """The cards nobody has seen, sorted: those of the draw pile and the one in the box."""
    starts: tuple[Number | None, ...]
    sheets: tuple[Sheet, ...]
    """Everyone's sheet; the seat's own with its turn of the open round."""
    turns: tuple[Turn | None, ...]
    """The turns with the newest card; others' only once the round is closed."""
    done: tuple[bool, ...]
    """Who is done with the open round, or has written the start."""
    ledgers: tuple[Ledger, ...]
    boxes: tuple[tuple[GoalBox, ...], ...]
    is_finished: bool
    winners: tuple[int, ...]
    rank: int | None

    def __repr__(self) -> str:
        who = "a watcher" if self.seat is None else f"seat {self.seat}"
        card = "" if self.card is None else f", card {self.card}"
        kind = type(self).__name__
        return f"<{kind} of {who}: round {self.round} of {self.setup.rounds}{card}>"

    def __str__(self) -> str:
        """Return what this seat sees of the table as a picture of characters."""
        printed: str = import_module("hashi.drawing").printed(self)  # late: drawing is above
        return printed

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        picture: str = import_module("hashi.drawing").picture(self)
        return picture

    @property
    def piles(self) -> tuple[int, int, int]:
        """The cards left in the three piles of a solo game (R30)."""
        return piles(self.setup.rounds, self.round)


@dataclass(frozen=True, slots=True, repr=False)
class SeatView(View):
    """A game as somebody sees who sits at the table.

    >>> seen = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view("Tim")
    >>> seen.sheet.number(seen.setup.board.island("c2"))
    4
    """

    seat: int

    @property
    def sheet(self) -> Sheet:
        """The seat's own sheet."""
        return self.sheets[self.seat]


@dataclass(frozen=True, slots=True, repr=False)
class PlayView(SeatView):
    """A game as a seat sees it while a card lies face up: what a bot makes its turn of.

    >>> seen = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view("Tim")
    >>> seen
    <PlayView of seat 0: round 1 of 17, card 5/3>
    """

    card: Card


@overload
def view(game: Game, seat: int) -> SeatView: ...
@overload
def view(game: Game, seat: None) -> View: ...
def view(game: Game, seat: int | None) -> View:
    """Return the game as this seat may see it, or raise Illegal for a seat that nobody has (R4).

    A seat gets a `SeatView`, and while a card lies face up a `PlayView`; None is a watcher.

    >>> game = hashi.new_game("A", ["Tim", "Linus"], seed="sea").start("4@c2", "3@d3")
    >>> hashi.view(game.state, seat=1).done
    (False, False)
    """
    if seat is not None and not game.setup.has_seat(seat):
        raise Illegal(Refusal(Reason.NO_SEAT), round=len(game.cards))
    seats = range(len(game.setup.players))
    hidden = {other for other in seats if other != seat and game.is_round_open}
    started = game.is_started
    kind: Callable[..., View] = PlayView
    if seat is None or game.card is None:
        kind = View if seat is None else SeatView
    return kind(
        setup=game.setup,
        seat=seat,
        round=len(game.cards),
        card=game.card,
        cards=game.cards,
        unseen=game.unseen,
        starts=tuple(game.starts[s] if started or s == seat else None for s in seats),
        sheets=tuple(_seen_sheet(game, s, s in hidden, s == seat) for s in seats),
        turns=tuple(None if s in hidden else turn for s, turn in enumerate(game.turns)),
        done=tuple(
            thing is not None for thing in (game.turns if game.is_round_open else game.starts)
        ),
        ledgers=game.ledgers,
        boxes=tuple(goal_boxes(game, s) for s in seats),
        is_finished=game.is_finished,
        winners=game.winners,
        rank=game.rank,
    )


def play_view(game: Game, seat: int) -> PlayView:
    """Return the game as this seat sees it with the card that lies face up, or raise Illegal.

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> hashi.play_view(game.state, seat=0).card
    Card(number=5, bridges=3)
    """
    seen = view(game, seat)
    if not isinstance(seen, PlayView):
        raise Illegal(Refusal(Reason.NO_CARD), round=len(game.cards))
    return seen


def open_sheet(game: Game, seat: int) -> Sheet:
    """Return a seat's sheet as it lies open to all: as it was when the last round was closed."""
    return _seen_sheet(game, seat, is_hidden=True, is_own=False)


def _seen_sheet(game: Game, seat: int, is_hidden: bool, is_own: bool) -> Sheet:
    if not game.is_started and not is_own:
        return Sheet.blank(game.setup.board)
    if is_hidden or not game.is_round_open:
        return game.sheets[seat]
    return game.laid[seat]


def goal_boxes(game: Game, seat: int, drafted: Sheet | None = None) -> tuple[GoalBox, ...]:
    """The goals as they stand on this seat's board.

    What is out of reach is judged on the sheet with the turn that is being made, if it is given:
    for the eyes of this seat alone. With free pens nothing is: a mark that breaks a rule may still
    be made, and stays if nobody calls it (R33, R34).
    """
    won = {item.source: item.points for item in game.ledgers[seat]}
    sheet = open_sheet(game, seat) if drafted is None else drafted
    numbers = game.numbers_to_come
    is_told = game.setup.pens is Pens.GUIDED
    dead = {found.goal: found for found in dead_goals(sheet, numbers)} if is_told else {}
    return tuple(
        GoalBox(
            goal,
            goal.high,
            goal.low,
            goal in game.gone and won.get(goal) != goal.high,
            won.get(goal),
            *progress(game.sheets[seat], goal),
            dead=dead.get(goal),
        )
        for goal in Goal
    )

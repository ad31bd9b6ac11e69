"""What is shown for two seconds after a round: everybody's new marks and points, and in words at
most one goal and one consequence. Before the first card: which board everybody was given.

It tells of closed rounds alone: the turns of the open one are no part of the game yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.cached_property import cached_property
from hashi.drawing import revealed_board
from hashi.rules import Game, Goal, Pens, Turn, goal_boxes
from hashi.rules.dead import numbers_to_come
from hashi.rules.game.seat_view import open_sheet
from hashi.rules.sheet_state import SheetState
from hashi.server.view.rounds.last_round import last_gains, last_turns
from hashi.server.view.rounds.story import BIG_ROUND, Item
from hashi.server.view.viewer import Viewer
from hashi.table import Phase, Table
from hashi.words import (
    Words,
    announce_goal,
    announce_lowered,
    announce_own_board,
    announce_own_goal,
    announce_shared_goal,
    player_name,
    verdict,
)
from hashi.words.game.story import Happening, StoryKind, tell, tell_own_big_round


@dataclass(frozen=True, slots=True)
class RevealedSeat:
    """What the moment shows of one player."""

    seat: int
    name: str
    total: int
    gained: int
    """The points of the round, goals included."""
    place: int
    """How many got more, or as much and stand before: where room is short, the first two are
    shown."""
    giver: int | None
    """Who gave this board, before the first card."""
    picture: str


def is_revealed(before: Table, after: Table) -> bool:
    """Return whether a round was closed, or all boards were passed on, and the game goes on, where
    people play at several devices."""
    if before.game is None or not after.has_company or after.phase is not Phase.ROUND:
        return False
    was = before.game
    return after.played.rounds > was.rounds or not was.is_started


class Reveal:
    """The moment after a round, as one viewer sees it."""

    def __init__(
        self, table: Table, viewer: Viewer, words: Words, happened: Sequence[Item] = ()
    ) -> None:
        self._table, self._viewer, self._words = table, viewer, words
        self._happened = happened

    @property
    def game(self) -> Game:
        return self._table.played

    @property
    def round(self) -> int:
        """The round that is closed; 0 before the first card."""
        return self.game.rounds

    @property
    def seats(self) -> list[RevealedSeat]:
        """All players: oneself first, then to the left; a watcher sees the order of the seats."""
        count = len(self.game.ledgers)
        first = self._viewer.seat or 0
        order = [(first + step) % count for step in range(count)]
        gained = self._gained
        best = sorted(order, key=lambda seat: -gained[seat])
        return [self._seat(seat, best.index(seat)) for seat in order]

    def _seat(self, seat: int, place: int) -> RevealedSeat:
        giver = None if self.round else seat - 1
        if giver is not None:
            giver %= len(self.game.ledgers)
        tint = seat if giver is None else giver
        return RevealedSeat(
            seat,
            self._name(seat),
            self.game.totals[seat],
            self._gained[seat],
            place,
            giver,
            revealed_board(self._state(seat), tint),
        )

    def _state(self, seat: int) -> SheetState:
        """Return a board as it lies open, with the marks of the round."""
        game = self.game
        numbers = numbers_to_come(game.setup.deck, game.cards)
        sheet = open_sheet(game, seat)
        return SheetState(sheet, self._turn(seat), numbers=numbers, help=self._has_help)

    @property
    def _has_help(self) -> bool:
        options = self._table.options
        return options.help and options.pens is Pens.GUIDED

    def _turn(self, seat: int) -> Turn:
        """Return the marks of the round, or before the first card the start on this board."""
        if self.round:
            return last_turns(self._table)[seat]
        start = self.game.starts[seat - 1]
        return Turn((start,) if start is not None else ())

    @cached_property
    def _gained(self) -> tuple[int, ...]:
        return last_gains(self.game)

    def _name(self, seat: int) -> str:
        if seat == self._viewer.seat:
            return self._words.say("You")
        return player_name(self._words, self.game.setup.players[seat])

    # --- in words

    @property
    def goal(self) -> Goal | None:
        """The dearest goal that was reached in the round."""
        reached = [
            (item.points, item.source)
            for ledger in self.game.ledgers
            for item in ledger
            if isinstance(item.source, Goal) and item.round == self.round
        ]
        return max(reached, key=lambda one: one[0])[1] if reached else None

    @property
    def headline(self) -> str:
        """What was reached, by whom; else who got many points, or that the round is over."""
        words, goal, own = self._words, self.goal, self._viewer.seat
        if not self.round:
            return self._handed
        if goal is not None:
            return self._reached(goal)
        most = max(self._gained)
        if most < BIG_ROUND:
            return verdict(words, self.game)
        if own is not None and self._gained[own] == most:
            return tell_own_big_round(words, most)
        seat = self._gained.index(most)
        return tell(words, Happening(StoryKind.BIG_ROUND, seat, most), self._name(seat))

    def _reached(self, goal: Goal) -> str:
        words, own = self._words, self._viewer.seat
        found = {
            one.seat: item.points
            for one in self.seats
            for item in self.game.ledgers[one.seat]
            if item.source is goal and item.round == self.round
        }
        points = max(found.values())
        if len(found) > 1:
            names = [words.say("you") if seat == own else self._name(seat) for seat in found]
            return announce_shared_goal(words, goal, points, names)
        (seat,) = found
        if seat == own:
            return announce_own_goal(words, goal, points)
        return announce_goal(words, goal, points, self._name(seat))

    @property
    def _handed(self) -> str:
        """Return who gave the viewer which board."""
        words, own = self._words, self._viewer.seat
        start = None if own is None else self.game.starts[own - 1]
        if own is None or start is None:
            return words.say("Every board is passed to the left.")
        return announce_own_board(words, self._name((own - 1) % len(self.game.starts)), start)

    @property
    def consequence(self) -> str:
        """What follows: a goal pays less from now on, or another player can't reach one."""
        goal, words = self.goal, self._words
        if not self.round:
            return words.say("Every board is passed to the left.") if self._is_seated else ""
        if goal is not None and self._is_lowered(goal):
            return announce_lowered(words, goal)
        for item in self._happened:
            is_lost = isinstance(item, Happening) and item.kind is StoryKind.OUT_OF_REACH
            if is_lost and item.seat is not None and item.seat != self._viewer.seat:
                assert isinstance(item, Happening)
                return tell(words, item, self._name(item.seat))
        return ""

    @property
    def _is_seated(self) -> bool:
        return self._viewer.seat is not None

    def _is_lowered(self, goal: Goal) -> bool:
        """Return whether a goal was reached for the first time, and somebody still may reach it."""
        game = self.game
        rounds = {
            seat: item.round
            for seat, ledger in enumerate(game.ledgers)
            for item in ledger
            if item.source is goal
        }
        others = [seat for seat in range(len(game.ledgers)) if seat not in rounds]
        return min(rounds.values()) == self.round and any(self._may_reach(s, goal) for s in others)

    def _may_reach(self, seat: int, goal: Goal) -> bool:
        """Return whether a goal is within reach for a player, as far as the pages tell that."""
        (box,) = [box for box in goal_boxes(self.game, seat) if box.goal is goal]
        return box.dead is None or not self._has_help

    @property
    def said(self) -> str:
        """What everybody got, for a screen reader; the rest is announced."""
        if not self.round:
            return ""
        gained = ", ".join(f"{one.name} +{one.gained}" for one in self.seats)
        return self._words.say("Round {round}: {points}.", round=self.round, points=gained)

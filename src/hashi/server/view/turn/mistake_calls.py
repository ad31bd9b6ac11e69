"""Calling mistakes with free pens (R33, R34): which marks can be called, and what a call did."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.cached_property import cached_property
from hashi.rules import Bridge, Called, Game, Goal, Island, Mark, Number, Points, Refusal
from hashi.rules.game.mistakes import Ink
from hashi.server.view.turn.turn_view import TurnView
from hashi.table import Phase


@dataclass(frozen=True)
class MistakeCalls:
    """The mistakes that may be called on the board shown."""

    turn: TurnView
    is_free: bool
    pointed: str = ""
    """The island or line that is pointed at."""

    @property
    def may_call(self) -> bool:
        """Whether a tap on the board shown points at a mark that may be a mistake."""
        table, viewer = self.turn.table, self.turn.viewer
        is_time = table.phase in (Phase.ROUND, Phase.CHECK) and table.played.rounds > 0
        return self.is_free and is_time and not viewer.is_watching and self.turn.draft is None

    @cached_property
    def offers(self) -> tuple[Ink, ...]:
        """The marks at what is pointed at, each once for each round."""
        if not self.pointed or not self.may_call:
            return ()
        inks = self.turn.table.played.pages[self.turn.viewer.shown_seat].inks
        found = {
            (ink.round, ink.mark): ink
            for ink in inks
            if not ink.settled and self._is_pointed_at(ink)
        }
        return tuple(found.values())

    def _is_pointed_at(self, ink: Ink) -> bool:
        mark = ink.mark
        if isinstance(mark, Number):
            return mark.island.name == self.pointed
        return isinstance(mark, Bridge) and mark.line.name == self.pointed


@dataclass(frozen=True, slots=True)
class CalledMistake:
    """A mistake that was called: by whom, what is wrong with it, and what followed."""

    by: int
    on: int
    round: int
    mark: Mark
    against: tuple[Refusal, ...]
    is_taken_back: bool
    struck: tuple[Island, ...]
    """The islands that can never be finished any more."""
    lost: tuple[Points, ...]
    """The goals whose points went with it."""

    @classmethod
    def of(cls, before: Game, call: Called, after: Game) -> CalledMistake | None:
        """Return what a call did; None where it was wrong."""
        inks = before.pages[call.on].wrong(call.round, call.mark)
        if not inks:
            return None
        freshly = after.sheets[call.on].struck & ~before.sheets[call.on].struck
        against = {refusal.reason: refusal for ink in inks for refusal in ink.against}
        return cls(
            by=call.by,
            on=call.on,
            round=call.round,
            mark=call.mark,
            against=tuple(against.values()),
            is_taken_back=len(after.pages[call.on].inks) < len(before.pages[call.on].inks),
            struck=tuple(after.setup.board.chosen(freshly)),
            lost=tuple(
                item
                for item in before.ledgers[call.on]
                if isinstance(item.source, Goal) and item not in after.ledgers[call.on]
            ),
        )

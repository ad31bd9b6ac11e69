"""Calling mistakes with free pens (R33): when it is possible, and which marks can be called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hashi.rules import Bridge, Number
from hashi.rules.mistakes import Ink
from hashi.server.pages.turn_view import TurnView
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
        """The marks at the place that is pointed at, each once for each round."""
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

"""Free pens: nothing is refused along the printed lines, and mistakes have consequences (R33–R35).

Every mark is judged once, when it is made, by the sheet as it then stands. A mistake that is
called before the turns of the next round are revealed, and on which nothing depends, can be
taken back; `hashi.rules.game.calls` decides what a call does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashi.rules.card import Card
from hashi.rules.game.scoring import Ledger, is_reached
from hashi.rules.goals import Goal
from hashi.rules.island import Island
from hashi.rules.law import refusals
from hashi.rules.mark import Bridge, Mark, Number
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.sheet import Sheet
from hashi.rules.turn import MOST_MARKS, Turn, against_end, against_in_turn

_IMPOSSIBLE = (Reason.NO_LINE, Reason.NO_SUCH_NUMBER)


@dataclass(frozen=True, slots=True)
class Ink:
    """A mark made with a free pen: when, and every reason the rules had against it."""

    mark: Mark
    round: int
    against: tuple[Refusal, ...] = ()
    settled: bool = False
    """Whether it was called and had to stay: its islands are struck."""

    @property
    def is_mistake(self) -> bool:
        return bool(self.against)

    @property
    def irregular(self) -> tuple[Island, ...]:
        """The islands that the mistake makes irregular (R34).

        For a number its island; for a bridge the full or finished end that it breaks, or both
        ends where the breach is the line's own.
        """
        if isinstance(self.mark, Number):
            return (self.mark.island,) if self.against else ()
        assert isinstance(self.mark, Bridge)
        broken = (Reason.ISLAND_FULL, Reason.ISLAND_FINISHED)
        if any(refusal.reason not in broken for refusal in self.against):
            return self.mark.line.ends
        return tuple(refusal.island for refusal in self.against if refusal.island is not None)


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet with the history of its ink.

    Only marks of the newest round can still be taken back, so judging a call looks at that round
    alone, however long the game is.
    """

    base: Sheet
    """The sheet as it stood before the newest round, without strikes."""
    rounds: tuple[tuple[Ink, ...], ...] = ()
    """The ink of each closed round, in order."""

    @property
    def inks(self) -> tuple[Ink, ...]:
        return tuple(ink for inks in self.rounds for ink in inks)

    @property
    def newest(self) -> tuple[Ink, ...]:
        """The ink of the newest round."""
        return self.rounds[-1] if self.rounds else ()

    @property
    def mistakes(self) -> tuple[Ink, ...]:
        """The mistakes that stand on the sheet and have not been called yet."""
        return tuple(ink for ink in self.inks if _is_open(ink))

    def with_round(self, inks: tuple[Ink, ...]) -> Page:
        """The page after one more round."""
        return Page(self.sheet(struck=0), (*self.rounds, inks))

    def wrong(self, round: int, mark: Mark) -> tuple[Ink, ...]:
        """What a call on this mark of this round is about; nothing where the call is wrong.

        A line is called as a whole. Where a turn has fewer bridges than its card shows, all of
        them are in breach together.
        """
        mistakes = [ink for ink in self.rounds[round - 1] if _is_open(ink)]
        called = [ink for ink in mistakes if ink.mark == mark]
        if any(_is_too_few(ink) for ink in called):
            called += [ink for ink in mistakes if _is_too_few(ink) and ink.mark != mark]
        return tuple(called)

    def sheet(self, struck: int) -> Sheet:
        """What stands on the page, with these islands struck."""
        sheet = self.base
        for ink in self.newest:
            sheet = sheet.with_mark(ink.mark)
        return sheet.with_struck(struck)

    def without(self, called: Sequence[Ink]) -> Page:
        """The page without these marks of the newest round."""
        gone = _identities(called)
        kept = tuple(ink for ink in self.newest if id(ink) not in gone)
        return Page(self.base, (*self.rounds[:-1], kept))

    def settling(self, called: Sequence[Ink]) -> Page:
        """The page with these marks settled: they were called, or found by the referee."""
        settled, among = _identities(called), {ink.round for ink in called}
        rounds = list(self.rounds)
        for round in among:
            rounds[round - 1] = tuple(
                replace(ink, settled=True) if id(ink) in settled else ink
                for ink in rounds[round - 1]
            )
        return Page(self.base, tuple(rounds))

    def has_consequences(self, called: Sequence[Ink], ledger: Ledger, struck: int) -> bool:
        """Return whether anything depends on these marks of the newest round: the legality of a
        later mark, or announced points."""
        before = after = self.base.with_struck(struck)
        gone = _identities(called)
        for ink in self.newest:
            if id(ink) in gone:
                before = before.with_mark(ink.mark)
                continue
            if before != after and _reasons(before, ink.mark) != _reasons(after, ink.mark):
                return True
            before, after = before.with_mark(ink.mark), after.with_mark(ink.mark)
        return any(
            isinstance(item.source, Goal) and not is_reached(after, item.source) for item in ledger
        )


def apply_freely(sheet: Sheet, card: Card, turn: Turn, round: int) -> tuple[Sheet, tuple[Ink, ...]]:
    """The sheet after a turn with a free pen, and its ink with every mistake (R33).

    Refused is only what a pen cannot do: a bridge where no line is printed, a number that no
    card shows, and more marks than a turn holds.
    """
    if len(turn.marks) > MOST_MARKS:
        raise Illegal(Refusal(Reason.TOO_MANY_MARKS, turn.marks[MOST_MARKS]))
    inks: list[Ink] = []
    numbered, drawn = False, 0
    for mark in turn.marks:
        impossible = against_free_pen(sheet, mark)
        if impossible is not None:
            raise Illegal(impossible)
        against = (*against_in_turn(card, numbered, drawn, mark), *refusals(sheet, mark))
        inks.append(Ink(mark, round, against))
        sheet = sheet.with_mark(mark)
        if isinstance(mark, Number):
            numbered = True
        else:
            drawn += 1
    too_few = against_end(card, turn)
    if too_few is not None:
        inks = [
            replace(ink, against=(*ink.against, replace(too_few, mark=ink.mark)))
            if isinstance(ink.mark, Bridge)
            else ink
            for ink in inks
        ]
    return sheet, tuple(inks)


def against_free_pen(sheet: Sheet, mark: Mark) -> Refusal | None:
    """Why not even a free pen makes this mark, or None (R2, R3)."""
    found = refusals(sheet, mark)
    return next((refusal for refusal in found if refusal.reason in _IMPOSSIBLE), None)


def irregular_mask(inks: Sequence[Ink]) -> int:
    """The islands that these mistakes make irregular, a bit for each index."""
    mask = 0
    for ink in inks:
        for island in ink.irregular:
            mask |= 1 << island.index
    return mask


def _identities(called: Sequence[Ink]) -> set[int]:
    """By identity: two bridges of one turn along one line can be equal."""
    return {id(ink) for ink in called}


def _is_open(ink: Ink) -> bool:
    """Whether the ink is a mistake that has not been called yet."""
    return ink.is_mistake and not ink.settled


def _is_too_few(ink: Ink) -> bool:
    return any(refusal.reason is Reason.TOO_FEW_BRIDGES for refusal in ink.against)


def _reasons(sheet: Sheet, mark: Mark) -> list[Reason]:
    return [refusal.reason for refusal in refusals(sheet, mark)]

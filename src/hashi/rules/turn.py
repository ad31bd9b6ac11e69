"""What one player does with one card: action a, then action b (R7–R18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashi.rules import masks
from hashi.rules.board import NONE
from hashi.rules.card import Card
from hashi.rules.law import allowed_islands, allowed_lines, refusals
from hashi.rules.mark import Bridge, Mark, Number
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.sheet import Sheet

MOST_MARKS = 99
"""More marks than that in one turn are refused, with free pens too."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's marks for one card, in order. A skipped action is left out (R8).

    >>> board = hashi.board("A")
    >>> bridge = hashi.Bridge(board.line("c1", "c2"))
    >>> hashi.Turn((hashi.Number(board.island("c1"), 5), bridge, bridge))
    <Turn 5@c1 c1=c2>
    >>> hashi.PASS
    <Turn pass>
    """

    marks: tuple[Mark, ...] = ()

    @property
    def skips_number(self) -> bool:
        """Whether no number is written."""
        return not any(isinstance(mark, Number) for mark in self.marks)

    @property
    def skips_bridges(self) -> bool:
        """Whether no bridge is drawn."""
        return not any(isinstance(mark, Bridge) for mark in self.marks)

    def __str__(self) -> str:
        """`5@c1 c1-c2 a1=c1`; two bridges in a row along a line are one word; `pass` for none."""
        words: list[str] = []
        for mark in self.marks:
            word = str(mark)
            if isinstance(mark, Bridge) and words and words[-1] == word:
                words[-1] = word.replace("-", "=")
            else:
                words.append(word)
        return " ".join(words) or "pass"

    def __repr__(self) -> str:
        return f"<Turn {self}>"


PASS = Turn()


def against_in_turn(card: Card, numbered: bool, drawn: int, mark: Mark) -> list[Refusal]:
    """Every reason against the mark that comes from the card and the turn so far."""
    found = []
    if isinstance(mark, Number):
        if drawn:  # R7
            found.append(Refusal(Reason.NUMBER_AFTER_BRIDGES, mark, mark.island))
        if numbered:  # R9
            found.append(Refusal(Reason.SECOND_NUMBER, mark, mark.island, card=card))
        if mark.number != card.number:  # R9
            found.append(Refusal(Reason.OTHER_NUMBER, mark, mark.island, card=card))
    elif drawn >= card.bridges:  # R13
        found.append(Refusal(Reason.TOO_MANY_BRIDGES, mark, card=card, count=drawn + 1))
    return found


def may_end(card: Card, drawn: int) -> bool:
    """Whether a turn can end with so many bridges: all that the card shows, or none (R13)."""
    return not 0 < drawn < card.bridges


def against_end(card: Card, turn: Turn) -> Refusal | None:
    """Why the turn cannot end like this: fewer bridges than the card shows; all or none (R13)."""
    bridges = [mark for mark in turn.marks if isinstance(mark, Bridge)]
    if not may_end(card, len(bridges)):
        return Refusal(Reason.TOO_FEW_BRIDGES, bridges[-1], card=card, count=len(bridges))
    return None


def apply_turn(sheet: Sheet, card: Card, turn: Turn) -> Sheet:
    """The sheet after a whole turn, or Illegal for its first mark that the rules refuse.

    >>> board = hashi.board("A")
    >>> sheet = hashi.Sheet.of(board, [hashi.Number(board.island("c2"), 4)])
    >>> turn = hashi.Turn((hashi.Bridge(board.line("c1", "c2")),))
    >>> hashi.apply_turn(sheet, hashi.Card(5, 1), turn)
    <Sheet on board A: 1 number, 1 bridge, 0 finished islands>
    """
    numbered, drawn = False, 0
    for mark in turn.marks:
        against = against_in_turn(card, numbered, drawn, mark) or refusals(sheet, mark)
        if against:
            raise Illegal(against[0])
        sheet = sheet.with_mark(mark)
        if isinstance(mark, Number):
            numbered = True
        else:
            drawn += 1
    unfinished = against_end(card, turn) if drawn != card.bridges else None
    if unfinished is not None:
        raise Illegal(unfinished)
    return sheet


def apply_unchecked(sheet: Sheet, turn: Turn) -> Sheet:
    """The sheet after a turn that is known to be allowed."""
    return sheet.with_marks(turn.marks)


def turns(sheet: Sheet, card: Card) -> Iterator[Turn]:
    """Every whole turn that is allowed, each set of marks once (R7–R18).

    The order of the bridges inside a turn changes nothing: numbers come first, and every
    rule about bridges is an upper bound. So they are drawn in the order of the lines.

    >>> board = hashi.board("A")
    >>> sheet = hashi.Sheet.of(board, [hashi.Number(board.island("c2"), 4)])
    >>> sum(1 for _ in hashi.turns(sheet, hashi.Card(5, 1)))
    79
    """
    writings = [Number(island, card.number) for island in allowed_islands(sheet, card.number)]
    yield PASS
    yield from (Turn(marks) for marks, _ in _drawings(sheet, card.bridges))
    for number in writings:
        written = sheet.with_mark(number)
        yield Turn((number,))
        yield from (Turn((number, *marks)) for marks, _ in _drawings(written, card.bridges))


def can_draw(sheet: Sheet, bridges: int) -> bool:
    """Whether that many bridges can still be drawn on the sheet in one turn."""
    return bridges == 0 or first_line(sheet, bridges) is not None


def first_line(sheet: Sheet, bridges: int) -> int | None:
    """The lowest index of a line with which one or more bridges can be drawn in one turn."""
    counts, planks = bytearray(sheet.counts), bytearray(sheet.planks)
    found = masks.first_line(sheet.board.plan, sheet.digits, counts, planks, bridges, 0)
    return None if found == NONE else found


def _drawings(
    sheet: Sheet, bridges: int, first: int = 0
) -> Iterator[tuple[tuple[Bridge, ...], Sheet]]:
    """Every way to draw exactly that many bridges along lines from index `first` on."""
    if bridges == 0:
        yield (), sheet
        return
    for line in allowed_lines(sheet):
        if line.index >= first:
            drawn = sheet.with_bridge(line)
            for rest, after in _drawings(drawn, bridges - 1, line.index):
                yield (Bridge(line), *rest), after

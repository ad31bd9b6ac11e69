"""Read the notation of marks, turns, starts and calls; their `str` writes it."""

from __future__ import annotations

import re
from functools import lru_cache

from hashi.rules.board import Board
from hashi.rules.game.entries import Called
from hashi.rules.malformed import Flaw, Malformed
from hashi.rules.mark import Bridge, Mark, Number, Stray
from hashi.rules.turn import PASS, Turn

_ISLAND = "([a-z][1-9][0-9]?)"
_NUMBER = re.compile(f"([1-9])@{_ISLAND}")
_BRIDGE = re.compile(f"{_ISLAND}([-=]){_ISLAND}")
_START = re.compile(f"{_ISLAND}=([1-9])")
_CALL = re.compile(r"([1-4])>([1-4]) r([1-9][0-9]?) (\S+)")


class Notation:
    """Reads the notation on one board. Parsed words are cached, so that files read fast."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[str, tuple[Mark, ...]] = {}

    def turn(self, text: str) -> Turn:
        """A turn such as `5@c1 c1-c2 a1=c1`, or `pass`."""
        words = text.split()
        if words == ["pass"]:
            return PASS
        if not words:
            raise Malformed(Flaw.MARK, given=text)
        marks: list[Mark] = []
        for word in words:
            marks += self._known.get(word) or self.marks(word)
        return Turn(tuple(marks))

    def marks(self, word: str) -> tuple[Mark, ...]:
        """One word of a turn: a number `5@c1`, a bridge `c1-c2`, two bridges `c1=c2`."""
        if number := _NUMBER.fullmatch(word):
            marks: tuple[Mark, ...] = (self._number(number),)
        elif bridge := _BRIDGE.fullmatch(word):
            ends = self._board.island(bridge[1]), self._board.island(bridge[3])
            line = self._board.line(*ends)
            drawn = Stray(ends) if line is None else Bridge(line)
            marks = (drawn, drawn) if bridge[2] == "=" else (drawn,)
        else:
            raise Malformed(Flaw.MARK, given=word)
        self._known[word] = marks
        return marks

    def start(self, text: str) -> Number:
        """A start such as `c2=4` (R5)."""
        start = _START.fullmatch(text)
        if not start:
            raise Malformed(Flaw.START, given=text)
        return Number(self._board.island(start[1]), int(start[2]))

    def any_turn(self, given: Turn | str) -> Turn:
        """A turn given as text or as an object. An object is read by its text, since its marks may
        be those of another board. Capital letters are read, too."""
        return self.turn(str(given).lower())

    def any_start(self, given: Number | str) -> Number:
        """A start given as an object, as `4@c2` or as `c2=4`."""
        text = str(given).strip().lower()
        if number := _NUMBER.fullmatch(text):
            return self._number(number)
        return self.start(text)

    def _number(self, found: re.Match[str]) -> Number:
        return Number(self._board.island(found[2]), int(found[1]))

    def call(self, text: str) -> Called:
        """A call such as `2>1 r3 c1-c2`: seat 2 calls c1-c2 of round 3 on the sheet of seat 1."""
        call = _CALL.fullmatch(text)
        if not call:
            raise Malformed(Flaw.CALL, given=text)
        mark = self.marks(call[4])[0]
        return Called(int(call[1]) - 1, int(call[2]) - 1, int(call[3]), mark)


@lru_cache(maxsize=64)
def notation_for(board: Board) -> Notation:
    """The notation on a board."""
    return Notation(board)


def start_text(start: Number) -> str:
    return f"{start.island}={start.number}"


def call_text(call: Called) -> str:
    return f"{call.by + 1}>{call.on + 1} r{call.round} {call.mark}"

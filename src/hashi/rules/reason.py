"""Why the rules refuse something: a code, its rule and what is in the way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from typing import Any

from hashi.rules.board import Line
from hashi.rules.card import Card
from hashi.rules.island import Island
from hashi.rules.mark import Mark


class Reason(Enum):
    """A reason code and the rule behind it. `hashi.words` has the sentences."""

    # setting up
    START_NUMBER = ("start number", "R5")
    START_FLAG = ("start flag", "R5")
    # action a
    NO_SUCH_NUMBER = ("no such number", "R3")
    NUMBER_AFTER_BRIDGES = ("number after bridges", "R7")
    OTHER_NUMBER = ("other number", "R9")
    SECOND_NUMBER = ("second number", "R9")
    HAS_NUMBER = ("has number", "R9")
    FLAG_WITHOUT_BRIDGE = ("flag without bridge", "R11")
    FLAG_BEFORE_BRIDGES = ("flag before bridges", "R7")
    NUMBER_TOO_LOW = ("number too low", "R12")
    # action b
    NO_LINE = ("no line", "R2")
    TOO_FEW_BRIDGES = ("too few bridges", "R13")
    TOO_MANY_BRIDGES = ("too many bridges", "R13")
    NO_NUMBER_AT_ENDS = ("no number at ends", "R14")
    NUMBER_NEEDED = ("number needed", "R14")
    LINE_FULL = ("line full", "R15")
    CROSSING = ("crossing", "R16")
    ISLAND_FULL = ("island full", "R17")
    ISLAND_FINISHED = ("island finished", "R18")
    # the course of a game
    STARTED_ALREADY = ("started already", "R5")
    NOT_STARTED = ("not started", "R5")
    CARD_NOT_LEFT = ("card not left", "R6")
    NO_CARD = ("no card", "R7")
    PLAYED_ALREADY = ("played already", "R7")
    ROUND_OPEN = ("round open", "R19")
    GAME_OVER = ("game over", "R20")
    NO_SEAT = ("no seat", "R4")
    NO_FREE_PENS = ("no free pens", "R33")
    CALL_ROUND = ("call round", "R33")
    TOO_MANY_MARKS = ("too many marks", "R33")
    TOO_MANY_CALLS = ("too many calls", "R35")

    @property
    def rule(self) -> str:
        """The number of the rule, such as `R15`."""
        rule: str = self.value[1]
        return rule

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that the rules refuse, and what is in the way.

    >>> board = hashi.board("A")
    >>> against = hashi.refusal(hashi.Sheet.blank(board), hashi.Bridge(board.line("c1", "c2")))
    >>> against.reason, against.rule
    (Reason.NO_NUMBER_AT_ENDS, 'R14')
    """

    reason: Reason
    mark: Mark | None = None
    island: Island | None = None
    """The island that stands in the way."""
    line: Line | None = None
    """The line that stands in the way: a full one, or the one that is crossed."""
    card: Card | None = None
    count: int = 0
    """How many there are: bridges that lead to the island, bridges drawn."""

    @property
    def rule(self) -> str:
        """The rule that refuses, such as `R11`."""
        return self.reason.rule


class Illegal(ValueError):
    """Something the rules refuse, with the round (0 is the setup) and the player it happened to.

    `str()` is the English sentence with its rule, the fields are codes.

    >>> try:
    ...     hashi.new_game("A", ["Tim"]).start("5@c2")
    ... except hashi.Illegal as illegal:
    ...     print(illegal)
    ...     print(illegal.rule, illegal.player, illegal.refusal.reason)
    Setup, Tim, 5@c2: The starting number must be 3 or 4, not 5. (rule R5)
    R5 Tim Reason.START_NUMBER
    """

    def __init__(self, refusal: Refusal, *, round: int | None = None, player: str = "") -> None:
        super().__init__(refusal, round, player)
        self.refusal = refusal
        self.round = round
        self.player = player

    @property
    def rule(self) -> str:
        """The rule that refuses, such as `R11`."""
        return self.refusal.rule

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it travel between processes: pickle would call it without its keywords."""
        return partial(Illegal, round=self.round, player=self.player), (self.refusal,)

    def __str__(self) -> str:
        """Return the English sentence with its rule; the codes are in the fields."""
        words = import_module("hashi.words")  # late: rules import nothing that is above them
        sentence: str = words.explain_illegal(words.Words("en"), self)
        return sentence

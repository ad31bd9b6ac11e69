"""What makes a board or a deck unplayable or poor: codes with arguments, which `words` tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hashi.boards.draft import BoardDraft
from hashi.boards.reading import standard_deck
from hashi.rules.board import FEWEST_ISLANDS, MOST_ISLANDS, MOST_ON_A_LINE
from hashi.rules.card import HIGHEST_NUMBER, Card
from hashi.rules.game.setup import START_NUMBERS
from hashi.rules.island import Flag, Island

RIGHT_ISLANDS, RIGHT_RED, RIGHT_BLUE, RIGHT_CARDS = 18, 4, 3, 18
"""What a printed side and the deck of the box have (R1, R3)."""


class Remark(StrEnum):
    """What there is to say about a board or a deck."""

    # without these no game can begin
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NO_START = "no_start"
    CARDS_TOO_FEW = "cards_too_few"
    # counts that differ from those of the box
    ISLANDS = "islands"
    RED = "red"
    BLUE = "blue"
    CARDS = "cards"
    # what can be played but is poor
    APART = "apart"
    UNREACHED = "unreached"
    ONE_LINE = "one_line"
    NO_CROSSINGS = "no_crossings"
    ONLY_ONCE = "only_once"
    NEVER = "never"


UNPLAYABLE = frozenset({Remark.TOO_FEW, Remark.TOO_MANY, Remark.NO_START, Remark.CARDS_TOO_FEW})
COUNTS = frozenset({Remark.ISLANDS, Remark.RED, Remark.BLUE, Remark.CARDS})


@dataclass(frozen=True, slots=True)
class BoardFinding:
    """A remark about a board or a deck."""

    remark: Remark
    island: str = ""
    """The island that it is about."""
    given: int = 0
    expected: int = 0
    """How many there are, and how many there should be."""

    @property
    def is_unplayable(self) -> bool:
        return self.remark in UNPLAYABLE


@dataclass(frozen=True, slots=True)
class Checks:
    """A board and its deck looked through."""

    findings: tuple[BoardFinding, ...]
    islands: int
    red: int
    blue: int
    is_connected: bool
    lines: int
    crossings: int
    outside: frozenset[str]
    """The islands that no lines connect with the largest part."""
    weak: frozenset[str]
    """The islands with one line or none."""

    @property
    def is_playable(self) -> bool:
        return not any(finding.is_unplayable for finding in self.findings)

    @property
    def is_right(self) -> bool:
        """Whether board and deck have the counts of the box, and lines connect all islands."""
        wrong = UNPLAYABLE | COUNTS | {Remark.APART}
        return not any(finding.remark in wrong for finding in self.findings)


def check(draft: BoardDraft, deck: Sequence[Card] = ()) -> Checks:
    """Look through a board and its deck, by default the standard one.

    >>> from hashi.boards import BoardDraft, board, check
    >>> looked = check(BoardDraft(board("A").rows))
    >>> looked.is_right, looked.lines, looked.crossings, looked.findings
    (True, 24, 5, ())
    """
    parts = draft.parts()
    outside = frozenset(island.name for part in parts[1:] for island in part)
    lines = {island: draft.lines_of(island) for island in draft.islands}
    findings = (*_counts(draft, deck), *_shape(draft, lines, len(outside)), *_cards(draft, deck))
    return Checks(
        findings,
        islands=len(draft.islands),
        red=draft.flags(Flag.RED),
        blue=draft.flags(Flag.BLUE),
        is_connected=len(parts) == 1,
        lines=len(draft.lines),
        crossings=len(draft.crossings),
        outside=outside,
        weak=frozenset(island.name for island, count in lines.items() if count < MOST_ON_A_LINE),
    )


def _counts(draft: BoardDraft, deck: Sequence[Card]) -> Iterator[BoardFinding]:
    many = len(draft.islands)
    if many < FEWEST_ISLANDS:
        yield BoardFinding(Remark.TOO_FEW, given=many, expected=FEWEST_ISLANDS)
    elif many > MOST_ISLANDS:
        yield BoardFinding(Remark.TOO_MANY, given=many, expected=MOST_ISLANDS)
    elif not draft.flags(None):
        yield BoardFinding(Remark.NO_START)
    if deck and len(deck) < 2:
        yield BoardFinding(Remark.CARDS_TOO_FEW, given=len(deck), expected=2)
    counted = (
        (Remark.ISLANDS, many, RIGHT_ISLANDS),
        (Remark.RED, draft.flags(Flag.RED), RIGHT_RED),
        (Remark.BLUE, draft.flags(Flag.BLUE), RIGHT_BLUE),
        (Remark.CARDS, len(deck) or RIGHT_CARDS, RIGHT_CARDS),
    )
    for remark, given, expected in counted:
        if given != expected:
            yield BoardFinding(remark, given=given, expected=expected)


def _shape(draft: BoardDraft, lines: dict[Island, int], outside: int) -> Iterator[BoardFinding]:
    for island, count in lines.items():
        if count == 0:
            yield BoardFinding(Remark.UNREACHED, island=island.name)
        elif count * MOST_ON_A_LINE < min(START_NUMBERS):
            number = count * MOST_ON_A_LINE + 1
            yield BoardFinding(Remark.ONE_LINE, island=island.name, given=number)
    if outside:
        yield BoardFinding(Remark.APART, given=outside)
    if len(draft.islands) >= FEWEST_ISLANDS and not draft.crossings:
        yield BoardFinding(Remark.NO_CROSSINGS)


def _cards(draft: BoardDraft, deck: Sequence[Card]) -> Iterator[BoardFinding]:
    """Look for numbers that the deck has only once, and for those that fit no island."""
    cards = deck or standard_deck()
    counted = Counter(card.number for card in cards)
    for number in sorted(counted):
        if counted[number] == 1:
            yield BoardFinding(Remark.ONLY_ONCE, given=number)
    room = max((draft.lines_of(island) for island in draft.islands), default=0) * MOST_ON_A_LINE
    if len(draft.islands) >= FEWEST_ISLANDS:
        for number in sorted(counted):
            if room < number <= HIGHEST_NUMBER:
                yield BoardFinding(Remark.NEVER, given=number)


def bridges_in_a_game(deck: Sequence[Card]) -> tuple[int, int]:
    """Return the fewest and the most bridges of one game: a card lies in the box (R6)."""
    bridges = [card.bridges for card in deck]
    return (sum(bridges) - max(bridges), sum(bridges) - min(bridges)) if bridges else (0, 0)

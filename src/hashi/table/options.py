"""What is agreed when a table is opened."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from hashi.boards import board, board_from_lines, standard_deck
from hashi.rules import Board, Card, Flaw, Malformed, Pens
from hashi.rules.card import check_deck_size
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.table.fields import JsonField, Text, Texts, Truth, Whole
from hashi.table.flaw import TableFlaw

DAY = 86_400
LONGEST_CLOCK = 30 * DAY
SHORTEST_CLOCK = 5
LONGEST_BOARD = 8_000


@lru_cache(maxsize=128)
def _own_board(rows: str) -> Board:
    """Return the board of these rows; tables on equal boards share it."""
    return board_from_lines(rows.splitlines())


def _bad_pens(given: str) -> Malformed:
    return Malformed(Flaw.PENS, field="pens", given=given)


def _bad_seats(given: int) -> Malformed:
    return Malformed(Flaw.PLAYERS, field="seats", given=given, most=MOST_PLAYERS)


def _bad_clock(given: int) -> Malformed:
    return Malformed(
        TableFlaw.CLOCK, field="pace", given=given, least=SHORTEST_CLOCK, most=LONGEST_CLOCK
    )


FIELDS: tuple[JsonField, ...] = (
    Text("board", "A, B, or rows of cells, one to a line", "A", longest=LONGEST_BOARD),
    Whole("seats", "", 1, least=1, most=MOST_PLAYERS, refuse=_bad_seats),
    Text(
        "pens",
        "Guided pens refuse what breaks a rule, free pens refuse nothing",
        Pens.GUIDED.value,
        choices=[pens.value for pens in Pens],
        refuse=_bad_pens,
    ),
    Whole(
        "pace",
        "Seconds for each round; 0 for no limit",
        0,
        least=SHORTEST_CLOCK,
        most=LONGEST_CLOCK,
        besides=0,
        refuse=_bad_clock,
    ),
    Truth("help", "Whether allowed targets and dead islands are shown", default=True),
    Truth("practice", "Whether rounds may be played again", default=False),
    Truth("hints", "Whether players may ask for hints; alone they always may", default=False),
    Texts("deck", "Cards such as `5/3`; none for the standard deck", default=[]),
)
"""The options as they are sent."""
JSON_NAMES = {"clock": "pace"}
"""Options whose names in stored logs and in the API are older ones."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table; `FIELDS` describes them."""

    board: str = "A"
    """A side, or rows of cells as in a board file, one per line."""
    seats: int = 1
    pens: Pens = Pens.GUIDED
    clock: int = 0
    """Seconds for each round, 0 for as long as people like; `pace` in JSON."""
    help: bool = True
    practice: bool = False
    """The result is then marked as practised."""
    hints: bool = False
    """Whether players may ask for hints at a table of several."""
    deck: tuple[str, ...] = field(default=())
    """The cards of a custom deck; empty for the standard one."""

    def played_board(self) -> Board:
        """Return the side that is named, or the board that is given."""
        return _own_board(self.board) if "\n" in self.board else board(self.board)

    def played_deck(self) -> tuple[Card, ...]:
        """Return the cards that are given, or the standard deck."""
        return tuple(Card.parse(card) for card in self.deck) or standard_deck()

    @property
    def may_rewind(self) -> bool:
        """Whether rounds can be played again: only solo and in practice games."""
        return self.seats == 1 or self.practice

    @property
    def may_hint(self) -> bool:
        """Whether hints can be asked for: solo, in practice games, and where it was agreed."""
        return self.seats == 1 or self.practice or self.hints

    @property
    def tells_dead(self) -> bool:
        """Whether it is said what can't be finished or reached any more: never with free pens."""
        return self.help and self.pens is Pens.GUIDED

    def to_json(self) -> dict[str, Any]:
        """Return the options as JSON; what 0.2.0 did not know is left out at its default."""
        given = {**asdict(self), "pens": self.pens.value, "deck": list(self.deck)}
        fields = {JSON_NAMES.get(name, name): value for name, value in given.items()}
        return fields if self.hints else {k: v for k, v in fields.items() if k != "hints"}

    @classmethod
    def from_json(cls, given: Any) -> Options:
        """Return the options of a JSON object; raise Malformed where one does not fit."""
        if type(given) is not dict:
            raise Malformed(Flaw.KIND, field="", expected="object", given="")
        values = {field.name: field.read(given) for field in FIELDS}
        values |= {name: values.pop(sent) for name, sent in JSON_NAMES.items()}
        options = cls(**{**values, "pens": Pens(values["pens"]), "deck": tuple(values["deck"])})
        _check_board(options)
        _check_deck(options)
        return options


def _check_board(options: Options) -> None:
    """Raise Malformed where the board cannot be read or has no island for a start (R5)."""
    try:
        islands = options.played_board().islands
    except Malformed as malformed:
        raise malformed.at(field="board") from None
    if all(island.flag is not None for island in islands):
        raise Malformed(Flaw.ISLANDS, field="board", given=0, least=1, most=len(islands))


def _check_deck(options: Options) -> None:
    """Raise Malformed where a card cannot be read or there are too few or too many."""
    for index, card in enumerate(options.deck):
        try:
            Card.parse(card)
        except Malformed as malformed:
            raise malformed.at(field=f"deck[{index}]") from None
    try:
        check_deck_size(options.played_deck())
    except Malformed as malformed:
        raise malformed.at(field="deck") from None

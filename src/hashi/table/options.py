"""What is agreed when a table is opened."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from hashi.boards import board, board_from_lines, standard_deck
from hashi.rules import Board, Card, Flaw, Malformed, Pens
from hashi.rules.card import check_deck_size
from hashi.rules.setup import MOST_PLAYERS

DAY = 86_400
LONGEST_PACE = 30 * DAY
SHORTEST_PACE = 5
LONGEST_BOARD = 8_000


@dataclass(frozen=True, slots=True)
class Options:
    """Side or own board, seats, pens, pace, help."""

    board: str = "A"
    """A side, or rows of cells as in a board file, one to a line."""
    seats: int = 1
    pens: Pens = Pens.GUIDED
    pace: int = 0
    """Seconds for each round; 0 for no limit."""
    help: bool = True
    """Whether allowed targets and dead islands are shown."""
    practice: bool = False
    """Whether rounds can be played again; the result is then marked as practised."""
    deck: tuple[str, ...] = field(default=())
    """The cards of an own deck; empty for the standard one."""

    def played_board(self) -> Board:
        if "\n" in self.board:
            return board_from_lines(self.board.splitlines())
        return board(self.board)

    def played_deck(self) -> tuple[Card, ...]:
        return tuple(Card.parse(card) for card in self.deck) or standard_deck()

    @property
    def may_rewind(self) -> bool:
        """Rounds are played again only alone and in practice games."""
        return self.seats == 1 or self.practice

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "pens": self.pens.value, "deck": list(self.deck)}

    @classmethod
    def from_json(cls, given: Any) -> Options:
        """Options from JSON; what does not fit is Malformed."""
        if type(given) is not dict:
            raise Malformed(Flaw.KIND, field="", expected="object", given="")
        usual = cls()
        options = cls(
            board=_typed(given, "board", str, usual.board),
            seats=_typed(given, "seats", int, usual.seats),
            pens=_pens(_typed(given, "pens", str, usual.pens.value)),
            pace=_typed(given, "pace", int, usual.pace),
            help=_typed(given, "help", bool, usual.help),
            practice=_typed(given, "practice", bool, usual.practice),
            deck=tuple(_cards(_typed(given, "deck", list, []))),
        )
        if not 1 <= options.seats <= MOST_PLAYERS:
            raise Malformed(Flaw.PLAYERS, field="seats", given=options.seats, most=MOST_PLAYERS)
        if options.pace and not SHORTEST_PACE <= options.pace <= LONGEST_PACE:
            raise Malformed(
                Flaw.PACE, field="pace", given=options.pace, least=SHORTEST_PACE, most=LONGEST_PACE
            )
        _check_board(options)
        _check_deck(options)
        return options


def _check_board(options: Options) -> None:
    """A board must be readable, and have an island that takes a start (R5)."""
    if len(options.board) > LONGEST_BOARD:
        raise Malformed(Flaw.TOO_LONG, field="board", expected=LONGEST_BOARD)
    try:
        islands = options.played_board().islands
    except Malformed as malformed:
        raise malformed.at(field="board") from None
    if all(island.flag is not None for island in islands):
        raise Malformed(Flaw.ISLANDS, field="board", given=0, least=1, most=len(islands))


def _check_deck(options: Options) -> None:
    for index, card in enumerate(options.deck):
        try:
            Card.parse(card)
        except Malformed as malformed:
            raise malformed.at(field=f"deck[{index}]") from None
    try:
        check_deck_size(options.played_deck())
    except Malformed as malformed:
        raise malformed.at(field="deck") from None


def _pens(given: str) -> Pens:
    if given not in [pens.value for pens in Pens]:
        raise Malformed(Flaw.PENS, field="pens", given=given)
    return Pens(given)


def _cards(given: list[Any]) -> list[str]:
    for index, card in enumerate(given):
        if type(card) is not str:
            raise Malformed(Flaw.KIND, field=f"deck[{index}]", expected="text", given="")
    return given


_KINDS = {str: "text", int: "number", bool: "truth", list: "list"}


def _typed(given: dict[str, Any], name: str, kind: type, usual: Any) -> Any:
    value = given.get(name, usual)
    if type(value) is not kind:
        raise Malformed(Flaw.KIND, field=name, expected=_KINDS[kind], given="")
    return value

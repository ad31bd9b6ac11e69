"""Games set up in one line: from blank boards, or in the middle of one with drawn sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

from hashi.record import notation_for
from hashi.rules import (
    Board,
    Called,
    Card,
    Game,
    Goal,
    Illegal,
    Mark,
    Number,
    Pens,
    Played,
    Reason,
    Setup,
    Sheet,
    Start,
    Turn,
    Turned,
    apply_turn,
    refusal,
)
from hashi.rules.mistakes import Page
from tests.support.sheets import drawn

NAMES = ("Tim", "Linus", "Sarah", "Ida")
_OFTEN = {Card(1, 1): 45, **{Card(number, 1): 5 for number in range(2, 7)}}
AMPLE = tuple(
    card
    for card in (Card(n, b) for n, b in product(range(1, 7), range(1, 4)))
    for _ in range(_OFTEN.get(card, 2))
)
"""Every possible card, those with one bridge more often: enough for what a test wants to turn."""


def blank(*rows: str) -> Sheet:
    return Sheet.blank(Board(rows))


def mark(board: Board, word: str) -> Mark:
    """One mark, such as `5@c1` or `c1-c2`."""
    (made,) = notation_for(board).marks(word)
    return made


def turn(board: Board, text: str) -> Turn:
    return notation_for(board).turn(text)


def with_marks(sheet: Sheet, text: str) -> Sheet:
    """The sheet with these marks on it, whether or not the rules allow them."""
    for made in turn(sheet.board, text).marks:
        sheet = sheet.with_mark(made)
    return sheet


def reason(sheet: Sheet, word: str) -> Reason | None:
    """Why the sheet refuses a mark."""
    against = refusal(sheet, mark(sheet.board, word))
    return None if against is None else against.reason


def finished(sheet: Sheet) -> str:
    """The names of the finished islands, in reading order."""
    return " ".join(i.name for i in sheet.board.islands if sheet.is_finished(i))


def struck(sheet: Sheet) -> str:
    return " ".join(i.name for i in sheet.board.islands if sheet.is_struck(i))


def seated(*sheets: Sheet | str, pens: Pens = Pens.GUIDED, deck: tuple[Card, ...] = AMPLE) -> Game:
    """A game before its first card in which these sheets were passed on."""
    papers = tuple(drawn(sheet) if isinstance(sheet, str) else sheet for sheet in sheets)
    board = papers[0].board
    plain = next(island for island in board.islands if island.flag is None)
    game = Game.begin(Setup(board, deck, NAMES[: len(papers)], pens))
    return replace(
        game,
        starts=(Number(plain, 3),) * len(papers),
        sheets=papers,
        pages=tuple(map(Page, papers)) if pens is Pens.FREE else (),
    )


def begun(board: Board, *starts: str, deck: tuple[Card, ...] = AMPLE) -> Game:
    """A game from blank boards with these starts, such as `c2=4`."""
    game = Game.begin(Setup(board, deck, NAMES[: len(starts)]))
    for seat, text in enumerate(starts):
        game = game.play(Start(seat, notation_for(board).start(text)))
    return game


def round_of(game: Game, card: str, *turns: str) -> Game:
    """The game after one whole round; turns in the order of the seats."""
    game = game.play(Turned(Card.parse(card)))
    for seat, text in enumerate(turns):
        game = game.play(Played(seat, turn(game.setup.board, text)))
    return game


def idle(game: Game, rounds: int) -> Game:
    """The game after so many rounds in which nobody does anything."""
    for _ in range(rounds):
        card = game.unseen[0]
        game = round_of(game, str(card), *["pass"] * len(game.sheets))
    return game


def call(game: Game, text: str) -> Game:
    """The game after a call such as `2>1 r3 c1-c2`."""
    return game.play(called(game, text))


def called(game: Game, text: str) -> Called:
    return notation_for(game.setup.board).call(text)


def goals(game: Game, seat: int) -> dict[Goal, int]:
    """The goals that are entered for a seat, with the points paid."""
    return {
        line.source: line.points for line in game.ledgers[seat] if isinstance(line.source, Goal)
    }


def in_order(target: Sheet, sheet: Sheet) -> list[Mark]:
    """The marks of a target that are not on the sheet yet, in an order the rules allow."""
    left = list(target.marks)
    for made in sheet.marks:
        left.remove(made)
    ordered: list[Mark] = []
    while left:
        made = next(made for made in left if refusal(sheet, made) is None)
        left.remove(made)
        ordered.append(made)
        sheet = sheet.with_mark(made)
    return ordered


def drawn_out(game: Game, seat: int, target: Sheet) -> Game:
    """The game after one seat has made its sheet the target, a mark a round; others pass."""
    for made in in_order(target, game.sheets[seat]):
        number = made.number if isinstance(made, Number) else 1
        text = str(Turn((made,)))
        game = round_of(
            game,
            f"{number}/1",
            *[text if other == seat else "pass" for other in range(len(game.sheets))],
        )
    return game


def illegal(game: Game, *entries: Start | Turned | Played) -> Illegal:
    """The refusal of the last of these entries."""
    for entry in entries[:-1]:
        game = game.play(entry)
    refused = refusal_of(lambda: game.play(entries[-1]))
    assert refused is not None
    return refused


def bridges(sheet: Sheet) -> dict[str, int]:
    """The lines that carry bridges, by name."""
    return {line.name: sheet.bridges(line) for line in sheet.board.lines if sheet.bridges(line)}


def lay_text(sheet: Sheet, card: str, text: str) -> Sheet:
    """The sheet after a whole turn, or Illegal."""
    return apply_turn(sheet, Card.parse(card), turn(sheet.board, text))


def refusal_of(act: Callable[[], object]) -> Illegal | None:
    """What an act is refused with, or None."""
    try:
        act()
    except Illegal as refused:
        return refused
    return None


def takes(sheet: Sheet, card: Card, marks: tuple[Mark, ...]) -> bool:
    """Whether the rules let a turn of these marks stand."""
    return refusal_of(lambda: apply_turn(sheet, card, Turn(marks))) is None

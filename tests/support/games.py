"""Short functions to set up a game, play it and check the result."""

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
from hashi.rules.game.mistakes import Page
from tests.support.sheets import draw_sheet

NAMES = ("Tim", "Linus", "Sarah", "Ida")
_OFTEN = {Card(1, 1): 45, **{Card(number, 1): 5 for number in range(2, 7)}}
AMPLE = tuple(
    card
    for card in (Card(n, b) for n, b in product(range(1, 7), range(1, 4)))
    for _ in range(_OFTEN.get(card, 2))
)
"""Every possible card, those with one bridge more often: enough for any test to turn."""


def blank_sheet(*rows: str) -> Sheet:
    """Return a sheet without marks on a board of these rows."""
    return Sheet.blank(Board(rows))


def mark(board: Board, word: str) -> Mark:
    """Return one mark, such as `5@c1` or `c1-c2`."""
    (made,) = notation_for(board).marks(word)
    return made


def turn(board: Board, text: str) -> Turn:
    """Return the turn that is written as this text."""
    return notation_for(board).turn(text)


def with_marks(sheet: Sheet, text: str) -> Sheet:
    """Return the sheet with these marks on it, whether or not the rules allow them."""
    for made in turn(sheet.board, text).marks:
        sheet = sheet.with_mark(made)
    return sheet


def refusal_reason(sheet: Sheet, word: str) -> Reason | None:
    """Return why the sheet refuses a mark, or None."""
    against = refusal(sheet, mark(sheet.board, word))
    return None if against is None else against.reason


def finished_islands(sheet: Sheet) -> str:
    """Return the names of the finished islands, in reading order."""
    return " ".join(i.name for i in sheet.board.islands if sheet.is_finished(i))


def struck_islands(sheet: Sheet) -> str:
    """Return the names of the struck islands, in reading order."""
    return " ".join(i.name for i in sheet.board.islands if sheet.is_struck(i))


def game_with_sheets(
    *sheets: Sheet | str, pens: Pens = Pens.GUIDED, deck: tuple[Card, ...] = AMPLE
) -> Game:
    """Return a game before its first card in which the players have these sheets."""
    papers = tuple(draw_sheet(sheet) if isinstance(sheet, str) else sheet for sheet in sheets)
    board = papers[0].board
    plain = next(island for island in board.islands if island.flag is None)
    game = Game.begin(Setup(board, deck, NAMES[: len(papers)], pens))
    return replace(
        game,
        starts=(Number(plain, 3),) * len(papers),
        sheets=papers,
        pages=tuple(map(Page, papers)) if pens is Pens.FREE else (),
    )


def begin_game(board: Board, *starts: str, deck: tuple[Card, ...] = AMPLE) -> Game:
    """Return a game from blank boards with these starts, such as `c2=4`."""
    game = Game.begin(Setup(board, deck, NAMES[: len(starts)]))
    for seat, text in enumerate(starts):
        game = game.play(Start(seat, notation_for(board).start(text)))
    return game


def play_round(game: Game, card: str, *turns: str) -> Game:
    """Return the game after one whole round; turns in the order of the seats."""
    game = game.play(Turned(Card.parse(card)))
    for seat, text in enumerate(turns):
        game = game.play(Played(seat, turn(game.setup.board, text)))
    return game


def pass_rounds(game: Game, rounds: int) -> Game:
    """Return the game after this number of rounds in which everybody passes."""
    for _ in range(rounds):
        card = game.unseen[0]
        game = play_round(game, str(card), *["pass"] * len(game.sheets))
    return game


def call(game: Game, text: str) -> Game:
    """Return the game after a call such as `2>1 r3 c1-c2`."""
    return game.play(call_entry(game, text))


def call_entry(game: Game, text: str) -> Called:
    """Return the entry of a call such as `2>1 r3 c1-c2`."""
    return notation_for(game.setup.board).call(text)


def goals(game: Game, seat: int) -> dict[Goal, int]:
    """Return the goals that are entered for a seat, with the points paid."""
    return {
        item.source: item.points for item in game.ledgers[seat] if isinstance(item.source, Goal)
    }


def lawful_order(target: Sheet, sheet: Sheet) -> list[Mark]:
    """Return the marks of a target that are not on the sheet yet, in an order the rules allow."""
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


def play_to_sheet(game: Game, seat: int, target: Sheet) -> Game:
    """Return the game after one seat has made its sheet the target, a mark a round; others pass."""
    for made in lawful_order(target, game.sheets[seat]):
        number = made.number if isinstance(made, Number) else 1
        text = str(Turn((made,)))
        game = play_round(
            game,
            f"{number}/1",
            *[text if other == seat else "pass" for other in range(len(game.sheets))],
        )
    return game


def refused_entry(game: Game, *entries: Start | Turned | Played) -> Illegal:
    """Play these entries and return the refusal of the last."""
    for entry in entries[:-1]:
        game = game.play(entry)
    refused = refusal_of(lambda: game.play(entries[-1]))
    assert refused is not None
    return refused


def bridges(sheet: Sheet) -> dict[str, int]:
    """Return the number of bridges on each line that carries any, by its name."""
    return {line.name: sheet.bridges(line) for line in sheet.board.lines if sheet.bridges(line)}


def apply_text(sheet: Sheet, card: str, text: str) -> Sheet:
    """Return the sheet after a whole turn, or raise Illegal."""
    return apply_turn(sheet, Card.parse(card), turn(sheet.board, text))


def refusal_of(act: Callable[[], object]) -> Illegal | None:
    """Return what an act is refused with, or None."""
    try:
        act()
    except Illegal as refused:
        return refused
    return None


def is_lawful_turn(sheet: Sheet, card: Card, marks: tuple[Mark, ...]) -> bool:
    """Return whether the rules allow a turn of these marks."""
    return refusal_of(lambda: apply_turn(sheet, card, Turn(marks))) is None

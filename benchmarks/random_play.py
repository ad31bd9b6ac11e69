"""Random boards, turns and whole games for the benchmarks and the tests."""

from __future__ import annotations

from random import Random

from hashi.boards import standard_deck
from hashi.record import Record
from hashi.rules import (
    Board,
    Bridge,
    Called,
    Card,
    Game,
    Mark,
    Number,
    Pens,
    Played,
    Setup,
    Sheet,
    Start,
    Turn,
    Turned,
    allowed_islands,
    allowed_lines,
    deal,
)


def random_board(rng: Random, *, smallest: int = 2, largest: int = 8) -> Board:
    """Return a board with at least six islands, one of them without a flag."""
    while True:
        width, height = rng.randint(smallest, largest), rng.randint(smallest, largest)
        cells = rng.choice(["o.", "oorb.", "oooorb......"])
        rows = tuple("".join(rng.choice(cells) for _ in range(width)) for _ in range(height))
        islands = sum(cell != "." for row in rows for cell in row)
        if 6 <= islands <= 60 and any("o" in row for row in rows):
            return Board(rows)


def random_start(rng: Random, board: Board) -> Number:
    plain = [island for island in board.islands if island.flag is None]
    return Number(rng.choice(plain), rng.choice((3, 4)))


def random_turn(rng: Random, sheet: Sheet, card: Card) -> Turn:
    """Return a turn that the rules allow; it seldom skips."""
    marks: list[Mark] = []
    islands = allowed_islands(sheet, card.number)
    if islands and rng.random() < 0.9:
        marks.append(Number(rng.choice(islands), card.number))
        sheet = sheet.with_mark(marks[0])
    drawn: list[Mark] = []
    for _ in range(card.bridges if rng.random() < 0.95 else 0):
        lines = allowed_lines(sheet)
        if not lines:
            return Turn(tuple(marks))
        drawn.append(Bridge(rng.choice(lines)))
        sheet = sheet.with_mark(drawn[-1])
    return Turn((*marks, *drawn))


def random_scrawl(rng: Random, sheet: Sheet, card: Card) -> Turn:
    """Return a turn with free pens: often a legal one, otherwise arbitrary marks."""
    if rng.random() < 0.6:
        return random_turn(rng, sheet, card)
    board = sheet.board
    marks: list[Mark] = []
    for _ in range(rng.randint(0, 4)):
        if rng.random() < 0.4 or not board.lines:
            marks.append(Number(rng.choice(board.islands), rng.choice((card.number, 2, 5))))
        else:
            marks.append(Bridge(rng.choice(board.lines)))
    return Turn(tuple(marks))


def random_record(
    rng: Random,
    board: Board,
    players: int,
    *,
    pens: Pens = Pens.GUIDED,
    deck: tuple[Card, ...] | None = None,
    rounds: int | None = None,
) -> tuple[Record, Game]:
    """Return a random game, whole or of some rounds, as a record and as its final state."""
    deck = standard_deck() if deck is None else deck
    setup = Setup(board, deck, ("Tim", "Linus", "Sarah", "Ida")[:players], pens)
    dealt = deal(deck, rng.randrange)
    starts = tuple(random_start(rng, board) for _ in range(players))
    game = Game.begin(setup)
    for seat, start in enumerate(starts):
        game = game.play(Start(seat, start))
    turns: list[tuple[Turn, ...]] = []
    calls: list[tuple[Called, ...]] = []
    write = random_scrawl if pens is Pens.FREE else random_turn
    for card in dealt.cards[:rounds]:
        game = game.play(Turned(card))
        turns.append(tuple(write(rng, sheet, card) for sheet in game.sheets))
        for seat, turn in enumerate(turns[-1]):
            game = game.play(Played(seat, turn))
        calls.append(_random_calls(rng, game) if pens is Pens.FREE else ())
        for call in calls[-1]:
            game = game.play(call)
    record = Record(
        setup,
        starts,
        dealt.cards[: len(turns)],
        tuple(turns),
        tuple(calls) if pens is Pens.FREE else (),
        dealt.box,
    )
    return record, record.replay()


def _random_calls(rng: Random, game: Game) -> tuple[Called, ...]:
    """Return some calls, right and wrong, on marks that are on the sheets."""
    seats = range(len(game.sheets))
    return tuple(
        Called(rng.choice(seats), seat, ink.round, ink.mark)
        for seat in seats
        for ink in game.pages[seat].inks
        if rng.random() < (0.3 if ink.is_mistake else 0.02)
    )

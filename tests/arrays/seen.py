"""What a seat may know at each of its marks, computed from the rules only, byte by byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hashi.boards import standard_deck
from hashi.rules import Card, Flag, Game, Goal, Sheet, allowed_lines
from tests.arrays.traces import Trace

TO_START, TO_WRITE, TO_DRAW, DRAWING, DONE = range(5)
FLAGS = {None: 0, Flag.RED: 1, Flag.BLUE: 2}


def observations(told: Trace, seat: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the stage and the observation before each mark of a seat, and when it is done."""
    game = told.rounds[0]
    blank = Sheet.blank(told.board)
    marks = iter([(action, sheet) for s, _, action, sheet in told.marks if s == seat])
    skip = len(told.board.islands) + len(told.board.lines)
    yield TO_START, _seen(told, seat, blank, None, TO_START, 0)
    next(marks)
    for round, game in enumerate(told.rounds[:-1], start=1):
        card, sheet = told.cards[round - 1], game.sheets[seat]
        yield TO_WRITE, _seen(told, seat, sheet, (game, round), TO_WRITE, card.bridges)
        sheet = next(marks)[1]
        hand, stage = card.bridges, TO_DRAW
        while hand:
            yield stage, _seen(told, seat, sheet, (game, round), stage, hand)
            action, sheet = next(marks)
            hand, stage = (0 if action == skip else hand - 1), DRAWING
        yield DONE, _seen(told, seat, sheet, (game, round), DONE, 0)
    yield DONE, _seen(told, seat, sheet, (told.rounds[-1], len(told.rounds) - 1), DONE, 0)


def _seen(
    told: Trace, seat: int, own: Sheet, at: tuple[Game, int] | None, stage: int, hand: int
) -> list[int]:
    game, round = at or (None, 0)
    card = told.cards[round - 1] if round else (0, 0)
    unseen = Counter(standard_deck()) - Counter(told.cards[:round])
    gone = game.gone if game else frozenset()
    bytes = _sheet(own, game, seat)
    bytes += [FLAGS[island.flag] for island in told.board.islands]
    bytes += [stage, hand, *card, round]
    bytes += [unseen[Card(number, bridges)] for number in range(1, 7) for bridges in range(1, 4)]
    bytes += [int(goal in gone) for goal in Goal]
    for further in range(1, told.seats):
        other = (seat + further) % told.seats
        shown = game.sheets[other] if game else Sheet.blank(told.board)
        bytes += _sheet(shown, game, other)
    return bytes


def _sheet(sheet: Sheet, game: Game | None, seat: int) -> list[int]:
    islands, lines = sheet.board.islands, sheet.board.lines
    is_open = set(allowed_lines(sheet))
    won = {item.source: item.points for item in game.ledgers[seat]} if game else {}
    return [
        *(sheet.number(island) or 0 for island in islands),
        *(sheet.limit(island) - sheet.count(island) for island in islands),
        *(int(sheet.is_finished(island)) for island in islands),
        *(sheet.bridges(line) for line in lines),
        *(int(line in is_open) for line in lines),
        *([0, goal.low, goal.high].index(won.get(goal, 0)) for goal in Goal),
    ]

"""The observation and the legal actions of a seat, made from its `View` by the rules alone.

A policy that was trained on the batches of the kernel sees the same bytes here, on any board and
also on sheets that the kernel cannot hold (free pens, R33).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hashi.arrays import constants
from hashi.arrays.actions import action_count, action_of, skip_of, start_action_of
from hashi.arrays.chart import paid_bits
from hashi.arrays.observation import kind_of
from hashi.rules import (
    Board,
    Bridge,
    Flag,
    Goal,
    Ledger,
    Number,
    Sheet,
    View,
    allowed_islands,
    allowed_lines,
    can_draw,
    start_refusal,
)
from hashi.rules.board import MOST_ON_A_LINE
from hashi.rules.game.scoring import has
from hashi.rules.game.setup import START_NUMBERS
from hashi.rules.game.solo import overdue

_FLAGS = {None: 0, Flag.RED: 1, Flag.BLUE: 2}


class SeatPosition:
    """A seat in the middle of its turn: what it sees, its sheet so far, and what comes next."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.sheet = view.sheets[view.seat]
        self.stage = constants.TO_START if view.card is None else constants.TO_WRITE
        self.hand = 0 if view.card is None else view.card.bridges

    @property
    def board(self) -> Board:
        return self.view.setup.board

    @property
    def is_done(self) -> bool:
        return self.stage == constants.DONE

    def take(self, action: int) -> bool:
        """Go on after an action of this seat, which must be legal; return whether it is done."""
        board, card = self.board, self.view.card
        islands, skip = len(board.islands), skip_of(board)
        if self.stage == constants.TO_START:
            self.stage = constants.DONE
        elif self.stage == constants.TO_WRITE:
            assert card is not None
            if action != skip:
                self.sheet = self.sheet.with_number(board.islands[action], card.number)
            self.stage = constants.TO_DRAW
        elif action == skip:
            self.stage = constants.DONE
        else:
            self.sheet = self.sheet.with_bridge(board.lines[action - islands])
            self.hand -= 1
            self.stage = constants.DRAWING if self.hand else constants.DONE
        return self.is_done

    def legal_actions(self) -> list[int]:
        """Return the actions that the seat may take next, as the kernel's masks have them."""
        board, sheet, card = self.board, self.sheet, self.view.card
        if self.stage == constants.TO_START:
            starts = [Number(island, n) for n in START_NUMBERS for island in board.islands]
            return [start_action_of(board, one) for one in starts if start_refusal(one) is None]
        skip = [] if self.stage == constants.DRAWING else [skip_of(board)]
        if self.is_done or card is None:
            return skip
        if self.stage == constants.TO_WRITE:
            return [*(island.index for island in allowed_islands(sheet, card.number)), *skip]
        lines = [
            line
            for line in allowed_lines(sheet)
            if can_draw(sheet.with_bridge(line), self.hand - 1)
        ]
        return [*(action_of(board, Bridge(line)) for line in lines), *skip]

    def mask(self) -> bytes:
        """Return a byte for each action, 1 if the seat may take it next."""
        mask = bytearray(action_count(self.board))
        for action in self.legal_actions():
            mask[action] = 1
        return bytes(mask)

    def observation(self, seats: int | None = None) -> bytes:
        """Return what the seat may know; `hashi.arrays.fields` documents the bytes.

        With `seats` the observation is that of a table of so many: of the others the nearest
        neighbours are shown, and empty sheets where there are too few.
        """
        view, seat = self.view, self.view.seat
        assert seat is not None
        players = len(view.setup.players)
        blank = Sheet.blank(self.board)
        told = [*_sheet(self.sheet, view.ledgers[seat]), *self._surroundings()]
        for further in range(1, players if seats is None else seats):
            other = (seat + further) % players
            is_there = further < players
            shown = view.sheets[other] if is_there else blank
            told += _sheet(shown, view.ledgers[other] if is_there else ())
        return bytes(told)

    def _surroundings(self) -> Iterator[int]:
        """Yield what the seat sees beside the sheets."""
        view, card = self.view, self.view.card
        yield from (_FLAGS[island.flag] for island in self.board.islands)
        yield self.stage
        yield 0 if self.is_done else self.hand
        yield from (0, 0) if card is None else card
        yield view.round
        unseen = Counter(map(kind_of, view.unseen))
        yield from (unseen[kind] for kind in range(constants.CARD_KINDS))
        yield from (int(_is_gone(view, goal)) for goal in Goal)


def _sheet(sheet: Sheet, ledger: Ledger) -> Iterator[int]:
    """Yield the bytes of a sheet, within the limits of guided pens."""
    islands, lines = sheet.board.islands, sheet.board.lines
    is_open = set(allowed_lines(sheet))
    paid = paid_bits(ledger)
    yield from sheet.digits
    yield from (max(0, sheet.limit(island) - sheet.count(island)) for island in islands)
    yield from (int(sheet.is_finished(island)) for island in islands)
    yield from (min(MOST_ON_A_LINE, sheet.bridges(line)) for line in lines)
    yield from (int(line in is_open) for line in lines)
    yield from ((paid >> at & 1) << 1 | paid >> at + len(Goal) & 1 for at in range(len(Goal)))


def _is_gone(view: View, goal: Goal) -> bool:
    """Return whether the higher value of a goal is gone (R27, R31)."""
    if view.setup.is_solo:
        return goal in overdue(view.round - (view.card is not None))
    crossed = any(box.is_high_gone for boxes in view.boxes for box in boxes if box.goal is goal)
    return crossed or any(has(ledger, goal) for ledger in view.ledgers)

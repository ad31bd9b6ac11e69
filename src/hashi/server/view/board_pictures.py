"""The boards of a table as pictures: one large and live, the others small."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hashi.cached_property import cached_property
from hashi.drawing import live_board, pieces, small_board
from hashi.rules import PASS, Sheet, Turn
from hashi.rules.game.seat_view import open_sheet
from hashi.rules.sheet_state import NO_TARGETS, SheetState, Targets
from hashi.server.view.turn.turn_view import TurnView
from hashi.words import Words, describe_island, player_name


@dataclass(eq=False)
class BoardPictures:
    """The pictures of all boards as one viewer sees them."""

    turn: TurnView
    words: Words
    has_help: bool
    """Whether allowed targets and dead islands are shown."""

    @cached_property
    def state(self) -> SheetState:
        """How the large board stands; kept by the page, to find later what has changed on it."""
        turn, targets = self.turn, NO_TARGETS
        if turn.draft is not None and (self.has_help or turn.draft.card is None):
            targets = Targets(turn.open_islands, turn.open_lines)
        return SheetState(
            turn.sheet, turn.marks, targets=targets, numbers=turn.numbers, help=self.has_help
        )

    def _describe(self, island: int) -> str:
        """Return an island of the large board in words, for a screen reader."""
        return describe_island(self.words, self.state, island)

    @property
    def board(self) -> str:
        """The large board as SVG."""
        return live_board(self.state, self._describe, self.title)

    @property
    def title(self) -> str:
        table, seat = self.turn.table, self.turn.viewer.shown_seat
        return self.words.say(
            "{player}’s board", player=player_name(self.words, table.seats[seat].name)
        )

    def pieces_since(self, before: SheetState | None) -> dict[str, str]:
        """The parts of the large board that differ from what was shown before, as JSON; all for
        None."""
        return pieces(self.state, self._describe, before=before)

    def small_board(self, seat: int) -> str:
        """Return a player's board as it lies open, small; the page also says it in words."""
        return small_board(self.small_state(seat), f"s{seat}-", seat)

    def small_pieces_since(self, seat: int, before: SheetState | None) -> dict[str, str]:
        """The parts of a small board that differ from what was shown before, as JSON; all for
        None."""
        now = self.small_state(seat)
        return {} if now is before else pieces(now, prefix=f"s{seat}-", before=before)

    def small_state(self, seat: int) -> SheetState:
        """How a small board stands; on others' boards the marks of the last round stand out."""
        turn = self.turn
        sheet, numbers = open_sheet(turn.table.played, seat), turn.numbers
        marks = turn.last[seat] if turn.last and seat != turn.viewer.seat else PASS
        if sheet.board.name is None:  # one's own board, which would be kept as well
            return SheetState(sheet, marks, numbers=numbers, help=self.has_help)
        return _open_state(sheet, marks, numbers, self.has_help)


@lru_cache(maxsize=5_000)
def _open_state(sheet: Sheet, marks: Turn, numbers: int, has_help: bool) -> SheetState:
    """Return the state of an open sheet, which everyone else at the table sees alike."""
    return SheetState(sheet, marks, numbers=numbers, help=has_help)

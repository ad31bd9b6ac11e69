"""The boards of a table as pictures: one large and live, the others small."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from hashi.drawing import Layout, Scene, live_board, live_pieces, pieces
from hashi.drawing.live import attribute_json, island_piece, line_piece, to_json
from hashi.drawing.sea import board_frame
from hashi.rules import Sheet
from hashi.rules.seat_view import open_sheet
from hashi.server.view.turn_view import TurnView
from hashi.words import Words, describe_sheet, island_sentences, player_name


@dataclass(eq=False)
class BoardPictures:
    """The pictures of all boards as one viewer sees them."""

    turn: TurnView
    words: Words
    has_help: bool
    """Whether allowed targets and dead islands are shown."""

    @cached_property
    def layout(self) -> Layout:
        """How the large board is shown; kept by the page, to find later what has changed on it."""
        turn, islands, lines = self.turn, 0, 0
        if turn.draft is not None and (self.has_help or turn.draft.card is None):
            islands, lines = turn.open_islands, turn.open_lines
        return Layout(
            turn.sheet,
            turn.marks,
            island_targets=islands,
            line_targets=lines,
            help=self.has_help,
            dead=turn.dead,
        )

    @cached_property
    def _scene(self) -> Scene:
        return self.layout.scene()

    @property
    def _labels(self) -> dict[str, str]:
        """Each island in words, for a screen reader."""
        lines = describe_sheet(self.words, self.turn.sheet)
        return {line.partition(":")[0]: line for line in lines}

    @property
    def board(self) -> str:
        """The large board as SVG."""
        return live_board(self._scene, self._labels, self.title)

    @property
    def title(self) -> str:
        table, seat = self.turn.table, self.turn.viewer.shown_seat
        return self.words.say(
            "{player}’s board", player=player_name(self.words, table.seats[seat].name)
        )

    def pieces_since(self, before: Layout | None) -> dict[str, str]:
        """The parts of the large board that differ from what was shown before, as JSON; all for
        None."""
        now = self.layout
        islands, lines = now.changes_since(before)
        written, changed = live_pieces(now.board), {}
        said = island_sentences(self.words, now.board, attribute_json)
        for at in lines:
            changed[written.line_ids[at]] = written.line(now, at)
        for at in islands:
            label = said.describe(at, *now.told(at))
            changed[written.island_ids[at]] = written.island(now, at, label)
        return changed

    def small_board(self, seat: int) -> str:
        """Return a player's board as it lies open, small; the page also says it in words."""
        shown = self.small_layout(seat).scene()
        body = "".join(pieces(shown, {}, f"s{seat}-").values())
        return board_frame(shown, body, 'class="hashi" aria-hidden="true"')

    def small_pieces_since(self, seat: int, before: Layout | None) -> dict[str, str]:
        """The parts of a small board that differ from what was shown before, as JSON; all for
        None."""
        now, prefix = self.small_layout(seat), f"s{seat}-"
        if now is before:
            return {}
        islands, lines = now.changes_since(before)
        spots, spans = [now.spot(at) for at in islands], [now.span(at) for at in lines]
        changed = {f"{prefix}l-{span.name}": line_piece(span, prefix) for span in spans}
        for spot in spots:
            changed[f"{prefix}i-{spot.name}"] = island_piece(spot, spot.name, prefix)
        return {name: to_json(piece) for name, piece in changed.items()}

    def small_layout(self, seat: int) -> Layout:
        """How a small board is shown."""
        return _open_layout(open_sheet(self.turn.table.played, seat), self.has_help)


@lru_cache(maxsize=10_000)
def _open_layout(sheet: Sheet, has_help: bool) -> Layout:
    """Return how an open sheet is shown, which everybody at the table sees alike."""
    return Layout(sheet, help=has_help)

"""The boards of a table as pictures: one large and live, the others small."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hashi.drawing import Scene, Theme, island_piece, line_piece, live_board, pieces, scene
from hashi.drawing.sea import board_frame
from hashi.rules import Game, Island, Line, Sheet, dead_islands
from hashi.server.pages.lazy import Lazy
from hashi.server.pages.turn_view import TurnView
from hashi.words import Words, describe_island, describe_sheet, player_name


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A large board as a page shows it."""

    sheet: Sheet
    scene: Scene


@dataclass(frozen=True)
class BoardPictures:
    """The pictures of all boards as one viewer sees them."""

    turn: TurnView
    words: Words
    theme: Theme
    has_help: bool
    """Whether allowed targets and dead islands are shown."""

    @Lazy
    def _scene(self) -> Scene:
        turn = self.turn
        targets: tuple[Island | Line, ...] = ()
        if turn.draft is not None and (self.has_help or turn.draft.card is None):
            targets = (*turn.islands, *turn.lines)
        return scene(turn.sheet, fresh=turn.marks, targets=targets, help=self.has_help)

    @Lazy
    def _labels(self) -> dict[str, str]:
        """Each island in words, for a screen reader."""
        return _labels(self.words, self.turn.sheet)

    @property
    def board(self) -> str:
        """The large board as SVG."""
        return live_board(self._scene, self._labels, self.title, self.theme)

    @property
    def pieces(self) -> dict[str, str]:
        """The parts of the large board by id, each exchanged when it changes."""
        return pieces(self._scene, self._labels)

    @property
    def title(self) -> str:
        table, seat = self.turn.table, self.turn.viewer.shown_seat
        return self.words.say(
            "{player}’s board", player=player_name(self.words, table.seats[seat].name)
        )

    @property
    def shown(self) -> ShownBoard:
        """The large board, to find later what has changed on it."""
        return ShownBoard(self.turn.sheet, self._scene)

    def pieces_since(self, before: ShownBoard | None) -> dict[str, str]:
        """The parts of the large board that may differ from what was shown before; all for None.

        An island's label depends on its own state, and on the bridges on and across its lines.
        """
        sheet, words, now = self.turn.sheet, self.words, self._scene
        if before is None or before.sheet.board is not sheet.board:
            return self.pieces
        changed = {
            f"l-{span.name}": line_piece(span)
            for span, was in zip(now.spans, before.scene.spans, strict=True)
            if span is not was
        }
        touched, dead = _islands_touched(before.sheet, sheet), dead_islands(sheet)
        islands = zip(sheet.board.islands, now.spots, before.scene.spots, strict=True)
        for island, spot, was in islands:
            if spot is not was or island.index in touched:
                label = describe_island(words, sheet, island, is_dead=island in dead)
                changed[f"i-{spot.name}"] = island_piece(spot, label)
        return changed

    def small_board(self, seat: int) -> str:
        """Return a player's board as it lies open, small; the page also says it in words."""
        body = "".join(self.small_pieces(seat).values())
        attributes = f'class="hashi hashi-{self.theme}" aria-hidden="true"'
        return board_frame(self._small_scene(seat), body, attributes)

    def small_pieces(self, seat: int) -> dict[str, str]:
        """Return the parts of a small board by id."""
        return pieces(self._small_scene(seat), {}, f"s{seat}-")

    def _small_scene(self, seat: int) -> Scene:
        game: Game = self.turn.table.played
        sheet = game.sheets[seat] if game.is_started else Sheet.blank(game.setup.board)
        return _open_scene(sheet, self.has_help)


@lru_cache(maxsize=10_000)
def _open_scene(sheet: Sheet, has_help: bool) -> Scene:
    """Return the scene of an open sheet, which everybody at the table sees alike."""
    return scene(sheet, help=has_help)


@lru_cache(maxsize=10_000)
def _labels(words: Words, sheet: Sheet) -> dict[str, str]:
    lines = describe_sheet(words, sheet)
    return {line.partition(":")[0]: line for line in lines}


def _islands_touched(before: Sheet, after: Sheet) -> set[int]:
    """Return the islands whose bridges, lines or hope have changed, by index."""
    board = after.board
    touched = {island.index for island in {*dead_islands(before)} ^ {*dead_islands(after)}}
    for at, (was, now) in enumerate(zip(before.planks, after.planks, strict=True)):
        if was != now:
            touched.update(board.ends[at])
            for across in board.crossings[at]:
                touched.update(board.ends[across.index])
    return touched

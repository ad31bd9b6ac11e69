"""The goals as they stand on a board, and how long they pay their higher value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Self

from hashi.rules import Goal, GoalBox, goal_boxes
from hashi.rules.game.scoring import largest_chain

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage


class GoalTiles(NamedTuple):
    """What the tiles of one seat show, and nothing else: equal ones are rendered once."""

    boxes: tuple[GoalBox, ...]
    rounds: int | None
    """How many cards are behind, in a game alone; None where there are no deadlines."""

    asked: tuple[tuple[str, ...], ...] = ()
    """The islands that each goal asks for, or the longest chain of joined ones."""
    missing: tuple[tuple[str, ...], ...] = ()
    """Those of them that aren't finished and still can be."""
    gone: tuple[Goal, ...] | None = None
    """The goals whose higher value is gone, for those who watch: they see all boards at once."""
    players: tuple[str, ...] = ()
    """The names of all players, for those who watch."""

    @classmethod
    def of(cls, page: TablePage) -> Self:
        """Return the tiles of the board that is shown large, with the marks that this viewer sees.

        Dead goals are shown as dead islands are: not where help is off.
        """
        game = page.game
        shown = page.turn.out_of_reach
        boxes = tuple(
            replace(box, dead=box.dead if box.goal in shown else None)
            for box in goal_boxes(game, page.viewer.shown_seat, page.turn.sheet)
        )
        sheet = page.turn.sheet
        asked, missing = [], []
        for box in boxes:
            within = largest_chain(sheet) if box.goal.joined else sheet.board.asked[box.goal]
            islands = sheet.board.chosen(within)
            lost = box.dead.islands if box.dead else ()
            asked.append(tuple(island.name for island in islands))
            missing.append(
                tuple(i.name for i in islands if not sheet.is_finished(i) and i not in lost)
            )
        watched = page.viewer.is_watching
        return cls(
            boxes,
            game.rounds if game.setup.is_solo else None,
            tuple(asked),
            tuple(missing),
            tuple(goal for goal in Goal if goal in game.gone) if watched else None,
            tuple(map(page.strip.name, page.strip.order)) if watched else (),
        )

    @property
    def is_race(self) -> bool:
        """Whether several players want the goals."""
        return self.rounds is None

    def cards_left(self, goal: Goal) -> int | None:
        """How many cards, with the open one, still pay the goal's higher value, 0 and less when it
        is too late (R31); None among several players, where there are no deadlines."""
        return None if self.rounds is None else goal.deadline - self.rounds

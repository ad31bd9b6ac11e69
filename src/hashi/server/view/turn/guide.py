"""The tips of a guided game: which one is due follows from the table alone.

There are six, in the order in which a first game meets them: the opening number, the card, the
number, the bridges, the ring of a finished island, and the goals. Each stands until what it says
is done; whoever makes another legal move finds the tip that fits what is on the board then. Only
one who plays alone, with help and without a clock, is shown any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hashi.rules import Draft, Goal, Island, Line, Number, Sheet, can_draw
from hashi.rules.dead import dead_mask
from hashi.rules.game.setup import START_NUMBERS
from hashi.rules.law import open_lines
from hashi.rules.masks import indexes
from hashi.server.view.goal_tiles import GoalTiles
from hashi.table import Phase

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage
    from hashi.server.view.turn.turn_view import TurnView

ASK, SHOW = "ask", "show"
"""How a device stands to the tips at a table: to be asked whether it wants them, or shown them."""
LAST_TIP = 6


class Tip(NamedTuple):
    """What a guided page shows beside the card, and nothing else: equal ones are rendered once."""

    kind: str = ""
    """`ask`, or the tip: `opening`, `card`, `number`, `bridges` or `ring`; empty for none."""
    step: int = 0
    """Which of the six it is."""
    number: int = 0
    """The number that is written, or was, or that the card shows."""
    amount: int = 0
    """How many neighbours the island has, or how many bridges are missing."""
    bridges: int = 0
    """How many bridges the card shows, or are still to be drawn."""
    islands: tuple[str, ...] = ()
    """The islands that pulse."""
    is_own: bool = False
    """Whether the bridge leads away from the number of this turn: the first of the two islands."""
    is_begun: bool = False
    """Whether a bridge is drawn already."""


class GoalTip(NamedTuple):
    """The last tip, which stands over the header: a goal, and how long it pays what."""

    goal: Goal | None = None
    high: int = 0
    low: int = 0
    deadline: int = 0
    is_late: bool = False
    tile: int = 0
    """Which of the tiles it is, from 0."""
    islands: tuple[str, ...] = ()


NO_TIP, NO_GOAL_TIP = Tip(), GoalTip()


def tip_of(page: TablePage) -> Tip:
    """Return what is due beside the card."""
    draft = page.turn.draft
    if not page.guide or draft is None or not may_guide(page):
        return NO_TIP
    if page.guide == ASK:
        return Tip(ASK) if draft.card is None and draft.number is None else NO_TIP
    if draft.card is None:
        return _opening(draft)
    if page.turn.lost or page.turn.lost_goals or page.turn.is_stranded or page.turn.is_closed:
        return NO_TIP  # what is said beside the card then is more urgent
    return _of_turn(page.turn, draft, is_first=page.game.rounds == 0)


def goal_tip_of(page: TablePage) -> GoalTip:
    """Return the first goal that can still be reached, once an island is finished and no other tip
    is due."""
    draft, turn = page.turn.draft, page.turn
    if page.guide != SHOW or draft is None or draft.card is None or not may_guide(page):
        return NO_GOAL_TIP
    is_due = bool(turn.sheet.finished) and not tip_of(page).kind
    tiles = GoalTiles.of(page) if is_due else None
    for tile, box in enumerate(tiles.boxes if tiles else ()):
        left = tiles.cards_left(box.goal) if tiles else None
        if tiles is None or left is None or box.won is not None or box.goal in turn.out_of_reach:
            continue
        is_late = box.is_high_gone or left < 1
        deadline = box.goal.deadline
        return GoalTip(box.goal, box.high, box.low, deadline, is_late, tile, tiles.missing[tile])
    return NO_GOAL_TIP


def may_guide(page: TablePage) -> bool:
    """Return whether tips may be shown: to one who plays alone, with help and without a clock."""
    table, options = page.table, page.table.options
    return (
        len(table.seats) == 1
        and page.viewer.is_own_board
        and not page.viewer.is_played_by_bot
        and options.help
        and not page.is_free
        and not options.clock
        and page.phase in (Phase.STARTS, Phase.ROUND)
    )


# --- the tips before the first card


def _opening(draft: Draft) -> Tip:
    board, written = draft.before.board, draft.number
    if written is not None:
        return Tip("card", 2, number=written.number)
    island = max(draft.islands, key=lambda each: len(board.lines_of[each.index]))
    neighbours = len(board.lines_of[island.index])
    low, high = START_NUMBERS
    number = high if neighbours >= high else low if neighbours == low else 0
    return Tip("opening", 1, number=number, amount=neighbours, islands=(island.name,))


# --- the tips of a turn


def _of_turn(turn: TurnView, draft: Draft, *, is_first: bool) -> Tip:
    card = draft.card
    assert card is not None
    may_write = draft.number is None and bool(turn.open_islands)
    if is_first and may_write:
        names = (_to_write(turn, draft).name,)
        return Tip("number", 3, number=card.number, bridges=card.bridges, islands=names)
    if is_first and turn.missing > 0:
        found = _to_draw(turn, draft)
        if found is None:
            return NO_TIP
        origin, end, is_own = found
        return Tip(
            "bridges",
            4,
            number=card.number,
            amount=turn.missing,
            islands=(origin.name, end.name),
            is_own=is_own,
            is_begun=turn.drawn > 0,
        )
    if turn.sheet.finished or may_write:
        return NO_TIP
    island = _to_finish(turn)
    if island is None:
        return NO_TIP
    missing = turn.sheet.limit(island) - turn.sheet.count(island)
    return Tip("ring", 5, amount=missing, bridges=turn.missing, islands=(island.name,))


def _to_write(turn: TurnView, draft: Draft) -> Island:
    """Return an island that takes the number and serves it well."""
    assert draft.card is not None
    number, missing = draft.card.number, turn.missing
    before, board = draft.sheet, draft.before.board
    was_dead = dead_mask(before, turn.numbers)

    def worth(island: Island) -> tuple[bool, int, bool, int, int]:
        after = before.with_mark(Number(island, number))
        lines = board.lines_of[island.index]
        ends = [line.other_end(island) for line in lines]
        return (
            can_draw(after, missing),
            -(dead_mask(after, turn.numbers) & ~was_dead).bit_count(),
            any(before.number(end) and not before.is_finished(end) for end in ends),
            len(lines),
            -island.index,
        )

    return max(board.chosen(turn.open_islands), key=worth)


def _to_draw(turn: TurnView, draft: Draft) -> tuple[Island, Island, bool] | None:
    """Return a bridge that leaves room for the rest, from its beginning to its end, and whether it
    begins at the number of this turn; None where there is no such bridge."""
    sheet, own = turn.sheet, draft.number
    was_dead = dead_mask(sheet, turn.numbers)

    def worth(line: Line) -> tuple[bool, int, int, int]:
        after = sheet.with_bridge(line)
        return (
            own is not None and own.island in line.ends,
            -(dead_mask(after, turn.numbers) & ~was_dead).bit_count(),
            -sheet.bridges(line),
            -line.index,
        )

    lines = [sheet.board.lines[index] for index in indexes(open_lines(sheet))]
    lines = [line for line in lines if can_draw(sheet.with_bridge(line), turn.missing - 1)]
    if not lines:
        return None
    line = max(lines, key=worth)
    if own is not None and own.island in line.ends:
        return own.island, line.other_end(own.island), True
    return _numbered_first(sheet, line)


def _numbered_first(sheet: Sheet, line: Line) -> tuple[Island, Island, bool]:
    one, other = line.ends
    return (other, one, False) if sheet.number(one) is None else (one, other, False)


def _to_finish(turn: TurnView) -> Island | None:
    """Return the island that needs the fewest bridges and can still get them."""
    sheet = turn.sheet
    closed = dead_mask(sheet, turn.numbers) | sheet.struck
    found = [each for each in sheet.numbers if not closed >> each.index & 1]
    missing = [(sheet.limit(each) - sheet.count(each), each.index) for each in found]
    return sheet.board.islands[min(missing)[1]] if missing else None

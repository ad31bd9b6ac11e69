"""The ranks are told with the totals that earn them."""

from __future__ import annotations

from hashi.boards import board
from hashi.rules import rank
from hashi.rules.game.solo import RANK_FLOORS
from hashi.words import RANKS
from hashi.words.scores.ranks import rank_rows


def test_r32_every_rank_is_listed_with_the_totals_that_earn_it() -> None:
    rows = rank_rows(board("A"))
    assert [row.least for row in rows] == list(RANK_FLOORS)
    assert [row.most for row in rows] == [40, 42, 44, 46, 48, 50, 51, 52, 54, 56, 58, 60]
    for index, row in enumerate(rows):
        assert rank(row.least) == rank(row.most) == index
        assert row.name == RANKS[index]

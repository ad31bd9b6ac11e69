"""The board of the week: as docs/daily.md describes it, and as hard as it is said to be."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from tools.weekly_boards import DEALS, GAMES, planner_on, sixties_on

from hashi.boards import FIRST_WEEK, BoardDraft, DailyBoard, check, has_weekly_board, last_sunday
from hashi.boards.shape import ways_to_look
from hashi.boards.weekly import WEEK, weekly_board, weekly_choices

CHOICES = weekly_choices()
SUNDAYS = [FIRST_WEEK + n * WEEK for n in range(len(CHOICES))]


def numbers(seed: str) -> Callable[[int], int]:
    """Return the source of numbers below n that the docs describe."""
    words, counter = list[int](), 0

    def below(n: int) -> int:
        nonlocal counter
        while True:
            if not words:
                block = hashlib.sha256(f"{seed}/{counter}".encode()).digest()
                words.extend(int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
                counter += 1
            word = words.pop(0)
            if word < 2**32 // n * n:
                return word % n

    return below


def by_the_docs(day: date, number: int) -> tuple[str, ...]:
    """Return the rows of a candidate as docs/daily.md describes them, without our own functions."""
    below = numbers(f"hashi weekly 1 {day.isoformat()}/{number}")
    rows = [list("ooo..." if row % 2 == 0 else "...ooo") for row in range(6)]
    for _ in range(60):
        a, b, c, d = below(6), below(6), below(6), below(6)
        corners = rows[a][c] + rows[a][d] + rows[b][c] + rows[b][d]
        if corners in ("o..o", ".oo."):
            rows[a][c], rows[a][d] = rows[a][d], rows[a][c]
            rows[b][c], rows[b][d] = rows[b][d], rows[b][c]
    islands = [(row, column) for row in range(6) for column in range(6) if rows[row][column] == "o"]
    for flag in "rrrrbbb":
        row, column = islands.pop(below(len(islands)))
        rows[row][column] = flag
    return tuple("".join(row) for row in rows)


@pytest.mark.parametrize("at", range(len(CHOICES)))
def test_a_board_is_as_the_docs_describe_it(at: int) -> None:
    assert weekly_board(SUNDAYS[at]).rows == by_the_docs(SUNDAYS[at], CHOICES[at].number)
    looked = check(BoardDraft(weekly_board(SUNDAYS[at]).rows))
    assert looked.is_right
    assert looked.crossings >= 6


@pytest.mark.parametrize("choice", CHOICES)
def test_what_was_measured_is_what_is_promised(choice: tuple[int, int, int]) -> None:
    _, sixties, total = choice
    assert 0.05 <= sixties / DEALS <= 0.20
    assert 49 <= total / GAMES <= 53


def test_the_deals_of_the_first_sunday_are_searched_again() -> None:
    assert sum(sixties_on(weekly_board(FIRST_WEEK))) == CHOICES[0].sixties


@pytest.mark.slow
def test_the_games_of_the_first_sunday_are_played_again() -> None:
    assert sum(planner_on(weekly_board(FIRST_WEEK))) == CHOICES[0].total


def test_later_sundays_have_the_boards_again_seen_from_another_side() -> None:
    boards = {weekly_board(FIRST_WEEK + n * WEEK).rows for n in range(8 * len(CHOICES))}
    assert len(boards) == 8 * len(CHOICES)
    again = weekly_board(FIRST_WEEK + len(CHOICES) * WEEK)
    assert again.rows == ways_to_look(weekly_board(FIRST_WEEK).rows)[1]
    assert weekly_board(FIRST_WEEK + 8 * len(CHOICES) * WEEK) == weekly_board(FIRST_WEEK)


def test_sundays_alone_have_one_and_days_before_keep_theirs() -> None:
    days = [date(2026, 11, 15) + timedelta(days=n) for n in range(30)]
    weekly = [day for day in days if has_weekly_board(day)]
    assert weekly == [date(2026, 11, 22) + n * WEEK for n in range(len(weekly))]
    for day in days:
        daily = DailyBoard.of(day)
        assert (daily.side == "") == (day in weekly)
        assert (daily.board.name or "") == daily.side
    assert DailyBoard.of(date(2026, 11, 15)).side == "A"
    assert last_sunday(date(2026, 11, 28)) == last_sunday(date(2026, 11, 22)) == FIRST_WEEK

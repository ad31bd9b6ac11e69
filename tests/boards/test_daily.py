"""The board of the day follows from its date alone."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from datetime import date, timedelta

import pytest
from tests.support.command import environment

from hashi.boards import FIRST_DAY, DailyBoard, day_at, is_open, read_day, standard_deck

DAYS = [FIRST_DAY + timedelta(days=n) for n in range(400)]


def by_the_docs(day: date) -> tuple[str, list[str]]:
    """Return side, cards and box as docs/daily.md describes them, without our own functions."""
    cards, words, counter = [str(card) for card in standard_deck()], list[int](), 0
    for last in range(len(cards) - 1, 0, -1):
        while True:
            if not words:
                text = f"hashi daily 1 {day.isoformat()}/{counter}"
                block = hashlib.sha256(text.encode()).digest()
                words += [int.from_bytes(block[n : n + 4], "big") for n in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < 2**32 // (last + 1) * (last + 1):
                break
        chosen = word % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    is_week = day.weekday() == 6 and day > date(2026, 11, 15)
    side = "" if is_week else "AB"[(day - date(2026, 11, 15)).days % 2]
    return side, [*cards[1:], cards[0]]


def told(board: DailyBoard) -> tuple[str, list[str]]:
    return board.side, [*map(str, board.deal.cards), str(board.deal.box)]


def test_the_first_days_are_pinned() -> None:
    assert [day.isoformat() for day in DAYS[:3]] == ["2026-11-15", "2026-11-16", "2026-11-17"]
    pinned = [
        ("A", "3/3 3/1 5/1 6/1 4/1 4/2 4/3 5/2 6/3 1/2 5/3 1/1 3/2 6/2 2/1 1/1 2/2 2/3"),
        ("B", "3/3 6/3 2/3 6/2 5/3 2/1 1/1 3/1 5/1 4/2 1/2 2/2 4/1 6/1 4/3 1/1 3/2 5/2"),
        ("A", "2/3 3/3 4/3 1/1 2/2 5/3 1/1 1/2 6/2 2/1 6/1 3/2 4/2 3/1 4/1 5/2 5/1 6/3"),
    ]
    assert [told(DailyBoard.of(day)) for day in DAYS[:3]] == [
        (side, cards.split()) for side, cards in pinned
    ]


def test_four_hundred_days_are_as_the_docs_describe_them() -> None:
    assert [told(DailyBoard.of(day)) for day in DAYS] == [by_the_docs(day) for day in DAYS]
    assert len({tuple(told(DailyBoard.of(day))[1]) for day in DAYS}) == len(DAYS)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_neither_a_time_zone_nor_a_hash_seed_changes_a_day(zone: str) -> None:
    code = (
        "from datetime import timedelta as d\n"
        "from hashi.boards import FIRST_DAY, DailyBoard, day_at\n"
        "print(day_at(1763337599), day_at(1763337600))\n"
        "print([DailyBoard.of(FIRST_DAY + d(n)) for n in range(400)])"
    )
    env = environment(TZ=zone, PYTHONHASHSEED="7")
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    here = [DailyBoard.of(day) for day in DAYS]
    assert done.stdout == f"2025-11-16 2025-11-17\n{here}\n"


def test_a_board_is_open_from_its_date_on() -> None:
    today = date(2026, 11, 17)
    asked = ("2026-11-14", "2026-11-15", "2026-11-17", "2026-11-18")
    assert [is_open(date.fromisoformat(day), today) for day in asked] == [False, True, True, False]
    assert day_at(0.0) == date(1970, 1, 1)


@pytest.mark.parametrize(
    "given", ["", "today", "2026-1-5", "2026-02-30", "20261115", "2026-11-15x"]
)
def test_a_text_that_is_no_date(given: str) -> None:
    assert read_day(given) is None
    assert read_day("2026-11-15") == FIRST_DAY

"""Chooses the boards of the week: for each Sunday the first candidate that is as hard as side A.

    python -m tools.weekly_boards [--weeks 104]

Writes src/hashi/boards/weekly.txt, a line for each Sunday: its date, the number of the candidate,
in how many of DEALS deals 60 points are possible, and the planner's points in all of GAMES games.
Sundays that stand there already are kept. 60 points are proven by the search with known cards. A
candidate is given up as soon as a part of the deals or of the games says that it will not do.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date
from itertools import count

from hashi.arena.tournament import Contest, outcomes
from hashi.boards import standard_deck, weekly
from hashi.boards.weekly import FIRST_WEEK, WEEK, WeeklyChoice, candidate, weekly_choices
from hashi.rules import Board, deal, seeded
from hashi.workshop.deals import is_sixty_possible

SEED = "the board of the week"
DEALS, GAMES = 200, 150
SECONDS = 60.0
"""For the proof of a deal; nearly all need less than one."""
STAGES_OF_DEALS = ((12, 0.0, 0.34), (40, 0.02, 0.30), (DEALS, 0.065, 0.175))
"""After so many deals 60 points must be possible in so large a part of them. In the end between 5
and 20 % of all deals are wanted, and the sample is not to be at their edge."""
STAGES_OF_GAMES = ((40, 48.5, 53.5), (GAMES, 49.4, 52.6))
"""After so many games the planner's mean must be so high; between 49 and 53 is wanted."""


def main() -> None:
    reader = argparse.ArgumentParser(description="Choose the boards of the week.")
    reader.add_argument("--weeks", type=int, default=104, help="how many Sundays in all")
    weeks = reader.parse_args().weeks
    done = len(weekly_choices())
    with weekly.LIST.open("a", encoding="utf-8") as file:
        for at in range(done, weeks):
            day = FIRST_WEEK + at * WEEK
            chosen = first_choice(day)
            print(day.isoformat(), *chosen, file=file, flush=True)
            print(day.isoformat(), *chosen, flush=True)


def first_choice(day: date) -> WeeklyChoice:
    """Return the first candidate of a Sunday that is as hard as side A."""
    for number in count(1):
        made = candidate(day, number)
        if made is None:
            continue
        sixties = last_of(sixties_on(made), STAGES_OF_DEALS)
        if sixties is None:
            continue
        total = last_of(planner_on(made), STAGES_OF_GAMES)
        if total is not None:
            return WeeklyChoice(number, sixties, total)
    raise AssertionError("numbers have no end")


def last_of(results: Iterator[int], stages: tuple[tuple[int, float, float], ...]) -> int | None:
    """Return the sum of results; None where at some stage their mean is too low or too high."""
    total = 0
    for done, result in enumerate(results, 1):
        total += result
        for stage, least, most in stages:
            if done == stage and not least <= total / done <= most:
                return None
    return total


def sixties_on(made: Board) -> Iterator[int]:
    """Yield for each deal 1 where 60 points are possible, 0 where they are not."""
    for number in range(DEALS):
        dealt = deal(standard_deck(), seeded(f"{SEED}/{number}"))
        yield int(is_sixty_possible(made, dealt, seconds=SECONDS) is True)


def planner_on(made: Board) -> Iterator[int]:
    """Yield the points of the planner in each game."""
    contest = Contest(("planner",), ("planner",), made, SEED)
    for outcome in outcomes(contest, GAMES):
        yield outcome.totals[0]


if __name__ == "__main__":
    main()

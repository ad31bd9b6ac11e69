"""Computes the most points that a solo player could score who knew all cards in advance.

    python -m benchmarks.foresight [--board A] [--games 20] [--seed 1] [--decks FILE]
                                   [--seconds 120] [--jobs 1]

The cards are those of `hashi arena master` with the same options; the search begins with the
master's own game. The rules are constraints for OR-Tools' CP-SAT, which finds the most points and
proves that more are impossible. Every solution is replayed by `hashi.rules` and must give the same
points. A game whose proof takes longer than `--seconds` is reported with the bounds found so far.
Needs `hashi-game[bench]`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from benchmarks.machine import machine
from ortools.sat.python.cp_model import (
    FEASIBLE,
    INFEASIBLE,
    OPTIMAL,
    CpModel,
    CpSolver,
    IntVar,
    LinearExpr,
)

from hashi.arena.standings import Standing
from hashi.arena.tournament import Contest, play_game
from hashi.boards import SIDES, board
from hashi.bots.starts import all_starts
from hashi.record import Record, parse
from hashi.record.decks import read_deals
from hashi.rules import Bridge, Card, Deal, Goal, Island, Line, Mark, Number, Setup, Sheet, Turn
from hashi.rules.board import MOST_ON_A_LINE
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND

BOT = "master"
GAMES = 20


def main() -> None:
    reader = argparse.ArgumentParser(description="The most points with all cards known.")
    reader.add_argument("--board", choices=SIDES, default=SIDES[0])
    reader.add_argument("--games", type=int, help=f"{GAMES}, or as many as the file of decks has")
    reader.add_argument("--seed", default="1", help="the cards, as `hashi arena` deals them")
    reader.add_argument("--decks", type=Path, help="the cards, one game to a line")
    reader.add_argument("--seconds", type=float, default=120, help="for each game at most")
    reader.add_argument("--jobs", type=int, default=1, help="processes at once")
    options = reader.parse_args()
    contest = Contest((BOT,), (BOT,), board(options.board), options.seed, writes=True)
    deals = read_deals(options.decks)[: options.games] if options.decks else ()
    games = range(len(deals) or options.games or GAMES)
    if options.decks and len(deals) < (options.games or 1):
        reader.error(f"{options.decks} has {len(deals)} games only")
    print(f"{machine()}; side {options.board}, at most {options.seconds:g} s a game")
    print(f"game  foresight  {BOT}  seconds")
    task = partial(limit, contest, options.seconds)
    each = deals or map(contest.deal, games)
    if options.jobs == 1:
        limits = told(map(task, games, each))
    else:
        with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
            limits = told(pool.map(task, games, each))
    tell(limits)


@dataclass(frozen=True, slots=True)
class Limit:
    """The result of the search for one game."""

    points: int
    """The points of the best game found."""
    bound: int
    """The proven upper bound."""
    master: int
    """The points of the bot, which did not know the cards."""
    seconds: float

    @property
    def is_proven(self) -> bool:
        return self.points == self.bound

    def __str__(self) -> str:
        best = f"{self.points}" if self.is_proven else f"{self.points} to {self.bound}"
        row = f"{best:>9}  {self.master:6}  {self.seconds:7.1f}"
        return row if self.is_proven else f"{row}  not proven"


def told(limits: Iterable[Limit]) -> list[Limit]:
    """Print a line for each game as soon as it is solved; return all of them."""
    found = []
    for game, one in enumerate(limits, 1):
        print(f"{game:4}  {one}", flush=True)
        found.append(one)
    return found


def tell(limits: Sequence[Limit]) -> None:
    """Print the means with their standard errors."""
    proven = [found.points for found in limits if found.is_proven]
    print(f"{len(limits)} games, {len(proven)} of them proven")
    if proven:
        print(f"foresight, proven games: {mean(proven)}")
    if len(proven) < len(limits):
        print(f"foresight, all games: at least {mean([found.points for found in limits])}")
        print(f"foresight, all games: at most {mean([found.bound for found in limits])}")
    print(f"{BOT}, all games: {mean([found.master for found in limits])}")


def mean(totals: Sequence[int]) -> str:
    standing = Standing("", 1)
    for total in totals:
        standing.add(total, 0, 0.0)
    return f"{standing.mean:.2f} ± {standing.error:.2f}"


def limit(contest: Contest, seconds: float, game: int, deal: Deal) -> Limit:
    """Return the most points possible in this game, searched from the bot's own game on."""
    played = parse(play_game(contest, game, deal).record)
    began = perf_counter()
    foresight = Foresight(played.setup, deal.cards)
    foresight.begin(played)
    best, bound = foresight.solve(seconds)
    totals = [record.replay().totals[0] for record in (played, best or played)]
    return Limit(totals[1], bound, totals[0], perf_counter() - began)


class Foresight:
    """A model of all solo games with these cards: each of its solutions is a game.

    Every rule about counts of bridges is an upper bound and marks are never removed, so most
    rules need constraints for the last round only. Rounds count from 1; 0 is the setup.
    """

    def __init__(self, setup: Setup, cards: Sequence[Card]) -> None:
        self.setup, self.board, self.cards = setup, setup.board, dict(enumerate(cards, 1))
        self.last = len(cards)
        self.model = CpModel()
        islands, lines = self.board.islands, self.board.lines
        self.starts = {start: self._flag() for start in all_starts(self.board)}
        """Whether this is the start (R5)."""
        self.writes = {(island, round): self._flag() for island in islands for round in self.cards}
        """Whether the card's number is written there in that round."""
        self.numbered = {
            (island, round): self._flag() for island in islands for round in (0, *self.cards)
        }
        """Whether the island has a number when the round ends."""
        self.draws = {round: self._flag() for round in self.cards}
        """Whether the card's bridges are drawn."""
        none = self.model.new_constant(0)
        self.planks = {
            (line, nth, round): self._flag() if round else none
            for line in lines
            for nth in range(1, MOST_ON_A_LINE + 1)
            for round in (0, *self.cards)
        }
        """Whether the line has at least this many bridges when the round ends (R15)."""
        ends = sorted({*(min(goal.deadline, self.last) for goal in Goal), self.last})
        self.finished = {(island, round): self._flag() for island in islands for round in ends}
        """Whether the island is counted as finished when the round ends; if so, it must be."""
        self._obey_about_numbers()
        self._obey_about_bridges()
        self._finish(ends)
        self.points = POINTS_FOR_AN_ISLAND * _sum(
            [self.finished[island, self.last] for island in islands]
        ) + _sum([self._goal(goal) for goal in Goal])

    def _flag(self) -> IntVar:
        return self.model.new_bool_var("")

    # --- the rules

    def _obey_about_numbers(self) -> None:
        add, islands = self.model.add, self.board.islands
        self.model.add_exactly_one(self.starts.values())
        for round in self.cards:
            self.model.add_at_most_one(self.writes[island, round] for island in islands)
        for island in islands:
            started = [flag for start, flag in self.starts.items() if start.island == island]
            add(self.numbered[island, 0] == _sum(started))
            for round in self.cards:
                earlier = self.numbered[island, round - 1]
                add(self.numbered[island, round] == earlier + self.writes[island, round])  # R9
                if island.flag is not None:
                    self._reach(island, round)

    def _reach(self, island: Island, round: int) -> None:
        """Require an earlier bridge for a number on a flag (R11).

        That bridge needs a number at its other end (R14).
        """
        ways = {line: self._flag() for line in self.board.lines_of[island.index]}
        self.model.add_bool_or(~self.numbered[island, round], *ways.values())
        for line, way in ways.items():
            self.model.add_implication(way, self.planks[line, 1, round - 1])
            self.model.add_implication(way, self.numbered[line.other_end(island), round - 1])

    def _obey_about_bridges(self) -> None:
        model = self.model
        for line in self.board.lines:
            for round in self.cards:
                planks = [self.planks[line, nth + 1, round] for nth in range(MOST_ON_A_LINE)]
                for fewer, more in pairwise(planks):
                    model.add_implication(more, fewer)
                for nth, plank in enumerate(planks, 1):
                    model.add_implication(self.planks[line, nth, round - 1], plank)
                held = [self.numbered[end, round] for end in line.ends]
                model.add_bool_or(~planks[0], *held)  # R14
            for other in self.board.crossings[line.index]:  # R16
                if other.index < line.index:
                    crossing = [self.planks[either, 1, self.last] for either in (line, other)]
                    model.add_at_most_one(crossing)
        for round, card in self.cards.items():  # R8, R13
            drawn = self._bridges(self.board.lines, round) - self._bridges(
                self.board.lines, round - 1
            )
            model.add(drawn == card.bridges * self.draws[round])
        for island in self.board.islands:  # R12, R17
            room = self._number(island) + HIGHEST_NUMBER * (1 - self.numbered[island, self.last])
            model.add(self._count(island, self.last) <= room)

    def _finish(self, ends: Sequence[int]) -> None:
        """Require of a finished island its number and as many bridges (R18)."""
        model, islands = self.model, self.board.islands
        full = {
            (island, number, round): self._flag()
            for island in islands
            for number in range(1, HIGHEST_NUMBER + 1)
            for round in ends
        }
        """Whether the island is finished with that number when the round ends."""
        for (island, number, round), flag in full.items():
            model.add(flag <= _sum(self._writings(island, number, round)))
        for island in islands:
            for round in ends:
                flags = {n: full[island, n, round] for n in range(1, HIGHEST_NUMBER + 1)}
                finished = self.finished[island, round]
                model.add(finished == _sum(list(flags.values())))
                needed = _sum([number * flag for number, flag in flags.items()])
                model.add(self._count(island, round) >= needed)
                room = HIGHEST_NUMBER * (1 - finished)
                model.add(self._count(island, round) <= needed + room)
            for early, late in pairwise(ends):
                for number in range(1, HIGHEST_NUMBER + 1):
                    model.add_implication(full[island, number, early], full[island, number, late])
        # redundant, but makes proofs many times faster: of all islands that are finished with a
        # number, each has a card or the start of its own
        for number in range(1, HIGHEST_NUMBER + 1):
            starts = [flag for start, flag in self.starts.items() if start.number == number]
            for round in ends:
                cards = [at for at, card in self.cards.items() if card.number == number]
                tokens = sum(at <= round for at in cards) + _sum(starts)
                model.add(_sum([full[island, number, round] for island in islands]) <= tokens)
        # redundant, but speeds up proofs: if all islands are finished, the sum of their numbers
        # is twice the number of bridges, because every bridge has two ends
        bridges = model.new_int_var(0, sum(card.bridges for card in self.cards.values()), "")
        model.add(bridges == self._bridges(self.board.lines, self.last))
        excess = _sum([self._number(island) for island in islands]) - 2 * bridges
        unfinished = _sum([1 - self.finished[island, self.last] for island in islands])
        model.add(excess <= HIGHEST_NUMBER * unfinished)
        model.add(-excess <= HIGHEST_NUMBER * unfinished)

    def _goal(self, goal: Goal) -> LinearExpr:
        """Return the points for a goal, in time or late (R23-R26, R31)."""
        deadline = min(goal.deadline, self.last)
        early, late = self._flag(), self._flag()
        self.model.add_at_most_one(early, late)
        if goal.joined:
            self._join(goal, early, late, deadline)
        else:
            asked = self.board.chosen(self.board.asked[goal])
            for island in asked:
                self.model.add_implication(early, self.finished[island, deadline])
                self.model.add_implication(late, self.finished[island, self.last])
            if not asked:
                self.model.add(early + late == 0)
        return goal.high * early + goal.low * late

    def _join(self, goal: Goal, early: IntVar, late: IntVar, deadline: int) -> None:
        """Require finished islands: a centre, and others each joined to one a step nearer."""
        model, islands = self.model, self.board.islands
        steps = range(goal.joined // 2 + 1)  # from one of the islands to all the others
        rings = {(island, step): self._flag() for island in islands for step in steps}
        model.add(_sum([rings[island, 0] for island in islands]) == early + late)
        model.add(_sum(list(rings.values())) == goal.joined * (early + late))
        for island in islands:
            model.add_at_most_one(rings[island, step] for step in steps)
        for (island, step), ring in rings.items():
            model.add_implication(ring, self.finished[island, self.last])
            model.add_bool_or(~ring, ~early, self.finished[island, deadline])
            if step:
                lines = self.board.lines_of[island.index]
                ways = {line: self._flag() for line in lines}
                model.add_bool_or(~ring, *ways.values())
                for line, way in ways.items():
                    model.add_implication(way, rings[line.other_end(island), step - 1])
                    model.add_implication(way, self.planks[line, 1, self.last])
                    model.add_bool_or(~way, ~early, self.planks[line, 1, deadline])

    # --- sums

    def _writings(self, island: Island, number: int, round: int) -> list[IntVar]:
        """Return the flags of all ways to write this number on the island by this round."""
        start = self.starts.get(Number(island, number))
        written = [
            self.writes[island, at]
            for at, card in self.cards.items()
            if at <= round and card.number == number
        ]
        return written if start is None else [start, *written]

    def _number(self, island: Island) -> LinearExpr:
        """Return the island's number at the end; 0 for none."""
        started = [
            start.number * self.starts[start] for start in self.starts if start.island == island
        ]
        written = [card.number * self.writes[island, at] for at, card in self.cards.items()]
        return _sum([*started, *written])

    def _bridges(self, lines: Sequence[Line], round: int) -> LinearExpr:
        return _sum(
            [self.planks[line, nth + 1, round] for line in lines for nth in range(MOST_ON_A_LINE)]
        )

    def _count(self, island: Island, round: int) -> LinearExpr:
        return self._bridges(self.board.lines_of[island.index], round)

    # --- games and solutions

    def begin(self, record: Record) -> None:
        """Begin the search with this game, and look only for at least as many points."""
        for flag, value in self._values(record):
            self.model.add_hint(flag, value)
        self.model.add(self.points >= record.replay().totals[0])

    def fix(self, record: Record) -> None:
        """Allow only the marks of this game."""
        for flag, value in self._values(record):
            self.model.add(flag == value)

    def _values(self, record: Record) -> Iterator[tuple[IntVar, bool]]:
        """Yield each flag with its value in a game."""
        sheet = Sheet.blank(self.board).with_mark(record.starts[0])
        yield from ((flag, start == record.starts[0]) for start, flag in self.starts.items())
        for round, (turn,) in enumerate(record.rounds, 1):
            yield self.draws[round], not turn.skips_bridges
            for mark in turn.marks:
                sheet = sheet.with_mark(mark)
            for island in self.board.islands:
                number = Number(island, self.cards[round].number)
                yield self.writes[island, round], number in turn.marks
            for line in self.board.lines:
                for nth in range(1, MOST_ON_A_LINE + 1):
                    yield self.planks[line, nth, round], sheet.bridges(line) >= nth

    def solve(self, seconds: float) -> tuple[Record | None, int]:
        """Return the best game found, or None, and the proven upper bound of points."""
        self.model.maximize(self.points)
        solver = _solver(seconds)
        solver.parameters.subsolvers.append("max_lp")  # the fastest search strategy here
        status = solver.solve(self.model)
        assert status != INFEASIBLE, "the rules allow games that the model does not"
        if status not in (OPTIMAL, FEASIBLE):
            return None, self.most
        record = self._record(solver)
        points, promised = record.replay().totals[0], round(solver.objective_value)
        assert points == promised, f"the rules give {points} points, the model {promised}"
        return record, min(self.most, round(solver.best_objective_bound))

    def decide(self, points: int, seconds: float, workers: int = 1) -> bool | None:
        """Return whether at least so many points are possible; None where the time runs out."""
        self.model.add(self.points >= points)
        status = _solver(seconds, workers).solve(self.model)
        return {OPTIMAL: True, FEASIBLE: True, INFEASIBLE: False}.get(status)

    @property
    def most(self) -> int:
        """The points for all islands finished and all goals in time."""
        islands = POINTS_FOR_AN_ISLAND * len(self.board.islands)
        return islands + sum(goal.high for goal in Goal)

    def _record(self, solver: CpSolver) -> Record:
        """Return the game of a solution."""
        start = next(mark for mark, flag in self.starts.items() if solver.boolean_value(flag))
        turns = [(Turn(tuple(self._marks(solver, round))),) for round in self.cards]
        return Record(self.setup, (start,), tuple(self.cards.values()), tuple(turns))

    def _marks(self, solver: CpSolver, round: int) -> Iterator[Mark]:
        for island in self.board.islands:
            if solver.boolean_value(self.writes[island, round]):
                yield Number(island, self.cards[round].number)
        for line in self.board.lines:
            for nth in range(1, MOST_ON_A_LINE + 1):
                before, after = (self.planks[line, nth, at] for at in (round - 1, round))
                if solver.boolean_value(after) and not solver.boolean_value(before):
                    yield Bridge(line)


def _solver(seconds: float, workers: int = 1) -> CpSolver:
    solver = CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    return solver


def _sum(terms: Sequence[LinearExpr]) -> LinearExpr:
    total: LinearExpr = LinearExpr.sum(terms)
    return total


if __name__ == "__main__":
    main()

"""Finds puzzles in games of bots, and writes the best ones into `src/hashi/coach/puzzles.ndjson`.

    python -m tools.puzzles --games 200 --candidates FILE    search, and note every candidate
    python -m tools.puzzles --choose FILE                    choose ten a theme, and write them
    python -m tools.puzzles --check                          judge all turns of those that ship

The same figures give the same puzzles. A *candidate* is a position with an idea (`hashi.coach.
puzzles`) that is worth enough. It is confirmed three times: among all turns, not only those that a
hint looks at; by games that are played on with the same cards from the best turn and from the best
one without the idea; and by the master, whose turn solves it. Passing solves none but those of
skipping. How many of the turns of weaker bots solve it is how easy it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean

import hashi
from hashi.bots import BOTS
from hashi.bots.learned.values import ALONE, values_for
from hashi.coach.evaluator import EXACT_ROUNDS, words_without_values
from hashi.coach.hints.contrast import Contrast, Tried
from hashi.coach.hints.hints import contrast_for
from hashi.coach.hints.puzzles import (
    SOLVED,
    Idea,
    Puzzle,
    PuzzleTheme,
    idea_of,
    is_solution,
    shipped_puzzles,
)
from hashi.coach.hints.traits import traits_of
from hashi.coach.position import Position
from hashi.coach.reviews.moments import evaluator_for
from hashi.record import Record
from hashi.rules import PASS, Game, Turn, play_view, total, turns, view
from hashi.rules.goals import GOALS

PLAYERS = ("greedy", "friend", "planner", "friend")
"""The bots whose games are searched, in turn."""
ROUNDS = range(2, 17)
MOST_TURNS = 2_500
"""A position with more turns is left out: not all of them are judged."""
PILES = 200
"""Orders of the unseen cards with which games are played on."""
LEAST_PLAYED = 0.5
"""What the idea is worth at least in the games that are played on, as a share of its margin."""
TRIES = {"random": 4, "greedy": 1, "friend": 3, "planner": 2}
"""The turns of weaker bots that are tried."""
A_THEME = 10
FILE = Path(__file__).parent.parent / "src/hashi/coach/puzzles.ndjson"


def positions(number: int) -> Iterator[Record]:
    """Yield the open turns of a game of a bot."""
    name = PLAYERS[number // 2 % len(PLAYERS)]
    game = hashi.new_game("AB"[number % 2], ["Player"], seed=f"puzzle {number}")
    record = game.play_out([BOTS[name](f"puzzle {number}")]).record
    for round in ROUNDS:
        yield replace(record.until(round - 1), cards=record.cards[:round], box=None)


def candidate(record: Record) -> Puzzle | str:
    """Return the puzzle of a position that is confirmed, else at which step it failed."""
    game = record.replay()
    seen = play_view(game, 0)
    every = list(islice(turns(game.sheets[0], seen.card), MOST_TURNS + 1))
    if len(every) > MOST_TURNS:
        return "turns"
    found = contrast_for(seen)
    idea = idea_of(found)
    if idea is None or idea.margin < SOLVED:
        return "idea"
    found = with_turns(found, every)
    full = idea_of(found)
    if full is None or full.margin < SOLVED or full.trait != idea.trait:
        return "all turns"
    if played_on(found, full) < LEAST_PLAYED * full.margin:
        return "played on"
    if not solves(found, BOTS["master"]("puzzle").turn(seen)):
        return "master"
    if full.theme is not PuzzleTheme.SKIPPING and solves(found, PASS):
        return "pass"
    tried = [
        solves(found, BOTS[name](f"puzzle {at}").turn(seen))
        for name, count in TRIES.items()
        for at in range(count)
    ]
    return Puzzle(record, full, found.best.turn, fmean(tried))


def with_turns(found: Contrast, added: Sequence[Turn]) -> Contrast:
    """Return a contrast in which these turns are judged too, one for each sheet they lead to."""
    here, card = found.before, found.card
    known = {one.after.sheet for one in found.tried}
    fresh: dict[object, tuple[Turn, Position]] = {}
    for turn in added:
        after = here.after(card, turn, is_solo=True)
        if after.sheet not in known:
            fresh.setdefault(after.sheet, (turn, after))
    evaluator = evaluator_for(_setup(here))
    outlooks = evaluator.outlooks([after for _, after in fresh.values()]) if fresh else []
    more = [
        Tried(turn, after, outlook, traits_of(here, card, turn, after))
        for (turn, after), outlook in zip(fresh.values(), outlooks, strict=True)
    ]
    tried = [*found.tried, *more]
    best = max(tried, key=lambda one: one.value)
    return replace(
        found, best=best, good=(best,), ordinary=tuple(one for one in tried if one is not best)
    )


def _setup(here: Position) -> hashi.Setup:
    return hashi.Setup(here.sheet.board)


def played_on(found: Contrast, idea: Idea) -> float:
    """Return by how many points games end better after the best turn than without the idea, with
    the same cards; in the last rounds the values are exact, and it is the margin."""
    if found.best.after.left <= EXACT_ROUNDS:
        return idea.margin
    other = next(one for one in found.tried if one.turn == idea.without)
    ends = [mean_end(one.after) for one in (found.best, other)]
    return ends[0] - ends[1]


def mean_end(here: Position) -> float:
    """Return the mean total of games that the learned values play on mark by mark."""
    board = here.sheet.board
    values = values_for(board, hashi.Setup(board).deck)
    assert values is not None
    chance = Random("puzzle")  # noqa: S311, chance for samples
    piles = [tuple(chance.sample(here.unseen, len(here.unseen)))[:-1] for _ in range(PILES)]
    search = values.search(here.unseen, ALONE, here.round, nodes=6)
    search.place(words_without_values(here), 0)
    brought = array("f", bytes(4 * PILES))
    arrivals = array("i", bytes(4 * len(GOALS) * PILES))
    lasts = array("i", ALONE) * PILES
    cards = values.piles(here.unseen, piles)
    search.rollout(array("i", [0]), 0, 1, here.left, cards, lasts, brought, arrivals)
    return total(here.ledger) + fmean(brought)


def solves(found: Contrast, turn: Turn) -> bool:
    """Return whether a turn costs little enough."""
    after = found.before.after(found.card, turn, is_solo=True)
    value = next(one.value for one in found.tried if one.after.sheet == after.sheet)
    return is_solution(found.best.value - value)


# --- searching, choosing, checking


def search(first: int, games: int, file: Path) -> None:
    """Search games, and add what is found to a file, with a line of figures for each game."""
    counts: Counter[str] = Counter()
    with file.open("a", encoding="utf-8") as out:
        for number in range(first, first + games):
            for record in positions(number):
                made = candidate(record)
                counts["positions"] += 1
                if isinstance(made, Puzzle):
                    counts[made.theme] += 1
                    out.write(json.dumps({"game": number, "puzzle": made.to_text()}) + "\n")
                    out.flush()
                else:
                    counts[f"no: {made}"] += 1
            print(number, dict(counts), file=sys.stderr, flush=True)


def choose(file: Path) -> list[Puzzle]:
    """Return ten puzzles a theme, from easy to hard, from different games as far as possible."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = [(row["game"], Puzzle.from_text(row["puzzle"])) for row in rows]
    taken: Counter[int] = Counter()
    chosen: list[Puzzle] = []
    by_count = Counter(puzzle.theme for _, puzzle in found)
    picked: dict[PuzzleTheme, list[Puzzle]] = {}
    for theme in sorted(PuzzleTheme, key=lambda theme: by_count[theme]):  # the rarest chooses first
        left = [one for one in found if one[1].theme is theme]
        own: list[Puzzle] = []
        while left and len(own) < A_THEME:
            levels = Counter(round(5 * puzzle.found) for puzzle in own)
            sides = Counter(puzzle.sheet.board.name for puzzle in own)
            traits = Counter(puzzle.idea.trait.kind for puzzle in own)
            rounds = Counter(puzzle.game.rounds for puzzle in own)
            best = min(
                left,
                key=lambda one: (
                    taken[one[0]] + _is_late(one[1]),
                    traits[one[1].idea.trait.kind]
                    + sides[one[1].sheet.board.name]
                    + rounds[one[1].game.rounds]
                    + 2 * levels[round(5 * one[1].found)],
                    -one[1].idea.margin,
                    one[0],
                ),
            )
            left.remove(best)
            taken[best[0]] += 1
            own.append(best[1])
        picked[theme] = sorted(own, key=lambda one: (-one.found, -one.idea.margin, one.id))
    for theme in PuzzleTheme:
        chosen += picked.get(theme, [])
    return chosen


def _is_late(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is about a goal whose higher value is gone: those in time teach
    more."""
    return puzzle.theme in {goal.value for goal in puzzle.game.gone}


def check() -> None:
    """Judge all turns of the puzzles that ship; raise ValueError where one does not hold."""
    for puzzle in shipped_puzzles():
        game: Game = puzzle.game
        every = list(turns(puzzle.sheet, puzzle.card))
        full = idea_of(with_turns(contrast_for(view(game, 0)), every))
        if full is None or (full.theme, full.trait) != (puzzle.theme, puzzle.idea.trait):
            raise ValueError(f"{puzzle.id} has another idea: {full}")
        if abs(full.margin - puzzle.idea.margin) > 0.01:
            raise ValueError(f"the margin of {puzzle.id} is {full.margin}")


def table(puzzles: Sequence[Puzzle]) -> str:
    """Return the figures by theme in Markdown."""
    lines = ["| theme | puzzles | margin | found by bots |", "| --- | --- | --- | --- |"]
    for theme in PuzzleTheme:
        own = [puzzle for puzzle in puzzles if puzzle.theme is theme]
        if own:
            margins = [puzzle.idea.margin for puzzle in own]
            shares = [100 * puzzle.found for puzzle in own]
            lines.append(
                f"| {theme} | {len(own)} | {min(margins):.1f} to {max(margins):.1f} "
                f"| {max(shares):.0f} to {min(shares):.0f} % |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--candidates", type=Path, help="search, and note what is found here")
    parser.add_argument("--choose", type=Path, help="choose among the candidates of this file")
    parser.add_argument("--check", action="store_true", help="judge those that ship again")
    asked = parser.parse_args()
    if asked.candidates:
        search(asked.first, asked.games, asked.candidates)
    if asked.choose:
        chosen = choose(asked.choose)
        FILE.write_text("".join(f"{puzzle.to_text()}\n" for puzzle in chosen), "utf-8")
        print(table(chosen))
    if asked.check:
        check()
        print(table(shipped_puzzles()))


if __name__ == "__main__":
    main()

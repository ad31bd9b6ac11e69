"""Compares the best possible results with those of independent judges.

    python -m tests.coach.judge [--decks 100] [--games 500] [--tiny 100]
                                [--jobs 1] [--seconds 120] [--out FILE]

`--decks` decks by chance, half of them on each side, are judged by OR-Tools' CP-SAT, whose model of
the rules knows nothing of the search (`benchmarks/foresight.py`): the game that was found must be
in the model, and one point more must be impossible. What is not decided within `--seconds` is
counted as undecided. `--tiny` games on tiny boards are judged by trying every turn that the rules
allow; in `--games` games by bots, alone and at tables, what was still possible must never rise and
must end at the real total.

Each result is written to `--out` as soon as it is known; a run with the same file goes on from it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from hashi.arena.match import play_match
from hashi.boards import SIDES, board, standard_deck
from hashi.bots import BOTS
from hashi.coach import Best, best, reach
from hashi.record import Record, parse, write
from hashi.rules import Setup, deal, seeded
from tests.coach.tiny_games import compare

Result = dict[str, Any]
ALONE = ("Ida",)


FIRST_SHARE = 0.1
"""The share of the seconds that CP-SAT gets for a deck before all others had their first try."""


def main() -> None:
    reader = argparse.ArgumentParser(description="Best possible results and their judges.")
    reader.add_argument("--decks", type=int, default=100, help="decks for CP-SAT, both sides")
    reader.add_argument("--games", type=int, default=500, help="games of bots")
    reader.add_argument("--tiny", type=int, default=100, help="games on tiny boards")
    reader.add_argument("--seconds", type=float, default=120, help="for CP-SAT, for each deck")
    reader.add_argument("--jobs", type=int, default=1, help="processes at once")
    reader.add_argument("--out", type=Path, help="keep each result here, and go on from there")
    options = reader.parse_args()
    desk = Desk(options.jobs, options.out)
    tiny = desk.work("tiny", judge_tiny, range(options.tiny))
    if options.tiny:
        compared = sum(result["compared"] for result in tiny)
        print(f"{len(tiny)} games on tiny boards: {compared} positions as by brute force")
    games = desk.work("game", judge_game, range(options.games))
    if options.games:
        risen = sum(not result["is_falling"] for result in games)
        unproven = sum(result["unproven"] for result in games)
        unsure = sum(result["open"] for result in games)
        slowest = max(result["seconds"] for result in games)
        print(
            f"{len(games)} games by bots: what was possible rises or misses the total in {risen}, "
            f"best results not proven: {unproven}, curves not proven: {unsure}, "
            f"slowest curves of a table: {slowest:.1f} s"
        )
    numbers, seconds = range(options.decks), FIRST_SHARE * options.seconds
    decks = desk.work("deck", judge_deck, numbers, seconds, is_final=is_decided)
    undecided = sum(not is_decided(result) for result in decks)
    if undecided:  # all cores work on those that are left
        workers = max(1, options.jobs // undecided)
        arguments = (options.seconds, workers)
        decks = desk.work("deck", judge_deck, numbers, *arguments, is_final=is_decided)
    for side in SIDES if options.decks else ():
        tell_decks(f"side {side}, ", [result for result in decks if result["side"] == side])
    if options.decks:
        tell_decks("", decks)


def is_decided(result: Result) -> bool:
    return result["is_equal"] is not None


def tell_decks(name: str, results: Sequence[Result]) -> None:
    decided = [result for result in results if is_decided(result)]
    equal = sum(result["is_equal"] for result in decided)
    open_ = len(results) - len(decided)
    print(f"{name}CP-SAT: equal: {equal} of {len(decided)} decided; undecided: {open_}")


class Desk:
    """Gives work to processes and keeps what comes out of it, by kind and number."""

    def __init__(self, jobs: int, path: Path | None) -> None:
        self._jobs, self._path = jobs, path
        self._known: dict[tuple[str, int], Result] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                result = json.loads(line)
                self._known[result["kind"], result["number"]] = result

    def results(self, kind: str, numbers: Sequence[int]) -> list[Result]:
        return [self._known[kind, number] for number in numbers if (kind, number) in self._known]

    def work(
        self,
        kind: str,
        judge: Callable[..., Result],
        numbers: Sequence[int],
        *arguments: object,
        is_final: Callable[[Result], bool] = lambda _: True,
    ) -> list[Result]:
        """Judge the numbers whose result is not final; return all results of this kind."""
        final = {result["number"] for result in self.results(kind, numbers) if is_final(result)}
        with ProcessPoolExecutor(self._jobs, mp_context=get_context("spawn")) as pool:
            asked = {
                pool.submit(judge, number, *arguments): number
                for number in numbers
                if number not in final
            }
            for future in as_completed(asked):
                self._keep({"kind": kind, "number": asked[future], **future.result()})
        return self.results(kind, numbers)

    def _keep(self, result: Result) -> None:
        self._known[result["kind"], result["number"]] = result
        line = json.dumps(result)
        print(line, flush=True)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")


def judge_tiny(number: int) -> Result:
    """Compare one game on a tiny board with brute force."""
    return {"compared": compare(number, 1 + number % 2)}


def judge_game(number: int, bots: Sequence[str] = tuple(BOTS)) -> Result:
    """Play a game among bots and look at what was possible for each of them."""
    rng = Random(number)
    names = [rng.choice(bots) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
    players = ("Ida", "Tim", "Eva", "Jan")[: len(names)]
    setup = Setup(board(rng.choice(SIDES)), standard_deck(), players)
    makers = [BOTS[name](f"{number} {seat}") for seat, name in enumerate(names)]
    match = play_match(setup, deal(setup.deck, seeded(f"curve {number}")), makers)
    began = process_time()
    reached = [reach(match.record, seat) for seat in range(len(names))]
    seconds = process_time() - began
    curves = [one.points for one in reached]
    found = [best(match.record, seat) for seat in range(len(names))]
    for seat, one in enumerate(found):
        check_replay(one, seat)
    return {
        "bots": names,
        "totals": match.totals,
        "best": [one.points for one in found],
        "unproven": sum(not one.proven for one in found),
        "open": sum(not one.is_proven for one in reached),
        "curves": curves,
        "is_falling": all(
            len(curve) == setup.rounds + 1
            and list(curve) == sorted(curve, reverse=True)
            and curve[-1] == total
            and curve[0] <= one.bound
            for curve, total, one in zip(curves, match.totals, found, strict=True)
        ),
        "seconds": round(seconds, 3),
    }


def check_replay(found: Best, seat: int) -> None:
    """Check that the rules replay what was found, from its text too."""
    assert parse(write(found.record)).replay() == found.game
    assert found.game.totals[seat] == found.points


def judge_deck(number: int, seconds: float, workers: int = 1) -> Result:
    """Compare one deck with CP-SAT: whether it says the same, or None where time runs out."""
    from benchmarks.foresight import Foresight  # here, since the other judges need no OR-Tools

    side = SIDES[number % len(SIDES)]
    setup = Setup(board(side), standard_deck(), ALONE)
    cards = deal(setup.deck, seeded(f"judge {number}")).cards
    found = best(Record(setup, (), cards), seconds=None)
    check_replay(found, 0)
    began = process_time()
    known = Foresight(setup, cards)
    known.fix(found.record)
    is_possible = known.decide(found.points, seconds)
    is_more_possible = Foresight(setup, cards).decide(found.points + 1, seconds, workers)
    is_open = is_possible is None or is_more_possible is None
    return {
        "side": side,
        "best": found.points,
        "is_equal": None if is_open else found.proven and is_possible and not is_more_possible,
        "seconds": round(process_time() - began, 1),
    }


if __name__ == "__main__":
    main()

"""Compares the best possible results with those of independent judges.

    python -m tests.coach.judge [--decks 100] [--games 500] [--tiny 100] [--seconds 120]

`--decks` decks by chance on both sides are solved by OR-Tools' CP-SAT, whose model of the rules
knows nothing of the search (`benchmarks/foresight.py`); `--tiny` games on tiny boards by trying
every turn that the rules allow; in `--games` games by bots, alone and at tables, what was still
possible must never rise and must end at the real total.
"""

from __future__ import annotations

import argparse
from random import Random

from benchmarks.foresight import Foresight

from hashi.arena.match import play_match
from hashi.boards import SIDES, board, standard_deck
from hashi.bots import BOTS
from hashi.coach import Best, best, possible
from hashi.record import Record, parse, write
from hashi.rules import Setup, deal, seeded
from tests.coach.tiny_games import compare

ALONE = ("Ida",)


def main() -> None:
    reader = argparse.ArgumentParser(description="Best possible results and their judges.")
    reader.add_argument("--decks", type=int, default=100, help="decks for CP-SAT, on each side")
    reader.add_argument("--games", type=int, default=500, help="games of bots")
    reader.add_argument("--tiny", type=int, default=100, help="games on tiny boards")
    reader.add_argument("--seconds", type=float, default=120, help="for CP-SAT, for each deck")
    options = reader.parse_args()
    compared = sum(compare(seed, 1 + seed % 2) for seed in range(options.tiny))
    print(f"{options.tiny} games on tiny boards: {compared} positions as by brute force")
    for game in range(options.games):
        check_curve(game)
    print(f"{options.games} games by bots: what was possible never rises and ends at the total")
    for side in SIDES:
        judged = [judge(side, f"judge {n}", options.seconds) for n in range(options.decks)]
        print(f"side {side}: {sum(judged)} of {len(judged)} decks as by CP-SAT, the others open")


def check_curve(game: int) -> None:
    """Play a game among bots and check what was possible for each of them."""
    rng = Random(game)
    names = [rng.choice(["random", "greedy", "friend"]) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
    players = ("Ida", "Tim", "Eva", "Jan")[: len(names)]
    setup = Setup(board(rng.choice(SIDES)), standard_deck(), players)
    bots = [BOTS[name](f"{game} {seat}") for seat, name in enumerate(names)]
    match = play_match(setup, deal(setup.deck, seeded(f"curve {game}")), bots)
    for seat, total in enumerate(match.totals):
        curve = possible(match.record, seat, seconds=None)
        found = best(match.record, seat, seconds=None)
        assert len(curve) == setup.rounds + 1
        assert list(curve) == sorted(curve, reverse=True), (game, seat, curve)
        assert curve[-1] == total, (game, seat, curve)
        assert found.proven
        assert found.points == curve[0] if len(names) > 1 else found.points >= curve[0]
        check_replay(found, seat)


def check_replay(found: Best, seat: int) -> None:
    """Check that the rules replay what was found, from its text too."""
    assert parse(write(found.record)).replay() == found.game
    assert found.game.totals[seat] == found.points


def judge(side: str, seed: str, seconds: float) -> bool:
    """Compare one deck with CP-SAT; return whether that proved its result in time."""
    setup = Setup(board(side), standard_deck(), ALONE)
    cards = deal(setup.deck, seeded(seed)).cards
    found = best(Record(setup, (), cards), seconds=None)
    check_replay(found, 0)
    foresight = Foresight(setup, cards)
    foresight.begin(found.record)
    record, bound = foresight.solve(seconds)
    most = 0 if record is None else record.replay().totals[0]
    assert most <= found.points <= bound, (side, seed, most, found.points, bound)
    return found.points == bound


if __name__ == "__main__":
    main()

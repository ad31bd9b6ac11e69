"""Proofs of reviews at any size; tests run them on a few games, this command on many.

    python -m tests.coach.proofs --games 500 --jobs 2

Games of all bots and table sizes are reviewed. The sum must hold to 1e-6. Costs of the last round
must equal brute force by `hashi.rules` alone; alone, those of the round before must be within
0.02 of the exact expectation. Every sentence is derived again from the
sheets (`tests.coach.claims`), and none is told of two of the costliest turns of a game.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

import hashi
from hashi.bots import BOTS
from hashi.coach import Fact, FactKind, PlayerReview, TurnReview, review, sentence
from hashi.coach.reviews.facts import LOST, per_cent
from hashi.library import DealtGame
from hashi.rules import Card, Game, Goal, Sheet, Turn, apply_turn
from hashi.rules.game.scoring import has, judge, total
from hashi.words import GOALS, Words
from tests.coach.claims import SHORT_DECK, SMALL, Plain, Situation, holds, irregular

NEAR = 0.02
MOST_TURNS = 60
"""Last-but-one rounds with more turns than that are left out: brute force takes minutes."""


def play(number: int, names: Iterable[str] = tuple(BOTS)) -> DealtGame:
    """Return a finished game of bots: number 0 alone, 1 with two seats, and so on; every eighth is
    on a board and with a deck that nobody has studied."""
    ladder = sorted(names)
    if number % 8 == 7:
        bot = ladder[number // 8 % len(ladder)]
        game = hashi.new_game(SMALL, ["P0"], seed=f"proof {number}", deck=SHORT_DECK)
        return game.play_out([hashi.bot(bot, seed=f"{number}")])
    seats = 1 + number % 4
    chosen = [ladder[(number // 4 + seat) % len(ladder)] for seat in range(seats)]
    game = hashi.new_game(
        "AB"[number // 2 % 2], [f"P{seat}" for seat in range(seats)], seed=f"proof {number}"
    )
    return game.play_out([hashi.bot(name, seed=f"{number} {s}") for s, name in enumerate(chosen)])


def check(game: DealtGame) -> Counter[str]:
    """Check the review of a game; return what was checked."""
    found = review(game)
    checked: Counter[str] = Counter(games=1)
    for player in found.players:
        check_sum(player)
        checked += check_ends(game, player)
        checked += check_reasons(game, player)
    return checked


def check_sum(player: PlayerReview) -> None:
    whole = player.expected.value + player.luck + player.others - player.cost
    assert abs(whole - player.total) < 1e-6
    before = player.expected.value
    for turn in player.turns:
        assert turn.before.value == before
        assert abs(before + turn.luck - turn.cost + turn.others - turn.after.value) < 1e-6
        assert turn.cost > -1e-9
        assert turn.best_value >= turn.value
        before = turn.after.value


# --- the last two rounds, by the rules alone


def check_ends(game: DealtGame, player: PlayerReview) -> Counter[str]:
    last = player.turns[-1]
    state = _state(game, last.round - 1)
    sheet, ledger = state.sheets[player.seat], state.ledgers[player.seat]
    best = _most(sheet, ledger, last.card, last.round, state.gone)
    assert last.cost == best - player.total, (last.cost, best, player.total)
    checked = Counter({"last rounds": 1})
    turn = player.turns[-2]
    state = _state(game, turn.round - 1)
    sheet, ledger = state.sheets[0], state.ledgers[0]
    turns = list(hashi.turns(sheet, turn.card))
    if game.setup.is_solo and len(turns) <= MOST_TURNS:
        left = Counter(state.unseen) - Counter((turn.card,))

        def worth(played: Turn) -> float:
            after = apply_turn(sheet, turn.card, played)
            points = judge(ledger, sheet, after, turn.round, state.gone)
            return (
                sum(
                    _most(after, points, card, turn.round + 1, state.gone)
                    for card in left.elements()
                )
                / left.total()
            )

        exact = max(map(worth, turns)) - worth(turn.played)
        assert abs(turn.cost - exact) < NEAR, (turn, exact)
        checked["last but one"] += 1
    return checked


def _most(
    sheet: Sheet,
    ledger: tuple[object, ...],
    card: Card,
    round: int,
    gone: frozenset[Goal],
) -> int:
    return max(
        total(judge(ledger, sheet, apply_turn(sheet, card, turn), round, gone))  # type: ignore[arg-type]
        for turn in hashi.turns(sheet, card)
    )


def _state(game: DealtGame, round: int) -> Game:
    return game.record.until(round).replay()


# --- what is said of the turns


def check_reasons(game: DealtGame, player: PlayerReview) -> Counter[str]:
    """Check each fact, and that costly turns repeat none."""
    checked: Counter[str] = Counter()
    for turn in player.turns:
        assert len(turn.why) <= 2
        state = _state(game, turn.round - 1)
        for fact in turn.why:
            assert _is_true(fact, turn, state, player.seat), (turn, fact)
            checked[fact.kind] += 1
        lost = [fact.kind in LOST for fact in turn.why]
        assert lost == sorted(lost, reverse=True), turn
    costly = player.costliest
    assert all(turn.why for turn in costly)
    told = [sentence(Words("en"), fact) for turn in costly for fact in turn.why]
    assert len(set(told)) == len(told), told
    checked["costly turns"] += len(costly)
    return checked


def _is_true(fact: Fact, turn: TurnReview, state: Game, seat: int) -> bool:
    best, played = turn.best_outlook, turn.outlook
    if fact.kind is FactKind.CHANCE:
        assert fact.goal
        assert fact.goal not in state.gone
        assert not has(state.ledgers[seat], fact.goal)
        told = _figures(
            fact, rf"Chance of “{re.escape(GOALS[fact.goal])}” in time: (.+)% → (.+)%\."
        )
        chances = [per_cent(each.chances.of(fact.goal)) for each in (best, played)]
        return chances == told and told[0] > told[1]
    if fact.kind is FactKind.POINTS:
        what = "islands" if fact.goal is None else f"“{GOALS[fact.goal]}”"
        told = _figures(fact, rf"Points expected from {re.escape(what)}: (.+) → (.+)\.")
        points = [
            each.items.islands if fact.goal is None else each.items.of(fact.goal)
            for each in (best, played)
        ]
        return all(abs(a - b) < 0.0501 for a, b in zip(points, told, strict=True)) and (
            told[0] > told[1]
        )
    if fact.kind is FactKind.MISTAKE:
        wrong = irregular(Plain.of(turn.sheet), turn.card, turn.played)
        return wrong == {island.name for island in fact.islands}
    unseen = list((Counter(state.unseen) - Counter((turn.card,))).elements())
    reached = frozenset(goal for goal in Goal if has(state.ledgers[seat], goal))
    sheets = (turn.sheet, turn.played_sheet, turn.best_sheet)
    at = Situation.of(turn.card, (turn.played, turn.best), sheets, unseen, reached)
    return holds(fact, at)


def _figures(fact: Fact, pattern: str) -> list[float]:
    """Return the figures before and after that the sentence names."""
    match = re.fullmatch(pattern, sentence(Words("en"), fact))
    assert match, sentence(Words("en"), fact)
    return [float(one) for one in match.groups()]


def proven(number: int) -> Counter[str]:
    return check(play(number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    checked: Counter[str] = Counter()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for one in pool.map(proven, range(arguments.games), chunksize=2):
            checked += one
    for name, count in checked.most_common():
        print(f"{count:6} {name}")


if __name__ == "__main__":
    main()

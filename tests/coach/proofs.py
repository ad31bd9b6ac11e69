"""Proofs of reviews at any size; tests run them on a few games, this command on many.

    python -m tests.coach.proofs --games 500 --jobs 2

Games of all bots and table sizes are reviewed. The sum must hold to 1e-6. Costs of the last round
must equal brute force by `hashi.rules` alone; alone, those of the round before must be within
0.02 of the exact expectation. Every fact of every sentence is derived again from the sheets.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor

import hashi
from hashi.bots import BOTS
from hashi.coach import Fact, FactKind, PlayerReview, TurnReview, review
from hashi.library import DealtGame
from hashi.rules import Card, Flag, Game, Goal, Island, Sheet, Turn, apply_turn, dead_islands
from hashi.rules.mistakes import apply_freely
from hashi.rules.scoring import has, is_reached, judge, largest_group, total
from hashi.rules.turn import can_draw

NEAR = 0.02
MOST_TURNS = 60
"""Last-but-one rounds with more turns than that are left out: brute force takes minutes."""
FLAGS = {Goal.RED: Flag.RED, Goal.BLUE: Flag.BLUE}


def play(number: int, names: Iterable[str] = tuple(BOTS)) -> DealtGame:
    """Return a finished game of bots: number 0 alone, 1 with two seats, and so on."""
    ladder = sorted(names)
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
        for turn in player.turns:
            assert len(turn.why) <= 2
            for fact in turn.why:
                assert holds(fact, turn, _state(game, turn.round - 1), player.seat), (turn, fact)
                checked[fact.kind] += 1
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


# --- facts, derived again


def holds(fact: Fact, turn: TurnReview, state: Game, seat: int) -> bool:
    """Return whether the sheets bear out a fact."""
    ledger = state.ledgers[seat]
    if fact.goal is not None and has(ledger, fact.goal):
        return False
    unseen = list((Counter(state.unseen) - Counter((turn.card,))).elements())
    return CHECKS[fact.kind](fact, turn, unseen)


Check = Callable[[Fact, TurnReview, list[Card]], bool]


def _mistake(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    _sheet, inks = apply_freely(turn.sheet, turn.card, turn.played, turn.round)
    return {island for ink in inks for island in ink.irregular} == set(fact.islands)


def _goal_missed(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    assert fact.goal
    return is_reached(turn.best_sheet, fact.goal) and not is_reached(turn.played_sheet, fact.goal)


def _dead(fact: Fact, turn: TurnReview, unseen: list[Card]) -> bool:
    islands = set(fact.islands)
    flags = {FLAGS[fact.goal]} if fact.goal else None
    return (
        islands <= _lost(turn.played_sheet, unseen)
        and not islands & _lost(turn.sheet, [*unseen, turn.card])
        and not islands & _lost(turn.best_sheet, unseen)
        and (flags is None or {island.flag for island in islands} == flags)
    )


def _lost(sheet: Sheet, unseen: list[Card]) -> set[Island]:
    """The islands that are struck, or for which there are too few bridges or no number."""
    numbers = sum({1 << card.number for card in unseen})
    return {
        *dead_islands(sheet, numbers),
        *(island for island in sheet.board.islands if sheet.is_struck(island)),
    }


def _chain_cut(fact: Fact, turn: TurnReview, unseen: list[Card]) -> bool:
    before = [*unseen, turn.card]
    return (
        _is_joinable(turn.sheet, before)
        and _is_joinable(turn.best_sheet, unseen)
        and not _is_joinable(turn.played_sheet, unseen)
    )


def _is_joinable(sheet: Sheet, unseen: list[Card]) -> bool:
    """Whether bridges that do not cross can join six islands that are not lost."""
    alive = set(sheet.board.islands) - _lost(sheet, unseen)
    highest = max((card.number for card in unseen), default=0)
    seen, edge = {sheet}, [sheet]
    while edge:
        here = edge.pop()
        for island in alive:
            group, front = {island}, [island]
            while front:
                at = front.pop()
                for line in sheet.board.lines_of[at.index]:
                    other = line.other_end(at)
                    if here.bridges(line) and other in alive and other not in group:
                        group.add(other)
                        front.append(other)
            if len(group) >= 6:
                return True
            ways = {
                line
                for at in group
                for line in sheet.board.lines_of[at.index]
                if line.other_end(at) in alive - group
                and not here.is_blocked(line)
                and all(here.count(end) < (here.number(end) or highest) for end in line.ends)
            }
            new = {here.with_bridge(line) for line in ways} - seen
            seen |= new
            edge += new
    return False


def _stranded(fact: Fact, turn: TurnReview, unseen: list[Card]) -> bool:
    (island,) = fact.islands
    sheet = turn.played_sheet
    return (
        sheet.number(island) is None
        and sheet.count(island) == fact.count
        and all(card.number < fact.count for card in unseen)
    )


def _bare_flag(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    assert fact.goal
    return all(
        island.flag is FLAGS[fact.goal]
        and turn.played_sheet.count(island) == 0
        and turn.best_sheet.count(island) > 0
        for island in fact.islands
    )


def _skipped_bridges(_: Fact, turn: TurnReview, __: list[Card]) -> bool:
    return sum(turn.played_sheet.planks) == sum(turn.sheet.planks) and can_draw(
        turn.played_sheet, turn.card.bridges
    )


def _skipped_number(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    (island,) = fact.islands
    return (
        turn.played_sheet.digits == turn.sheet.digits
        and fact.number == turn.card.number
        and island in hashi.allowed_islands(turn.sheet, fact.number)
    )


def _unfinished(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    return all(
        turn.best_sheet.is_finished(island) and not turn.played_sheet.is_finished(island)
        for island in fact.islands
    )


def _chain_short(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    groups = largest_group(turn.best_sheet), largest_group(turn.played_sheet)
    return groups == (fact.count, fact.other) and fact.count > fact.other


def _little_room(fact: Fact, turn: TurnReview, unseen: list[Card]) -> bool:
    sheet = turn.played_sheet
    roomy = 0
    for island in sheet.board.islands:
        count = sheet.count(island)
        if sheet.number(island) is None and count <= fact.number:
            roomy += count + _room(sheet, island) >= fact.number
    to_come = sum(card.number == fact.number for card in unseen)
    return (roomy, to_come) == (fact.count, fact.other) and roomy < to_come


def _room(sheet: Sheet, island: Island) -> int:
    found = 0
    for line in sheet.board.lines_of[island.index]:
        if not any(sheet.bridges(other) for other in sheet.board.crossings[line.index]):
            a, b = line.ends
            far = b if a == island else a
            spare = (sheet.number(far) or 6) - sheet.count(far)
            found += max(0, min(2 - sheet.bridges(line), spare))
    return found


def _crossed_line(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    drawn, crossed = fact.lines
    return (
        crossed in turn.sheet.board.crossings[drawn.index]
        and turn.played_sheet.bridges(drawn) > turn.sheet.bridges(drawn) == 0
        and hashi.refusal(turn.played_sheet, hashi.Bridge(crossed)) is not None
        and turn.best_sheet.bridges(crossed) > turn.sheet.bridges(crossed)
    )


def _tight_island(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    sheet = turn.played_sheet
    return all(
        (sheet.number(island) or 0) - sheet.count(island) == _room(sheet, island) > 0
        for island in fact.islands
    )


def _needless_number(fact: Fact, turn: TurnReview, _: list[Card]) -> bool:
    (island,) = fact.islands
    return (
        turn.played_sheet.number(island) == fact.number
        and turn.best_sheet.number(island) is None
        and turn.best_sheet.digits == turn.sheet.digits
    )


CHECKS: dict[FactKind, Check] = {
    FactKind.MISTAKE: _mistake,
    FactKind.GOAL_MISSED: _goal_missed,
    FactKind.CHAIN_CUT: _chain_cut,
    FactKind.DEAD_FLAG: _dead,
    FactKind.DEAD_ISLAND: _dead,
    FactKind.STRANDED: _stranded,
    FactKind.BARE_FLAG: _bare_flag,
    FactKind.SKIPPED_BRIDGES: _skipped_bridges,
    FactKind.SKIPPED_NUMBER: _skipped_number,
    FactKind.UNFINISHED: _unfinished,
    FactKind.CHAIN_SHORT: _chain_short,
    FactKind.LITTLE_ROOM: _little_room,
    FactKind.CROSSED_LINE: _crossed_line,
    FactKind.TIGHT_ISLAND: _tight_island,
    FactKind.NEEDLESS_NUMBER: _needless_number,
}


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

"""Every sentence of a review as a claim, derived again from the rules by plain code of its own.

    python -m tests.coach.claims --facts 10000

Games of all bots, on sides A and B and on boards and decks of one's own, with one to four seats.
Each turn is set beside others with the same card, and everything that the coach could say of either
is checked, also what it would not choose; and so are mistakes of random marks. Nothing here uses
what the coach or `hashi.rules` know about dead islands, room or groups: numbers and bridges are
counted.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from random import Random

import hashi
from hashi.bots import BOTS
from hashi.coach.outlook import Items
from hashi.coach.reviews.facts import FINDERS, Comparison, Fact, FactKind, weighed
from hashi.library import DealtGame
from hashi.rules import (
    Board,
    Bridge,
    Card,
    Flag,
    Goal,
    Island,
    Line,
    Mark,
    Number,
    Sheet,
    Turn,
    apply_turn,
    play_view,
)
from hashi.rules.game.mistakes import apply_freely
from hashi.rules.game.scoring import has

FLAGS = {Goal.RED: Flag.RED, Goal.BLUE: Flag.BLUE}
JOINED = 6
HIGHEST = 6
SMALL = Board(("o.r.o.b", ".......", "o.b.o.o", ".......", "r.o.o.o"))
WIDE = Board(("o..r..o..o", "..o..b..o.", "o..o..r..o", "..b..o..o.", "o..o..o..b"))
SHORT_DECK = tuple(Card(1 + n % 6, 1 + n % 3) for n in range(13))
TABLES: tuple[tuple[str | Board, tuple[Card, ...] | None], ...] = (
    ("A", None),
    ("B", None),
    ("A", None),
    ("B", None),
    (SMALL, SHORT_DECK),
    (WIDE, None),
    ("A", SHORT_DECK),
)


# --- a sheet in plain words


@dataclass(frozen=True)
class Plain:
    """A sheet: numbers by island, bridges by line, in names; and which lines cross."""

    ends: dict[str, tuple[str, str]]
    crossed: dict[str, frozenset[str]]
    flags: dict[str, Flag | None]
    numbers: dict[str, int]
    bridges: Counter[str]
    struck: frozenset[str] = frozenset()

    @classmethod
    def of(cls, sheet: Sheet) -> Plain:
        board = sheet.board
        ends = {line.name: (line.ends[0].name, line.ends[1].name) for line in board.lines}
        where = {island.name: (island.column, island.row) for island in board.islands}
        return cls(
            ends,
            {
                name: frozenset(o for o in ends if _cross(where, ends[name], ends[o]))
                for name in ends
            },
            {island.name: island.flag for island in board.islands},
            {island.name: sheet.number(island) or 0 for island in board.islands},
            Counter({line.name: sheet.bridges(line) for line in board.lines}),
            frozenset(island.name for island in board.islands if sheet.is_struck(island)),
        )

    def without(self, line: str, count: int) -> Plain:
        """Return the sheet with so many bridges fewer along a line."""
        return replace(self, bridges=self.bridges - Counter({line: count}))

    def lines_of(self, island: str) -> list[str]:
        return [line for line, ends in self.ends.items() if island in ends]

    def count(self, island: str) -> int:
        return sum(self.bridges[line] for line in self.lines_of(island))

    def spare(self, island: str, highest: int = HIGHEST) -> int:
        """How many more bridges its number lets lead there (R17, R18)."""
        return max(0, (self.numbers[island] or highest) - self.count(island))

    def is_closed(self, line: str) -> bool:
        """Whether a bridge crosses the line (R16)."""
        return any(self.bridges[other] for other in self.crossed[line])

    def room(self, island: str) -> int:
        """How many more bridges its lines can carry, whatever the island itself takes."""
        return sum(
            min(2 - self.bridges[line], self.spare(self.other(line, island)))
            for line in self.lines_of(island)
            if not self.is_closed(line)
        )

    def other(self, line: str, island: str) -> str:
        a, b = self.ends[line]
        return b if a == island else a

    def is_finished(self, island: str) -> bool:
        return self.numbers[island] == self.count(island) > 0 and island not in self.struck

    def may_be_finished(self, island: str, numbers: set[int]) -> bool:
        """Whether the island alone can still be finished with one of these numbers to come."""
        if island in self.struck or island in self.stranded_flags(numbers):
            return False
        count, most = self.count(island), self.count(island) + self.room(island)
        wanted = {self.numbers[island]} if self.numbers[island] else numbers
        return any(max(count, 1) <= number <= most for number in wanted)

    def stranded_flags(self, numbers: set[int]) -> set[str]:
        """The flagged islands to which no first bridge can come, so that they get no number: from
        no island with one or for one, not even after that one got a bridge itself (R11, R14)."""
        bare = {
            island
            for island, flag in self.flags.items()
            if flag is not None and not self.numbers[island] and not self.count(island)
        }
        while True:
            reached = {
                island
                for island in bare
                for line in self.lines_of(island)
                if not self.is_closed(line)
                and (near := self.other(line, island)) not in bare
                and self.may_grow(near, numbers)
            }
            if not reached:
                return bare
            bare -= reached

    def may_grow(self, island: str, numbers: set[int]) -> bool:
        """Whether a bridge may begin at the island now or once it has a number."""
        if self.numbers[island]:
            return self.spare(island) > 0
        return any(number > self.count(island) for number in numbers)

    def group(self, allowed: set[str]) -> int:
        """The most islands of these that bridges join."""
        sizes = [0]
        left = set(allowed)
        while left:
            front = [left.pop()]
            size = 0
            while front:
                at = front.pop()
                size += 1
                for line in self.lines_of(at):
                    near = self.other(line, at)
                    if self.bridges[line] and near in left:
                        left.remove(near)
                        front.append(near)
            sizes.append(size)
        return max(sizes)

    def may_join(self, numbers: set[int]) -> bool:
        """Whether bridges that do not cross can still join six islands that can be finished."""
        alive = {island for island in self.flags if self.may_be_finished(island, numbers)}
        highest = max(numbers, default=0)
        seen: set[tuple[str, ...]] = set()
        front = [self]
        while front:
            here = front.pop()
            for island in alive:
                group = here.joined_with(island, alive)
                if len(group) >= JOINED:
                    return True
                for line in sorted(here.ways(group, alive, highest)):
                    further = replace(here, bridges=here.bridges + Counter({line: 1}))
                    key = tuple(sorted(further.bridges.elements()))
                    if key not in seen:
                        seen.add(key)
                        front.append(further)
        return False

    def joined_with(self, island: str, alive: set[str]) -> set[str]:
        group, front = {island}, [island]
        while front:
            at = front.pop()
            for line in self.lines_of(at):
                near = self.other(line, at)
                if self.bridges[line] and near in alive and near not in group:
                    group.add(near)
                    front.append(near)
        return group

    def ways(self, group: set[str], alive: set[str], highest: int) -> set[str]:
        """The lines on which one bridge more would join another island that is alive."""
        return {
            line
            for at in group
            for line in self.lines_of(at)
            if self.other(line, at) in alive - group
            and not self.is_closed(line)
            and all(self.spare(end, highest) for end in self.ends[line])
        }


def _cross(where: dict[str, tuple[int, int]], one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether a horizontal and a vertical line cross between their ends."""
    (a, b), (c, d) = (sorted(where[end] for end in ends) for ends in (one, other))
    if a[0] == b[0]:
        (a, b), (c, d) = (c, d), (a, b)
    is_upright = a[1] == b[1] and c[0] == d[0]
    return is_upright and a[0] < c[0] < b[0] and c[1] < a[1] < d[1]


@dataclass(frozen=True)
class Situation:
    """A turn beside a better one, in plain words."""

    card: Card
    before: Plain
    played: Plain
    best: Plain
    number: str
    """The island into which the turn writes; empty for none."""
    best_number: str
    drawn: Counter[str]
    best_drawn: Counter[str]
    unseen: Sequence[Card]
    reached: frozenset[Goal]

    @classmethod
    def of(
        cls,
        card: Card,
        turns: tuple[Turn, Turn],
        sheets: tuple[Sheet, Sheet, Sheet],
        unseen: Sequence[Card],
        reached: frozenset[Goal],
    ) -> Situation:
        played, best = turns
        before, after, after_best = map(Plain.of, sheets)
        return cls(
            card,
            before,
            after,
            after_best,
            _written(played),
            _written(best),
            _drawn(played),
            _drawn(best),
            unseen,
            reached,
        )

    @property
    def now(self) -> set[int]:
        """The numbers that may be written before the turn."""
        return {self.card.number} | self.to_come

    @property
    def to_come(self) -> set[int]:
        """The numbers that may be written after it."""
        return {card.number for card in self.unseen}

    def is_lost(self, goal: Goal, sheet: Plain, numbers: set[int]) -> bool:
        if goal is Goal.SIX:
            return not sheet.may_join(numbers)
        return not all(sheet.may_be_finished(each, numbers) for each in self.asked(goal))

    def asked(self, goal: Goal) -> list[str]:
        return [island for island, flag in self.before.flags.items() if flag is FLAGS[goal]]

    def is_reached(self, goal: Goal, sheet: Plain) -> bool:
        done = {island for island in sheet.flags if sheet.is_finished(island)}
        if goal is Goal.SIX:
            return sheet.group(done) >= JOINED
        return bool(self.asked(goal)) and set(self.asked(goal)) <= done


def _written(turn: Turn) -> str:
    return next((mark.island.name for mark in turn.marks if isinstance(mark, Number)), "")


def _drawn(turn: Turn) -> Counter[str]:
    return Counter(mark.line.name for mark in turn.marks if isinstance(mark, Bridge))


# --- the claims


def holds(fact: Fact, at: Situation) -> bool:
    """Return whether everything that the sentence of a fact says is true."""
    names = [island.name for island in fact.islands]
    if fact.goal is not None and fact.goal in at.reached:
        return False
    if fact.islands and len(set(names)) != len(names):
        return False
    return CLAIMS[fact.kind](fact, names, at)


def _goal_missed(fact: Fact, _: list[str], at: Situation) -> bool:
    assert fact.goal
    return at.is_reached(fact.goal, at.best) and not at.is_reached(fact.goal, at.played)


def _chain_cut(fact: Fact, _: list[str], at: Situation) -> bool:
    return fact.goal is Goal.SIX and _goal_is_lost_now(fact, at)


def _goal_is_lost_now(fact: Fact, at: Situation) -> bool:
    """It was possible before, it is after the better turn, it is not after this one; and it would
    be without one of the bridges that are named."""
    goal = fact.goal
    assert goal
    is_new = (
        not at.is_lost(goal, at.before, at.now)
        and not at.is_lost(goal, at.best, at.to_come)
        and at.is_lost(goal, at.played, at.to_come)
    )
    return is_new and _is_culprit(fact, at, lambda sheet: at.is_lost(goal, sheet, at.to_come))


def _is_culprit(fact: Fact, at: Situation, lost: Callable[[Plain], int]) -> bool:
    """Without the bridges along one of the lines nothing is lost; one bridge there is enough."""
    return all(
        (drawn := at.drawn[line.name]) > 0
        and not lost(at.played.without(line.name, drawn))
        and lost(at.played.without(line.name, drawn - 1)) == lost(at.played)
        for line in fact.lines
    )


def _dead_flag(fact: Fact, names: list[str], at: Situation) -> bool:
    assert fact.goal
    return (
        bool(names)
        and set(names) <= set(at.asked(fact.goal))
        and all(at.before.may_be_finished(name, at.now) for name in names)
        and not any(at.played.may_be_finished(name, at.to_come) for name in names)
        and _goal_is_lost_now(fact, at)
        and _is_culprit(fact, at, lambda sheet: _lost_islands(names, sheet, at.to_come))
    )


def _lost_islands(names: list[str], sheet: Plain, numbers: set[int]) -> int:
    return sum(not sheet.may_be_finished(name, numbers) for name in names)


def _too_high(fact: Fact, names: list[str], at: Situation) -> bool:
    (name,) = names
    return (
        at.number == name
        and at.played.numbers[name] == fact.number == at.card.number
        and at.played.count(name) + at.played.room(name) == fact.count < fact.number
    )


def _dead_island(fact: Fact, names: list[str], at: Situation) -> bool:
    return (
        bool(names)
        and all(at.before.may_be_finished(name, at.now) for name in names)
        and all(at.best.may_be_finished(name, at.to_come) for name in names)
        and not any(at.played.may_be_finished(name, at.to_come) for name in names)
        and _is_culprit(fact, at, lambda sheet: _lost_islands(names, sheet, at.to_come))
    )


def _stranded(fact: Fact, names: list[str], at: Situation) -> bool:
    (name,) = names
    return (
        not at.played.numbers[name]
        and at.played.count(name) == fact.count
        and all(card.number < fact.count for card in at.unseen)
        and at.best.may_be_finished(name, at.to_come)
    )


def _bare_flag(_: Fact, names: list[str], at: Situation) -> bool:
    return bool(names) and all(
        at.played.flags[name] is not None
        and at.played.count(name) == 0
        and not at.played.numbers[name]
        and at.played.room(name) > 0
        and at.best.count(name) > 0
        for name in names
    )


def _skipped_bridges(fact: Fact, _: list[str], at: Situation) -> bool:
    return (
        not at.drawn
        and bool(at.best_drawn)
        and fact.count == at.card.bridges
        and _fit(at.played, fact.count)
    )


def _fit(sheet: Plain, bridges: int) -> bool:
    """Whether so many bridges can be drawn at once (R13-R18)."""
    if not bridges:
        return True
    return any(
        _fit(replace(sheet, bridges=sheet.bridges + Counter({line: 1})), bridges - 1)
        for line, ends in sheet.ends.items()
        if sheet.bridges[line] < 2
        and not sheet.is_closed(line)
        and any(sheet.numbers[end] for end in ends)
        and all(sheet.spare(end) for end in ends)
    )


def _skipped_number(fact: Fact, names: list[str], at: Situation) -> bool:
    (name,) = names
    return not at.number and fact.number == at.card.number and _takes(at.before, name, fact.number)


def _takes(sheet: Plain, island: str, number: int) -> bool:
    """Whether an island takes a number (R9-R12)."""
    count = sheet.count(island)
    return (
        not sheet.numbers[island]
        and island not in sheet.struck
        and number >= count
        and (sheet.flags[island] is None or count > 0)
    )


def _unfinished(_: Fact, names: list[str], at: Situation) -> bool:
    return bool(names) and all(
        at.best.is_finished(name) and not at.played.is_finished(name) for name in names
    )


def _chain_short(fact: Fact, _: list[str], at: Situation) -> bool:
    sizes = [
        sheet.group({island for island in sheet.flags if sheet.is_finished(island)})
        for sheet in (at.best, at.played)
    ]
    return sizes == [fact.count, fact.other] and fact.count > fact.other


def _little_room(fact: Fact, _: list[str], at: Situation) -> bool:
    roomy = sum(
        not number and at.played.may_be_finished(island, {fact.number})
        for island, number in at.played.numbers.items()
    )
    to_come = sum(card.number == fact.number for card in at.unseen)
    return (roomy, to_come) == (fact.count, fact.other) and roomy < to_come


def _crossed_line(fact: Fact, _: list[str], at: Situation) -> bool:
    drawn, crossed = (line.name for line in fact.lines)
    return (
        crossed in at.before.crossed[drawn]
        and at.drawn[drawn] > 0
        and not at.before.is_closed(crossed)
        and at.played.is_closed(crossed)
        and at.best_drawn[crossed] > 0
    )


def _tight_island(fact: Fact, names: list[str], at: Situation) -> bool:
    (name,) = names
    sheet = at.played
    needed = sheet.numbers[name] - sheet.count(name)
    return sheet.numbers[name] > 0 and needed == fact.count == sheet.room(name) > 0


def _needless_number(fact: Fact, names: list[str], at: Situation) -> bool:
    (name,) = names
    return at.number == name and fact.number == at.card.number and not at.best.numbers[name]


CLAIMS: dict[FactKind, Callable[[Fact, list[str], Situation], bool]] = {
    FactKind.GOAL_MISSED: _goal_missed,
    FactKind.CHAIN_CUT: _chain_cut,
    FactKind.DEAD_FLAG: _dead_flag,
    FactKind.TOO_HIGH: _too_high,
    FactKind.DEAD_ISLAND: _dead_island,
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
"""Mistakes are below, since they need pens that are free; figures are in proofs.py, since they need
outlooks."""


# --- free pens


def irregular(before: Plain, card: Card, turn: Turn) -> set[str]:
    """Return the islands that the mistakes of a turn make irregular, mark by mark (R7-R18, R34)."""
    sheet, found, drawn, written = before, set[str](), 0, False
    bridges = sum(isinstance(mark, Bridge) for mark in turn.marks)
    for mark in turn.marks:
        if isinstance(mark, Number):
            name = mark.island.name
            is_wrong = written or drawn > 0 or mark.number != card.number or sheet.numbers[name] > 0
            is_wrong |= mark.number < sheet.count(name)
            is_wrong |= sheet.flags[name] is not None and not sheet.count(name)
            if is_wrong:
                found.add(name)
            written = True
            sheet = replace(sheet, numbers={**sheet.numbers, name: mark.number})
            continue
        assert isinstance(mark, Bridge)
        line = mark.line.name
        ends, drawn = sheet.ends[line], drawn + 1
        breaks_line = (
            drawn > card.bridges
            or bridges < card.bridges
            or sheet.bridges[line] >= 2
            or sheet.is_closed(line)
            or not any(sheet.numbers[end] for end in ends)
        )
        found |= {end for end in ends if breaks_line or not sheet.spare(end)}
        sheet = replace(sheet, bridges=sheet.bridges + Counter({line: 1}))
    return found


def check_mistakes(number: int) -> tuple[Counter[str], list[str]]:
    """Check what is said of random marks of free pens: that they break a rule, and where."""
    board, deck = TABLES[number % len(TABLES)]
    rng = Random(f"mistakes {number}")
    game = hashi.new_game(board, ["P"], seed=f"mistakes {number}", pens="free", deck=deck)
    islands, lines = game.setup.board.islands, game.setup.board.lines
    game = game.start(str(Number(next(i for i in islands if not i.flag), 4)))
    checked: Counter[str] = Counter(games=1)
    wrong = []
    while not game.state.is_finished:
        seen = game.play_view()
        card, sheet = seen.card, seen.sheet
        own = BOTS["random"](f"{number} {seen.round}").turn(seen).marks
        marks = own if rng.random() < 0.3 else _free_marks(rng, own, card, islands, lines)
        turn = Turn(tuple(marks))
        told = said_of_mistakes(card, sheet, turn)
        expected = irregular(Plain.of(sheet), card, turn)
        checked[FactKind.MISTAKE] += bool(told)
        checked["turns without a mistake"] += not told
        if set(told) != {island.name for island in islands if island.name in expected}:
            wrong.append(f"game {number}: {told} of {turn} with {card}, not {expected}")
        game = game.play(turn)
    return checked, wrong


def said_of_mistakes(card: Card, sheet: Sheet, turn: Turn) -> list[str]:
    """Return the islands of which it is said that a mark of the turn makes them count no more."""
    after, _ = apply_freely(sheet, card, turn, 0)
    none = Items(2, 2, 2, 2)
    compared = Comparison(card, sheet, turn, Turn(()), after, sheet, (), (card,), none)
    said = weighed(compared)
    if any(fact.kind is FactKind.MISTAKE for fact, _ in said):
        ((fact, _),) = said  # of such a turn nothing else is said
        return [island.name for island in fact.islands]
    return []


def _free_marks(
    rng: Random,
    own: Sequence[Mark],
    card: Card,
    islands: Sequence[Island],
    lines: Sequence[Line],
) -> list[Mark]:
    """Return marks of which some break a rule: on any island, along any line, too many, too few."""
    marks = [mark for mark in own if rng.random() < 0.8]
    if rng.random() < 0.5:
        marks.append(Number(rng.choice(islands), rng.choice((card.number, rng.randint(1, 6)))))
    marks += [Bridge(rng.choice(lines)) for _ in range(rng.randrange(3))]
    rng.shuffle(marks)
    return marks


# --- games


def play(number: int, bots: Sequence[str]) -> DealtGame:
    """Return a finished game of bots: boards, decks, seats and levels in turn."""
    board, deck = TABLES[number % len(TABLES)]
    seats = 1 + number // 2 % 4 if number % 2 else 1
    names = [bots[(number + seat) % len(bots)] for seat in range(seats)]
    seed = f"claims {number}"
    game = hashi.new_game(board, [f"P{seat}" for seat in range(seats)], seed=seed, deck=deck)
    return game.play_out([BOTS[name](f"{number} {n}") for n, name in enumerate(names)])


def situations(game: DealtGame, others: Sequence[str]) -> Iterator[tuple[Comparison, Situation]]:
    """Yield each turn of a game beside the turns of others with the same card, both ways round."""
    record = game.record
    for round, seat in itertools.product(
        range(1, len(record.rounds) + 1), range(len(record.setup.players))
    ):
        state = replace(record.until(round - 1), cards=record.cards[:round]).replay()
        seen, card = play_view(state, seat), record.cards[round - 1]
        sheet, ledger = state.sheets[seat], state.ledgers[seat]
        unseen = tuple(
            sorted((Counter(record.setup.deck) - Counter(record.cards[:round])).elements())
        )
        reached = frozenset(goal for goal in Goal if has(ledger, goal))
        turns = {record.rounds[round - 1][seat]: None}
        turns |= {BOTS[name](f"{round} {n}").turn(seen): None for n, name in enumerate(others)}
        for played, best in itertools.permutations(turns, 2):
            after, after_best = (apply_turn(sheet, card, turn) for turn in (played, best))
            yield (
                Comparison(
                    card, sheet, played, best, after, after_best, ledger, unseen, Items(2, 2, 2, 2)
                ),
                Situation.of(card, (played, best), (sheet, after, after_best), unseen, reached),
            )


def check(
    number: int, bots: Sequence[str], others: Sequence[str]
) -> tuple[Counter[str], list[str]]:
    """Check everything that can be said in a game; return how often, and what is wrong."""
    checked: Counter[str] = Counter(games=1)
    wrong = []
    for compared, at in situations(play(number, bots), others):
        for finder in FINDERS:
            for fact, _ in finder(compared):
                checked[fact.kind] += 1
                if not holds(fact, at):
                    wrong.append(
                        f"game {number}: {fact} of {compared.played} beside {compared.best}"
                    )
    return checked, wrong


def _check(number: int) -> tuple[Counter[str], list[str]]:
    checked, wrong = check(number, sorted(BOTS), ("random", "random", "greedy", "friend"))
    mistakes, more = check_mistakes(number)
    return checked + mistakes, wrong + more


def facts_of(checked: Counter[str]) -> int:
    return sum(count for name, count in checked.items() if name in set(FactKind))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    checked: Counter[str] = Counter()
    wrong: list[str] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for first in itertools.count(step=4 * arguments.jobs):
            for found, bad in pool.map(_check, range(first, first + 4 * arguments.jobs)):
                checked += found
                wrong += bad
            if facts_of(checked) >= arguments.facts:
                break
    for name, count in checked.most_common():
        print(f"{count:6} {name}")
    print(f"{facts_of(checked)} facts, {len(wrong)} wrong")
    for each in wrong[:20]:
        print(each)


if __name__ == "__main__":
    main()

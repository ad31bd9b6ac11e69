"""Derives every sentence of English hints again, from the turns that were judged and the rules.

    python -m tests.coach.hint_claims --games 300 --jobs 2

Games of all bots and table sizes are played on sides A and B and on random boards. In every round
each seat asks for a hint. Each of its sentences is read, and all that it says must follow from the
two groups of turns: figures, islands, "hardly any", "in time", "one of several", every number and
bridge of the turn.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean

import hashi
from hashi.bots import BOTS
from hashi.coach import FOUND, HintStep, Outlook, step_text
from hashi.coach.hints.contrast import Contrast
from hashi.coach.hints.hint_sentences import reason_sentence
from hashi.coach.hints.hints import Hint, contrast_for, hint_of
from hashi.rules import (
    Board,
    Bridge,
    Card,
    Flag,
    Goal,
    Island,
    Line,
    Number,
    Sheet,
    Turn,
    Turned,
    View,
    apply_turn,
    dead_goals,
    dead_islands,
    refusal,
    view,
)
from hashi.rules.game.scoring import is_reached, judge
from hashi.words import GOALS, Words

EN = Words("en")
FLAGS = {Goal.RED: Flag.RED, Goal.BLUE: Flag.BLUE}
GOAL_OF = {name: goal for goal, name in GOALS.items()}
SHARED = 0.6
SAME = 1e-6
NUMBER = r"(\d+\.\d)"
CHANCE = r"(\d+)\N{NO-BREAK SPACE}?%"
ISLAND = r"([a-z]\d+)"


@dataclass(frozen=True, slots=True)
class One:
    """A turn with the sheet that the rules make of it, and what is expected then."""

    turn: Turn
    after: Sheet
    outlook: Outlook
    earned: dict[Goal, int]

    @property
    def value(self) -> float:
        return self.outlook.value

    @property
    def number(self) -> Island | None:
        marks = [mark for mark in self.turn.marks if isinstance(mark, Number)]
        return marks[0].island if marks else None

    def drawn(self, line: Line) -> int:
        return sum(isinstance(mark, Bridge) and mark.line == line for mark in self.turn.marks)


Test = Callable[[One], bool]


@dataclass(frozen=True)
class Groups:
    """What a hint is about, made again of the turns that were judged."""

    view: View
    hint: Hint
    ones: tuple[One, ...]

    @classmethod
    def of(cls, seen: View, found: Contrast) -> Groups:
        assert seen.seat is not None
        assert seen.card is not None
        before, ledger = found.before.sheet, found.before.ledger
        ones = []
        for tried in found.tried:
            after = apply_turn(before, seen.card, tried.turn)
            lines = judge(ledger, before, after, seen.round, found.before.gone)
            earned = {line.source: line.points for line in lines if isinstance(line.source, Goal)}
            ones.append(One(tried.turn, after, tried.outlook, earned))
        return cls(seen, hint_of(found), tuple(ones))

    @property
    def card(self) -> Card:
        assert self.view.card is not None
        return self.view.card

    @cached_property
    def before(self) -> Sheet:
        return self.view.sheets[self.view.seat or 0]

    @cached_property
    def own(self) -> One:
        return next(one for one in self.ones if one.turn == self.hint.turn)

    @cached_property
    def good(self) -> list[One]:
        return [one for one in self.ones if one.value >= self.own.value - FOUND]

    @cached_property
    def others(self) -> list[One]:
        return [one for one in self.ones if one.value < self.own.value - FOUND]

    def chance(self, group: list[One], goal: Goal) -> float:
        return fmean(one.outlook.chances.of(goal) for one in group)

    def line(self, group: list[One], name: str) -> float:
        return fmean(float(getattr(one.outlook.items, name)) for one in group)

    def gap(self, name: str) -> float:
        return self.line(self.good, name) - self.line(self.others, name)

    def is_shared(self, test: Test) -> bool:
        """Whether the hinted turn and enough good turns meet a test, and some turns do not."""
        share = fmean(map(test, self.good))
        return test(self.own) and share >= SHARED and not all(map(test, self.ones))

    def worth(self, test: Test) -> float:
        having = [one.value for one in self.ones if test(one)]
        lacking = [one.value for one in self.ones if not test(one)]
        return fmean(having) - fmean(lacking)

    def is_worth(self, test: Test, points: str) -> bool:
        return self.is_shared(test) and is_figure(self.worth(test), points)

    def new_rings(self, one: One) -> int:
        return len([i for i in self.islands if self.finishes(one, i)])

    def finishes(self, one: One, island: Island) -> bool:
        is_full = one.after.number(island) == one.after.count(island)
        return is_full and not self.before.is_finished(island)

    @property
    def islands(self) -> tuple[Island, ...]:
        return self.before.board.islands

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.before.board.lines

    def island(self, name: str) -> Island:
        return self.before.board.island(name)

    def board_line(self, a: str, b: str) -> Line:
        line = self.before.board.line(a, b)
        assert line is not None
        return line

    @cached_property
    def numbers(self) -> set[int]:
        """The numbers that may still come after this card."""
        return {card.number for card in self.view.unseen}

    def to_come(self, number: int) -> int:
        return sum(card.number == number for card in self.view.unseen)


def is_figure(value: float, text: str) -> bool:
    return f"{abs(value):.1f}" == text and value > 0


def is_percent(value: float, text: str) -> bool:
    rounded = round(100 * value)
    if 0 < value < 1:
        rounded = min(99, max(1, rounded))
    return str(rounded) == text


# --- tests of one turn, by the rules


def keeps_open(g: Groups, line: Line) -> Test:
    def test(one: One) -> bool:
        return not any(bridges(sheet, line) for sheet in (g.before, one.after))

    def bridges(sheet: Sheet, line: Line) -> bool:
        return any(sheet.bridges(other) for other in sheet.board.crossings[line.index])

    return test


def can_finish(sheet: Sheet, island: Island, numbers: set[int]) -> bool:
    """Whether an island can still be finished with these numbers, by the rules."""
    return island not in dead_islands(sheet, bits(numbers)) and not sheet.is_struck(island)


def is_possible(sheet: Sheet, goal: Goal, numbers: set[int]) -> bool:
    """Whether a goal can still be reached with these numbers, by the rules."""
    return goal not in {dead.goal for dead in dead_goals(sheet, bits(numbers))}


def bits(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def loses_one(g: Groups) -> Test:
    alive = [i for i in g.islands if can_finish(g.before, i, g.numbers | {g.card.number})]
    return lambda one: not all(can_finish(one.after, i, g.numbers) for i in alive)


def rooms(sheet: Sheet, number: int) -> int:
    found = 0
    for island in sheet.board.islands:
        count = sheet.count(island)
        if sheet.number(island) or sheet.is_struck(island) or count > number:
            continue
        room = 0
        for line in sheet.board.lines_of[island.index]:
            far = line.other_end(island)
            blocked = any(sheet.bridges(other) for other in sheet.board.crossings[line.index])
            spare = (sheet.number(far) or 6) - sheet.count(far)
            room += 0 if blocked else max(0, min(2 - sheet.bridges(line), spare))
        found += count + room >= number
    return found


def group_of(sheet: Sheet) -> int:
    """The most finished islands that bridges join."""
    best = 0
    for island in sheet.board.islands:
        if not sheet.is_finished(island):
            continue
        seen, front = {island}, [island]
        while front:
            here = front.pop()
            for line in sheet.board.lines_of[here.index]:
                far = line.other_end(here)
                if sheet.bridges(line) and sheet.is_finished(far) and far not in seen:
                    seen.add(far)
                    front.append(far)
        best = max(best, len(seen))
    return best


# --- sentences: a pattern, and what it says


Claim = Callable[..., bool]
CLAIMS: list[tuple[re.Pattern[str], Claim]] = []


def claim(pattern: str) -> Callable[[Claim], Claim]:
    def add(check: Claim) -> Claim:
        CLAIMS.append((re.compile(pattern), check))
        return check

    return add


@claim(r"This time every turn is about as good as any other\.")
def _(g: Groups) -> bool:
    return not g.others and len(g.good) > 0


@claim(rf"Careful: {CHANCE} of the other turns make “(.+?)” impossible\.")
def _(g: Groups, other: str, name: str) -> bool:
    test = closes(g, GOAL_OF[name])
    return not any(map(test, g.good)) and is_percent(fmean(map(test, g.others)), other)


@claim(
    rf"Think of “(.+?)”: the chance of (\d+) points is {CHANCE} after good turns, {CHANCE} after "
    r"the others\."
)
def _(g: Groups, name: str, points: str, good: str, other: str) -> bool:
    goal = GOAL_OF[name]
    return (
        is_main(g, goal)
        and int(points) == goal.high
        and not is_high_gone(g, goal)
        and is_percent(g.chance(g.good, goal), good)
        and is_percent(g.chance(g.others, goal), other)
        and int(good) > int(other)
    )


def is_main(g: Groups, goal: Goal | None) -> bool:
    name = "islands" if goal is None else str(goal)
    return all(g.gap(name) >= g.gap(other) - SAME for other in ("islands", *Goal))


def is_high_gone(g: Groups, goal: Goal) -> bool:
    boxes = g.view.boxes[g.view.seat or 0]
    return next(box.is_high_gone for box in boxes if box.goal is goal)


@claim(
    rf"This turn is mainly about “(.+?)”: on average, good turns bring {NUMBER} points more for "
    r"it than the others\."
)
def _(g: Groups, name: str, points: str) -> bool:
    goal = GOAL_OF[name]
    return is_main(g, goal) and is_figure(g.gap(goal), points)


@claim(r"With this card you can reach “(.+?)”: (\d+) points?\.")
def _(g: Groups, name: str, points: str) -> bool:
    goal = GOAL_OF[name]
    return (
        not is_reached(g.before, goal)
        and all(is_reached(one.after, goal) for one in g.good)
        and {one.earned[goal] for one in g.good} == {int(points)}
    )


@claim(r"Time is short for “(.+?)”: this is the last card for the (\d+) points\.")
def _(g: Groups, name: str, points: str) -> bool:
    return is_urgent(g, GOAL_OF[name], 1, int(points))


@claim(r"Time is short for “(.+?)”: (\d+) cards are left for the (\d+) points, this one included\.")
def _(g: Groups, name: str, count: str, points: str) -> bool:
    return int(count) > 1 and is_urgent(g, GOAL_OF[name], int(count), int(points))


def is_urgent(g: Groups, goal: Goal, count: int, points: int) -> bool:
    return (
        len(g.view.setup.players) == 1
        and is_main(g, goal)
        and goal.deadline - g.view.round + 1 == count
        and not is_high_gone(g, goal)
        and not is_reached(g.before, goal)
        and points == goal.high
    )


@claim(r"The chain has (\d+) of (\d+) islands\.")
def _(g: Groups, have: str, need: str) -> bool:
    return (group_of(g.before), 6) == (int(have), int(need))


@claim(rf"Islands? {ISLAND}(?: and {ISLAND})? (?:has|have) no bridge yet\.")
def _(g: Groups, *names: str | None) -> bool:
    islands = named(g, names)
    return are_asked(g, islands, is_bare) and all(i.flag for i in islands)


@claim(rf"Islands? {ISLAND}(?: and {ISLAND})? (?:has|have) no number yet\.")
def _(g: Groups, *names: str | None) -> bool:
    return are_asked(g, named(g, names), is_blank)


@claim(rf"Islands? {ISLAND}(?: and {ISLAND})? (?:isn’t|aren’t) finished yet\.")
def _(g: Groups, *names: str | None) -> bool:
    return are_asked(g, named(g, names), lambda g, i: not g.before.is_finished(i))


@claim(r"(\d+) of these flags have no bridge yet\.")
def _(g: Groups, count: str) -> bool:
    return len([i for i in asked(g) if is_bare(g, i)]) == int(count)


@claim(r"(\d+) of these flags have no number yet\.")
def _(g: Groups, count: str) -> bool:
    return len([i for i in asked(g) if is_blank(g, i)]) == int(count)


@claim(r"(\d+) of these flags aren’t finished yet\.")
def _(g: Groups, count: str) -> bool:
    return len([i for i in asked(g) if not g.before.is_finished(i)]) == int(count)


def is_bare(g: Groups, island: Island) -> bool:
    return g.before.count(island) == 0 and not g.before.number(island)


def is_blank(g: Groups, island: Island) -> bool:
    return not g.before.number(island)


def asked(g: Groups) -> list[Island]:
    """The islands of the goal that the aim is about."""
    assert g.hint.aim is not None
    flag = FLAGS[g.hint.aim.goal or Goal.SIX]
    return [island for island in g.islands if island.flag is flag]


def are_asked(g: Groups, islands: list[Island], is_so: Callable[[Groups, Island], bool]) -> bool:
    """Whether it is so of these islands and of no other one that the goal asks for."""
    return [island for island in asked(g) if is_so(g, island)] == islands


def named(g: Groups, names: tuple[str | None, ...]) -> list[Island]:
    return [g.island(name) for name in names if name]


@claim(rf"Good turns finish an island here\. Of the others, {CHANCE} do\.")
def _(g: Groups, other: str) -> bool:
    return finish(g, 1, other)


@claim(rf"Good turns finish (\d+) islands or more here\. Of the others, {CHANCE} do\.")
def _(g: Groups, count: str, other: str) -> bool:
    return finish(g, int(count), other)


@claim(r"Good turns finish an island here, and hardly any other turn does\.")
def _(g: Groups) -> bool:
    return finish(g, 1, "0")


@claim(r"Good turns finish (\d+) islands or more here, and hardly any other turn does\.")
def _(g: Groups, count: str) -> bool:
    return finish(g, int(count), "0")


def finish(g: Groups, count: int, other: str) -> bool:
    share = fmean(g.new_rings(one) >= count for one in g.others)
    return all(g.new_rings(one) >= count for one in g.good) and is_percent(share, other)


def writes(island: Island) -> Test:
    return lambda one: one.number == island


@claim(rf"It matters where the (\d) goes: the right island is worth {NUMBER} points on average\.")
def _(g: Groups, number: str, points: str) -> bool:
    is_right = any(g.is_worth(writes(i), points) for i in g.islands if not i.flag)
    return is_right and int(number) == g.card.number


@claim(rf"The (\d) belongs to a flag: on the right one it is worth {NUMBER} points on average\.")
def _(g: Groups, number: str, points: str) -> bool:
    is_right = any(g.is_worth(writes(i), points) for i in g.islands if i.flag)
    return is_right and int(number) == g.card.number


@claim(rf"Is the (\d) worth writing\? Turns that skip it are {NUMBER} points better on average\.")
def _(g: Groups, number: str, points: str) -> bool:
    return g.is_worth(skips_number, points) and int(number) == g.card.number


def skips_number(one: One) -> bool:
    return one.number is None


def skips_bridges(one: One) -> bool:
    return not any(isinstance(mark, Bridge) for mark in one.turn.marks)


def lands(g: Groups, island: Island) -> Test:
    assert island.flag
    return lambda one: g.before.count(island) == 0 < one.after.count(island)


@claim(rf"A flag still has no bridge: the first one there is worth {NUMBER} points on average\.")
def _(g: Groups, points: str) -> bool:
    bare = [i for i in g.islands if i.flag and g.before.count(i) == 0]
    return any(g.is_worth(lands(g, i), points) for i in bare)


@claim(rf"Careful: {CHANCE} of the other turns spoil an island that can still be finished now\.")
def _(g: Groups, other: str) -> bool:
    return is_percent(fmean(map(loses_one(g), g.others)), other) and not any(
        map(loses_one(g), g.good)
    )


@claim(
    rf"Careful: {CHANCE} of the other turns spoil an island that can still be finished now, but "
    rf"only {CHANCE} of the good turns do\."
)
def _(g: Groups, other: str, good: str) -> bool:
    shares = fmean(map(loses_one(g), g.others)), fmean(map(loses_one(g), g.good))
    return (
        is_percent(shares[0], other) and is_percent(shares[1], good) and 2 * shares[1] <= shares[0]
    )


@claim(rf"Mind the crossings: {CHANCE} of the other turns block a line that good turns keep open\.")
def _(g: Groups, other: str) -> bool:
    tests = [keeps_open(g, line) for line in g.lines]
    return any(
        all(map(test, g.good)) and is_percent(1 - fmean(map(test, g.others)), other)
        for test in tests
    )


@claim(rf"Not every island suits the (\d): a wrong one costs {NUMBER} points on average\.")
def _(g: Groups, number: str, points: str) -> bool:
    return int(number) == g.card.number and any(
        g.is_worth(lambda one, i=i: one.number != i, points)  # type: ignore[misc]
        for i in g.islands
        if any(one.number == i for one in g.ones)
    )


@claim(
    rf"Think of the end: on average, good turns bring {NUMBER} points more for islands than the "
    r"others\."
)
def _(g: Groups, points: str) -> bool:
    return is_main(g, None) and is_figure(g.gap("islands"), points)


@claim(
    rf"It matters where the (bridge|(\d) bridges) goe?s?: the right line is worth {NUMBER} points "
    r"on average\."
)
def _(g: Groups, _words: str, count: str | None, points: str) -> bool:
    counts = int(count or 1) == g.card.bridges
    return counts and any(
        g.is_worth(lambda one, line=line, least=least: one.drawn(line) >= least, points)  # type: ignore[misc]
        for line in g.lines
        for least in (1, 2)
        if any(one.drawn(line) >= least for one in g.ones)
    )


@claim(
    rf"Look twice before you draw: turns that skip the (bridge|(\d) bridges) are {NUMBER} points "
    r"better on average\."
)
def _(g: Groups, _words: str, count: str | None, points: str) -> bool:
    return int(count or 1) == g.card.bridges and g.is_worth(skips_bridges, points)


@claim(
    r"(\d) cards? with a (\d) may still come\. Room for (?:it|them) is worth "
    rf"{NUMBER} points on average\."
)
def _(g: Groups, count: str, number: str, points: str) -> bool:
    return g.to_come(int(number)) == int(count) and any(
        g.is_worth(lambda one, least=least: rooms(one.after, int(number)) >= least, points)  # type: ignore[misc]
        for least in range(1, int(count) + 1)
        if {rooms(one.after, int(number)) >= least for one in g.ones} == {True, False}
    )


@claim(rf"A group of (\d) connected finished islands is worth {NUMBER} points on average here\.")
def _(g: Groups, count: str, points: str) -> bool:
    return g.is_worth(lambda one: group_of(one.after) >= int(count), points)


@claim(rf"(Look|Take care) at ((?:{ISLAND}(?:, | and )?)+)\.")
def _(g: Groups, what: str, names: str, *_: str) -> bool:
    told = [reason_sentence(EN, reason) for reason in g.hint.reasons]
    is_left = [one.startswith(("Make sure", "Keep the line", "Don’t write")) for one in told]
    found = tuple(g.island(name) for name in re.split(r", | and ", names))
    named = {g.island(name) for one in told for name in re.findall(ISLAND, one)}
    if (what == "Take care") != (bool(is_left) and all(is_left) and set(found) <= named):
        return False
    near = {end for line in g.lines for end in line.ends}
    return found == g.hint.region and 2 <= len(set(found)) <= 4 and set(found) <= near


@claim(r"(One of several good turns|The best turn): (.+)\.")
def _(g: Groups, which: str, told: str) -> bool:
    is_alone = which == "The best turn"
    return is_alone == (len(g.good) == 1) and read_turn(told) == marks_of(g.own.turn)


def read_turn(told: str) -> tuple[list[str], Counter[str]]:
    """Return the numbers that a turn in words writes, and the bridges that it draws."""
    match = re.fullmatch(r"(\d on [a-z]\d+)?(?:, )?(?:(bridges?) (.+))?", told)
    assert match, told
    number, word, lines = match.groups()
    drawn: Counter[str] = Counter()
    for line in lines.split(", ") if lines else ():
        times, _, name = line.rpartition("\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
        drawn[name] += int(times or 1)
    assert word == {0: None, 1: "bridge"}.get(drawn.total(), "bridges"), told
    return [number] if number else [], drawn


def marks_of(turn: Turn) -> tuple[list[str], Counter[str]]:
    """Return the same of the marks themselves."""
    written = [f"{m.number} on {m.island}" for m in turn.marks if isinstance(m, Number)]
    lines = [m.line.name.replace("-", "–") for m in turn.marks if isinstance(m, Bridge)]
    return written, Counter(lines)


@claim(r"This card is best skipped\.")
def _(g: Groups) -> bool:
    return not g.own.turn.marks and len(g.good) == 1


@claim(r"Several turns are about as good\. One is to skip this card\.")
def _(g: Groups) -> bool:
    return not g.own.turn.marks and len(g.good) > 1


# --- reasons: what good turns have, and its figure

TRAITS: list[tuple[re.Pattern[str], Callable[..., Test]]] = []


def trait(pattern: str) -> Callable[[Callable[..., Test]], Callable[..., Test]]:
    def add(make: Callable[..., Test]) -> Callable[..., Test]:
        TRAITS.append((re.compile(pattern), make))
        return make

    return add


@trait("Reach “(.+)”")
def _(g: Groups, name: str) -> Test:
    assert not is_reached(g.before, GOAL_OF[name])
    return lambda one: is_reached(one.after, GOAL_OF[name])


@trait(rf"Finish {ISLAND}")
def _(g: Groups, name: str) -> Test:
    return lambda one: g.finishes(one, g.island(name))


@trait(r"Finish (\d) islands at once")
def _(g: Groups, count: str) -> Test:
    return lambda one: g.new_rings(one) >= int(count)


@trait(rf"Write the (\d) on {ISLAND}")
def _(g: Groups, number: str, name: str) -> Test:
    assert int(number) == g.card.number
    return writes(g.island(name))


@trait(r"Skip the (\d)")
def _(g: Groups, number: str) -> Test:
    assert int(number) == g.card.number
    return skips_number


@trait(r"Skip the bridges")
def _(_: Groups) -> Test:
    return skips_bridges


@trait(rf"Draw a bridge to the flag on {ISLAND}")
def _(g: Groups, name: str) -> Test:
    return lands(g, g.island(name))


@trait(rf"Draw a bridge along the line {ISLAND}–{ISLAND}")
def _(g: Groups, a: str, b: str) -> Test:
    return lambda one: one.drawn(g.board_line(a, b)) > 0


@trait(rf"Draw two bridges along the line {ISLAND}–{ISLAND}")
def _(g: Groups, a: str, b: str) -> Test:
    return lambda one: one.drawn(g.board_line(a, b)) == 2


@trait(rf"Make sure that {ISLAND} can still be finished")
def _(g: Groups, name: str) -> Test:
    island = g.island(name)
    assert can_finish(g.before, island, g.numbers | {g.card.number})
    assert not g.own.after.is_finished(island)
    return lambda one: can_finish(one.after, island, g.numbers)


@trait("Keep “(.+)” possible")
def _(g: Groups, name: str) -> Test:
    goal = GOAL_OF[name]
    assert not is_reached(g.own.after, goal)
    return lambda one: not closes(g, goal)(one)


def closes(g: Groups, goal: Goal) -> Test:
    """Whether a turn makes a goal impossible that was possible before."""
    before = g.numbers | {g.card.number}
    assert is_possible(g.before, goal, before)
    return lambda one: not is_possible(one.after, goal, g.numbers)


@trait(r"Connect (\d) finished islands")
def _(g: Groups, count: str) -> Test:
    assert group_of(g.before) < int(count)
    return lambda one: group_of(one.after) >= int(count)


@trait(r"Keep an island with room for a (\d)")
def _(g: Groups, number: str) -> Test:
    return keeps_room(g, 1, int(number))


@trait(r"Keep (\d+) islands with room for a (\d)")
def _(g: Groups, count: str, number: str) -> Test:
    return keeps_room(g, int(count), int(number))


def keeps_room(g: Groups, count: int, number: int) -> Test:
    assert g.to_come(number) >= count
    return lambda one: rooms(one.after, number) >= count


@trait(rf"Keep the line {ISLAND}–{ISLAND} open")
def _(g: Groups, a: str, b: str) -> Test:
    line = g.board_line(a, b)
    assert g.own.drawn(line) == 0
    return keeps_open(g, line)


@trait(rf"Don’t write the (\d) on {ISLAND}")
def _(g: Groups, number: str, name: str) -> Test:
    island = g.island(name)
    mark = Number(island, g.card.number)
    assert int(number) == g.card.number
    assert refusal(g.before, mark) is None
    return lambda one: one.number != island


@claim(rf"([A-Z][^:]+): {NUMBER} points more on average\.")
def _(g: Groups, what: str, points: str) -> bool:
    return g.is_worth(test_of(g, what), points)


@claim(rf"([A-Z][^:]+): the chance of “(.+?)” in time is {CHANCE}, otherwise {CHANCE}\.")
def _(g: Groups, what: str, name: str, having: str, lacking: str) -> bool:
    test, goal = test_of(g, what), GOAL_OF[name]
    return (
        g.is_shared(test)
        and is_percent(g.chance([one for one in g.ones if test(one)], goal), having)
        and is_percent(g.chance([one for one in g.ones if not test(one)], goal), lacking)
    )


def test_of(g: Groups, what: str) -> Test:
    for pattern, make in TRAITS:
        match = pattern.fullmatch(what)
        if match:
            return make(g, *match.groups())
    raise AssertionError(what)


# --- whole hints


def check(seen: View) -> Counter[str]:
    """Derive all sentences of a hint again; return how many of each kind there are."""
    g = Groups.of(seen, contrast_for(seen))
    found = g.hint
    checked: Counter[str] = Counter(hints=1)
    assert len(g.good) == found.good
    expected = fmean(o.value for o in g.good) - fmean(o.value for o in g.others) if g.others else 0
    assert abs(found.gain - expected) < SAME
    for step in HintStep:
        text = step_text(EN, found, step)
        assert bool(text) == (step in found.steps)
        checked[f"step {step.name}"] += bool(text)
        while text:
            name, text = derived(g, text)
            checked["sentences"] += 1
            checked[name] += 1
    return checked


def derived(g: Groups, text: str) -> tuple[str, str]:
    """Derive the first sentence of a text again; return its pattern and the text after it."""
    for pattern, is_so in CLAIMS:
        match = pattern.match(text)
        if match:
            assert is_so(g, *match.groups()), (text, g.view.cards, g.before, g.hint)
            return pattern.pattern, text[match.end() :].lstrip()
    raise AssertionError(text)


def open_turns(number: int) -> Iterator[View]:
    """Yield every open turn of a game; numbers go through bots, boards and table sizes."""
    seats = (1, 1, 2, 1, 3, 1, 4)[number % 7]
    ladder = list(BOTS)
    bots = [
        hashi.bot(ladder[(number + seat) % 5], seed=f"{number} {seat}") for seat in range(seats)
    ]
    board = (hashi.board("A"), hashi.board("B"), own_board(number))[number % 3]
    names = [f"P{seat}" for seat in range(seats)]
    record = hashi.new_game(board, names, seed=f"claims {number}").play_out(bots).record
    for round, card in enumerate(record.cards):
        game = record.until(round).replay().play(Turned(card))
        yield from (view(game, seat) for seat in range(seats))


def own_board(number: int) -> Board:
    """Return a board of 10 to 16 islands."""
    rng = Random(f"own {number}")
    while True:
        rows = ["".join(rng.choice("oo.rb...") for _ in range(5)) for _ in range(5)]
        cells = "".join(rows)
        if 10 <= len(cells) - cells.count(".") <= 16 and cells.count("o") > 4:
            return Board(tuple(rows))


def proven(number: int) -> Counter[str]:
    return sum(map(check, open_turns(number)), Counter())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=300)
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

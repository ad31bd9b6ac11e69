"""A second scorer, written from the numbered rules alone, slowly and plainly.

It reads the record of a game as plain data (names, strings, lists) and keeps its sheets as
dicts and sets of names. It shares no code with the package that it judges. Legality is not
asked here: the games given are played by the rules. Free pens are in `slow_referee`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Pair = frozenset[str]
HIGHER = {"red": 9, "blue": 7, "six": 8}
LOWER = {"red": 5, "blue": 3, "six": 4}
LAST_CARD_ALONE = {"red": 12, "blue": 7, "six": 12}
RANKS = [
    range(41),
    range(41, 43),
    range(43, 45),
    range(45, 47),
    range(47, 49),
    range(49, 51),
    *[range(points, points + 1) for points in (51, 52, 54, 56, 58, 60)],
]


def flags_of(rows: list[str]) -> dict[str, str]:
    """Every island's name with its cell: `o`, `r` or `b`."""
    return {
        f"{chr(ord('a') + column)}{row + 1}": cell
        for row, text in enumerate(rows)
        for column, cell in enumerate(text.split())
        if cell != "."
    }


def cell_of(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a"), int(name[1:])


def lines_of(names: set[str]) -> set[Pair]:
    """Every pair of islands in one row or column with no island between (R2)."""
    found = set()
    for a in names:
        for b in names:
            (ax, ay), (bx, by) = cell_of(a), cell_of(b)
            if a != b and (ax == bx or ay == by):
                inside = {
                    c
                    for c in names - {a, b}
                    if min(ax, bx) <= cell_of(c)[0] <= max(ax, bx)
                    and min(ay, by) <= cell_of(c)[1] <= max(ay, by)
                }
                if not inside:
                    found.add(frozenset((a, b)))
    return found


@dataclass
class Paper:
    """A sheet: what is printed, what is written, what is drawn."""

    flags: dict[str, str]
    numbers: dict[str, int] = field(default_factory=dict)
    bridges: Counter[Pair] = field(default_factory=Counter)
    circled: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    scribbles: list[tuple[str, int]] = field(default_factory=list)

    def leading_to(self, name: str) -> int:
        return sum(count for pair, count in self.bridges.items() if name in pair)

    def write(self, name: str, number: int) -> None:
        if name in self.numbers:
            self.scribbles.append((name, number))
        else:
            self.numbers[name] = number
        self.circle()

    def draw(self, pair: Pair) -> None:
        self.bridges[pair] += 1
        self.circle()

    def circle(self) -> None:
        """Islands are circled at once when the count is right (R18); a circle is ink."""
        for name, number in self.numbers.items():
            if self.leading_to(name) == number and name not in self.struck:
                self.circled.add(name)

    def strike(self, names: set[str]) -> None:
        self.struck |= names
        self.circled -= names

    def has(self, goal: str) -> bool:
        if goal == "six":
            return any(len(self.group(name)) >= 6 for name in self.circled)
        wanted = {name for name, cell in self.flags.items() if cell == goal[0]}
        return bool(wanted) and wanted <= self.circled

    def group(self, name: str) -> set[str]:
        """The finished islands that bridges join to this one over finished islands only."""
        group, edge = {name}, [name]
        while edge:
            here = edge.pop()
            for pair, count in self.bridges.items():
                if count and here in pair:
                    (there,) = pair - {here}
                    if there in self.circled and there not in group:
                        group.add(there)
                        edge.append(there)
        return group


def marks_of(text: str) -> list[tuple[str, int] | Pair]:
    """A turn's marks: an island with a number, or the two ends of a bridge."""
    marks: list[tuple[str, int] | Pair] = []
    for word in text.split() if text != "pass" else []:
        if "@" in word:
            number, name = word.split("@")
            marks.append((name, int(number)))
        else:
            times = 2 if "=" in word else 1
            marks += [frozenset(word.replace("=", "-").split("-"))] * times
    return marks


def sheets_after_starts(fields: dict[str, Any]) -> list[Paper]:
    """The sheets with which the players begin: each has the right neighbour's start (R5)."""
    flags = flags_of(fields["board"]["rows"])
    papers = [Paper(flags) for _ in fields["players"]]
    for seat, start in enumerate(fields["starts"]):
        name, number = start.split("=")
        left = (seat + 1) % len(papers)
        papers[left].write(name, int(number))
    return papers


def value(goal: str, round: int, taken: dict[str, int], players: int) -> int:
    """What a goal pays in a round (R23–R26, R31); `taken`: the round in which it was first."""
    if players == 1:
        is_first = round <= LAST_CARD_ALONE[goal]
    else:
        is_first = taken.setdefault(goal, round) == round
    return (HIGHER if is_first else LOWER)[goal]


def standing(
    fields: dict[str, Any], papers: list[Paper], goals: list[dict[str, int]]
) -> dict[str, Any]:
    """The result in plain data."""
    cards = len(fields.get("deck", range(18))) - 1
    totals = [
        2 * len(paper.circled) + sum(won.values()) for paper, won in zip(papers, goals, strict=True)
    ]
    over = len(fields["rounds"]) == cards
    best = max(totals)
    ranks = [index for index, range_ in enumerate(RANKS) if totals[0] in range_]
    return {
        "numbers": [paper.numbers for paper in papers],
        "bridges": [dict(paper.bridges) for paper in papers],
        "finished": [paper.circled for paper in papers],
        "struck": [paper.struck for paper in papers],
        "scribbles": [paper.scribbles for paper in papers],
        "goals": goals,
        "totals": totals,
        "winners": [seat for seat, total in enumerate(totals) if over and total == best],
        "rank": ranks[0] if over and len(papers) == 1 else None,
    }


def score(fields: dict[str, Any]) -> dict[str, Any]:
    """The result of a record that was played by the rules."""
    papers = sheets_after_starts(fields)
    goals: list[dict[str, int]] = [{} for _ in papers]
    taken: dict[str, int] = {}
    for round, turns in enumerate(fields["rounds"], start=1):
        for paper, text in zip(papers, turns, strict=True):
            for mark in marks_of(text):
                if isinstance(mark, tuple):
                    paper.write(*mark)
                else:
                    paper.draw(mark)
        for paper, won in zip(papers, goals, strict=True):
            for goal in HIGHER:
                if goal not in won and paper.has(goal):
                    won[goal] = value(goal, round, taken, len(papers))
    return standing(fields, papers, goals)

"""A second implementation of free pens, written only from R33-R35 and their interpretations.

Every sheet is a history of marks and strikes; its state is computed from the whole history in
every round. The rules of the sheet are written again here, with names and sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.support.reference_scorer import (
    HIGHER,
    Pair,
    Paper,
    cell_of,
    lines_of,
    marks_of,
    sheets_after_starts,
    standing,
    value,
)

Mark = tuple[str, int] | Pair


@dataclass(eq=False)
class MadeMark:
    """A mark as it was made: the reasons of the sheet, and those of the card and the turn."""

    mark: Mark
    round: int
    by_sheet: list[str]
    by_card: list[str]
    settled: bool = False

    @property
    def is_wrong(self) -> bool:
        return bool(self.by_sheet or self.by_card)

    @property
    def spoils(self) -> set[str]:
        """The islands that it makes irregular (R34)."""
        if isinstance(self.mark, tuple):
            return {self.mark[0]}
        own = [why for why in self.by_sheet + self.by_card if why[:3] not in ("R17", "R18")]
        return set(self.mark) if own else {why.split()[1] for why in self.by_sheet}


@dataclass
class PenHistory:
    """One sheet: what was passed on, then marks and strikes in order."""

    first: Paper
    events: list[MadeMark | set[str]] = field(default_factory=list)

    def blank(self) -> Paper:
        """Return the sheet as it was passed on."""
        paper = Paper(self.first.flags)
        for name, number in self.first.numbers.items():
            paper.write(name, number)
        return paper

    def paper(self) -> Paper:
        """Return the sheet after all events."""
        paper = self.blank()
        for event in self.events:
            add_event(paper, event)
        return paper

    @property
    def mistakes(self) -> list[MadeMark]:
        return [e for e in self.events if isinstance(e, MadeMark) and e.is_wrong and not e.settled]


def add_event(paper: Paper, event: MadeMark | set[str]) -> None:
    if isinstance(event, set):
        paper.strike(event)
    else:
        make_mark(paper, event.mark)


def make_mark(paper: Paper, mark: Mark) -> None:
    if isinstance(mark, tuple):
        paper.write(*mark)
    else:
        paper.draw(mark)


@cache
def crossing(one: Pair, other: Pair) -> bool:
    """Return whether two bridges cross."""
    (ax, ay), (bx, by) = sorted(map(cell_of, one))
    (cx, cy), (dx, dy) = sorted(map(cell_of, other))
    across_then_down = ay == by and cx == dx and ax < cx < bx and cy < ay < dy
    down_then_across = ax == bx and cy == dy and cx < ax < dx and ay < cy < by
    return across_then_down or down_then_across


def reasons_against(paper: Paper, mark: Mark) -> list[str]:
    """Return every rule of the sheet that the mark breaks (R9-R12, R14-R18)."""
    if isinstance(mark, tuple):
        name, number = mark
        leading = paper.leading_to(name)
        broken = {
            "R9": name in paper.numbers,
            "R11": paper.flags[name] != "o" and leading == 0,
            "R12": number < leading,
        }
        return [rule for rule, is_broken in broken.items() if is_broken]
    found = []
    if not mark & set(paper.numbers):
        found.append("R14")
    if paper.bridges[mark] >= 2:
        found.append("R15")
    found += ["R16" for other, n in paper.bridges.items() if n and crossing(mark, other)]
    for name in sorted(mark):
        if paper.leading_to(name) >= paper.numbers.get(name, 6):
            found.append(f"R18 {name}" if name in paper.circled else f"R17 {name}")
    return found


def make_turn(history: PenHistory, card: str, text: str, round: int) -> None:
    """Make a turn with free pens; every mark is judged once, when it is made (R33)."""
    number, bridges = map(int, card.split("/"))
    written = drawn = 0
    fresh = []
    paper = history.paper()
    for mark in marks_of(text):
        by_card = []
        if isinstance(mark, tuple):
            by_card += ["R7"] * bool(drawn) + ["R9"] * bool(written)
            by_card += ["R9"] * (mark[1] != number)
            written += 1
        else:
            by_card += ["R13"] * (drawn >= bridges)
            drawn += 1
        made = MadeMark(mark, round, reasons_against(paper, mark), by_card)
        make_mark(paper, mark)
        history.events.append(made)
        fresh.append(made)
    if 0 < drawn < bridges:
        for made in fresh:
            if not isinstance(made.mark, tuple):
                made.by_card.append("R13 too few")


def marks_called(history: PenHistory, round: int, mark: Mark) -> list[MadeMark]:
    """Return the marks that a call means: equal mistakes of the round, and related bridges."""
    wrong = [made for made in history.mistakes if made.round == round]
    called = [made for made in wrong if made.mark == mark]
    if any("R13 too few" in made.by_card for made in called):
        called = [made for made in wrong if made in called or "R13 too few" in made.by_card]
    return called


def rests_on(history: PenHistory, called: list[MadeMark], won: dict[str, int]) -> bool:
    """Return whether a later mark or an entered goal depends on these marks."""
    with_them, without = history.blank(), history.blank()
    for event in history.events:
        if isinstance(event, MadeMark) and event not in called:
            reasons = reasons_against(with_them, event.mark)
            if reasons != reasons_against(without, event.mark):
                return True
        add_event(with_them, event)
        if event not in called:
            add_event(without, event)
    return any(not without.has(goal) for goal in won)


def settle_call(
    history: PenHistory, called: list[MadeMark], won: dict[str, int], *, in_time: bool
) -> None:
    """Take the marks back, or strike the islands that they and dependent marks spoil."""
    if in_time and not rests_on(history, called, won):
        history.events = [event for event in history.events if event not in called]
        return
    for made in called:
        made.settled = True
        history.events.append(set(made.spoils))
    paper = history.paper()
    for goal in [goal for goal in won if not paper.has(goal)]:
        del won[goal]


def referee(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a record with free pens."""
    stories = [PenHistory(paper) for paper in sheets_after_starts(fields)]
    goals: list[dict[str, int]] = [{} for _ in stories]
    taken: dict[str, int] = {}
    for round, turns in enumerate(fields["rounds"], start=1):
        for history, text in zip(stories, turns, strict=True):
            make_turn(history, fields["cards"][round - 1], text, round)
        for history, won in zip(stories, goals, strict=True):
            paper = history.paper()
            for goal in HIGHER:
                if goal not in won and paper.has(goal):
                    won[goal] = value(goal, round, taken, len(stories))
        for text in fields["calls"][round - 1] if fields.get("calls") else []:
            seats, number, word = text.split()
            on = int(seats[2]) - 1
            called = marks_called(stories[on], int(number[1:]), marks_of(word)[0])
            if called:
                in_time = int(number[1:]) == round
                settle_call(stories[on], called, goals[on], in_time=in_time)
    if len(fields["rounds"]) == len(fields.get("deck", range(18))) - 1:
        for history, won in zip(stories, goals, strict=True):
            settle_call(history, history.mistakes, won, in_time=False)
    return standing(fields, [history.paper() for history in stories], goals)


__all__ = ["crossing", "lines_of", "referee"]

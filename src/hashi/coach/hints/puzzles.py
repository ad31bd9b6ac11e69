"""Puzzles: positions in which one idea is worth much more than everything else.

The *idea* of a puzzle is a trait that every turn near the best one has. Its *margin* is what the
best turn has over the best of all turns that lack the idea, at least `SOLVED` points; a turn that
costs less than that solves the puzzle, so it has the idea. `tools/puzzles.py` finds such positions
in games of bots; those that ship are records with one field more, `puzzle`, in `puzzles.ndjson`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from hashi.coach.hints.contrast import Contrast, is_outdone
from hashi.coach.hints.traits import Trait, TraitKind, traits_of
from hashi.coach.outlook import Items
from hashi.coach.position import Position
from hashi.record import Record, notation_for, parse, to_fields
from hashi.rules import Board, Card, Game, Goal, Sheet, Turn

SOLVED = 1.0
"""A turn that costs less solves a puzzle: the coach calls it no mistake."""
LEAST_LACK = 0.3
"""The share of ordinary turns that lack an idea: what nearly everybody does is none."""
CLOSE = 0.01
"""Values that differ by less may come out the other way on another machine."""
FIELD = "puzzle"
"""The field of a record that makes it a puzzle."""


class PuzzleTheme(StrEnum):
    """What an idea is about."""

    ROOM = "room"
    """An island can still be finished, or has room for a large number."""
    CROSSING = "crossing"
    """No bridge closes a certain line (R16)."""
    RED = "red"
    BLUE = "blue"
    SIX = "six"
    SKIPPING = "skipping"
    """The number or the bridges are skipped (R8)."""


FINISHING = frozenset((TraitKind.FINISH, TraitKind.WRITE, TraitKind.LAND, TraitKind.SAVE))
"""What is done for an island with a flag is done for its goal."""


def theme_of(trait: Trait, gap: Items) -> PuzzleTheme | None:
    """Return what an idea is about, None for one that no theme has.

    `gap` is what the best turn has over the best one without the idea, line by line: an idea is
    about a goal only where most of the points come from it.
    """
    largest = max(gap._fields, key=lambda name: float(getattr(gap, name)))
    match trait.kind:
        case TraitKind.SKIP_NUMBER | TraitKind.SKIP_BRIDGES:
            return PuzzleTheme.SKIPPING
        case TraitKind.OPEN:
            return PuzzleTheme.CROSSING
        case TraitKind.REACH | TraitKind.JOIN:
            return PuzzleTheme(largest) if trait.goal == largest else None
        case TraitKind.ROOM:
            return PuzzleTheme.ROOM if largest == "islands" else None
    if trait.kind not in FINISHING or trait.island is None:
        return None
    if trait.kind is TraitKind.SAVE and largest == "islands":
        return PuzzleTheme.ROOM
    goal = next((goal for goal in Goal if goal == largest), None)
    is_asked = goal is not None and trait.island.flag is not None and goal.asks_for(trait.island)
    return PuzzleTheme(largest) if is_asked else None


@dataclass(frozen=True, slots=True)
class Idea:
    """A trait that all good turns have, with what it is worth."""

    theme: PuzzleTheme
    trait: Trait
    margin: float
    """The value of the best turn less that of the best turn without the trait."""
    without: Turn
    """That turn."""


def idea_of(found: Contrast) -> Idea | None:
    """Return the idea that is worth most, of those that belong to a theme and that many turns lack;
    None where none does."""
    ideas = []
    for trait in found.best.traits:
        lacking = [one for one in found.ordinary if trait not in one.traits]
        if len(lacking) < LEAST_LACK * len(found.ordinary) or not lacking:
            continue
        other = max(lacking, key=lambda one: one.value)
        theme = theme_of(trait, found.best.outlook.items - other.outlook.items)
        is_shared = all(trait in one.traits for one in found.good)
        if theme is not None and is_shared and not is_outdone(trait, found.best.traits):
            ideas.append(Idea(theme, trait, found.best.value - other.value, other.turn))
    return max(ideas, key=_order, default=None)


def _order(idea: Idea) -> tuple[object, ...]:
    """Return the key by which ideas are compared; of equal ones the plainest counts."""
    plainest = list(TraitKind).index(idea.trait.kind)
    return (round(idea.margin, 6), -plainest, str(idea.trait.island), str(idea.trait.line))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with an open card, and the one idea that is worth much there."""

    record: Record
    """A solo game up to this turn; its newest card lies face up."""
    idea: Idea
    best: Turn
    found: float
    """The share of turns of bots that solve it: the higher, the easier."""

    @property
    def id(self) -> str:
        """Return a short name that stays the same wherever the puzzle stands in a list."""
        fields = to_fields(replace(self.record, extra={}))
        text = json.dumps(fields, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:6]

    @property
    def theme(self) -> PuzzleTheme:
        return self.idea.theme

    @property
    def game(self) -> Game:
        """The game with the open turn."""
        return self.record.replay()

    @property
    def sheet(self) -> Sheet:
        """The sheet before the turn."""
        return self.game.sheets[0]

    @property
    def card(self) -> Card:
        """The card that lies face up."""
        return self.record.cards[-1]

    def has_idea(self, turn: Turn) -> bool:
        """Return whether a turn that the rules allow has the idea."""
        here = Position.of(self.record.until(len(self.record.rounds)).replay(), 0, ())
        after = here.after(self.card, turn, is_solo=True)
        return self.idea.trait in traits_of(here, self.card, turn, after)

    def to_text(self) -> str:
        """Return the puzzle as one line of JSON: a record with one field more."""
        idea = self.idea
        told = {
            "theme": idea.theme.value,
            "idea": _trait_fields(idea.trait),
            "margin": round(idea.margin, 2),
            "best": str(self.best),
            "without": str(idea.without),
            "found": round(self.found, 2),
        }
        fields = to_fields(replace(self.record, extra={FIELD: told}))
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> Puzzle:
        """Return the puzzle of a line."""
        record = parse(text)
        told: Any = record.extra[FIELD]
        read = notation_for(record.setup.board).turn
        trait = _trait(record.setup.board, told["idea"])
        idea = Idea(PuzzleTheme(told["theme"]), trait, told["margin"], read(told["without"]))
        return cls(replace(record, extra={}), idea, read(told["best"]), told["found"])


def _trait_fields(trait: Trait) -> dict[str, Any]:
    """Return what is said of a trait, without what is empty."""
    fields = {
        "kind": trait.kind.value,
        "island": trait.island and trait.island.name,
        "line": trait.line and trait.line.name,
        "goal": trait.goal and trait.goal.value,
        "number": trait.number,
        "count": trait.count,
    }
    return {name: value for name, value in fields.items() if value}


def _trait(board: Board, fields: dict[str, Any]) -> Trait:
    ends = fields.get("line", "").split("-")
    return Trait(
        TraitKind(fields["kind"]),
        board.island(fields["island"]) if "island" in fields else None,
        board.line(*map(board.island, ends)) if "line" in fields else None,
        Goal(fields["goal"]) if "goal" in fields else None,
        fields.get("number", 0),
        fields.get("count", 0),
    )


def is_solution(cost: float) -> bool:
    """Return whether a turn that costs so much solves a puzzle."""
    return cost < SOLVED - CLOSE


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship: theme by theme, each from easy to hard."""
    text = files("hashi.coach").joinpath("puzzles.ndjson").read_text("utf-8")
    return tuple(Puzzle.from_text(line) for line in text.splitlines())

"""The list of puzzles by theme, with what is solved of them."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach.hints.puzzles import PuzzleTheme, shipped_puzzles
from hashi.server.lessons.puzzles import PATH, THEMES, puzzles_of
from hashi.server.pages.parts.solved_puzzles import solved_of
from hashi.server.responses import respond
from hashi.server.visitor import Visitor, visitor_of


@dataclass(frozen=True, slots=True)
class ThemeRow:
    """A theme in the list, with what is solved of it."""

    theme: PuzzleTheme
    name: str
    theory: str
    solved: tuple[bool, ...]
    """Whether each of its puzzles is solved."""

    @property
    def path(self) -> str:
        return f"{PATH}/{self.theme}"

    @property
    def count(self) -> int:
        return sum(self.solved)


async def list_puzzles(request: WebRequest) -> Response:
    """Answer with all puzzles by theme."""
    visitor = visitor_of(request)
    solved = solved_of(request)
    rows = [_row(visitor, theme, solved) for theme in PuzzleTheme]
    whole = len(shipped_puzzles())
    return respond(request, visitor, "learn/puzzles", rows=rows, solved=len(solved), whole=whole)


def _row(visitor: Visitor, theme: PuzzleTheme, solved: frozenset[str]) -> ThemeRow:
    say, text = visitor.words.say, THEMES[theme]
    done = tuple(puzzle.id in solved for puzzle in puzzles_of(theme))
    return ThemeRow(theme, say(text.name), " ".join(map(say, text.theory)), done)

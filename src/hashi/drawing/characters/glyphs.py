"""The characters of a terminal picture, each one column wide: one set in Unicode, one in ASCII."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.drawing.goal_icons import ICONS
from hashi.drawing.sheet_scene import IslandState, Span
from hashi.rules import Flag
from hashi.rules.board import MOST_ON_A_LINE

Both = tuple[str, str]
"""A glyph for a line across and one for a line down."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters."""

    open: Both
    blocked: Both
    target: Both
    bridges: tuple[Both, Both, Both]
    """One bridge, two, and more."""
    short: dict[tuple[int, int, bool], Both]
    """Where a line has no room for stars: by bridges, fresh ones, and whether more may come."""
    flags: dict[Flag, str]
    dots: str
    """The bridges at an island without a number, from none to more than six."""
    brackets: dict[IslandState, str]
    allowed: str
    """The brackets of an island that may be marked."""
    raised: str
    """The digits 0 to 9 of a number written over another."""
    fresh: str
    ringed: str
    """A ring of this turn around a number of an earlier one."""
    won: str
    icons: dict[str, str]
    """The signs of goals, by the keys of their icons."""
    tally: str
    ticked: str
    strike: str

    def run(self, span: Span, length: int) -> str:
        """A line as that many characters, from its start to its end."""
        down = not span.is_horizontal
        if span.bridges > MOST_ON_A_LINE:
            return self._many(span, length, self.bridges[-1][down])
        if span.bridges:
            return self._few(span, length, down)
        if span.is_target:
            return self.target[down] * length
        if not span.is_blocked:
            return self.open[down] * length
        odd = (length - 1) // 2 % 2
        return "".join(self.blocked[down] if n % 2 == odd else " " for n in range(length))

    def _few(self, span: Span, length: int, down: bool) -> str:
        """One or two bridges, with a star for each fresh one."""
        base = self.bridges[span.bridges - 1][down]
        other = self.target[down] if span.is_target else base
        run = [other if n % 2 else base for n in range(length)]
        if length < 3:
            key = span.bridges, span.fresh, span.is_target
            return self.short.get(key, (base, base))[down] + "".join(run[1:])
        middle = (length - 1) // 2
        for star in {0: (), 1: (middle,)}.get(span.fresh, (middle - 1, middle + 1)):
            run[star] = self.fresh
        return "".join(run)

    def _many(self, span: Span, length: int, base: str) -> str:
        """Three bridges and more, by their count; after a star the count of the fresh ones."""
        count = f"{_digit(span.bridges)}{self.fresh}{_digit(span.fresh)}"
        return (count[:length] if span.fresh else count[0]).center(length, base)

    def chip(self, state: IslandState, inner: str, over: int | None, is_target: bool) -> str:
        """An island, three columns wide."""
        pair = self.allowed if is_target else self.brackets[state]
        return pair[0] + inner + (pair[1] if over is None else self.raised[over % 10])


def _digit(count: int) -> str:
    return str(count) if count < 10 else "+"


UNICODE = Glyphs(
    open=("┄", "┆"),
    blocked=("·", "·"),
    target=("╍", "╏"),
    bridges=(("─", "│"), ("═", "║"), ("≡", "║")),
    short={
        (1, 0, True): ("╾", "╿"),
        (1, 1, False): ("┬", "├"),
        (1, 1, True): ("┰", "┠"),
        (2, 1, False): ("╤", "╟"),
        (2, 2, False): ("╦", "╠"),
    },
    flags={Flag.RED: "►", Flag.BLUE: "◄"},
    dots=" ⠂⠒⠖⠶⠷⠿⣿",
    brackets={
        IslandState.EMPTY: "[]",
        IslandState.NUMBERED: "[]",
        IslandState.FINISHED: "()",
        IslandState.DEAD: "//",
        IslandState.STRUCK: "××",
    },
    allowed="«»",
    raised="⁰¹²³⁴⁵⁶⁷⁸⁹",
    fresh="*",
    ringed="+",
    won="✓ {}",
    icons={key: icon.signs[0] for key, icon in ICONS.items()},
    tally="▮",
    ticked="▯",
    strike="─",
)

ASCII = Glyphs(
    open=(".", ":"),
    blocked=("'", "'"),
    target=("~", "!"),
    bridges=(("-", "|"), ("=", "H"), ("#", "#")),
    short={
        (1, 0, True): ("_", ";"),
        (1, 1, False): ("*", "*"),
        (1, 1, True): ("?", "?"),
        (2, 1, False): ("%", "%"),
        (2, 2, False): ("&", "&"),
    },
    flags={Flag.RED: ">", Flag.BLUE: "<"},
    dots=" .:;+%#@",
    brackets={
        IslandState.EMPTY: "[]",
        IslandState.NUMBERED: "[]",
        IslandState.FINISHED: "()",
        IslandState.DEAD: "//",
        IslandState.STRUCK: "XX",
    },
    allowed="{}",
    raised="0123456789",
    fresh="*",
    ringed="+",
    won="({})",
    icons={key: icon.signs[1] for key, icon in ICONS.items()},
    tally="|",
    ticked="+",
    strike="-",
)

"""The characters of a terminal picture, each one column wide: one set in Unicode, one in ASCII."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.drawing.scene import Span, State
from hashi.rules import Flag

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
    brackets: dict[State, str]
    allowed: str
    """The brackets of an island that may be marked."""
    raised: str
    """The digits 0 to 9 of a number written over another."""
    fresh: str
    ringed: str
    """A ring of this turn around a number of an earlier one."""
    won: str
    joined: str
    tally: str
    ticked: str
    strike: str

    def run(self, span: Span, length: int) -> str:
        """A line as that many characters, from its start to its end."""
        down = not span.is_horizontal
        if not span.bridges:
            if span.is_target:
                return self.target[down] * length
            if not span.is_blocked:
                return self.open[down] * length
            odd = (length - 1) // 2 % 2
            return "".join(self.blocked[down] if n % 2 == odd else " " for n in range(length))
        base = self.bridges[min(span.bridges, 3) - 1][down]
        other = self.target[down] if span.is_target else base
        run = [other if n % 2 else base for n in range(length)]
        if length < 3:
            run[:1] = [
                self.short.get((span.bridges, span.fresh, span.is_target), (base,) * 2)[down]
            ]
        middle = (length - 1) // 2
        stars = {0: (), 1: (middle,), 2: (middle - 1, middle + 1)}
        for star in stars.get(span.fresh, (middle - 1, middle, middle + 1)) if length > 2 else ():
            run[star] = self.fresh
        if span.bridges > 2:
            at = middle if span.fresh in (0, 2) or length < 3 else middle - 1
            run[at] = str(span.bridges) if span.bridges < 10 else "+"
        return "".join(run[:length])

    def chip(self, state: State, inner: str, over: int | None, is_target: bool) -> str:
        """An island, three columns wide."""
        pair = self.allowed if is_target else self.brackets[state]
        return pair[0] + inner + (pair[1] if over is None else self.raised[over % 10])


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
        State.EMPTY: "[]",
        State.NUMBERED: "[]",
        State.FINISHED: "()",
        State.DEAD: "//",
        State.STRUCK: "××",
    },
    allowed="«»",
    raised="⁰¹²³⁴⁵⁶⁷⁸⁹",
    fresh="*",
    ringed="+",
    won="✓ {}",
    joined="o─o",
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
        State.EMPTY: "[]",
        State.NUMBERED: "[]",
        State.FINISHED: "()",
        State.DEAD: "//",
        State.STRUCK: "XX",
    },
    allowed="{}",
    raised="0123456789",
    fresh="*",
    ringed="+",
    won="({})",
    joined="o-o",
    tally="|",
    ticked="+",
    strike="-",
)

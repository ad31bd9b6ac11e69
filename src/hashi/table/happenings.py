"""What happens at a table besides the game: who went, who came back, what was asked, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hashi.table.event import (
    CameBack,
    Closed,
    Event,
    GivenBack,
    Proposed,
    Rejected,
    Resigned,
    Rewound,
    TakenOver,
    WentAway,
    Withdrawn,
)

MOST = 100
"""How many are kept of one table: the latest."""
LAPSED = "lapsed"
"""What becomes of a proposal where the round ends before all have agreed."""
COVERED = "covered"
"""A bot plays for a person who is away."""
_TOLD = frozenset(
    {
        *(Proposed, Rejected, Withdrawn, Rewound),
        *(TakenOver, GivenBack, WentAway, CameBack, Resigned, Closed),
    }
)


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, in its place among the entries of the game."""

    kind: str
    """The kind of its event, or one of the words above."""
    seat: int | None
    round: int
    """The round that it is about: the one that is played again, or else the one it happened in."""
    after: int
    """After how many entries of the game it happened."""


def is_told(event: Event) -> bool:
    """Return whether an event is kept among what happened."""
    return type(event) in _TOLD


def happening(event: Event, round: int, entries: int) -> Happening:
    """Return an event as it is kept; `round` is the number of cards turned."""
    kind = COVERED if isinstance(event, TakenOver) and event.is_away else event.kind
    about: int = event.round if isinstance(event, (Proposed, Rewound)) else round
    seat: int | None = getattr(event, "seat", None)
    return Happening(kind, seat, about, entries)


def lapsed(seat: int, round: int, entries: int) -> Happening:
    """Return that nothing came of a proposal of this seat."""
    return Happening(LAPSED, seat, round, entries)


def moved(happenings: tuple[Happening, ...], entries: int) -> tuple[Happening, ...]:
    """Return what happened, where the game has only so many entries any more."""
    return tuple([replace(one, after=min(one.after, entries)) for one in happenings])

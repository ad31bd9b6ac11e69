"""What happens at a table. The log of events is the table: its state is a fold over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from hashi.rules import PASS, Card, Deal, Mark, Number, Turn

Freed = Literal["", "opener", "away"]
"""Why somebody else freed a seat: the opener wished so, or its owner had been away."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a table."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """A table is opened."""

    kind = "opened"
    options: dict[str, Any]
    holder: str
    """Who opened it: the hash of a browser's key."""
    again: str = ""
    """The table whose cards are played again here, if any."""
    series: tuple[tuple[int, ...], ...] = ()
    """The totals of the games that these seats have played before, in a rematch."""
    daily: str = ""
    """The date whose board is played here, such as 2026-11-15; empty for random cards."""
    challenge: str = ""
    """The code of the challenge that is taken up here; its cards are those of `again`."""
    from_round: int = 0
    """The round from which a finished game is played on here, for practice; 0 for a new game."""
    secret: str = ""
    """What the shuffle follows from, with the players' shares; empty where nothing is shuffled."""

    def __post_init__(self) -> None:
        """Make tuples of the lists that JSON has."""
        object.__setattr__(self, "series", tuple(tuple(totals) for totals in self.series))


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """A person (`holder` is the hash of a key) or a bot (`bot` is its name) takes a seat."""

    kind = "seated"
    seat: int
    name: str
    holder: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Unseated(Event):
    """A seat is empty again."""

    kind = "unseated"
    seat: int
    freed: Freed = ""
    """Who freed it for somebody else, or why; empty where its owner left."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Two seats change places, with all that belongs to whoever sits there."""

    kind = "moved"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """A person says that they are ready for the game to begin, or not yet."""

    kind = "readied"
    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """The options are others from now on. Seats that are too many are free: they close."""

    kind = "changed"
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Listed(Event):
    """Strangers may join from now on, by the server's list of open tables, or not any more."""

    kind = "listed"
    on: bool


@dataclass(frozen=True, slots=True)
class Handed(Event):
    """A seat belongs to another device from now on."""

    kind = "handed"
    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class Committed(Event):
    """A seat draws its share of the shuffle and tells the hash."""

    kind = "committed"
    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class Sealed(Event):
    """The shuffle is sealed: the hashes are those that are told now, and shares may be opened."""

    kind = "sealed"
    seat: int


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """The game begins. Cards that are known are sealed: order, box and salt stay secret.

    Without a deal the cards are shuffled once all starts are written.
    """

    kind = "begun"
    deal: Deal | None
    salt: str
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards are shuffled. Order and box stay secret; the seal is told."""

    kind = "dealt"
    deal: Deal
    seal: str


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A seat writes its start; secret until all have."""

    kind = "started"
    seat: int
    start: Number
    by_clock: bool = False
    share: str = ""
    """The seat's share of the shuffle; secret until the game is over."""


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """The next card lies face up."""

    kind = "turned"
    card: Card
    pause: float = 0.0
    """Seconds before its time begins, in which pages show the last round; 0 without a clock."""


@dataclass(frozen=True, slots=True)
class TurnBegun(Event):
    """One who shares a device takes it; their time begins."""

    kind = "turn begun"
    seat: int


@dataclass(frozen=True, slots=True)
class Drafted(Event):
    """A seat's turn in the making: its marks, and those that can be made again. Private."""

    kind = "drafted"
    seat: int
    turn: Turn
    undone: Turn = PASS
    step: str = ""
    """`undo` or `redo` where the change was one of these."""


@dataclass(frozen=True, slots=True)
class Hinted(Event):
    """A seat is given the next step of a hint for the card that lies face up. Private."""

    kind = "hinted"
    seat: int


PRIVATE = (Drafted, Hinted)
"""Events of one seat that nobody else sees: neither who is to act nor the clock changes."""


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """A seat is done with its turn. That it is done is open to all, the turn is not."""

    kind = "finished"
    seat: int
    turn: Turn
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    """A seat takes its `done` back."""

    kind = "reopened"
    seat: int


@dataclass(frozen=True, slots=True)
class MistakeCalled(Event):
    """Someone calls a mistake (free pens)."""

    kind = "called"
    by: int
    on: int
    round: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Checked(Event):
    """After the last round with free pens: a seat has checked all boards."""

    kind = "checked"
    seat: int


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """A seat asks the others whether a round is to be played again."""

    kind = "proposed"
    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    """A seat agrees to what is proposed; going back is an event of its own."""

    kind = "agreed"
    seat: int


@dataclass(frozen=True, slots=True)
class Rejected(Event):
    """A seat does not agree: the proposal is gone."""

    kind = "rejected"
    seat: int


@dataclass(frozen=True, slots=True)
class Withdrawn(Event):
    """Who made the proposal takes it back."""

    kind = "withdrawn"
    seat: int


@dataclass(frozen=True, slots=True)
class Rewound(Event):
    """A round is played again, from its card on (solo and in practice games)."""

    kind = "rewound"
    round: int
    seat: int | None = None
    """Who asked for it, where others play, too: their drafts stay where they still fit."""


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """A bot plays for a person."""

    kind = "taken over"
    seat: int
    bot: str
    is_away: bool = False
    """Whether others asked for it, because the person is away: it ends when they are back."""


@dataclass(frozen=True, slots=True)
class GivenBack(Event):
    """The person is back and plays again."""

    kind = "given back"
    seat: int


@dataclass(frozen=True, slots=True)
class WentAway(Event):
    """A person has had no page of the table open for a while."""

    kind = "away"
    seat: int


@dataclass(frozen=True, slots=True)
class CameBack(Event):
    """A person who went away has the table open again."""

    kind = "back"
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A person stops playing for good: the seat skips everything that is still to come."""

    kind = "resigned"
    seat: int


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """The table is closed before its game is over; nobody plays on here."""

    kind = "closed"
    seat: int | None = None
    """Who closed it; None for one who opened the table and has no seat."""


@dataclass(frozen=True, slots=True)
class Rematched(Event):
    """The same people go on at another table."""

    kind = "rematched"
    table: str
    seat: int | None = None
    """Who asked for it."""
    same: bool = False
    """Whether the same cards are dealt there."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event with its number in the log, its time, and the id of the message behind it."""

    number: int
    at: float
    event: Event
    id: str = ""

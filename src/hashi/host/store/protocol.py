"""Where events are kept: the protocol of a store, and how it fails.

`sqlite` keeps them in a file, `postgres` in a database that several servers share; `sql` holds what
both have in common, `schema` their tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from hashi.host.peers.protocol import Peers
from hashi.host.store.derived import Derived
from hashi.table.event import LogEntry
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.log_format import StoredEntry
from hashi.table.result import Result

Note = Callable[[float, int, int, int], None]
"""Called after a commit: its seconds, and how many writes were kept, had a conflict, or failed."""
StoredChallenge = tuple[str, float, str]
"""The code of a challenge whose game is gone, when that ended, and the text that is kept."""
HASH_LENGTH = 32
"""Letters of a holder."""
NEVER = float("inf")
"""When a clock acts that does not run."""


@dataclass(frozen=True, slots=True)
class KeptReview:
    """The review of a table's game, as a store keeps it."""

    digest: str
    text: str
    costs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class KeptTable:
    """What a store keeps of a table, all as of one moment; without its one-time links."""

    entries: list[StoredEntry]
    labels: dict[str, float]
    result: Result | None
    due: float | None
    cards: int | None
    """How many cards were turned, where it is listed as a table at which nobody has played."""
    review: KeptReview | None


class OneTimeLinks(Protocol):
    """The one-time links to seats of a store. A `token` is a hash of what a link says."""

    def add(self, token: str, table: str, seat: int, holder: str, at: float) -> None:
        """Keep a link for a seat."""
        ...

    def find(self, token: str, since: float) -> tuple[str, int, str] | None:
        """Return table, seat and holder of a link; None for one before `since`."""
        ...

    def forget(self, table: str, seat: int, before: float) -> None:
        """Forget all links for a seat, and all from before that time."""
        ...


class KeptDevice(NamedTuple):
    """A browser or a script with a key, of which only a hash is kept.

    Whoever has never used a link that takes games along is not kept: their key speaks for itself.
    """

    device: str
    """The hash of the key."""
    person: str
    """The holder of whom it has all seats; empty where the key was ended."""
    kind: str
    """Which browser on which system, such as `Firefox/Android`."""
    since: float
    """When it became this person's, or was ended."""
    seen: float
    """The beginning of the day on which it was here last."""

    @property
    def is_sound(self) -> bool:
        """Whether device and person can be hashes of keys."""
        return len(self.device) == HASH_LENGTH and len(self.person) in (0, HASH_LENGTH)


class KeptLink(NamedTuple):
    """A one-time link that makes another device the same person."""

    person: str
    device: str
    """The device that made it."""
    kind: str
    at: float


class PushKey(NamedTuple):
    """The key by which push services know the servers of a store, as base64url without padding."""

    private: str
    public: str


class KeptPush(NamedTuple):
    """Where a browser gets messages, and by which keys only it can read them."""

    device: str
    person: str
    """Whom the device speaks for. It is not kept: it follows from the device."""
    endpoint: str
    """The address at a push service. Whoever has it can send, so it is in no log."""
    public_key: str
    secret: str
    language: str
    zone: str
    """The time zone of its clock, empty where it is not known."""
    browser: str
    """Which browser on which system, such as `Firefox/Android`."""
    asked: float
    """When somebody asked for messages there."""
    used: float
    """When the browser was there last, or nearly."""


class KeptPushes(Protocol):
    """Where the people of a store get messages, and what they were told."""

    def key(self, made: PushKey) -> PushKey:
        """Return the key of this store; that is the one given, where it has none yet."""
        ...

    def keep(self, push: KeptPush) -> None:
        """Keep an address: a device has one, and an address one device. Of a person the latest few
        are kept."""
        ...

    def find(self, device: str) -> KeptPush | None:
        """Return the address of a device, without its person."""
        ...

    def of(self, persons: Sequence[str]) -> list[KeptPush]:
        """Return all addresses of these people."""
        ...

    def end(self, devices: Sequence[str]) -> None:
        """Forget the addresses of these devices."""
        ...

    def end_address(self, device: str, endpoint: str) -> None:
        """Forget an address that is no more, unless the device has another one by now."""
        ...

    def forget(self, before: float) -> None:
        """Forget the addresses that nobody has used since, and what was told before."""
        ...

    def forget_person(self, person: str) -> None:
        """Forget all addresses of a person, and what they were told."""
        ...

    def claim(
        self, person: str, table: str, moment: tuple[float, int], at: float, most: int
    ) -> bool:
        """Note that a person is told of this moment of a table; return whether to tell them.

        Not where they were told of it or of a later one, by whichever server, nor where they were
        told so many times in this hour.
        """
        ...

    def near(self, after: float, until: float, most: int) -> list[tuple[str, float]]:
        """Return tables whose clock acts in that time and that somebody with an address is at."""
        ...


class KeptDevices(Protocol):
    """The devices of a store, and the links that add one to a person's."""

    @property
    def pushes(self) -> KeptPushes:
        """Where they get messages."""
        ...

    def find(self, devices: Sequence[str]) -> dict[str, KeptDevice]:
        """Return those of these devices that are kept."""
        ...

    def of(self, person: str) -> list[KeptDevice]:
        """Return the devices of a person, the one that was here last first."""
        ...

    def see(self, device: str, day: float) -> None:
        """Note that a device was here on this day."""
        ...

    def add_link(self, token: str, link: KeptLink, since: float) -> None:
        """Keep a link under a hash of its token; forget those before `since`."""
        ...

    def find_link(self, token: str, since: float) -> KeptLink | None:
        """Return a link that is not used yet; None for one before `since`."""
        ...

    def use_link(
        self, token: str, since: float, device: KeptDevice
    ) -> tuple[KeptLink, list[str]] | None:
        """Use up a link: this device becomes its person's, as its maker is from now on.

        Return it, and the devices that were ended because they are too many; None where there is
        no such link.
        """
        ...

    def end(self, devices: Sequence[str], at: float) -> list[str]:
        """End these devices, and the links that they made; return them."""
        ...

    def end_all(self, person: str, at: float, instead: KeptDevice | None = None) -> list[str]:
        """End all devices and links of a person, who has another one instead; return them."""
        ...

    def unite(self, giver: str, taker: str, without: str, at: float) -> list[str]:
        """Make the devices of one person another's and end one; return all that have changed."""
        ...

    def contents(self, after: str = "", most: int = 1000) -> list[KeptDevice]:
        """Return the devices whose hashes come after this one, in order."""
        ...

    def keep(self, devices: Sequence[KeptDevice]) -> None:
        """Keep what another store has read; of each device what is known latest."""
        ...

    def forget(self, before: float) -> None:
        """Forget devices that nobody has seen since, whose keys never had a seat themselves."""
        ...


class KeptChallenges(Protocol):
    """The challenges of a store whose games were deleted or rewound, kept by that write."""

    def find(self, code: str) -> KeptChallenge | None:
        """Return the challenge with this code, if its game was deleted or rewound."""
        ...

    def contents(self, after: str = "", most: int = 1000) -> list[StoredChallenge]:
        """Return the challenges whose codes come after this one, in order."""
        ...

    def keep(self, challenges: Sequence[StoredChallenge]) -> None:
        """Keep what another store has read."""
        ...

    def forget(self, before: float) -> None:
        """Forget the challenges whose games ended before that time."""
        ...


class Store(Protocol):
    """Keeps the logs of tables."""

    @property
    def links(self) -> OneTimeLinks:
        """The one-time links that are not used yet."""
        ...

    @property
    def devices(self) -> KeptDevices:
        """The devices of those who have several, and keys that were ended."""
        ...

    @property
    def challenges(self) -> KeptChallenges:
        """The challenges whose games are gone."""
        ...

    def append(
        self,
        table: str,
        events: Sequence[LogEntry],
        labels: Sequence[str] = (),
        result: Result | None = None,
        due: float | None = None,
        gone: Sequence[str] = (),
    ) -> Future[None]:
        """Keep these events; the future is done once they are safe on disk.

        All of them or none. Their numbers go on from the last event that is kept, else the
        future fails with Conflict; with StoreDown where they cannot be kept now. Labels are
        whatever the table is to be found by: the holders of its seats. `result` is how the game
        ended, None while it is not over: one that was kept is then removed.
        `due` is when the table's clock acts, where that has changed: `NEVER` for not any more.
        `gone` are labels by which the table is not to be found any more.
        """
        ...

    def read(self, table: str, after: int = 0) -> list[StoredEntry]:
        """Return the stored entries of a table after a number, in order; none if unknown."""
        ...

    def tables(self, label: str, most: int = 20) -> list[str]:
        """Return the tables with this label, the latest first."""
        ...

    def unfinished(self, label: str, most: int) -> list[str]:
        """Return the tables with this label without a result, the latest first."""
        ...

    def results(self, label: str, most: int, skip: int = 0) -> list[Result]:
        """Return the results of the tables with this label, the latest first."""
        ...

    def unplayed(self, before: float, most: int = 1000) -> list[str]:
        """Return tables with at most one card turned and no event since that time."""
        ...

    def overdue(self, at: float, most: int = 100) -> list[str]:
        """Return tables whose clock was to act before that time, those that wait longest first."""
        ...

    def due(self, table: str) -> float | None:
        """Return when the clock of a table acts; None where it has none."""
        ...

    def remove(self, table: str, last: int) -> Future[None]:
        """Forget a table whose last event has this number; the future is done once it is gone.

        It fails with Conflict where the log has gone on, with StoreDown where it cannot be done.
        """
        ...

    def read_many(self, after: Mapping[str, int]) -> dict[str, list[StoredEntry]]:
        """Return what each of these tables has after the event with this number, in order."""
        ...

    def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables, 0 where there is none."""
        ...

    def contents(self, after: str = "", most: int = 1000) -> list[tuple[str, int]]:
        """Return the tables whose ids come after this one, in order, with their last numbers."""
        ...

    def labels(self, table: str) -> list[tuple[str, float]]:
        """Return what a table is found by, each with the time that orders the tables."""
        ...

    def result(self, table: str) -> Result | None:
        """Return how the game of a table ended; None while it is not over."""
        ...

    def kept(self, table: str, after: int = 0) -> KeptTable:
        """Return all that is kept of a table; of its log what comes after a number."""
        ...

    def review(self, table: str, digest: str) -> str | None:
        """Return the review of a table's game that was kept under this digest, if any."""
        ...

    def keep_review(
        self, table: str, digest: str, text: str, costs: Sequence[float] = ()
    ) -> Future[None]:
        """Keep the review of a table's game; the future is done once it is safe on disk.

        `costs` are what a turn cost each seat on average. Another review of that table is
        replaced. It fails with Conflict where the table is gone, with StoreDown where it cannot be
        kept now.
        """
        ...

    def costs(self, label: str) -> dict[str, tuple[float, ...]]:
        """Return what a turn cost each seat, by table, of all tables with this label that have a
        review."""
        ...

    def restore(
        self,
        table: str,
        entries: Sequence[StoredEntry],
        labels: Sequence[tuple[str, float]] = (),
        result: Result | None = None,
        due: float | None = None,
        gone: Sequence[str] = (),
    ) -> Future[None]:
        """Keep what another store has read; otherwise as `append`."""
        ...

    def mend(
        self,
        derived: Derived,
        labels: Sequence[tuple[str, float]] = (),
        gone: Sequence[str] = (),
        costs: Sequence[float] = (),
    ) -> Future[None]:
        """Keep what follows from a log instead of what is kept beside it; labels are added.

        `costs` are those of the review, if they are to be kept. It fails with Conflict where the
        log has gone on, with StoreDown where it cannot be done.
        """
        ...

    def edition(self) -> tuple[int, str | None]:
        """Return by which edition what is kept beside logs was derived, and up to which id.

        The tables after it have an older one; None: no table has.
        """
        ...

    def note_edition(self, edition: int, until: str | None) -> None:
        """Note that the tables up to this id, or all, were brought up to this edition."""
        ...

    def check_ready(self) -> None:
        """Raise StoreDown where it cannot be used now."""
        ...

    def is_served(self) -> bool:
        """Return whether another program serves the store: a server that shares a database."""
        ...

    def peers(self) -> Peers:
        """Return the other servers on this store, not started yet."""
        ...

    def watch(self, note: Note) -> None:
        """Call a function after every commit, in the thread that writes."""
        ...

    def close(self) -> None:
        """Write what waits, then stop; a second time does nothing."""
        ...


class StoreDown(Exception):
    """The store cannot write or read now: a full or failing disk, a locked or broken file."""


class Conflict(Exception):
    """The log has gone on, or has not come so far: these events do not follow its last."""


class TooNew(Exception):
    """A newer version of the program has changed the tables of this store."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"schema {found}, and this program knows {known}")

"""Who somebody is, and at which devices: what the pages of keys and links say of it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request as WebRequest

from hashi.host import LoadedTable, holder_of
from hashi.host.people.devices import DAY
from hashi.host.store.protocol import KeptDevice
from hashi.server.device_kinds import kind_of, kind_text
from hashi.server.responses import host_of
from hashi.server.services import services_of
from hashi.server.visitor import Visitor, own_key
from hashi.words import Words, day_text, player_name

MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class PersonGames:
    """A person as others know them: by the name of their last game, and by how many there are."""

    holder: str
    name: str
    games: int
    since: str
    """The day of their first finished game, empty for none."""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One device of a person, in words."""

    id: str
    name: str
    seen: str
    is_here: bool


async def games_of(request: WebRequest, words: Words, holder: str) -> PersonGames:
    """Return what there is of a person's games, those that go on included."""
    index = host_of(request).index
    found = await index.results_of(holder, MOST_GAMES)
    results = [result for result in found if holder in result.holders]
    unfinished = [
        loaded.table
        for loaded in await index.tables_of(holder)
        if isinstance(loaded, LoadedTable) and loaded.table.seats_of(holder)
    ]
    names = [table.seats[table.seats_of(holder)[0]].name for table in unfinished]
    names += [result.players[result.seats_of(holder)[0]] for result in results[:1]]
    return PersonGames(
        holder,
        player_name(words, names[0]) if names else "",
        len(results) + len(unfinished),
        day_text(words, results[-1].at) if results else "",
    )


async def apart_of(request: WebRequest, visitor: Visitor) -> PersonGames | None:
    """Return whose games stay apart in this browser, None where it has its own."""
    key = own_key(request)
    if not key or key == visitor.key:
        return None
    holder = await host_of(request).devices.person_of(holder_of(key))
    if not holder or holder == visitor.holder:
        return None
    return await games_of(request, visitor.words, holder)


async def device_rows(request: WebRequest, visitor: Visitor) -> list[DeviceRow]:
    """Return the devices of a visitor, this one first; alone where no link was ever used; none
    where no link leads from one to another."""
    if visitor.is_new or not services_of(request).platform.offers.has_links:
        return []
    words, now = visitor.words, services_of(request).now()
    kept = await host_of(request).devices.of(visitor.holder)
    rows = [
        DeviceRow(public_id(each), kind_text(words, each.kind), _seen(words, each, now), False)
        for each in kept
        if each.device != visitor.device
    ]
    return [DeviceRow("", kind_text(words, kind_here(request)), "", True), *rows]


def kind_here(request: WebRequest) -> str:
    """Return which browser asks."""
    return kind_of(request.headers.get("user-agent", ""))


def public_id(device: KeptDevice) -> str:
    """Return by what a page names a device: tables know people by the hashes of their keys."""
    return sha256(f"hashi device {device.device}".encode()).hexdigest()[:16]


def _seen(words: Words, device: KeptDevice, now: float) -> str:
    """Return on which day a device was here last."""
    if device.seen >= now // DAY * DAY:
        return words.say("today")
    return day_text(words, device.seen)

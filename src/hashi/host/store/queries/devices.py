"""Devices in a store, and the links that add one: rare, so each write is a transaction of its own.

Every transaction that ends devices begins with the links of that person. One that uses such a link
at the same time comes before it, and its device is ended too, or after it, and finds no link.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from hashi.host.store.connections import Connections
from hashi.host.store.database import Database
from hashi.host.store.protocol import HASH_LENGTH, KeptDevice, KeptLink
from hashi.host.store.queries.pushes import StoredPushes

MOST_DEVICES = 20
"""Devices of a person; beyond them the one is ended that was away for longest."""
MOST_LINKS = 10
"""Links of a person that can be used: the latest."""
_DEVICE = "device, person, kind, since, seen"
_END = (
    "INSERT INTO device VALUES (?, '', '', ?, ?) ON CONFLICT (device) DO UPDATE"
    " SET person = '', kind = '', since = excluded.since, seen = excluded.seen"
)
_KEEP = (
    "INSERT INTO device VALUES (?, ?, ?, ?, ?) ON CONFLICT (device) DO UPDATE"  # noqa: S608
    " SET person = excluded.person, kind = excluded.kind, since = excluded.since,"
    " seen = excluded.seen WHERE excluded.since > device.since"
    " OR (excluded.since = device.since AND excluded.seen > device.seen)"
    f" OR length(device.person) NOT IN (0, {HASH_LENGTH})"
)
"""The latest counts, and anything rather than what cannot be anybody's."""


class StoredDevices:
    """The devices that are kept, and the links that are not used yet."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.pushes = StoredPushes(connections)

    # --- reading

    def find(self, devices: Sequence[str]) -> dict[str, KeptDevice]:
        def read(database: Database) -> list[KeptDevice]:
            rows = database.rows(
                f"SELECT {_DEVICE} FROM (SELECT value FROM {database.GIVEN}) AS asked"  # noqa: S608
                " JOIN device ON device = value",
                (json.dumps(list(devices)),),
            )
            return [KeptDevice(*row) for row in rows]

        return {found.device: found for found in self._connections.ask(read)}

    def of(self, person: str) -> list[KeptDevice]:
        return self._connections.ask(lambda database: _devices_of(database, person))

    def contents(self, after: str = "", most: int = 1000) -> list[KeptDevice]:
        query = f"SELECT {_DEVICE} FROM device WHERE device > ? ORDER BY device LIMIT ?"  # noqa: S608
        rows = self._connections.ask(lambda database: database.rows(query, (after, most)))
        return [KeptDevice(*row) for row in rows]

    # --- writing

    def see(self, device: str, day: float) -> None:
        statement = "UPDATE device SET seen = ? WHERE device = ? AND person <> '' AND seen < ?"
        self._connections.ask(lambda database: database.run(statement, (day, device, day)))

    def end(self, devices: Sequence[str], at: float) -> list[str]:
        self._connections.write(lambda database: _end(database, devices, at))
        return list(devices)

    def end_all(self, person: str, at: float, instead: KeptDevice | None = None) -> list[str]:
        def end(database: Database) -> list[str]:
            database.run("DELETE FROM device_link WHERE person = ?", (person,))
            known = database.rows("SELECT person FROM device WHERE device = ?", (person,))
            ended = [each.device for each in _devices_of(database, person)]
            if not known:  # a key that speaks for itself
                ended.append(person)
            _end(database, ended, at)
            if instead is not None:
                _add(database, instead)
            return ended

        return self._connections.write(end)

    def unite(self, giver: str, taker: str, without: str, at: float) -> list[str]:
        def unite(database: Database) -> list[str]:
            database.run("DELETE FROM device_link WHERE person = ?", (giver,))
            changed = [each.device for each in _devices_of(database, giver)]
            database.run(
                "UPDATE device SET person = ?, since = ? WHERE person = ?", (taker, at, giver)
            )
            _end(database, [without], at)
            return [*changed, without, *_end_surplus(database, taker, at)]

        return self._connections.write(unite)

    def keep(self, devices: Sequence[KeptDevice]) -> None:
        self._connections.write(
            lambda database: database.run_many(
                _KEEP,
                devices,
            )
        )

    def forget(self, before: float) -> None:
        statement = (
            "DELETE FROM device WHERE seen < ?"
            " AND NOT EXISTS (SELECT 1 FROM label WHERE label = device)"
        )
        self._connections.ask(lambda database: database.run(statement, (before,)))

    # --- links

    def add_link(self, token: str, link: KeptLink, since: float) -> None:
        def add(database: Database) -> None:
            database.run("DELETE FROM device_link WHERE at < ?", (since,))
            database.run("INSERT INTO device_link VALUES (?, ?, ?, ?, ?)", (token, *link))
            database.run(
                "DELETE FROM device_link WHERE person = ? AND token NOT IN"
                " (SELECT token FROM device_link WHERE person = ? ORDER BY at DESC LIMIT ?)",
                (link.person, link.person, MOST_LINKS),
            )

        self._connections.write(add)

    def find_link(self, token: str, since: float) -> KeptLink | None:
        query = "SELECT person, device, kind, at FROM device_link WHERE token = ? AND at >= ?"
        rows = self._connections.ask(lambda database: database.rows(query, (token, since)))
        return next((KeptLink(*row) for row in rows), None)

    def use_link(
        self, token: str, since: float, device: KeptDevice
    ) -> tuple[KeptLink, list[str]] | None:
        def use(database: Database) -> tuple[KeptLink, list[str]] | None:
            rows = database.rows(
                "DELETE FROM device_link WHERE token = ? AND at >= ?"
                " RETURNING person, device, kind, at",
                (token, since),
            )
            if not rows:
                return None
            link = KeptLink(*rows[0])
            maker = database.rows("SELECT person FROM device WHERE device = ?", (link.device,))
            if maker not in ([], [(link.person,)]):  # ended while it made the link
                return None
            _add(
                database, KeptDevice(link.device, link.person, link.kind, device.since, device.seen)
            )
            _add(database, device._replace(person=link.person))
            ended = _end_surplus(database, link.person, device.since, [link.device, device.device])
            return link, ended

        return self._connections.write(use)


def _devices_of(database: Database, person: str) -> list[KeptDevice]:
    rows = database.rows(
        f"SELECT {_DEVICE} FROM device WHERE person = ? ORDER BY seen DESC, since DESC",  # noqa: S608
        (person,),
    )
    return [KeptDevice(*row) for row in rows]


def _add(database: Database, device: KeptDevice) -> None:
    """Add a device, unless it is known already."""
    database.run(
        "INSERT INTO device VALUES (?, ?, ?, ?, ?) ON CONFLICT (device) DO NOTHING", device
    )


def _end(database: Database, devices: Iterable[str], at: float) -> None:
    rows = sorted(devices)
    database.run_many("DELETE FROM device_link WHERE device = ?", [(device,) for device in rows])
    database.run_many("DELETE FROM push WHERE device = ?", [(device,) for device in rows])
    database.run_many(_END, [(device, at, at) for device in rows])


def _end_surplus(
    database: Database, person: str, at: float, staying: Sequence[str] = ()
) -> list[str]:
    """End the devices of a person that are too many; return them."""
    others = [each.device for each in _devices_of(database, person) if each.device not in staying]
    surplus = others[MOST_DEVICES - len(staying) :]
    _end(database, surplus, at)
    return surplus

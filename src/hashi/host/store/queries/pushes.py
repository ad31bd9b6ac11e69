"""Where messages are sent to in a store, and which were: rare, so each write is a transaction.

An address belongs to a device and has no row of a person: whose it is follows from the device, so
that it ends with that, and goes along where a link makes the device another person's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from hashi.host.store.connections import Connections
from hashi.host.store.database import Database
from hashi.host.store.protocol import KeptPush, PushKey

MOST_OF_A_PERSON = 5
"""Devices of a person that get messages: those that asked for it last."""
HOUR = 3600.0
_FIELDS = "endpoint, public_key, secret, language, zone, browser, asked, used"
_OF = (  # a device that is not kept, or is its person's first, speaks for itself
    f"SELECT push.device, value, {_FIELDS}"  # noqa: S608
    " FROM (SELECT value FROM {given}) AS asked JOIN push ON push.device = value"
    " WHERE NOT EXISTS (SELECT 1 FROM device WHERE device.device = value AND person <> value)"
    " UNION ALL"
    f" SELECT push.device, value, {_FIELDS}"
    " FROM (SELECT value FROM {given}) AS asked JOIN device ON device.person = value"
    " JOIN push ON push.device = device.device WHERE device.device <> value"
)
_TELL = (
    "INSERT INTO push_told VALUES (?, ?, ?, ?, ?) ON CONFLICT (person, place) DO UPDATE"
    " SET since = excluded.since, kind = excluded.kind, at = excluded.at"
    " WHERE excluded.since > push_told.since"
    " OR (excluded.since = push_told.since AND excluded.kind > push_told.kind) RETURNING kind"
)
_COUNT = (
    "INSERT INTO push_hour VALUES (?, ?, 1) ON CONFLICT (person) DO UPDATE"
    " SET count = CASE WHEN push_hour.hour = excluded.hour THEN push_hour.count + 1 ELSE 1 END,"
    " hour = excluded.hour WHERE push_hour.hour <> excluded.hour OR push_hour.count < ?"
    " RETURNING count"
)
_NEAR = (
    "SELECT DISTINCT clock.place, clock.due FROM clock JOIN label ON label.place = clock.place"
    " WHERE clock.due > ? AND clock.due <= ?"
    " AND (EXISTS (SELECT 1 FROM push WHERE push.device = label.label)"
    " OR EXISTS (SELECT 1 FROM device JOIN push ON push.device = device.device"
    " WHERE device.person = label.label)) ORDER BY clock.due LIMIT ?"
)


class StoredPushes:
    """The addresses that browsers gave for messages, the servers' key, and what was told."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    # --- the servers' key

    def key(self, made: PushKey) -> PushKey:
        def keep(database: Database) -> PushKey:
            database.run(
                "INSERT INTO push_key VALUES (1, ?, ?) ON CONFLICT (number) DO NOTHING", made
            )
            return PushKey(*database.rows("SELECT private, public FROM push_key")[0])

        return self._connections.write(keep)

    # --- addresses

    def keep(self, push: KeptPush) -> None:
        def keep(database: Database) -> None:
            values = (push.device, push.endpoint)
            database.run("DELETE FROM push WHERE device = ? OR endpoint = ?", values)
            fields = [getattr(push, field) for field in _FIELDS.split(", ")]
            database.run("INSERT INTO push VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (push[0], *fields))
            found = sorted(_of(database, [push.person]), key=lambda each: (each.used, each.asked))
            _end(database, [each.device for each in found[:-MOST_OF_A_PERSON]])

        self._connections.write(keep)

    def find(self, device: str) -> KeptPush | None:
        query = f"SELECT device, '', {_FIELDS} FROM push WHERE device = ?"  # noqa: S608
        rows = self._connections.ask(lambda database: database.rows(query, (device,)))
        return next((KeptPush(*row) for row in rows), None)

    def of(self, persons: Sequence[str]) -> list[KeptPush]:
        return self._connections.ask(lambda database: _of(database, persons))

    def end(self, devices: Sequence[str]) -> None:
        self._connections.write(lambda database: _end(database, devices))

    def end_address(self, device: str, endpoint: str) -> None:
        statement = "DELETE FROM push WHERE device = ? AND endpoint = ?"
        self._connections.ask(lambda database: database.run(statement, (device, endpoint)))

    def forget(self, before: float) -> None:
        def forget(database: Database) -> None:
            database.run("DELETE FROM push WHERE used < ?", (before,))
            database.run("DELETE FROM push_told WHERE at < ?", (before,))
            database.run("DELETE FROM push_hour WHERE hour < ?", (int(before // HOUR),))

        self._connections.write(forget)

    def forget_person(self, person: str) -> None:
        def forget(database: Database) -> None:
            _end(database, [each.device for each in _of(database, [person])])
            database.run("DELETE FROM push_told WHERE person = ?", (person,))
            database.run("DELETE FROM push_hour WHERE person = ?", (person,))

        self._connections.write(forget)

    # --- what was told

    def claim(
        self, person: str, table: str, moment: tuple[float, int], at: float, most: int
    ) -> bool:
        def claim(database: Database) -> bool:
            if not database.rows(_TELL, (person, table, *moment, at)):
                return False
            return bool(database.rows(_COUNT, (person, int(at // HOUR), most)))

        return self._connections.write(claim)

    def near(self, after: float, until: float, most: int) -> list[tuple[str, float]]:
        return self._connections.ask(lambda database: database.rows(_NEAR, (after, until, most)))


def _of(database: Database, persons: Sequence[str]) -> list[KeptPush]:
    given = json.dumps(list(persons))
    rows = database.rows(_OF.format(given=database.GIVEN), (given, given))
    return [KeptPush(*row) for row in rows]


def _end(database: Database, devices: Sequence[str]) -> None:
    database.run_many("DELETE FROM push WHERE device = ?", [(device,) for device in devices])

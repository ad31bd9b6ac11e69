"""The tables of a store, for SQLite and PostgreSQL, and how an older store gets them.

The version of a store is how many migrations it has had. A migration that is released never
changes; a later one is added at the end of `MIGRATIONS`. It takes no longer where there are many
tables: what follows from their logs is `upkeep`'s part. It leaves everything usable to the version
of the program before it, which may still serve while it runs: tables, columns with a default and
indexes are added, and what is not used any more is removed one release later.
"""

from __future__ import annotations

from collections.abc import Callable

from hashi.host.store.database import Database
from hashi.host.store.protocol import TooNew

Step = str | Callable[[Database], None]
"""SQL that both databases understand, or a function. `{keyed}` stands behind the columns of a table
that is read by its primary key alone."""


def _add_peers(database: Database) -> None:
    """Add the tables of `host.peers.postgres`. They hold nothing that must outlive a crash."""
    if database.IS_SHARED:
        database.run(
            "CREATE UNLOGGED TABLE process (id TEXT PRIMARY KEY, until DOUBLE PRECISION NOT NULL)"
        )
        database.run(
            "CREATE UNLOGGED TABLE presence (place TEXT, holder TEXT, process TEXT,"
            " PRIMARY KEY (place, holder, process))"
        )
        database.run("CREATE UNLOGGED TABLE lease (place TEXT PRIMARY KEY, process TEXT NOT NULL)")
        database.run(
            "CREATE UNLOGGED TABLE bucket (name TEXT PRIMARY KEY,"
            " amount DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL)"
        )


MIGRATIONS: tuple[tuple[Step, ...], ...] = (
    (  # what 0.1.0 made, and results; a file of that version has a part of it
        "CREATE TABLE IF NOT EXISTS event ("
        " place TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (place, number)) {keyed}",
        "CREATE TABLE IF NOT EXISTS label ("
        " label TEXT NOT NULL, place TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (label, place)) {keyed}",
        "CREATE TABLE IF NOT EXISTS result ("
        " place TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (place)) {keyed}",
    ),
    ("CREATE INDEX IF NOT EXISTS label_by_place ON label (place)",),
    (  # one-time links, and what several servers tell each other
        "CREATE TABLE link ("
        " token TEXT NOT NULL, place TEXT NOT NULL, seat INTEGER NOT NULL, holder TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, PRIMARY KEY (token)) {keyed}",
        "CREATE INDEX link_by_place ON link (place, seat)",
        _add_peers,
    ),
    (  # reviews of finished games
        "CREATE TABLE IF NOT EXISTS review ("
        " place TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (place)) {keyed}",
    ),
    (  # when the clocks of tables act
        "CREATE TABLE IF NOT EXISTS clock ("
        " place TEXT NOT NULL, due DOUBLE PRECISION NOT NULL, PRIMARY KEY (place)) {keyed}",
        "CREATE INDEX IF NOT EXISTS clock_by_due ON clock (due)",
    ),
    (  # what a turn cost each seat of a reviewed game: statistics read no reviews
        "CREATE TABLE IF NOT EXISTS cost ("
        " place TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (place)) {keyed}",
    ),
    (  # lobbies, and games without a finished round
        "CREATE TABLE IF NOT EXISTS unplayed ("
        " place TEXT NOT NULL, cards INTEGER NOT NULL, PRIMARY KEY (place)) {keyed}",
    ),
    (  # one row: by which edition what is kept beside logs was derived, and up to which table
        "CREATE TABLE derived (edition INTEGER NOT NULL, until TEXT)",
        "INSERT INTO derived VALUES (0, '')",
    ),
    (  # links that take all games along; they were among those of seats, for a quarter of an hour
        "CREATE TABLE key_link (token TEXT NOT NULL, pad TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, PRIMARY KEY (token)) {keyed}",
    ),
    (  # challenges whose games are gone, without names, each with the time when its game ended
        "CREATE TABLE IF NOT EXISTS challenge ("
        " code TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (code)) {keyed}",
    ),
    (  # keys that speak for others or were ended, and links to them; `key_link` is not used since
        "CREATE TABLE device ("
        " device TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL,"
        " since DOUBLE PRECISION NOT NULL, seen DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (device)) {keyed}",
        "CREATE INDEX device_by_person ON device (person)",
        "CREATE TABLE device_link ("
        " token TEXT NOT NULL, person TEXT NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, PRIMARY KEY (token)) {keyed}",
        "CREATE INDEX device_link_by_person ON device_link (person)",
    ),
    (  # where browsers get messages, by which key, what people were told last, and how often
        "CREATE TABLE push_key (number INTEGER NOT NULL, private TEXT NOT NULL,"
        " public TEXT NOT NULL, PRIMARY KEY (number)) {keyed}",
        "CREATE TABLE push (device TEXT NOT NULL, endpoint TEXT NOT NULL,"
        " public_key TEXT NOT NULL, secret TEXT NOT NULL, language TEXT NOT NULL,"
        " zone TEXT NOT NULL, browser TEXT NOT NULL, asked DOUBLE PRECISION NOT NULL,"
        " used DOUBLE PRECISION NOT NULL, PRIMARY KEY (device)) {keyed}",
        "CREATE INDEX push_by_endpoint ON push (endpoint)",
        "CREATE TABLE push_told (person TEXT NOT NULL, place TEXT NOT NULL,"
        " since DOUBLE PRECISION NOT NULL, kind INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL,"
        " PRIMARY KEY (person, place)) {keyed}",
        "CREATE TABLE push_hour (person TEXT NOT NULL, hour INTEGER NOT NULL,"
        " count INTEGER NOT NULL, PRIMARY KEY (person)) {keyed}",
    ),
)


def migrate(database: Database, migrations: tuple[tuple[Step, ...], ...] = MIGRATIONS) -> None:
    """Bring a store up to date, all or nothing; raise TooNew where it is newer than this program.

    Several servers may start at once: one migrates, the others wait for it.
    """
    if database.version() == len(migrations):
        return
    database.begin_alone()
    try:
        found = database.version()
        if found > len(migrations):
            raise TooNew(found, len(migrations))
        for steps in migrations[found:]:
            for step in steps:
                if callable(step):
                    step(database)
                else:
                    database.run(step.format(keyed=database.KEYED))
        database.set_version(len(migrations))
    except BaseException:
        database.rollback()
        raise
    database.commit()

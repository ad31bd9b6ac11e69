"""Stores of all releases and of every schema, and how they are brought up to date."""

from __future__ import annotations

import atexit
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import psycopg

from hashi.host.store.address import open_store
from hashi.host.store.check import check
from hashi.host.store.database import Database
from hashi.host.store.postgres.store import PostgresEngine
from hashi.host.store.protocol import StoreDown
from hashi.host.store.results_rebuild import bring_up_to_date, outdated_after
from hashi.host.store.schema import MIGRATIONS, migrate
from hashi.host.store.sqlite import SqliteDatabase
from hashi.table.log_format import StoredEntry
from tests.support.postgres import Cluster

Say = Callable[[str], None]
Logs = dict[str, list[StoredEntry]]
RELEASES = Path(__file__).parents[1] / "releases"
STORES = sorted(RELEASES.glob("*/tables.sqlite"))
TABLES = ("free-pens-check", "mid-draft-b", "lobby")
"""The logs in the stores of every schema: of a game that is over, one that is not, and a lobby."""
FAILURES = (StoreDown, sqlite3.Error, psycopg.Error)
MODEL, COPY = "model", "copy"
"""The databases of PostgreSQL with all schemas: as they were written, and to be used."""
TRIES = 3
"""How often a store is opened that cannot be brought up to date."""


def logs() -> Logs:
    """Return the logs that are in the stores of every schema."""
    folder = STORES[-1].parent / "logs"
    texts = {name: (folder / f"{name}.ndjson").read_text("utf-8") for name in TABLES}
    return {name: list(enumerate(text.splitlines(), start=1)) for name, text in texts.items()}


def logs_of(release: Path) -> Logs:
    """Return the logs that are in the store of a release."""
    found = Logs()
    with closing(sqlite3.connect(f"file:{release}?immutable=1", uri=True)) as database:
        rows = database.execute("SELECT place, number, body FROM event ORDER BY place, number")
        for id, number, text in rows:
            found.setdefault(id, []).append((number, text))
    return found


# --- written


@cache
def _models() -> Path:
    """Write a file for each schema, once: it takes longer than to copy them."""
    folder = Path(tempfile.mkdtemp(prefix="hashi-older-"))
    atexit.register(shutil.rmtree, folder)
    for version in range(1, len(MIGRATIONS) + 1):
        with closing(SqliteDatabase(folder / f"{version}.sqlite", 1.0)) as database:
            write(database, version)
    return folder


def write_files(folder: Path) -> str:
    """Write a file for each; return their paths, as a place."""
    places = [str(shutil.copy(path, folder / f"{path.parent.name}.sqlite")) for path in STORES]
    places += [str(shutil.copy(path, folder)) for path in sorted(_models().iterdir())]
    return json.dumps(places)


@cache
def _model_schemas(postgres: Cluster) -> list[str]:
    """Write a database with a schema for some versions, once; return their names.

    The first one has all later migrations before it, in one transaction.
    """
    names = {version: f"v{version}" for version in (1, len(MIGRATIONS) - 1, len(MIGRATIONS))}
    _run(postgres.address(), f"CREATE DATABASE {MODEL}")
    for version, name in names.items():
        place = _in_database(postgres.address(name), MODEL)
        _run(place, f"CREATE SCHEMA {name}")
        with closing(PostgresEngine(place).connect()) as database:
            write(database, version)
    return list(names.values())


def write_schemas(postgres: Cluster) -> str:
    """Write a schema of PostgreSQL for each of these, instead of those written before; return their
    addresses, as a place."""
    names = _model_schemas(postgres)
    _run(
        postgres.address(),
        f"DROP DATABASE IF EXISTS {COPY} WITH (FORCE)",
        f"CREATE DATABASE {COPY} TEMPLATE {MODEL}",
    )
    return json.dumps([_in_database(postgres.address(name), COPY) for name in names])


def _in_database(address: str, name: str) -> str:
    return address.replace("/postgres?", f"/{name}?")


def _run(place: str, *statements: str) -> None:
    with closing(psycopg.connect(place, autocommit=True)) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def write(database: Database, version: int) -> None:
    """Write a store as it was after so many migrations, with nothing beside its logs."""
    migrate(database, MIGRATIONS[:version])
    rows = [(id, number, text) for id, entries in logs().items() for number, text in entries]
    database.run_many("INSERT INTO event VALUES (?, ?, ?)", rows)


# --- brought up to date


def upgrade(place: str, said: Sequence[str], say: Say) -> None:
    """Bring all stores up to date of which nobody has said that they are."""
    for each in json.loads(place):
        if f"done {each}" not in said:
            _upgrade(each)
            say(f"done {each}")


def _upgrade(place: str) -> None:
    """Bring a store up to date; where that fails, go on from where it was left off."""
    for tried in range(1, TRIES + 1):
        try:
            with closing(open_store(place)) as store:
                list(bring_up_to_date(store))
                return
        except FAILURES:
            if tried == TRIES:
                raise


def losses(place: str, said: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the logs that are not as they were, and what is wrong with the stores."""
    lost, wrong = list[str](), list[str]()
    releases = {f"{path.parent.name}.sqlite": path for path in STORES}
    for each in json.loads(place):
        name = Path(each).name
        told = logs_of(releases[name]) if name in releases else logs()
        with closing(open_store(each)) as store:
            kept = {id: store.read(id) for id, _ in store.contents()}
            if f"done {each}" not in said or outdated_after(store) is not None:
                wrong.append(f"{name} is not up to date")
            wrong += [f"{name}: {id}: {fault.what}" for id, fault in check(store) if fault]
        lost += [f"log of {id} in {name}" for id in told if told[id] != kept.get(id)]
        wrong += [f"{name}: {id} is new" for id in kept.keys() - told.keys()]
    return lost, wrong

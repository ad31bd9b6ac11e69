"""Where tables are kept, as `--data` says: a file, or the address of a PostgreSQL database."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.folders import data_folder
from hashi.words import N_, shown
from hashi.words.display import LONGEST_PATH

if TYPE_CHECKING:
    from hashi.host.store.sql import SqlStore

DATA_IS_FOLDER = N_("{file} is a folder. Choose a file in it with --data.")
NO_DATA_FILE = N_("There’s no file {file} with tables.")
NO_DATA_FOLDER = N_("There’s no folder {folder}. Create it, or choose another file with --data.")
DATA_DENIED = N_("Tables can’t be kept in {file}: {error}")
DATA_DAMAGED = N_(
    "{file} isn’t a file with tables, or it’s damaged ({error}). Restore a copy, "
    "or choose another file with --data."
)
DATA_IN_USE = N_(
    "Another server is already using {file}. Stop it first, or choose another file with --data."
)
DATA_TOO_NEW = N_(
    "{file} was written by a newer version of HASHI. Install that version, or choose another "
    "file with --data."
)
NO_DRIVER = N_("Tables in PostgreSQL need another package. Install it with: {command}")
NO_DATABASE = N_("The database can’t be used: {error}")


class CannotStart(Exception):
    """Why a command cannot start: a sentence of the catalogues and its arguments."""

    def __init__(self, sentence: str, **details: str | int) -> None:
        super().__init__(sentence, details)
        self.sentence = sentence
        self.details = {name: shown(value, LONGEST_PATH) for name, value in details.items()}


@contextlib.contextmanager
def opened_store(given: str | None, *, is_read: bool = False) -> Iterator[SqlStore]:
    """Open the store for as long as the context lasts; raise CannotStart where it is unusable.

    One program at a time writes to a file; others may read it meanwhile, with `is_read`. A database
    may be used by several.
    """
    from hashi.host.store.address import is_address

    with contextlib.ExitStack() as stack:
        if given is not None and is_address(given):
            store = _opened_database(given)
        else:
            path = _data_file(given)
            if not is_read:
                stack.enter_context(owning(given))
            elif not path.exists():
                raise CannotStart(NO_DATA_FILE, file=str(path))
            store = _opened_file(path)
        with contextlib.closing(store):
            yield store


def _opened_database(address: str) -> SqlStore:
    from hashi.extras import DISTRIBUTION
    from hashi.host.store.protocol import TooNew

    try:
        from hashi.host.store.postgres.store import PostgresEngine, PostgresStore
    except ImportError:
        command = f"python -m pip install '{DISTRIBUTION}[postgres]'"
        raise CannotStart(NO_DRIVER, command=command) from None
    try:
        return PostgresStore(address)
    except TooNew:
        raise CannotStart(DATA_TOO_NEW, file="PostgreSQL") from None
    except PostgresEngine.FAILURES as error:
        reason = " ".join(str(error).split())  # several lines, and never the password
        raise CannotStart(NO_DATABASE, error=reason) from None


# --- a file


def shown_data(given: str | None) -> str:
    """Return how to name the store in a command; the address of a database may hold a password."""
    from hashi.host.store.address import is_address

    return "DATABASE" if given is not None and is_address(given) else str(_data_file(given))


def _data_file(given: str | None) -> Path:
    """Return the file of the tables; the user's own data folder is made where it is missing."""
    if given is not None:
        return Path(given)
    path = data_folder(os.environ) / "tables.sqlite"
    with contextlib.suppress(OSError):  # said when the file cannot be opened
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextlib.contextmanager
def owning(given: str | None) -> Iterator[None]:
    """Own the file of the tables; raise CannotStart where another server does.

    A database belongs to nobody alone.
    """
    from hashi.host.store.address import is_address
    from hashi.host.store.file_lock import FileInUse, owning

    if given is not None and is_address(given):
        yield
        return
    path = _data_file(given)
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(owning(path))
        except FileInUse:
            raise CannotStart(DATA_IN_USE, file=str(path)) from None
        except (OSError, ValueError):
            pass  # what is wrong with the file is said when the file is opened
        yield


def _opened_file(path: Path) -> SqlStore:
    from hashi.host.store.protocol import StoreDown, TooNew
    from hashi.host.store.sqlite import SqliteStore

    try:
        if path.is_dir():
            raise CannotStart(DATA_IS_FOLDER, file=str(path))
        if not path.parent.is_dir():
            raise CannotStart(NO_DATA_FOLDER, folder=str(path.parent))
        path.touch(mode=0o600)  # it holds the cards to come: nobody else may read it
        _check_writable(path)
        return SqliteStore(path)
    except TooNew:
        raise CannotStart(DATA_TOO_NEW, file=str(path)) from None
    except (OSError, ValueError) as error:
        raise CannotStart(DATA_DENIED, file=str(path), error=str(error)) from None
    except (sqlite3.Error, StoreDown) as error:
        is_damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(
            error, sqlite3.OperationalError
        )
        sentence = DATA_DAMAGED if is_damaged else DATA_DENIED
        raise CannotStart(sentence, file=str(path), error=str(error)) from None


def _check_writable(path: Path) -> None:
    """Raise sqlite3.Error where the file is no database, or none that can be written."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("ROLLBACK")

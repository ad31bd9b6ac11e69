"""`hashi serve`: the game in a browser, for this machine or for a club."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.cli import options
from hashi.rules import Flaw, Malformed
from hashi.words import N_, Words, shown
from hashi.words.display import LONGEST_PATH

if TYPE_CHECKING:
    from hashi.table import SqliteStore

LARGEST_PORT = 65_535

NO_PORT = N_("The port must be a whole number from 0 to {most}, not {given}.")
NO_ADDRESS = N_(
    "This computer doesn’t have the address {host}. Use 127.0.0.1 for this "
    "computer only, or 0.0.0.0 for everyone on your network."
)
PORT_IN_USE = N_(
    "Port {port} is already in use. Choose another one with --port, or stop the "
    "program that’s using it."
)
PORT_DENIED = N_("You’re not allowed to use port {port}. Choose one above 1023 with --port.")
CANNOT_LISTEN = N_("The server can’t listen on {host}, port {port}: {error}")
DATA_IS_FOLDER = N_("{file} is a folder. Choose a file in it with --data.")
NO_DATA_FOLDER = N_("There’s no folder {folder}. Create it, or choose another file with --data.")
DATA_DENIED = N_("Tables can’t be kept in {file}: {error}")
DATA_DAMAGED = N_(
    "{file} isn’t a file with tables, or it’s damaged ({error}). Restore a copy, "
    "or choose another file with --data."
)

HELP = N_("play in a browser, solo or with friends")
DESCRIPTION = N_(
    "Runs the game for browsers. Tables are kept in one file; with --host 0.0.0.0 "
    "everyone on your network can play."
)
EXAMPLE = "hashi serve --host 0.0.0.0 --port 8000"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar=say("ADDRESS"),
        help=say("address to listen on (default: 127.0.0.1)"),
    )
    parser.add_argument(
        "--port",
        default="8000",
        metavar=say("PORT"),
        help=say("port to listen on; 0 takes any (default: 8000)"),
    )
    parser.add_argument(
        "--data", metavar=say("FILE"), help=say("where tables are kept (default: your data folder)")
    )
    parser.add_argument(
        "--rate",
        default="20",
        metavar=say("NUMBER"),
        help=say("how many writes per second one address may send; 0 for no limit (default: 20)"),
    )
    parser.add_argument("--open", action="store_true", help=say("open the page in your browser"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    """Serve until the process is interrupted.

    The exit status is 0 after that, 2 where the server could not start; docs/server.md lists why.
    """
    try:
        port, rate = _port(arguments.port), _rate(arguments.rate)
        listener = _listen(arguments.host, port)
        with listener, _open_store(_data_file(arguments.data)) as store:
            _serve(store, listener, _address(arguments.host, listener), rate, arguments, words)
    except CannotStart as problem:
        print(words.say(problem.sentence, **problem.details), file=sys.stderr)
        return 2
    except Malformed as malformed:
        return options.fail(words, malformed)
    return 0


def _serve(
    store: SqliteStore,
    listener: socket.socket,
    address: str,
    rate: int,
    arguments: argparse.Namespace,
    words: Words,
) -> None:
    import uvicorn

    from hashi.server.app import create_app
    from hashi.server.uvicorn_server import UvicornServer

    def say_where() -> None:
        print(
            words.say("HASHI is running at {address} (press Ctrl+C to stop)", address=address),
            flush=True,
        )
        if arguments.open:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = create_app(store, rate=rate)
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
    )
    # tables are many small, long-lived objects, and bots and the store have threads of their own:
    # collecting seldom and switching often keeps answers quick
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(0.001)
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        UvicornServer(config, app, say_where).run(sockets=[listener])


class CannotStart(Exception):
    """Why the server cannot start: a sentence of the catalogues and its arguments."""

    def __init__(self, sentence: str, **details: str | int) -> None:
        super().__init__(sentence, details)
        self.sentence = sentence
        self.details = {name: shown(value, LONGEST_PATH) for name, value in details.items()}


# --- where it listens


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address; `::` takes IPv4 as well where it can."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, *_, place = found[0]
        is_dual = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server(place, family=family, dualstack_ipv6=is_dual)
    except (socket.gaierror, UnicodeError):
        raise CannotStart(NO_ADDRESS, host=host) from None
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotStart(NO_ADDRESS, host=host) from None
        sentence = {errno.EADDRINUSE: PORT_IN_USE, errno.EACCES: PORT_DENIED}
        raise CannotStart(
            sentence.get(error.errno or 0, CANNOT_LISTEN), host=host, port=port, error=str(error)
        ) from None


def _address(host: str, listener: socket.socket) -> str:
    """Return the address for a browser on this machine."""
    is_everywhere = host in ("", "127.0.0.1", "0.0.0.0", "::")  # noqa: S104, what people type
    name = "localhost" if is_everywhere else f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}/"


# --- where tables are kept


def _data_file(given: str | None) -> Path:
    """Return the file of the tables; the user's own data folder is made where it is missing."""
    if given is not None:
        return Path(given)
    path = options.data_folder(os.environ) / "tables.sqlite"
    with contextlib.suppress(OSError):  # said when the file cannot be opened
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextlib.contextmanager
def _open_store(path: Path) -> Iterator[SqliteStore]:
    """Open the store for as long as the context lasts; raise CannotStart where it is unusable."""
    from hashi.table.store import SqliteStore, StoreDown

    try:
        if path.is_dir():
            raise CannotStart(DATA_IS_FOLDER, file=str(path))
        if not path.parent.is_dir():
            raise CannotStart(NO_DATA_FOLDER, folder=str(path.parent))
        path.touch(mode=0o600)  # it holds the cards to come: nobody else may read it
        _check_writable(path)
        store = SqliteStore(path)
    except (OSError, ValueError) as error:
        raise CannotStart(DATA_DENIED, file=str(path), error=str(error)) from None
    except (sqlite3.Error, StoreDown) as error:
        is_damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(
            error, sqlite3.OperationalError
        )
        sentence = DATA_DAMAGED if is_damaged else DATA_DENIED
        raise CannotStart(sentence, file=str(path), error=str(error)) from None
    with contextlib.closing(store):
        yield store


def _check_writable(path: Path) -> None:
    """Raise sqlite3.Error where the file is no database, or none that can be written."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("ROLLBACK")


# --- numbers


def _port(given: str) -> int:
    port = _whole(given)
    if port is None or port > LARGEST_PORT:
        raise CannotStart(NO_PORT, given=given, most=LARGEST_PORT)
    return port


def _rate(given: str) -> int:
    rate = _whole(given)
    if rate is None:
        raise Malformed(Flaw.KIND, field="--rate", expected="number", given=given)
    return rate


def _whole(given: str) -> int | None:
    """Return the whole number of an option, None where it is none."""
    is_whole = given.isascii() and given.isdecimal() and len(given) < 6
    return int(given) if is_whole else None

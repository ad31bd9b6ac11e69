"""`hashi serve`: the game in a browser, for this machine or for a club."""

from __future__ import annotations

import argparse
import contextlib
import gc
import ipaddress
import logging
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.cli.parts.data_store import CannotStart, opened_store
from hashi.cli.parts.exit_status import UNREADABLE
from hashi.cli.parts.listener import listening
from hashi.cli.parts.prefix import site_prefix
from hashi.cli.parts.push_options import add_push, push_settings
from hashi.cli.parts.site import ServedSite
from hashi.rules import Malformed
from hashi.whole_numbers import whole_number
from hashi.words import N_, Words

if TYPE_CHECKING:
    from hashi.host import Store
    from hashi.server.network.reach import ServerReach
    from hashi.server.push.settings import PushSettings

LARGEST_PORT = 65_535

NO_PORT = N_("The port must be a whole number from 0 to {most}, not {given}.")
NO_WORKERS = N_(
    "Several workers need a database, since only one program at a time can write to a file. "
    "Use --data postgresql://user@host/name."
)
NO_LIMIT = N_("{given} isn’t a limit. Write NAME=NUMBER with one of these names: {names}.")
NO_PROXY = N_("{given} isn’t the address of a proxy. Write one such as 127.0.0.1 or 10.0.0.0/8.")

NO_WATCHER = N_("{given} isn’t an address or a network. Write one such as 10.0.0.7 or 10.0.0.0/8.")

STOP_TIME = 10
"""Seconds, at most, for requests that have begun when the server is to end."""
MOST_FILES, OWN_FILES = 65_536, 100
"""Open files that the server asks the system for, and how many of them are not connections."""

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
    options.add_data(parser, words)
    parser.add_argument(
        "--rate",
        default="20",
        metavar=say("NUMBER"),
        help=say("how many writes per second one address may send; 0 for no limit (default: 20)"),
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar=say("NAME=NUMBER"),
        help=say("another limit on what one address may use; docs/server.md lists them all"),
    )
    parser.add_argument(
        "--jobs",
        default="0",
        metavar=say("NUMBER"),
        help=say(
            "how many bots think at once; 0 for one fewer than the number of cores (default: 0)"
        ),
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar=say("ADDRESS"),
        help=say("address of a reverse proxy whose forwarded headers are trusted"),
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar=say("NAME"),
        help=say("host name to answer to; otherwise any"),
    )
    parser.add_argument(
        "--prefix",
        default="",
        metavar=say("PATH"),
        help=say("path the site is served under, such as /hashi"),
    )
    options.add_expiry(parser, words)
    parser.add_argument(
        "--workers",
        default="1",
        metavar=say("NUMBER"),
        help=say("how many processes serve; more than one needs a database (default: 1)"),
    )
    parser.add_argument(
        "--metrics",
        action="append",
        default=[],
        metavar=say("ADDRESS"),
        help=say("address or network that may read /metrics, besides this computer"),
    )
    parser.add_argument(
        "--metrics-port",
        metavar=say("PORT"),
        help=say("port of this computer for /metrics alone (default: beside the pages)"),
    )
    parser.add_argument(
        "--open-tables",
        action="store_true",
        help=say("let tables be listed on the home page for anyone to join"),
    )
    add_push(parser, words)
    parser.add_argument(
        "--json-log", action="store_true", help=say("write the log as JSON, with every request")
    )
    parser.add_argument("--open", action="store_true", help=say("open the page in your browser"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    """Serve until the process is interrupted.

    The exit status is 0 after that, 2 where the server could not start; docs/server.md lists why.
    """
    out, err = _voices(arguments)
    try:
        port = _port(arguments.port)
        settings = Settings.of(arguments)
        with listening(arguments.host, port) as listener:
            site = ServedSite(words, arguments.host, listener, settings.prefix, out)
            reach = _reach(listener, settings, site.say_change)
            say_where = partial(_say_where, site, reach, settings)
            with _metrics_listener(settings) as metrics:
                if settings.workers > 1:
                    return _serve_by_workers(listener, metrics, settings, say_where)
                with opened_store(settings.data) as store:
                    _serve(store, listener, metrics, settings, reach, say_where)
    except CannotStart as problem:
        err(words.say(problem.sentence, **problem.details))
        return UNREADABLE
    except Malformed as malformed:
        err(options.message(words, malformed))
        return options.status(malformed)
    return 0


def _voices(arguments: argparse.Namespace) -> tuple[Callable[[str], None], Callable[[str], None]]:
    """Return what says a sentence, and what says why the command ends: lines of text, or the log
    where all of it is JSON."""
    if not arguments.json_log:
        return (lambda text: print(text, flush=True)), (lambda text: print(text, file=sys.stderr))
    from hashi.server.operation.json_log import SERVE, log_as_json

    log_as_json()
    log = logging.getLogger(SERVE)
    return log.info, log.error


def _reach(
    listener: socket.socket,
    settings: Settings,
    on_change: Callable[[Sequence[str]], None] = lambda _: None,
) -> ServerReach:
    """Return how others reach the server."""
    from hashi.server.network.reach import ServerReach

    return ServerReach(
        listener,
        names=settings.names,
        has_proxy=bool(settings.proxies),
        is_alone=settings.workers == 1,
        on_change=on_change,
    )


def _say_where(site: ServedSite, reach: ServerReach, settings: Settings) -> None:
    site.say_where(reach)
    if settings.is_opened:
        threading.Thread(target=webbrowser.open, args=(site.address,), daemon=True).start()


def _serve_by_workers(
    listener: socket.socket,
    metrics: socket.socket | None,
    settings: Settings,
    say_where: Callable[[], None],
) -> int:
    """Serve by several processes; the store is tried, and brought up to date, before they start."""
    from hashi.cli.parts.workers import ServerProcesses
    from hashi.host.store.address import is_address

    if not is_address(settings.data or ""):
        raise CannotStart(NO_WORKERS)
    with opened_store(settings.data):
        pass
    with tempfile.TemporaryDirectory(prefix="hashi-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # where the workers add up what they count
        workers = ServerProcesses(
            partial(_work, settings, metrics), listener, settings.workers, STOP_TIME + 5
        )
        return 0 if workers.run(say_where) else 2


def _work(
    settings: Settings,
    metrics: socket.socket | None,
    listener: socket.socket,
    on_ready: Callable[[], None],
) -> None:
    """Serve in one of several processes."""
    with opened_store(settings.data) as store:
        _serve(store, listener, metrics, settings, _reach(listener, settings), on_ready)


def _serve(
    store: Store,
    listener: socket.socket,
    metrics: socket.socket | None,
    settings: Settings,
    reach: ServerReach,
    on_ready: Callable[[], None],
) -> None:
    gc.disable()  # nearly all that is made until the server answers stays

    import uvicorn
    from uvicorn.config import LOGGING_CONFIG

    from hashi.host.expiry import Expiry
    from hashi.server.app import create_app
    from hashi.server.limits.gates import Gates, Limits, Quota
    from hashi.server.limits.work import Work
    from hashi.server.operation.json_log import log_as_json
    from hashi.server.operation.log_limit import limit_log
    from hashi.server.page_templates import prepare
    from hashi.server.protocols.http import limited_protocol
    from hashi.server.protocols.socket import piecewise_protocol
    from hashi.server.protocols.uvicorn_server import UvicornServer

    gates = Gates(Limits(**settings.limits), settings.rate)
    work = Work(gates.limits.work)
    app = create_app(
        store,
        gates=gates,
        work=work,
        hosts=settings.names,
        jobs=settings.jobs_of_each,
        expiry=Expiry(settings.lobby_days, settings.unplayed_days),
        watchers=settings.watchers,
        proxies=settings.proxies,
        metrics_listener=metrics,
        prefix=settings.prefix,
        open_tables=settings.has_open_tables,
        push=settings.push,
        reach=reach,
    )
    if settings.is_logged_as_json:
        log_as_json()
    config = uvicorn.Config(
        app,
        http=limited_protocol(gates.connections, Quota(_descriptors()), settings.proxies),
        ws=piecewise_protocol(work),
        proxy_headers=False,  # limits/forwarded.py reads them
        timeout_graceful_shutdown=STOP_TIME,
        log_config=None if settings.is_logged_as_json else LOGGING_CONFIG,
        log_level="error",
        access_log=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
    )
    limit_log()
    prepare()
    # tables are many small, long-lived objects, and bots and the store have threads of their own:
    # collecting old objects seldom, young ones a few at a time, and switching often keeps answers
    # quick
    gc.freeze()
    gc.enable()
    gc.set_threshold(5_000, 10, 2_000)
    sys.setswitchinterval(0.001)
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        UvicornServer(config, app, on_ready).run(sockets=[listener])


def _descriptors() -> int:
    """Return how many connections there may be in all: as many as the system has files for.

    The rest is for the store, bots and what is written to the log.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 0
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, most - OWN_FILES)


@dataclass(frozen=True)
class Settings:
    """The options of the command, read."""

    data: str | None
    workers: int
    rate: int
    limits: dict[str, int]
    jobs: int
    proxies: tuple[str, ...]
    names: tuple[str, ...]
    prefix: str
    lobby_days: int
    unplayed_days: int
    watchers: tuple[str, ...]
    metrics_port: int | None
    has_open_tables: bool
    push: PushSettings | None
    is_logged_as_json: bool
    is_opened: bool

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Settings:
        """Read the options; raise Malformed or CannotStart where one does not fit."""
        return cls(
            arguments.data,
            options.number("--workers", arguments.workers),
            options.number("--rate", arguments.rate),
            dict(_limit(given) for given in arguments.limit),
            options.number("--jobs", arguments.jobs),
            tuple(_network(given, NO_PROXY) for given in arguments.proxy),
            tuple(arguments.name),
            site_prefix(arguments.prefix),
            *options.expiry_days(arguments),
            tuple(_network(given, NO_WATCHER) for given in arguments.metrics),
            None if arguments.metrics_port is None else _port(arguments.metrics_port),
            arguments.open_tables,
            push_settings(arguments),
            arguments.json_log,
            arguments.open,
        )

    @property
    def jobs_of_each(self) -> int:
        """How many bots think at once in each worker; 0 for one per core but one."""
        if self.workers == 1:
            return self.jobs
        from hashi.arrays.cores import cores

        return max(1, (self.jobs or cores() - 1) // self.workers)


# --- where it listens


@contextlib.contextmanager
def _metrics_listener(settings: Settings) -> Iterator[socket.socket | None]:
    """Yield the socket for the metrics, None for none of their own; other machines reach it where
    some of them may read the metrics."""
    if settings.metrics_port is None:
        yield None
    else:
        with listening("" if settings.watchers else "127.0.0.1", settings.metrics_port) as listener:
            yield listener


# --- numbers


def _port(given: str) -> int:
    port = whole_number(given)
    if port is None or port > LARGEST_PORT:
        raise CannotStart(NO_PORT, given=given, most=LARGEST_PORT)
    return port


def _limit(given: str) -> tuple[str, int]:
    """Return the name and the number of a limit."""
    from hashi.server.limits.gates import Limits

    name, _, number = given.partition("=")
    if name not in Limits.names():
        raise CannotStart(NO_LIMIT, given=given, names=", ".join(Limits.names()))
    return name, options.number(f"--limit {name}", number)


def _network(given: str, refusal: str) -> str:
    """Return an address or a network as it was given, or raise CannotStart with this sentence."""
    try:
        ipaddress.ip_network(given)
    except ValueError:
        raise CannotStart(refusal, given=given) from None
    return given

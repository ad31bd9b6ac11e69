"""`hashi serve`: the game in a browser, for this machine or for a club."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from hashi.cli import options
from hashi.rules import Flaw, Malformed
from hashi.rules.malformed import unreadable
from hashi.words import N_, Words

HELP = N_("play in a browser, alone or with friends")
DESCRIPTION = N_(
    "Serves the game to browsers. Tables are kept in one file; with --host 0.0.0.0 everybody in "
    "your network can play."
)
EXAMPLE = "hashi serve --host 0.0.0.0 --port 8000"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--host", default="127.0.0.1", metavar=say("ADDRESS"), help=say("address to listen on")
    )
    parser.add_argument(
        "--port", default="8000", metavar=say("PORT"), help=say("port to listen on; 0 takes any")
    )
    parser.add_argument(
        "--data", metavar=say("FILE"), help=say("where tables are kept; otherwise your data folder")
    )
    parser.add_argument(
        "--rate",
        default="20",
        metavar=say("NUMBER"),
        help=say("how many writes a second one address may send; 0 for no limit (default: 20)"),
    )
    parser.add_argument("--open", action="store_true", help=say("open the page in your browser"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    import uvicorn

    from hashi.server.app import create_app
    from hashi.server.uvicorn_server import UvicornServer

    path = (
        Path(arguments.data)
        if arguments.data
        else options.data_folder(os.environ) / "tables.sqlite"
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        port, rate = _whole("--port", arguments.port), _whole("--rate", arguments.rate)
        listener = socket.create_server((arguments.host, port))
    except OSError as error:
        place = str(path.parent) if error.filename else f"{arguments.host}:{arguments.port}"
        return options.fail(words, unreadable(error).at(file=place))
    except Malformed as malformed:
        return options.fail(words, malformed)
    anywhere = ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104, what people type
    shown_host = "localhost" if arguments.host in anywhere else arguments.host
    address = f"http://{shown_host}:{listener.getsockname()[1]}/"
    print(words.say("HASHI is at {address} (Ctrl+C ends it)", address=address), flush=True)
    if arguments.open:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    app = create_app(path, rate=rate)
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
        UvicornServer(config, app).run(sockets=[listener])
    return 0


def _whole(name: str, given: str) -> int:
    """The whole number of an option; ports and rates are small."""
    if not (given.isascii() and given.isdecimal() and len(given) < 6 and int(given) < 65_536):
        raise Malformed(Flaw.KIND, field=name, expected="number", given=given)
    return int(given)

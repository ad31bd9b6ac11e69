"""`hashi site`: the game as a folder of files for any web space, where browsers run it alone."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hashi.cli.parts import options
from hashi.cli.parts.data_store import CannotStart
from hashi.cli.parts.prefix import site_prefix
from hashi.folders import cache_folder
from hashi.words import N_, Words

if TYPE_CHECKING:
    from hashi.site.builder.folder import SiteFolder

NO_SERVER = N_("{given} isn’t the address of a server. Write one such as https://example.org.")
NOT_A_SITE = N_("{folder} isn’t empty and holds no site of this game. Choose another folder.")
DESCRIPTION = N_(
    "Writes the game as a folder of files for any web host. Browsers download it once and "
    "then play without a server and without a network; games stay in the browser."
)
EXAMPLE = "hashi site public --prefix /hashi"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "folder", metavar=say("FOLDER"), help=say("folder to write; what was there is replaced")
    )
    parser.add_argument(
        "--prefix",
        default="",
        metavar=say("PATH"),
        help=say("path the site is served under, such as /hashi"),
    )
    parser.add_argument(
        "--server",
        default="",
        metavar=say("URL"),
        help=say("address of a server for games with friends (default: none are offered)"),
    )
    parser.add_argument(
        "--serve", action="store_true", help=say("then serve the folder for this computer")
    )
    parser.add_argument(
        "--port",
        default="8000",
        metavar=say("PORT"),
        help=say("port to serve at; 0 takes any (default: 8000)"),
    )


def run(arguments: argparse.Namespace, words: Words) -> int:
    """Build a site; the exit status is 2 where that could not be."""
    from hashi.site.builder.folder import SiteFolder, build
    from hashi.site.builder.problem import CannotBuild

    try:
        folder = _folder(arguments.folder)
        prefix, server = site_prefix(arguments.prefix), _server(arguments.server)
        port = options.number("--port", arguments.port)
        site = SiteFolder(folder, prefix, server)
        built = build(site, cache_folder(os.environ) / "site")
    except (CannotBuild, CannotStart) as problem:
        print(words.say(problem.sentence, **problem.details), file=sys.stderr)
        return 2
    size = f"{built.first / 1e6:.1f}"
    said = words.say(
        "{count} files are in {folder}. A browser loads {size} MB before the game starts.",
        count=built.files,
        folder=str(folder),
        size=size,
    )
    print(said)
    if arguments.serve:
        _serve(site, port, words)
    return 0


def _serve(site: SiteFolder, port: int, words: Words) -> None:
    from hashi.site.builder.serving import site_server

    with site_server(site.folder, site.prefix, port) as server:
        address = f"http://localhost:{server.server_address[1]}{site.prefix}/"
        said = words.say("HASHI is running at {address} (press Ctrl+C to stop)", address=address)
        print(said, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


def _folder(given: str) -> Path:
    """Return a folder that may be replaced: none, an empty one, or a site."""
    folder = Path(given)
    is_other = folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))
    if is_other and not (folder / "service-worker.js").is_file():
        raise CannotStart(NOT_A_SITE, folder=given)
    return folder


def _server(given: str) -> str:
    """Return the address of a server without a slash at its end."""
    parts = urlsplit(given)
    is_address = parts.scheme in ("http", "https") and re.fullmatch(r"[\w.:\[\]-]+", parts.netloc)
    if given and not is_address:
        raise CannotStart(NO_SERVER, given=given)
    return given.rstrip("/")

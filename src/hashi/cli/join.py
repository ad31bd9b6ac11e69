"""`hashi join`: play in the terminal at a table of a running server."""

from __future__ import annotations

import argparse
import base64
import contextlib
import hashlib
import os
import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.cli.parts.exit_status import INTERRUPTED
from hashi.folders import data_folder
from hashi.rules import Malformed
from hashi.rules.game.name import check_name
from hashi.words import N_, Words, describe, shown, usual_name

if TYPE_CHECKING:
    from hashi.client.wire import Fields
    from hashi.terminal.console import Console
    from hashi.terminal.tables.remote_table import RemoteTable

DESCRIPTION = N_(
    "Takes a free seat at a table, given by the link that people share, and plays there with "
    "everyone else, whether they’re in a browser or a terminal. It reconnects if the connection "
    "is lost; the same command brings you back to your seat."
)
EXAMPLE = "hashi join http://localhost:8000/t/ID --name Ada"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument("url", metavar="URL", help=say("the table’s link, as it’s shared"))
    parser.add_argument(
        "--name", metavar=say("NAME"), help=say("your name at the table; otherwise you’re asked")
    )
    options.add_look(parser, words)
    options.add_plain(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.cli.parts.wire_errors import UNREACHED, no_address, unreached
    from hashi.client.wire import table_address
    from hashi.terminal.console import Closed

    address = table_address(arguments.url)
    if address is None:
        return no_address(words, arguments.url)
    try:
        if arguments.name is not None:
            check_name(arguments.name)
        console = options.console(arguments, words)
        _visit(console, address, arguments.name)
    except Malformed as malformed:
        return options.fail(words, malformed)
    except UNREACHED as problem:
        return unreached(words, arguments.url, problem)
    except Closed as closed:
        return INTERRUPTED if closed.is_interrupted else 0
    return 0


def _visit(console: Console, address: tuple[str, str], name: str | None) -> None:
    """Play at a table, and at those of the rematches that the person wants."""
    server, id = address
    while id:
        id = _visit_one(console, (server, id), name)


def _visit_one(console: Console, address: tuple[str, str], name: str | None) -> str:
    """Sit down, wait in the lobby and play; raise Closed where the person leaves before the end.

    Return the table at which they go on; empty for none.
    """
    from hashi.client.wire import Wire
    from hashi.table import Phase
    from hashi.terminal.company_news import tell_change, tell_reaction
    from hashi.terminal.console import Closed
    from hashi.terminal.front import play
    from hashi.terminal.lobby import tell_invitation, wait_in_lobby
    from hashi.terminal.tables.remote_table import RemoteTable

    server, id = address
    say = console.words.say

    lost = threading.Event()

    def on_lost(text: str) -> None:
        if not lost.is_set():
            lost.set()
            console.tell(shown(text, 500) or say("Connection lost. Reconnecting…"))

    def on_change(before: Fields, now: Fields) -> None:
        if lost.is_set():
            lost.clear()
            console.tell(say("Connected again."))
        tell_change(console, before, now)

    wire = Wire(server, id, console.words.language, on_lost, key=_key_for(server))
    table = RemoteTable(wire, on_change)
    wire.on_reaction = lambda told: tell_reaction(console, table.seats, told)
    try:
        _sit(console, table, name)
        table.feed.start()
        if table.phase is Phase.LOBBY:
            tell_invitation(console, wire.invitation(), f"{server}/t/{id}")
            wait_in_lobby(console, table)
        if not table.own:
            console.tell(
                say(
                    "The game has started without you. Watch it at {address}.",
                    address=f"{server}/t/{id}",
                )
            )
            return ""
        play(console, table, hints=table.options.help)
    except Closed:
        if table.phase is Phase.LOBBY:
            table.leave()
        else:
            console.tell(
                say(
                    "Your seat is kept. Type “{command}” to come back.",
                    command=f"hashi join {server}/t/{id}",
                )
            )
        raise
    finally:
        table.feed.stop()
    _tell_fairness(console, table)
    if table.phase is not Phase.OVER:
        return ""
    console.tell(say("The result is at {address}.", address=f"{server}/t/{id}"))
    return _next_table(console, table)


def _next_table(console: Console, table: RemoteTable) -> str:
    """Return the table of the rematch, where the person wants one with the same people."""
    from hashi.terminal.line_editor import is_keyboard
    from hashi.terminal.questions import ask_yes_or_no
    from hashi.terminal.tables.game_table import Declined

    say = console.words.say
    if len(table.seats) == 1 or not is_keyboard():
        return ""
    if not ask_yes_or_no(console, say("Another game together?"), usual=False):
        return ""
    try:
        table.ask("rematch")
    except Declined as declined:
        console.tell(declined.sentence)
        return ""
    return table.fields["next"] or ""


def _tell_fairness(console: Console, table: RemoteTable) -> None:
    """Tell whether the shares that were sent from here are in the shuffle."""
    say = console.words.say
    if not table.openings:
        return
    if table.is_fair:
        console.tell(say("The cards were fair: nobody could choose them."))
    else:
        console.tell(say("The cards weren’t fair: they don’t follow from the sealed shares."))
    for sent in table.openings.values():
        console.tell(say("Your share: {share}", share=sent.share))


def _sit(console: Console, table: RemoteTable, name: str | None) -> None:
    """Come back to the own seats, or take a new one."""
    own = [table.seats[seat]["name"] for seat in table.own]
    if own and name in (None, *own):
        table.play_as(name or "")
        return
    name = name or _asked_name(console)
    table.play_as(table.sit(name))


def _asked_name(console: Console) -> str:
    from hashi.terminal.questions import ask_line

    say = console.words.say

    def explain() -> None:
        console.tell(say("What’s your name? It’s shown to everyone at the table."))

    explain()
    while True:
        typed = ask_line(console, ">", explain) or usual_name(console.words)
        try:
            check_name(typed)
        except Malformed as malformed:
            console.tell(describe(console.words, malformed))
        else:
            return typed


def _key_for(server: str) -> str:
    """Return the key by which this server knows the person; no server learns another's key."""
    path = data_folder(os.environ) / "join-secret"
    secret = _secret(path)
    digest = hashlib.sha256(f"{secret}\n{server}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _secret(path: Path) -> str:
    """Return the secret of this device; it is made when it is first needed, whole or not at all."""
    made = path.with_name(f"{path.name}-{secrets.token_hex(4)}")
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(32))
            with contextlib.suppress(FileExistsError):  # another process was first
                os.link(made, path)
        return path.read_text()
    except OSError as error:
        raise options.unwritable(error, str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            made.unlink()

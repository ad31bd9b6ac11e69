"""The time before the game at a server's table: who is there, and who begins."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from hashi.table import Phase
from hashi.terminal.commands import is_quit
from hashi.terminal.console import Closed
from hashi.terminal.game_table import Declined
from hashi.terminal.vocabulary import recognise
from hashi.words import N_, player_name

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.remote_table import RemoteTable


class LobbyCommand(Enum):
    """What can be typed before the game, with its English word."""

    # Translators: a word that players type: begins the game.
    BEGIN = N_("begin")


def wait_in_lobby(console: Console, table: RemoteTable) -> None:
    """Tell who comes and goes until the game begins; raise Closed where the person leaves."""
    say = console.words.say
    told: list[str] = []
    _tell_help(console)
    while table.phase is Phase.LOBBY:
        seated = _seated(console, table)
        if seated != told:
            console.tell(say("At the table: {players}", players=", ".join(seated)))
            told = seated
        typed = table.wait(console)
        if typed:
            _obey(console, table, typed)


def tell_invitation(console: Console, invitation: tuple[list[str], str], address: str) -> None:
    """Tell how others come to the table, which has this address here."""
    say = console.words.say
    addresses, obstacle = invitation
    if addresses:
        console.tell(say("Others can join at {address}.", address=addresses[0]))
    elif obstacle == "closed":
        console.tell(
            say(
                "Only this computer can open the table. To let others in, open {address} in your "
                "browser and tap “{button}”.",
                address=address,
                button=say("Open to my home network"),
            )
        )


def _seated(console: Console, table: RemoteTable) -> list[str]:
    """Return the names of all seats; free ones are named as such."""
    free = console.words.say("free seat")
    names = [seat["name"] for seat in table.seats]
    return [player_name(console.words, name) if name else free for name in names]


def _obey(console: Console, table: RemoteTable, typed: str) -> None:
    if is_quit(console.words, typed):
        raise Closed
    if recognise(console.words, LobbyCommand, typed) is None:
        _tell_help(console)
        return
    try:
        table.ask("begin")
    except Declined as declined:
        console.tell(declined.sentence)


def _tell_help(console: Console) -> None:
    say = console.words.say
    console.tell(
        say(
            "Type “{begin}” to start the game once all the seats are taken, or “{quit}” to leave.",
            begin=say(LobbyCommand.BEGIN.value),
            quit=say("quit"),
        )
    )

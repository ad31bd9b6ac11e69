"""The time before the game at a server's table: who sits where, and who begins."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from hashi.bots import BOTS
from hashi.client.wire import Refused
from hashi.table import Phase
from hashi.table.requests.request import STAND_IN
from hashi.terminal.commands import is_quit
from hashi.terminal.console import Closed
from hashi.terminal.tables.game_table import Declined
from hashi.terminal.vocabulary import recognise
from hashi.whole_numbers import whole_number
from hashi.words import N_, bot_name, find_bot, player_name

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.tables.remote_table import RemoteTable


class LobbyCommand(Enum):
    """What can be typed before the game, with its English word."""

    # Translators: a word that players type: begins the game.
    BEGIN = N_("begin")
    # Translators: a word that players type: they are ready for the game to begin.
    OK = N_("ok")
    # Translators: a word that players type, with a name after it: changes their own name.
    NAME = N_("name")
    # Translators: a word that players type, with a number after it: moves to that seat.
    SEAT = N_("seat")
    # Translators: a word that players type, with a number after it: a bot takes that seat.
    BOT = N_("add")
    # Translators: a word that players type, with a number after it: empties that seat.
    FREE = N_("free")
    # Translators: a word that players type: takes a free seat again.
    SIT = N_("sit")
    # Translators: a word that players type: lists these words.
    HELP = N_("help")
    # Translators: a word that players type: leaves the game.
    QUIT = N_("quit")


EXPLAINED = {
    LobbyCommand.BEGIN: N_("starts the game; free seats close"),
    LobbyCommand.OK: N_("says that you’re ready to start, or not yet"),
    LobbyCommand.NAME: N_("changes your name, such as name Tim"),
    LobbyCommand.SEAT: N_("moves you to a free seat, such as seat 3"),
    LobbyCommand.BOT: N_("lets a bot take a seat, with its level if you like, such as add 3 2"),
    LobbyCommand.FREE: N_("removes a bot, or someone who has been away, such as free 3"),
    LobbyCommand.SIT: N_("takes a free seat, if yours was freed"),
    LobbyCommand.HELP: N_("shows this list"),
    LobbyCommand.QUIT: N_("leaves the table"),
}


def wait_in_lobby(console: Console, table: RemoteTable) -> None:
    """Tell who comes and goes until the game begins; raise Closed where the person leaves."""
    LobbyPrompt(console, table).wait()


class LobbyPrompt:
    """A person at a terminal, waiting for a game to begin."""

    def __init__(self, console: Console, table: RemoteTable) -> None:
        self._console, self._table = console, table
        self._words = console.words
        self._name = table.seats[table.own[0]]["name"] if table.own else ""
        self._told: tuple[list[str], list[str], bool] = ([], [], False)
        """What was told last: who sits where, who is ready, whether the own seat was freed."""

    def wait(self) -> None:
        """Obey what is typed until the game begins."""
        self._tell_start()
        while self._table.phase is Phase.LOBBY:
            self._tell_news()
            typed = self._table.wait(self._console)
            if typed:
                self._obey(typed)

    # --- what is told

    def _tell_news(self) -> None:
        say, seats = self._words.say, self._table.seats
        free = say("free seat")
        seated = [
            player_name(self._words, seat["name"]) if seat["name"] else free for seat in seats
        ]
        ready = [seat["name"] for seat in seats if seat.get("ready") and not seat["yours"]]
        is_freed = bool(self._table.fields.get("freed"))
        before_seated, before_ready, was_freed = self._told
        self._told = seated, ready, is_freed
        if seated != before_seated:
            self._console.tell(say("At the table: {players}", players=", ".join(seated)))
        for name in ready:
            if name not in before_ready:
                player = player_name(self._words, name)
                self._console.tell(say("{player} is ready to start.", player=player))
        if is_freed and not was_freed:
            self._tell_freed()

    def _tell_freed(self) -> None:
        say = self._words.say
        is_away = self._table.fields["freed"] == "away"
        self._console.tell(
            say("Your seat was freed because you were away.")
            if is_away
            else say("Your seat was freed.")
        )
        self._console.tell(
            say("Type “{command}” to sit down again.", command=say(LobbyCommand.SIT.value))
        )

    def _tell_start(self) -> None:
        say, begin, help = self._words.say, LobbyCommand.BEGIN, LobbyCommand.HELP
        words = {"begin": say(begin.value), "help": say(help.value)}
        if self._table.fields.get("starts", True):
            told = say(
                "Type “{begin}” to start the game, or “{help}” for everything else.", **words
            )
        else:
            told = say(
                "Whoever opened the table starts the game. Type “{help}” to see what you can do.",
                help=words["help"],
            )
        self._console.tell(told)

    def _tell_help(self) -> None:
        say = self._words.say
        self._tell_start()
        self._console.tell_pairs([(say(each.value), say(EXPLAINED[each])) for each in LobbyCommand])
        levels = [f"{n} {bot_name(self._words, bot)}" for n, bot in enumerate(BOTS, start=1)]
        self._console.tell(say("Levels of bots: {levels}", levels=", ".join(levels)))

    # --- what is typed

    def _obey(self, typed: str) -> None:
        if is_quit(self._words, typed):
            raise Closed
        first, _, rest = typed.strip().partition(" ")
        command = recognise(self._words, LobbyCommand, first)
        if command in (None, LobbyCommand.HELP) or not self._is_carried_out(command, rest.strip()):
            self._tell_help()

    def _is_carried_out(self, command: LobbyCommand | None, rest: str) -> bool:
        """Ask for what a command means; return False where something is missing."""
        numbers = [whole_number(part) for part in rest.split()]
        seat = numbers[0] - 1 if numbers and numbers[0] is not None else None
        match command:
            case LobbyCommand.BEGIN:
                self._ask("begin", close=True)
            case LobbyCommand.OK:
                for own in self._table.own:
                    self._ask("ready", seat=own, on=not self._table.seats[own].get("ready"))
            case LobbyCommand.SIT:
                self._sit()
            case LobbyCommand.NAME if rest and self._table.own:
                self._rename(rest)
            case LobbyCommand.SEAT if seat is not None and self._table.own:
                self._ask("move", seat=self._table.own[0], to=seat)
            case LobbyCommand.BOT if seat is not None:
                return self._is_seated(seat, rest.partition(" ")[2].strip())
            case LobbyCommand.FREE if seat is not None:
                self._ask("leave", seat=seat)
            case _:
                return False
        return True

    def _is_seated(self, seat: int, level: str) -> bool:
        """Let a bot take a seat; return False where there is no such level."""
        bot = find_bot(self._words, level) if level else STAND_IN
        if bot is None:
            return False
        self._ask("sit_bot", seat=seat, bot=bot, name="Bot")
        return True

    def _rename(self, name: str) -> None:
        seat = self._table.own[0]
        if self._ask("sit", seat=seat, name=name):
            self._name = self._table.seats[seat]["name"]
            self._table.play_as(self._name)

    def _sit(self) -> None:
        """Take a free seat, where the own one was freed."""
        if self._table.own:
            return
        try:
            self._name = self._table.sit(self._name)
        except Refused as refused:
            self._console.tell(refused.text)
        else:
            self._table.play_as(self._name)

    def _ask(self, do: str, **fields: object) -> bool:
        """Return whether a request was granted; tell why where it was not."""
        try:
            self._table.ask(do, **fields)
        except Declined as declined:
            self._console.tell(declined.sentence)
            return False
        return True


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

"""A bot at a table of a server: it takes a seat and plays until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hashi.arena.match import Failed, made, next_game, start_of, turn_of
from hashi.bots import Bot, Maker
from hashi.bots.crash import Crash
from hashi.client.shares import Shares
from hashi.client.wire import Fields, Refused, Wire
from hashi.record import from_fields
from hashi.rules import PASS, Game, Number, Played, PlayView, SeatView, Setup, Start, Turn, view
from hashi.table import Options
from hashi.table.timeout import plain_start

UNREADABLE = 422
"""The status of what the rules refuse or nobody can read."""


class NoSeat(Exception):
    """There is no seat for a bot: all are taken, its own was freed, or the game has begun."""

    def __init__(self, *, has_begun: bool, was_freed: bool = False) -> None:
        super().__init__(has_begun, was_freed)
        self.has_begun, self.was_freed = has_begun, was_freed


def game_of(table: Fields) -> Game:
    """Return the game of a table, as far as everyone may see it."""
    if table["record"] is not None:
        return from_fields(table["record"]).replay()
    options = Options.from_json(table["options"])
    names = tuple(seat["name"] for seat in table["seats"])
    setup = Setup(options.played_board(), options.played_deck(), names, options.pens)
    return Game.begin(setup)


def view_of(table: Fields, seat: int) -> SeatView:
    """Return what the seat may see when it has to act, from the answer of the server."""
    seen = view(game_of(table), seat)
    if table["record"] is not None:
        return seen
    return replace(seen, done=tuple(other["done"] for other in table["seats"]))


class Guest:
    """One seat at a table, taken for a bot."""

    def __init__(self, wire: Wire, make: Maker, on_failure: Callable[[Failed], None]) -> None:
        self._wire = wire
        self._make = make
        self._on_failure = on_failure
        self._bot: Bot | None = None
        self._shares = Shares()
        self.seat = -1
        self._thought: tuple[object, str] = (None, "")
        """The last answer of the bot, and the moment it was computed for."""

    def sit(self, name: str) -> None:
        """Take a free seat, or NoSeat."""
        table = self._wire.table()
        if table["phase"] != "lobby":
            raise NoSeat(has_begun=True)
        try:
            table = self._wire.ask("sit", name=name)
        except Refused as refused:
            if refused.code in ("table_full", "not_now"):
                raise NoSeat(has_begun=refused.code == "not_now") from None
            raise
        self.seat = next(at for at, seat in enumerate(table["seats"]) if seat["yours"])

    def leave(self) -> None:
        """Give the seat up, where the game has not begun."""
        self._wire.ask_once("leave", seat=self.seat)

    def play(self) -> Game:
        """Play to the end; the game as it ended."""
        known = 0
        for told in self._wire.follow():
            if told["number"] < known:  # we have seen more in an answer
                continue
            table = self._act(told)
            if table["phase"] in ("over", "closed"):
                return game_of(table)
            known = table["number"]
        raise AssertionError("a table is followed for ever")

    def _act(self, table: Fields) -> Fields:
        """Do all that the seat is to do now; the table after it.

        Before the game the seat may change places, or be freed for somebody else.
        """
        own = [at for at, seat in enumerate(table["seats"]) if seat["yours"]]
        if not own:
            raise NoSeat(has_begun=False, was_freed=True)
        self.seat = self.seat if self.seat in own else own[0]
        while (request := self._due(table)) is not None:
            try:
                table = self._wire.ask(seat=self.seat, **request)
            except Refused as refused:
                table = self._after_refusal(table, refused)
        return table

    def _due(self, table: Fields) -> dict[str, Any] | None:
        """What the seat is to ask for now, or None where it has to wait."""
        if sealed := self._shares.due(table, self.seat):
            return sealed
        own = table["seats"][self.seat]
        if table["phase"] in ("lobby", "over", "closed"):
            return None
        if own["kind"] == "bot":  # someone let another bot play while we were away
            return {"do": "give_back"}
        if own["done"]:
            return None
        if table["phase"] == "check":
            return {"do": "check"}
        wanted, drafted = self._wanted(table), table["drafts"][str(self.seat)]
        if wanted == drafted:
            if self._shares.must_seal(table, self.seat):
                return {"do": "seal"}
            opening = self._shares.opening(table, self.seat)
            return {"do": "done", "round": table["round"], **opening}
        if drafted != str(PASS):
            return {"do": "clear", "round": table["round"]}
        return {"do": "mark", "marks": wanted, "round": table["round"]}

    def _wanted(self, table: Fields) -> str:
        """The bot's start or turn in notation; computed once for each card and position."""
        moment = (table["phase"], table["round"], tuple(table["sheets"]))
        if self._thought[0] != moment:
            try:
                wanted = self._think(table)
            except Failed as failed:
                self._on_failure(failed)
                wanted = _skipped(table, self.seat)
            self._thought = moment, wanted
        return self._thought[1]

    def _think(self, table: Fields) -> str:
        game, seen = game_of(table), view_of(table, self.seat)
        bot = self._bot = self._bot or made(
            self._make, f"{self._wire.id} {self.seat}", game.setup.players[self.seat]
        )
        if not game.is_started:
            start = start_of(bot, seen)
            next_game(game, Start(self.seat, start))
            return _drafted(start)
        assert isinstance(seen, PlayView)  # a card lies face up
        turn = turn_of(bot, seen)
        next_game(game, Played(self.seat, turn))
        return str(turn)

    def _after_refusal(self, table: Fields, refused: Refused) -> Fields:
        """Return the table if it has changed meanwhile; otherwise skip the refused turn (R8)."""
        fresh = self._wire.table()
        if fresh["number"] != table["number"]:
            return fresh
        skipped = _skipped(table, self.seat)
        if refused.status != UNREADABLE or self._thought[1] == skipped:
            raise refused
        player = table["seats"][self.seat]["name"]
        self._on_failure(Failed(player, table["round"], Crash(refused.text)))
        self._thought = self._thought[0], skipped
        return fresh


def _drafted(start: Number) -> str:
    """A start as the draft of a seat shows it."""
    return str(Turn((start,)))


def _skipped(table: Fields, seat: int) -> str:
    """Return what is played for a bot that failed: a plain start, or no marks at all."""
    game = game_of(table)
    return str(PASS) if game.is_started else _drafted(plain_start(game.sheets[seat]))

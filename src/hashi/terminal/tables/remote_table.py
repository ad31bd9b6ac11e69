"""A table of a server as the terminal plays at it; others' doings arrive by a stream."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from hashi.client.shares import Opening, Shares
from hashi.client.wire import Fields, Lost, Refused, Stranger, Wire
from hashi.record import Record, from_fields, notation_for
from hashi.rules import PASS, Draft, Entry, Game, Pens, Setup
from hashi.rules.game.entries import Refereed
from hashi.rules.game.game import play
from hashi.table import Aid, Options, Phase
from hashi.terminal.company import Company
from hashi.terminal.console import Console
from hashi.terminal.tables.feed import Feed
from hashi.terminal.tables.game_table import Advice, Declined
from hashi.words import HINT_STEP_NAMES

TIMELESS = frozenset(
    {
        *("call", "check", "rewind", "begin", "give_back", "take_over"),
        *("agree", "decline", "resign", "rematch", "react"),
    }
)
"""Requests that are about no round."""


class RemoteTable:
    """One's own seats at a table. `feed` follows the table; `refresh` takes over what it heard.

    `on_change` is called by its thread with the table before and after.
    """

    def __init__(self, wire: Wire, on_change: Callable[[Fields, Fields], None]) -> None:
        self._wire = wire
        self._name = ""
        self._shares = Shares()
        self.fields = wire.table()
        """The state that is shown here: an answer of the API."""
        self.feed = Feed(wire, self.fields, on_change)
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None
        self._adopt(self.fields)

    # --- sitting down

    @property
    def seats(self) -> list[Fields]:
        seats: list[Fields] = self.fields["seats"]
        return seats

    def sit(self, name: str) -> str:
        """Take a free seat, and return the name there: one that nobody else at the table has.

        Raise Refused where there is no free seat.
        """
        before = _yours(self.seats)
        self._adopt(self._wire.ask("sit", name=name))
        taken = [self.seats[seat]["name"] for seat in _yours(self.seats) if seat not in before]
        return taken[0] if taken else name

    def play_as(self, name: str) -> None:
        """Play only the own seats of this name; the empty name stands for all."""
        self._name = name
        self._seal_shares()

    def leave(self) -> None:
        """Free the own seats where the game has not begun, without waiting long."""
        if self.phase is Phase.LOBBY:
            for seat in self.own:
                with contextlib.suppress(Refused, Lost, Stranger):
                    self._wire.ask_once("leave", seat=seat)

    # --- as a GameTable

    @property
    def phase(self) -> Phase:
        return Phase(self.fields["phase"])

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._entries

    @property
    def own(self) -> tuple[int, ...]:
        return tuple(n for n in _yours(self.seats) if self._name in ("", self.seats[n]["name"]))

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats) if not seat["done"])

    @property
    def options(self) -> Options:
        return Options.from_json(self.fields["options"])

    @property
    def company(self) -> Company | None:
        proposal, left = self.fields.get("proposal"), self.fields.get("time_left")
        passed = time.monotonic() - self.fields.get("heard", time.monotonic())
        return Company(
            proposal["number"] if proposal else 0, None if left is None else max(0.0, left - passed)
        )

    @property
    def may_rewind(self) -> bool:
        return self.options.may_rewind and not self.fields.get("daily")

    @property
    def may_hint(self) -> bool:
        fields = self.fields
        return self.options.may_hint and not (fields.get("daily") or fields.get("challenge"))

    @property
    def openings(self) -> Mapping[int, Opening]:
        """The shares of the shuffle that were sent from here, by seat."""
        return self._shares.opened

    @property
    def is_fair(self) -> bool:
        """Whether the finished game was shuffled with the shares that were sent from here."""
        return self._shares.are_kept(from_fields(self.fields["record"]))

    @property
    def hints(self) -> tuple[int, ...]:
        record = self.fields.get("record") or {}
        return tuple(record.get("hints", ()))

    @property
    def aid(self) -> Aid | None:
        aids = self.fields.get("aids", ())
        best = [aids[seat] for seat in self.game.winners or () if seat < len(aids)]
        return next((Aid(aid) for aid in best if aid), None)

    @property
    def record(self) -> Record:
        return from_fields(self.fields["record"])

    def draft(self, seat: int) -> Draft:
        game, typed = self.game, self.fields["drafts"][str(seat)]
        marks = notation_for(game.setup.board).turn(typed).marks
        return Draft(game.sheets[seat], game.card, marks, pens=game.setup.pens)

    def hint(self, seat: int) -> Advice:
        told = self._ask("hint", seat=seat)["hint"]
        turn = notation_for(self.game.setup.board).turn(told["turn"] or str(PASS))
        step, steps = told["step"], told.get("steps", list(HINT_STEP_NAMES))
        islands = tuple(told["islands"] or ())
        return Advice(step, len(steps), steps[step - 1], told["texts"][-1], islands, turn)

    def ask(self, do: str, **fields: Any) -> None:
        """Send a request; one about a turn is refused once its round is over."""
        self._ask(do, **fields)

    def _ask(self, do: str, **fields: Any) -> Fields:
        """Send a request and take over the table as it is then; return the whole answer."""
        if do not in TIMELESS and "round" in self.fields:
            fields["round"] = self.fields["round"]
        if do == "done":
            fields |= self._opening(fields["seat"])
        try:
            answer = self._wire.ask(do, **fields)
        except Refused as refused:
            self.refresh()
            raise Declined(refused.text) from None
        self.feed.hear(answer)
        self.refresh()
        return answer

    def refresh(self) -> None:
        """Show the newest state; take a seat back that a bot plays for somebody who was away."""
        heard = self.feed.newest
        if heard is not self.fields:
            self._adopt(heard)
        self._seal_shares()
        if self.phase in (Phase.LOBBY, Phase.OVER, Phase.CLOSED):
            return
        for seat in self.own:
            if self.seats[seat]["bot"]:
                with contextlib.suppress(Refused):  # it may be one's own again already
                    self._adopt(self._wire.ask("give_back", seat=seat))

    def _seal_shares(self) -> None:
        """Send the hashes of the own seats' shares of the shuffle."""
        for seat in self.own:
            if request := self._shares.due(self.fields, seat):
                with contextlib.suppress(Refused):  # somebody has just opened theirs
                    self._adopt(self._wire.ask(seat=seat, **request))

    def _opening(self, seat: int) -> dict[str, str]:
        """Return the share that goes with a start; the shuffle is sealed before it is opened."""
        if self._shares.must_seal(self.fields, seat):
            with contextlib.suppress(Refused):  # the clock has written the start
                self._adopt(self._wire.ask("seal", seat=seat))
        return self._shares.opening(self.fields, seat)

    def listen(self) -> None:
        self.feed.listen()

    def wait(self, console: Console) -> str | None:
        typed = console.editor.read_unless(self.feed.wake)
        if typed is None:
            self.feed.take_ring()
        self.refresh()
        return typed

    def _adopt(self, fields: Fields) -> None:
        self.fields = fields
        fields.setdefault("heard", time.monotonic())
        if self.phase is Phase.LOBBY:
            return
        options = self.options
        names = tuple(seat["name"] for seat in fields["seats"])
        setup = Setup(options.played_board(), options.played_deck(), names, options.pens)
        record = fields["record"]
        entries = tuple(from_fields(record).entries) if record is not None else ()
        if setup.pens is Pens.FREE and self.phase is not Phase.OVER:
            entries = tuple(entry for entry in entries if not isinstance(entry, Refereed))
        if self._game is None or entries != self._entries:
            self._game = reduce(play, entries, Game.begin(setup))
            self._entries = entries


def _yours(seats: list[Fields]) -> tuple[int, ...]:
    """Return the seats of this device, by whichever name."""
    return tuple(number for number, seat in enumerate(seats) if seat["yours"])

"""A game on this device: people around one keyboard, and bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hashi.host import StoreDown
from hashi.host.local_table import LocalTable, Thoughts
from hashi.record import Record
from hashi.rules import PASS, Draft, Entry, Game, view
from hashi.table import Aid, Objected, Objection, Phase, Result, draft_of
from hashi.terminal.company import Company
from hashi.terminal.console import Console
from hashi.terminal.tables.game_table import Advice, Declined
from hashi.words import Words
from hashi.words.objections import object_to


class LocalGame:
    """A table in a file. Every mark is saved before it is shown as made."""

    def __init__(
        self, words: Words, table: LocalTable, is_repeated: Callable[[str], bool] | None = None
    ) -> None:
        """Play at this table; `is_repeated` says of a finished game whether its date was played."""
        self._words = words
        self._table = table
        self._is_repeated = is_repeated
        self._thoughts: Thoughts | None = None

    @property
    def path(self) -> Path:
        """Where the game is saved."""
        return self._table.path

    @property
    def is_begun(self) -> bool:
        """Whether anybody here marked something that is worth keeping."""
        seats = zip(self._table.table.seats, self.game.starts, strict=True)
        return any(
            not who.is_bot and (who.marks.marks or start is not None) for who, start in seats
        )

    def close(self) -> None:
        """Close the saved game; one in which nothing was marked is removed."""
        if self.is_begun:
            self._table.close()
        else:
            self._table.discard()

    @property
    def daily(self) -> str:
        """The date whose board is played; empty for cards by chance."""
        return self._table.table.daily

    # --- as a GameTable

    @property
    def phase(self) -> Phase:
        return self._table.table.phase

    @property
    def game(self) -> Game:
        return self._table.table.played

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._table.table.entries

    @property
    def own(self) -> tuple[int, ...]:
        seats = enumerate(self._table.table.seats)
        return tuple(number for number, seat in seats if not seat.is_bot)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return self._table.table.waiting_for

    @property
    def company(self) -> Company | None:
        return None

    @property
    def may_rewind(self) -> bool:
        return self._table.table.may_rewind

    @property
    def may_hint(self) -> bool:
        return self._table.table.may_hint

    @property
    def hints(self) -> tuple[int, ...]:
        hints = self._table.table.hints
        return hints if any(hints) else ()

    @property
    def aid(self) -> Aid | None:
        if self.phase is not Phase.OVER:
            return None
        is_repeated = self._is_repeated is not None and self._is_repeated(self.daily)
        best = Result.of("", self._table.table).best_aid
        return best or (Aid.SAME_CARDS if is_repeated else None)

    @property
    def record(self) -> Record:
        return self._table.table.record

    def draft(self, seat: int) -> Draft:
        return draft_of(self._table.table, seat)

    def ask(self, do: str, **fields: object) -> None:
        try:
            self._table.ask(do, **fields)
        except Objected as objected:
            code = objected.objection.value
            raise Declined(object_to(self._words, code, objected.details)) from None
        except StoreDown as down:
            raise self._unsaved(down) from None

    def hint(self, seat: int) -> Advice:
        from hashi.coach import STEP_KEYS, TooLarge, hint, reveal

        table = self._table.table
        try:
            found = hint(view(table.played, seat)) if table.may_hint else None
        except TooLarge:
            raise Declined(object_to(self._words, Objection.TOO_LARGE.value, {})) from None
        if found is None or table.seats[seat].hint < len(found.steps):
            self.ask("hint", seat=seat)  # refuses where hints were not agreed
        assert found is not None
        shown = reveal(self._words, found, self._table.table.seats[seat].hint)
        islands = tuple(map(str, shown.islands or ()))
        name, turn = STEP_KEYS[shown.steps[shown.step - 1]], shown.turn or PASS
        return Advice(shown.step, len(shown.steps), name, shown.text, islands, turn)

    def listen(self) -> None:
        """Let the bots think that are to act."""
        self._thoughts = self._table.think()

    def refresh(self) -> None:
        """Let the bots do what they have thought of."""
        thoughts, self._thoughts = self._thoughts, None
        if thoughts is not None:
            try:
                self._table.play_bots(thoughts)
            except StoreDown as down:
                raise self._unsaved(down) from None

    def wait(self, console: Console) -> str | None:
        """Let the bots act that are to act."""
        del console
        self.listen()
        self.refresh()
        return None

    def _unsaved(self, down: StoreDown) -> Declined:
        return Declined(
            self._words.say(
                "This couldn’t be saved, so nothing has changed: {error}. Try again.", error=down
            )
        )

"""How a game ended: what a list of finished games shows, without replaying their logs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Self

from hashi.record import Record
from hashi.rules import Goal
from hashi.rules.game.scoring import has
from hashi.table.labels import code_of
from hashi.table.table import Table


class Aid(StrEnum):
    """What a player had that others did not: such a result has no rank and is nobody's best."""

    PRACTICE = "practice"
    """Rounds were played again, or a finished game was played on."""
    SAME_CARDS = "same cards"
    """The cards of an earlier game were played again."""
    HINTS = "hints"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of one game. A store keeps it beside the log, from which it follows."""

    id: str
    """The table."""
    at: float
    """When the game ended."""
    board: str
    """`A`, `B`, or the rows of a custom board."""
    players: tuple[str, ...]
    holders: tuple[str, ...]
    """Whom each seat belongs to; empty for a bot."""
    totals: tuple[int, ...]
    is_practised: bool = False
    bots: tuple[str, ...] = ()
    """Which bot each seat is, empty for a person; none in results of before 0.2.0."""
    daily: str = ""
    """The date whose board was played, empty for random cards."""
    is_repeated: bool = False
    """Whether the cards of an earlier game were played again."""
    challenge: str = ""
    """The code of the challenge that was taken up, if any."""
    hints: tuple[int, ...] = ()
    """How many steps of hints each seat was given; empty where nobody was."""
    resigned: tuple[int, ...] = ()
    """The seats whose people gave up."""
    goals: tuple[tuple[str, ...], ...] = ()
    """The goals that each seat reached; none in results of before 0.3.0."""

    @classmethod
    def of(cls, id: str, table: Table) -> Self:
        """Return the result of a table whose game is over."""
        return cls(
            id,
            table.since,
            table.options.board,
            table.played.setup.players,
            tuple(seat.holder for seat in table.seats),
            table.played.totals,
            table.is_practised,
            tuple("" if seat.holder else seat.bot for seat in table.seats),
            table.daily,
            bool(table.again) and not table.challenge,
            table.challenge,
            table.hints if any(table.hints) else (),
            tuple(seat for seat, who in enumerate(table.seats) if who.resigned is not None),
            tuple(
                tuple(goal.value for goal in Goal if has(ledger, goal))
                for ledger in table.played.ledgers
            ),
        )

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Return a stored result, None where it is damaged: the log has everything.

        What a later version has added is left out.
        """
        try:
            given = json.loads(text)
            get = given.get
            return cls(  # thousands are read for one page: without a loop over the fields
                given["id"],
                given["at"],
                given["board"],
                tuple(given["players"]),
                tuple(given["holders"]),
                tuple(given["totals"]),
                get("is_practised", False),
                tuple(get("bots", ())),
                get("daily", ""),
                get("is_repeated", False),
                get("challenge", ""),
                tuple(get("hints", ())),
                tuple(get("resigned", ())),
                tuple(map(tuple, get("goals", ()))),
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            return None

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @property
    def is_alone(self) -> bool:
        return len(self.players) == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points; several in a tie (R28)."""
        return tuple(seat for seat in range(len(self.totals)) if self.place(seat) == 1)

    def place(self, seat: int) -> int:
        """Return the place of a seat, 1 for the most points; equal points share a place."""
        return place(self.totals, seat)

    def aid(self, seat: int) -> Aid | None:
        """Return what this seat had that others did not; None for a result that counts."""
        if self.is_practised:
            return Aid.PRACTICE
        if self.is_repeated:
            return Aid.SAME_CARDS
        return Aid.HINTS if any(self.hints[seat : seat + 1]) else None

    def is_unaided(self, seat: int) -> bool:
        """Return whether the result of a seat counts for ranks, bests and places."""
        return self.aid(seat) is None

    @property
    def best_aid(self) -> Aid | None:
        """What those with the most points had, if any of them had an aid."""
        return next(filter(None, map(self.aid, self.winners)), None)

    def has_goal(self, seat: int, goal: Goal) -> bool:
        """Return whether a seat reached this goal."""
        return any(goal.value in reached for reached in self.goals[seat : seat + 1])

    def seats_of(self, holder: str) -> tuple[int, ...]:
        return tuple(s for s, each in enumerate(self.holders) if holder and each == holder)


def aid_in(record: Record) -> Aid | None:
    """Return what those with the most points had that others did not, as a record tells it."""
    extra, game = record.extra, record.replay()
    if extra.get("practised") is True:
        return Aid.PRACTICE
    if extra.get("same_cards") is True:
        return Aid.SAME_CARDS
    hints = extra.get("hints")
    given = hints if isinstance(hints, list) else []
    is_hinted = any(given[seat : seat + 1] not in ([], [0]) for seat in game.winners)
    return Aid.HINTS if is_hinted else None


def counted_results(own: Sequence[Result], holder: str) -> list[Result]:
    """Return the results of a holder that count: unaided, and with cards that were new to them.

    Only the first one counts on a day's board or in a challenge, and none in the holder's own.
    """
    firsts: dict[str, str] = {}
    for result in sorted(own, key=lambda result: result.at):
        if result.daily or result.challenge:
            firsts.setdefault(result.daily or result.challenge, result.id)
    given = {code_of(result.id) for result in own} if any(each.challenge for each in own) else ()
    return [
        result
        for result in own
        if all(result.is_unaided(seat) for seat in result.seats_of(holder))
        and firsts.get(result.daily or result.challenge, result.id) == result.id
        and result.challenge not in given
    ]


def place(totals: tuple[int, ...], seat: int) -> int:
    """Return the place of a seat among these totals, 1 for the most points (R28)."""
    return 1 + sum(other > totals[seat] for other in totals)

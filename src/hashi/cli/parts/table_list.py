"""The tables of a store as a list: which of them, as lines for people or as JSON."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from hashi.words import Words, aid_mark, day_text, player_name

if TYPE_CHECKING:
    from hashi.table.table import Table

BROKEN = "broken"
"""The phase of a table whose log cannot be read."""
PHASES = ("lobby", "starts", "round", "check", "over", "closed", BROKEN)


def add_filters(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the options of `list`."""
    say = words.say
    parser.add_argument(
        "--phase",
        choices=PHASES,
        action="append",
        help=say("list: only tables in this phase; may be given again"),
    )
    parser.add_argument(
        "--since",
        metavar=say("DATE"),
        type=_date,
        help=say("list: only tables where something happened on that day or later"),
    )
    parser.add_argument(
        "--until",
        metavar=say("DATE"),
        type=_date,
        help=say("list: only tables where nothing happened after that day"),
    )
    parser.add_argument(
        "--json", action="store_true", help=say("list: one JSON object per line, for programs")
    )


def _date(text: str) -> datetime:
    return datetime.combine(datetime.fromisoformat(text).date(), time(), UTC)


@dataclass(frozen=True, slots=True)
class Filters:
    """Which tables are listed."""

    phases: frozenset[str]
    since: float | None
    before: float | None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Filters:
        since, until = arguments.since, arguments.until
        return cls(
            frozenset(arguments.phase or PHASES),
            since and since.timestamp(),
            until and (until + timedelta(days=1)).timestamp(),
        )

    def has(self, table: Table | None) -> bool:
        """Return whether a table is listed; nobody knows when a broken one was used last."""
        if phase_of(table) not in self.phases:
            return False
        if table is None:
            return self.since is None and self.before is None
        is_late = self.since is None or table.at >= self.since
        return is_late and (self.before is None or table.at < self.before)


def phase_of(table: Table | None) -> str:
    return BROKEN if table is None else table.phase.value


def table_json(id: str, table: Table | None) -> str:
    """Return a table as one line of JSON."""
    fields: dict[str, Any] = {"id": id, "phase": phase_of(table)}
    if table is not None:
        totals = table.game.totals if table.game else ()
        fields["players"] = [
            {"name": seat.name, "bot": seat.bot or None, "points": totals[at] if totals else None}
            for at, seat in enumerate(table.seats)
            if not seat.is_empty
        ]
        fields["round"] = len(table.game.cards) if table.game else 0
        fields["rounds"] = table.game.setup.rounds if table.game else None
        fields["events"] = table.number
        fields["last"] = datetime.fromtimestamp(table.at, UTC).isoformat(timespec="seconds")
    return json.dumps(fields, ensure_ascii=False)


def table_line(words: Words, table: Table | None) -> str:
    """Return who plays at a table, with how many points, and how far they are."""
    from hashi.table import Phase, Result

    if table is None:
        return words.say("broken")
    names = [player_name(words, seat.name) for seat in table.seats if not seat.is_empty]
    details = {"players": ", ".join(names) or "–", "day": day_text(words, table.at)}
    if table.game is None:
        return words.say("{players}; not started, {day}", **details)
    pairs = zip(names, table.game.totals, strict=True)
    details["players"] = ", ".join(f"{name} {total}" for name, total in pairs)
    if table.phase is Phase.OVER:
        told = words.say("{players}; finished, {day}", **details)
        return " · ".join(filter(None, (told, aid_mark(words, Result.of("", table).best_aid))))
    rounds = table.game.setup.rounds
    text = "{players}; round {round} of {rounds}, {day}"
    return words.say(text, round=len(table.game.cards), rounds=rounds, **details)

"""What stays of a finished game that is gone: enough to take up the challenge to beat it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from hashi.rules import Card, Deal, Malformed
from hashi.table.event import Begun, Dealt, LogEntry, Opened
from hashi.table.labels import code_of
from hashi.table.options import Options
from hashi.table.result import Result


@dataclass(frozen=True, slots=True)
class KeptChallenge:
    """A challenge whose game was deleted or goes on from an earlier round."""

    options: Options
    deal: Deal
    result: Result
    """How the game ended, without the table, names and holders."""

    @classmethod
    def of(cls, result: Result, log: Iterable[LogEntry]) -> tuple[str, Self] | None:
        """Return the code and what is to be kept of a game; None where it is no challenge.

        Of its log the opening and the deal are read. The board of a day has an address of its own,
        and so has a challenge that was taken up.
        """
        if result.daily or result.challenge:
            return None
        events = [entry.event for entry in log]
        options = [event.options for event in events if isinstance(event, Opened)]
        deals = [event.deal for event in events if isinstance(event, (Begun, Dealt)) and event.deal]
        if not options or not deals:
            return None
        nobody = ("",) * len(result.players)
        bare = replace(result, id="", players=nobody, holders=nobody, bots=())
        return code_of(result.id), cls(Options.from_json(options[0]), deals[0], bare)

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Return a stored challenge, None where it is damaged."""
        try:
            given = json.loads(text)
            cards = tuple(map(Card.parse, given["cards"]))
            result = Result.from_text(json.dumps(given["result"]))
            options = Options.from_json(given["options"])
            deal = Deal(cards, Card.parse(given["box"]))
        except (ValueError, TypeError, KeyError, AttributeError, Malformed):
            return None
        return None if result is None else cls(options, deal, result)

    def to_text(self) -> str:
        return json.dumps(
            {
                "options": self.options.to_json(),
                "cards": [str(card) for card in self.deal.cards],
                "box": str(self.deal.box),
                "result": json.loads(self.result.to_text()),
            }
        )

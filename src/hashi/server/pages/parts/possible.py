"""What was possible in a game alone, in the words of the page of its result."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.server.jobs.reviews import Reviewed
from hashi.table import Table
from hashi.words import Words


@dataclass(frozen=True, slots=True)
class PossibleWords:
    """The most that the cards allowed after the start."""

    text: str
    meaning: str


def possible_of(words: Words, table: Table, reviewed: Reviewed) -> PossibleWords | None:
    """Return what was possible after the start of a game alone; None where nobody can say it."""
    reach, total = reviewed.reach[0], table.played.totals[0]
    if reach is None:
        return None
    best = reviewed.best[0]
    most = reach.points[0]
    if most <= total:
        if reach.is_proven or (best.is_proven and best.points == most):
            text = words.say("More wasn’t possible with these cards")
            return PossibleWords(
                text, words.say("The most possible after this start, however it’s played.")
            )
        return None
    is_proven = reach.is_proven or (best.is_proven and best.points == most)
    text = (
        words.say("{points} points were possible with these cards", points=most)
        if is_proven
        else words.say("At least {points} points were possible with these cards", points=most)
    )
    return PossibleWords(text, words.say("After this start, knowing the order of the cards."))

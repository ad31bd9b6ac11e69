"""What is special about a game alone: what stands out beside the earlier ones of its player."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.rules import rank
from hashi.table import Result, counted_results
from hashi.words import Words

MOST = 2
"""How many lines say it; where there is nothing good to say, none does."""


def special(words: Words, here: Result, known: Sequence[Result], holder: str) -> list[str]:
    """Return what is special about the result of a game alone, the dearest first.

    `known` are all results of its player. Only games that count are compared, and this one has
    to count, too: none with an aid, and each day's board and challenge once.
    """
    others = [result for result in known if result.id != here.id]
    counted = counted_results([here, *others], holder)
    if here not in counted:
        return []
    points = here.totals[0]
    before = [each for each in counted if each.is_alone and each.at < here.at]
    alike = [each for each in before if each.board == here.board]
    found = []
    if before and points > _best(before):
        found.append(words.say("Your best so far"))
    elif alike and points > _best(alike):
        found.append(words.say("Your best on this board so far"))
    if alike:
        last = max(alike, key=lambda result: result.at)
        gained = points - last.totals[0]
        if gained > 0 and last == _latest_alone(others, here):
            found.append(
                words.say_many("{count} more than last time", "{count} more than last time", gained)
            )
    if rank(points) > max((rank(each.totals[0]) for each in before), default=0):
        found.append(words.say("A new rank"))
    return found[:MOST]


def _best(results: Sequence[Result]) -> int:
    return max(result.totals[0] for result in results)


def _latest_alone(others: Sequence[Result], here: Result) -> Result | None:
    """Return the game alone before this one, whether it counts or not."""
    earlier = [each for each in others if each.is_alone and each.at < here.at]
    return max(earlier, key=lambda result: result.at, default=None)

"""How much effort a bot may put into a turn, so that nobody waits long when many bots are asked."""

from __future__ import annotations

from collections.abc import Callable

from hashi.bots import Effort

ROUND_TIME = 2.0
"""Seconds in which all bots that wait are to have answered."""
ONE_TABLE = 3
"""As many bots as one person can wait for: so few think with full effort."""
NEW_SHARE = 0.2
"""How much the latest thought counts in the mean time of thoughts."""
MOST_OVERHEAD = 0.05
"""Seconds beyond which the way to a bot and back is no measure: its process had to be started."""


class Pace:
    """Chooses the effort of each thought by how many wait, for how long, and what efforts take.

    The times are measured all the while, so they are those of this machine with its present load.
    An effort that was not measured yet counts as quick enough.
    """

    def __init__(
        self, at_once: int = 1, watch: Callable[[Effort], None] = lambda _effort: None
    ) -> None:
        """Begin; so many bots think at once, and `watch` is told the effort of each thought."""
        self._at_once, self._watch = at_once, watch
        self._seconds: dict[tuple[str, Effort], float] = {}
        self._overhead = 0.0
        """Seconds that a process needs for each thought besides thinking."""
        self._last = float("-inf")
        """When the last thought came."""

    def effort(self, bot: str, ahead: int, waited: float) -> Effort:
        """Return the effort for a thought that has waited so long and has so many behind it.

        What is left of the time is shared out evenly among all that wait.
        """
        if ahead < ONE_TABLE:
            return Effort.FULL
        budget = self._at_once * (ROUND_TIME - waited) / (ahead + 1) - self._overhead
        affordable = (
            effort
            for effort in reversed(Effort)
            if self._seconds.get((bot, effort), 0.0) <= max(0.0, budget)
        )
        return next(affordable, Effort.LEAST) if budget > 0 else Effort.LEAST

    def note(self, bot: str, effort: Effort, seconds: float, asked: float, now: float) -> None:
        """Take note of a thought: how long the bot thought, when it was asked, and when it is.

        A bot may be asked while its process still works for another.
        """
        key = bot, effort
        self._seconds[key] = _mean(self._seconds.get(key, seconds), seconds)
        took = min(now - asked, self._at_once * (now - self._last))
        self._overhead = _mean(self._overhead, min(max(0.0, took - seconds), MOST_OVERHEAD))
        self._last = now
        self._watch(effort)


def _mean(mean: float, latest: float) -> float:
    return mean + NEW_SHARE * (latest - mean)

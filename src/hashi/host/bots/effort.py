"""How much effort a bot may put into a turn, so that nobody waits long when many bots are asked."""

from __future__ import annotations

from collections.abc import Callable

from hashi.bots import Effort

ROUND_TIME = 2.0
"""Seconds in which all bots that wait are to have answered."""
ONE_TABLE = 3
"""As many bots as one person can wait for: so few think with full effort."""
NEW_SHARE = 0.1
"""How much the latest thought counts in the average time of thoughts."""
DOUBT = 0.01
"""By how much the average time of an effort that takes too long falls with each thought: after a
while it is tried again, since the machine may have become faster."""


class EffortChoice:
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
        """How long each bot thinks with each effort, on average."""

    def choose(self, bot: str, behind: int, waited: float) -> Effort:
        """Return the effort for a thought that has waited so long and has so many behind it.

        What is left of the time is shared out evenly among all that wait. Whatever else makes them
        late (a busy server, slow processes) shows in how long they have waited.
        """
        if behind < ONE_TABLE:
            return Effort.FULL
        budget = self._at_once * (ROUND_TIME - waited) / (behind + 1)
        for effort in reversed(Effort):
            if self._seconds.get((bot, effort), 0.0) <= budget:
                return effort
            if budget > 0:
                self._seconds[bot, effort] *= 1 - DOUBT
        return Effort.LEAST

    def note(self, bot: str, effort: Effort, seconds: float) -> None:
        """Take note of how long a bot thought."""
        mean = self._seconds.setdefault((bot, effort), seconds)
        self._seconds[bot, effort] = mean + NEW_SHARE * (seconds - mean)
        self._watch(effort)

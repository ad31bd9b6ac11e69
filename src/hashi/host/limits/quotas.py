"""Whom work is charged to, and how much of it may be done."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from hashi.bots import Effort
from hashi.host.limits.fair_queue import Budget


class GameEvent(StrEnum):
    """What is counted of games."""

    BEGUN = "begun"
    FINISHED = "finished"
    ENDED = "ended"
    """Ended by the people before its last round."""


class Quotas(Protocol):
    """What the people at a host may use."""

    thinking: Budget | None
    """How long bots may think for each account; None for as long as they like."""
    may_list: bool
    """Whether tables may be listed for strangers."""

    def account(self) -> str:
        """Return whom the work is charged to that is done now; empty where nobody is named."""
        ...

    def charge(self, seconds: float) -> None:
        """Count the seconds that replaying a log took."""
        ...

    def is_heavy(self) -> bool:
        """Return whether whoever asks now has used much of this process lately."""
        ...

    async def admit_table(self) -> None:
        """Count a table that is opened; raise Objected where it is one too many."""
        ...

    def admit_listing(self) -> None:
        """Count a table that is listed for strangers; raise Objected where it is one too many."""
        ...

    def note_thought(self, effort: Effort) -> None:
        """Note with how much effort a bot thought."""
        ...

    def note_game(self, event: GameEvent) -> None:
        """Note that a game has begun or ended."""
        ...


class Unlimited:
    """No quotas: nobody is counted, and no table is listed."""

    thinking: Budget | None = None
    may_list = False

    def account(self) -> str:
        return ""

    def charge(self, seconds: float) -> None:
        pass

    def is_heavy(self) -> bool:
        return False

    async def admit_table(self) -> None:
        pass

    def admit_listing(self) -> None:
        pass

    def note_thought(self, effort: Effort) -> None:
        pass

    def note_game(self, event: GameEvent) -> None:
        pass

"""The copies of games that somebody has saved from a browser that alone has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hashi.server.platform import KeptAt
from hashi.server.services import services_of
from hashi.server.visitor import set_cookie
from hashi.table import Result
from hashi.whole_numbers import whole_number

COPIED = "hashi_copied"
"""The cookie with the time when a copy was saved last, `DAY.SECOND`."""
REMINDED = "hashi_reminded"
"""The cookie that says that somebody was reminded of saving one."""
DAY = 86_400
MANY = 10
"""So many finished games without a copy, and one is reminded, once."""


@dataclass(frozen=True, slots=True)
class LastCopy:
    """When a copy was saved last."""

    at: int
    """In seconds, 0 for never."""
    since: int
    """How many games have ended since."""
    is_reminded: bool

    @classmethod
    def of(cls, connection: HTTPConnection, results: Sequence[Result]) -> LastCopy:
        day, _, second = connection.cookies.get(COPIED, "").partition(".")
        at = (whole_number(day) or 0) * DAY + (whole_number(second) or 0)
        since = sum(1 for result in results if result.at > at)
        return cls(at, since, REMINDED in connection.cookies)

    @property
    def is_wanted(self) -> bool:
        """Whether it is time for a reminder."""
        return self.since >= MANY and not self.is_reminded


def are_only_here(connection: HTTPConnection) -> bool:
    """Return whether the games lie in this browser alone, and stay there."""
    return services_of(connection).platform.offers.kept is KeptAt.BROWSER


def note_copy(response: Response, connection: HTTPConnection) -> None:
    """Note that a copy is saved now."""
    day, second = divmod(round(services_of(connection).now()), DAY)
    set_cookie(response, connection, COPIED, f"{day}.{second}")
    set_cookie(response, connection, REMINDED, "")


def note_reminder(response: Response, connection: HTTPConnection) -> None:
    """Note that somebody is reminded now."""
    set_cookie(response, connection, REMINDED, "1")

"""A client of the JSON API for one table; it reconnects after lost connections."""

from __future__ import annotations

import json
import re
import secrets
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException, HTTPResponse
from typing import Any, TypeVar
from urllib.parse import urlsplit

from hashi.table import Objection

T = TypeVar("T")
Fields = dict[str, Any]
"""A table as the API describes it (docs/api.md)."""

ANSWER_TIMEOUT = 30.0
LAST_TIMEOUT = 2.0
STREAM_TIMEOUT = 60.0
"""Seconds without data; the server sends something every 15."""
PATIENCE = 600.0
"""Seconds after which a server that was there is given up."""
SHORTEST_WAIT, LONGEST_WAIT = 0.1, 5.0
"""Seconds between two tries: each time twice as long."""
TOO_FAST = 429
NOT_NOW = frozenset({408, TOO_FAST})
"""Statuses below 500 that a server which is full or ends sends without a body."""
PASSING = frozenset(each.value for each in Objection if each.is_passing)


class Lost(Exception):
    """No answer, or the connection was lost."""


class Stranger(Exception):
    """The answer is not that of a server of this game."""


class Untrusted(Stranger):
    """The certificate of the server is not one that this computer trusts."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(Exception):
    """The server refuses a request, with its status, code and sentence."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(status, code, text)
        self.status = status
        self.code = code
        self.text = text

    @property
    def is_passing(self) -> bool:
        """Whether the same request may well be granted in a moment."""
        return self.status == TOO_FAST or self.code in PASSING


def table_address(given: str) -> tuple[str, str] | None:
    """Server and id of a table's address as people share it, `http://host:port/t/ID`.

    The site may lie under a path: `https://host/hashi/t/ID`.
    """
    try:
        parts = urlsplit(given)
        _ = parts.port
    except ValueError:
        return None
    table = re.fullmatch(r"((?:/[\w.~-]+)*)/t/([\w-]{1,64})/?", parts.path, re.ASCII)
    if parts.scheme not in ("http", "https") or not parts.hostname or not table:
        return None
    return f"{parts.scheme}://{parts.netloc}{table[1]}", table[2]


class Wire:
    """The connection of one seat holder to a table. Without a key it makes one and keeps it."""

    def __init__(
        self,
        server: str,
        id: str,
        language: str,
        on_lost: Callable[[str], None] = lambda _: None,
        patience: float = PATIENCE,
        key: str = "",
    ) -> None:
        self.id = id
        self._address = f"{server}/api/tables/{id}"
        self._headers = {
            "Authorization": f"Bearer {key or secrets.token_urlsafe(24)}",
            "Accept-Language": language,
            "Content-Type": "application/json",
        }
        self._on_lost = on_lost
        self._patience = patience
        self._was_there = False
        self.on_reaction: Callable[[Fields], None] | None = None
        """Told of what players say, by the thread that follows the table."""

    def table(self) -> Fields:
        """The table as it stands."""
        return self._insisted(lambda: self._answer(None))

    def invitation(self) -> tuple[list[str], str]:
        """The addresses by which others come to the table, and why they cannot where there are
        none; both are empty where the server does not say."""
        try:
            with self._opened("/invitation", None, ANSWER_TIMEOUT) as answer:
                fields = json.loads(answer.read())
                return [str(each) for each in fields["addresses"]], str(fields["obstacle"] or "")
        except (HTTPException, OSError, ValueError, KeyError, TypeError, Lost, Refused, Stranger):
            return [], ""

    def ask(self, do: str, **fields: Any) -> Fields:
        """Send a request until there is an answer; its id lets the table apply it only once."""
        fields = {"do": do, "id": secrets.token_hex(8), **fields}
        return self._insisted(lambda: self._answer(fields))

    def ask_once(self, do: str, **fields: Any) -> None:
        """Send a request once, without waiting long: for a client that is about to end."""
        self._answer({"do": do, **fields}, LAST_TIMEOUT)

    def follow(self) -> Iterator[Fields]:
        """Yield the table after every change, without end; after a break, its current state."""
        path = "/events?reactions" if self.on_reaction else "/events"
        while True:
            stream = self._insisted(lambda: self._opened(path, None, STREAM_TIMEOUT))
            with stream:
                yield from self._told(stream)
            time.sleep(SHORTEST_WAIT)

    # --- one try

    def _answer(self, fields: Fields | None, timeout: float = ANSWER_TIMEOUT) -> Fields:
        body = None if fields is None else json.dumps(fields).encode()
        try:
            with self._opened("", body, timeout) as answer:
                return _table(answer.read())
        except (HTTPException, OSError) as error:
            raise Lost from error

    def _opened(self, path: str, body: bytes | None, timeout: float) -> HTTPResponse:
        request = urllib.request.Request(self._address + path, body, self._headers)  # noqa: S310, http or https
        try:
            answer: HTTPResponse = urllib.request.urlopen(request, timeout=timeout)  # noqa: S310, likewise
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read()) from None
        except (
            HTTPException,
            OSError,
            ValueError,
        ) as error:  # ValueError: the address is not valid
            reason = getattr(error, "reason", None)
            if isinstance(reason, ssl.SSLCertVerificationError):
                raise Untrusted(reason.verify_message) from error
            raise Lost from error
        return answer

    def _told(self, stream: HTTPResponse) -> Iterator[Fields]:
        """The events of one connection, until it ends or breaks."""
        try:
            is_reaction = False
            for line in stream:
                if line.startswith(b"event: "):
                    is_reaction = line.strip() == b"event: reaction"
                elif line.startswith(b"data: ") and is_reaction:
                    is_reaction = False
                    if self.on_reaction:
                        self.on_reaction(json.loads(line.removeprefix(b"data: ")))
                elif line.startswith(b"data: "):
                    yield _table(line.removeprefix(b"data: "))
        except (HTTPException, OSError):
            return

    # --- with retries

    def _insisted(self, attempt: Callable[[], T]) -> T:
        """Retry until there is an answer, but only if the server has answered before."""
        wait, since = SHORTEST_WAIT, time.monotonic()
        while True:
            try:
                answer = attempt()
            except (Refused, Lost) as failure:
                self._was_there |= isinstance(failure, Refused)
                if not self._may_pass(failure) or time.monotonic() - since > self._patience:
                    raise
                if wait == SHORTEST_WAIT:
                    self._tell(failure)
            else:
                self._was_there = True
                return answer
            time.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _may_pass(self, failure: Refused | Lost) -> bool:
        return failure.is_passing if isinstance(failure, Refused) else self._was_there

    def _tell(self, failure: Refused | Lost) -> None:
        """Say that nothing can be asked now: with the server's sentence where it gave one."""
        if isinstance(failure, Lost):
            self._on_lost("")
        elif failure.status != TOO_FAST:
            self._on_lost(failure.text)


def _table(text: bytes) -> Fields:
    try:
        fields = json.loads(text)
    except ValueError:
        raise Stranger from None
    if not isinstance(fields, dict) or not {"number", "phase", "seats", "options"} <= set(fields):
        raise Stranger
    return fields


def _refusal(status: int, text: bytes) -> Exception:
    """Return what an error status means: a refusal, a server in trouble, or another server."""
    try:
        error = json.loads(text)["error"]
        return Refused(status, error["code"], error["text"])
    except (ValueError, KeyError, TypeError):
        # a proxy answers 5xx for a server that is down
        return Lost() if status >= 500 or status in NOT_NOW else Stranger()

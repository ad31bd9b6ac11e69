"""One message, posted to a push service: one connection to an address that was looked at."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import h11

from hashi.server.push.endpoints import HTTPS, OTHER, Endpoint, allowed
from hashi.whole_numbers import whole_number

TIME = 10.0
"""Seconds for a message: the name, the connection, and the answer."""
LARGEST_ANSWER = 16_384
"""Bytes of an answer that are read: its head."""
READ = 4_096
RESOLVERS = 2
"""Threads that resolve names of known services, and as many for all others: a name that hangs
must not hold up anything else."""
MOST_ADDRESSES = 4
"""Addresses of one name that are tried."""

Resolve = Callable[[str, int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class EncryptedMessage:
    """A message as it is sent: encrypted, and with what the service may know of it."""

    body: bytes
    token: str
    server_key: str
    topic: str
    """By which a later message takes the place of an earlier one that still waits."""
    urgency: str
    ttl: int
    """Seconds for which the service keeps it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The status of an answer, and after how many seconds the service wants to be asked again."""

    status: int
    retry_after: float = 0.0


class Unreachable(Exception):
    """Nobody answered; `is_forbidden` where nobody may be asked there."""

    def __init__(self, why: str, *, is_forbidden: bool = False) -> None:
        super().__init__(why)
        self.is_forbidden = is_forbidden


def addresses_of(host: str, port: int) -> list[str]:
    """Return the addresses of a name; raise OSError where it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Post:
    """Posts messages to push services."""

    def __init__(
        self,
        named: Collection[str] = (),
        *,
        resolve: Resolve = addresses_of,
    ) -> None:
        """Send to public addresses, or to the named services alone, wherever they are."""
        self._named, self._resolve = frozenset(named), resolve
        self._tls = ssl.create_default_context()
        self._threads = {
            is_other: ThreadPoolExecutor(RESOLVERS, "push-names") for is_other in (False, True)
        }

    def close(self) -> None:
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, endpoint: Endpoint, message: EncryptedMessage) -> Answered:
        """Return how the service answered; raise Unreachable where it did not."""
        try:
            async with asyncio.timeout(TIME):
                return await self._send(endpoint, message)
        except (OSError, ValueError, TimeoutError, h11.RemoteProtocolError) as error:
            raise Unreachable(type(error).__name__) from error

    async def _send(self, endpoint: Endpoint, message: EncryptedMessage) -> Answered:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._threads[endpoint.lane == OTHER], self._resolve, endpoint.host, endpoint.port
        )
        addresses = allowed(found, is_named=bool(self._named))
        if not addresses:
            raise Unreachable("not public", is_forbidden=True)
        reader, writer = await self._connected(endpoint, addresses[:MOST_ADDRESSES])
        try:
            return await _exchange(reader, writer, endpoint, message)
        finally:
            writer.transport.abort()  # nothing more is expected, and nobody waits for its end

    async def _connected(
        self, endpoint: Endpoint, addresses: Sequence[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        failed: OSError = ConnectionError()
        for address in addresses:
            try:
                return await asyncio.open_connection(
                    address,
                    endpoint.port or HTTPS,
                    ssl=self._tls,
                    server_hostname=endpoint.host,
                    limit=LARGEST_ANSWER,
                )
            except OSError as error:
                failed = error
        raise failed


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    endpoint: Endpoint,
    message: EncryptedMessage,
) -> Answered:
    """Post a message; of the answer the head is read alone. No redirect is followed."""
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=LARGEST_ANSWER)
    head = h11.Request(
        method="POST",
        target=endpoint.path,
        headers=[
            ("Host", endpoint.authority),
            ("Content-Length", str(len(message.body))),
            ("Content-Type", "application/octet-stream"),
            ("Content-Encoding", "aes128gcm"),
            (
                "Authorization",
                f"vapid t={message.token}, k={message.server_key}",
            ),
            ("TTL", str(message.ttl)),
            ("Topic", message.topic),
            ("Urgency", message.urgency),
            ("Connection", "close"),
        ],
    )
    for sent in (head, h11.Data(message.body), h11.EndOfMessage()):
        writer.write(connection.send(sent) or b"")
    await writer.drain()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ))
        elif isinstance(event, h11.Response):
            return Answered(event.status_code, _retry_after(event))
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionError("no answer")


def _retry_after(response: h11.Response) -> float:
    """Return the seconds that `Retry-After` names, 0 for none."""
    headers = dict(response.headers)
    given = headers.get(b"retry-after", b"").decode("latin-1")
    seconds = whole_number(given)
    if seconds is not None:
        return float(seconds)
    with contextlib.suppress(ValueError):
        now = headers.get(b"date", b"").decode("latin-1")
        pause = parsedate_to_datetime(given) - parsedate_to_datetime(now)
        return max(0.0, pause.total_seconds())
    return 0.0

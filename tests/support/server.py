"""A real server in a child process, and real sockets to it."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.command import environment

_ids = itertools.count(1)


def unlimited(*limits: str) -> list[str]:
    """Return the options of a server that has none of these limits."""
    return [word for name in limits for word in ("--limit", f"{name}=0")]


UNLIMITED = [
    "--rate",
    "0",
    *unlimited("work", "tables", "all_tables", "imports", "pictures", "measures"),
]
"""Options for a server whose tests all come from one address."""
CROWD = [
    *("--rate", "0"),
    *unlimited("work", "tables", "all_tables", "sockets", "all_sockets", "connections", "imports"),
]
"""Options for a server whose many players all come from one address."""


class Server:
    """`hashi serve` on a free port; it can be killed and started again on the same file."""

    PROGRAM: Sequence[str] = ("-m", "hashi")
    """What Python runs."""

    def __init__(self, data: Path | str, *options: str, limited: bool = False) -> None:
        """Start it; where it is not `limited`, one address may do the work of many."""
        self.place = str(data)
        self.port = 0
        self.options = options if limited else (*UNLIMITED, *options)
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
        )
        is_json = "--json-log" in self.options
        told = self.process.stderr if is_json else self.process.stdout
        assert told is not None
        line = told.readline()
        line = json.loads(line)["message"] if is_json else line
        found = re.search(r"http://[^/]*:(\d+)/", line)
        assert found, line + (self.process.stderr.read() if self.process.stderr else "")
        self.port = int(found[1])
        self._wait()

    def command(self) -> list[str]:
        """Return the command that starts it."""
        return [
            *[sys.executable, "-W", "error", *self.PROGRAM, "serve"],
            *["--port", str(self.port), "--data", self.place, *self.options],
        ]

    def _wait(self) -> None:
        """Wait for the first answer: the port listens before the app does."""
        with urllib.request.urlopen(f"{self.address}/api/openapi.json", timeout=30) as answer:
            assert answer.status == 200

    @property
    def data(self) -> Path:
        """The file of its tables."""
        return Path(self.place)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=60)  # until its bots' processes have ended, too

    def restart(self) -> None:
        self.kill()
        self.start()

    def stop(self) -> str:
        """End it by Ctrl+C and return what it wrote to standard error."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=30)
        return errors


PREFIX = "/hashi"


class PrefixedServer(Server):
    """A server that was told that its site lies under this path."""

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}{PREFIX}"


class Arrangement:
    """What the tests of this run are given for a server."""

    several: Callable[..., AbstractContextManager[Server]] | None = None
    """Starts several servers that are used as one, where that was asked for (`--servers`)."""
    is_site = False
    """Whether the pages of the site without a server are opened instead (`--site`)."""


arrangement = Arrangement()


@contextlib.contextmanager
def serving(
    data: Path | str, *options: str, limited: bool = False, kind: type[Server] = Server
) -> Iterator[Server]:
    """Start a server and stop it at the end; several in its place where all tests are run so."""
    if arrangement.several is not None and kind is Server:
        given = options if limited else (*UNLIMITED, *options)
        with arrangement.several(str(data), *given) as running:
            yield running
        return
    server = kind(data, *options, limited=limited)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Browser:
    """A visitor with cookies: gets and posts pages, speaks over a socket."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.server = server
        self.jar = CookieJar()
        self.language = language
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _Stay()
        )

    def fetch(
        self, path: str, form: dict[str, str] | bytes | None = None, **headers: str
    ) -> tuple[int, str, dict[str, str]]:
        """Return status, text and headers of an answer; redirections are not followed."""
        data = urllib.parse.urlencode(form).encode() if isinstance(form, dict) else form
        request = urllib.request.Request(f"{self.server.address}{path}", data=data)
        request.add_header("Accept-Language", self.language)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode("utf-8", "replace"), _headers(answer)
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), _headers(error)

    def open_table(self, **form: str) -> str:
        """Open a table by the form and return its id."""
        status, text, headers = self.fetch("/new", {"mode": "solo", **form})
        assert status == 303, text
        return headers["location"].rpartition("/t/")[2]

    def until_ready(self) -> None:
        """Wait until the server can use its store (again)."""
        end = time.monotonic() + 20
        while self.fetch("/readyz")[0] != 200:
            assert time.monotonic() < end
            time.sleep(0.05)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def socket(self, id: str, after: str = "", origin: str | None = None) -> Socket:
        return Socket(
            connect(
                f"{self.server.address.replace('http', 'ws', 1)}/t/{id}/live?after={after}",
                additional_headers={"Cookie": self.cookies, "Accept-Language": self.language},
                origin=Origin(origin or self.server.address),
                open_timeout=30,
            )
        )


def _headers(answer: Any) -> dict[str, str]:
    """Return the headers of an answer; a proxy may write their names in another way."""
    return {name.lower(): value for name, value in answer.headers.items()}


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Socket:
    """The socket of an open page; it keeps all messages that it has received."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self._closing = contextlib.ExitStack()
        self.connection = self._closing.enter_context(opening)
        self.received: list[str] = []

    def next(self, timeout: float = 90) -> dict[str, Any]:
        text = self.connection.recv(timeout=timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """Wait for the next message of one of these types and return it."""
        while (message := self.next())["type"] not in kinds:
            pass
        return message

    def send(self, do: str, **fields: Any) -> str:
        id = fields.pop("id", f"m{next(_ids)}")  # never used twice, not even by another socket
        self.connection.send(json.dumps({"id": id, "do": do, **fields}))
        return str(id)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a request that is granted, wait for its answer and return it."""
        message = self.answer(do, **fields)
        assert message["type"] == "done", message
        return message

    def refused(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a request that is refused, wait for its answer and return it."""
        message = self.answer(do, **fields)
        assert message["type"] == "refused", message
        return message

    def answer(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a request, wait for its answer, whichever it is, and return it."""
        id = self.send(do, **fields)
        while True:
            message = self.until("done", "refused")
            if message["id"] == id:
                return message

    def close(self) -> None:
        self._closing.close()

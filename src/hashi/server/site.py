"""Where the site lies: the path before all of its addresses, `--prefix` of `hashi serve`.

Inside the server every address is a path of the site, `/t/ID`, as if it lay at the root. The prefix
is taken off where a request comes in and put before everything that goes out: links in templates
(`SiteLinks` does that for every one of them), redirections, cookies, addresses that people share.
A process serves one site.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from jinja2 import Environment
from jinja2.ext import Extension
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SHARED_ORIGIN = "hashi.shared_origin"
"""In the scope of a request: what the addresses begin with that are passed on to others, where that
is another host than the one it names (network/reach.py)."""
_PREFIX: Final[list[str]] = [""]
_LINKS = "href|src|action|formaction|data-path|data-link|data-ping|data-worker"
"""The attributes of templates that hold addresses."""
_LITERAL = re.compile(rf'\b({_LINKS})="/(?!/)')
_COMPUTED = re.compile(rf'\b({_LINKS})="{{{{(.+?)}}}}', re.DOTALL)


def serve_under(prefix: str) -> None:
    """Let the site of this process lie under a path such as `/hashi`; empty for the root."""
    _PREFIX[0] = prefix


def prefix() -> str:
    """Return the path under which the site of this process lies; empty for the root."""
    return _PREFIX[0]


def link(path: str) -> str:
    """Return a path of the site as it is linked to; any other address as it is."""
    is_path = path.startswith("/") and not path.startswith("//")
    return _PREFIX[0] + path if is_path else path


def full_address(connection: HTTPConnection, path: str) -> str:
    """Return the whole address of a path of the site, as people share it: the one by which they
    came, or one that others reach where theirs is this computer's alone."""
    url = connection.url
    origin = connection.scope.get(SHARED_ORIGIN) or f"{url.scheme}://{url.netloc}"
    return f"{origin}{link(path)}"


class SiteLinks(Extension):
    """Has every link of every template lead into the site: `href="/me"`, `href="{{ next }}"`."""

    NAME: ClassVar[str] = "site1"
    """Part of the names of compiled templates: another one where this does something else."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.globals["site_link"] = link

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        del name, filename
        source = _COMPUTED.sub(r'\1="{{ site_link((\2) | string) }}', source)
        return _LITERAL.sub(r'\1="{{ site_link("/") }}', source)


class Prefix:
    """Middleware that answers under the prefix only, and takes it off what comes in."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app, self._prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._prefix or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["path"].startswith(f"{self._prefix}/"):
            scope["path"] = scope["path"].removeprefix(self._prefix)
            scope["raw_path"] = scope["path"].encode()
            await self._app(scope, receive, _leading_back(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["path"] in ("/", self._prefix):
            await RedirectResponse(f"{self._prefix}/", 307)(scope, receive, send)
        else:
            await PlainTextResponse("Not Found", 404)(scope, receive, send)


def _leading_back(send: Send) -> Send:
    """Return a function that sends what is given to it, with redirections into the site."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if "location" in headers:
                headers["location"] = link(headers["location"])
        await send(message)

    return send_on

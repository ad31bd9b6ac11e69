"""Static files under addresses that name their content: read once, compressed once, kept forever.

`/static/DIGEST/page.css` has the digest of all files in its path, so that a change of any file
gives every file a new address. Scripts and style sheets come with all that they import
(joined_files.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from hashi.drawing import LIGHT, page_css
from hashi.server.compression import BEST, Coding, accepted, compress
from hashi.server.joined_files import joined
from hashi.server.operation.counts import ROUTE
from hashi.server.palette import palette_css

FOLDER = Path(__file__).parent / "static"
LISTING = FOLDER.with_suffix(".json")
"""Where a build that puts static files elsewhere leaves their names and digest."""
PREFIX = "/static"
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"
"""For an address without the digest, or with that of another version."""
_MARK = '<circle cx="404" cy="108" r="96" fill="{red}" stroke="{paper}" stroke-width="20"/>'
"""What the icon has besides while others wait for the player."""
_PACKED = {".png"}
"""Kinds that are compressed already."""
_KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Media types that a system's own table may lack or have otherwise."""


@cache
def contents() -> dict[str, bytes]:
    """Return every static file by its name, with all that it imports."""
    files = sources()
    return {name: joined(name, files) for name in files}


@cache
def sources() -> dict[str, bytes]:
    """Return every static file as it is written, and those that are made: the colours of pages,
    the look of boards, and the icon that says that it is one's turn."""
    files = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file()
    }
    mark = _MARK.format(**LIGHT.by_name)
    return {
        **files,
        "board.css": page_css().encode(),
        "palette.css": palette_css().encode(),
        "icon-turn.svg": files["icon.svg"].replace(b"</svg>", f"{mark}</svg>".encode()),
    }


class Listing(NamedTuple):
    """What addresses are made of."""

    digest: str
    """The digest of all names and contents."""
    names: frozenset[str]

    def to_text(self) -> str:
        return json.dumps([self.digest, sorted(self.names)])

    @classmethod
    def from_text(cls, text: str) -> Self:
        digest, names = json.loads(text)
        return cls(digest, frozenset(names))


@cache
def listing() -> Listing:
    """Return the static files: those here, or those that a build has put elsewhere."""
    if LISTING.is_file():
        return Listing.from_text(LISTING.read_text("utf-8"))
    whole = hashlib.sha256()
    for name, body in sorted(contents().items()):
        whole.update(f"{name}\n{len(body)}\n".encode() + body)
    return Listing(whole.hexdigest()[:16], frozenset(contents()))


def digest() -> str:
    """Return the digest of all names and contents."""
    return listing().digest


def address(name: str) -> str:
    """Return the address of a static file; raise KeyError where there is none of that name."""
    if name not in listing().names:
        raise KeyError(name)
    return f"{PREFIX}/{digest()}/{name}"


class StaticFiles:
    """The ASGI app that answers with static files."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        response = await self._response(scope)
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        scope[ROUTE] = PREFIX
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        path = scope["path"].removeprefix(f"{PREFIX}/")
        first, _, rest = path.partition("/")
        name = path if path in contents() else rest
        if name not in contents():
            raise HTTPException(404)
        headers = Headers(scope=scope)
        tag = f'"{digest()}"'
        is_current = first == digest()
        answer = {
            "cache-control": FOR_EVER if is_current else EACH_TIME,
            "etag": tag,
            "vary": "accept-encoding",
        }
        if headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=answer)
        coding = accepted(headers.get("accept-encoding", ""))
        if PurePosixPath(name).suffix in _PACKED:
            coding = Coding.NONE
        if coding is not Coding.NONE:
            answer["content-encoding"] = coding.value
        body = await asyncio.to_thread(_packed, name, coding) if coding else contents()[name]
        return Response(body, headers=answer, media_type=_kind(name))


@cache
def _packed(name: str, coding: Coding) -> bytes:
    return compress(contents()[name], coding, BEST)


def _kind(name: str) -> str:
    known = _KINDS.get(PurePosixPath(name).suffix)
    return known or mimetypes.guess_type(name)[0] or "application/octet-stream"

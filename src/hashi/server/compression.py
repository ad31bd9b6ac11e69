"""Compression of answers: brotli or gzip, as the browser accepts.

An answer that may not be stored is not compressed either: it may hold a secret, and the length of
a compressed text tells whether a guess that the same page repeats was right. Every other
compressed answer has a header of random length, so that its size does not tell its content.
"""

from __future__ import annotations

import secrets
import zlib
from enum import StrEnum

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 500
"""Bytes below which nothing is gained."""
QUICK, BEST = 4, 11
"""Effort for what is made for each request, and for what is compressed once."""
LONGEST_PADDING = 64
_KINDS = ("text/", "application/json", "image/svg+xml")


class Coding(StrEnum):
    """How a body is compressed, by its name in HTTP."""

    BROTLI = "br"
    GZIP = "gzip"
    NONE = ""


def accepted(header: str) -> Coding:
    """Return the best coding that an Accept-Encoding header allows (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for part in header.lower().split(",")[:20]:
        name, _, parameter = part.partition(";")
        weights[name.strip()] = _weight(parameter)
    usable = (Coding.BROTLI, Coding.GZIP)
    return next((each for each in usable if weights.get(each, weights.get("*", 0))), Coding.NONE)


def _weight(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


def compress(body: bytes, coding: Coding, effort: int = QUICK) -> bytes:
    """Return a body as this coding has it."""
    match coding:
        case Coding.BROTLI:
            import brotli  # late: where the program runs in a browser, nothing is compressed

            packed: bytes = brotli.compress(body, quality=effort)
            return packed
        case Coding.GZIP:
            packer = zlib.compressobj(min(effort, 9), wbits=31)
            return packer.compress(body) + packer.flush()
    return body


class Compression:
    """Middleware that compresses answers which come in one piece; streams pass as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        coding = Coding.NONE
        if scope["type"] == "http":
            coding = accepted(Headers(scope=scope).get("accept-encoding", ""))
        if coding is Coding.NONE:
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message  # its headers depend on the body
                return
            if start is not None:
                if not message.get("more_body", False) and may_compress(start, message):
                    message = _compressed(start, message, coding)
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, send_compressed)


def may_compress(start: Message, body: Message) -> bool:
    """Return whether an answer is long enough, of a kind that shrinks, and holds no secret."""
    headers = Headers(raw=start["headers"])
    return (
        len(body.get("body", b"")) >= LEAST
        and headers.get("content-type", "").startswith(_KINDS)
        and "content-encoding" not in headers
        and "no-store" not in headers.get("cache-control", "")
    )


def _compressed(start: Message, message: Message, coding: Coding) -> Message:
    packed = compress(message["body"], coding)
    headers = MutableHeaders(raw=start["headers"])
    headers["content-encoding"] = coding.value
    headers["content-length"] = str(len(packed))
    headers.add_vary_header("accept-encoding")
    headers["x-padding"] = "0" * secrets.randbelow(LONGEST_PADDING)
    start["headers"] = headers.raw
    return {**message, "body": packed}

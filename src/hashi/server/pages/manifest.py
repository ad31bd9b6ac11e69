"""The web app manifest: how the game is called and what it looks like once it is installed."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, Response

from hashi.drawing import DARK, LIGHT
from hashi.server.platform import Offers
from hashi.server.services import services_of
from hashi.server.static_files import address
from hashi.server.visitor import Visitor, visitor_of
from hashi.words import Words, language_tag

KEPT_FOR = "public, max-age=3600"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-192.png", "192x192", "maskable"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)
"""Files, sizes and purposes; a maskable one may be cut to any shape."""


async def manifest(request: WebRequest) -> Response:
    """Answer with the manifest; `?lang=de&theme=dark` says for whom, since no cookie is sent."""
    return JSONResponse(
        fields_of(visitor_of(request), services_of(request).platform.offers),
        media_type="application/manifest+json",
        headers={"cache-control": KEPT_FOR},
    )


def fields_of(visitor: Visitor, offers: Offers) -> dict[str, Any]:
    """Return the manifest in the visitor's language and theme.

    Its addresses are relative to its own, so that it holds wherever the server's pages begin.
    """
    words = visitor.words
    paper = (DARK if visitor.theme == "dark" else LIGHT).paper
    return {
        "id": "./",
        "name": words.say("HASHI: build bridges from island to island"),
        "short_name": "HASHI",
        "description": words.say(
            "Write numbers on islands and join them with bridges. A game for 1 to 4 players."
        ),
        "lang": language_tag(visitor.language),
        "dir": "ltr",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "categories": ["games"],
        "icons": [
            {"src": _relative(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
        "shortcuts": [
            {"name": words.say("Board of the day"), "url": "daily"},
            _with_others(words, offers),
            {"name": words.say("Learn how to play"), "url": "learn"},
        ],
    }


def _with_others(words: Words, offers: Offers) -> dict[str, str]:
    """Return the way to play with others: a shortcut leads to nowhere but the site itself."""
    if offers.has_links:
        return {"name": words.say("Play with friends"), "url": _inside(offers.friends)}
    return {"name": words.say("Play against bots"), "url": "new?mode=bots"}


def _inside(path: str) -> str:
    return path.removeprefix("/")


def _relative(name: str) -> str:
    return address(name).removeprefix("/")

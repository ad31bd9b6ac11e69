"""What a browser keeps for times without a network: the worker, and the page that is shown then."""

from __future__ import annotations

import json

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.server.lessons.tutorial import STEPS
from hashi.server.pages.parts.hero import hero
from hashi.server.responses import respond
from hashi.server.static_files import EACH_TIME, contents, digest
from hashi.server.visitor import visitor_of

SCRIPT = "js/worker.js"


async def worker(request: WebRequest) -> Response:
    """Answer with the service worker of this version.

    A page names version, language and theme in its address. Where one of them differs, it is
    another worker to a browser, with its own pages.
    """
    del request
    known = {"VERSION": digest(), "LESSONS": len(STEPS)}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return Response(
        head.encode() + contents()[SCRIPT],
        media_type="text/javascript",
        headers={"cache-control": EACH_TIME},
    )


async def offline(request: WebRequest) -> Response:
    """Answer with the page that stands for all that needs the network; `?page=home` for home."""
    visitor = visitor_of(request)
    is_home = request.query_params.get("page") == "home"
    return respond(request, visitor, "offline", is_home=is_home, hero=hero())

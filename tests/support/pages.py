"""All pages and dialogs that people see, so that no test of them forgets one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from playwright.sync_api import Page
from starlette.routing import Match, Route

from hashi import server
from hashi.boards import FIRST_DAY
from hashi.host import Store
from hashi.server.app import create_app
from hashi.server.pages.new import MODES

PLAIN_PAGES = (
    "/",
    *(f"/new?mode={mode}" for mode in MODES),
    "/daily",
    f"/daily/{FIRST_DAY}",
    "/daily/archive",
    "/learn",
    "/learn?step=11",
    "/learn/tactics",
    "/learn/puzzles",
    "/learn/puzzles/red",
    "/learn/mistakes",
    "/rules",
    "/import",
    "/workshop?b=AQYGyBRMEShEMQRJeI4",
    "/workshop?box=A",
    "/workshop/measure?b=AQYGyBRMEShEMQRJeI4&stop=1",
    "/workshop/wish?b=AQYGyBRMEShEMQRJeI4&wish=easier&stop=1",
    "/me",
    "/me/games",
    "/offline",
    "/offline?page=home",
    "/rules?kept",
    "/nowhere",
)
"""The addresses of pages that need no table."""


LEADING_ON = {"/j/{code}"}
"""Routes that lead to a page, and answer with none of their own."""


@cache
def _routes() -> tuple[Route, ...]:
    routes = create_app(cast("Store", None)).routes
    return tuple(
        route
        for route in routes
        if isinstance(route, Route)
        and "GET" in (route.methods or ())
        and not route.path.startswith("/api/")
        and not Path(route.path).suffix  # a file
        and route.path not in LEADING_ON
    )


def pages() -> set[str]:
    """Return the paths of the routes that answer with a page."""
    return {route.path for route in _routes()}


def dialogs() -> set[str]:
    """Return the ids of the dialogs in all templates, as selectors."""
    templates = Path(server.__file__).parent / "templates"
    texts = (path.read_text("utf-8") for path in templates.rglob("*.html"))
    return {f"#{id}" for text in texts for id in re.findall(r'<dialog id="([\w-]+)"', text)}


def page_of(address: str) -> str:
    """Return the path of the route that answers an address; empty where there is none."""
    scope = {"type": "http", "method": "GET", "path": urlsplit(address).path}
    found = (route.path for route in _routes() if route.matches(scope)[0] is Match.FULL)
    return next(found, "")


def shown_on(page: Page) -> set[str]:
    """Return the page and the dialog that are open, as `pages` and `dialogs` name them."""
    open_ones = page.locator("dialog[open]").evaluate_all("all => all.map(one => '#' + one.id)")
    return {page_of(page.url), *open_ones} - {""}

"""A page of the site without a server: what is shown lies in the frame of the shell."""

from __future__ import annotations

import contextlib
import json
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import BrowserContext, CDPSession, Error, Frame, Page, Response

from tests.support.page import PATIENCE

_OF_FRAME = {
    *("locator", "get_by_role", "get_by_text", "get_by_label", "get_by_title"),
    *("get_by_alt_text", "get_by_placeholder", "frame_locator", "query_selector"),
    *("wait_for_selector", "wait_for_url", "wait_for_load_state", "wait_for_function"),
    *("evaluate", "evaluate_handle", "eval_on_selector"),
    *("content", "title", "inner_text", "text_content", "is_visible"),
    *("click", "fill", "press", "set_input_files"),
}
IS_SHOWN = """
    document.querySelector("#coming").hidden && document.querySelector("#stopped").hidden
    && document.querySelector("#frame").contentDocument?.readyState === "complete"
    && document.querySelector("#frame").contentDocument.URL === location.href
"""
"""Whether the frame shows the page that the address of the tab names."""
SAID = """[
    location.href, document.querySelector("#frame").contentDocument?.URL,
    ...["#coming", "#stopped", "#notice"].map((each) => document.querySelector(each).innerText),
]"""
"""What a tab shows that does not show its page."""


if TYPE_CHECKING:
    _Used = Page
else:
    _Used = object


class SitePage(_Used):
    """The page in the frame, used like one that a server sends; the tab for all else."""

    def __init__(self, page: Page, address: str) -> None:
        """Use a tab; `address` is that of the site, without a slash at the end."""
        self.tab, self.address = page, address

    @property
    def inner(self) -> Frame:
        frame = self.tab.query_selector("#frame")
        content = frame.content_frame() if frame else None
        assert content is not None
        return content

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner if name in _OF_FRAME else self.tab, name)

    @property
    def url(self) -> str:
        return self.tab.url

    @property
    def context(self) -> BrowserContext:
        return SiteContext(self.tab.context)

    @property
    def request(self) -> Requests:  # type: ignore[override]
        return Requests(self)

    def goto(self, url: str, **options: Any) -> Response | None:
        """Go to a page as by the address bar, and wait until the game shows it."""
        answer = self.tab.goto(self.address_of(url), **options)
        self.until_shown()
        return answer

    def address_of(self, path: str) -> str:
        """Return the address of a path, which may have the site's prefix already."""
        prefix = urlsplit(self.address).path
        return urljoin(f"{self.address}/", path.removeprefix(prefix).lstrip("/"))

    def reload(self, **options: Any) -> Response | None:
        answer = self.tab.reload(**options)
        self.until_shown()
        return answer

    def go_back(self, **options: Any) -> Response | None:
        """Go back; the browser may change the frame alone, and tells of no load then."""
        before = self.tab.url
        self.tab.evaluate("history.back()")
        self.tab.wait_for_url(lambda address: address != before, wait_until="commit", **options)
        self.until_shown()
        return None

    def until_shown(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self._evaluated(IS_SHOWN):
            assert time.monotonic() < end, f"not shown: {self._evaluated(SAID)}"
            self.tab.wait_for_timeout(50)

    def _evaluated(self, expression: str) -> Any:
        """Return the value of an expression; a page that is being left has none."""
        with contextlib.suppress(Error):
            return self.tab.evaluate(expression)
        return None


if TYPE_CHECKING:
    _Opened = BrowserContext
else:
    _Opened = object


class SiteContext(_Opened):
    """The browser of such pages."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def new_cdp_session(self, page: Page | Frame) -> CDPSession:
        return self._context.new_cdp_session(page.tab if isinstance(page, SitePage) else page)


class Answer:
    """What the program has answered to a request that was made in the frame."""

    def __init__(self, status: int, text: str) -> None:
        self.status, self._text = status, text
        self.ok = 200 <= status < 300

    def text(self) -> str:
        return self._text

    def json(self) -> Any:
        return json.loads(self._text)


class Requests:
    """Requests of the visitor beside the page."""

    def __init__(self, page: SitePage) -> None:
        self._page = page

    def post(self, path: str, *, data: Any = None, **_: Any) -> Answer:
        return self._ask(path, {"method": "POST", "body": json.dumps(data or {})})

    def get(self, path: str, **_: Any) -> Answer:
        return self._ask(path, {})

    def _ask(self, path: str, options: dict[str, Any]) -> Answer:
        if not urlsplit(self._page.tab.url).netloc:
            self._page.goto("/")
        status, text = self._page.tab.evaluate(
            """async ([address, options]) => {
                const headers = options.body ? { "content-type": "application/json" } : {};
                const answer = await fetch(address, { ...options, headers });
                return [answer.status, await answer.text()];
            }""",
            [self._page.address_of(path), options],
        )
        return Answer(status, text)

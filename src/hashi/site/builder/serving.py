"""A plain server for the folder of a site, for a look at it on this computer."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".zip": "application/zip",
    "": "application/octet-stream",
}


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers with files of the folder, under its prefix, as static hosts do."""

    def __init__(self, *arguments: Any, prefix: str, **named: Any) -> None:
        self._prefix = prefix
        self.extensions_map = {**self.extensions_map, **KINDS}
        super().__init__(*arguments, **named)

    def send_head(self) -> Any:
        path = self.path.partition("?")[0]
        if self._prefix and path == self._prefix:
            self.send_response(301)
            self.send_header("location", f"{self._prefix}/")
            self.end_headers()
            return None
        if not path.startswith(f"{self._prefix}/"):
            self.send_error(404)
            return None
        self.path = path.removeprefix(self._prefix)
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the folder's own page where there is no such file."""
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""


class SiteServer(ThreadingHTTPServer):
    """Says nothing of browsers that are closed while they load."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def site_server(folder: Path, prefix: str = "", port: int = 0) -> SiteServer:
    """Return a server for a folder, at this port of this computer or at any."""
    handler = partial(SiteHandler, directory=str(folder), prefix=prefix)
    return SiteServer(("127.0.0.1", port), handler)

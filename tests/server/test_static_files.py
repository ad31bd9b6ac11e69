"""Static files under addresses that name their content, and compressed answers."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from pathlib import Path
from urllib.request import Request, urlopen

import brotli
import pytest
from tests.support.server import Browser, Server

from hashi.server import static_files
from hashi.server.compression import Coding, accepted

TEMPLATES = Path(static_files.__file__).parent / "templates"
ADDRESS = re.compile(r"(?:src|href)=\"(/static/[^\"]+)\"")
IMPORT = re.compile(r"(?:from|import\()\s*\"([^\"]+)\"")


def fetch(server: Server, path: str, **headers: str) -> tuple[dict[str, str], bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urlopen(Request(f"{server.address}{path}", headers=named), timeout=30) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def test_no_template_names_a_static_file_without_its_digest() -> None:
    for path in TEMPLATES.rglob("*.html"):
        assert "/static/" not in path.read_text(), path.name


def test_all_that_a_page_loads_may_be_kept_for_ever(server: Server) -> None:
    """Scripts import others by relative addresses: these carry the digest, too."""
    visitor = Browser(server)
    _, page, _ = visitor.fetch(f"/t/{visitor.open_table()}")
    waiting = ADDRESS.findall(page)
    loaded: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in loaded:
            continue
        loaded.add(path)
        status, text, headers = visitor.fetch(path)
        assert (status, headers["cache-control"]) == (200, static_files.FOR_EVER), path
        folder = posixpath.dirname(path)
        if path.endswith(".js"):
            waiting += [posixpath.normpath(f"{folder}/{name}") for name in IMPORT.findall(text)]
        if path.endswith(".webmanifest"):
            assert headers["content-type"] == "application/manifest+json"
            waiting += [f"{folder}/{icon['src']}" for icon in json.loads(text)["icons"]]
    assert {posixpath.basename(path) for path in loaded} >= {
        *("table.js", "connection.js", "page.css", "board.css", "icon.svg", "icon-180.png"),
    }


def test_another_digest_or_none_is_answered_but_not_kept(server: Server) -> None:
    for path in ("/static/page.css", "/static/0123456789abcdef/page.css"):
        headers, _ = fetch(server, path)
        assert headers["cache-control"] == "no-cache"
        assert headers["etag"]


def test_a_file_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    path = "/static/page.css"
    _, _, headers = Browser(server).fetch(path)
    status, text, _ = Browser(server).fetch(path, If_None_Match=headers["etag"])
    assert (status, text) == (304, "")


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0", ""),
        ("identity", ""),
        ("br;q=many", ""),
        ("", ""),
    ],
)
def test_the_best_coding_that_is_accepted_is_taken(header: str, coding: str) -> None:
    assert accepted(header) is Coding(coding)


def test_pages_and_files_are_compressed_as_the_browser_accepts(server: Server) -> None:
    for path in ("/rules", static_files.address("js/connection.js")):
        _, plain = fetch(server, path, Accept_Encoding="identity")
        for coding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
            headers, packed = fetch(server, path, Accept_Encoding=coding)
            assert headers["content-encoding"] == coding
            assert "accept-encoding" in headers["vary"].lower()
            assert len(packed) < len(plain) / 2
            assert unpack(packed) == plain


def test_what_may_hold_a_secret_is_neither_stored_nor_compressed(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    for path in (f"/t/{id}/move", f"/api/tables/{id}"):
        _, _, headers = visitor.fetch(path, Accept_Encoding="br, gzip")
        assert headers["cache-control"] == "no-store"
        assert "content-encoding" not in headers


def test_the_length_of_a_compressed_page_does_not_tell_its_content(server: Server) -> None:
    lengths = {len(fetch(server, "/rules", Accept_Encoding="br")[0]["x-padding"]) for _ in range(9)}
    assert len(lengths) > 1


def test_pages_are_asked_for_anew(server: Server) -> None:
    assert fetch(server, "/")[0]["cache-control"] == "private, no-cache"

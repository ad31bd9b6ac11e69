"""The stream of a table: it ends with the server, and its reader counts as present."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

from tests.support.server import Browser, Server, serving


def opened(server: Server) -> tuple[Browser, str]:
    """Open a table of two seats and take one of them."""
    visitor = Browser(server)
    return visitor, visitor.open_table(mode="friends", seats="2", name="Tim")


def follow(server: Server, id: str, key: str) -> Any:
    request = urllib.request.Request(
        f"{server.address}/api/tables/{id}/events", headers={"Authorization": f"Bearer {key}"}
    )
    return urllib.request.urlopen(request, timeout=30)


def test_a_server_ends_at_once_while_somebody_follows_a_table(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        _, id = opened(server)
        with follow(server, id, "a key of one's own") as stream:
            assert stream.readline() == b"id: 2\n"
            assert server.stop() == ""
            assert json.loads(stream.readline().removeprefix(b"data: "))["phase"] == "lobby"
            assert stream.read() == b"\n"


def test_pages_show_a_program_as_present_while_it_reads_the_stream(server: Server) -> None:
    visitor, id = opened(server)
    key = "k" * 20
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    sit = json.dumps({"do": "sit", "name": "Script"}).encode()
    assert Browser(server).fetch(f"/api/tables/{id}", sit, **headers)[0] == 200
    page = visitor.socket(id)
    page.ask("begin")
    with follow(server, id, key):
        here = page.until("patch")
        while "seat-1" not in here["html"]:
            here = page.until("patch")
        assert page.refused("take_over", seat=1)["code"] == "still_here"
    gone = page.until("patch")
    while "seat-1" not in gone["html"]:
        gone = page.until("patch")
    assert gone["html"]["seat-1"] != here["html"]["seat-1"]
    assert page.refused("take_over", seat=1)["code"] == "just_left"
    page.close()

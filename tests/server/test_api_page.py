"""docs/api.md: its program plays a game, and every field, address and close code is on the page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.server import Server

from hashi.server.api.openapi import ROUTES, document
from hashi.server.live import socket
from hashi.words.reactions import REACTIONS

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> set[str]:
    """Return the names in the first column of tables."""
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_the_program_plays_a_game(server: Server) -> None:
    source = PROGRAM.replace("http://localhost:8000", server.address)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\[\d+\] \d+\n", done.stdout)


def test_every_address_is_on_the_page() -> None:
    told = {name.replace("/ID", "/{id}") for name in first_cells(PAGE.split("## The table")[0])}
    assert told == {f"{method} {path}" for method, path, _ in ROUTES}


def test_every_field_of_a_table_is_on_the_page() -> None:
    schemas = document()["components"]["schemas"]
    told = first_cells(section("The table"))
    assert schemas["Table"]["properties"].keys() <= told
    assert schemas["ListedTable"]["properties"].keys() <= told
    for name in (*schemas["Seat"]["properties"], *schemas["AskedTable"]["properties"]):
        assert f"`{name}`" in PAGE


def test_every_close_code_is_on_the_page() -> None:
    known = {socket.OTHER_ORIGIN, socket.NO_TABLE, socket.TOO_SLOW, socket.TOO_MANY}
    known |= {socket.NOT_NOW, socket.FAILED}
    told = set(map(int, re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)))
    assert known <= told
    assert len(REACTIONS) == 8, "the page says eight"

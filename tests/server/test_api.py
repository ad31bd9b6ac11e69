"""The JSON API: a game played by a script, the OpenAPI document, and invalid requests."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.support.server import Browser, Server, serving

from hashi.server.api.openapi import document
from hashi.table import REQUESTS
from hashi.table.fields import object_schema
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.requests.request import STAND_IN, fields_of


def post(visitor: Browser, path: str, key: str = "", **fields: Any) -> tuple[int, dict[str, Any]]:
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    status, text, _ = visitor.fetch(path, json.dumps(fields).encode(), **headers)
    answer: dict[str, Any] = json.loads(text)
    return status, answer


def test_a_script_plays_against_a_bot(server: Server) -> None:
    visitor = Browser(server)
    status, table = post(visitor, "/api/tables", seats=2)
    assert status == 201
    key, path = table["key"], f"/api/tables/{table['id']}"
    assert table["phase"] == "lobby"
    assert post(visitor, path, key, do="sit", name="Script")[0] == 200
    assert post(visitor, path, key, do="sit_bot", seat=1, name="Ada", bot="greedy")[0] == 200
    assert post(visitor, path, key, do="begin")[0] == 200
    status, table = post(visitor, path, key, do="mark", seat=0, marks="d3=4")
    assert table["drafts"] == {"0": "4@d3"}
    status, table = post(visitor, path, key, do="done", seat=0)
    assert status == 200
    rounds = 0
    while table["phase"] != "over":
        _, text, _ = visitor.fetch(path, Authorization=f"Bearer {key}")
        table = json.loads(text)
        if table["phase"] == "round" and not table["seats"][0]["done"]:
            status, table = post(visitor, path, key, do="done", seat=0, round=table["round"])
            rounds += status == 200
        elif table["phase"] == "round":
            time.sleep(0.02)  # the bot thinks
    assert rounds == 17
    assert table["winners"] == [1]
    assert len(table["record"]["rounds"]) == 17


def test_everybody_sees_which_bot_plays_on_a_seat(server: Server) -> None:
    visitor, watcher = Browser(server), Browser(server)
    _, table = post(visitor, "/api/tables", seats=3)
    key, path = table["key"], f"/api/tables/{table['id']}"

    def told() -> list[tuple[str, str | None]]:
        seats = json.loads(watcher.fetch(path)[1])["seats"]
        described = document()["components"]["schemas"]["Seat"]["properties"]
        assert all(set(seat) == set(described) for seat in seats)
        return [(seat["kind"], seat["bot"]) for seat in seats]

    assert told() == [("empty", None)] * 3
    post(visitor, path, key, do="sit", name="Script")
    post(visitor, path, key, do="sit_bot", seat=1, name="Ada", bot="random")
    post(visitor, path, key, do="sit_bot", seat=2, name="Bea", bot="greedy")
    assert told() == [("person", None), ("bot", "random"), ("bot", "greedy")]
    post(visitor, path, key, do="sit_bot", seat=2, name="Bea", bot="random")
    post(visitor, path, key, do="begin")
    post(visitor, path, key, do="take_over", seat=0)
    assert told() == [("bot", STAND_IN), ("bot", "random"), ("bot", "random")]
    post(visitor, path, key, do="give_back", seat=0)
    assert told()[0] == ("person", None)


def test_a_hint_is_told_step_by_step(server: Server) -> None:
    visitor = Browser(server)
    _, table = post(visitor, "/api/tables", seats=1)
    key, path = table["key"], f"/api/tables/{table['id']}"
    for fields in ({"do": "sit", "name": "Script"}, {"do": "begin"}):
        post(visitor, path, key, **fields)
    post(visitor, path, key, do="mark", seat=0, marks="d3=4")
    assert "hint" not in post(visitor, path, key, do="done", seat=0)[1]
    described = document()["components"]["schemas"]["Advice"]["properties"]
    texts: list[str] = []
    for step in (1, 2, 3, 4, 4):
        status, table = post(visitor, path, key, do="hint", seat=0, round=1)
        hint = table["hint"]
        assert status == 200
        assert set(hint) == set(described)
        assert (hint["seat"], hint["step"], len(hint["texts"])) == (0, step, step)
        assert hint["texts"][: len(texts)] == texts
        assert (hint["islands"] is not None, hint["turn"] is not None) == (step >= 2, step == 4)
        texts = hint["texts"]
    if hint["turn"] != "pass":
        assert post(visitor, path, key, do="mark", seat=0, marks=hint["turn"])[0] == 200
    post(visitor, path, key, do="done", seat=0)
    assert post(visitor, path, key, do="hint", seat=0, round=1)[0] == 409
    while table["phase"] != "over":
        table = post(visitor, path, key, do="done", seat=0)[1]
    assert table["record"]["hints"] == [4]


def test_errors_have_a_code_and_a_sentence(server: Server) -> None:
    visitor = Browser(server)
    _, table = post(visitor, "/api/tables")
    path = f"/api/tables/{table['id']}"
    assert post(visitor, path, do="fly")[1]["error"]["code"] == "unknown_request"
    assert post(visitor, path)[0] == 409
    assert post(visitor, path, do="sit", name="x" * 41)[1]["error"]["code"] == "name_too_long"
    assert visitor.fetch(path, b"{")[0] == 422
    assert visitor.fetch(path, b"[]")[0] == 422
    assert visitor.fetch(path, b"[" * 60_000)[0] == 422
    assert visitor.fetch(path, b"x" * 70_000)[0] == 413


def test_the_stream_sends_every_change(server: Server) -> None:
    import urllib.request

    visitor = Browser(server)
    _, table = post(visitor, "/api/tables", seats=1)
    key, path = table["key"], f"/api/tables/{table['id']}"
    request = urllib.request.Request(f"{server.address}{path}/events")
    with urllib.request.urlopen(request, timeout=30) as stream:
        assert stream.readline().startswith(b"id: ")
        assert json.loads(stream.readline().removeprefix(b"data: "))["phase"] == "lobby"
        stream.readline()
        post(visitor, path, key, do="sit", name="Tim")
        stream.readline()
        seats = json.loads(stream.readline().removeprefix(b"data: "))["seats"]
        assert seats[0]["name"] == "Tim"
        assert seats[0]["yours"] is False


def test_the_description_names_every_request(server: Server) -> None:
    status, text, _ = Browser(server).fetch("/api/openapi.json")
    assert status == 200
    assert json.loads(text) == document()
    schemas = document()["components"]["schemas"]
    mapping = schemas["Request"]["discriminator"]["mapping"]
    assert set(mapping) == REQUESTS
    for do, reference in mapping.items():
        assert {"$ref": reference} in schemas["Request"]["oneOf"]
        assert schemas[reference.rpartition("/")[2]]["properties"]["do"] == {"const": do}


def test_the_document_matches_what_is_accepted() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["Options"] == object_schema(OPTIONS)
    assert schemas["Options"]["properties"]["board"]["maxLength"] == 8000
    assert schemas["Options"]["properties"]["seats"]["maximum"] == 4
    assert schemas["SitBot"]["required"] == ["do", "seat", "bot", "name"]
    for do in REQUESTS:
        described = schemas["".join(word.capitalize() for word in do.split("_"))]
        names = {field.name for field in fields_of(do)}
        assert set(described["properties"]) == names | {"do"}


@pytest.mark.slow
@pytest.mark.no_cover
def test_generated_requests_never_break_the_server(tmp_path: Path) -> None:
    """Schemathesis generates valid and invalid requests from the OpenAPI document."""
    with serving(tmp_path / "api.sqlite") as running:
        done = subprocess.run(
            [
                *[sys.executable, "-m", "schemathesis.cli", "run"],
                f"{running.address}/api/openapi.json",
                *["--checks", "not_a_server_error,content_type_conformance"],
                *["--exclude-operation-id", "events", "--max-examples", "3", "--seed", "1"],
                *["--phases", "examples,coverage,fuzzing", "--no-color"],
            ],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout[-3000:]
        assert running.stop() == ""

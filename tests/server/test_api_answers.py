"""Every answer of the JSON API, refusals included, is as the OpenAPI document says."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, ValidationError
from tests.support.app import Answer, AppServer, AppVisitor, app_at

from hashi.server.api.openapi import BROKEN_OFF, OPERATIONS, PROBLEMS, ROUTES, document
from hashi.server.responses import STATUS
from hashi.table.shuffle import commitment

NOW = 1_800_000_000.0
SHORT = ["5/1", "4/2", "3/1", "6/3", "2/1", "1/1"]
"""A deck for games of five rounds."""
SHARE = "a" * 32


@cache
def schemas() -> dict[str, Any]:
    """Return the schemas of the document, closed: a field that none of them names is a fault."""
    found: dict[str, Any] = document()["components"]["schemas"]
    return {
        name: {**schema, "additionalProperties": False} if "properties" in schema else schema
        for name, schema in found.items()
    }


def validate(schema: Mapping[str, Any], answer: Any) -> None:
    Draft202012Validator({**schema, "components": {"schemas": schemas()}}).validate(answer)


@dataclass
class Checked:
    """A visitor whose every answer is compared with the document."""

    visitor: AppVisitor
    key: str = ""
    seen: set[tuple[str, int]] = field(default_factory=set)
    """The operations that were asked, with the status of their answers."""

    async def get(self, path: str) -> Any:
        return self._check("get", path, await self.visitor.get(path))

    async def call(self, path: str, **fields: Any) -> Any:
        found = self._check("post", path, await self.visitor.call(path, **fields))
        if "key" in found:
            self.visitor.headers["authorization"] = f"Bearer {found['key']}"
        return found

    def _check(self, method: str, path: str, answer: Answer) -> Any:
        paths = document()["paths"]
        (pattern,) = (each for each in paths if re.fullmatch(each.replace("{id}", r"[\w-]+"), path))
        operation = paths[pattern][method]
        self.seen.add((operation["operationId"], answer.status))
        (kind,) = operation["responses"][str(answer.status)]["content"]
        assert answer.headers["content-type"].startswith(kind)
        if kind == "text/event-stream":
            data = answer.text.partition("data: ")[2]
            validate({"$ref": "#/components/schemas/Table"}, json.loads(data))
            return json.loads(data)
        schema = operation["responses"][str(answer.status)]["content"][kind]["schema"]
        validate(schema, answer.json)
        return answer.json


def change(data: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(data, timeout=30)) as database:
        database.execute(statement, values)
        database.commit()


async def play_a_game(server: AppServer, asked: Checked) -> None:
    """Ask every operation, and get a table with everything that one can have."""
    table = await asked.call("/api/tables", seats=2, deck=SHORT, hints=True, pens="free")
    path = f"/api/tables/{table['id']}"
    guest = Checked(server.visitor(), seen=asked.seen)

    async def ask(player: Checked, do: str, **fields: Any) -> Any:
        found = await player.call(path, do=do, **fields)
        assert "error" not in found, (do, found)
        return found

    await guest.get(path)
    assert "addresses" in await asked.get(f"{path}/invitation")
    await ask(asked, "sit", name="Ida")
    await ask(asked, "list", on=True)
    assert (await guest.get("/api/tables"))["tables"][0]["id"] == table["id"]
    assert "key" in await ask(guest, "sit", name="Tim")
    table = await ask(asked, "commit", seat=0, hash=commitment(SHARE))
    assert table["shuffle"]["share_hashes"] == [commitment(SHARE), ""]
    await ask(asked, "begin")
    await ask(asked, "seal", seat=0)
    for seat, player in enumerate((asked, guest)):
        await ask(player, "tap", seat=seat, island="c2")
        table = await ask(player, "done", seat=seat, **({} if seat else {"share": SHARE}))
    assert table["phase"] == "round", table
    while table["phase"] != "over":
        do = "check" if table["phase"] == "check" else "done"
        if do == "done":
            assert (await ask(guest, "hint", seat=1))["hint"]["step"] == 1
        await ask(asked, do, seat=0)
        table = await ask(guest, do, seat=1)
    assert table["aids"] == [None, "hints"]
    assert (await asked.get(f"{path}/events"))["phase"] == "over"
    await ask(asked, "rematch")
    assert (await asked.get(path))["next"]


async def test_every_answer_is_as_the_document_says(tmp_path: Path) -> None:
    async with app_at(tmp_path / "t.sqlite", NOW, open_tables=True) as server:
        asked = Checked(server.visitor())
        await play_a_game(server, asked)
    done = {id for id, status in asked.seen if status < 300}
    assert done == {operation.id for operation in OPERATIONS}


async def test_every_refusal_is_as_the_document_says(tmp_path: Path) -> None:
    data = tmp_path / "t.sqlite"
    async with app_at(data, NOW) as server:
        asked = Checked(server.visitor())
        await asked.get("/api/tables")  # 403
        await asked.get("/api/tables/none")
        await asked.get("/api/tables/none/events")
        await asked.call("/api/tables", seats=9)
        id = (await asked.call("/api/tables"))["id"]
        path = f"/api/tables/{id}"
        await asked.call(path, do="fly")
        await asked.call(path, do="mark", seat=0, marks="x" * 70_000)
        await asked.call(path, do="sit", name="Ida")
        await asked.call(path, do="begin")
        await asked.call(path, do="mark", seat=0, marks="c2=6")
        refused = await asked.call(path, do="mark", seat=0, marks="4@a1")
        assert refused["error"]["rule"]
        await asked.call(path, do="done", seat=0)
        gone = Checked(server.visitor("g" * 24), seen=asked.seen)
        opened = await gone.call("/api/tables")
        await gone.call(f"/api/tables/{opened['id']}", do="sit", name="Ida")
        await gone.visitor.post("/me/delete", sure="yes")
        gone.visitor.headers["authorization"] = f"Bearer {'g' * 24}"
        await gone.get(path)  # 401: this key has ended
        stop = "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'full'); END"
        change(data, stop)
        await asked.call(path, do="clear", seat=0)
        await asked.call(path, do="mark", seat=0, marks="4@c2")
        change(data, "UPDATE event SET body = 'x' WHERE place = ?", id)
    async with app_at(data, NOW, rate=1) as server:
        again = Checked(server.visitor(), seen=asked.seen)
        await again.get(path)
        for _ in range(10):
            await again.call(path, do="begin")
    assert {status for _, status in asked.seen if status >= 400} == PROBLEMS.keys()


def test_every_status_of_a_refusal_is_described() -> None:
    assert {*STATUS.values(), 409, 422} == PROBLEMS.keys()
    assert not PROBLEMS.keys() & BROKEN_OFF.keys()


def test_every_address_is_described() -> None:
    described = document()["paths"]
    for method, path, _ in ROUTES:
        assert path == "/api/openapi.json" or method.lower() in described[path]


@pytest.mark.parametrize("wrong", [{"code": 5}, {"rule": None}, {"other": ""}])
def test_a_wrong_answer_is_found(wrong: dict[str, Any]) -> None:
    problem = {"error": {"code": "no_table", "text": "There’s no table.", **wrong}}
    with pytest.raises(ValidationError):
        validate({"$ref": "#/components/schemas/Problem"}, problem)

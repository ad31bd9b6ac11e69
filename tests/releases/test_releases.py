"""What a release has written, every later version reads to the same end.

A folder here is a release; its README.md says what it holds and how it was made.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hashi.host import Host, SqliteStore
from hashi.host.store.address import is_address, open_store
from hashi.host.store.check import check
from hashi.host.store.results_rebuild import outdated_after

# all that these tests ask of the library
from hashi.record import parse, result, to_fields
from hashi.table import Request, Table, entry_text, is_fair, read_log, replay
from hashi.table.log_format import VERSION
from hashi.terminal.tables.saved_games import open_saved

# --- what was kept

HERE = Path(__file__).parent
RELEASES = sorted(path for path in HERE.iterdir() if (path / "README.md").exists())
LOGS = sorted(HERE.glob("*/logs/*.ndjson"))
RECORDS = sorted(path for path in HERE.glob("*/records/*.json") if path.suffixes == [".json"])
SAVED_RECORDS = [path for path in RECORDS if HERE / "0.1.0" in path.parents]
"""`hashi play` saved records; later releases save logs."""
SAVES = sorted(HERE.glob("*/saves/*.hashi"))
STORES = sorted(HERE.glob("*/tables.sqlite"))


def name(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def bodies(log: Path) -> list[str]:
    """The events of one table, as they were kept; a line's number is the event's."""
    return log.read_text("utf-8").splitlines()


# --- what the library makes of it


def replayed(log: Path) -> Table:
    return replay(enumerate(bodies(log), 1))


def state_of(table: Table) -> dict[str, Any]:
    """Where a table stands, in values that need no class of the library."""
    fields: dict[str, Any] = {
        "phase": str(table.phase),
        "number": table.number,
        "options": table.options.to_json(),
        "host": table.opener,
        "seats": [
            {
                "name": seat.name,
                "kind": "empty" if seat.is_empty else "bot" if seat.is_bot else "person",
                "bot": seat.bot or None,
                "holder": seat.holder,
                "marks": str(seat.marks),
                "undone": str(seat.undone),
                "done": seat.is_done,
                "checked": seat.is_checked,
            }
            for seat in table.seats
        ],
        "waiting_for": list(table.waiting_for),
        "deadline": table.deadline,
        "practised": table.is_practised,
        "next_table": table.next_table,
        "again": table.again,
        "series": [list(totals) for totals in table.series],
        "ids": list(table.ids),
    }
    if table.game is None:
        return fields
    assert table.deal is not None
    return fields | {
        "cards": " ".join(str(card) for card in table.game.cards),
        "pile": " ".join(str(card) for card in table.pile),
        "sheets": [" ".join(str(mark) for mark in sheet.marks) for sheet in table.game.sheets],
        "struck": [
            " ".join(str(island) for island in sheet.board.islands if sheet.is_struck(island))
            for sheet in table.game.sheets
        ],
        "totals": list(table.game.totals),
        "result": result(table.game),
        "fair": is_fair(table.deal, table.salt, table.seal),
        "record": {k: v for k, v in to_fields(table.record).items() if k != "same_cards"},
    }


# --- the tests


def test_every_release_kept_something() -> None:
    assert RELEASES
    for release in RELEASES:
        assert any(release in path.parents for path in LOGS)
        assert any(release in path.parents for path in RECORDS)
        assert any(release in path.parents for path in STORES)


@pytest.mark.parametrize("log", LOGS, ids=name)
def test_a_log_leads_to_the_same_table(log: Path) -> None:
    assert is_as_before(replayed(log), read_json(log.with_suffix(".end.json")))


def is_as_before(table: Table, told: dict[str, Any]) -> bool:
    """Return whether a table stands as a release told it; later releases tell more."""
    state = state_of(table)
    return {name: state[name] for name in told} == told


@pytest.mark.parametrize("log", LOGS, ids=name)
def test_an_event_is_written_as_it_was_but_for_the_version(log: Path) -> None:
    """A file that one version began and another goes on with holds the same fields throughout."""
    stored = list(enumerate(bodies(log), 1))
    for (_, body), entry in zip(stored, read_log(stored), strict=True):
        fields, written = json.loads(body), json.loads(entry_text(entry))
        assert written.pop("v") == VERSION
        assert fields.pop("v", 0) <= VERSION
        assert written == fields


@pytest.mark.parametrize("path", STORES, ids=name)
def test_a_store_holds_the_same_tables(path: Path, tmp_path: Path) -> None:
    kept = read_json(path.with_suffix(".json"))
    store = opened(path, tmp_path)
    try:
        for id, end in kept["tables"].items():
            assert is_as_before(replay(store.read(id)), end)
        for holder, ids in kept["labels"].items():
            assert store.tables(holder) == ids
    finally:
        store.close()


@pytest.mark.parametrize("path", STORES, ids=name)
async def test_a_store_is_brought_up_to_date_and_its_games_go_on(path: Path, place: str) -> None:
    """As a server does it; then nothing is wrong with the store, and the log of the game that can
    be gone on with grows by the mark that was undone last and is made again."""
    told = read_json(path.with_suffix(".json"))
    id = told["open"]
    seat, undone = next(
        (seat, each)
        for seat, each in enumerate(told["tables"][id]["seats"])
        if each["undone"] != "pass"
    )
    put_into(place, path)
    store = open_store(place)
    host = Host(store, now=lambda: 2e9, peers=store.peers())
    try:
        await host.start()
        while await asyncio.to_thread(outdated_after, store) is not None:
            await asyncio.sleep(0.01)
        assert [fault for _, fault in check(store) if fault is not None] == []
        ended = [id for id, end in told["tables"].items() if end["phase"] == "over"]
        assert [id for id in told["tables"] if store.result(id) is not None] == ended
        await host.requests.ask(id, Request(undone["holder"], "redo", {"seat": seat}))
        table = replay(store.read(id))
        assert table.number == told["tables"][id]["number"] + 1
        assert len(table.seats[seat].marks.marks) == len(undone["marks"].split()) + 1
        assert [fault for _, fault in check(store) if fault is not None] == []
    finally:
        await host.close()
        store.close()


def put_into(place: str, path: Path) -> None:
    """Put a store into a place: a file as it is, its rows into a database that is as old."""
    if not is_address(place):
        shutil.copy(path, place)
        return
    with sqlite3.connect(path) as older, closing(open_store(place)) as store:
        for id, number, text in older.execute("SELECT * FROM event ORDER BY place, number"):
            store.restore(id, [(number, text)]).result(30)
        with closing(store.engine.connect()) as database:
            database.run("DELETE FROM unplayed")
            for row in older.execute("SELECT * FROM label"):
                database.run("INSERT INTO label VALUES (?, ?, ?)", row)


@pytest.mark.parametrize("path", SAVES, ids=name)
def test_a_saved_game_of_the_terminal_is_as_it_was_left(path: Path, tmp_path: Path) -> None:
    """It is opened by the way that `hashi play` opens it, and stays byte for byte the same."""
    copy = Path(shutil.copy(path, tmp_path / "game.hashi"))
    local = open_saved(copy)
    local.close()
    assert is_as_before(local.table, read_json(path.with_suffix(".end.json")))
    assert copy.read_bytes() == path.read_bytes()


def opened(path: Path, folder: Path) -> SqliteStore:
    """A copy: a store writes to its file even where it only reads."""
    return SqliteStore(Path(shutil.copy(path, folder / "tables.sqlite")))


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_a_record_has_the_same_result(path: Path) -> None:
    record = parse(path.read_bytes())
    assert result(record.replay()) == read_json(path.with_suffix(".result.json"))
    fields, written = read_json(path), to_fields(record)
    assert {name: written.get(name) for name in fields} == fields, "nothing is lost"


@pytest.mark.parametrize("path", SAVED_RECORDS, ids=name)
def test_a_saved_game_can_be_gone_on_with(path: Path, tmp_path: Path) -> None:
    """The game goes on in a log beside the record, with the same cards to come and turns."""
    fields = read_json(path)
    copy = Path(shutil.copy(path, tmp_path / "game.json"))
    local = open_saved(copy)
    table = local.table
    local.close()
    assert copy.read_bytes() == path.read_bytes()
    turned = [*fields["cards"], *fields.get("pile", [])][: len(table.played.cards)]
    assert [str(card) for card in table.played.cards] == turned
    kept = [] if table.deal is None else [str(card) for card in table.deal.cards]
    assert kept == [*fields["cards"], *fields.get("pile", [])]
    record = to_fields(table.record)
    assert record["rounds"] == fields["rounds"]
    assert record.get("calls", []) == fields.get("calls", [])
    for seat, turn in enumerate(fields.get("turns", [])):
        place = table.seats[seat]
        assert place.is_done == (turn is not None)
        assert turn is None or str(place.marks) == turn
    again = open_saved(copy)
    assert again.table == table
    again.close()

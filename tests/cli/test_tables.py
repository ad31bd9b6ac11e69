"""`hashi tables`: look at what a server keeps, check it, copy it, and forget what nobody needs."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.support.command import hashi
from tests.support.postgres import Cluster
from tests.support.server import Browser, serving
from tests.support.stored_games import DAY, write_game
from tests.support.tables import LINUS, SARAH, TIM, people

from hashi.host import new_id
from hashi.host.store.address import open_store
from hashi.host.store.sql import SqlStore
from hashi.record import parse
from hashi.table import Options, replay
from hashi.table.event import Handed, LogEntry, Opened
from hashi.table.log_format import entry_text


@contextmanager
def opened(place: str) -> Iterator[SqlStore]:
    with closing(open_store(place)) as store:
        yield store


def contents_of(place: str) -> list[object]:
    """Everything that belongs to the tables of a store."""
    with opened(place) as store:
        return [
            (id, store.read(id), store.labels(id), store.result(id)) for id, _ in store.contents()
        ]


def damage(store: SqlStore, id: str) -> None:
    with closing(store.engine.connect()) as database:
        database.run("UPDATE event SET body = ? WHERE place = ? AND number = 3", ("{}", id))


def lobby(store: SqlStore, age: float) -> str:
    id = new_id()
    opening = Opened(Options(seats=2).to_json(), TIM)
    store.append(id, [LogEntry(1, time.time() - age, opening)], [TIM]).result(10)
    return id


def test_tables_are_listed_shown_exported_and_checked(place: str) -> None:
    with opened(place) as store:
        over = write_game(store, people(TIM, LINUS), bot="random")
        running = write_game(store, people(TIM), rounds=3, bot="random")
        waiting = lobby(store, age=1.0)
        listed = hashi("tables", "list", "--data", place)  # while a server has it open
        assert (listed.returncode, listed.stderr) == (0, "")
        lines = dict(line.split("  ", 1) for line in listed.stdout.splitlines())
        assert lines.keys() == {over, running, waiting}
        assert "; finished, " in lines[over]
        assert "; round 4 of 17, " in lines[running]
        assert "not started" in lines[waiting]
        totals = replay(store.read(over)).played.totals
        shown = hashi("tables", "show", over, "--data", place).stdout
        assert all(f", {total}\n" in shown for total in totals)
        exported = hashi("tables", "export", "--data", place)
        records = [parse(line) for line in exported.stdout.splitlines()]
        assert sorted(len(record.rounds) for record in records) == [3, 17]
        assert (
            "salt"
            not in json.loads(hashi("tables", "export", running, "--data", place).stdout)["fair"]
        )
        checked = hashi("tables", "check", "--data", place)
        assert (checked.returncode, checked.stdout) == (0, "All tables are fine: 3\n")
        damage(store, running)
        checked = hashi("tables", "check", "--data", place)
        assert checked.returncode == 1
        assert checked.stdout.startswith(f"{running}  entry 3: ")
        assert "\nBroken tables: 1 of 3\n" in checked.stdout
        assert f"{running}  broken\n" in hashi("tables", "list", "--data", place).stdout


def test_a_result_that_does_not_follow_from_the_log_is_found(place: str) -> None:
    with opened(place) as store:
        id = write_game(store, people(TIM), bot="random")
        assert hashi("tables", "check", "--data", place).returncode == 0
        with closing(store.engine.connect()) as database:
            database.run("UPDATE result SET body = replace(body, 'totals\": [', 'totals\": [1')")
            database.run("DELETE FROM label")
    checked = hashi("tables", "check", "--data", place)
    assert checked.returncode == 1
    assert checked.stdout.startswith(f"{id}  This doesn’t follow from its log: result, labels\n")
    data = "DATABASE" if place.startswith("postgresql:") else place
    remedy = f"hashi results rebuild --data {data}"
    assert checked.stdout.endswith(f"is corrected by: {remedy}\n")
    assert hashi("results", "rebuild", "--data", place).returncode == 0
    assert hashi("tables", "check", "--data", place).returncode == 0


def test_a_broken_log_is_brought_back_from_a_backup(place: str, tmp_path: Path) -> None:
    """By the command that the check names; what others have gone on with stays as it is."""
    backup = str(tmp_path / "backup.sqlite")
    with opened(place) as store:
        ids = [write_game(store, people(TIM, LINUS), bot="random") for _ in range(2)]
        assert hashi("tables", "copy", place, backup).returncode == 0
        whole = store.kept(ids[0])
        damage(store, ids[0])
        later = LogEntry(len(store.read(ids[1])) + 1, 9.0, Handed(1, SARAH))
        store.append(ids[1], [later], [SARAH], store.result(ids[1])).result(10)
    told = hashi("tables", "check", "--data", place).stdout
    command = re.search(r"hashi (tables copy .*)\. ", told)
    assert command
    arguments = command[1].replace("BACKUP", backup).replace("DATABASE", place).split()
    assert hashi(*arguments).stdout == "Tables copied: 1; already there: 0\n"
    assert hashi(*arguments[:4], ids[1]).returncode == 1
    assert hashi(*arguments[:4], "nothing").returncode == 2
    with opened(place) as store:
        assert store.kept(ids[0]) == whole
        assert store.read(ids[1])[-1] == (later.number, entry_text(later))
    assert hashi("tables", "check", "--data", place).returncode == 0


def test_a_broken_challenge_is_brought_back_from_a_backup(place: str, tmp_path: Path) -> None:
    backup = str(tmp_path / "backup.sqlite")
    with opened(place) as store:
        id = write_game(store, people(TIM), bot="random")
        store.remove(id, len(store.read(id))).result(10)
        assert hashi("tables", "copy", place, backup).returncode == 0
        kept = store.challenges.contents()
        store.challenges.keep([(code, at, "{}") for code, at, _ in kept])
        told = hashi("tables", "check", "--data", place).stdout
        command = re.search(r"hashi (tables copy .*)\. ", told)
        assert command
        arguments = command[1].replace("BACKUP", backup).replace("DATABASE", place).split()
    assert hashi(*arguments).returncode == 0
    with opened(place) as store:
        assert store.challenges.contents() == kept != []


def test_what_a_newer_version_wrote_is_told_apart_from_what_is_broken(place: str) -> None:
    with opened(place) as store:
        id = lobby(store, age=1.0)
        store.restore(id, [(2, '{"v": 99, "kind": "flown", "at": 9.0}')]).result(10)
    checked = hashi("tables", "check", "--data", place)
    assert checked.returncode == 1
    assert checked.stdout.startswith(f"{id}  entry 2: written by a newer version (format 99)\n")
    assert checked.stdout.endswith("Install that version to read them.\n")


def test_lobbies_that_nobody_needs_are_deleted(place: str) -> None:
    with opened(place) as store:
        old, fresh = lobby(store, age=8 * DAY), lobby(store, age=6 * DAY)
        played = write_game(store, people(TIM), rounds=2, bot="random")
    assert hashi("tables", "prune", "--data", place, "--lobby-days", "0").stdout.endswith(": 0\n")
    assert hashi("tables", "prune", "--data", place).stdout == "Tables deleted: 1\n"
    with opened(place) as store:
        assert {id for id, _ in store.contents()} == {fresh, played} - {old}


def test_tables_are_listed_by_phase_and_day_as_json_too(place: str) -> None:
    with opened(place) as store:
        over = write_game(store, people(TIM, LINUS), bot="random")
        running = write_game(store, people(TIM), rounds=3, bot="random")
        old, fresh = lobby(store, age=40 * DAY), lobby(store, age=1)
        damaged = write_game(store, people(TIM), rounds=2, bot="random")
        damage(store, damaged)

    def ids(*options: str) -> set[str]:
        listed = hashi("tables", "list", "--data", place, *options)
        assert (listed.returncode, listed.stderr) == (0, "")
        lines = listed.stdout.splitlines()
        return {
            json.loads(line)["id"] if "--json" in options else line.split()[0] for line in lines
        }

    today = time.strftime("%Y-%m-%d", time.gmtime())
    before = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 30 * DAY))
    assert ids() == ids("--json") == {over, running, old, fresh, damaged}
    assert ids("--phase", "lobby", "--phase", "over", "--json") == {old, fresh, over}
    assert ids("--phase", "broken") == {damaged}
    assert ids("--until", before, "--phase", "lobby", "--json") == {old}
    assert ids("--since", before, "--until", today) == {fresh}
    told = json.loads(hashi("tables", "list", "--data", place, "--json", "--phase", "over").stdout)
    with opened(place) as store:
        totals = list(replay(store.read(over)).played.totals)
    assert [player["points"] for player in told["players"]] == totals
    assert (told["round"], told["rounds"]) == (17, 17)
    wrong = hashi("tables", "list", "--data", place, "--since", "yesterday")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "yesterday" in wrong.stderr


def test_tables_are_deleted_by_their_ids_broken_ones_too(place: str) -> None:
    with opened(place) as store:
        ids = [write_game(store, people(TIM), bot="random") for _ in range(3)]
        damage(store, ids[1])
    assert hashi("tables", "delete", "--data", place).returncode == 2
    refused = hashi("tables", "delete", ids[0], "nothing", "--data", place)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert hashi("tables", "delete", *ids[:2], "--data", place).stdout == "Tables deleted: 2\n"
    with opened(place) as store:
        assert [id for id, _ in store.contents()] == ids[2:]
        assert store.result(ids[0]) is None
        assert store.challenges.contents() != []


def test_everything_is_copied_and_the_next_copy_adds_what_is_new(
    place: str, tmp_path: Path
) -> None:
    backup = str(tmp_path / "backup.sqlite")
    with opened(place) as store:
        ids = [write_game(store, people(TIM, LINUS), bot="random") for _ in range(3)]
        waiting = lobby(store, age=1.0)
        copied = hashi("tables", "copy", place, backup)
        assert (copied.stdout, copied.stderr) == ("Tables copied: 4; already there: 0\n", "")
        assert contents_of(backup) == contents_of(place)
        entries = store.read(ids[0])
        text = '{"v": 1, "kind": "rewound", "at": 9.0, "round": 3}'
        store.restore(ids[0], [(len(entries) + 1, text)]).result(10)
    assert hashi("tables", "copy", place, backup).stdout.startswith("Tables copied: 1; ")
    assert contents_of(backup) == contents_of(place)
    with opened(backup) as store:  # somebody plays on in the copy
        store.restore(waiting, [(2, '{"v": 1, "kind": "unseated", "at": 2.0, "seat": 0}')]).result(
            10
        )
    with opened(place) as store:
        more = [(n, '{"v": 1, "kind": "unseated", "at": 1.0, "seat": 1}') for n in (2, 3)]
        store.restore(waiting, more).result(10)
    copied = hashi("tables", "copy", place, backup)
    assert copied.returncode == 1
    assert copied.stderr.startswith(f"{waiting}  ")
    with opened(backup) as store:
        assert len(store.read(waiting)) == 2


def test_a_backup_of_a_running_server_is_restored_into_an_empty_one(
    postgres: Cluster, tmp_path: Path
) -> None:
    """docs/upgrading.md: from SQLite to a backup, and into PostgreSQL, with a game in between."""
    data, backup = tmp_path / "tables.sqlite", tmp_path / "backup.sqlite"
    with serving(data) as server:
        visitor = Browser(server)
        id = visitor.open_table(mode="solo")
        socket = visitor.socket(id)
        socket.ask("mark", seat=0, marks="d3=4")
        number = socket.ask("done", seat=0)["number"]
        refused = hashi("tables", "prune", "--data", str(data))
        assert (refused.returncode, refused.stdout) == (2, "")
        assert hashi("tables", "copy", str(data), str(backup)).returncode == 0
        socket.close()
    address = postgres.schema()
    assert hashi("tables", "copy", str(backup), address).returncode == 0
    assert hashi("tables", "check", "--data", address).returncode == 0
    with serving(address) as server:
        visitor.server = server
        assert f'href="/t/{id}"' in visitor.fetch("/")[1]
        socket = visitor.socket(id)
        assert socket.next()["number"] >= number
        assert socket.ask("done", seat=0)["number"] > number
        socket.close()


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"],
        ["show", "nothing"],
        ["export", "nothing"],
        ["copy", "here"],
        ["copy", "/nowhere/a.sqlite", "/nowhere/b.sqlite"],
        ["prune", "--lobby-days", "soon"],
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(arguments: list[str], tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    open_store(str(data)).close()
    done = hashi("tables", *arguments, "--data", str(data))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    missing = hashi("tables", "list", "--data", str(tmp_path / "none"))
    assert (missing.returncode, (tmp_path / "none").exists()) == (2, False)

"""A log in a file: complete entries survive every failure, and other files are not changed."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hashi.boards import standard_deck
from hashi.host import StoreDown
from hashi.host.local_table import LocalTable
from hashi.host.store.log_file import LogFile, is_log, read_table
from hashi.rules import Flaw, Malformed, deal, seeded
from hashi.table import Options, Table
from hashi.terminal.tables.saved_games import newest_unfinished, open_saved

SAVE_OF_0_1_0 = Path(__file__).parents[1] / "releases" / "0.1.0" / "records" / "started-b.json"
DEAL = deal(standard_deck(), seeded("file"))


def begun(path: Path) -> LocalTable:
    table = LocalTable(LogFile.create(path), lambda: 1.0)
    table.begin(Options(), ["Tim"], DEAL)
    return table


def table_of(path: Path) -> Table:
    log, table = LogFile.open(path)
    log.close()
    return table


def flaw(path: Path) -> object:
    with pytest.raises(Malformed) as caught:
        LogFile.open(path)
    assert caught.value.details["file"] == str(path)
    return caught.value.details.get("given")


def test_every_request_is_on_disk_before_it_is_answered(tmp_path: Path) -> None:
    local = begun(tmp_path / "game.hashi")
    for do, fields in (
        ("mark", {"marks": "d3=4"}),
        ("done", {}),
        ("mark", {"marks": f"{DEAL.cards[0].number}@c2"}),
        ("undo", {}),
        ("redo", {}),
        ("undo", {}),
    ):
        local.ask(do, seat=0, **fields)
        assert read_table(local.path) == local.table
    local.close()
    assert table_of(local.path) == local.table
    assert local.table.seats[0].undone.marks


def test_an_entry_cut_off_by_a_crash_is_ignored_and_overwritten(tmp_path: Path) -> None:
    local = begun(tmp_path / "game.hashi")
    whole = local.table
    local.close()
    for torn in (b"{", b'{"v": 1, "kind": "drafted"', b"\xff"):
        with local.path.open("ab") as file:
            file.write(torn)
        log, table = LogFile.open(local.path)
        assert table == whole
        again = LocalTable(log, lambda: 2.0, table)
        again.ask("mark", seat=0, marks="d3=3")
        again.ask("clear", seat=0)
        again.close()
        whole = again.table
        assert table_of(local.path) == whole


def test_entries_that_belong_together_are_there_all_or_none(tmp_path: Path) -> None:
    """The last of a turn's entries turns the next card: without it nobody could go on."""
    local = begun(tmp_path / "game.hashi")
    local.ask("mark", seat=0, marks="d3=4")
    before, start = local.table, local.path.read_bytes()
    local.ask("done", seat=0)
    local.close()
    added = local.path.read_bytes().removeprefix(start)
    assert added.count(b"\n") > 1
    for size in (1, added.index(b"\n") + 1, len(added)):
        local.path.write_bytes(start + b"\0" + added[1:size])
        assert read_table(local.path) == table_of(local.path) == before
    log, table = LogFile.open(local.path)
    again = LocalTable(log, lambda: 2.0, table)
    again.ask("done", seat=0)
    again.close()
    assert table_of(local.path) == again.table
    local.path.write_bytes(b"\0" + start[1:])
    assert flaw(local.path) == "no_game"


def test_a_game_that_was_killed_while_it_began_is_passed_over(tmp_path: Path) -> None:
    local = begun(tmp_path / "game-0001.hashi")
    local.close()
    opened, _, _ = local.path.read_bytes().partition(b"\n")
    local.path.write_bytes(opened + b"\n")
    assert newest_unfinished(tmp_path) is None
    with pytest.raises(Malformed) as caught:
        open_saved(local.path)
    assert caught.value.details["given"] == "no_game"
    open_saved(begun_and_closed(tmp_path / "game-0002.hashi")).close()


def begun_and_closed(path: Path) -> Path:
    begun(path).close()
    return path


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Limit the size of files during this context, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_full_disk_changes_nothing_and_is_reported(tmp_path: Path) -> None:
    local = begun(tmp_path / "game.hashi")
    before, content = local.table, local.path.read_bytes()
    with full_disk(len(content) + 20), pytest.raises(StoreDown):
        local.ask("mark", seat=0, marks="d3=4")
    assert local.table == before
    assert local.path.read_bytes() == content
    local.ask("mark", seat=0, marks="d3=4")
    local.close()
    assert table_of(local.path) == local.table != before


def test_a_game_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "game.hashi"
    with full_disk(100), pytest.raises(Malformed) as caught:
        begun(path)
    assert (caught.value.flaw, caught.value.details["file"]) == (Flaw.FILE, str(path))
    assert not path.exists()
    table = LocalTable(LogFile.create(path), lambda: 1.0)
    with pytest.raises(Malformed):
        table.begin(Options(), [""], DEAL)
    assert not path.exists()


def test_a_save_of_0_1_0_on_a_full_disk_leaves_no_file_beside_it(tmp_path: Path) -> None:
    save = tmp_path / "game-0001.json"
    save.write_bytes(SAVE_OF_0_1_0.read_bytes())
    with full_disk(100), pytest.raises(Malformed) as caught:
        open_saved(save)
    assert caught.value.flaw is Flaw.FILE
    assert list(tmp_path.iterdir()) == [save]
    open_saved(save).close()


@pytest.mark.parametrize(
    "content", [b"", b"my shopping list\n", b'{"hashi": 1}\n', b"\xff\xfe\n", b"[]\n", b"{}\n"]
)
def test_a_file_that_is_no_log_is_never_written_to(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert not is_log(path)
    assert flaw(path) == "no_game"
    with pytest.raises(Malformed) as caught:
        LogFile.create(path)
    assert caught.value.details["given"] == "exists"
    assert path.read_bytes() == content


def test_a_broken_log_is_reported_with_its_line(tmp_path: Path) -> None:
    local = begun(tmp_path / "game.hashi")
    local.close()
    with local.path.open("ab") as file:
        file.write(b'{"kind": "flown"}\n')
    with pytest.raises(Malformed) as caught:
        LogFile.open(local.path)
    assert caught.value.details["given"] == "broken"
    assert caught.value.details["line"] == local.table.number + 1


def test_a_game_of_a_newer_version_is_told_apart_from_a_damaged_one(tmp_path: Path) -> None:
    local = begun(tmp_path / "game.hashi")
    local.close()
    with local.path.open("ab") as file:
        file.write(b'{"v": 99, "kind": "flown"}\n')
    content = local.path.read_bytes()
    assert flaw(local.path) == "newer"
    assert local.path.read_bytes() == content


def test_only_one_process_at_a_time_can_open_a_game(tmp_path: Path) -> None:
    local = begun(tmp_path / "game.hashi")
    assert flaw(local.path) == "locked"
    script = "import sys, pathlib; from hashi.host.store.log_file import LogFile\n"
    script += "LogFile.open(pathlib.Path(sys.argv[1]))"
    other = subprocess.run(
        [sys.executable, "-c", script, str(local.path)], capture_output=True, check=False
    )
    assert other.returncode == 1
    assert b"locked" in other.stderr
    local.close()
    table_of(local.path)


def test_a_folder_or_a_missing_file_is_reported(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.hashi"):
        with pytest.raises(Malformed) as caught:
            LogFile.open(path)
        assert caught.value.flaw is Flaw.FILE

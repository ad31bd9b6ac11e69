"""Results follow from the logs: whatever is lost or wrong is put right by them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hashi.arena.workers import Workers
from hashi.host import Store
from hashi.host.store.address import open_store
from hashi.host.store.derived import Derived, derive
from hashi.host.store.results_rebuild import PART, Rebuilt, rebuild
from hashi.table import Result, replay
from hashi.table.event import LogEntry, Seated, Unseated
from hashi.table.labels import label_of_day, label_of_days
from tests.support.command import hashi
from tests.support.stored_games import write_game
from tests.support.tables import LINUS, TIM, people

DAILY = "2026-11-16"
LOGS = sorted((Path(__file__).parent.parent / "releases").glob("*/logs/*.ndjson"))


def kept(store: Store) -> list[object]:
    """Return all that follows from the logs."""
    labels = [TIM, LINUS, label_of_day(DAILY), label_of_days(TIM)]
    ids = [id for id, _ in store.contents()]
    return [
        *[store.result(id) for id in ids],
        *[sorted(label for label, _ in store.labels(id)) for id in ids],
        *[store.results(label, 20) for label in labels],
    ]


def test_lost_and_wrong_results_are_made_again(place: str) -> None:
    store = open_store(place)
    daily = write_game(store, people(TIM), bot="random", daily=DAILY)
    table = write_game(store, people(TIM, LINUS), bot="random", at=2.0e9)
    running = write_game(store, people(LINUS), rounds=4, bot="random")
    before = kept(store)
    assert {outcome for _, outcome in rebuild(store)} == {Rebuilt.RIGHT}
    right = store.result(table)
    assert right is not None
    wrong = Result(table, 1.0, "A", ("Tim",), (TIM,), (99,))
    database = store.engine.connect()
    database.run("DELETE FROM result", ())
    database.run("DELETE FROM label WHERE label LIKE ?", ("day%",))
    database.close()
    store.restore(table, [], [], wrong).result(30)
    store.restore(running, [], [], wrong).result(30)
    assert store.results(label_of_days(TIM), 20) == []
    outcomes = dict(rebuild(store))
    assert outcomes == dict.fromkeys((daily, table, running), Rebuilt.CHANGED)
    assert kept(store) == before
    store.close()


def test_a_broken_log_is_named_and_left_alone(place: str) -> None:
    store = open_store(place)
    broken = write_game(store, people(TIM), bot="random")
    whole = write_game(store, [Seated(0, "Ida", holder="ida")], bot="random")
    result, end = store.result(broken), store.heads([broken])[broken]
    nonsense = LogEntry(end + 1, 1.0, Unseated(7))
    store.append(broken, [nonsense], (), result).result(30)
    assert dict(rebuild(store)) == {broken: Rebuilt.BROKEN, whole: Rebuilt.RIGHT}
    assert store.result(broken) == result
    store.close()


def test_a_table_that_goes_on_meanwhile_keeps_its_newest_result(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server ends the game between the reading of the log and the writing."""
    store = open_store(place)
    whole = write_game(store, people(TIM), bot="random")
    entries, result = store.read(whole), store.result(whole)
    store.remove(whole, len(entries)).result(30)
    wrong = Result(whole, 1.0, "A", ("Tim",), (TIM,), (9,))
    store.restore(whole, entries[:-1], [], wrong).result(30)
    read, others = store.read, [entries[-1:]]

    def read_then_lose(table: str, after: int = 0) -> list[tuple[int, str]]:
        found = read(table, after)
        if others:
            store.restore(whole, others.pop(), [], result).result(30)
        return found

    monkeypatch.setattr(store, "read", read_then_lose)
    assert dict(rebuild(store)) == {whole: Rebuilt.CHANGED}
    assert store.result(whole) == result
    store.close()


@pytest.mark.parametrize("log", LOGS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_drafts_change_nothing_that_follows_from_a_log(log: Path) -> None:
    """They are not replayed. The logs that releases have kept are of tables of all kinds."""
    stored = list(enumerate(log.read_text("utf-8").splitlines(), start=1))
    assert derive("ID", stored) == Derived.of("ID", replay(stored), stored)


def test_several_processes_do_the_same(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "tables.sqlite"))
    ids = [write_game(store, people(TIM), bot="random", rounds=n % 18) for n in range(PART + 9)]
    before = kept(store)
    for id in ids:
        last = store.restore(id, [], [], None)
    last.result(30)
    workers = Workers(2)
    outcomes = rebuild(store, lambda work, parts: workers.results(work, lambda _: parts))
    changed = Counter(outcome for _, outcome in outcomes)
    assert changed == {Rebuilt.CHANGED: len(ids) // 18, Rebuilt.RIGHT: len(ids) - len(ids) // 18}
    assert kept(store) == before
    store.close()


def test_the_command_says_what_it_has_done(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    store = open_store(str(data))
    id = write_game(store, people(TIM), bot="random", daily=DAILY)
    result = store.result(id)
    store.restore(id, [], [], None).result(30)
    store.close()
    for changed in (1, 0):
        done = hashi("results", "rebuild", "--data", str(data))
        said = f"Tables: 1; corrected: {changed}; broken: 0\n"
        assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
    store = open_store(str(data))
    assert store.result(id) == result
    store.close()
    assert hashi("results", "rebuild", "--data", str(tmp_path)).returncode == 2

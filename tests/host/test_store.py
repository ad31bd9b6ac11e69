"""The stores: events are in order, durable before they are confirmed, readable by others.

Every test with a `place` runs on SQLite and on PostgreSQL.
"""

from __future__ import annotations

import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from signal import SIGQUIT
from typing import Any

import pytest
from psycopg.conninfo import make_conninfo

from hashi.host import Conflict, SqliteStore
from hashi.host.store.address import open_store
from hashi.host.store.copy import Copied, copy
from hashi.host.store.database import Value
from hashi.host.store.job import Job
from hashi.host.store.postgres.database import PostgresDatabase
from hashi.host.store.protocol import NEVER, StoreDown
from hashi.host.store.sql import SqlStore
from hashi.rules import PASS
from hashi.table import LogEntry, Result, read_log
from hashi.table.event import Checked, Drafted, Unseated
from hashi.table.log_format import entry_text, is_draft
from tests.support.postgres import Cluster


def event(number: int, seat: int = 0) -> LogEntry:
    return LogEntry(number, float(number), Checked(seat), f"id{number}")


def draft(number: int, seat: int = 0) -> LogEntry:
    """Return what PostgreSQL is given by a statement of its own, where nothing else waits."""
    return LogEntry(number, float(number), Drafted(seat, PASS), f"id{number}")


Entry = Callable[..., LogEntry]
of_each_kind = pytest.mark.parametrize("entry", [event, draft])


def test_events_come_back_as_they_were_in_order(place: str) -> None:
    store = open_store(place)
    store.append("t", [event(1), event(2)]).result(10)
    store.append("t", [LogEntry(3, 0.5, Unseated(2), "\ud800ä")]).result(10)
    store.append("u", [event(1, seat=3)]).result(10)
    assert [number for number, _ in store.read("t")] == [1, 2, 3]
    assert list(read_log(store.read("t", after=2))) == [LogEntry(3, 0.5, Unseated(2), "\ud800ä")]
    assert list(read_log(store.read("u"))) == [event(1, seat=3)]
    assert store.read("nothing") == []
    store.close()


def test_the_ends_of_many_logs_are_read_at_once(place: str) -> None:
    with closing(open_store(place)) as store:
        for table, count in (("t", 4), ("u", 12), ("v", 1)):
            store.append(table, [event(number + 1) for number in range(count)]).result(10)
        after = {"t": 2, "u": 9, "v": 1, "nothing": 0}
        assert store.read_many(after) == {id: store.read(id, at) for id, at in after.items()}
        assert len(store.read_many(after)["u"]) == 3


def test_tables_are_found_by_label_the_latest_first(place: str) -> None:
    store = open_store(place)
    for number, table in enumerate(["a", "b", "c"], start=1):
        at = LogEntry(1, float(number), Checked(0))
        store.append(table, [at], ["tim", f"only-{table}"]).result(10)
    assert store.tables("tim") == ["c", "b", "a"]
    assert store.tables("tim", most=2) == ["c", "b"]
    store.append("a", [LogEntry(2, 9.0, Checked(0))], ["tim"]).result(10)
    assert store.tables("tim") == ["a", "c", "b"]
    assert store.tables("only-b") == ["b"]
    assert store.tables("nobody") == []
    store.append("d", [], ["tim"]).result(10)
    assert store.tables("tim") == ["a", "c", "b"]
    store.close()


@of_each_kind
@pytest.mark.parametrize("labels", [["stranger"], []])
def test_only_an_event_with_a_wrong_number_fails(
    place: str, entry: Entry, labels: list[str]
) -> None:
    store = open_store(place)
    store.append("t", [event(1), event(2)], ["x"]).result(10)
    attempts = [
        store.append("t", [entry(2)], labels),
        store.append("t", [entry(4)]),
        store.append("t", [entry(3), entry(5)]),
        store.append("v", [entry(2)]),
        store.append("u", [entry(1)]),
        store.append("t", [entry(3)]),
    ]
    outcomes = [type(attempt.exception(10)) for attempt in attempts]
    assert outcomes == [Conflict] * 4 + [type(None)] * 2
    assert [number for number, _ in store.read("t")] == [1, 2, 3]
    assert store.tables("stranger") == []
    store.close()


def test_the_file_is_durable_and_in_wal_mode(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    with closing(store.engine.connect()) as database:
        assert database.rows("PRAGMA journal_mode") == [("wal",)]
        assert database.rows("PRAGMA synchronous") == [(2,)]
    store.close()


@of_each_kind
def test_many_appends_share_few_commits_and_none_is_lost(place: str, entry: Entry) -> None:
    store = open_store(place)
    commits: list[int] = []
    store.watch(lambda _seconds, kept, _conflicts, _failures: commits.append(kept))
    futures = [store.append(f"t{n % 50}", [entry(n // 50 + 1)]) for n in range(5000)]
    for future in futures:
        future.result(30)
    assert sum(commits) == 5000
    assert len(commits) < 1000
    assert all(len(store.read(f"t{n}")) == 100 for n in range(50))
    store.close()


def test_threads_read_while_others_write(place: str) -> None:
    store = open_store(place)

    def write(table: str) -> None:
        for number in range(1, 101):
            store.append(table, [event(number)]).result(30)

    def read(table: str) -> None:
        seen = 0
        while seen < 100:
            numbers = [number for number, _ in store.read(table)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= seen
            seen = len(numbers)
            time.sleep(0.001)

    with ThreadPoolExecutor(6) as pool:
        jobs = [pool.submit(task, f"t{n}") for n in range(3) for task in (write, read)]
        for job in jobs:
            job.result(60)
    store.close()


def test_closing_writes_pending_events_and_accepts_no_more(place: str) -> None:
    store = open_store(place)
    futures = [store.append("t", [event(number)]) for number in range(1, 2001)]
    store.close()
    assert all(future.done() and future.exception() is None for future in futures)
    store.close()
    with pytest.raises(RuntimeError, match="closed"):
        store.append("t", [event(2001)])
    again = open_store(place)
    assert len(again.read("t")) == 2000
    again.close()


def test_a_cancelled_append_does_not_affect_others(place: str) -> None:
    store = open_store(place)
    given_up: list[Future[None]] = []
    for number in range(500):
        future = store.append(f"given up {number}", [event(1)])
        future.cancel()
        given_up.append(future)
    store.append("t", [event(1)]).result(10)
    for number, future in enumerate(given_up):
        kept = len(store.read(f"given up {number}"))
        assert kept == (0 if future.cancelled() else 1)
    store.close()


def test_a_failing_database_fails_the_append_and_not_the_store(place: str) -> None:
    store = open_store(place)
    store.append("t", [event(1)]).result(10)
    with closing(store.engine.connect()) as other:
        other.run("ALTER TABLE label RENAME TO elsewhere")
        with pytest.raises(StoreDown):
            store.append("t", [event(2)], ["tim"]).result(10)
        with pytest.raises(StoreDown):
            store.tables("tim")
        other.run("ALTER TABLE elsewhere RENAME TO label")
    store.append("t", [event(2)], ["tim"]).result(10)
    assert len(store.read("t")) == 2
    assert store.tables("tim") == ["t"]
    store.close()


def test_another_process_reads_what_was_stored(place: str) -> None:
    store = open_store(place)
    store.append("t", [event(1), event(2)]).result(10)
    code = (
        "import sys\nfrom hashi.table import read_log\n"
        "from hashi.host.store.address import open_store\n"
        "store = open_store(sys.argv[1])\n"
        "print([number for number, _ in store.read('t')])\n"
        "store.append('t', list(read_log(store.read('t', 1)))).exception(10)\n"
        "store.close()"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, place],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "[1, 2]\n"
    assert done.stderr == ""
    store.append("t", [event(3)]).result(10)
    store.close()


def result(table: str, at: float) -> Result:
    return Result(table, at, "A", ("Tim",), ("tim",), (40,))


def test_results_are_found_by_label_until_they_are_removed(place: str) -> None:
    store = open_store(place)
    for number, table in enumerate(["a", "b", "c"], start=1):
        ended = result(table, 10.0 - number) if table != "b" else None
        store.append(table, [event(1)], ["tim"], ended).result(10)
    assert [each.id for each in store.results("tim", 9)] == ["a", "c"]
    assert [each.id for each in store.results("tim", 9, skip=1)] == ["c"]
    assert store.unfinished("tim", 9) == ["b"]
    assert (store.result("a"), store.result("b")) == (result("a", 9.0), None)
    store.append("b", [], (), result("b", 99.0)).result(10)  # without an event
    assert [each.id for each in store.results("tim", 9)] == ["b", "a", "c"]
    store.append("a", [event(2)]).result(10)
    assert [each.id for each in store.results("tim", 9)] == ["b", "c"]
    store.close()


def test_a_table_is_forgotten_if_its_log_has_not_gone_on(place: str) -> None:
    store = open_store(place)
    store.append("t", [event(1), event(2)], ["tim"], result("t", 1.0)).result(10)
    store.append("u", [event(1)], ["tim"]).result(10)
    assert isinstance(store.remove("t", 1).exception(10), Conflict)
    assert store.heads(["t", "u", "nothing"]) == {"t": 2, "u": 1, "nothing": 0}
    jobs = [store.remove("t", 2), store.append("t", [event(1)]), store.append("t", [event(2)])]
    assert [job.exception(10) for job in jobs] == [None] * 3
    assert store.tables("tim") == ["u"]
    assert store.result("t") is None
    assert store.contents() == [("t", 2), ("u", 1)]
    assert store.contents(after="t", most=1) == [("u", 1)]
    store.close()


def test_tables_that_nobody_played_at_are_found(place: str) -> None:
    store = open_store(place)
    turned = '{"v": 1, "kind": "turned", "at": %s, "card": "5/3"}'
    logs = {"none": [], "one": [1.0], "late": [9.0], "two": [1.0, 2.0]}
    for table, times in logs.items():
        texts = ['{"v": 1, "kind": "opened", "at": 0.5}', *(turned % at for at in times)]
        store.restore(table, list(enumerate(texts, 1))).result(10)
    assert sorted(store.unplayed(before=5.0)) == ["none", "one"]
    store.close()


def test_tables_whose_clock_is_overdue_are_found(place: str) -> None:
    store = open_store(place)
    for table, due in (("late", 7.0), ("later", 9.0), ("first", 3.0), ("none", None)):
        store.append(table, [event(1)], due=due).result(10)
    assert store.overdue(8.0) == ["first", "late"]
    assert store.overdue(8.0, most=1) == ["first"]
    store.append("first", [event(2)]).result(10)  # nothing is said of its clock
    assert (store.due("first"), store.due("none")) == (3.0, None)
    store.append("first", [event(3)], due=9.5).result(10)
    store.append("late", [event(2)], due=NEVER).result(10)
    store.remove("later", 1).result(10)
    assert store.overdue(10.0) == ["first"]
    store.close()


def test_a_table_is_restored_with_all_that_belongs_to_it(place: str, tmp_path: Path) -> None:
    first, second = SqliteStore(tmp_path / "first.db"), open_store(place)
    first.append("t", [event(1), event(2)], ["tim", "ada"], result("t", 3.5), 4.5).result(10)
    kept = (first.read("t"), first.labels("t"), first.result("t"), first.due("t"))
    second.restore("t", *kept).result(10)
    assert (second.read("t"), second.labels("t"), second.result("t"), second.due("t")) == kept
    assert second.labels("t") == [("ada", 2.0), ("tim", 2.0)]
    first.close()
    second.close()


@of_each_kind
def test_of_two_servers_that_write_the_same_events_one_has_a_conflict(
    place: str, entry: Entry
) -> None:
    """Two stores in one database write to the same tables as fast as they can."""
    with closing(open_store(place)) as one, closing(open_store(place)) as other:

        def write(store: SqlStore, seat: int) -> int:
            won = 0
            for number in range(1, 41):
                jobs = [store.append(f"t{n}", [entry(number, seat)]) for n in range(20)]
                outcomes = [job.exception(30) for job in jobs]
                assert {type(outcome) for outcome in outcomes} <= {type(None), Conflict}
                won += outcomes.count(None)
            return won

        with ThreadPoolExecutor(2) as pool:
            shares = [pool.submit(write, one, 0), pool.submit(write, other, 1)]
            wins = [share.result(60) for share in shares]
        assert sum(wins) == sum(one.heads([f"t{n}" for n in range(20)]).values())
        for n in range(20):
            numbers = [number for number, _ in one.read(f"t{n}")]
            assert numbers == list(range(1, len(numbers) + 1))


def test_the_store_goes_on_when_the_database_is_back(postgres: Cluster) -> None:
    store = open_store(postgres.schema())
    store.append("t", [event(1)], ["tim"]).result(10)
    assert len(store.read("t")) == 1
    postgres.stop(SIGQUIT)  # as in a crash
    try:
        assert isinstance(store.append("t", [draft(2)]).exception(10), StoreDown)
        with pytest.raises(StoreDown):
            store.read("t")
        assert isinstance(store.append("t", [event(2)]).exception(10), StoreDown)
    finally:
        postgres.start()
    store.append("t", [event(2)]).result(10)
    assert [number for number, _ in store.read("t")] == [1, 2]
    store.close()


def test_a_connection_that_was_ended_meanwhile_is_no_failure(postgres: Cluster) -> None:
    store = open_store(postgres.schema())
    store.append("t", [event(1)]).result(10)
    assert len(store.read("t")) == 1
    for entry in (draft(2), event(3)):
        postgres.stop()
        postgres.start()
        store.append("t", [entry]).result(10)
        assert len(store.read("t")) == entry.number
    store.close()


SOCKET = ".s.PGSQL.5432"


class Relay:
    """Passes on what a client and PostgreSQL say, and counts the round trips."""

    def __init__(self, folder: Path, cluster: Path) -> None:
        self.trips = 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()
        self._cluster = str(cluster / SOCKET)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        client, _ = self._listener.accept()
        with self._listener, client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self._cluster)
            is_answered = True
            while True:
                for speaker in select.select([client, server], [], [])[0]:
                    if not (data := speaker.recv(1 << 16)):
                        return
                    if speaker is client:
                        self.trips += is_answered
                    is_answered = speaker is server
                    (client if speaker is server else server).sendall(data)


def test_what_waits_takes_postgres_one_round_trip_or_two(postgres: Cluster, tmp_path: Path) -> None:
    """Drafts alone are one statement; for anything else the ends of the logs are read first."""

    def job(table: str, entry: LogEntry, **more: Any) -> Job:
        text = entry_text(entry)
        return Job(table, [(table, entry.number, text)], **more, is_draft=is_draft(text))

    address = postgres.schema()
    relay = Relay(tmp_path, postgres.folder)
    with (
        closing(open_store(address)) as store,
        closing(PostgresDatabase(make_conninfo(address, host=str(tmp_path)))) as database,
    ):
        for number in (1, 2):  # a statement is prepared when it is used first
            before = relay.trips
            drafts = [job(f"t{n}", draft(number)) for n in range(20)]
            assert store.engine.commit(database, drafts) == [None] * 20
        assert relay.trips == before + 1
        before = relay.trips
        drafts = [job(f"t{n}", draft(3)) for n in range(20)]
        ended = job("t", event(1), labels=[("tim", "t", 1.0)], result=result("t", 1.0), due=1.0)
        assert store.engine.commit(database, [*drafts, ended]) == [None] * 21
        assert relay.trips == before + 2
        assert store.tables("tim") == ["t"]


def test_rows_are_found_by_an_index_in_a_small_database_too(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[str] = []
    rows = PostgresDatabase.rows

    def explained(self: PostgresDatabase, query: str, values: Sequence[Value] = ()) -> list[Any]:
        plans.extend(line for (line,) in rows(self, f"EXPLAIN {query}", values))
        return rows(self, query, values)

    monkeypatch.setattr(PostgresDatabase, "rows", explained)
    with closing(open_store(postgres.schema())) as store:
        store.append("t", [event(1)], ["tim"], result("t", 1.0), due=1.0).result(10)
        plans.clear()
        assert store.read_many({"t": 0})["t"] == store.read("t")
        assert store.heads(["t"]) == {"t": 1}
        assert store.tables("tim") == store.overdue(2.0) == store.unplayed(2.0) == ["t"]
        assert store.unfinished("tim", 1) == []
        assert store.results("tim", 1) == [store.result("t")]
        assert store.contents() == [("t", 1)]
        assert store.devices.find(["d"]) == {}
        assert store.devices.of("tim") == store.devices.contents() == []
        assert store.devices.find_link("token", 0.0) is None
    assert plans
    assert [line for line in plans if "Seq Scan on" in line and "unplayed" not in line] == []


def test_a_text_that_postgres_cannot_hold_is_refused_whole(postgres: Cluster) -> None:
    with closing(open_store(postgres.schema())) as store:
        cut = store.restore("t", [(1, f"{entry_text(draft(1))}\0 and more")])
        assert isinstance(cut.exception(10), StoreDown)
        assert isinstance(store.append("t", [event(1)], ["a\0b"]).exception(10), StoreDown)
        assert store.read("t") == []


def test_a_database_without_an_encoding_can_be_used(postgres: Cluster) -> None:
    """PostgreSQL makes one where the system has no locale, as in a bare container."""
    with postgres._connect() as connection:
        connection.execute("CREATE DATABASE bare ENCODING 'SQL_ASCII' TEMPLATE template0")
    address = postgres.address().replace(":///postgres?", ":///bare?")
    with closing(open_store(address)) as store:
        store.append("t", [LogEntry(1, 0.5, Unseated(2), "ä")], ["tim"], result("t", 1.0)).result(
            10
        )
        assert store.tables("tim") == ["t"]
        assert store.result("t") == result("t", 1.0)
        assert list(read_log(store.read("t"))) == [LogEntry(1, 0.5, Unseated(2), "ä")]


def test_the_password_is_in_no_message(tmp_path: Path) -> None:
    from hashi.host.store.postgres.store import PostgresEngine, PostgresStore

    with pytest.raises(PostgresEngine.FAILURES) as caught:
        PostgresStore(f"postgresql://tim:secret@/hashi?host={tmp_path}")
    assert "secret" not in str(caught.value)


def test_a_review_is_kept_beside_the_result_of_its_table(place: str) -> None:
    """Reviews go through the same writer; they replace each other and go with their table."""
    with closing(open_store(place)) as store:
        result = Result("t", 1.0, "A", ("Tim",), ("tim",), (47,))
        store.append("t", [event(1)], ["tim"], result).result(10)
        assert store.review("t", "one") is None
        store.keep_review("t", "one", "first").result(10)
        store.keep_review("t", "two", "second", [0.5, 1.25]).result(10)
        assert store.costs("tim") == {"t": (0.5, 1.25)}
        assert store.costs("nobody") == {}
        assert store.review("t", "one") is None
        assert store.review("t", "two") == "second"
        assert store.result("t") == result
        assert isinstance(store.keep_review("gone", "one", "x").exception(10), Conflict)
        store.remove("t", 1).result(10)
        assert store.review("t", "two") is None


def test_a_conflict_in_the_database_is_not_logged(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """It is found in the log of the table and decided again: nothing to tell whoever runs it."""
    with closing(open_store(postgres.schema())) as store:
        store.append("t", [event(1)]).result(10)
        rows = [("t", number, "{}") for number in range(1, 2000)]
        with closing(store.engine.connect()) as database:
            database.begin()
            with pytest.raises(store.engine.CLASHES):
                database.run_many("INSERT INTO event VALUES (?, ?, ?)", rows)
            database.rollback()
            assert database.rows("SELECT count(*) FROM event") == [(1,)]
    assert caplog.messages == []


def test_what_is_copied_of_a_table_in_play_is_of_one_moment(place: str, tmp_path: Path) -> None:
    """Labels, clock and result in a backup are those of the last event in it."""
    with closing(open_store(place)) as source, ThreadPoolExecutor(1) as pool:

        def play() -> None:
            for number in range(1, 201):
                ended = result("t", float(number)) if number % 2 else None
                source.append("t", [event(number)], ["tim"], ended, float(number)).result(10)

        play_on, copies = pool.submit(play), 0
        while not play_on.done():
            copies += 1
            with closing(SqliteStore(tmp_path / f"{copies}.db")) as target:
                list(copy(source, target))
                if head := target.heads(["t"])["t"]:
                    assert target.due("t") == head
                    assert target.labels("t") == [("tim", float(head))]
                    assert target.result("t") == (result("t", float(head)) if head % 2 else None)
        play_on.result()


def test_a_later_copy_takes_along_what_came_without_an_event(place: str, tmp_path: Path) -> None:
    """A review, a result that was missing, and labels by which a table is not found any more."""
    with closing(open_store(place)) as source, closing(SqliteStore(tmp_path / "b.db")) as target:
        source.append("t", [event(1)], ["tim", "open"]).result(10)
        assert list(copy(source, target)) == [("t", Copied.NEW)]
        source.append("t", [event(2)], ["tim"], due=4.5, gone=["open"]).result(10)
        assert list(copy(source, target)) == [("t", Copied.NEW)]
        assert target.kept("t") == source.kept("t")
        source.restore("t", [], [("ada", 2.0)], result("t", 2.0), NEVER).result(10)
        source.keep_review("t", "digest", "text", [0.5]).result(10)
        assert list(copy(source, target)) == [("t", Copied.NEW)]
        assert target.kept("t") == source.kept("t")
        assert target.costs("ada") == {"t": (0.5,)}
        assert list(copy(source, target)) == [("t", Copied.SAME)]

"""A store of an older version is brought up to date whole, once, wherever that is cut off."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import astuple
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from hashi.host import Conflict, Host
from hashi.host.store.address import open_store
from hashi.host.store.check import check
from hashi.host.store.copy import copy
from hashi.host.store.derived import EDITION, derive
from hashi.host.store.job import Job
from hashi.host.store.protocol import NEVER, KeptReview
from hashi.host.store.results_rebuild import Rebuilt, bring_up_to_date, outdated_after
from hashi.host.store.sql import SqlStore
from hashi.host.store.writing import write
from hashi.rules import Deal
from hashi.table import LogEntry, Options, Table, replay
from hashi.table.event import Event, Handed, Listed, Opened, Rewound
from hashi.table.fair import begin
from hashi.table.fold import advance
from hashi.table.labels import OPEN
from hashi.table.log_format import StoredEntry, entry_text
from tests.support.postgres import Cluster
from tests.support.stored_games import write_game
from tests.support.tables import LINUS, SARAH, TIM, Clock, people

RELEASES = Path(__file__).parents[1] / "releases"
LOGS = sorted(RELEASES.glob("*/logs/*.ndjson"))
DAILY = "2026-11-16"


def stored(log: Path) -> list[StoredEntry]:
    return list(enumerate(log.read_text("utf-8").splitlines(), start=1))


FOLLOWS = {1: "d13d6bd2d7b91b2c", 2: "c80567de91cfb27d", 3: "a9976201a0e19e7c"}
"""The digest of what follows by each edition from the logs that releases have kept."""


def test_the_edition_is_raised_when_something_else_follows_from_a_log() -> None:
    """Where this fails, raise `EDITION` and note the new digest: else older stores stay as they
    are."""
    follows = [astuple(derive(log.stem, stored(log))) for log in LOGS]
    assert FOLLOWS.get(EDITION) == sha256(json.dumps(follows).encode()).hexdigest()[:16]


# --- stores of older versions


@contextmanager
def opened(place: str) -> Iterator[SqlStore]:
    with closing(open_store(place)) as store:
        yield store


def write_older_store(place: str) -> set[str]:
    """Write what the releases have kept, as a version did that kept nothing beside its logs but
    wrong results; return the ids of the tables."""
    with opened(place) as store:
        ids = {f"{log.parts[-3]}-{log.stem}": stored(log) for log in LOGS}
        for id, entries in ids.items():
            store.restore(id, entries).result(30)
        forget_what_follows(store)
    return set(ids)


def forget_what_follows(store: SqlStore) -> None:
    """Leave of what is kept beside the logs what an older version would."""
    with closing(store.engine.connect()) as database:
        for table in ("label", "result", "clock", "unplayed"):
            database.run(f"DELETE FROM {table}")
        database.run(
            "INSERT INTO result SELECT place, 1.0, '{}' FROM event WHERE number = 1"
            " AND place LIKE ?",
            ("%-alone-%",),
        )
        database.run("UPDATE derived SET edition = 0, until = ''")


def faults(store: SqlStore) -> list[str]:
    return [id for id, fault in check(store) if fault is not None]


def test_everything_that_follows_is_kept_after_the_upgrade_and_nothing_is_done_twice(
    place: str,
) -> None:
    ids = write_older_store(place)
    with opened(place) as store:
        logs = {id: store.read(id) for id in ids}
        assert faults(store)
        assert dict(bring_up_to_date(store)) == dict.fromkeys(ids, Rebuilt.CHANGED)
        assert outdated_after(store) is None
        assert list(bring_up_to_date(store)) == []
        assert faults(store) == []
        assert {id: store.read(id) for id in ids} == logs
    with opened(place) as store:
        assert outdated_after(store) is None


def test_it_goes_on_where_it_was_cut_off(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi.host.store.results_rebuild.next_part.__defaults__", (4,))
    ids = write_older_store(place)
    done = Counter[str]()
    while set(done) != ids:
        with opened(place) as store:
            done.update(id for id, _ in islice(bring_up_to_date(store), 6))
    with opened(place) as store:
        assert faults(store) == []
        assert max(done.values()) == 2  # what was noted is not done again
        list(bring_up_to_date(store))
        assert outdated_after(store) is None


def test_a_broken_log_keeps_nothing_up(place: str) -> None:
    ids = write_older_store(place)
    with opened(place) as store:
        broken = min(ids)
        with closing(store.engine.connect()) as database:
            database.run("UPDATE event SET body = '{' WHERE place = ? AND number = 2", (broken,))
        outcomes = dict(bring_up_to_date(store))
        assert outcomes.pop(broken) is Rebuilt.BROKEN
        assert set(outcomes.values()) == {Rebuilt.CHANGED}
        assert faults(store) == [broken]


def test_costs_are_taken_from_reviews_and_a_table_that_is_full_is_not_listed(place: str) -> None:
    with opened(place) as store:
        reviewed = write_game(store, people(TIM), bot="random")
        turns = [{"cost": cost} for cost in (0.5, 1.0)]
        text = json.dumps({"review": {"players": [{"turns": turns}]}})
        store.keep_review(reviewed, "digest", text).result(30)
        other = write_game(store, people(TIM), bot="random")
        store.keep_review(other, "digest", "of another version").result(30)
        events = [Opened(Options(seats=1).to_json(), TIM), Listed(on=True), *people(TIM)]
        _, entries = advance(Table(), events, 1.0)
        store.append("full", entries, [OPEN]).result(30)
        assert dict(bring_up_to_date(store)) == {
            reviewed: Rebuilt.CHANGED,
            other: Rebuilt.RIGHT,
            "full": Rebuilt.CHANGED,
        }
        assert store.kept(reviewed).review == KeptReview("digest", text, (0.75,))
        assert store.costs(TIM) == {reviewed: (0.75,), other: ()}
        assert store.tables(OPEN) == []
        assert store.tables(TIM)
        assert faults(store) == []


def test_a_store_is_outdated_that_was_copied_from_one(place: str, tmp_path: Path) -> None:
    ids = write_older_store(place)
    backup = str(tmp_path / "backup.sqlite")
    with opened(place) as store, opened(backup) as target:
        list(bring_up_to_date(target))
        list(copy(store, target))
        assert outdated_after(target) == ""
        assert set(dict(bring_up_to_date(target))) == ids
        assert faults(target) == []


# --- beside a server


@asynccontextmanager
async def hosts(store: SqlStore, count: int, now: Clock) -> AsyncIterator[list[Host]]:
    """Start so many servers on one store, each with its own connections to the others."""
    found = [Host(store, now=now, peers=store.peers()) for _ in range(count)]
    try:
        await asyncio.gather(*(host.start() for host in found))
        yield found
    finally:
        for host in found:
            await host.close()


async def until_up_to_date(store: SqlStore) -> None:
    while await asyncio.to_thread(outdated_after, store) is not None:
        await asyncio.sleep(0.02)


async def test_servers_that_start_together_bring_a_store_up_to_date(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.host.upkeep.LOOK_PAUSE", 0.01)
    write_older_store(place)
    with opened(place) as store:
        async with hosts(store, 3, Clock(0.0)):
            await until_up_to_date(store)
        assert faults(store) == []


async def test_an_older_server_that_still_lives_is_waited_for(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on to write as it does: what it has written is brought up to date as well."""
    monkeypatch.setattr("hashi.host.upkeep.LOOK_PAUSE", 0.01)
    place = postgres.schema()
    ids = write_older_store(place)
    with opened(place) as store, closing(store.engine.connect()) as database:
        database.run("INSERT INTO process VALUES ('123-older', 9e9)")
        async with hosts(store, 2, Clock(0.0)):
            await asyncio.sleep(0.3)
            assert outdated_after(store) == ""
            assert len(faults(store)) == len(ids)
            database.run("DELETE FROM process WHERE id = '123-older'")
            await until_up_to_date(store)
            assert store.is_served()
        assert faults(store) == []
        assert not store.is_served()


async def test_a_store_that_fails_meanwhile_is_brought_up_to_date_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.host.retry.RETRY_AFTER", 0.01)
    place = str(tmp_path / "s.db")
    write_older_store(place)
    with opened(place) as store:
        with closing(store.engine.connect()) as database:
            database.run("ALTER TABLE event RENAME TO elsewhere")
            async with hosts(store, 1, Clock(0.0)):
                await asyncio.sleep(0.1)
                database.run("ALTER TABLE elsewhere RENAME TO event")
                await until_up_to_date(store)
        assert faults(store) == []


async def test_a_clock_of_an_older_version_acts_without_anybody_there(place: str) -> None:
    options, now = Options(seats=1, clock=60, board="A"), Clock(1000.0)
    with opened(place) as store:
        dealt = Deal(options.played_deck()[:-1], options.played_deck()[-1])
        events: list[Event] = [Opened(options.to_json(), TIM), *people(TIM), begin(dealt)]
        table, entries = advance(Table(), events, now.now)
        store.append("t", entries).result(30)
        forget_what_follows(store)
        async with hosts(store, 1, Clock(1061.0)):
            while len(store.read("t")) == table.number:
                await asyncio.sleep(0.02)
        assert replay(store.read("t")).played.is_started


# --- others go on with a log meanwhile


def handed(number: int) -> list[LogEntry]:
    return [LogEntry(number, 9.0, Handed(0, SARAH))]


def test_nothing_is_put_right_of_a_log_that_has_gone_on(place: str) -> None:
    with opened(place) as store:
        id = write_game(store, people(TIM, LINUS), bot="random")
        derived = derive(id, store.read(id))
        end = derived.number
        store.append(id, handed(end + 1), (), derived.result).result(30)
        with pytest.raises(Conflict):
            store.mend(derived, [("label", 1.0)]).result(30)
        assert store.tables("label") == []
        again = derive(id, store.read(id))
        both = store.mend(again, [("label", 1.0)]), store.append(id, handed(end + 2))
        for change in both:
            change.result(30)
        assert store.tables("label") == [id]
        assert len(store.read(id)) == end + 2
        assert store.result(id) is None  # as the one says who came last


def test_a_server_that_goes_on_with_a_log_waits_until_what_follows_is_written(
    postgres: Cluster,
) -> None:
    """And the other way round: its result is never replaced by an older one."""
    place = postgres.schema()
    with opened(place) as store, closing(store.engine.connect()) as other:
        id = write_game(store, people(TIM), bot="random")
        derived = derive(id, store.read(id))
        end = derived.number
        other.begin()  # another server goes on with the game, and is not done yet
        other.add_events([(id, end + 1, entry_text(handed(end + 1)[0]))])
        other.rows("SELECT 1")
        waiting = store.mend(derived)
        time.sleep(0.2)
        assert not waiting.done()
        other.commit()
        assert isinstance(waiting.exception(30), Conflict)

        derived = derive(id, store.read(id))
        mending = Job(id, last=derived.number, is_mending=True, result=derived.result, due=NEVER)
        held, commit = threading.Event(), other.commit

        def commit_late() -> None:
            other.rows("SELECT 1")  # sends what has gathered
            held.wait(30)
            commit()

        other.commit = commit_late  # type: ignore[method-assign]
        with ThreadPoolExecutor(1) as pool:
            written = pool.submit(write, other, [mending])
            time.sleep(0.2)
            goes_on = store.append(id, [LogEntry(derived.number + 1, 9.0, Rewound(3))])
            time.sleep(0.2)
            assert not goes_on.done()
            held.set()
            assert written.result(30) == [None]
            goes_on.result(30)
        assert store.result(id) is None
        assert [number for number, _ in store.read(id)] == list(range(1, derived.number + 2))

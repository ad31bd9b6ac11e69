"""Challenges outlive their games: kept by the write that deletes or rewinds one, for a year."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashi.host import Conflict, Host, SqliteStore, Store
from hashi.host.expiry import CHALLENGE_DAYS, Expiry, prune
from hashi.host.store.address import open_store
from hashi.host.store.check import check
from hashi.host.store.copy import copy
from hashi.table import replay
from hashi.table.event import LogEntry, Rewound, Seated
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.labels import code_of
from tests.support.stored_games import A_MONDAY, DAY, write_game

ZOE = Seated(0, "Zoë", holder="zoe-hash")
ADA = Seated(1, "Ada", holder="ada-hash")
NEVER = Expiry(0, 0)


def remove(store: Store, id: str) -> None:
    store.remove(id, store.heads([id])[id]).result(10)


def rewind(store: Store, id: str) -> None:
    number = store.heads([id])[id] + 1
    store.append(id, [LogEntry(number, A_MONDAY, Rewound(9))]).result(10)


@pytest.mark.parametrize("end", [remove, rewind])
def test_a_challenge_stays_without_names_when_its_game_goes(place: str, end: object) -> None:
    store = open_store(place)
    id = write_game(store, [ZOE, ADA], hints=[1], rounds=17)
    table, result = replay(store.read(id)), store.result(id)
    assert result is not None
    assert store.challenges.find(code_of(id)) is None
    assert callable(end)
    end(store, id)
    kept = store.challenges.find(code_of(id))
    assert kept is not None
    assert (kept.options, kept.deal) == (table.options, table.deal)
    assert (kept.result.totals, kept.result.at) == (result.totals, result.at)
    assert (kept.result.hints, kept.result.best_aid) == (result.hints, result.best_aid)
    ((code, at, text),) = store.challenges.contents()
    assert (code, at) == (code_of(id), A_MONDAY)
    for secret in ("Zo", "Ada", "zoe-hash", "ada-hash", id, table.salt):
        assert secret not in text
    store.close()


def test_what_is_no_challenge_is_not_kept(place: str) -> None:
    store = open_store(place)
    ids = [
        write_game(store, [ZOE], daily="2026-11-16"),
        write_game(store, [ZOE], challenge="0123456789abcdef"),
        write_game(store, [ZOE], rounds=5),
    ]
    for id in ids:
        rewind(store, id)
        remove(store, id)
    assert store.challenges.contents() == []
    store.close()


def test_a_game_that_stays_keeps_nothing(place: str) -> None:
    """The deletion came too late: it changes nothing."""
    store = open_store(place)
    id = write_game(store, [ZOE])
    with pytest.raises(Conflict):
        store.remove(id, store.heads([id])[id] - 1).result(10)
    assert store.challenges.contents() == []
    store.close()


def test_a_log_that_cannot_be_read_is_deleted_all_the_same(place: str) -> None:
    store = open_store(place)
    id = write_game(store, [ZOE])
    ((number, text), *rest), result = store.read(id), store.result(id)
    remove(store, id)
    store.challenges.forget(float("inf"))
    store.restore(id, [(number, text.replace('"board": "A"', '"board": "?"')), *rest]).result(10)
    store.restore(id, [], (), result).result(10)
    remove(store, id)
    assert (store.read(id), store.challenges.contents()) == ([], [])
    store.close()


async def test_old_challenges_are_forgotten(place: str) -> None:
    store = open_store(place)
    for age in (0, 10):
        remove(store, write_game(store, [ZOE], at=A_MONDAY + age * DAY, bot="random"))
    now = [A_MONDAY + CHALLENGE_DAYS * DAY]
    host = Host(store, now=lambda: now[0])
    assert await host.sweeper.expire(NEVER) == 0
    assert len(store.challenges.contents()) == 2
    now[0] += DAY
    await host.sweeper.expire(NEVER)
    assert [at for _, at, _ in store.challenges.contents()] == [A_MONDAY + 10 * DAY]
    await host.close()
    assert list(prune(store, NEVER, now[0] + 10 * DAY)) == []
    assert store.challenges.contents() == []
    store.close()


def test_challenges_are_copied_and_checked(place: str, tmp_path: Path) -> None:
    store, target = open_store(place), SqliteStore(tmp_path / "copy.db")
    gone, stays = (write_game(store, [ZOE], bot="random", seed=seed) for seed in "ab")
    remove(store, gone)
    for _ in range(2):  # a later copy changes nothing
        assert [id for id, _ in copy(store, target)] == [stays]
        assert target.challenges.contents() == store.challenges.contents() != []
    assert list(check(target)) == [(stays, None)]
    target.challenges.keep([("ff", 1.0, "{}")])
    assert [id for id, fault in check(target) if fault] == ["ff"]
    assert target.challenges.find("ff") is None
    store.close()
    target.close()


def test_a_kept_challenge_is_read_as_it_was_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    remove(store, write_game(store, [ZOE, ADA], bot="random"))
    ((_, _, text),) = store.challenges.contents()
    kept = KeptChallenge.from_text(text)
    assert kept is not None
    assert kept.to_text() == text
    for damaged in ("", "[]", "{}", text[:-9], text.replace('"cards": ["', '"cards": ["?')):
        assert KeptChallenge.from_text(damaged) is None
    store.close()

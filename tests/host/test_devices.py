"""Devices in a store: who has them, what ends them, and that a link never outlives its maker."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi.host import Host, SqliteStore, holder_of
from hashi.host.expiry import DEVICE_DAYS, Expiry, prune
from hashi.host.people.devices import DAY
from hashi.host.people.key_links import LIFETIME
from hashi.host.store.address import open_store
from hashi.host.store.check import check
from hashi.host.store.copy import Copied, copy, restore
from hashi.host.store.protocol import KeptDevice, KeptLink
from hashi.table import LogEntry, Objected
from hashi.table.event import Checked
from tests.host.test_store_failures import refusing_writes

ANN, BOB, CEM = (holder_of(name) for name in ("ann", "bob", "cem"))
PHONE, TABLET = holder_of("phone"), holder_of("tablet")


def device(name: str, person: str = "", at: float = 100.0) -> KeptDevice:
    return KeptDevice(name, person, "Firefox/Linux", at, at)


def link(person: str, maker: str = "", at: float = 100.0) -> KeptLink:
    return KeptLink(person, maker or person, "Chrome/Android", at)


def test_a_link_makes_its_maker_and_a_new_device_one_person(place: str) -> None:
    with closing(open_store(place)) as store:
        devices = store.devices
        devices.add_link("t", link(ANN), 0.0)
        assert devices.find_link("t", 101.0) is None  # too old
        assert devices.use_link("t", 101.0, device(PHONE)) is None
        assert devices.find_link("t", 100.0) == link(ANN)
        assert devices.use_link("t", 100.0, device(PHONE, at=200.0)) == (link(ANN), [])
        assert devices.use_link("t", 100.0, device(TABLET)) is None  # once
        first = KeptDevice(ANN, ANN, "Chrome/Android", 200.0, 200.0)
        assert devices.find([ANN, PHONE, BOB]) == {
            ANN: first,
            PHONE: device(PHONE, ANN, 200.0),
        }
        assert {each.device for each in devices.of(ANN)} == {ANN, PHONE}
        devices.see(PHONE, 300.0)
        devices.see(PHONE, 250.0)  # comes late
        assert [each.seen for each in devices.of(ANN)] == [300.0, 200.0]


def test_a_link_ends_with_the_device_that_made_it(place: str) -> None:
    with closing(open_store(place)) as store:
        devices = store.devices
        for token, made in (("a", link(ANN)), ("b", link(ANN, PHONE)), ("c", link(BOB))):
            devices.add_link(token, made, 0.0)
        devices.use_link("a", 0.0, device(PHONE))
        devices.add_link("a", link(ANN), 0.0)
        devices.end([PHONE], 150.0)
        devices.add_link("late", link(ANN, PHONE), 0.0)  # was on its way
        assert devices.use_link("b", 0.0, device(TABLET)) is None
        assert devices.use_link("late", 0.0, device(TABLET)) is None
        assert sorted(devices.end_all(ANN, 160.0, device(CEM, ANN))) == [ANN]
        assert devices.find_link("a", 0.0) is None
        assert devices.find_link("c", 0.0) == link(BOB)
        assert [each.device for each in devices.of(ANN)] == [CEM]
        assert devices.find([PHONE])[PHONE].person == ""


def test_of_links_and_devices_the_latest_are_kept(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.host.store.queries.devices.MOST_DEVICES", 4)
    with closing(open_store(place)) as store:
        devices = store.devices
        for n in range(12):
            devices.add_link(f"t{n}", link(ANN, at=100.0 + n), 0.0)
        found = [devices.find_link(f"t{n}", 0.0) is not None for n in range(12)]
        assert found == [False, False, *[True] * 10]
        devices.add_link("u", link(BOB, at=2000.0), 2000.0 - LIFETIME)  # the old ones go
        assert devices.find_link("t11", 0.0) is None
        phones = [holder_of(f"phone {n}") for n in range(5)]
        ended = list[str]()
        for n, phone in enumerate(phones):
            devices.add_link("t", link(ANN, at=100.0 + n), 0.0)
            used = devices.use_link("t", 0.0, device(phone, at=100.0 + n))
            assert used is not None
            ended += used[1]
        assert ended == phones[:2]
        assert {each.device for each in devices.of(ANN)} == {ANN, *phones[2:]}


def test_two_persons_become_one(place: str) -> None:
    with closing(open_store(place)) as store:
        devices = store.devices
        for token, person, name in (("a", ANN, PHONE), ("b", BOB, TABLET)):
            devices.add_link(token, link(person), 0.0)
            devices.use_link(token, 0.0, device(name))
        devices.add_link("b", link(BOB), 0.0)
        changed = devices.unite(BOB, ANN, BOB, 300.0)
        assert set(changed) == {BOB, TABLET}
        assert {each.device for each in devices.of(ANN)} == {ANN, PHONE, TABLET}
        assert devices.of(BOB) == []
        assert devices.find([BOB])[BOB].person == ""
        assert devices.find_link("b", 0.0) is None


def test_a_copy_never_brings_an_ended_device_back(place: str, tmp_path: Path) -> None:
    with closing(open_store(place)) as store, closing(SqliteStore(tmp_path / "c.db")) as target:
        store.devices.add_link("a", link(ANN), 0.0)
        store.devices.use_link("a", 0.0, device(PHONE))
        for _ in range(2):
            assert list(copy(store, target)) == []
            assert target.devices.contents() == store.devices.contents() != []
        store.devices.end([PHONE], 200.0)
        store.devices.see(ANN, 300.0)
        list(copy(target, store))  # an old backup
        assert store.devices.find([PHONE])[PHONE].person == ""
        assert store.devices.find([ANN])[ANN].seen == 300.0
        list(copy(store, target))
        assert target.devices.contents() == store.devices.contents()
        assert list(check(target)) == []
        target.devices.keep([device(PHONE, "nobody", 900.0)])
        assert [id for id, fault in check(target) if fault] == [PHONE]
        assert list(restore(store, target, [PHONE])) == [(PHONE, Copied.NEW)]
        assert target.devices.contents() == store.devices.contents()


def test_devices_that_are_away_for_long_are_forgotten(place: str) -> None:
    """A key that ever had a seat stays ended for as long as there are tables where it was."""
    with closing(open_store(place)) as store:
        store.append("t", [LogEntry(1, 1.0, Checked(0))], [ANN]).result(10)
        for token, person, name in (("a", ANN, PHONE), ("b", BOB, TABLET)):
            store.devices.add_link(token, link(person), 0.0)
            store.devices.use_link(token, 0.0, device(name))
        store.devices.end([ANN, PHONE, BOB], 100.0)
        store.devices.see(TABLET, 100.0 + DAY)
        later = 100.0 + DEVICE_DAYS * DAY
        list(prune(store, Expiry(0, 0), later))
        assert len(store.devices.contents()) == 4
        list(prune(store, Expiry(0, 0), later + 1))
        assert [each.device for each in store.devices.contents()] == sorted([ANN, TABLET])


def test_a_link_that_is_used_while_all_are_ended_leaves_nobody_in(place: str) -> None:
    with closing(open_store(place)) as store, ThreadPoolExecutor(2) as pool:
        for n in range(20):
            person, late, instead = (holder_of(f"{n} {what}") for what in "abc")
            store.devices.add_link("t", link(person), 0.0)
            used = pool.submit(store.devices.use_link, "t", 0.0, device(late))
            pool.submit(store.devices.end_all, person, 200.0, device(instead, person)).result(10)
            used.result(10)
            assert [each.device for each in store.devices.of(person)] == [instead]


# --- the law

KEYS = [holder_of(f"key {n}") for n in range(6)]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("link"), st.sampled_from(KEYS), st.just("")),
        st.tuples(st.just("use"), st.sampled_from(KEYS), st.just("")),
        st.tuples(st.just("end"), st.sampled_from(KEYS), st.just("")),
        st.tuples(st.just("end_all"), st.sampled_from(KEYS), st.just("")),
        st.tuples(st.just("unite"), st.sampled_from(KEYS), st.sampled_from(KEYS)),
    ),
    max_size=14,
)


@given(STEPS)
@settings(deadline=None)
def test_nobody_speaks_for_a_person_who_was_not_let_in(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, str]]
) -> None:
    """Whatever is done in whatever order, each key speaks for whom a plain book of it says.

    A key that was ended never speaks for anybody again.
    """
    book = {key: key for key in KEYS}
    links: dict[str, tuple[str, str]] = {}
    count = 0
    with closing(SqliteStore(tmp_path_factory.mktemp("law") / "s.db")) as store:
        devices = store.devices

        def person_of(key: str) -> str:
            found = devices.find([key]).get(key)
            return found.person if found else key

        for at, (do, key, other) in enumerate(steps):
            person, now = book[key], 100.0 + at
            if do == "link" and person:
                devices.add_link(f"t{at}", link(person, key, now), 0.0)
                links[f"t{at}"] = person, key
            elif do == "use" and links:
                token, (whose, maker) = links.popitem()
                fresh, count = holder_of(f"fresh {count}"), count + 1
                used = devices.use_link(token, 0.0, device(fresh, at=now))
                assert used == (link(whose, maker, used[0].at), []) if used else True
                book[fresh] = whose if used else fresh
                assert bool(used) == (book[maker] == whose)
            elif do == "end" and person:
                devices.end([key], now)
                book[key] = ""
                links = {token: made for token, made in links.items() if made[1] != key}
            elif do == "end_all" and person:
                fresh, count = holder_of(f"fresh {count}"), count + 1
                devices.end_all(person, now, device(fresh, person, now))
                book = {each: "" if whose == person else whose for each, whose in book.items()}
                book[fresh] = person
                links = {token: made for token, made in links.items() if made[0] != person}
            elif do == "unite" and person and book[other] not in ("", person):
                taker = book[other]
                devices.unite(person, taker, key, now)
                book = {each: taker if whose == person else whose for each, whose in book.items()}
                book[key] = ""
                links = {token: made for token, made in links.items() if made[0] != person}
            assert {each: person_of(each) for each in book} == book


# --- in a host


async def test_a_link_that_could_not_be_used_can_be_used_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    host = Host(store, now=lambda: 100.0)
    token = await host.key_links.new(ANN, ANN, "")
    with refusing_writes(tmp_path / "s.db", "device"):
        for attempt in (host.key_links.use(token, ""), host.devices.end(ANN)):
            with pytest.raises(Objected):
                await attempt
        assert await host.devices.person_of(ANN) == ANN
    key = await host.key_links.use(token, "Firefox/")
    assert await host.devices.person_of(holder_of(key)) == ANN
    await host.close()
    store.close()


async def test_whom_keys_speak_for_is_remembered_of_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "s.db")
    host, asked = Host(store, now=lambda: 100.0), list[str]()
    find = store.devices.find

    def counted(devices: Any) -> Any:
        asked.extend(devices)
        return find(devices)

    monkeypatch.setattr(store.devices, "find", counted)
    monkeypatch.setattr("hashi.host.people.devices.MOST_KNOWN", 2)
    for name in (ANN, BOB, ANN, CEM, ANN, BOB):
        assert await host.devices.person_of(name) == name
    assert asked == [ANN, BOB, CEM, BOB]
    await host.close()
    store.close()

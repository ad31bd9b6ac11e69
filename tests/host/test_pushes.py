"""Where people get messages: few addresses each, gone with the device, told once by all servers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from hashi.host import holder_of
from hashi.host.expiry import DAY, PUSH_DAYS, Expiry, prune
from hashi.host.store.address import open_store
from hashi.host.store.copy import copy
from hashi.host.store.protocol import KeptDevice, KeptLink, KeptPush, PushKey
from hashi.host.store.queries.pushes import HOUR, MOST_OF_A_PERSON
from hashi.table import LogEntry
from hashi.table.event import Checked

ANN, BOB = holder_of("ann"), holder_of("bob")
PHONE, TABLET = holder_of("phone"), holder_of("tablet")


def push(device: str, person: str = "", at: float = 100.0, endpoint: str = "") -> KeptPush:
    address = endpoint or f"https://push.example/{device}"
    return KeptPush(
        device,
        person or device,
        address,
        "p",
        "s",
        "de",
        "Europe/Berlin",
        "Firefox/Android",
        at,
        at,
    )


def test_all_servers_of_a_store_have_the_key_that_was_made_first(place: str) -> None:
    with closing(open_store(place)) as store:
        keys = [PushKey(f"private{i}", f"public{i}") for i in range(4)]
        with ThreadPoolExecutor(4) as pool:
            found = set(pool.map(store.devices.pushes.key, keys))
        assert len(found) == 1
    with closing(open_store(place)) as store:
        assert {store.devices.pushes.key(PushKey("late", "late"))} == found


def test_an_address_speaks_for_whom_its_device_does(place: str) -> None:
    with closing(open_store(place)) as store:
        pushes, devices = store.devices.pushes, store.devices
        pushes.keep(push(ANN))
        pushes.keep(push(PHONE))
        assert [each.device for each in pushes.of([ANN, BOB])] == [ANN]
        devices.add_link("t", KeptLink(ANN, ANN, "Chrome/Android", 100.0), 0.0)
        devices.use_link("t", 0.0, KeptDevice(PHONE, "", "Firefox/Linux", 100.0, 100.0))
        found = pushes.of([ANN, BOB])
        assert {(each.device, each.person) for each in found} == {(ANN, ANN), (PHONE, ANN)}
        assert pushes.of([PHONE]) == []  # it is Ann's now
        assert found[0].zone == "Europe/Berlin"
        devices.end([PHONE], 200.0)
        assert [each.device for each in pushes.of([ANN])] == [ANN]
        assert pushes.find(PHONE) is None
        devices.end_all(ANN, 300.0)
        assert pushes.of([ANN]) == []
        pushes.keep(push(ANN))  # was on its way
        assert pushes.of([ANN]) == []


def test_a_device_has_one_address_an_address_one_device_and_a_person_a_few(place: str) -> None:
    with closing(open_store(place)) as store:
        pushes = store.devices.pushes
        pushes.keep(push(ANN, endpoint="https://push.example/1"))
        pushes.keep(push(ANN, endpoint="https://push.example/2"))
        assert [each.endpoint for each in pushes.of([ANN])] == ["https://push.example/2"]
        pushes.keep(push(BOB, endpoint="https://push.example/2"))
        assert pushes.find(ANN) is None
        pushes.end_address(BOB, "https://push.example/1")  # another one
        assert pushes.find(BOB) is not None
        pushes.end_address(BOB, "https://push.example/2")
        assert pushes.find(BOB) is None
        names = [holder_of(f"device{number}") for number in range(MOST_OF_A_PERSON + 2)]
        store.devices.keep([KeptDevice(name, ANN, "", 1.0, 1.0) for name in names])
        for number, name in enumerate(names):
            pushes.keep(push(name, ANN, at=100.0 + number))
        assert {each.device for each in pushes.of([ANN])} == set(names[2:])


def test_each_moment_is_told_once_by_whichever_server(place: str) -> None:
    with closing(open_store(place)) as store:
        pushes = store.devices.pushes

        def claim(moment: tuple[float, int], at: float = 0.0, most: int = 9) -> bool:
            return pushes.claim(ANN, "t", moment, at, most)

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(claim, [(10.5, 0)] * 8)) == 1
        assert not claim((9.0, 3))  # a later one was told
        assert claim((10.5, 1))
        assert not claim((10.5, 0))
        assert claim((11.0, 0))
        assert pushes.claim(BOB, "t", (10.5, 0), 0.0, 9)
        assert pushes.claim(ANN, "u", (10.5, 0), 0.0, 9)


def test_a_person_is_told_so_many_times_an_hour(place: str) -> None:
    with closing(open_store(place)) as store:
        claim = store.devices.pushes.claim
        told = [claim(ANN, f"t{number}", (1.0, 0), HOUR + number, 3) for number in range(5)]
        assert told == [True, True, True, False, False]
        assert not claim(ANN, "t3", (1.0, 0), 2 * HOUR, 3)  # it was passed over
        assert claim(ANN, "t3", (2.0, 0), 2 * HOUR, 3)
        assert claim(BOB, "t", (1.0, 0), HOUR, 3)


def test_clocks_that_come_near_are_found_where_somebody_is_told(place: str) -> None:
    with closing(open_store(place)) as store:
        for table, label, due in (("t", ANN, 50.0), ("u", BOB, 50.0), ("v", ANN, 90.0)):
            entry = LogEntry(1, 1.0, Checked(0))
            store.append(table, [entry], [label], due=due).result(10)
        assert store.devices.pushes.near(0.0, 60.0, 9) == []
        store.devices.pushes.keep(push(PHONE))
        store.devices.keep([KeptDevice(PHONE, ANN, "", 1.0, 1.0)])
        assert store.devices.pushes.near(0.0, 60.0, 9) == [("t", 50.0)]
        assert store.devices.pushes.near(0.0, 99.0, 1) == [("t", 50.0)]
        assert store.devices.pushes.near(50.0, 99.0, 9) == [("v", 90.0)]
        store.devices.pushes.keep(push(BOB))
        assert [table for table, _ in store.devices.pushes.near(0.0, 60.0, 9)] == ["t", "u"]


def test_addresses_are_forgotten_with_their_person_and_after_months(place: str) -> None:
    with closing(open_store(place)) as store:
        pushes = store.devices.pushes
        pushes.keep(push(ANN, at=DAY))
        pushes.keep(push(BOB, at=2 * DAY))
        pushes.claim(ANN, "t", (1.0, 0), DAY, 9)
        list(prune(store, Expiry(0, 0), (PUSH_DAYS + 2) * DAY))
        assert (pushes.find(ANN), pushes.find(BOB)) == (
            None,
            push(BOB, at=2 * DAY)._replace(person=""),
        )
        assert pushes.claim(ANN, "t", (1.0, 0), DAY, 9)  # nobody knows of it any more
        pushes.forget_person(BOB)
        assert pushes.find(BOB) is None


def test_a_copy_has_neither_the_key_nor_addresses(place: str, tmp_path: Path) -> None:
    """Whoever is given one cannot send anything; browsers ask again by themselves."""
    with closing(open_store(place)) as source, closing(open_store(str(tmp_path / "c"))) as target:
        source.devices.pushes.key(PushKey("private", "public"))
        source.devices.pushes.keep(push(ANN))
        list(copy(source, target))
        assert target.devices.pushes.find(ANN) is None
        assert target.devices.pushes.key(PushKey("own", "own")).private == "own"

"""Keys and devices: taking games along gives nobody else's away, and an ended key is worthless.

Ann has games on her laptop; Bob has games of his own. Whoever of them opens a link, nobody gets a
seat that the other did not mean to share.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.postgres import Cluster
from tests.support.stored_games import A_MONDAY, DAY, write_game

from hashi.host import holder_of
from hashi.host.store.protocol import KeptDevice
from hashi.server.device_kinds import kind_of, kind_text
from hashi.server.live.socket import KEY_ENDED
from hashi.table.event import Seated
from hashi.words import LANGUAGES, Words

ANN, BOB = "ann-" + "k" * 20, "bob-" + "k" * 20
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
PHONE = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/142.0.0.0 Mobile Safari/537.36"
)


async def link_of(visitor: AppVisitor) -> str:
    """Return the path of a new link that takes the games of a visitor along."""
    found: list[str] = re.findall(r"/k/[\w-]+", (await visitor.post("/me/move")).text)
    return found[0]


async def games_of(visitor: AppVisitor) -> list[str]:
    return [game["table"] for game in (await visitor.get("/me/games.json")).json["games"]]


async def table_of(visitor: AppVisitor, name: str = "Zoë") -> str:
    """Open a table where this visitor is writing their starting number."""
    answer = await visitor.post("/new", mode="solo", name=name)
    return answer.location.removeprefix("/t/")


async def may_act(visitor: AppVisitor, id: str) -> bool:
    """Return whether a visitor may mark at a table, and is shown the draft; both or neither."""
    marked = await visitor.call(f"/api/tables/{id}", do="mark", seat=0, marks="d3=4")
    seen = (await visitor.get(f"/api/tables/{id}")).json
    assert (marked.status == 200) == bool(seen["drafts"]) == seen["seats"][0]["yours"]
    return marked.status == 200


def devices_in(page: str) -> list[tuple[str, str]]:
    """Return the other devices that a page lists: their ids and names."""
    return re.findall(
        r'name="device" value="(\w{16})">\s*<button aria-label="Remove ([^"]+)"', page
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "s.db"


async def two_people(server: AppServer) -> tuple[AppVisitor, AppVisitor, str, str]:
    """Return Ann and Bob, each with a finished game and one that goes on, and these two tables."""
    for key, name in ((ANN, "Ann"), (BOB, "Bob")):
        write_game(server.store, [Seated(0, name, holder=holder_of(key))], bot="random", seed=key)
    ann, bob = server.visitor(ANN), server.visitor(BOB)
    ann.headers["user-agent"], bob.headers["user-agent"] = FIREFOX, PHONE
    return ann, bob, await table_of(ann, "Ann"), await table_of(bob, "Bob")


# --- the attack


async def test_whoever_is_sent_a_link_and_taps_gives_nothing_away(data: Path) -> None:
    """Ann sends Bob her link. Whatever he taps, his seats and drafts stay his alone."""
    async with app_at(data, A_MONDAY) as server:
        ann, bob, _, his = await two_people(server)
        await bob.call(f"/api/tables/{his}", do="mark", seat=0, marks="d3=4")
        his_games, path = await games_of(bob), await link_of(ann)
        fresh, page = (await server.visitor().get(path)).text, (await bob.get(path)).text
        for told in (
            "Ann",
            "Bob",
            "1 minute ago",
            "Firefox on Linux",
            "2 games",
            "Move them here only",
        ):
            assert told in page
        for each in (fresh, page):  # what is tapped first changes nothing
            (main,) = re.findall(r'<(?:a|button)[^>]*class="[^"]*\bmain\b[^>]*>', each)
            assert 'href="/"' in main
        assert (await bob.post(path)).location == "/me#devices"
        assert not await may_act(ann, his)
        assert not set(his_games) & set(await games_of(ann))
        assert "2 games of your own are set aside" in (await bob.get("/me")).text
        assert bob.own == BOB
        assert BOB not in (await ann.get("/me")).text
        back = server.visitor(BOB)  # a copy of his key still has his games
        assert await games_of(back) == his_games
        assert (await bob.post("/me/devices/leave")).location == "/me"
        assert (bob.key, bob.own) == (BOB, "")
        assert await games_of(bob) == his_games
        assert await may_act(bob, his)
        assert not await may_act(ann, his)


async def test_a_link_that_is_only_looked_at_changes_nothing(data: Path) -> None:
    """Previews of chats send a GET, pages of other sites a POST with the cookies of nobody here."""
    async with app_at(data, A_MONDAY) as server:
        ann, bob, *_ = await two_people(server)
        path = await link_of(ann)

        def dump() -> list[Any]:
            with contextlib.closing(sqlite3.connect(data)) as database:
                rows = list(database.iterdump())
            return [row for row in rows if '"derived"' not in row]  # noted by a task of its own

        before = dump()
        for visitor in (ann, bob, server.visitor()):
            for page in (path, path, "/me", "/me/move"):
                await visitor.get(page)
            for action in ("end", "leave", "unite"):
                assert (await visitor.get(f"/me/devices/{action}")).status == 405
        assert dump() == before
        assert (bob.key, bob.own) == (BOB, "")
        elsewhere = server.visitor(BOB)
        elsewhere.headers["origin"] = "http://evil.example"
        for post in (path, "/me/move", "/me/devices/leave", "/me/devices/unite", "/me/delete"):
            assert (await elsewhere.post(post, sure="yes")).status == 403
        assert dump() == before


# --- two devices of one person


async def test_another_device_gets_a_key_of_its_own(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, _, hers, _ = await two_people(server)
        phone, thief = server.visitor(), server.visitor(BOB)
        path = await link_of(ann)
        page = await phone.get(path)
        assert page.headers["cache-control"] == "no-store"
        assert "This browser has" not in page.text
        new = phone.key
        await phone.post(path)
        assert phone.key not in (ANN, new, "")
        assert phone.own == ""
        assert await games_of(phone) == await games_of(ann)
        assert await may_act(phone, hers)
        assert (await thief.post(path)).status == (await thief.get(path)).status == 410
        assert thief.key == BOB
        server.clock[0] += 3 * DAY
        for _ in range(2):  # noted once a day, by a task of its own
            await ann.get("/me")
        phone.headers["user-agent"] = PHONE
        for each, other in ((ann, "another browser"), (phone, "Firefox on Linux")):
            ((_, name),) = devices_in((await each.get("/me")).text)
            assert name.casefold() == other.casefold() or name == Words("en").say("Another browser")


async def test_a_device_that_is_ended_can_do_nothing_any_more(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, _, hers, _ = await two_people(server)
        phone = server.visitor()
        phone.headers["user-agent"] = PHONE
        await phone.post(await link_of(ann))
        stolen, made = server.visitor(phone.key), await link_of(phone)
        assert await may_act(phone, hers)
        closed = asyncio.create_task(closing_of(phone, hers))
        stream = asyncio.create_task(end_of_stream(server, phone, hers))
        await until(lambda: len(server.host.tables.cache.get(hers).present) == 1)  # type: ignore[union-attr]
        await asyncio.sleep(0)
        ((id, name),) = devices_in((await ann.get("/me")).text)
        assert name == "Chrome on Android"
        assert (await phone.post("/me/devices/end", device="0" * 16)).status == 303  # nobody's
        assert await may_act(phone, hers)
        await ann.post("/me/devices/end", device=id)
        assert await asyncio.wait_for(closed, 5) == KEY_ENDED
        await asyncio.wait_for(stream, 5)
        assert devices_in((await ann.get("/me")).text) == []
        assert not await may_act(stolen, hers)
        await stolen.get("/")
        assert stolen.key != phone.key  # somebody new
        assert (await server.visitor().get(made)).status == 410  # nor do its links work
        script = server.visitor()
        script.headers["authorization"] = f"Bearer {phone.key}"
        for answer in (
            await script.get(f"/api/tables/{hers}"),
            await script.call("/api/tables", seats=1),
            await script.get(f"/api/tables/{hers}/events"),
        ):
            assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert answer.json["error"]["code"] == "key_ended"
        assert await may_act(ann, hers)


async def test_removing_all_others_ends_copies_of_ones_own_key_too(data: Path) -> None:
    """Links of before gave another device the same key; and a key may have been copied."""
    async with app_at(data, A_MONDAY) as server:
        ann, bob, hers, his = await two_people(server)
        phone, copy = server.visitor(), server.visitor(ANN)
        await phone.post(await link_of(ann))
        waiting = await link_of(phone)
        await ann.post("/me/devices/end", device="others")
        assert ann.key != ANN
        assert await may_act(ann, hers)
        for other in (copy, phone):
            assert not await may_act(other, hers)
        assert (await server.visitor().get(waiting)).status == 410
        assert await may_act(bob, his)
        again = server.visitor()  # and the original key stays ended for good
        await again.post(await link_of(ann))
        assert await may_act(again, hers)
        assert not await may_act(server.visitor(ANN), hers)


async def test_a_guest_that_is_ended_has_their_own_games_again(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, bob, _, his = await two_people(server)
        his_games = await games_of(bob)
        await bob.post(await link_of(ann))
        ((id, _),) = devices_in((await ann.get("/me")).text)
        await ann.post("/me/devices/end", device=id)
        assert await may_act(bob, his)
        assert await games_of(bob) == his_games
        await bob.get("/")
        assert (bob.key, bob.own) == (BOB, "")


async def test_a_guest_first_returns_before_another_link_is_used(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, bob, *_ = await two_people(server)
        await bob.post(await link_of(ann))
        key, path = bob.key, await link_of(server.visitor("cem-" + "k" * 20))
        assert "First return to your own games" in (await bob.get(path)).text
        await bob.post(path)
        assert (bob.key, bob.own) == (key, BOB)
        own = await link_of(server.visitor(BOB))  # even for one's own
        await bob.post(own)
        assert bob.key == key


async def test_both_can_be_brought_together_on_purpose(data: Path) -> None:
    """The second step is one of its own, and names what follows from it."""
    async with app_at(data, A_MONDAY) as server:
        ann, bob, hers, his = await two_people(server)
        tablet = server.visitor()
        await tablet.post(await link_of(bob))
        both = {*await games_of(ann), *await games_of(bob)}
        await bob.post(await link_of(ann))
        await bob.post("/me/devices/unite")  # without being sure
        assert not await may_act(ann, his)
        await bob.post("/me/devices/unite", sure="yes")
        assert bob.own == ""
        for each in (ann, bob, tablet):
            assert set(await games_of(each)) == both
            assert await may_act(each, hers)
            assert await may_act(each, his)
        assert not await may_act(server.visitor(BOB), his)  # that key is ended
        assert len(devices_in((await ann.get("/me")).text)) == 2


# --- deleting


async def test_deleting_everything_ends_all_keys(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, bob, *_ = await two_people(server)
        phone = server.visitor()
        await phone.post(await link_of(ann))
        old, waiting = phone.key, await link_of(ann)
        await phone.post("/me/delete", sure="yes")
        assert phone.key != old
        for key in (ANN, old):
            used = server.visitor(key)
            id = await table_of(used)
            assert used.key != key  # a new person, who has this table alone
            assert not await may_act(server.visitor(key), id)
        assert (await server.visitor().get(waiting)).status == 410
        assert len(await games_of(bob)) == 1
        assert [each for each in server.store.devices.contents() if each.person] == []


async def test_what_stays_apart_is_not_deleted_with_the_rest(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, bob, _, his = await two_people(server)
        await bob.post(await link_of(ann))
        assert (await bob.post("/me/delete", sure="yes")).location == "/me"
        assert (bob.key, bob.own) == (BOB, "")
        assert await may_act(bob, his)
        assert await games_of(ann) == []


async def test_nobody_fills_the_store_with_keys_that_end(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        for n in range(30):
            stranger = server.visitor(f"stranger-{n}-{'k' * 16}")
            await stranger.post("/me/delete", sure="yes")
            await stranger.post("/me/devices/leave")
            await stranger.post("/me/devices/end", device="others")
        assert server.store.devices.contents() == []


# --- bounds


async def test_links_are_counted_by_person(data: Path) -> None:
    """A stranger who makes links ends nobody else's; of one's own the latest ten count."""
    async with app_at(data, A_MONDAY) as server:
        ann, bob, *_ = await two_people(server)
        hers = await link_of(ann)
        server.app.state.services.gates.links = server.app.state.services.gates.writes
        for n in range(50):
            server.clock[0] += 1
            await link_of(bob if n % 2 else server.visitor(f"{n}-{'k' * 20}"))
        assert (await server.visitor().get(hers)).status == 200
        server.clock[0] += 901
        assert (await server.visitor().get(hers)).status == 410


async def test_an_address_makes_few_links(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        answers = [await server.visitor(ANN).post("/me/move") for _ in range(21)]
        assert [answer.status for answer in answers] == [200] * 20 + [429]


async def test_a_person_has_twenty_devices(data: Path) -> None:
    async with app_at(data, A_MONDAY) as server:
        ann, _, hers, _ = await two_people(server)
        server.app.state.services.gates.links = server.app.state.services.gates.writes
        phones = [server.visitor() for _ in range(21)]
        for phone in phones:
            server.clock[0] += DAY
            await ann.get("/me")
            await phone.post(await link_of(ann))
        works = [await may_act(phone, hers) for phone in phones]
        assert works == [False] * 2 + [True] * 19
        assert await may_act(ann, hers)


# --- several servers


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_device_that_is_ended_at_one_server_is_ended_at_all(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, is_told: bool
) -> None:
    """What servers tell each other can get lost; they then notice it themselves."""
    if not is_told:
        monkeypatch.setattr("hashi.host.people.devices.FRESH", 0.2)
        monkeypatch.setattr("hashi.host.people.devices.Devices.hear", lambda _self, _message: None)
    place = postgres.schema()
    async with app_at(place, A_MONDAY) as one, app_at(place, A_MONDAY) as other:
        ann, _, hers, _ = await two_people(one)
        phone = other.visitor()
        phone.headers["user-agent"] = PHONE
        await phone.post(await link_of(ann))  # made here, used there
        assert await may_act(phone, hers)
        closed = asyncio.create_task(closing_of(phone, hers))
        await until(lambda: phone.holder in other.host.devices._open)
        ((id, _),) = devices_in((await ann.get("/me")).text)
        await ann.post("/me/devices/end", device=id)
        assert await asyncio.wait_for(closed, 5) == KEY_ENDED
        assert not await may_act(phone, hers)
        assert not await may_act(one.visitor(phone.key), hers)
        assert await may_act(ann, hers)


# --- what is kept


async def test_a_device_is_noted_once_a_day_and_without_an_address(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app_at(data, A_MONDAY + 7200) as server:
        ann, *_ = await two_people(server)
        phone = server.visitor()
        phone.headers["user-agent"] = PHONE
        await phone.post(await link_of(ann))
        days: list[float] = []
        see = server.store.devices.see

        def noted(device: str, day: float) -> None:
            see(device, day)
            days.append(day)

        monkeypatch.setattr(server.store.devices, "see", noted)
        today = server.clock[0] // DAY * DAY
        for hours in (0, 1, 30, 31):
            server.clock[0] = today + 3600 * hours
            await phone.get("/")
            assert len(days) == (hours > 30)  # who only looks is not noted
            await phone.post("/preferences", theme="dark")
            await until(lambda: len(days) == hours // 24)  # noqa: B023, waited for at once
        assert days == [today + DAY]
        kept = server.store.devices.find([phone.holder])[phone.holder]
        assert (kept.seen, kept.kind) == (today + DAY, "Chrome/Android")
        told = str(server.store.devices.contents())
        assert phone.key not in told
        assert "127.0.0.1" not in told


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (FIREFOX, "Firefox/Linux"),
        (PHONE, "Chrome/Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
            "Safari/iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge/Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1", "Safari/Mac"),
        ("python-urllib/3.12", "/"),
        ("", "/"),
    ],
)
def test_a_device_has_a_name_in_plain_words(said: str, kind: str) -> None:
    assert kind_of(said) == kind
    browser, _, system = kind.partition("/")
    for language in LANGUAGES:
        text = kind_text(Words(language), kind)
        assert browser in text
        assert system in text
        assert text


# --- support


async def until(holds: Any) -> None:
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.001)


async def closing_of(visitor: AppVisitor, id: str) -> int:
    """Keep a socket open until the server closes it; return its code."""
    given: asyncio.Queue[Any] = asyncio.Queue()
    given.put_nowait({"type": "websocket.connect"})
    codes: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "websocket.close":
            codes.append(message["code"])

    scope = {**visitor._scope(f"/t/{id}/live", ""), "type": "websocket", "scheme": "ws"}
    await visitor.server.app({**scope, "subprotocols": [], "extensions": {}}, given.get, send)
    return codes[0]


async def end_of_stream(server: AppServer, visitor: AppVisitor, id: str) -> None:
    """Follow a table as a stream until the server ends it."""
    scope = {**visitor._scope(f"/api/tables/{id}/events", ""), "type": "http", "method": "GET"}
    asked = asyncio.Event()

    async def receive() -> Any:
        if asked.is_set():
            await asyncio.Event().wait()  # the client stays
        asked.set()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message: Any) -> None:
        pass

    await server.app({**scope, "scheme": "http"}, receive, send)


def test_a_device_is_a_hash() -> None:
    assert KeptDevice(holder_of(ANN), holder_of(BOB), "", 0.0, 0.0).is_sound
    assert not KeptDevice("ann", "", "", 0.0, 0.0).is_sound

"""Messages to browsers whose pages are closed, up to a push service that decrypts them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import derive_private_key
from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.postgres import Cluster
from tests.support.push_service import PushBrowser, PushServer, push_server

from hashi.server.push import delivery, outbox, service
from hashi.server.push.encryption import (
    CURVE,
    LONGEST,
    _encrypted,
    decode,
    encode,
)
from hashi.server.push.endpoints import allowed, is_public, read_endpoint
from hashi.server.push.settings import PushSettings

NOON = 1_795_000_000.0
"""Wednesday, 18 November 2026, 11:06:40 in UTC."""
DAY = 86_400.0
CONTACT = "mailto:ops@example.org"
TIM, IDA = "tim-" + "k" * 20, "ida-" + "k" * 20


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait: tests wait for what comes."""
    monkeypatch.setattr(service, "GRACE", 0.0)
    monkeypatch.setattr(outbox, "PAUSES", (0.01, 0.01, 0.01))


@contextlib.asynccontextmanager
async def serving(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[AppServer, PushServer]]:
    """Run a push service, and a server that takes it for a service of the house."""
    async with push_server(folder) as pushes:
        monkeypatch.setenv("SSL_CERT_FILE", str(folder / "push.pem"))
        async with sending_to(pushes, folder / "s.db") as server:
            yield server, pushes


@contextlib.asynccontextmanager
async def sending_to(pushes: PushServer, data: Path | str) -> AsyncIterator[AppServer]:
    async with app_at(data, NOON, push=PushSettings(CONTACT, (pushes.name,))) as server:
        while not server.app.state.services.push.public_key:
            await asyncio.sleep(0.01)
        yield server


async def begun(server: AppServer, pace: int = 86_400, **more: Any) -> str:
    """Begin a game of two, and return its table."""
    tim, ida = server.visitor(TIM), server.visitor(IDA)
    opened = await tim.call("/api/tables", seats=2, pace=pace, deck=["5/1", "4/1", "3/1"], **more)
    path = f"/api/tables/{opened.json['id']}"
    for one, name in ((tim, "Tim"), (ida, "Ida")):
        await one.call(path, do="sit", name=name)
    await tim.call(path, do="begin")
    return str(opened.json["id"])


async def start(server: AppServer, id: str, *keys: str) -> None:
    for seat, key in enumerate((TIM, IDA)):
        if key in keys:
            await _do(server.visitor(key), id, {"do": "mark", "seat": seat, "marks": "d3=3"})
            await _do(server.visitor(key), id, {"do": "done", "seat": seat})


async def skip(server: AppServer, id: str, *keys: str) -> None:
    """Let these players end their turns."""
    for seat, key in enumerate((TIM, IDA)):
        if key in keys:
            await _do(server.visitor(key), id, {"do": "done", "seat": seat})


async def _do(visitor: AppVisitor, id: str, fields: dict[str, Any]) -> None:
    visitor.server.clock[0] += 1.0
    answer = await visitor.call(f"/api/tables/{id}", **fields)
    assert answer.status == 200, answer.text


async def ask_for(visitor: AppVisitor, pushes: PushServer, path: str) -> PushBrowser:
    """Let a browser ask for messages at this path of the service."""
    browser = PushBrowser(path)
    answer = await visitor.call("/me/push", **browser.fields(pushes))
    assert answer.json == {"is_kept": True}
    return browser


# --- encryption


def test_a_message_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, 5 and appendix A."""
    own = derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE
    )
    made = _encrypted(
        b"When I grow up, I want to be a watermelon\x02",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own,
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


# --- who is told, and of what


async def test_a_turn_a_deadline_the_end_and_a_rematch_are_told_once_to_who_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LOOK_PAUSE", 0.02)
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        id = await begun(server)
        ida = server.visitor(IDA, "de")
        browser = await ask_for(ida, pushes, "/ida")
        await start(server, id, TIM, IDA)
        (first,) = await pushes.wait_for(1)
        assert first.path == "/ida"
        assert first.read(browser) == {
            "code": "turn",
            "lang": "de",
            "title": "Dein Zug",
            "body": "Mit Tim · Runde 1 von 2 · bis Donnerstag 12:06\N{NO-BREAK SPACE}Uhr",
            "to": f"t/{id}",
        }
        claims = first.claims()
        assert claims["aud"] == pushes.origin
        assert claims["sub"] == CONTACT
        assert NOON < claims["exp"] <= NOON + DAY
        assert claims["key"] == server.app.state.services.push.public_key
        assert abs(int(first.headers["ttl"]) - DAY) < 10
        assert first.headers["urgency"] == "normal"
        assert re.fullmatch(r"[\w-]{32}", first.headers["topic"])
        assert first.headers["content-encoding"] == "aes128gcm"

        await skip(server, id, TIM)  # nothing new for Ida
        server.clock[0] += DAY - 2 * 3600
        (_, second) = await pushes.wait_for(2)
        assert (second.read(browser)["code"], second.headers["urgency"]) == ("soon", "high")
        assert second.headers["topic"] == first.headers["topic"]  # it takes the other's place
        assert 0 < int(second.headers["ttl"]) <= 2 * 3600 + 10
        assert len(second.body) == len(first.body)  # its length says nothing

        await skip(server, id, IDA)
        third = (await pushes.wait_for(3))[2].read(browser)
        assert (third["code"], "Runde 2 von 2" in third["body"]) == ("turn", True)
        await skip(server, id, TIM, IDA)
        fourth = (await pushes.wait_for(4))[3].read(browser)
        assert (fourth["code"], fourth["title"], fourth["body"]) == (
            "over",
            "Die Partie ist zu Ende",
            "Mit Tim",
        )
        await _do(server.visitor(TIM), id, {"do": "rematch"})
        fifth = (await pushes.wait_for(5))[4].read(browser)
        next_table = (await server.host.tables.live(id)).table.next_table
        assert (fifth["code"], fifth["to"]) == ("rematch", f"t/{next_table}")
        assert "Tim" in fifth["body"]
        await asyncio.sleep(0.2)  # several looks later
        assert len(pushes.delivered) == 5


async def test_who_is_asked_to_go_back_is_told_once_even_after_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        id = await begun(server, practice=True)
        await start(server, id, TIM, IDA)
        await skip(server, id, TIM, IDA)
        await skip(server, id, IDA)  # she waits for Tim
        tim, ida = (server.visitor(key) for key in (TIM, IDA))
        browsers = [await ask_for(tim, pushes, "/tim"), await ask_for(ida, pushes, "/ida")]
        await _do(tim, id, {"do": "rewind", "seat": 0, "to": 1})
        # Tim's own turn is still open, so both are told something
        told = {each.path: each for each in await pushes.wait_for(2)}
        said = told["/ida"].read(browsers[1])
        assert (said["code"], said["title"]) == ("asked", "Tim asks to go back to round 1")
        assert said["body"].startswith("With Tim")
        assert told["/tim"].read(browsers[0])["code"] == "turn"
        await _do(ida, id, {"do": "decline", "seat": 1, "proposal": 1})
        await asyncio.sleep(0.1)
        assert len(pushes.delivered) == 2


async def test_nobody_is_told_who_is_there_or_has_played_or_did_not_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        tim = server.visitor(TIM)
        id, quick = await begun(server), await begun(server, pace=60)
        await ask_for(tim, pushes, "/tim")
        for table in (id, quick):  # a round of a minute is no round of a day
            await start(server, table, TIM, IDA)
        await pushes.wait_for(1)
        loaded = await server.host.tables.live(id)
        server.host.people.come(loaded, tim.holder)
        await skip(server, id, TIM, IDA)
        watched = server.app.state.services.push
        while watched._times or not watched._looks._value:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert len(pushes.delivered) == 1
        server.host.people.go(loaded, tim.holder)
        await skip(server, id, IDA)
        await asyncio.sleep(0.1)
        assert len(pushes.delivered) == 1
        await skip(server, id, TIM)
        assert [each.path for each in await pushes.wait_for(2)] == ["/tim", "/tim"]


async def test_what_others_draft_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds: in one of them Tim drafts before Ida is told, in the other he does not."""
    monkeypatch.setattr(service, "GRACE", 0.3)
    told = []
    for drafts in ([], ["d3=3", "d3=4", "c2=4"]):
        folder = tmp_path / str(len(drafts))
        folder.mkdir()
        async with serving(folder, monkeypatch) as (server, pushes):
            tim, ida = server.visitor(TIM), server.visitor(IDA)
            id = str((await tim.call("/api/tables", seats=2, pace=86_400)).json["id"])
            await ida.call(f"/api/tables/{id}", do="sit", name="Ida")
            browser = await ask_for(ida, pushes, "/ida")
            await tim.call(f"/api/tables/{id}", do="sit", name="Tim")
            await tim.call(f"/api/tables/{id}", do="begin")
            server.clock[0] += 10.0
            for marks in drafts:
                drafted = await tim.call(f"/api/tables/{id}", do="mark", seat=1, marks=marks)
                assert drafted.status == 200
            (message,) = await pushes.wait_for(1)
            await asyncio.sleep(0.5)
            assert len(pushes.delivered) == 1
            said = message.read(browser)
            told.append(({**said, "to": ""}, len(message.body), message.headers["ttl"]))
    assert told[0] == told[1]


async def test_of_several_servers_one_tells_it_once_and_none_to_who_is_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Cluster
) -> None:
    monkeypatch.setattr(service, "LOOK_PAUSE", 0.05)
    data = postgres.schema()
    async with push_server(tmp_path) as pushes, contextlib.AsyncExitStack() as stack:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
        one, two = [await stack.enter_async_context(sending_to(pushes, data)) for _ in range(2)]
        id = await begun(one)
        await ask_for(one.visitor(IDA), pushes, "/ida")
        await ask_for(two.visitor(TIM), pushes, "/tim")
        keys = {each.app.state.services.push.public_key for each in (one, two)}
        assert len(keys) == 1
        loaded = await two.host.tables.live(id)  # both have it in memory
        two.host.people.come(loaded, one.visitor(TIM).holder)
        present = (await one.host.neighbours._shared.peers.present([id]))[id]
        while not present:
            await asyncio.sleep(0.05)
            present = (await one.host.neighbours._shared.peers.present([id]))[id]
        await start(one, id, TIM, IDA)
        (message,) = await pushes.wait_for(1)
        assert message.path == "/ida"  # Tim has a page open at the other server
        two.clock[0] = one.clock[0] = NOON + DAY - 3600
        (_, soon) = await pushes.wait_for(2)
        assert (soon.path, soon.headers["urgency"]) == ("/ida", "high")
        await asyncio.sleep(0.5)
        assert len(pushes.delivered) == 2
        two.host.people.go(loaded, one.visitor(TIM).holder)


# --- addresses that are given


async def test_only_who_plays_can_ask_and_only_for_addresses_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        await begun(server)
        tim, new = server.visitor(TIM), server.visitor("new-" + "k" * 20)
        fields = PushBrowser("/x").fields(pushes)
        refused = [
            await new.call("/me/push", **fields),
            await server.visitor().call("/me/push", **fields),
            await tim.call("/me/push", **{**fields, "endpoint": "https://localhost/x"}),
            await tim.call("/me/push", **{**fields, "endpoint": "http://localhost:1/x"}),
            await tim.call("/me/push", **{**fields, "endpoint": 5}),
            await tim.call("/me/push", **{**fields, "public_key": "B" * 87}),
            await tim.call("/me/push", **{**fields, "secret": "short"}),
            await tim.call("/me/push", **{**fields, "renews": True}),
            await tim.post("/me/push", endpoint="x"),
            await tim.call("/me/push", **{**fields, "endpoint": pushes.origin + "/" + "x" * 999}),
        ]
        assert {answer.status for answer in refused} == {403}
        assert (await tim.call("/me/push", **{**fields, "zone": "Nowhere/../x" * 99})).status == 200
        assert (await tim.call("/me/push", endpoint="x" * 5000)).status == 413
        (kept,) = server.store.devices.pushes.of([tim.holder])
        assert kept.zone == ""


async def test_messages_are_listed_and_switched_off_and_go_with_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        id = await begun(server)
        tim, ida = server.visitor(TIM), server.visitor(IDA)
        page = (await tim.get(f"/t/{id}")).text
        assert 'data-kept=""' in page
        await ask_for(tim, pushes, "/tim")
        await ask_for(ida, pushes, "/ida")
        assert 'data-kept="yes"' in (await tim.get(f"/t/{id}")).text
        server.clock[0] += 8 * DAY
        assert 'data-kept="old"' in (await tim.get(f"/t/{id}")).text
        me = (await tim.get("/me")).text
        device = re.findall(r'name="device" value="(\w{16})"', me.split('id="messages"')[1])[0]
        await ida.post("/me/push/end", device=device)  # not hers
        assert server.store.devices.pushes.find(tim.holder) is not None
        answer = await tim.post("/me/push/end", device=device)
        assert (answer.status, answer.location) == (303, "/me#messages")
        assert server.store.devices.pushes.find(tim.holder) is None
        assert 'id="messages"' not in (await tim.get("/me")).text
        person = ida.holder
        await ida.post("/me/delete", sure="yes")
        assert server.store.devices.pushes.find(person) is None


def test_nothing_is_sent_to_machines_that_are_not_public() -> None:
    private = [
        *["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
        *["0.0.0.0", "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1", "240.0.0.1"],
        *["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "fec0::1"],
        *["::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:1::"],
        *["2001:db8::1", "localhost", ""],
    ]
    assert [address for address in private if is_public(address)] == []
    public = ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"]
    assert [address for address in public if not is_public(address)] == []
    assert allowed(["8.8.8.8", "10.0.0.1"], is_named=False) == []  # all or none
    assert allowed(["10.0.0.1"], is_named=True) == ["10.0.0.1"]


@pytest.mark.parametrize(
    "address",
    [
        *["http://push.example/x", "https://push.example:8443/x", "ftp://push.example/x"],
        *["https://127.0.0.1/x", "https://[::1]/x", "https://0x7f000001/x", "https://2130706433/x"],
        *["https://localhost/x", "https://intranet/x", "https://user@push.example/x"],
        *["https://push.example\\@10.0.0.1/x", "https://push.example/\r\nHost: a", "https://"],
        *["https://push.example:99999/x", "https://push example/x", "https://püsh.example/x"],
        *["//push.example/x", "https://push.example/" + "x" * 1000],
    ],
)
def test_no_other_addresses_are_taken(address: str) -> None:
    assert read_endpoint(address) is None


def test_known_services_wait_for_themselves_alone() -> None:
    lanes = {
        "https://fcm.googleapis.com/fcm/send/x": "google",
        "https://updates.push.services.mozilla.com/wpush/v2/x": "mozilla",
        "https://web.push.apple.com/x": "apple",
        "https://wns2-par02p.notify.windows.com/w/?token=x": "microsoft",
        "https://evil-fcm.googleapis.com.example/x": "other",
        "https://notfcm.googleapis.com/x": "other",
    }
    found = {address: read_endpoint(address) for address in lanes}
    assert {address: each.lane for address, each in found.items() if each} == lanes


async def test_a_name_is_resolved_once_and_what_was_looked_at_is_connected_to() -> None:
    """A name that means another machine the second time (DNS rebinding) gains nothing."""
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["8.8.8.8", "127.0.0.1"] if len(asked) == 1 else ["127.0.0.1"]

    endpoint = read_endpoint("https://push.example/x")
    assert endpoint is not None
    post = delivery.Post(resolve=resolve)
    message = delivery.EncryptedMessage(b"", "t", "k", "topic", "normal", 60)
    for _ in range(2):
        with pytest.raises(delivery.Unreachable) as caught:
            await post.send(endpoint, message)
        assert caught.value.is_forbidden
    assert asked == ["push.example"] * 2
    post.close()


# --- services that fail


async def outcomes(server: AppServer) -> dict[str, float]:
    """Return how many messages had which outcome."""
    text = server.app.state.services.metrics.text().decode()
    found = re.findall(r'hashi_pushes_total{outcome="(\w+)",service="other"} ([\d.]+)', text)
    return {outcome: float(count) for outcome, count in found}


async def counted(server: AppServer, expected: dict[str, float]) -> None:
    """Wait until messages had these outcomes."""
    for _ in range(1000):
        if await outcomes(server) == expected:
            return
        await asyncio.sleep(0.01)
    assert await outcomes(server) == expected


@pytest.mark.parametrize(
    ("status", "more", "tries", "outcome", "stays"),
    [
        (410, "", 1, "gone", False),
        (404, "", 1, "gone", False),
        (500, "", 4, "failed", True),
        (429, "Retry-After: 0\r\n", 4, "failed", True),
        (403, "", 1, "refused", True),
        (307, "Location: https://localhost:1/\r\n", 1, "refused", True),
    ],
)
async def test_a_service_that_refuses_is_asked_again_a_few_times_where_that_can_help(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    status: int,
    more: str,
    tries: int,
    outcome: str,
    stays: bool,
) -> None:
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        pushes.status, pushes.more = status, more
        id = await begun(server)
        tim = server.visitor(TIM)
        await ask_for(tim, pushes, "/secret-address")
        with caplog.at_level(logging.INFO):
            await start(server, id, TIM, IDA)
            await counted(server, {outcome: 1.0})
        assert len(pushes.delivered) == tries
        assert (server.store.devices.pushes.find(tim.holder) is not None) == stays
        assert "secret-address" not in caplog.text


async def test_a_service_that_hangs_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "TIME", 0.3)
    monkeypatch.setattr(outbox, "PAUSES", ())
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        pushes.status = None
        id = await begun(server)
        await ask_for(server.visitor(TIM), pushes, "/tim")
        await start(server, id, TIM, IDA)
        await pushes.wait_for(1)
        await skip(server, id, TIM, IDA)  # the game goes on meanwhile
        await counted(server, {"failed": 2.0})
        assert pushes.connections == 2


async def test_what_is_not_so_any_more_is_not_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (0.5,))
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        pushes.status = 503
        id = await begun(server)
        await ask_for(server.visitor(TIM), pushes, "/tim")
        await start(server, id, TIM, IDA)
        await pushes.wait_for(1)
        await skip(server, id, TIM)
        await counted(server, {"late": 1.0})
        assert len(pushes.delivered) == 1


async def test_so_many_messages_wait_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_WAITING", 0)
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        id = await begun(server)
        await ask_for(server.visitor(TIM), pushes, "/tim")
        await start(server, id, TIM, IDA)
        await counted(server, {"dropped": 1.0})
        assert pushes.delivered == []


async def test_the_longest_message_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, monkeypatch) as (server, pushes):
        id = await begun(server)
        tim = server.visitor(TIM, "es")
        for one, key in enumerate((TIM, IDA)):
            await server.visitor(key).call(
                f"/api/tables/{id}", do="rename", seat=one, name="𒐫" * 20
            )
        browser = await ask_for(tim, pushes, "/tim")
        await start(server, id, TIM, IDA)
        (message,) = await pushes.wait_for(1)
        assert len(browser.read(message.body)) == LONGEST + 1

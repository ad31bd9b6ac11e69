"""By which addresses others come, and who may open the server to the home network: nobody else."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from tests.support.server import Browser, Server, serving

from hashi.server.limits.forwarded import FORWARDED
from hashi.server.network import addresses, short_codes
from hashi.server.network.addresses import Link, LocalAddress, local_addresses
from hashi.server.network.reach import Obstacle, ServerReach
from hashi.server.network.short_codes import MOST, ShortCodes
from hashi.table import Objected, Objection

WIFI = LocalAddress(ip_address("192.168.1.23"), "wlan0", Link.WIFI)
CABLE = LocalAddress(ip_address("10.0.0.7"), "eth0")
WIFI_6 = LocalAddress(ip_address("fd00::23"), "wlan0", Link.WIFI)
PUBLIC = LocalAddress(ip_address("8.8.4.4"), "eth1")
HERE = [WIFI, CABLE, WIFI_6, PUBLIC]


class Listener:
    """A socket as far as it is asked where it listens."""

    def __init__(self, host: str, port: int, *, only_6: bool = False) -> None:
        self.family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._bound_to, self._only_6 = (host, port), only_6

    def getsockname(self) -> tuple[str, int]:
        return self._bound_to

    def getsockopt(self, *_: int) -> int:
        return int(self._only_6)


class Acceptor:
    """A server that notes where it was told to listen."""

    def __init__(self) -> None:
        self.listeners: list[socket.socket] = []

    async def accept_at(self, listener: socket.socket) -> None:
        self.listeners.append(listener)

    def refuse_at(self, listener: socket.socket) -> None:
        self.listeners.remove(listener)
        listener.close()


def reach_at(host: str, **options: Any) -> ServerReach:
    """Return what a server knows that listens there, on a computer with these addresses."""
    listener: Any = Listener(host, 8000, only_6=options.pop("only_6", False))
    found = options.pop("here", HERE)
    reach = ServerReach(listener, find=lambda: found, **options)
    reach.server = Acceptor()
    return reach


def visit(
    host: str = "localhost:8000",
    *,
    client: str = "127.0.0.1",
    server: str = "127.0.0.1",
    version: str = "1.1",
    is_forwarded: bool = False,
    **headers: str,
) -> HTTPConnection:
    named = {"host": host, **{name.replace("_", "-"): text for name, text in headers.items()}}
    scope: dict[str, Any] = {
        "type": "http",
        "scheme": "http",
        "http_version": version,
        "path": "/",
        "query_string": b"",
        "client": (client, 50_000),
        "server": (server, 8000),
        "headers": [(name.encode(), text.encode()) for name, text in named.items()],
    }
    if is_forwarded:
        scope[FORWARDED] = True
    return HTTPConnection(scope)


def invited(reach: ServerReach, connection: HTTPConnection) -> list[str]:
    return [address.whole for address in reach.invitation(connection, "/t/ID").addresses]


# --- the addresses


def test_the_addresses_of_this_computer_are_found() -> None:
    for each in local_addresses():
        assert not each.ip.is_loopback
        assert not each.ip.is_link_local
        family = socket.AF_INET if each.ip.version == 4 else socket.AF_INET6
        with socket.create_server((str(each.ip), 0), family=family):  # it is indeed ours
            pass


def test_the_list_of_the_system_and_the_name_of_the_computer_agree() -> None:
    by_interface = {each.ip for each in addresses._of_interfaces()}
    assert {each.ip for each in addresses._of_name() if not each.ip.is_loopback} <= by_interface


def test_the_address_that_is_used_towards_others_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inner = LocalAddress(ip_address("172.17.0.1"), "docker0")
    lost = LocalAddress(ip_address("fe80::1"), "eth0")
    tunnel = LocalAddress(ip_address("10.8.0.2"), "tun0", Link.TUNNEL)
    second = LocalAddress(ip_address("fd00::24"), "wlan0", Link.WIFI)
    found = [inner, lost, tunnel, second, WIFI_6, CABLE, WIFI]
    used = {4: WIFI.ip, 6: WIFI_6.ip}
    monkeypatch.setattr(addresses, "_of_interfaces", lambda: found)
    monkeypatch.setattr(addresses, "_outgoing", used.get)
    assert local_addresses() == [WIFI, CABLE, WIFI_6, tunnel]
    used[4] = tunnel.ip  # all goes through the tunnel; a phone at home is not in it
    assert local_addresses() == [CABLE, WIFI, WIFI_6, tunnel]
    monkeypatch.setattr(addresses, "_of_interfaces", list)
    monkeypatch.setattr(addresses, "_of_name", lambda: [LocalAddress(WIFI.ip)])
    assert [each.ip for each in local_addresses()] == [WIFI.ip]


# --- invitations


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "laptop:8000"])
def test_localhost_is_never_passed_on(host: str) -> None:
    reach = reach_at("0.0.0.0")
    assert invited(reach, visit(host)) == [
        "http://192.168.1.23:8000/t/ID",
        "http://10.0.0.7:8000/t/ID",
        "http://8.8.4.4:8000/t/ID",
    ]
    assert reach.shared_origin(visit(host)) == "http://192.168.1.23:8000"
    assert invited(reach_at("127.0.0.1"), visit(host)) == []


@pytest.mark.parametrize("host", ["192.168.1.23:8000", "play.example.org", "laptop.local:8000"])
def test_whoever_came_by_an_address_passes_it_on(host: str) -> None:
    for reach in (reach_at("0.0.0.0"), reach_at("127.0.0.1")):
        assert invited(reach, visit(host, client="192.168.1.50")) == [f"http://{host}/t/ID"]
        assert reach.shared_origin(visit(host)) == ""


def test_the_version_of_the_protocol_fits_the_socket() -> None:
    both, only_6 = reach_at("::"), reach_at("::", only_6=True)
    assert len(invited(both, visit())) == 4
    assert invited(only_6, visit()) == ["http://[fd00::23]:8000/t/ID"]
    assert invited(reach_at("10.0.0.7"), visit()) == ["http://10.0.0.7:8000/t/ID"]


def test_a_name_that_is_answered_to_is_the_address() -> None:
    reach = reach_at("0.0.0.0", names=["localhost", "Spiele.local"])
    assert invited(reach, visit()) == ["http://spiele.local:8000/t/ID"]


@pytest.mark.parametrize(
    ("options", "obstacle"),
    [
        ({}, Obstacle.CLOSED),
        ({"is_alone": False}, Obstacle.WORKERS),
        ({"has_proxy": True}, Obstacle.UNKNOWN),
        ({"here": []}, Obstacle.NO_NETWORK),
        ({"here": [PUBLIC]}, Obstacle.INTERNET),
    ],
)
def test_why_others_cannot_come(options: dict[str, Any], obstacle: Obstacle) -> None:
    invitation = reach_at("127.0.0.1", **options).invitation(visit(), "/t/ID")
    assert (invitation.addresses, invitation.obstacle) == ((), obstacle)
    assert bool(invitation.offered) is (obstacle is Obstacle.CLOSED)


def test_strangers_learn_no_address_of_the_network() -> None:
    """A request that says `localhost` from elsewhere is forged, or came through something."""
    reach = reach_at("0.0.0.0")
    for forged in (
        visit(client="203.0.113.9", server="192.168.1.23"),
        visit(client="172.17.0.1", server="172.17.0.2"),
        visit(x_forwarded_for="203.0.113.9"),
        visit(is_forwarded=True),
        visit(version="1.0"),
    ):
        invitation = reach.invitation(forged, "/t/ID")
        assert (invitation.addresses, invitation.obstacle) == ((), Obstacle.UNKNOWN)
        assert reach.shared_origin(forged) == ""


# --- short addresses


def test_a_short_address_is_for_private_networks_alone() -> None:
    reach = reach_at("0.0.0.0")
    found = reach.invitation(visit(), "/t/ID", "ID").addresses
    assert [bool(each.short) for each in found] == [True, True, False]
    (short,) = {each.short for each in found if each.short}
    assert re.fullmatch(r"/j/[bdfghkmnprstvxz2-79]{6}", short)
    assert found[0].spoken == ("192.168.1.23:8000", short)
    assert found[0].whole == "http://192.168.1.23:8000/t/ID"  # as the code has it
    code = short.removeprefix("/j/")
    assert reach.short_codes.id_of(code) == reach.short_codes.id_of(code.upper()) == "ID"
    for other in (reach_at("0.0.0.0", is_alone=False), reach_at("0.0.0.0", here=[PUBLIC])):
        assert not any(each.short for each in other.invitation(visit(), "/t/ID", "ID").addresses)
    stranger = visit("play.example.org", client="203.0.113.9")
    assert not any(each.short for each in reach.invitation(stranger, "/t/OTHER", "OTHER").addresses)
    assert list(reach.short_codes._ids.values()) == ["ID"]  # what nobody was shown is not known


def test_short_codes_are_bounded_and_lead_nobody_astray(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = ShortCodes()
    first = codes.code_of("0")
    for number in range(1, MOST + 10):
        codes.code_of(str(number))
    assert len(codes._ids) == MOST
    assert codes.id_of(first) == codes.id_of("") == codes.id_of("é" * 1000) == ""
    monkeypatch.setattr(short_codes, "_code", lambda _: "kkkkkk")
    assert (codes.code_of("mine"), codes.code_of("theirs")) == ("kkkkkk", "")
    assert codes.id_of("kkkkkk") == "mine"


def test_codes_are_not_guessed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", limited=True) as running:
        stranger = Browser(running)
        answers = [stranger.fetch(f"/j/kkkk{number}")[0] for number in range(30)]
    assert (answers[0], answers[-1]) == (404, 429)


# --- who may open it

FORGED = {
    "another computer": {"client": "192.168.1.50"},
    "another computer, at another address": {"client": "192.168.1.50", "server": "192.168.1.23"},
    "this computer's own address": {"host": "192.168.1.23:8000"},
    "a name that leads here (rebinding)": {"host": "evil.example:8000"},
    "a name that looks like it": {"host": "localhost.evil.example:8000"},
    "the computer's name": {"host": "laptop:8000"},
    "another port": {"host": "localhost:9000"},
    "no port": {"host": "localhost"},
    "a port that cannot be": {"host": "localhost:99999"},
    "no host": {"host": ""},
    "a broken host": {"host": "[::1"},
    "another host before it": {"host": "evil.example@localhost:8000"},
    "a trusted proxy": {"is_forwarded": True},
    "a proxy": {"x_forwarded_for": "127.0.0.1"},
    "another proxy": {"forwarded": "for=127.0.0.1"},
    "a third one": {"via": "1.1 cache"},
    "a tunnel": {"cf_connecting_ip": "127.0.0.1"},
    "a proxy that says nothing": {"version": "1.0"},
}


@pytest.mark.parametrize("given", FORGED.values(), ids=FORGED)
def test_nobody_else_may_open_it(given: dict[str, Any]) -> None:
    reach = reach_at("127.0.0.1")
    assert reach.may_change(visit())
    assert not reach.may_change(visit(**given))
    assert not reach.invitation(visit(**given), "/t/ID").offered


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
@pytest.mark.parametrize("end", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_a_page_of_this_computer_may(host: str, end: str) -> None:
    assert reach_at("127.0.0.1").may_change(visit(host, client=end, server=end))


@pytest.mark.parametrize(
    ("at", "options"),
    [
        ("0.0.0.0", {}),
        ("192.168.1.23", {}),
        ("127.0.0.1", {"has_proxy": True}),
        ("127.0.0.1", {"is_alone": False}),
    ],
)
def test_other_servers_are_not_opened(at: str, options: dict[str, Any]) -> None:
    assert not reach_at(at, **options).may_change(visit())


async def test_it_opens_private_addresses_alone_and_closes_them() -> None:
    """The addresses are those of the loopback network: others are not this computer's."""
    told: list[list[str]] = []
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    mine = [LocalAddress(ip_address(f"127.0.0.{at}"), f"lan{at}") for at in (2, 3)]
    found = [*mine, PUBLIC]
    reach = ServerReach(
        listener, find=lambda: found, on_change=lambda each: told.append(list(each))
    )
    reach.server = acceptor = Acceptor()
    here = f"localhost:{port}"
    with closing(listener):
        await asyncio.gather(reach.open(), reach.open())
        assert [each.getsockname() for each in acceptor.listeners] == [
            ("127.0.0.2", port),
            ("127.0.0.3", port),
        ]
        assert reach.has_opened("127.0.0.2")
        assert not reach.has_opened("8.8.4.4")
        assert not reach.has_opened("evil.example")
        assert invited(reach, visit(here)) == [
            f"http://127.0.0.2:{port}/t/ID",
            f"http://127.0.0.3:{port}/t/ID",
        ]
        assert reach.invitation(visit(here), "/t/ID").may_close
        assert not reach.invitation(visit(here, client="192.168.1.50"), "/t/ID").may_close

        del found[0]  # that network was left; nothing is opened in the next one by itself
        found.append(LocalAddress(ip_address("127.0.0.4"), "lan4"))
        reach._found_at = -1e9
        assert invited(reach, visit(here)) == [f"http://127.0.0.3:{port}/t/ID"]
        await reach.open()
        assert [each.getsockname()[0] for each in acceptor.listeners] == ["127.0.0.3", "127.0.0.4"]

        await reach.close()
        assert acceptor.listeners == []
        assert not reach.has_opened("127.0.0.3")
        assert invited(reach, visit(here)) == []
        await reach.close()
    assert told[-2:] == [[f"http://127.0.0.3:{port}", f"http://127.0.0.4:{port}"], []]


async def test_without_a_private_network_it_is_said() -> None:
    reach = reach_at("127.0.0.1", here=[PUBLIC])
    with pytest.raises(Objected) as refused:
        await reach.open()
    assert refused.value.objection is Objection.NO_NETWORK


# --- a real server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


def answered(
    server: Server, do: str = "close", version: str = "1.1", method: str = "POST", **headers: str
) -> int:
    """Post to the door in bytes of one's own; return the status."""
    body = f"do={do}&back=/t/ID"
    given = {
        "Host": f"localhost:{server.port}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    head = "".join(f"{name}: {text}\r\n" for name, text in given.items())
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        connection.sendall(f"{method} /network HTTP/{version}\r\n{head}\r\n{body}".encode())
        with connection.makefile("rb") as answer:
            return int(answer.readline().split()[1])


def test_a_page_of_another_site_opens_nothing(server: Server) -> None:
    own = f"http://localhost:{server.port}"
    assert answered(server) == 303
    assert answered(server, Origin=own, Sec_Fetch_Site="same-origin") == 303
    assert answered(server, Origin="http://evil.example") == 403
    assert answered(server, Origin="null") == 403
    assert answered(server, Sec_Fetch_Site="cross-site") == 403
    rebound = f"evil.example:{server.port}"
    assert answered(server, Host=rebound, Origin=f"http://{rebound}") == 403
    assert answered(server, X_Forwarded_For="127.0.0.1") == 403
    assert answered(server, version="1.0") == 403
    assert answered(server, method="GET") == 405


@pytest.mark.parametrize("options", [("--proxy", "10.0.0.1"), ("--host", "0.0.0.0")])
def test_a_server_that_others_reach_otherwise_has_no_door(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    with serving(tmp_path / "tables.sqlite", *options) as running:
        assert answered(running, "open") == 403

"""Whom a request comes from: what trusted proxies say, and what strangers make of it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.server import Server, serving

from hashi.host.limits.networks import Address, account_of, allowances, networks_of
from hashi.server.limits.forwarded import MOST_PROXIES, BadForwarded, Proxies, read_entry

TRUSTED = ("10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48")
PROXIES = Proxies(TRUSTED)

addresses = st.ip_addresses().map(
    lambda each: getattr(each, "ipv4_mapped", None) or each,
)
strangers = addresses.filter(lambda each: not PROXIES.has(each))
hops = st.sampled_from(["10.1.2.3", "127.0.0.1", "2001:db8:ffff::1", "[2001:db8:ffff::1]:80"])
texts = st.text(st.characters(max_codepoint=0xFF, exclude_characters="\r\n"), max_size=40)
odd = st.one_of(
    texts,
    st.sampled_from(["", " ", "unknown", "_hidden", "127.0.0.1,", ",,", "[::1", "::1]", "1.2.3"]),
    st.sampled_from(["127.0.0.1%lo", "1.2.3.4:x", "1.2.3.4:999999", "[1.2.3.4]", "::1%", "0x7f.1"]),
)


def written(address: Address) -> st.SearchStrategy[str]:
    """Return the ways in which proxies write an address."""
    if address.version == 4:
        return st.sampled_from([str(address), f" {address}", f"{address}:4711"])
    ways = [str(address), address.exploded, f"[{address}]", f"[{address}]:443", f"{address}%eth0"]
    return st.sampled_from(ways)


@given(st.lists(odd), strangers, st.lists(hops, max_size=5), st.data())
def test_the_client_is_whom_the_first_trusted_proxy_has_seen(
    sent: list[str], client: Address, passed: list[str], data: st.DataObject
) -> None:
    """Whatever a client sends itself stands before its address, and is never read."""
    entries = [*sent, data.draw(written(client)), *passed]
    cut = data.draw(st.integers(0, len(entries)))
    headers = [", ".join(entries[:cut]), ",".join(entries[cut:])]
    assert PROXIES.client([each for each in headers if each]) == client
    assert PROXIES.client([",".join(entries)]) == client


@given(st.lists(texts, min_size=1, max_size=4))
def test_a_header_names_an_address_or_is_refused(values: list[str]) -> None:
    try:
        found = PROXIES.client(values)
    except BadForwarded:
        return
    assert found is not None
    assert found in {read_entry(each) for value in values for each in value.split(",")}


@given(odd.filter(lambda text: read_entry(text.rpartition(",")[2]) is None), st.lists(hops))
def test_what_is_no_address_where_it_counts_is_refused(last: str, passed: list[str]) -> None:
    with pytest.raises(BadForwarded):
        PROXIES.client([",".join([last, *passed])])


@pytest.mark.parametrize(
    ("values", "client"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["127.0.0.1, 203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9", "10.0.0.1"], "203.0.113.9"),
        (["203.0.113.9, 10.0.0.1:80"], "203.0.113.9"),
        (["[2001:db8::1%eth0]:443"], "2001:db8::1"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
        (["127.0.0.1," * 999 + "203.0.113.9"], "203.0.113.9"),
        ([",".join(["203.0.113.9", *["10.0.0.1"] * MOST_PROXIES])], "203.0.113.9"),
        ([",".join(["203.0.113.9", *["10.0.0.1"] * (MOST_PROXIES + 1)])], None),
        (["203.0.113.9,"], None),
        ([""], None),
        (["203.0.113.9", ""], None),
        (["fe80::1%" + "x" * 200], None),
    ],
)
def test_odd_lists(values: list[str], client: str | None) -> None:
    if client is None:
        with pytest.raises(BadForwarded):
            PROXIES.client(values)
    else:
        assert str(PROXIES.client(values)) == client


def test_without_a_header_the_proxy_speaks_for_itself() -> None:
    assert PROXIES.client([]) is None


# --- a server behind a proxy


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("proxied") / "t.sqlite"
    with serving(data, "--proxy", "127.0.0.1", "--metrics", "10.1.0.0/16") as running:
        yield running


def asked(server: Server, path: str, *forwarded: str) -> int:
    """Return the status of a request with these headers, each on a line of its own."""
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"X-Forwarded-For: {value}" for value in forwarded]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.parametrize(
    ("forwarded", "status"),
    [
        ([], 200),  # from this machine itself
        (["203.0.113.9"], 404),
        (["127.0.0.1"], 404),  # an address that is named is not this machine
        (["::1"], 404),
        (["203.0.113.9,"], 400),
        ([","], 400),
        ([""], 400),
        (["127.0.0.1", ""], 400),
        (["10.1.2.3, 203.0.113.9"], 404),
        (["10.1.2.3", "203.0.113.9"], 404),
        (["10.1.2.3"], 200),
        (["127.0.0.1," * 1000 + " 203.0.113.9"], 404),
        (["127.0.0.1," * 1000 + "\xe9"], 400),
        (["[10.1.2.3"], 400),
    ],
)
def test_no_forwarded_header_opens_the_metrics(
    proxied: Server, forwarded: list[str], status: int
) -> None:
    assert asked(proxied, "/metrics", *forwarded) == status


def test_a_server_without_a_proxy_reads_no_forwarded_header(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite") as server:
        assert asked(server, "/rules", ",") == 200
        assert asked(server, "/metrics", "203.0.113.9") == 200


# --- networks


@given(addresses)
def test_an_account_lies_in_each_of_its_networks(address: Address) -> None:
    account = account_of(str(address))
    *around, own = allowances(account)
    assert (own.name, own.times) == (account, 1)
    assert networks_of(account) == tuple(each.name for each in (*around, own))
    spans = [ipaddress.ip_network(each) for each in networks_of(account)]
    assert all(address in span for span in spans)
    assert [span.prefixlen for span in spans] == sorted({span.prefixlen for span in spans})
    times = [each.times for each in (*around, own)]
    assert times == sorted(times, reverse=True)
    for name in networks_of(account):  # a network lies in those around it
        assert networks_of(name) == networks_of(account)[: networks_of(account).index(name) + 1]


@pytest.mark.parametrize(
    ("host", "networks"),
    [
        ("2001:db8:1:2:3:4:5:6", ("2001:db8:1::/48", "2001:db8:1::/56", "2001:db8:1:2::/64")),
        ("8.8.8.8", ("8.8.8.0/24", "8.8.8.8")),
        ("192.168.1.7", ("192.168.1.7",)),  # a club's own network
        ("127.0.0.1", ("127.0.0.1",)),
        ("0123456789abcdef0123456789abcdef", ("0123456789abcdef0123456789abcdef",)),
        ("", ("",)),
    ],
)
def test_the_networks_around_an_address(host: str, networks: tuple[str, ...]) -> None:
    assert networks_of(account_of(host)) == networks

"""`hashi serve --prefix /hashi`: the whole site lies under a path, and no link leads out of it."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from tests.support.command import hashi
from tests.support.server import PREFIX, Browser, PrefixedServer, Server, serving
from tests.support.stored_games import write_game

from hashi.client.wire import table_address
from hashi.host import SqliteStore, holder_of
from hashi.server.static_files import sources
from hashi.table.event import Seated

KEY = "a-key-of-one-who-goes-everywhere"
LINK = re.compile(
    r'\s(?:href|src|action|formaction|data-path|data-link|data-address|data-ping|data-worker)="([^"]*)"'
)
PICTURE = re.compile(r'property="og:image" content="([^"]*)"')
MOST_KINDS = 100


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PrefixedServer, list[str]]]:
    """Start a server under a prefix, with a game alone, one of the day, and one that runs."""
    data = tmp_path_factory.mktemp("prefix") / "tables.sqlite"
    store = SqliteStore(data)
    seats = [Seated(0, "Tim", holder=holder_of(KEY)), Seated(1, "Ada", bot="greedy")]
    today = datetime.now(UTC).date().isoformat()
    ids = [
        write_game(store, seats[:1], at=datetime.now(UTC).timestamp()),
        write_game(store, seats[:1], at=datetime.now(UTC).timestamp(), daily=today),
        write_game(store, seats, rounds=3),
    ]
    store.close()
    with serving(data, "--prefix", PREFIX + "/", kind=PrefixedServer) as server:
        assert isinstance(server, PrefixedServer)
        yield server, ids


def kind_of(path: str) -> str:
    """Return what is the same for pages of one kind: of each kind a few are looked at."""
    parts = urlsplit(path)
    plain = re.sub(r"^/(t|c|daily(?!/archive))/[^/.]+", r"/\1/*", parts.path)
    names = re.sub(r"=[^&]*", "", parts.query)
    return f"{plain}?{names}".rstrip("?")


def test_no_link_of_any_page_leads_out_of_the_prefix(
    site: tuple[PrefixedServer, list[str]],
) -> None:
    server, ids = site
    tim = Browser(server)
    cookie = f"hashi_key={KEY}"
    review = f"/t/{ids[0]}/review?round=3"
    end = time.monotonic() + 120
    while 'id="progress"' in tim.fetch(review, Cookie=cookie)[1]:
        assert time.monotonic() < end
        time.sleep(0.1)
    waiting = ["/", review, *(f"/t/{id}" for id in ids)]
    seen = {kind_of(path) for path in waiting}
    while waiting:
        path = waiting.pop(0)
        status, text, headers = tim.fetch(path, Cookie=cookie)
        if status == 303:  # a tap on a board in the workshop leads to the board with it
            headers = {**headers, "content-type": ""}
            assert urljoin(server.address, headers["location"]).startswith(f"{server.address}/"), (
                path
            )
        else:
            assert status == 200, path
        if "text/html" not in headers["content-type"]:
            continue
        posted = set(re.findall(r'action="([^"]*)"', text))
        for found in {*LINK.findall(text), *PICTURE.findall(text)}:
            target = urljoin(f"{server.address}{path}", html.unescape(found))
            assert target.startswith(f"{server.address}/"), (path, found)
            linked = target.removeprefix(server.address).partition("#")[0]
            if found not in posted and kind_of(linked) not in seen and "lang=" not in linked:
                seen.add(kind_of(linked))
                waiting.append(linked)
    assert {"/t/*/review/find/0", "/t/*/review/best", "/daily/archive", "/c/*", "/me"} <= seen
    assert len(seen) < MOST_KINDS


def test_answers_that_lead_on_and_cookies_stay_under_the_prefix(
    site: tuple[PrefixedServer, list[str]],
) -> None:
    server, _ = site
    tim = Browser(server)
    id = tim.open_table(mode="solo")
    (key,) = [cookie for cookie in tim.jar if cookie.name == "hashi_key"]
    assert key.path == f"{PREFIX}/"
    back = {"theme": "dark", "back": f"/t/{id}"}
    assert tim.fetch("/preferences", back)[2]["location"] == f"{PREFIX}/t/{id}"
    moved = tim.fetch(f"/t/{id}/move", {"seat": "0"})[1]
    assert f"{server.address}/m/" in moved
    status, text, headers = tim.fetch("/api/tables", b'{"seats": 2}')
    assert (status, headers["location"]) == (201, f"{PREFIX}/api/tables/{json.loads(text)['id']}")
    described = json.loads(tim.fetch("/api/openapi.json")[1])
    assert described["servers"] == [{"url": PREFIX}]
    socket = tim.socket(id)
    socket.ask("mark", seat=0, marks="d3=4")
    socket.close()
    assert table_address(f"{server.address}/t/{id}") == (server.address, id)  # hashi join


def test_nothing_but_the_probes_lies_outside(site: tuple[PrefixedServer, list[str]]) -> None:
    server, _ = site
    outside = Browser(server)
    outside.server = _at_root(server)
    assert outside.fetch("/healthz")[0] == 200
    assert outside.fetch("/")[2]["location"] == f"{PREFIX}/"
    assert outside.fetch(PREFIX)[2]["location"] == f"{PREFIX}/"
    for path in ("/me", "/static/page.css", f"{PREFIX}er/"):
        assert outside.fetch(path)[0] == 404


def _at_root(server: Server) -> Server:
    class Root:
        address = f"http://localhost:{server.port}"

    return Root()  # type: ignore[return-value]


def test_scripts_make_addresses_by_one_function() -> None:
    """A path in a script that begins at the root would leave the prefix."""
    rooted = re.compile(r"""(?<!sitePath)[\s(=:,?]["'`]/(?!static/)[\w$?]""")
    for name, body in sources().items():
        if name.endswith(".js"):
            assert not rooted.search(body.decode()), name


@pytest.mark.parametrize("given", ["hashi", "//host", "/a b", "/ä", "/a?b"])
def test_a_prefix_that_is_no_path_is_refused(given: str, tmp_path: Path) -> None:
    done = hashi("serve", "--prefix", given, "--port", "0", "--data", str(tmp_path / "t.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{given} isn’t a path for the site.")

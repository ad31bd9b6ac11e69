"""`/healthz`, `/readyz`, `/metrics` and the log as JSON: for those who run a server, no secrets."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import sys
import time
from pathlib import Path

from starlette.routing import Route
from tests.support.postgres import Cluster
from tests.support.processes import children, wait_until_gone
from tests.support.server import Browser, Server, serving

from hashi import __version__
from hashi.bots import Effort
from hashi.host import new_id
from hashi.server.limits.gates import Gates, Limits
from hashi.server.operation.counts import OTHER
from hashi.server.operation.json_log import JsonFormatter, masked
from hashi.server.operation.metrics import Metrics
from hashi.server.platform import Offers
from hashi.server.routes import routes
from hashi.server.static_files import PREFIX
from hashi.table import REQUESTS

ROUTES = routes(Gates(Limits(), 0), Offers())


def number_of(server: Server, name: str) -> float:
    """Return the sum of a metric over its labels."""
    status, text, headers = Browser(server).fetch("/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
    return sum(map(float, found))


def wait_for(server: Server, name: str, wanted: float) -> None:
    end = time.monotonic() + 30
    while number_of(server, name) != wanted:
        assert time.monotonic() < end, (name, number_of(server, name))
        time.sleep(0.05)


def test_a_server_tells_how_it_is_and_its_log_lets_nobody_in(postgres: Cluster) -> None:
    """Two workers; their numbers are added up. The database goes away for a while.

    At the end all of them are ended together; tests/server/test_workers.py does so by a kill.
    """
    options = ("--workers", "2", "--json-log", "--name", "localhost")
    with serving(postgres.schema(), *options) as server:
        visitor = Browser(server)
        assert visitor.fetch("/healthz")[:2] == (200, "ok\n")
        assert visitor.fetch("/healthz", Host="10.0.0.1")[0] == 200  # by whichever name
        assert visitor.fetch("/readyz")[:2] == (200, "ok\n")
        ids = [visitor.open_table(mode="solo") for _ in range(3)]
        sockets = [visitor.socket(id) for id in ids]
        for socket in sockets:
            socket.ask("mark", seat=0, marks="d3=4")
            socket.refused("mark", seat=0, marks="nonsense")
        wait_for(server, "hashi_sockets", 3)
        assert number_of(server, "hashi_answer_seconds_count") == 6
        assert number_of(server, "hashi_writes_total") >= 6
        assert number_of(server, "hashi_commit_seconds_count") > 0
        while number_of(server, "hashi_tables") < 3:  # more where both workers know one
            time.sleep(0.05)
        text = visitor.fetch("/metrics")[1]
        assert 'hashi_games_total{event="begun"} 3.0\n' in text
        assert 'do="mark",outcome="refused"' in text
        assert 'route="/new",status="303"' in text
        assert f'hashi_build_info{{version="{__version__}"}} 1.0\n' in text
        token = visitor.fetch(f"/t/{ids[0]}/move", {"seat": "0"})[1].partition("/m/")[2][:22]
        visitor.fetch(f"/m/{token}")
        for socket in sockets:
            socket.close()
        wait_for(server, "hashi_sockets", 0)
        postgres.stop()
        time.sleep(1.1)
        mark = b'{"do": "mark", "seat": 0, "marks": "c2=4"}'
        assert visitor.fetch(f"/api/tables/{ids[0]}", mark)[0] == 503
        assert visitor.fetch("/readyz")[:2] == (503, "store\n")
        assert visitor.fetch("/healthz")[0] == 200
        visitor.fetch(f"/t/{new_id()}")
        postgres.start()
        time.sleep(1.1)
        assert visitor.fetch("/readyz")[0] == 200
        workers = children(server.process.pid)
        assert len(workers) >= 2
        server.process.terminate()
        _, said = server.process.communicate(timeout=30)
        assert server.process.returncode == -signal.SIGTERM
        assert wait_until_gone(workers) == set()
    lines = [json.loads(line) for line in said.splitlines()]
    routes = {line.get("route") for line in lines}
    assert {"/new", "/t/{id}", "/t/{id}/move", "/m/{token}"} <= routes
    assert any("not saved" in line["message"] for line in lines)
    for secret in (*ids, token, *(cookie.value or "-" for cookie in visitor.jar)):
        assert secret not in said


def test_metrics_grow_with_nothing_that_strangers_send(server: Server) -> None:
    """Each address of a request is counted under the name of its route."""
    visitor = Browser(server)
    stranger = "stranger"
    for place in ("/static/{}", "/static/js/{}", "/{}", "/t/{}", "/c/{}", "/daily/{}", "/api/{}"):
        for number in range(20):
            visitor.fetch(place.format(f"{stranger}{number}"))
            visitor.fetch(f"/rules?{stranger}={number}")
    text = visitor.fetch("/metrics")[1]
    assert stranger not in text
    assert len(text) < 200_000
    routes = set(re.findall(r'route="([^"]*)"', text))
    assert routes <= {
        PREFIX,
        "other",
        *(route.path for route in ROUTES if isinstance(route, Route)),
    }


STATUSES = (200, 201, 303, 304, 307, 400, 403, 404, 405, 408, 409, 410, 413, 422, 429, 500, 503)


def test_the_metrics_are_short_whatever_is_asked_for() -> None:
    """Even if every route had answered in every way that there is."""
    metrics = Metrics()
    paths = {route.path for route in ROUTES if isinstance(route, Route)}
    for status in STATUSES:
        for path in (*sorted(paths), PREFIX, OTHER):
            metrics.requested(path, status, 0.1)
    for do in (*REQUESTS, "odd"):
        for outcome in ("done", "refused"):
            metrics.answered(do, outcome, 0.1)
    for effort in Effort:
        metrics.thought(effort)
    assert len(metrics.text()) < 200_000
    assert b'route="/",status="200"' in metrics.text()
    assert b'route="other",status="503"' in metrics.text()


def test_the_dashboard_shows_metrics_that_exist() -> None:
    dashboard = (Path(__file__).parents[2] / "docs" / "hosting" / "grafana.json").read_text("utf-8")
    metrics = Metrics()
    metrics.answered("mark", "done", 0.1)
    metrics.requested("/", 200, 0.1)
    metrics.committed(0.1, 1, 1, 1)
    names = set(re.findall(r"^(hashi_\w+)", metrics.text().decode(), re.MULTILINE))
    shown = set(re.findall(r"hashi_\w+", dashboard))
    assert shown <= names
    assert {re.sub(r"_(bucket|count|sum|total|created)$", "", name) for name in names} == {
        re.sub(r"_(bucket|count|sum|total|created)$", "", name) for name in shown
    }


def test_strangers_read_no_metrics(tmp_path: Path) -> None:
    with serving(
        tmp_path / "t.sqlite", "--proxy", "127.0.0.1", "--metrics", "10.1.0.0/16"
    ) as server:
        visitor = Browser(server)
        for address, status in (("203.0.113.9", 404), ("10.1.2.3", 200), ("127.0.0.1", 404)):
            assert visitor.fetch("/metrics", X_Forwarded_For=address)[0] == status
        assert visitor.fetch("/metrics")[0] == 200


def test_the_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def ask(line: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            connection.sendall(line + b"\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n")
            return connection.makefile("rb").read()

    with serving(tmp_path / "t.sqlite", "--metrics-port", str(port)) as server:
        assert Browser(server).fetch("/metrics")[0] == 404
        told = ask(b"GET /metrics HTTP/1.1")
        assert told.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b'hashi_http_seconds_count{route="other",status="404"} 1.0\n' in told
        for line in (b"GET / HTTP/1.1", b"POST /metrics HTTP/1.1", b"\x00"):
            assert ask(line).startswith(b"HTTP/1.1 404")
        assert server.stop() == ""


def test_ids_keys_and_tokens_are_masked_and_words_are_not() -> None:
    id = "Ab3_-xYz01234567"
    plain = "a background task failed: psycopg.OperationalError, is_thought_alive_again"
    assert masked(plain) == plain
    assert id not in masked(f"table {id}: not saved; see /t/{id} and /t/{id}.json, /m/{id}abcdef")
    assert masked(f"table {id}") == masked(f"table {id}")
    record = logging.LogRecord("hashi", logging.ERROR, "x", 1, "table %s", (id,), None)
    line = json.loads(JsonFormatter().format(record))
    assert line["message"] == masked(f"table {id}")
    assert line["level"] == "error"
    try:
        raise KeyError(id)
    except KeyError:
        record.exc_info = sys.exc_info()
    line = json.loads(JsonFormatter().format(record))
    assert "KeyError" in line["error"]
    assert id not in line["error"]

"""`hashi serve --data postgresql://…`: a game in a database, and addresses that lead nowhere."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import hashi
from tests.support.postgres import Cluster
from tests.support.server import Browser, serving

from hashi.host.store.address import open_store
from hashi.host.store.schema import MIGRATIONS
from hashi.table import Phase, replay


def test_a_game_goes_on_after_the_server_and_the_database_were_killed(postgres: Cluster) -> None:
    address = postgres.schema()
    with serving(address) as server:
        visitor = Browser(server)
        id = visitor.open_table(mode="solo")
        socket = visitor.socket(id)
        number = socket.ask("mark", seat=0, marks="d3=4")["number"]
        socket.close()
        server.restart()
        postgres.stop()
        assert visitor.fetch(f"/t/{id}")[0] == 503
        postgres.start()
        socket = visitor.socket(id)
        assert socket.ask("done", seat=0)["number"] > number
        socket.close()
        assert f'href="/t/{id}"' in visitor.fetch("/")[1]
    store = open_store(address)
    assert replay(store.read(id)).phase is Phase.ROUND
    store.close()


def test_a_database_that_cannot_be_used(postgres: Cluster, tmp_path: Path) -> None:
    nowhere = f"postgresql://tim:secret@/hashi?host={tmp_path}"
    done = hashi("serve", "--port", "0", "--data", nowhere)
    assert done.returncode == 2
    assert done.stderr.startswith("The database can’t be used: ")
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr
    address = postgres.schema()
    store = open_store(address)
    database = store.engine.connect()
    database.set_version(len(MIGRATIONS) + 1)
    database.close()
    store.close()
    done = hashi("serve", "--port", "0", "--data", address)
    assert (done.returncode, done.stdout) == (2, "")
    assert "newer version of HASHI" in done.stderr

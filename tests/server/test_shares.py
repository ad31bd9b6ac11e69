"""The shuffle over the API and sockets: who has a share, and how a server that lies is found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_bot_command import Guest, Opener
from tests.support.command import hashi
from tests.support.server import Browser, Server

from hashi.client.shares import Shares
from hashi.record import from_fields
from hashi.rules import Card
from hashi.table.shuffle import Shuffle, commitment, new_share

DECK = ["5/1", "4/2", "3/1", "6/3"]


def verified(path: Path, record: dict[str, Any], *arguments: str) -> tuple[int, str]:
    (path / "game.json").write_text(json.dumps(record))
    done = hashi("verify", str(path / "game.json"), *arguments)
    return done.returncode, done.stdout


def test_a_program_alone_trusts_nobody(server: Server, tmp_path: Path) -> None:
    """The server is bound before it knows the share, and no order exists before it does."""
    opener = Opener(server, seats=1, deck=DECK)
    table = opener.ask(do="sit", name="Ada")
    bound = table["shuffle"]["secret_hash"]
    assert table["shuffle"] == {
        "version": "hashi shuffle 1",
        "secret_hash": bound,
        "share_hashes": [""],
        "open": True,
    }
    share = new_share()
    opener.ask(do="commit", seat=0, hash=commitment(share))
    opener.ask(do="begin")
    opener.ask(do="mark", seat=0, marks="d3=4")
    assert opener.refused(do="done", seat=0, share=share) == "not_now", "it is not sealed yet"
    table = opener.ask(do="seal", seat=0)
    assert (table["shuffle"]["open"], table["seal"]) == (False, None)
    noted = Shuffle.from_fields(table["shuffle"], 1).seal
    for wrong, code in (("x", "hex"), ("0" * 32, "other_share"), (5, "kind")):
        assert opener.refused(do="done", seat=0, share=wrong) == code
    table = opener.ask(do="done", seat=0, share=share)
    assert table["record"]["fair"]["shuffle"].keys() == {"version", "secret_hash", "share_hashes"}
    assert share not in json.dumps(table)
    opener.skip(0, 0)
    record = opener.until(lambda table: table["phase"] == "over")["record"]
    told = Shuffle.from_fields(record["fair"]["shuffle"], 1)
    assert (told.seal, told.secret_hash, told.shares) == (noted, bound, (share,))
    assert verified(tmp_path, record, "--share", share)[0] == 0


def test_bots_of_the_house_have_no_share(server: Server, tmp_path: Path) -> None:
    opener = Opener(server, seats=2, deck=DECK)
    for seat in (0, 1):
        opener.ask(do="sit_bot", seat=seat, name=f"Bot {seat}", bot="greedy")
    assert opener.refused(do="commit", seat=0, hash="0" * 64) == "not_your_seat"
    opener.ask(do="begin")
    record = opener.until(lambda table: table["phase"] == "over")["record"]
    assert record["fair"]["shuffle"]["shares"] == ["", ""]
    status, told = verified(tmp_path, record)
    assert (status, "no player had a share in it" in told) == (0, True)


def test_a_bot_that_joins_adds_a_share(server: Server, tmp_path: Path) -> None:
    opener = Opener(server, seats=2, deck=DECK)
    opener.ask(do="sit", name="Ada")
    guest = Guest("random", opener.url)
    guest.sits("random")
    opener.until(lambda table: bool(table["shuffle"]["share_hashes"][1]))
    opener.ask(do="begin")
    opener.ask(do="mark", seat=0, marks="d3=4")
    opener.ask(do="done", seat=0)
    opener.skip(0, 0)
    record = opener.until(lambda table: table["phase"] == "over")["record"]
    assert guest.end()[0] == 0
    shares = record["fair"]["shuffle"]["shares"]
    assert (shares[0], len(shares[1])) == ("", 32)
    assert verified(tmp_path, record, "--share", shares[1])[0] == 0


def test_a_share_is_told_to_nobody_before_the_end(server: Server) -> None:
    """Neither on pages nor over sockets, to players or watchers; the hashes are, at once."""
    tim, eve = Browser(server), Browser(server)
    id = tim.open_table(mode="solo")
    eve.fetch("/")
    sockets = [tim.socket(id), eve.socket(id)]
    share = new_share()
    sockets[0].ask("commit", seat=0, hash=commitment(share))
    sockets[0].ask("mark", seat=0, marks="d3=4")
    sockets[0].ask("seal", seat=0)
    sockets[0].ask("done", seat=0, share=share)
    sockets[1].ask("ping")
    for visitor, socket in zip((tim, eve), sockets, strict=True):
        seen = [visitor.fetch(path)[1] for path in (f"/t/{id}", f"/t/{id}.json", f"/t/{id}/log")]
        everything = "\n".join([*seen, *socket.received])
        assert share not in everything
        assert commitment(share) in everything
        socket.close()


# --- a client checks by itself


@pytest.fixture
def played(server: Server) -> tuple[Shares, dict[str, Any]]:
    """Return the shares of a program that has played a game alone, and the record."""
    opener, shares = Opener(server, seats=1, deck=DECK), Shares()
    table = opener.ask(do="sit", name="Ada")
    opener.ask(seat=0, **(shares.due(table, 0) or {}))
    opener.ask(do="begin")
    table = opener.ask(do="mark", seat=0, marks="d3=4")
    assert shares.due(table, 0) is None
    assert shares.must_seal(table, 0)
    assert shares.opening(table, 0) == {}, "nothing is opened before the shuffle is sealed"
    table = opener.ask(do="seal", seat=0)
    opener.ask(do="done", seat=0, **shares.opening(table, 0))
    opener.skip(0, 0)
    return shares, opener.until(lambda table: table["phase"] == "over")["record"]


def test_a_client_finds_its_share_and_its_seal(played: tuple[Shares, dict[str, Any]]) -> None:
    shares, record = played
    assert shares.are_kept(from_fields(record))


@pytest.mark.parametrize(
    "change",
    [
        {"secret": "0" * 64},
        {"secret_hash": "0" * 64},
        {"share_hashes": [""], "shares": [""]},
        {"share_hashes": [commitment("0" * 32)], "shares": ["0" * 32]},
        {"version": "hashi shuffle 0"},
    ],
)
def test_a_client_finds_out_a_server_that_lies(
    played: tuple[Shares, dict[str, Any]], change: dict[str, Any]
) -> None:
    shares, record = played
    lie = {**record["fair"]["shuffle"], **change}
    assert not shares.are_kept(from_fields({**record, "fair": {**record["fair"], "shuffle": lie}}))
    moved = {**record, "cards": record["cards"][::-1]}
    for false in (moved, {**record, "fair": {}}, {**record, "fair": 5}):
        assert not shares.are_kept(from_fields(false))


@pytest.mark.parametrize("changed", ["secret", "share"])
def test_a_client_finds_out_a_lie_in_which_all_else_fits(
    played: tuple[Shares, dict[str, Any]], changed: str
) -> None:
    """The server, or a player who works with it, has chosen anew after the share was opened."""
    shares, record = played
    told = Shuffle.from_fields(record["fair"]["shuffle"], 1)
    other = "0" * 64
    if changed == "secret":
        lie = replace(told, secret=other, secret_hash=commitment(other))
    else:
        lie = replace(told, shares=(other[:32],), share_hashes=(commitment(other[:32]),))
    dealt = lie.deal(tuple(map(Card.parse, DECK)))
    assert lie.fault(dealt) is None
    cards = {"cards": [str(card) for card in dealt.cards], "box": str(dealt.box)}
    assert not shares.are_kept(
        from_fields({**record, **cards, "fair": {"shuffle": lie.to_fields()}})
    )


def test_an_older_server_knows_of_no_shares() -> None:
    table = {"phase": "starts", "seats": [{"done": False}]}
    shares = Shares()
    assert shares.due(table, 0) is None
    assert not shares.must_seal(table, 0)
    assert shares.opening(table, 0) == {}

"""The shuffle: nobody can choose the cards, whoever can read docs/table.md can check that."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi.boards import standard_deck
from hashi.record import parse, write
from hashi.rules import Card, Deal, Flaw, Malformed, seeded
from hashi.table import Objection, Options, Phase, Table, entry_text, replay
from hashi.table.event import Handed, Opened, Seated
from hashi.table.flaw import TableFlaw
from hashi.table.fold import advance
from hashi.table.shuffle import Shuffle, ShuffleFault, commitment, new_secret
from tests.support.command import hashi
from tests.support.examples import examples
from tests.support.tables import (
    IDA,
    LINUS,
    SHORT_DECK,
    TIM,
    TableFixture,
    open_table,
    people,
    stored,
)

PAIR = Options(seats=2, deck=SHORT_DECK)

hexadecimal = "0123456789abcdef"
secrets = st.text(hexadecimal, min_size=64, max_size=64)
share = st.text(hexadecimal, min_size=32, max_size=32)


def shuffle_of(secret: str, shares: Sequence[str]) -> Shuffle:
    hashes = tuple(commitment(each) if each else "" for each in shares)
    return Shuffle(commitment(secret), hashes, secret, tuple(shares))


shuffles = st.builds(
    shuffle_of, secrets, st.lists(st.just("") | share, min_size=1, max_size=4).map(tuple)
)


# --- a verifier of its own, written from the section "By hand" of docs/table.md


def by_hand(record: dict[str, Any], deck: list[str]) -> tuple[str, list[str], str]:
    """Return the seal, the draw pile and the box that follow from a record's shuffle."""

    def sha(text: str) -> str:
        return hashlib.sha256(text.encode("utf-8")).hexdigest()

    told = record["fair"]["shuffle"]
    assert told["version"] == "hashi shuffle 1"
    assert sha(told["secret"]) == told["secret_hash"]
    for opened, sealed in zip(told["shares"], told["share_hashes"], strict=True):
        assert opened == "" or sha(opened) == sealed
    hashes = " ".join(sealed or "-" for sealed in told["share_hashes"])
    shares = " ".join(opened or "-" for opened in told["shares"])
    seal = sha("hashi shuffle 1\n" + told["secret_hash"] + "\n" + hashes + "\n")
    seed = "hashi shuffle 1\n" + told["secret"] + "\n" + shares + "\n"
    words: list[int] = []
    blocks = 0

    def below(n: int) -> int:
        nonlocal blocks
        while True:
            if not words:
                block = bytes.fromhex(sha(f"{seed}/{blocks}"))
                blocks += 1
                for at in range(0, 32, 4):
                    words.append(block[at] << 24 | block[at + 1] << 16 | block[at + 2] << 8)
                    words[-1] |= block[at + 3]
            word = words.pop(0)
            if word < 2**32 - 2**32 % n:
                return word % n

    cards = sorted(deck, key=lambda card: (int(card[0]), int(card[2])))
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return seal, cards[1:], cards[0]


async def test_the_documents_are_enough_to_check_a_game(tmp_path: Path) -> None:
    """Two open their shares, Sarah's is sealed only, and a bot has none."""
    seats = people(TIM, LINUS, "sarah", bots=1)
    options = Options(seats=4, deck=SHORT_DECK)
    async with open_table(tmp_path, options, seats, begun=False) as here:
        shares = [await here.give_share(seat) for seat in (0, 1, 2)]
        await here.ask(TIM, "begin")
        for seat in (0, 1):
            await here.start(seat, share=shares[seat])
        await here.start(2)
        await here.until(lambda table: table.phase is Phase.ROUND)
        for seat in (1, 2):
            await here.ask(here.holder(seat), "take_over", seat=seat)
        while here.phase() is not Phase.OVER:
            round = len(here.table.played.cards)
            await here.play(0)
            await here.until(partial(is_after, round))
        fields = json.loads(write(here.table.record))
        assert here.table.shuffle
        seal = here.table.shuffle.seal
    assert fields["fair"]["shuffle"]["shares"] == [*shares[:2], "", ""]
    assert by_hand(fields, list(SHORT_DECK)) == (seal, fields["cards"], fields["box"])


def is_after(round: int, table: Table) -> bool:
    return table.phase is Phase.OVER or len(table.played.cards) > round


@given(shuffle=shuffles)
@examples(50)
def test_the_standard_deck_is_shuffled_as_the_documents_say(shuffle: Shuffle) -> None:
    dealt = shuffle.deal(standard_deck())
    _, cards, box = by_hand(
        {"fair": {"shuffle": shuffle.to_fields()}}, [str(card) for card in standard_deck()]
    )
    assert (cards, box) == ([str(card) for card in dealt.cards], str(dealt.box))


# --- laws


@given(shuffle=shuffles, other=share, data=st.data())
@examples(50)
def test_another_share_gives_another_order_and_another_seal(
    shuffle: Shuffle, other: str, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(shuffle.shares) - 1))
    shares = list(shuffle.shares)
    if shares[seat] != other:
        shares[seat] = other
        changed = shuffle_of(shuffle.secret, shares)
        assert changed.deal(standard_deck()) != shuffle.deal(standard_deck())
        assert changed.seal != shuffle.seal


@given(shuffle=shuffles)
@examples(30)
def test_the_order_is_a_function_of_the_deck_and_not_of_how_it_is_listed(shuffle: Shuffle) -> None:
    deck = standard_deck()
    assert shuffle.deal(deck) == shuffle.deal(deck[::-1])


@given(shuffle=shuffles, other=secrets, false=share, data=st.data())
@examples(50)
def test_whoever_changes_anything_afterwards_is_caught(
    shuffle: Shuffle, other: str, false: str, data: st.DataObject
) -> None:
    """Even where the cards are dealt anew by what was changed."""
    dealt = shuffle.deal(standard_deck())
    assert shuffle.fault(dealt) is None
    if other != shuffle.secret:
        lie = replace(shuffle, secret=other)
        assert lie.fault(lie.deal(standard_deck())) is ShuffleFault.SERVER
    seat = data.draw(st.integers(0, len(shuffle.shares) - 1))
    if shuffle.shares[seat] != false:
        shares = list(shuffle.shares)
        shares[seat] = false
        lie = replace(shuffle, shares=tuple(shares))
        assert lie.fault(lie.deal(standard_deck())) is ShuffleFault.PLAYER
    assert shuffle.fault(Deal(dealt.cards[::-1], dealt.box)) is ShuffleFault.ORDER
    assert shuffle.fault(Deal((dealt.box, *dealt.cards[1:]), dealt.cards[0])) is ShuffleFault.ORDER


@pytest.mark.parametrize("varied", ["secret", "share"])
def test_each_order_is_equally_likely_whoever_knows_all_but_one_part(varied: str) -> None:
    """Chi-square over the 24 orders of four cards; with this seed always the same figure."""
    deck = [Card(number, 1) for number in (1, 2, 3, 4)]
    below, times = seeded(f"even {varied}"), 4800
    fixed = shuffle_of(new_secret(below), ["a" * 32, "b" * 32])
    orders: Counter[Deal] = Counter()
    for _ in range(times):
        drawn = new_secret(below)
        if varied == "secret":
            one = replace(fixed, secret=drawn)
        else:
            one = replace(fixed, shares=(drawn[:32], fixed.shares[1]))
        orders[one.deal(deck)] += 1
    assert len(orders) == 24
    expected = times / 24
    chi_square = sum((count - expected) ** 2 / expected for count in orders.values())
    assert chi_square < 41.6, "1 % of even shuffles with 23 degrees of freedom are above"


def test_a_secret_is_256_bits_and_never_the_same() -> None:
    below = seeded("secrets")
    drawn = {new_secret(below) for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(each) == 64 and set(each) <= set(hexadecimal) for each in drawn)


# --- in a record


@given(shuffle=shuffles)
@examples(50)
def test_what_is_written_is_read_again(shuffle: Shuffle) -> None:
    for one in (shuffle, shuffle.sealed):
        fields = json.loads(json.dumps(one.to_fields()))
        assert Shuffle.from_fields(fields, len(shuffle.share_hashes)) == one
    assert shuffle.secret not in json.dumps(shuffle.sealed.to_fields())


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40) | share | secrets,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["version", "secret_hash", "share_hashes", "secret", "shares"])
            | st.text(max_size=5),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(shuffle=shuffles, name=st.sampled_from(["", *Shuffle("", ()).to_fields()]), other=anything)
@examples(200)
def test_what_cannot_be_read_is_malformed_and_nothing_else(
    shuffle: Shuffle, name: str, other: Any
) -> None:
    seats = len(shuffle.share_hashes)
    fields = {**shuffle.to_fields(), name: other} if name else other
    with suppress(Malformed):
        found = Shuffle.from_fields(fields, seats)
        assert len(found.share_hashes) == seats
        assert found.to_fields().items() <= fields.items()


# --- at a table


async def refused(here: TableFixture, holder: str, do: str, **fields: Any) -> StrEnum:
    before = here.table
    with pytest.raises(Malformed) as caught:
        await here.ask(holder, do, **fields)
    assert here.table is before
    return caught.value.flaw


async def test_a_share_is_32_digits_and_the_one_whose_hash_was_sent(tmp_path: Path) -> None:
    async with open_table(tmp_path, PAIR, people(TIM, LINUS)) as here:
        for given in ("", "a" * 63, "A" * 64, "g" * 64, "a" * 65, "a" * 10_000):
            assert await refused(here, TIM, "commit", seat=0, hash=given) is TableFlaw.HEX
        for other in (None, 5, ["a" * 64]):
            assert await refused(here, TIM, "commit", seat=0, hash=other) is Flaw.KIND
        assert await refused(here, TIM, "commit", seat=0) is Flaw.KIND
        share = await here.give_share(0)
        await here.ask(TIM, "seal", seat=0)
        await here.ask(TIM, "mark", seat=0, marks="d3=4")
        for given in ("", share.upper() + "A", share + "0", share[:-1], f" {share[1:]}"):
            assert await refused(here, TIM, "done", seat=0, share=given) is TableFlaw.HEX
        assert await refused(here, TIM, "done", seat=0, share="f" * 32) is TableFlaw.OTHER_SHARE
        await here.ask(LINUS, "mark", seat=1, marks="d3=4")
        assert await refused(here, LINUS, "done", seat=1, share=share) is TableFlaw.OTHER_SHARE
        await here.ask(TIM, "done", seat=0, share=share)
        assert here.table.seats[0].share == share


async def test_a_seat_has_one_share_and_only_its_owner_gives_it(tmp_path: Path) -> None:
    async with open_table(tmp_path, PAIR, people(TIM), begun=False) as here:
        sealed = commitment(await here.give_share(0))
        for holder in (LINUS, "", "eve"):
            refusal = await here.objection(holder, "commit", seat=0, hash="0" * 64)
            assert refusal is Objection.NOT_YOUR_SEAT
        assert await here.objection(TIM, "commit", seat=1, hash="0" * 64) is Objection.NOT_YOUR_SEAT
        assert await here.objection(TIM, "commit", seat=7, hash="0" * 64) is Objection.NO_SEAT
        number = here.table.number
        for _ in range(20):
            assert await here.objection(TIM, "commit", seat=0, hash=sealed) is None
            assert await here.objection(TIM, "commit", seat=0, hash="0" * 64) is Objection.NOT_NOW
        assert here.table.number == number, "nothing that is sent again makes the log longer"
        assert here.table.seats[0].share_hash == sealed


async def test_a_share_stays_with_the_person_at_the_seat(tmp_path: Path) -> None:
    """Another name changes nothing; another person, a bot or another device gives a new one."""
    async with open_table(tmp_path, PAIR, people(TIM), begun=False) as here:

        def told() -> str:
            return here.table.seats[1].share_hash

        await here.ask(LINUS, "sit", name="Linus")
        await here.give_share(1)
        before = told()
        await here.ask(LINUS, "sit", seat=1, name="Linus the Second")
        assert told() == before != ""
        await here.ask(LINUS, "leave", seat=1)
        assert told() == ""
        await here.ask(IDA, "sit", name="Ida")
        await here.give_share(1)
        async with here.live.lock:
            await here.live.append([Handed(1, LINUS)])
        assert told() == ""
        share = await here.give_share(1)
        await here.ask(TIM, "begin")
        await here.start(1, share=share)
        async with here.live.lock:
            await here.live.append([Handed(1, IDA)])
        assert told() == commitment(share), "what others have noted stays"


async def test_a_share_is_opened_after_no_hash_is_taken_any_more(tmp_path: Path) -> None:
    """So what a device has noted before it opened its share is what everybody is bound to."""
    async with open_table(tmp_path, PAIR, people(TIM, LINUS), begun=False) as here:
        share = await here.give_share(0)
        assert await here.objection(TIM, "seal", seat=0) is Objection.NOT_NOW
        await here.ask(TIM, "begin")
        await here.ask(TIM, "mark", seat=0, marks="d3=4")
        assert await here.objection(TIM, "done", seat=0, share=share) is Objection.NOT_NOW
        assert await here.objection(LINUS, "seal", seat=0) is Objection.NOT_YOUR_SEAT
        assert await here.objection(LINUS, "seal", seat=1) is Objection.NOT_NOW, "it has no share"
        await here.ask(TIM, "seal", seat=0)
        noted = here.table.shuffle
        assert noted
        number = here.table.number
        assert await here.objection(TIM, "seal", seat=0) is None
        assert here.table.number == number, "it is sealed once"
        await here.ask(TIM, "done", seat=0, share=share)
        assert await here.objection(LINUS, "commit", seat=1, hash="0" * 64) is Objection.NOT_NOW
        await here.start(1)
        assert here.table.shuffle
        assert here.table.shuffle.seal == noted.seal
        assert here.table.shuffle.shares == (share, "")
        assert here.table.deal == here.table.shuffle.deal(here.table.options.played_deck())


async def test_a_start_without_a_share_seals_nothing(tmp_path: Path) -> None:
    async with open_table(tmp_path, PAIR, people(TIM, LINUS)) as here:
        await here.start(0)
        assert await here.objection(TIM, "commit", seat=0, hash="0" * 64) is Objection.NOT_NOW
        share = await here.give_share(1)
        await here.start(1, share=share)
        assert here.table.shuffle
        assert here.table.shuffle.shares == ("", share)
        assert here.table.shuffle.left_out == ()


async def test_nobody_holds_a_game_up(tmp_path: Path) -> None:
    """The clock and bots write starts as ever; their seats' shares are left out."""
    options = replace(PAIR, clock=60)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        share = await here.give_share(0)
        await here.give_share(1)
        await here.start(0, share=share)
        here.clock.now += 61
        await here.host.clocks.end_round(here.live)
        assert here.phase() is Phase.ROUND
        assert here.table.shuffle
        assert here.table.shuffle.left_out == (1,)


async def test_the_secret_is_bound_when_the_table_is_opened(tmp_path: Path) -> None:
    async with open_table(tmp_path, PAIR, people(TIM, LINUS), begun=False) as here:
        sealed = commitment(here.table.secret)
        await here.ask(TIM, "begin")
        shares = [await here.give_share(seat) for seat in (0, 1)]
        assert here.table.deal is None, "there is no order before the last share is open"
        for seat in (0, 1):
            await here.start(seat, share=shares[seat])
        assert here.table.shuffle
        assert here.table.shuffle.secret_hash == sealed
        assert here.table.shuffle.fault(here.table.deal or never()) is None


def never() -> Deal:
    raise AssertionError


async def test_two_tables_never_have_the_same_secret(tmp_path: Path) -> None:
    async with open_table(tmp_path) as here:
        first = here.table.secret
        await here.play_out()
        await here.play_again(same=False)
        assert here.table.secret not in ("", first)


async def test_what_is_known_already_is_not_shuffled(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(deck=SHORT_DECK)) as here:
        await here.play_out()
        id = here.live.id
        for same in (True, False):
            played_on = await here.host.openings.play_on(id, TIM, seat=0, round=2, same=same)
            table = (await here.host.tables.live(played_on)).table
            assert (table.shuffle, table.takes_shares) == (None, False)
        await here.play_again(same=True)
        assert here.table.shuffle is None
        assert await here.objection(TIM, "commit", seat=0, hash="0" * 64) is Objection.NOT_NOW
    async with open_table(tmp_path, Options(), daily="2026-11-16") as here:
        assert here.table.shuffle is None
        assert "shuffle" not in here.table.record.extra["fair"]


async def test_a_table_that_an_older_version_opened_begins_as_it_did(tmp_path: Path) -> None:
    async with open_table(tmp_path, begun=False) as here:
        opening = [Opened(PAIR.to_json(), TIM), *people(TIM, LINUS)]
        here.live = await here.host.tables.create(opening)
        await here.ask(TIM, "begin")
        assert here.table.deal is not None
        assert here.table.seal
        await here.start_all()
        assert list(here.table.record.extra["fair"]) == ["seal"]


async def test_the_log_alone_gives_the_same_table_after_each_entry(tmp_path: Path) -> None:
    async with open_table(tmp_path, PAIR, people(TIM, LINUS)) as here:
        shares = [await here.give_share(seat) for seat in (0, 1)]
        for seat in (0, 1):
            await here.start(seat, share=shares[seat])
        log = here.store.read(here.live.id)
        kinds = [json.loads(text)["kind"] for _, text in log]
        assert kinds.index("dealt") + 1 == kinds.index("turned")
        assert [entry_text(entry) for entry in here.events()] == [text for _, text in log]
        for length in range(1, len(log) + 1):
            assert replay(log[:length]).takes_shares == ("sealed" not in kinds[:length])


def test_who_leaves_nothing_to_add_has_no_fields_in_the_log() -> None:
    opening = [Opened(Options().to_json(), TIM), Seated(0, "Tim", holder=TIM)]
    table, entries = advance(Table(), opening, 1.0)
    assert "secret" not in entry_text(entries[0])
    assert replay(stored(opening)).seats == table.seats


# --- `hashi verify`


async def finished(path: Path, *, is_withheld: bool = False) -> tuple[dict[str, Any], list[str]]:
    """Return the record of a whole game of Tim and Linus, and their shares."""
    async with open_table(path, PAIR, people(TIM, LINUS)) as here:
        shares = [await here.give_share(seat) for seat in (0, 1)]
        await here.start(0, share=shares[0])
        await here.start(1, share="" if is_withheld else shares[1])
        await here.play_out()
        text = write(here.table.record)
        assert parse(text) == here.table.record
        fields: dict[str, Any] = json.loads(text)
        return fields, shares


def verified(path: Path, fields: object, *arguments: str) -> tuple[int, str]:
    (path / "game.json").write_text(json.dumps(fields))
    done = hashi("verify", str(path / "game.json"), *arguments)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


async def test_verify_says_what_it_has_checked(tmp_path: Path) -> None:
    fields, shares = await finished(tmp_path)
    seal, _, _ = by_hand(fields, list(SHORT_DECK))
    status, told = verified(tmp_path, fields, "--share", shares[1], "--share", shares[0])
    assert (status, told.splitlines()) == (
        0,
        [
            "Fair: the cards came in the order that was sealed before the game.",
            "The order follows from the server’s secret and the shares of: Tim, Linus.",
            f"Compare this seal with the one shown at the start: {seal}",
            f"Your share is there: {shares[1]}, of Linus.",
            f"Your share is there: {shares[0]}, of Tim.",
        ],
    )
    for other in ("0" * 32, "", shares[0].upper(), "-"):
        status, told = verified(tmp_path, fields, f"--share={other}")
        assert status == 1
        assert "Your share isn’t there" in told


async def test_verify_names_a_share_that_was_not_opened(tmp_path: Path) -> None:
    fields, shares = await finished(tmp_path, is_withheld=True)
    status, told = verified(tmp_path, fields, "--share", shares[1])
    assert status == 1
    assert "the shares of: Tim." in told
    assert "Sealed, but left out: the shares of Linus." in told


async def test_verify_finds_what_was_changed_afterwards(tmp_path: Path) -> None:
    """A server that lies has to seal the order anew: that alone would not give it away."""
    from hashi.table.fair import seal

    fields, _ = await finished(tmp_path)
    fair, told = fields["fair"], fields["fair"]["shuffle"]
    cards = [fields["box"], *fields["cards"][1:]]
    deal = Deal(tuple(map(Card.parse, cards)), Card.parse(fields["cards"][0]))
    moved = {
        **fields,
        "cards": cards,
        "box": fields["cards"][0],
        "fair": {**fair, "seal": seal(deal, fair["salt"])},
    }
    for changed, sentence in (
        (moved, "the order doesn’t follow"),
        (with_shuffle(fields, {**told, "secret": "0" * 64}), "the server’s secret isn’t"),
        (with_shuffle(fields, {**told, "shares": ["0" * 32, ""]}), "a share isn’t"),
        (with_shuffle(fields, {**told, "share_hashes": ["", ""]}), "a share isn’t"),
    ):
        status, said = verified(tmp_path, changed)
        assert status == 1
        assert said.startswith("Not fair: ")
        assert sentence in said


async def test_verify_explains_a_shuffle_that_it_cannot_check(tmp_path: Path) -> None:
    fields, _ = await finished(tmp_path)
    told = fields["fair"]["shuffle"]
    for shuffle, sentence in (
        ("x", "Expected an object"),
        ({}, "has version"),
        ({**told, "version": "hashi shuffle 2"}, "hashi shuffle 2"),
        ({**told, "secret": "x"}, "Expected 64 hexadecimal digits"),
        ({**told, "shares": [""]}, "Expected a list"),
        ({**told, "shares": ["", 5]}, "Expected a text"),
        ({name: told[name] for name in ("version", "secret_hash", "share_hashes")}, "yet"),
    ):
        status, said = verified(tmp_path, with_shuffle(fields, shuffle))
        assert (status, sentence in said) == (2, True), said


def with_shuffle(fields: dict[str, Any], shuffle: object) -> dict[str, Any]:
    return {**fields, "fair": {**fields["fair"], "shuffle": shuffle}}


async def test_verify_says_where_cards_come_from_that_nobody_shuffled(tmp_path: Path) -> None:
    daily = Options(board="A")
    for day, same, sentence in (
        ("", None, "no player had a share in it"),
        ("", True, "the cards of an earlier game"),
        ("2026-11-16", None, "the cards of a day"),
    ):
        options = daily if day else Options(deck=SHORT_DECK)
        async with open_table(tmp_path, options, daily=day) as here:
            await here.play_out()
            if same:
                await here.play_again(same=True)
                await here.play_out()
            fields = json.loads(write(here.table.record))
        status, told = verified(tmp_path, fields)
        assert (status, sentence in told) == (0, True), told
    fields["fair"].pop("shuffle", None)
    del fields["daily"]
    assert "No player had a share" in verified(tmp_path, fields)[1]
    assert verified(tmp_path, fields, "--share", "0" * 32)[0] == 1

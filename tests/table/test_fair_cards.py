"""Fair cards: sealed before the game, secret during it, revealed after it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from hashi.record import write
from hashi.rules import Deal, deal, seeded, view
from hashi.table import Options, Phase, is_fair, seal
from tests.support.command import hashi
from tests.support.tables import LINUS, OWN_BOARD, SHORT_DECK, TIM, open_table, people

DISTINCT = tuple(f"{number}/{bridges}" for number in range(1, 7) for bridges in (1, 2, 3))


def test_a_seal_binds_order_box_and_salt() -> None:
    dealt = deal(tuple(Options(deck=DISTINCT).played_deck()), seeded("seal"))
    told = seal(dealt, "salt")
    assert is_fair(dealt, "salt", told)
    assert not is_fair(dealt, "salz", told)
    cards = list(dealt.cards)
    cards[3], cards[4] = cards[4], cards[3]
    assert not is_fair(Deal(tuple(cards), dealt.box), "salt", told)
    assert not is_fair(Deal((dealt.box, *dealt.cards[1:]), dealt.cards[0]), "salt", told)
    assert seal(dealt, "salt\n5/3") != told


async def test_two_games_with_the_same_cards_have_different_seals(tmp_path: Path) -> None:
    seals = set()
    for _ in range(2):
        async with open_table(tmp_path) as here:
            assert here.table.deal is None
            await here.start_all()
            seals.add(here.table.seal)
            assert here.table.seal == seal(here.table.deal or never(), here.table.salt)
    assert len(seals) == 2


def never() -> Deal:
    raise AssertionError


async def test_order_box_and_salt_are_secret_until_the_end(tmp_path: Path) -> None:
    """Every card of the deck is unique, so that a secret one can be searched for."""

    options = Options(board=OWN_BOARD, deck=DISTINCT, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        shares = [await here.give_share(seat) for seat in (0, 1)]
        for at, share in enumerate(shares):
            seen = write(here.table.record)
            assert json.loads(seen)["fair"]["seal"] == ""
            assert not any(text in seen for text in (here.table.secret, *shares))
            await here.start(at, share=share)
        dealt, salt = here.table.deal or never(), here.table.salt
        secrets = (salt, here.table.secret, *shares)
        while here.phase() is not Phase.OVER:
            seen = write(here.table.record)
            fields = json.loads(seen)
            assert "box" not in fields
            assert list(fields["fair"]) == ["seal", "shuffle"]
            assert not any(text in seen for text in secrets)
            hidden_cards = {str(card) for card in (*here.table.pile, dealt.box)}
            assert not hidden_cards & set(fields["cards"])
            for seat in (0, 1, None):
                looked = view(here.table.played, seat)
                hidden = {*here.table.pile, dealt.box}
                assert hidden == set(looked.unseen)
                assert list(looked.unseen) == sorted(looked.unseen)
                assert hidden.isdisjoint(looked.cards)
            await here.play_round()
        fields = json.loads(write(here.table.record))
        assert fields["fair"].pop("shuffle")["shares"] == shares
        assert fields["fair"] == {"seal": here.table.seal, "salt": salt}
        assert fields["box"] == str(dealt.box)
        assert fields["cards"] == [str(card) for card in dealt.cards]


@pytest.fixture(scope="module")
async def finished(
    tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> dict[str, object]:
    """Return the record of a whole game at a table, with the cards of an earlier one."""
    async with open_table(tmp_path_factory.mktemp("game"), Options(deck=SHORT_DECK)) as here:
        await here.play_out()
        await here.play_again(same=True)
        await here.play_out()
        fields: dict[str, object] = json.loads(write(here.table.record))
        return fields


def verified(path: Path, fields: object) -> tuple[int, str]:
    path.write_text(json.dumps(fields))
    done = hashi("verify", str(path))
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def test_verify_says_that_the_cards_were_fair(tmp_path: Path, finished: dict[str, object]) -> None:
    status, told = verified(tmp_path / "game.json", finished)
    assert status == 0
    assert told.startswith("Fair: ")
    fair = finished["fair"]
    assert isinstance(fair, dict)
    assert fair["seal"] in told
    done = hashi("verify", "-", stdin=json.dumps(finished).encode())
    assert done.returncode == 0


def test_verify_finds_a_card_that_was_moved(tmp_path: Path, finished: dict[str, object]) -> None:
    for seed in range(3):
        cards = finished["cards"]
        assert isinstance(cards, list)
        moved = list(cards)
        while moved == cards:
            Random(seed).shuffle(moved)
            seed += 1
        status, told = verified(tmp_path / "game.json", {**finished, "cards": moved})
        assert (status, told.startswith("Not fair: ")) == (1, True)
    wrong = {**finished, "fair": {"seal": "0" * 64, "salt": "\ud800"}}
    assert verified(tmp_path / "game.json", wrong)[0] == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"fair": None}, "This game record has no seal"),
        ({"fair": ["seal"]}, "This game record has no seal"),
        ({"fair": {"salt": "x"}}, "This game record has no seal"),
        ({"fair": {"seal": "x"}}, "can’t be checked yet"),
        ({"fair": {"seal": "x", "salt": 5}}, "can’t be checked yet"),
        ({"cards": [], "rounds": []}, "can’t be checked yet"),
        ({"cards": "none"}, "Expected a list"),
    ],
)
def test_verify_explains_what_it_cannot_check(
    tmp_path: Path, finished: dict[str, object], change: dict[str, object], sentence: str
) -> None:
    status, told = verified(tmp_path / "game.json", {**finished, **change})
    assert status == 2
    assert sentence in told


def test_verify_needs_a_file_that_can_be_read(tmp_path: Path) -> None:
    for name in ("missing.json", "."):
        done = hashi("verify", str(tmp_path / name))
        assert done.returncode == 2
        assert done.stderr.startswith(str(tmp_path))

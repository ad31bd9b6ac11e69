"""Orders of cards from a file: one game to a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hashi.boards import standard_deck
from hashi.record.decks import parse_deal, read_deals
from hashi.rules import Deal, Flaw, Malformed, deal, seeded


def line_of(dealt: Deal) -> str:
    return json.dumps({"cards": [str(card) for card in dealt.cards], "box": str(dealt.box)})


def test_r6_every_line_is_a_deal(tmp_path: Path) -> None:
    deals = tuple(deal(standard_deck(), seeded(seed)) for seed in "ab")
    file = tmp_path / "decks.ndjson"
    file.write_text("\n\n".join(map(line_of, deals)), "utf-8")
    assert read_deals(file) == deals
    own = deal(standard_deck()[:4], seeded("c"))
    assert parse_deal(line_of(own), standard_deck()[:4]) == own


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("[]", Flaw.KIND),
        ('{"cards": ["5/3"]}', Flaw.MISSING),
        ('{"cards": ["5/3"], "box": "1/1"}', Flaw.TOO_FEW_CARDS),
    ],
)
def test_a_line_that_is_no_deal_is_named(text: str, flaw: Flaw, tmp_path: Path) -> None:
    file = tmp_path / "decks.ndjson"
    file.write_text(f"{line_of(deal(standard_deck(), seeded('a')))}\n{text}\n", "utf-8")
    with pytest.raises(Malformed) as caught:
        read_deals(file)
    assert caught.value.flaw is flaw
    assert (caught.value.details["line"], caught.value.details["file"]) == (2, str(file))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Malformed) as caught:
        read_deals(tmp_path / "none")
    assert caught.value.flaw is Flaw.FILE
    assert caught.value.details["file"] == str(tmp_path / "none")

"""Pictures for chats: what a crawler without cookies gets for every kind of link."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path

import pytest
from tests.support.app import AppVisitor, app_at

from hashi.boards import board
from hashi.drawing import CardShape, ShareCard, png_of, scene, share_svg
from hashi.rules import Sheet
from hashi.server.pages.pictures.shared import draw
from hashi.table import Aid
from hashi.words import LANGUAGES, RANKS, Words, aid_mark

NOON = 1_800_000_000.0


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def preview(crawler: AppVisitor, path: str) -> dict[str, str]:
    """Return what a chat shows of a link: title, sentence and picture, which it fetches."""
    answer = await crawler.get(path)
    assert answer.status == 200, path
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', answer.text)
    told = {name: unescape(content) for name, content in found}
    picture = await crawler.get(told["og:image"].removeprefix("http://localhost"))
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.body) == (1200, 630)
    assert told["og:title"]
    assert told["og:description"]
    assert told["twitter:card"] == "summary_large_image"
    crawler.key = ""  # it keeps no cookies
    return told


async def test_every_kind_of_link_has_title_sentence_and_picture(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, crawler = server.visitor(), server.visitor()
        lobby = (await zoe.post("/new", mode="friends", name="Zoë")).location
        alone = (await zoe.post("/new", mode="solo", name="Zoë")).location
        daily = (await zoe.post("/daily/2027-01-01")).location
        links = [lobby, alone, "/daily"]
        await zoe.play_out(alone.removeprefix("/t/"), "random", rounds=3)
        await preview(crawler, alone)
        assert "?round=2" not in (await preview(crawler, f"{alone}?round=2"))["og:image"]
        total = await zoe.play_out(alone.removeprefix("/t/"), "random")
        await zoe.play_out(daily.removeprefix("/t/"), "random")
        links += [daily, "/daily/2027-01-01"]
        (link,) = set(re.findall(r'"(/c/\w+)"', (await zoe.get(alone)).text))
        told = [await preview(crawler, path) for path in links]
        assert len({each["og:image"] for each in told}) == len(links)
        assert (await preview(crawler, link))["og:title"] == f"Zoë: beat my {total}"
        tall = await crawler.get(f"{alone}.png?shape=tall")
        assert size_of(tall.body) == (1080, 1350)
        for path in ("/t/nowhere.png", "/c/0123456789abcdef.png", "/daily/2099-01-01.png"):
            assert (await crawler.get(path)).status == 404


@pytest.mark.parametrize("shape", list(CardShape))
def test_no_text_leaves_a_picture(shape: CardShape) -> None:
    """The longest rank or mark of each language, a long name and what follows it stay within their
    width."""
    blank = scene(Sheet.blank(board("A")))
    wide = 1080 if shape is CardShape.TALL else 1200
    for language in LANGUAGES:
        words = Words(language)
        marks = [aid_mark(words, aid, leads=True) for aid in Aid]
        longest = max(marks + [words.say(name) for name in RANKS], key=len)
        name = "Maximiliane von und zu Hohenfels" * 2
        detail = max(*marks, words.say("the same 17 cards"), key=len)
        card = ShareCard(blank, "60", unit="points", title=longest, name=name, detail=detail)
        document = share_svg(card, shape)
        texts = re.findall(r'<text x="(\d+)"[^>]*font-size="(\d+)"[^>]*>(.*?)</text>', document)
        for x, size, text in texts:
            letters = len(re.sub(r"<[^>]*>", "", text))
            assert int(x) + 0.5 * int(size) * letters < wide, (language, text)


def test_names_of_any_script_are_drawn_and_escaped() -> None:
    blank = scene(Sheet.blank(board("B")))
    card = ShareCard(blank, "47", title="<b>&", name="橋本 & \x00<script>")
    assert "<script>" not in share_svg(card, CardShape.WIDE)
    assert draw(card, CardShape.WIDE) == png_of(share_svg(card, CardShape.WIDE), width=1200)

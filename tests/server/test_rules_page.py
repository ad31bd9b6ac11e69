"""The page of the rules: all twelve ranks, and a way back to where one came from."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest
from tests.support.server import Browser, Server

from hashi.boards import board
from hashi.record import notation_for
from hashi.rules import Number
from hashi.words import LANGUAGES, RANKS, Words, chapters

ELSEWHERE = [
    "https://example.org/",
    "//example.org/",
    "/\\example.org/",
    "/\t/example.org/",
    "/\n/example.org/",
    "javascript:alert(1)",
    "example.org",
]
"""Addresses of other sites; browsers leave out tabs and line breaks."""


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_lists_the_ranks_in_every_language(server: Server, language: str) -> None:
    words = Words(language)
    text = html.unescape(Browser(server, language).fetch("/rules")[1])
    found = re.findall(r'<td>([^<]*)</td>\s*<th scope="row">([^<]*)</th>', text)
    assert [name for _, name in found] == [words.say(name) for name in reversed(RANKS)]
    points = [points for points, _ in reversed(found)]
    assert points[0] == words.say("up to {points}", points=40)
    assert " ".join(points[1:]) == "41–42 43–44 45–46 47–48 49–50 51 52 54 56 58 60"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_first_picture_shows_the_number_that_it_speaks_of(language: str) -> None:
    words = Words(language)
    start = chapters(words)[1].example
    assert start is not None
    (mark,) = notation_for(board("A")).turn(start.marks).marks
    assert isinstance(mark, Number)
    assert (mark.number in {3, 4}, mark.island.flag) == (True, None)
    assert str(mark.number) in start.caption
    assert mark.island.name in start.caption


def test_the_rules_lead_back_to_the_table_they_were_opened_from(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    _, table, _ = visitor.fetch(f"/t/{id}")
    assert f'href="/rules?back=/t/{id}"' in table
    _, text, _ = visitor.fetch(f"/rules?back=/t/{id}")
    assert text.count(f'href="/t/{id}"') == 2  # at the top and at the end
    assert f'name="back" value="/rules?back=%2Ft%2F{id}"' in text  # kept by the language form


@pytest.mark.parametrize("address", ELSEWHERE)
def test_no_address_of_another_site_is_led_to(server: Server, address: str) -> None:
    visitor = Browser(server)
    _, _, headers = visitor.fetch("/preferences", {"back": address})
    assert headers["location"] == "/"
    _, text, _ = visitor.fetch(f"/rules?back={quote(address, safe='')}")
    article = text[text.index('<main id="main"') :]
    assert "example.org" not in article
    assert "javascript:" not in article

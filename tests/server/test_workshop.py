"""The workshop without scripts: every change leads to another address, and nothing is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.server import Browser, Server, serving

from hashi.boards import BoardDraft, board, code_of, read_code, standard_deck
from hashi.rules import Card
from hashi.server.pages.parts.own_boards import OwnBoard
from hashi.server.pages.workshop.draw import work_view
from hashi.server.pages.workshop.measured import measured_view
from hashi.words import LANGUAGES, Words
from hashi.workshop import Figures, reference

A = code_of(BoardDraft(board("A").rows))
EMPTY = code_of(BoardDraft.empty(6, 6))


def led_to(browser: Browser, path: str) -> tuple[BoardDraft, tuple[Card, ...]]:
    """Return the board to which a change leads."""
    status, _, headers = browser.fetch(path)
    assert status == 303
    found = re.search(r"[?&]b=([\w-]+)", headers["location"])
    assert found is not None
    return read_code(found[1])


def test_every_change_leads_to_the_address_of_the_changed_board(server: Server) -> None:
    visitor, side = Browser(server), BoardDraft(board("A").rows)
    assert led_to(visitor, "/workshop?tap=c2")[0] == BoardDraft.empty(6, 6).with_cell("c2", "o")
    assert led_to(visitor, f"/workshop?b={A}&tap=a1")[0] == side.with_cell("a1", ".")
    assert led_to(visitor, f"/workshop?b={A}&set=b1:r")[0] == side.with_cell("b1", "r")
    assert led_to(visitor, f"/workshop?b={A}&do=turn")[0] == side.turned()
    assert led_to(visitor, f"/workshop?b={A}&do=mirror")[0] == side.mirrored()
    assert led_to(visitor, f"/workshop?b={A}&do=wider")[0] == side.resized(7, 6)
    assert led_to(visitor, "/workshop?do=B")[0] == BoardDraft(board("B").rows)
    _, more = led_to(visitor, f"/workshop?b={A}&more=5/3")
    assert sorted(more) == sorted((*standard_deck(), Card(5, 3)))
    own = code_of(side, more)
    assert led_to(visitor, f"/workshop?b={own}&less=5/3") == (side, ())
    assert led_to(visitor, f"/workshop?b={own}&do=deck") == (side, ())


@pytest.mark.parametrize(
    "query", ["b=AQYG", "b=%00", "tap=z9", "set=a1:x", "set=a1", "more=9/9", f"b={A}&tap=a99999"]
)
def test_what_is_odd_is_refused_with_a_sentence(server: Server, query: str) -> None:
    status, text, _ = Browser(server).fetch(f"/workshop?{query}")
    assert status == 422
    assert "Traceback" not in text


def test_rows_of_text_are_drawn_or_explained(server: Server) -> None:
    visitor = Browser(server)
    rows = BoardDraft(board("B").rows).text()
    status, _, headers = visitor.fetch("/workshop", {"rows": rows, "cards": ""})
    assert status == 303
    assert code_of(BoardDraft(board("B").rows)) in headers["location"]
    status, text, _ = visitor.fetch("/workshop", {"rows": "o . q\n", "cards": "5/3"})
    assert status == 422
    assert "line 1, column 5" in text
    assert "o . q" in text  # what was typed is still there


def test_a_board_of_the_workshop_is_played_and_challenged(server: Server) -> None:
    visitor = Browser(server)
    deck = (*standard_deck(), Card(5, 3))
    code = code_of(BoardDraft(board("A").rows).turned(), deck)
    _, text, _ = visitor.fetch(f"/new?mode=bots&board={code}")
    assert f'value="{code}" checked' in text
    status, _, headers = visitor.fetch("/new?mode=solo", {"mode": "solo", "board": code})
    assert status == 303
    _, text, _ = visitor.fetch(headers["location"])
    islands = BoardDraft(board("A").rows).turned().islands
    assert set(re.findall(r'data-island="(\w+)" role', text)) == {i.name for i in islands}
    status, _, _ = visitor.fetch("/new?mode=solo", {"mode": "solo", "board": "AQYGyBRMEShEMQRJeI5"})
    assert status == 422


def test_files_and_pictures_of_a_board(server: Server) -> None:
    visitor = Browser(server)
    assert visitor.fetch(f"/workshop/board.txt?b={A}")[1] == BoardDraft(board("A").rows).text()
    assert "5/3" in visitor.fetch(f"/workshop/deck.txt?b={A}")[1]
    _, text, headers = visitor.fetch(f"/workshop/board.svg?b={A}")
    assert text.startswith("<svg")
    assert "max-age" in headers["cache-control"]
    assert visitor.fetch(f"/workshop/board.svg?b={EMPTY}")[0] == 422


def test_a_board_is_measured_for_as_long_as_somebody_looks(server: Server) -> None:
    visitor, small = Browser(server), "AQYGyBRMEShEMQRJeI4"
    _, text, _ = visitor.fetch(f"/workshop/measure?b={small}")
    assert "data-going-on" in text
    assert '<meta http-equiv="refresh"' in text  # without scripts
    while 'value="0"' in visitor.fetch(f"/workshop/measure?b={small}&part=progress")[1]:
        pass
    _, text, _ = visitor.fetch(f"/workshop/measure?b={small}&stop=1")
    assert "data-going-on" not in text
    assert "refresh" not in text
    assert visitor.fetch(f"/workshop/measure?b={EMPTY}")[0] == 422
    assert visitor.fetch(f"/workshop/wish?b={small}&wish=nonsense")[0] == 404
    assert visitor.fetch(f"/workshop/wish?b={small}&wish=easier")[0] == 200


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "tables.sqlite", "--limit", "measures=3", limited=True) as server:
        yield server


def test_nobody_measures_without_a_bound(small: Server) -> None:
    visitor = Browser(small)
    codes = [code_of(BoardDraft(board("A").rows).with_cell(p, ".")) for p in ("a1", "c1", "f1")]
    statuses = [visitor.fetch(f"/workshop/measure?b={code}")[0] for code in codes]
    assert statuses == [200, 429, 429]
    assert visitor.fetch(f"/workshop/measure?b={codes[0]}")[0] == 200  # it has begun already
    assert visitor.fetch(f"/workshop/measure?b={codes[1]}&stop=1")[0] == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_of_a_side_are_shown_as_they_are(language: str) -> None:
    words = Words(language)
    view = measured_view(words, reference("A"))
    tally = reference("A").bots["planner"]
    assert view.mean.replace(",", ".") == f"{tally.mean:.1f}"
    assert view.comparison == words.say("About as hard as side A")
    assert len(view.bots) == 5
    assert [row.is_own for row in view.sixties] == [True, False, False]
    assert view.sixties[0].percent == view.sixties[1].percent
    assert view.starts[0].percent == view.starts[1].percent
    assert measured_view(words, Figures()).mean == ""


def test_the_page_tells_an_unfinished_board_what_is_missing_and_no_more() -> None:
    words = Words("en")
    few = work_view(words, OwnBoard(BoardDraft.empty(6, 6).stepped("a1").stepped("a3")))
    assert [text for text, _ in few.remarks] == [
        "A board needs at least 6 islands; this one has 2."
    ]
    right = work_view(words, OwnBoard(BoardDraft(board("A").rows)))
    assert right.remarks == ()
    assert right.lines == "24 lines with 5 crossings"
    assert len(right.points) == 36

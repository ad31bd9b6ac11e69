from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi.boards import board, standard_deck
from hashi.drawing import LIGHT, Theme, page_css, picture, scene, svg
from hashi.drawing.vector.islands import RADIUS, RING
from hashi.drawing.vector.strokes import SCALE
from hashi.rules import Board, Card, Game, Goal, Number, Pens, Setup, Sheet, dead_goals
from tests.drawing.positions import BOXES, mid_game, sheet
from tests.support.generate import boards, games, sheets

NS = "{http://www.w3.org/2000/svg}"


def islands(drawn: str) -> dict[str, ET.Element]:
    groups = ET.fromstring(drawn).iter(f"{NS}g")
    return {name: one for one in groups if (name := one.get("data-island")) is not None}


def number_of(island: ET.Element) -> str | None:
    plain = [one for one in island.findall(f"{NS}text") if "over" not in one.get("class", "")]
    return plain[0].text if plain else None


@given(st.one_of(sheets(), sheets(free=True), sheets(largest=26)), st.sampled_from(Theme))
def test_every_sheet_is_well_formed_and_shows_its_numbers(own: Sheet, theme: Theme) -> None:
    drawn = svg(scene(own, boxes=BOXES, deck=standard_deck()), theme=theme)
    found = islands(drawn)
    assert list(found) == [island.name for island in own.board.islands]
    for island in own.board.islands:
        number = own.number(island)
        assert number_of(found[island.name]) == (None if number is None else str(number))
    overs = drawn.count('class="over"')
    assert overs == len({mark.island for mark in own.scribbles})


def test_numbers_over_the_first_stay_on_the_sea() -> None:
    """At the left edge there is room for two small digits, no more."""
    blank = Sheet.blank(board("A"))
    for row in (1, 4, 6):
        at = Number(blank.board.island(f"a{row}"), 1)
        scribbled = blank.with_mark(at).with_mark(replace(at, number=2))
        for own in (scribbled, scribbled.with_mark(replace(at, number=3))):
            (drawn,) = re.findall(r'class="over" x="(-?[\d.]+)"[^>]*>([^<]*)<', svg(scene(own)))
            width = 0.18 * SCALE * len(drawn[1])  # in a wide font
            assert float(drawn[0]) - width > -0.78 * SCALE


@given(boards)
def test_no_two_islands_overlap(board: Board) -> None:
    found = islands(svg(scene(Sheet.blank(board))))
    discs = [one.findall(f"{NS}circle")[0] for one in found.values()]
    centres = [(float(disc.get("cx", "")), float(disc.get("cy", ""))) for disc in discs]
    assert all(dist(a, b) > 2 * RING * SCALE for a, b in combinations(centres, 2))


def test_flags_keep_clear_of_rings_bridges_and_neighbours() -> None:
    """Cloth lies between the raster's lines, outside the ring of every island around."""
    dense = svg(scene(Sheet.blank(Board(("rbr", "brb", "rbr")))))
    clothes = re.findall(r'<path class="flag [a-z]+" d="M([^"]*)Z"', dense)
    assert len(clothes) == 9
    for cloth in clothes:
        for point in cloth.split("L"):
            x, y = (float(part) / SCALE for part in point.split())
            beside = min(x % 1, 1 - x % 1), min(y % 1, 1 - y % 1)
            assert beside[0] > 0.15
            assert beside[1] > 0.15
            assert all(dist((x, y), (a, b)) > RING + 0.03 for a in range(4) for b in range(4))


def test_bridges_lie_within_what_flags_leave_free() -> None:
    drawn = svg(scene(sheet("6@c4 c4-c6 c4-c6 c4-c6 c2=c4")), theme=Theme.LIGHT)
    widest = max(float(w) for w in re.findall(r"\.rail[^{]*\{[^}]*stroke-width:([\d.]+)", drawn))
    offsets = [abs(float(x) - 200) for x in re.findall(r'class="rail[^"]*" d="M([\d.]+) ', drawn)]
    assert max(offsets) + widest / 2 <= 0.2 * SCALE


@pytest.mark.parametrize("theme", Theme)
def test_a_document_stands_alone(theme: Theme) -> None:
    drawn = svg(mid_game(), theme=theme, title="a < b & c")
    root = ET.fromstring(drawn)
    assert root.tag == f"{NS}svg"
    assert root.get("role") == "img"
    assert root.get("viewBox")
    assert root.get("width") is None
    assert root.findtext(f"{NS}title") == "a < b & c"
    assert "<script" not in drawn
    assert re.findall(r"https?://[^\"]*", drawn) == ["http://www.w3.org/2000/svg"]
    assert " id=" not in drawn
    assert "url(" not in drawn


def test_a_width_brings_the_height_along() -> None:
    root = ET.fromstring(svg(scene(sheet()), width=640))
    _, _, wide, high = (float(part) for part in root.get("viewBox", "").split())
    assert root.get("width") == "640"
    assert int(root.get("height", "")) == round(640 * high / wide)
    assert root.find(f"{NS}title") is None


@pytest.mark.parametrize("theme", Theme)
def test_every_rule_is_scoped_to_its_theme(theme: Theme) -> None:
    style = ET.fromstring(svg(mid_game(), theme=theme)).findtext(f"{NS}style") or ""
    bare = re.sub(r"@media[^{]*\{(.*)\}", r"\1", style, flags=re.DOTALL)
    for selectors in re.findall(r"([^{}]+)\{[^}]*\}", bare):
        assert all(one.strip().startswith(f"svg.hashi-{theme}") for one in selectors.split(","))
    assert ("prefers-color-scheme:dark" in style) == (theme is Theme.AUTO)
    assert "@" not in style.replace("@media", "")


@pytest.mark.parametrize("theme", Theme)
def test_a_document_needs_nothing_that_only_browsers_know(theme: Theme) -> None:
    """CairoSVG draws nothing for `height:auto` and black for `var()`; few know `paint-order`."""
    drawn = svg(mid_game(), theme=theme, width=390)
    assert not re.search(r"var\(|height:auto|paint-order|--hashi", drawn)


def test_a_board_takes_the_colours_of_its_page() -> None:
    style = page_css()
    assert "svg.hashi .sea{fill:var(--sea)}" in style
    assert "#" not in style
    assert set(re.findall(r"var\(--(.*?)\)", style)) <= LIGHT.by_name.keys()


def test_every_colour_of_an_automatic_picture_is_told_for_dark_too() -> None:
    style = ET.fromstring(svg(mid_game())).findtext(f"{NS}style") or ""
    light, dark = style.split("@media")
    plain = ET.fromstring(svg(mid_game(), theme=Theme.DARK)).findtext(f"{NS}style") or ""
    wanted = re.findall(r"[a-z-]+:#[0-9a-f]{6}", plain)
    assert re.findall(r"[a-z-]+:#[0-9a-f]{6}", dark) == wanted
    assert len(re.findall(r"[a-z-]+:#[0-9a-f]{6}", light)) == len(wanted)


def test_type_is_never_under_12_pixels_on_a_phone_of_320() -> None:
    drawn = svg(mid_game(), theme=Theme.LIGHT)
    wide = float(re.findall(r'viewBox="0 0 ([\d.]+)', drawn)[0])
    sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", drawn)]
    assert min(sizes) * 320 / wide >= 12
    assert RADIUS * 2 * SCALE * 320 / wide >= 28


def test_classes_are_all_styled() -> None:
    drawn = svg(mid_game(), theme=Theme.LIGHT)
    style, body = drawn.split("</style>")
    used = {name for names in re.findall(r'class="([^"]*)"', body) for name in names.split()}
    unstyled = {"empty", "numbered", "left", "goal", "isle", "card"}
    assert used - unstyled <= set(re.findall(r"\.([a-z]+)", style))


@given(games())
def test_a_game_shows_every_seat(drawn_from: tuple[object, Game]) -> None:
    _, game = drawn_from
    root = ET.fromstring(picture(game))
    names = [one.text for one in root.iter(f"{NS}text") if one.get("class") == "name"]
    totals = [one.text for one in root.iter(f"{NS}text") if one.get("class") == "total"]
    assert tuple(names) == game.setup.players
    assert totals == [str(points) for points in game.totals]
    cards = [one for one in root.iter(f"{NS}g") if one.get("data-card")]
    assert len(cards) == len(game.setup.deck)


@given(games(pens=Pens.FREE))
def test_a_game_with_free_pens_is_well_formed(drawn_from: tuple[object, Game]) -> None:
    ET.fromstring(picture(drawn_from[1]))


@given(st.text(), st.text())
def test_names_and_titles_are_escaped(name: str, title: str) -> None:
    game = Game.begin(Setup(sheet().board, standard_deck(), (name,)))
    ET.fromstring(picture(game).encode())
    ET.fromstring(svg(scene(sheet()), title=title).encode())


def test_a_name_is_text_and_is_cut_where_it_is_long() -> None:
    game = Game.begin(Setup(sheet().board, standard_deck(), ("</text><script>", "x" * 99)))
    names = [
        one.text
        for one in ET.fromstring(picture(game)).iter(f"{NS}text")
        if one.get("class") == "name"
    ]
    assert names == ["</text><script>", "x" * 21 + "…"]


def test_a_sheet_shows_itself() -> None:
    assert sheet("4@c2")._repr_svg_() == picture(sheet("4@c2"))
    assert len(islands(picture(sheet()))) == 18


@pytest.mark.parametrize("size", [1, 17, 18, 40, 99])
def test_a_deck_of_any_size_fits(size: int) -> None:
    deck = (Card(1, 1),) * size
    root = ET.fromstring(svg(scene(sheet(), deck=deck)))
    _, _, wide, high = (float(part) for part in root.get("viewBox", "").split())
    assert wide == pytest.approx(670, abs=1)
    assert high > 640 + 70 * (-(-size // 9))


def test_the_largest_board() -> None:
    rows = tuple("".join("o" if (x + y) % 12 == 0 else "." for x in range(26)) for y in range(26))
    assert len(islands(svg(scene(Sheet.blank(Board(rows)))))) == len(Board(rows).islands)


def test_a_goal_out_of_reach_is_hatched_and_crossed_out_and_so_is_its_flag() -> None:
    own = sheet("4@c4 c4=c6 a4-c4")
    box = replace(BOXES[2], goal=Goal.BLUE, dead=dead_goals(own)[0])
    drawn = svg(scene(own, boxes=(box,)))
    assert '<g class="goal dead" data-goal="blue">' in drawn
    assert drawn.count('class="lost"') == 2  # the tile's icon, and the flag on b5
    assert 'class="have"' not in drawn
    plain = svg(scene(own, boxes=(box,), help=False))
    assert "goal dead" not in plain
    assert 'class="lost"' not in plain

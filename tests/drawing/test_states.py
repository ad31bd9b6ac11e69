"""Every state is told by a shape: two pictures that differ in one state differ without colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from hashi.boards import board, standard_deck
from hashi.drawing import Palette, Scene, Theme, scene, svg, text
from hashi.rules import Board, Card, Line, Sheet
from tests.drawing.positions import BOXES, sheet, turn

A = board("A")
NS = "{http://www.w3.org/2000/svg}"


def line(name: str) -> Line:
    found = A.line(*name.split("-"))
    assert found is not None
    return found


STATES_OF_AN_ISLAND: dict[str, Scene] = {
    "empty": scene(sheet()),
    "target": scene(sheet(), targets=(A.island("c2"),)),
    "struck empty": scene(sheet(struck="c2")),
    "numbered": scene(sheet("4@c2")),
    "another number": scene(sheet("3@c2")),
    "fresh number": scene(sheet("4@c2"), fresh=turn("4@c2")),
    "struck": scene(sheet("4@c2", struck="c2")),
    "dead": scene(sheet("6@b3 a4=c4 6@a4 4@c4")),
    "not dead": scene(sheet("6@b3 a4=c4 6@a4 4@c4"), help=False),
    "struck, fresh": scene(sheet("4@c2", struck="c2"), fresh=turn("4@c2")),
    "dead, fresh": scene(sheet("6@b3 a4=c4 6@a4 4@c4"), fresh=turn("6@b3")),
    "written over": scene(sheet("4@c2 2@c2")),
    "written over now": scene(sheet("4@c2 2@c2"), fresh=turn("2@c2")),
    "finished": scene(sheet("2@c2 c2=e2")),
    "finished, fresh bridges": scene(sheet("2@c2 c2=e2"), fresh=turn("c2=e2")),
    "finished, fresh number": scene(sheet("2@c2 c2=e2"), fresh=turn("2@c2")),
    "finished, all fresh": scene(sheet("2@c2 c2=e2"), fresh=turn("2@c2 c2=e2")),
    "finished, struck": scene(sheet("2@c2 c2=e2", struck="c2")),
}
STATES_OF_A_LINE: dict[str, Scene] = {
    f"{bridges}{'-' * fresh}{'?' * is_target}": scene(
        sheet("6@c4 " + "c4-c6 " * bridges),
        fresh=turn("c4-c6 " * fresh) if fresh else turn("pass"),
        targets=(line("c4-c6"),) * is_target,
    )
    for bridges in range(5)
    for fresh in range(bridges + 1)
    for is_target in range(2 if bridges < 2 else 1)
} | {
    "blocked": scene(sheet("6@c4 b5-d5")),
    "not blocked": scene(sheet("6@c4 b5-d5"), help=False),
}
STATES_OF_THE_BARS: dict[str, Scene] = {
    "none": scene(sheet()),
    "boxes": scene(sheet(), boxes=BOXES),
    "high there": scene(sheet(), boxes=(replace(BOXES[0], is_high_gone=False), *BOXES[1:])),
    "won": scene(sheet(), boxes=(replace(BOXES[0], won=5), *BOXES[1:])),
    "progress": scene(sheet(), boxes=(replace(BOXES[0], have=2), *BOXES[1:])),
    "deck": scene(sheet(), deck=standard_deck()),
    "turned": scene(sheet(), deck=standard_deck(), turned=(Card(2, 2),)),
    "another": scene(sheet(), deck=standard_deck(), turned=(Card(2, 3),)),
    "now": scene(sheet(), deck=standard_deck(), turned=(Card(2, 2),), card=Card(2, 2)),
}
FLAGS: dict[str, Scene] = {
    cell: scene(Sheet.blank(Board((f"o{cell}oo", "oooo")))) for cell in "orb."
}
ALL = {
    "islands": STATES_OF_AN_ISLAND,
    "lines": STATES_OF_A_LINE,
    "bars": STATES_OF_THE_BARS,
    "flags": FLAGS,
}


def grey(shown: Scene) -> str:
    """The SVG without colours: every class is replaced by the shape that its rules really give
    to that element."""
    root = ET.fromstring(svg(shown, theme=Theme.LIGHT))
    style = root.find(f"{NS}style")
    assert style is not None
    rules = [
        (one.removeprefix("svg.hashi-light").split(), shape)
        for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", style.text or "")
        for one in selectors.strip().split(",")
        if (shape := re.sub(r"(fill|stroke):#[0-9a-f]{6};?", "", body))
    ]
    root.remove(style)
    return "".join(_shapes(root, [], rules))


def _shapes(
    one: ET.Element, above: list[ET.Element], rules: list[tuple[list[str], str]]
) -> Iterator[str]:
    """A line for each element; a span of text that looks like what is around it has none."""
    own = {name: value for name, value in one.attrib.items() if name != "class"}
    shape = _cascade([rule for rule in rules if _matches(rule[0], one, above)])
    if one.tag == f"{NS}tspan" and not shape:
        yield f"{one.text or ''}{one.tail or ''}"
    else:
        yield f"\n{one.tag} {own} {shape} {one.text or ''}{one.tail or ''}"
    for below in one:
        yield from _shapes(below, [*above, one], rules)


def _cascade(rules: list[tuple[list[str], str]]) -> dict[str, str]:
    """What finally holds: of two declarations the one of the more special rule, then the later."""
    by_rank = sorted(
        rules,
        key=lambda rule: (
            sum(part.count(".") for part in rule[0]),
            sum(part[0] != "." for part in rule[0]),
        ),
    )
    return {
        name: value
        for _, body in by_rank
        for name, value in (one.split(":", 1) for one in body.split(";") if one)
    }


def _matches(selector: list[str], one: ET.Element, above: list[ET.Element]) -> bool:
    if not selector:
        return not above
    *outer, last = selector
    if not _is(last, one):
        return False
    return not outer or any(_matches(outer, up, above[:at]) for at, up in enumerate(above))


def _is(compound: str, one: ET.Element) -> bool:
    tag, *classes = compound.split(".")
    names = one.get("class", "").split()
    return one.tag in (f"{NS}{tag}", one.tag if not tag else "") and set(classes) <= set(names)


def test_grey_pictures_do_not_know_colours() -> None:
    """The measure itself: a class that only colours leaves no trace, one that shapes does."""
    drawn = ET.fromstring(
        '<g class="isle"><text class="now">3</text></g>'.replace("<g ", f'<g xmlns="{NS[1:-1]}" ')
    )
    shaped = [([".isle", "text.now"], "stroke-width:7")]
    assert list(_shapes(drawn, [], shaped)) != list(_shapes(drawn, [], []))
    assert list(_shapes(drawn, [], [([".card", "text.now"], "x:1")])) == list(
        _shapes(drawn, [], [])
    )


@pytest.mark.parametrize("group", ALL)
@pytest.mark.parametrize("palette", Palette)
def test_states_differ_in_the_terminal(group: str, palette: Palette) -> None:
    pictures = {name: text(one, palette=palette) for name, one in ALL[group].items()}
    same = [pair for pair in combinations(pictures, 2) if len({pictures[n] for n in pair}) == 1]
    assert not same


@pytest.mark.parametrize("group", ALL)
def test_states_differ_in_svg_without_its_colours(group: str) -> None:
    pictures = {name: grey(one) for name, one in ALL[group].items()}
    same = [pair for pair in combinations(pictures, 2) if len({pictures[n] for n in pair}) == 1]
    assert not same


NARROW = Board(("ooo" + "." * 10 + "o",) + ("." * 14,) * 5 + ("ooo" + "." * 10 + "o", "o" * 14))


@pytest.mark.parametrize("ends", ["a1-b1", "a7-a8"])
@pytest.mark.parametrize("palette", Palette)
def test_lines_of_a_single_character_tell_their_state(palette: Palette, ends: str) -> None:
    own = NARROW.line(*ends.split("-"))
    assert own is not None
    pictures = []
    for bridges, fresh, is_target in [
        (0, 0, False),
        (0, 0, True),
        (1, 0, False),
        (1, 0, True),
        (1, 1, False),
        (1, 1, True),
        (2, 0, False),
        (2, 1, False),
        (2, 2, False),
        (3, 0, False),
        (4, 0, False),
    ]:
        shown = scene(Sheet.blank(NARROW), targets=(own,) * is_target)
        spans = tuple(
            replace(one, bridges=bridges, fresh=fresh) if one.name == own.name else one
            for one in shown.spans
        )
        pictures.append(text(replace(shown, spans=spans), palette=palette, width=60))
    shut = replace(shown, spans=tuple(replace(one, is_blocked=True, bridges=0) for one in spans))
    pictures.append(text(shut, palette=palette, width=60))
    assert len(set(pictures)) == len(pictures)

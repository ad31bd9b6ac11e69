from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hashi.drawing.sheet_scene import Gap, IslandState, Scene, Span, Spot, Tick, scene
from hashi.rules import Bridge, Card, Sheet, Turn, dead_islands
from hashi.rules.sheet_state import Scribble
from tests.drawing.positions import mid_game, sheet, turn
from tests.support.generate import sheets


def spot(shown: Scene, name: str) -> Spot:
    return next(one for one in shown.spots if one.name == name)


def span(shown: Scene, name: str) -> Span:
    return next(one for one in shown.spans if one.name == name)


def test_states_of_islands() -> None:
    shown = mid_game()
    states = {name: spot(shown, name).state for name in ("f1", "a6", "a2", "b3", "a1", "d5")}
    assert states == {
        "f1": IslandState.EMPTY,
        "a6": IslandState.NUMBERED,
        "a2": IslandState.FINISHED,
        "b3": IslandState.DEAD,
        "a1": IslandState.DEAD,  # without a number
        "d5": IslandState.STRUCK,
    }
    assert spot(shown, "f1").dots == 1
    assert spot(shown, "a6").dots == 0
    assert spot(shown, "e2").is_target
    assert spot(shown, "e6").is_fresh
    assert not spot(shown, "e4").is_fresh


def test_states_of_lines() -> None:
    shown = mid_game()
    assert span(shown, "e4-e6").fresh == span(shown, "e4-e6").bridges == 2
    assert span(shown, "a6-c6").is_target
    assert span(shown, "b3-d3").is_blocked  # c2-c4 lies across
    assert span(shown, "a1-c1").is_blocked  # c1 is finished
    assert not span(shown, "f1-f3").is_blocked
    assert span(shown, "d3-f3").is_target
    assert span(shown, "d3-f3").bridges == 1


def test_without_help_nothing_is_dead_or_blocked() -> None:
    shown = scene(sheet("1@b3 4@c2 6@c4 c2=c4"), help=False)
    assert spot(shown, "b3").state is IslandState.NUMBERED
    assert not any(one.is_blocked for one in shown.spans)


def test_what_passes_under() -> None:
    open_water = scene(sheet())
    assert span(open_water, "b5-d5").gaps == ()
    assert span(open_water, "c4-c6").gaps == (Gap(1, 0),)
    bridged = scene(sheet("6@c4 c4=c6"))
    assert span(bridged, "b5-d5").gaps == (Gap(1, 2),)
    assert span(bridged, "c4-c6").gaps == ()
    own = sheet().board.line("c4", "c6")
    assert own is not None
    allowed = scene(sheet(), targets=(own,))
    assert span(allowed, "b5-d5").gaps == (Gap(1, 0),)
    assert span(allowed, "c4-c6").gaps == ()


def test_a_finish_is_fresh_by_number_or_by_bridge() -> None:
    by_bridge = scene(sheet("1@c1 c1-c2"), fresh=turn("c1-c2"))
    by_number = scene(sheet("4@c2 c1-c2 1@c1"), fresh=turn("1@c1"))
    earlier = scene(sheet("1@c1 c1-c2 4@c2"), fresh=turn("4@c2"))
    assert spot(by_bridge, "c1").is_fresh_finish
    assert not spot(by_bridge, "c1").is_fresh
    assert spot(by_number, "c1").is_fresh_finish
    assert spot(by_number, "c1").is_fresh
    assert spot(earlier, "c1").state is IslandState.FINISHED
    assert not spot(earlier, "c1").is_fresh_finish
    overfull = scene(sheet("1@c1 c1-c2 c1-f1"), fresh=turn("c1-f1"))
    assert not spot(overfull, "c1").is_fresh_finish


def test_numbers_written_over_another() -> None:
    shown = scene(sheet("4@c2 2@c2 6@c2"), fresh=turn("6@c2"))
    assert spot(shown, "c2").number == 4
    assert not spot(shown, "c2").is_fresh
    assert spot(shown, "c2").scribbles == (Scribble(2, False), Scribble(6, True))
    both = scene(sheet("4@c2 2@c2"), fresh=turn("4@c2 2@c2"))
    assert spot(both, "c2").is_fresh
    assert spot(both, "c2").scribbles == (Scribble(2, True),)


def test_marks_that_were_taken_back_are_not_fresh() -> None:
    shown = scene(sheet(), fresh=turn("4@c2 c1-c2"))
    assert not spot(shown, "c2").is_fresh
    assert span(shown, "c1-c2").fresh == 0


def test_equal_cards_are_ticked_off_one_by_one() -> None:
    one, two = Card(1, 1), Card(2, 1)

    def ticks(turned: tuple[Card, ...], card: Card | None) -> list[Tick]:
        return [
            cell.tick
            for cell in scene(sheet(), deck=(two, one, one), turned=turned, card=card).cells
        ]

    assert ticks((), None) == [Tick.LEFT] * 3
    assert ticks((one,), None) == [Tick.TURNED, Tick.LEFT, Tick.LEFT]
    assert ticks((one,), one) == [Tick.NOW, Tick.LEFT, Tick.LEFT]
    assert ticks((one, one), one) == [Tick.TURNED, Tick.NOW, Tick.LEFT]
    assert ticks((one,), two) == [Tick.TURNED, Tick.LEFT, Tick.NOW]


@given(st.one_of(sheets(), sheets(free=True)), st.booleans())
def test_a_scene_tells_what_the_sheet_holds(own: Sheet, help: bool) -> None:
    shown = scene(own, help=help)
    for island, one in zip(own.board.islands, shown.spots, strict=True):
        assert (one.name, one.number) == (island.name, own.number(island))
        assert (one.state is IslandState.FINISHED) == own.is_finished(island)
        assert (one.state is IslandState.DEAD) == (help and island in dead_islands(own))
    assert [one.bridges for one in shown.spans] == list(own.planks)
    assert sum(len(one.scribbles) for one in shown.spots) == len(own.scribbles)


@given(sheets())
def test_of_two_lines_that_cross_exactly_one_passes_under(own: Sheet) -> None:
    shown = scene(own)
    crossings = sum(map(len, own.board.crossings)) // 2
    assert sum(len(one.gaps) for one in shown.spans) == crossings
    for one in shown.spans:
        assert all(0 < gap.at < one.length for gap in one.gaps)
        assert not one.bridges or not any(gap.bridges for gap in one.gaps)


@given(sheets())
def test_all_that_is_drawn_may_be_fresh(own: Sheet) -> None:
    shown = scene(own, fresh=Turn(own.marks))
    assert all(one.is_fresh == (one.number is not None) for one in shown.spots)
    assert all(one.fresh == one.bridges for one in shown.spans)
    assert all(one.is_fresh_finish == (one.state is IslandState.FINISHED) for one in shown.spots)
    bridges = sum(isinstance(mark, Bridge) for mark in own.marks)
    assert sum(one.fresh for one in shown.spans) == bridges
